"""The screen: a prompt_toolkit application that draws view models and turns keys into commands.

It uses no socket: ``get_model`` returns the current view model, ``send_command`` takes an action, or a command as
text, and ``show_news`` is called with news.
"""

import math
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle

from rummynet.letters import needs_ascii
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import handbook, json_lines, news
from rummynet_client.core.text.action_text import Melds, action_text, worded
from rummynet_client.core.text.card_letters import in_letters
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.text.hint_text import advice_sentence, screen_wording
from rummynet_client.language import _, player_name
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.theme import colours, style_of
from rummynet_client.terminal.frame import footer_line, screen_text
from rummynet_client.terminal.input.cards import fit_choice
from rummynet_client.terminal.input.clicks import Clickable, click, click_footer, turn_wheel
from rummynet_client.terminal.input.keys import bindings
from rummynet_client.terminal.pages.curtain import COUNT_SECONDS
from rummynet_client.terminal.pages.help import Keys
from rummynet_client.terminal.pages.page import CURTAIN
from rummynet_client.terminal.state.choice import ORDERS, Choice
from rummynet_client.terminal.state.screen_state import Question, ScreenState
from rummynet_client.terminal.table.moments import FRAME_SECONDS, Moments
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, ThrowOut
from rummynet_protocol.values import replace

_SHORT: Final = 4  # answers with more lines get a page of their own: above the footer they would cover the own hand
_PAGE_OF: Final = {"scores": "rounds", "table": "melds", "review": "review", "why": "why"}
"""Commands answered by opening a page."""
_DEFAULTS: Final = Settings()
INTERRUPTED: Final = 130  # the exit status after Ctrl-C, as in shells: 128 and the number of SIGINT
LEAVE: Final = ":leave"
"""The answer of a question that ends the screen."""


class Commands(Completer):
    """Completes what is typed by what can be typed at this moment."""

    def __init__(self, look: Callable[[], ViewModel]) -> None:
        self._look = look

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Whole lines that begin with what is typed."""
        typed_so_far = document.text_before_cursor
        for line in handbook.complete(
            typed_so_far, [in_letters(notation.text(action)) for action in self._look().legal()]
        ):
            yield Completion(line, start_position=-len(typed_so_far))


class Screen:
    """One screen. ``run`` returns when the player leaves or ``leave`` is called."""

    def __init__(
        self, look: Callable[[], ViewModel], do: Callable[[str | Action], None], clock: Callable[[], float], *,
        settings: Settings = _DEFAULTS, keys: Callable[["Screen"], KeyBindings] = bindings,
        footer: Callable[[], Keys] | None = None, input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        """*look* returns the view model, *do* takes an action, or a command as text, *clock* returns seconds.

        *keys* and *footer* are those of a player where nothing else is given.
        """
        self.get_model, self.send_command = look, do
        self.own_footer = footer
        self.choice = Choice()
        self.view = ScreenState()
        self.page = ""
        """The name of the open page, "" for the table; ``scrolled`` is the number of lines it is scrolled down."""
        self.scrolled = 0
        self.rounds_back = 0
        """How many rounds before the last one the review page shows."""
        self.answer_lines: tuple[str, ...] = ()
        """The answer to a query command, shown until the next key."""
        self.moments = Moments()
        self.page_opened_at = -math.inf
        """When the open page was opened."""
        self.clock = clock
        self.deadline: float | None = None
        self._is_turn_expiring = False
        """The own turn is about to expire: any next key sends ``here``."""
        # For now: what encoding the terminal has is known once the application has opened it, below.
        self._ascii_terminal = needs_ascii(os.environ, "utf-8" if output is not None else None)
        self.apply_settings(settings)
        self.typing = Buffer(
            completer=Commands(look), multiline=False, accept_handler=self._submit_line, name="command"
        )
        self.app: Application[int] = Application(
            layout=Layout(self._windows()),
            key_bindings=keys(self),
            style=DynamicStyle(self._style),
            color_depth=lambda: colours(os.environ, self.settings.colours),
            full_screen=True,
            mouse_support=Condition(lambda: self.settings.mouse),
            refresh_interval=0.5,  # clocks show whole seconds: drawn once a second they would skip one now and then
            input=input,
            output=output,
        )
        self.app.key_processor.before_key_press += lambda _: self._before_key()
        if output is None:
            self._ascii_terminal = needs_ascii(os.environ, self.app.output.encoding())

    def apply_settings(self, settings: Settings) -> None:
        """Use these settings from now on."""
        self.settings = settings
        order = next(one for one in ORDERS if one == settings.order)
        self.choice = replace(self.choice, order=order)
        self.view = replace(self.view, muted=settings.mute, bots_talk=settings.talk)

    def _style(self) -> BaseStyle:
        return style_of(self.settings.theme, self.app.color_depth, self.settings.suits == "four")

    async def run(self) -> int:
        """Show the screen until the player leaves. Returns the exit status."""
        try:
            # Ctrl-C is a key here (``interrupt``): it asks before a game is left.
            return await self.app.run_async(handle_sigint=False)
        finally:
            if self.settings.title:
                self.app.output.clear_title()
                self.app.output.flush()

    def leave(self, status: int = 0) -> None:
        """End ``run`` with this status; no effect if it has ended."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=status)

    # -- news

    def show_record(self, says: str) -> None:
        """Show the running score of these players until the next game begins."""
        self.view = replace(self.view, record=says)
        self.app.invalidate()

    def show_news(self, items: Iterable[news.News]) -> None:
        """Process news: redraw, and ring when it is the player's turn."""
        model = self.get_model()
        melds = meld_cards(model.state) if model.state is not None else ()
        for item in items:
            match item:
                case news.TurnBegan(mine=mine):
                    self._notify_turn(mine)
                case news.RummyCalled():
                    self._redraw_during(self.moments.show_rummy(item, model, self.clock()))
                    self._ring()
                case news.HandShown(came=came):
                    self.view = replace(self.view, new_cards=came)
                case news.GameBegan():
                    self.view = replace(self.view, record="")
                case news.ClockChanged(seat=seat, millis=millis, stage=stage):
                    self.deadline = self.clock() + millis / 1000 if millis else None
                    self._is_turn_expiring = stage == "warning" and seat == model.me
                    if self._is_turn_expiring:
                        self._notify_turn(True)
            if isinstance(item, news.CallWasLate) and self.moments.show_race(item, model):
                continue
            if isinstance(item, news.RoundScored) and self._opens_curtain(model):
                continue
            # Answers given before belong to the round that is over.
            before = () if isinstance(item, news.RoundScored) else self.answer_lines
            self.answer_lines = (*before, *news_sentences(item, model.names, melds))
        if len(self.answer_lines) > _SHORT and not self.page:
            self.open_page("answers")
        self._redraw_during(self.moments.follow(model, self.clock(), moves=self.settings.motion))
        fit_choice(self)
        self.view = replace(self.view, offers_from=0, lobby=self.view.lobby.fitted(model))
        self.app.invalidate()

    def _opens_curtain(self, model: ViewModel) -> bool:
        """Show the end of a round until a key; not one that was over before the client came back to the table."""
        between = model.state is None or model.state.phase == "over" or model.shuffling or model.over is not None
        if not model.reviews or not between:
            return False
        self.open_page(CURTAIN)
        self._redraw_during(COUNT_SECONDS)
        return True

    def _redraw_during(self, seconds: float) -> None:
        if self.settings.motion and self.app.is_running and self.app.loop is not None:
            # One frame more than the motion has: the last one draws the table without marks.
            for frame in range(1, round(seconds / FRAME_SECONDS) + 2):
                self.app.loop.call_later(frame * FRAME_SECONDS, self.app.invalidate)

    def _before_key(self) -> None:
        """A key says that the player is there, ends any motion, and puts messages away that have been read."""
        self.moments.skip(self.get_model())
        if not self.page:
            self.answer_lines = ()
        self._confirm_presence()

    def _confirm_presence(self) -> None:
        if self._is_turn_expiring:
            self._is_turn_expiring = False
            self.send_command("here")

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

    # -- input

    def open_prompt(self, text: str) -> None:
        """Open the command line with this text."""
        self.typing.document = Document(text, len(text))
        self.app.layout.focus(self.typing)

    def close_prompt(self) -> None:
        """Close the command line."""
        self.typing.reset()
        self.focus_table()

    def open_page(self, name: str) -> None:
        """Open a page; with an empty name return to the table, or to the curtain as long as the next round waits."""
        if not name and self.page != CURTAIN and self.get_model().break_left:
            name = CURTAIN
        self.page, self.scrolled, self.rounds_back = name, 0, 0
        self.page_opened_at = self.clock() if self.settings.motion else -math.inf
        if not name:
            self.answer_lines = ()

    def go_on(self) -> None:
        """Put the curtain away; the next round need not wait any longer."""
        if self.get_model().break_left:
            self.run_command("next")
        self.open_page("")

    def turn_round(self, rounds: int) -> None:
        """On the review page: show a later round, or if negative an earlier one."""
        self.rounds_back, self.scrolled = (
            min(max(0, len(self.get_model().reviews) - 1), max(0, self.rounds_back - rounds)),
            0,
        )

    def scroll(self, lines: int) -> None:
        """Scroll the open page down, or log and chat back; negative: the other way."""
        if self.page:
            self.scrolled = max(0, self.scrolled + lines)
        else:
            most = len(self.get_model().lines) + len(self.get_model().chat)
            self.view = replace(self.view, scrolled_back=min(most, max(0, self.view.scrolled_back + lines)))

    def submit_action(self, action: Action) -> None:
        """Send an action, after a question if the settings ask for one; unpicks all cards."""
        if self.settings.confirm and isinstance(action, ThrowOut):
            self.ask(_("{action}? y does it, any other key does not", action=worded(action, ())), ("y", action))
            return
        self.send_action(action)

    def send_action(self, action: Action | str) -> None:
        """Send an action at once, or a command that was asked about; unpicks all cards."""
        self.choice = self.choice.cleared()
        self.view = replace(self.view, is_calling=False)
        self.send_command(action)
        self.choice = self.choice.fitted(self.get_model())

    def choose(self, choice: Choice) -> None:
        """Change what is picked; the offers begin with the best again."""
        self.choice = choice
        self.view = replace(self.view, offers_from=0)

    def ask(self, text: str, *answers: tuple[str, str | Action]) -> None:
        """Ask a question; each answer is (key, action or command)."""
        self.view = replace(self.view, question=Question(text, answers))

    def answer_question(self, key: str) -> None:
        """Answer the open question with a key."""
        question = self.view.question
        self.view = replace(self.view, question=None)
        answer = dict(question.answers).get(key, "") if question is not None else ""
        if answer == LEAVE:
            self.leave(INTERRUPTED)
        elif answer:
            self.send_action(answer)
        elif not self.page:
            self.open_page("")  # between two rounds the curtain comes back

    def interrupt(self) -> None:
        """Ctrl-C: clear the line being typed, or ask whether to leave the game; a second time leave."""
        model = self.get_model()
        if self.is_typing:
            if self.typing.text:
                self.typing.reset()
            else:
                self.close_prompt()
            return
        answers = self.view.question.answers if self.view.question is not None else ()
        is_asked = not {LEAVE, "quit"}.isdisjoint(dict(answers).values())
        if is_asked or not _plays(model):
            self.leave(INTERRUPTED)
            return
        self._ask_to_leave(LEAVE)

    def quit(self) -> None:
        """The key that leaves: ask whether to leave the game; without one leave at once."""
        if _plays(self.get_model()):
            self._ask_to_leave("quit")
        else:
            self.run_command("quit")

    def _ask_to_leave(self, command: str) -> None:
        # Not ``open_page``: between two rounds it would put the curtain over the question.
        self.page = ""
        self.ask(_("Leave the game? y or ctrl-c leaves, any other key stays. Your seat stays yours."), ("y", command))

    def run_command(self, text: str) -> None:
        """Carry out a command, or open the page that answers it."""
        self.answer_lines = ()
        page_name = _PAGE_OF.get(text) or ("help" if text == "help keys" else None)
        rounds = [f"review {one.round}" for one in self.get_model().reviews]
        if page_name is not None:
            self.open_page(page_name)
        elif text in rounds:
            self.open_page("review")
            # After ``open_page``, which goes to the last round.
            self.rounds_back = len(rounds) - 1 - rounds.index(text)
        elif text:
            self.send_command(text)

    def _submit_line(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        self.close_prompt()
        self.run_command(text)
        return False

    def guidance(self) -> str:
        """What a lesson says under the hand; nothing at a real table."""
        return ""

    # -- layout

    def _windows(self) -> HSplit:
        self._main = Window(
            Clickable(partial(screen_text, self), partial(click, self), partial(turn_wheel, self)),
            style="class:table",
        )
        line = Window(BufferControl(self.typing, input_processors=[BeforeInput(":")]), height=1, style="class:keys")
        is_typing = Condition(lambda: self.is_typing)
        foot = Window(
            Clickable(lambda: [*footer_line(self)], lambda column, _: click_footer(self, column), lambda up: None),
            height=1,
            style="class:keys",
        )
        return HSplit(
            [
                self._main,
                ConditionalContainer(line, is_typing),
                ConditionalContainer(foot, ~is_typing),
            ]
        )

    @property
    def is_ascii(self) -> bool:
        """Whether to write ASCII only."""
        return self._ascii_terminal if self.settings.ascii == "auto" else self.settings.ascii == "yes"

    @property
    def is_typing(self) -> bool:
        """Whether the command line is open."""
        return self.app.layout.has_focus(self.typing)

    def focus_table(self) -> None:
        """Take the focus from the command line; what is typed there stays."""
        self.app.layout.focus(self._main)


def _plays(model: ViewModel) -> bool:
    """Whether the player has a seat in a game that goes on."""
    return model.state is not None and model.me is not None and model.over is None and not model.called_off


def news_sentences(item: news.News, names: Sequence[str], melds: Melds = ()) -> list[str]:
    """The sentences of *item*; none if the screen shows it elsewhere. *melds* lie on the table."""
    match item:
        case news.RoundScored(round, _, scores, totals):
            results = ", ".join(
                _("{name} {score:+d} (now {total})", name=name, score=score, total=total)
                for name, score, total in zip(names, scores, totals, strict=False)
            )
            return [_("Round {round} is over: {told}. e shows the cards", round=round, told=results)]
        case news.CallWasLate(late, winner, millis):
            first, second = (player_name(seat, names) for seat in (winner, late))
            return [
                _(
                    "Two called: {first} was first, {second} {millis} ms later, the host says",
                    first=first,
                    second=second,
                    millis=millis,
                )
            ]
        case news.RummyHinted(action):
            return [_("A rummy can be called: {action}", action=action_text(action, melds))]
        case news.HintGiven(advice):
            return [_("hint: {advice}", advice=advice_sentence(advice, screen_wording(melds, names)))]
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
    if "says" in values:
        return str(values["says"])
    return " ".join(json_lines.news_lines(item))
