"""The screen: a prompt_toolkit application that draws view models and turns keys into commands.

It uses no socket: one function that it is given returns the current view model, one takes an action, or a command as
text; ``show_news`` is called with news. What keys and clicks do is in the parts: ``cursor``, ``offers``, ``lobby``,
``pages``, ``questions`` and ``line``, none of which knows the screen.
"""

import math
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys as KeyNames
from prompt_toolkit.output import Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle

from rummynet.letters import needs_ascii
from rummynet.rules.core.state import State
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.table_words import own_name_line
from rummynet_client.core.text import json_lines, news
from rummynet_client.core.text.action_text import Wording, action_text
from rummynet_client.core.text.card_names import Melds, meld_cards
from rummynet_client.core.text.event_text import late_call, seat_scored
from rummynet_client.core.text.hint_text import advice_sentence
from rummynet_client.core.text.verbs import ACTIONS
from rummynet_client.language import _
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.card_art import written
from rummynet_client.terminal.drawing.lines_window import LinesWindow, run_app
from rummynet_client.terminal.drawing.styled_text import Line, Size, mark_at, wrapped
from rummynet_client.terminal.drawing.theme import colours, style_of
from rummynet_client.terminal.frame import ScreenFrame, footer_line, frame_lines, is_large_enough
from rummynet_client.terminal.input.clicks import Clicks
from rummynet_client.terminal.input.command_line import CommandLine
from rummynet_client.terminal.input.cursor import CardOffers, Cursor
from rummynet_client.terminal.input.keys import bindings
from rummynet_client.terminal.input.lobby_input import LobbyInput
from rummynet_client.terminal.input.pages import Pages, Questions
from rummynet_client.terminal.pages.help import LEAVING_KEYS, Keys
from rummynet_client.terminal.pages.page import ROUND_RESULT
from rummynet_client.terminal.pages.round_result import COUNT_SECONDS, WIN_SECONDS
from rummynet_client.terminal.state.choice import ORDERS
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.moments import FRAME_SECONDS, Moments, banner_piece
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, ThrowOut
from rummynet_protocol.values import replace

# Nobody sees a change and chooses a key in less: a key that comes sooner was meant for what was there before.
_SEEING_SECONDS: Final = 0.3
_SHORT: Final = 4  # answers of more rows get a page of their own: above the footer they would cover the own hand
_DEFAULTS: Final = Settings()
_KEYS: Final = {
    "enter": KeyNames.ControlM, "escape": KeyNames.Escape, "tab": KeyNames.ControlI, "space": " ",
    "backspace": KeyNames.ControlH,
}  # fmt: skip
"""Keys by the names under which they are written."""


class Screen:
    """One screen. ``run`` returns when the player leaves or ``leave`` is called."""

    def __init__(
        self, look: Callable[[], ViewModel], do: Callable[[str | Action], None], clock: Callable[[], float], *,
        settings: Settings = _DEFAULTS, keys: KeyBindings | None = None,
        footer: Callable[[], Keys | None] = lambda: None, input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        """*look* returns the view model, *do* takes an action, or a command as text, *clock* returns seconds.

        *keys* are those of a player where nothing else is given; so are those of the *footer* while it gives none.
        """
        self.get_model, self._do, self._clock = look, do, clock
        self._own_footer = footer
        self._moments = Moments()
        self._deadline: float | None = None
        self._drawn: ViewModel | None = None  # what the terminal shows
        self._before: ViewModel | None = None  # what it showed until the others, or the host, changed the position
        self._changed_at, self._is_own = -math.inf, False
        self._enter_changed_at = -math.inf  # when somebody else changed what Enter does at a table before a game
        self._has_played = False  # the next change of the position is the player's own
        self._is_turn_expiring = False  # the own turn is about to expire: any next key sends ``here``
        self._new_cards: tuple[str, ...] = ()
        self._record = self._own_name = self._went_wrong = ""
        self._hint: tuple[State | None, str] = (None, "")  # the position of the hint that is shown, and its sentence
        self.pages, self.questions = Pages(look, self._send_command, clock), Questions()
        self.cursor = Cursor(look, self.pages.tell)
        self.offers = CardOffers(look, self.cursor, self.questions, self._send_command)
        self.lobby = LobbyInput(self._seen, self.questions, self.pages.run_command, self._is_enter_new)
        self.clicks = Clicks(look, self.cursor, self.offers, self.lobby, self.pages)
        # For now: what encoding the terminal has is known once the application has opened it, below.
        self._ascii_terminal = needs_ascii(os.environ, "utf-8" if output is not None else None)
        self.apply_settings(settings)
        table = LinesWindow(self.lines, "class:table", self.click, self.clicks.turn_wheel)
        foot = LinesWindow(lambda: [self.footer()], "class:keys", lambda column, _: self.click_footer(column), height=1)
        self.line = CommandLine(look, self.pages.run_command, table, foot)
        parts = (self.cursor, self.offers, self.lobby, self.pages, self.questions, self.line)
        self.app: Application[int] = Application(
            layout=self.line.layout,
            key_bindings=bindings(look, *parts, self.leave, self._fits) if keys is None else keys,
            style=DynamicStyle(self._style),
            color_depth=lambda: colours(os.environ, self.settings.colours),
            full_screen=True,
            mouse_support=Condition(lambda: self.settings.mouse),
            refresh_interval=0.5,  # clocks show whole seconds: drawn once a second they would skip one now and then
            input=input,
            output=output,
        )
        self.app.key_processor.before_key_press += lambda _: self._before_key()
        self.app.after_render += lambda _: self._note_drawn()
        if output is None:
            self._ascii_terminal = needs_ascii(os.environ, self.app.output.encoding())

    def apply_settings(self, settings: Settings) -> None:
        """Use these settings from now on."""
        self.settings = settings
        order = next(one for one in ORDERS if one == settings.order)
        self.cursor.choice = replace(self.cursor.choice, order=order)
        self.offers.confirms = settings.confirm

    def _style(self) -> BaseStyle:
        return style_of(self.settings.theme, self.app.color_depth, self.settings.suits == "four")

    async def run(self) -> int:
        """Show the screen until the player leaves. Returns the exit status."""
        try:
            return await run_app(self.app)
        finally:
            if self.settings.title:
                self.app.output.clear_title()
                self.app.output.flush()

    def _fits(self) -> bool:
        """Whether the terminal is large enough for the table."""
        rows, columns = self.app.output.get_size()
        return is_large_enough(Size(columns, rows - 1))

    def _note_drawn(self) -> None:
        model, drawn = self.get_model(), self._drawn
        if drawn is not None and model.state is not drawn.state:
            # The own turn begins by no play of one's own: what was sent last ended the turn before, or an offer.
            is_own = self._has_played and drawn.my_turn and model.state is not None and model.state.phase != "pickup"
            has_drawn = drawn.state is not None and drawn.state.phase == "pickup"
            self._before, self._changed_at = (None, -math.inf) if is_own and not has_drawn else (drawn, self._clock())
            self._has_played, self._is_own = False, is_own
        if drawn is not None and drawn.table is not None and self.lobby.shows_seats:
            offers = [self.lobby.enter_offer(one) for one in (drawn, model)]
            if len({offer and offer.commands for offer in offers}) > 1:
                self._enter_changed_at = self._clock()
        self._drawn = model

    def _is_enter_new(self) -> bool:
        """Whether Enter has come to mean another thing only a moment ago; the player is told that it did nothing."""
        is_new = self._clock() - self._enter_changed_at < _SEEING_SECONDS
        if is_new:
            self.pages.tell(_("nothing was done: the table has just changed"))
        return is_new

    def _is_too_new(self, said: str | Action) -> bool:
        """Whether this play has become possible only a moment ago, so that its key meant something else."""
        if self._before is None or isinstance(said, str) or self._clock() - self._changed_at >= _SEEING_SECONDS:
            return False
        # Enter draws, and pressed twice would lay at once; a throw has a key of its own.
        return said not in self._before.legal() and not (self._is_own and isinstance(said, ThrowOut))

    def _seen(self) -> ViewModel:
        """What the player sees: a key means the table or the person that was shown when it was pressed."""
        return self._drawn if self._drawn is not None and self.app.is_running else self.get_model()

    def _send_command(self, said: str | Action) -> None:
        """Pass on what the player wants; of plays only those on a table that is shown as it is now."""
        model = self.get_model()
        waiting = model.waiting or ""
        if not _is_play(said):
            self._do(said)
        elif _is_play(waiting):
            self.pages.tell(_("nothing was done: '{action}' has no answer yet", action=action_text(waiting)))
        elif model.awaits_card:
            self.pages.tell(_("nothing was done: a drawn card is on its way"))
        elif self._seen().state is not model.state or self._is_too_new(said):
            self.pages.tell(_("nothing was done: the table has just changed"))
        else:
            self._has_played = True
            self._do(said)

    def leave(self, status: int = 0) -> None:
        """End ``run`` with this status; no effect if it has ended."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=status)

    # -- news

    def show_record(self, says: str) -> None:
        """Show the running score of these players until the next game begins."""
        self._record = says
        self.app.invalidate()

    def show_news(self, items: Iterable[news.News]) -> None:
        """Process news: redraw, and ring when it is the player's turn."""
        model = self.get_model()
        melds = meld_cards(model.state) if model.state is not None else ()
        if self._hint[0] != model.state:  # a hint is about one position
            self.pages.answers = tuple(says for says in self.pages.answers if says != self._hint[1])
        for item in items:
            match item:
                case news.HintGiven():
                    self._hint = (model.state, news_sentences(item, model.names, melds)[0])
                case news.TurnBegan(mine=mine):
                    if mine:  # what could not be done while others played
                        self.pages.answers = tuple(says for says in self.pages.answers if says != self._went_wrong)
                    self._notify_turn(mine)
                case news.RummyCalled():
                    self._redraw_during(self._moments.show_rummy(item, model, self._clock()))
                    self._ring()
                case news.HandShown(cards, came):
                    self._new_cards = came if len(came) < len(cards) else ()
                case news.WentWrong(_, says):
                    self._went_wrong = says
                case news.GameBegan():
                    self._record, self.pages.answers = "", ()  # of another game
                case news.SeatTaken(me=True) if item.name not in (model.name, self._own_name):
                    self._own_name = item.name
                    if not self.lobby.shows_seats:  # which say it too
                        self.pages.tell(own_name_line(model))
                case news.ClockChanged(seat=seat, millis=millis, stage=stage):
                    self._deadline = self._clock() + millis / 1000 if millis else None
                    self._is_turn_expiring = stage == "warning" and seat == model.me
                    if self._is_turn_expiring:
                        self._notify_turn(True)
            if isinstance(item, news.CallWasLate) and self._moments.show_race(item, model):
                continue
            if isinstance(item, news.RoundScored) and self._opens_round_result(model):
                continue
            # Answers given before belong to the round that is over.
            before = () if isinstance(item, news.RoundScored) else self.pages.answers
            told = news_sentences(item, model.names, melds)
            # The verdict comes last, and is what was asked for: on a page of several screens it stands first.
            is_verdict = isinstance(item, news.QueryAnswered) and "verified" in dict(item.pairs)
            self.pages.answers = (*told, *before) if is_verdict else (*before, *told)
        columns = self.app.output.get_size().columns
        rows = sum(len(wrapped("", says, columns)) for says in self.pages.answers)
        if rows > _SHORT and not self.pages.page and self.questions.question is None:
            self.pages.open("answers")
        self._redraw_during(self._moments.follow(model, self._clock(), moves=self.settings.motion))
        self.cursor.fit()
        self.cursor.offers_from = 0
        self.lobby.state = self.lobby.state.fitted(model)
        self.app.invalidate()

    def _opens_round_result(self, model: ViewModel) -> bool:
        """Show the end of a round until a key; not one that was over before the client came back to the table."""
        # Who has lost too much is asked at once whether to go on: the page says why, so it comes first.
        ended = model.state is None or model.state.phase in ("over", "buyin")
        between = ended or model.shuffling or model.over is not None
        if not model.reviews or not between:
            return False
        self.pages.open(ROUND_RESULT)
        self._redraw_during(WIN_SECONDS if model.over is not None else COUNT_SECONDS)
        return True

    def _redraw_during(self, seconds: float) -> None:
        if self.settings.motion and self.app.is_running and self.app.loop is not None:
            # One frame more than the motion has: the last one draws the table without marks.
            for frame in range(1, round(seconds / FRAME_SECONDS) + 2):
                self.app.loop.call_later(frame * FRAME_SECONDS, self.app.invalidate)

    def _before_key(self) -> None:
        """A key says that the player is there, ends any motion, and puts messages away that have been read."""
        self._moments.skip(self.get_model(), self._clock())
        if not self.pages.page and self.questions.question is None:
            self.pages.answers = ()
        if self._is_turn_expiring:
            self._is_turn_expiring = False
            self._send_command("here")

    def _notify_turn(self, mine: bool) -> None:
        output = self.app.output
        if self.settings.title:
            output.set_title(_("rummynet: YOUR TURN") if mine else "rummynet")
        if mine:
            self._ring()
        output.flush()

    def _ring(self) -> None:
        if self.settings.bell:
            self.app.output.bell()
            self.app.output.flush()

    # -- the mouse

    def click(self, column: int, row: int) -> None:
        """A click on this place: a card or meld is picked, an offer taken, a key pressed."""
        self.line.leave()
        self._press(self.clicks.click(mark_at(self.lines(), column, row)))

    def click_footer(self, column: int) -> None:
        """A click on the last line: the key that is written there; on a page it goes back."""
        self._press(self.clicks.click_footer(mark_at([self.footer()], column, 0)))

    def _press(self, key: str) -> None:
        if key:
            self.app.key_processor.feed(KeyPress(_KEYS.get(key, key)))

    # -- drawing

    def lines(self) -> list[Line]:
        """The lines as they are drawn now, without the footer."""
        rows, columns = self.app.output.get_size()
        self.cursor.fit()
        return [self._written(line) for line in frame_lines(self._frame(), Size(columns, max(1, rows - 1)))]

    def footer(self) -> Line:
        """The last line as it is drawn now."""
        columns = self.app.output.get_size().columns
        frame = self._frame()
        if not self._fits() and frame.keys is None:
            frame = replace(frame, page="", keys=LEAVING_KEYS)
        return self._written(footer_line(frame, columns))

    def _written(self, line: Line) -> Line:
        return written(line, is_ascii=self.is_ascii, signs=self.settings.signs != "no")

    def _frame(self) -> ScreenFrame:
        now, pages, motion = self._clock(), self.pages, self.settings.motion
        return ScreenFrame(
            self._moments.without_read_refusal(self.get_model()), self.cursor.choice,
            replace(self.view, lesson=self.guidance()), page=pages.page, scrolled=pages.scrolled,
            since=now - pages.opened_at if motion else math.inf, rounds_back=pages.rounds_back, answers=pages.answers,
            typed=self.line.text, seconds=None if self._deadline is None else max(0, math.ceil(self._deadline - now)),
            banner=tuple(banner_piece(self._moments.banner, now, flashes=motion)),
            keys=self._own_footer(),
        )  # fmt: skip

    @property
    def view(self) -> ScreenState:
        """How the player looks at the table now."""
        now, motion = self._clock(), self._moments.motion
        return ScreenState(
            scrolled_back=self.pages.scrolled_back, muted=self.settings.mute, bots_talk=self.settings.talk,
            new_cards=self._new_cards, question=self.questions.question, offers_from=self.cursor.offers_from,
            changed=motion.marked(now), dealt=motion.dealt(now, len(self.get_model().hand)), record=self._record,
            is_calling=self.cursor.is_calling, lobby=self.lobby.state,
        )  # fmt: skip

    def guidance(self) -> str:
        """What a lesson says under the hand; nothing at a real table."""
        return ""

    @property
    def is_ascii(self) -> bool:
        """Whether to write ASCII only."""
        return self._ascii_terminal if self.settings.ascii == "auto" else self.settings.ascii == "yes"


def _is_play(said: str | Action) -> bool:
    """Whether it changes cards in the player's turn. A call does not: it must lose no time."""
    words = notation.text(said).split() if not isinstance(said, str) else said.lower().split()
    return words[:1] != ["rummy"] and bool(ACTIONS.intersection(words[:1]))


def news_sentences(item: news.News, names: Sequence[str], melds: Melds = ()) -> list[str]:
    """The sentences of *item*; none if the screen shows it elsewhere. *melds* lie on the table."""
    match item:
        case news.RoundScored(round, _, scores, totals):
            results = ", ".join(map(seat_scored, names, scores, totals))
            return [_("Round {round} is over: {told}. e shows the cards", round=round, told=results)]
        case news.CallWasLate():
            return [late_call(item, names)]
        case news.RummyHinted(action):
            return [_("A rummy can be called: {action}", action=action_text(action, melds))]
        case news.HintGiven(advice):
            return [_("hint: {advice}", advice=advice_sentence(advice, Wording(names, melds=melds)))]
        case news.WentWrong(_, says):
            return [says]
        case news.QueryAnswered(_, pairs) if "created" not in dict(pairs):  # the client takes a seat there at once
            return [_answer_text(dict(pairs), item)]
    return []


def _answer_text(values: dict[str, object], item: news.QueryAnswered) -> str:
    if "transcript" in values:
        return _("Your transcript: {transcript}", transcript=values["transcript"])
    if "rule" in values:
        return str(values["rule"])
    if "setting" in values:
        return f"{values['setting']} = {values['value']}: {values['does']}"
    if "command" in values:
        return f"{values['command']}: {values['does']}"
    if "join" in values:
        return f"   {values['join']}"
    if "says" in values:
        return str(values["says"])
    return " ".join(json_lines.news_lines(item))
