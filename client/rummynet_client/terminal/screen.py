"""The screen: a prompt_toolkit application that draws view models and turns keys into commands.

It uses no socket: ``get_model`` returns the current view model, ``send_command`` takes an action, or a command as
text, and ``show_news`` is called with news.
"""

import math
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys as KeyNames
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle

from rummynet.letters import needs_ascii
from rummynet_client.core.text import handbook, news
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_letters import in_letters
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.views.meld_order import meld_order
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.acting import take_offer
from rummynet_client.terminal.card_words import LETTERS, sentence_lines
from rummynet_client.terminal.choice import ORDERS, Choice
from rummynet_client.terminal.curtain import COUNT_SECONDS
from rummynet_client.terminal.draw import screen
from rummynet_client.terminal.help import CALLING_KEYS, Keys, keys_line, table_keys
from rummynet_client.terminal.keys import bindings
from rummynet_client.terminal.lobby_keys import click_lobby, turn_wheel
from rummynet_client.terminal.moments import Moments
from rummynet_client.terminal.motion import FRAME_SECONDS
from rummynet_client.terminal.mouse import CLICKABLE_KEYS, Clickable, mark_at
from rummynet_client.terminal.news_text import news_sentences
from rummynet_client.terminal.offers import typed_help
from rummynet_client.terminal.pages import CURTAIN, page, page_foot
from rummynet_client.terminal.screen_state import Question, ScreenState
from rummynet_client.terminal.styled_text import Line, Size, cut, in_ascii, wrapped
from rummynet_client.terminal.theme import colours, style_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, ThrowOut

LEAST: Final = Size(60, 16)
"""Minimum size to play; on a smaller terminal the screen says so and waits for a larger one."""
_SHORT: Final = 4
"""Answers with more lines get a page of their own."""
_PAGE_OF: Final = {"scores": "rounds", "table": "melds", "review": "review", "why": "why"}
"""Commands answered by opening a page."""
_DEFAULTS: Final = Settings()
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as in shells."""
_KEYS: Final = {
    "enter": KeyNames.ControlM, "escape": KeyNames.Escape, "tab": KeyNames.ControlI, "space": " ",
}  # fmt: skip
"""Keys by the names under which they are written."""
LEAVE: Final = ":leave"
"""The answer of a question that ends the screen."""


class _Commands(Completer):
    def __init__(self, look: Callable[[], ViewModel]) -> None:
        self._look = look

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
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
        self._own_footer = footer
        self.choice = Choice()
        self.view = ScreenState()
        self.page = ""
        """The name of the open page, "" for the table; ``scrolled`` is the number of lines it is scrolled down."""
        self.scrolled = 0
        self.rounds_back = 0
        """How many rounds before the last one the review page shows."""
        self.answer_lines: tuple[str, ...] = ()
        """The answer to a query command, shown until the next key."""
        self._moments = Moments()
        self._opened = -math.inf
        """When the open page was opened."""
        self._clock = clock
        self._deadline: float | None = None
        self._is_turn_expiring = False
        """The own turn is about to expire: any next key sends ``here``."""
        self._ascii_terminal = needs_ascii(os.environ, "utf-8" if output is not None else None)
        self.apply_settings(settings)
        self.typing = Buffer(
            completer=_Commands(look), multiline=False, accept_handler=self._submit_line, name="command"
        )
        self.app: Application[int] = Application(
            layout=Layout(self._windows()),
            key_bindings=keys(self),
            style=DynamicStyle(self._style),
            color_depth=lambda: colours(os.environ, self.settings.colours),
            full_screen=True,
            mouse_support=Condition(lambda: self.settings.mouse),
            refresh_interval=0.5,
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
                    self._redraw_during(self._moments.show_rummy(item, model, self._clock()))
                    self._ring()
                case news.HandShown(came=came):
                    self.view = replace(self.view, new_cards=came)
                case news.GameBegan():
                    self.view = replace(self.view, record="")
                case news.ClockChanged(seat=seat, millis=millis, stage=stage):
                    self._deadline = self._clock() + millis / 1000 if millis else None
                    self._is_turn_expiring = stage == "warning" and seat == model.me
                    if self._is_turn_expiring:
                        self._notify_turn(True)
            if isinstance(item, news.CallWasLate) and self._moments.show_race(item, model):
                continue
            if isinstance(item, news.RoundScored) and self._opens_curtain(model):
                continue
            before = () if isinstance(item, news.RoundScored) else self.answer_lines
            self.answer_lines = (*before, *news_sentences(item, model.names, melds))
        if len(self.answer_lines) > _SHORT and not self.page:
            self.open_page("answers")
        self._redraw_during(self._moments.follow(model, self._clock(), moves=self.settings.motion))
        self.choice = self.choice.fitted(model)
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
            for frame in range(1, round(seconds / FRAME_SECONDS) + 2):
                self.app.loop.call_later(frame * FRAME_SECONDS, self.app.invalidate)

    def _before_key(self) -> None:
        """A key says that the player is there, ends any motion, and puts messages away that have been read."""
        self._moments.skip(self.get_model())
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
        self.app.layout.focus(self._main)

    def open_page(self, name: str) -> None:
        """Open a page; with an empty name return to the table, or to the curtain as long as the next round waits."""
        if not name and self.page != CURTAIN and self.get_model().break_left:
            name = CURTAIN
        self.page, self.scrolled, self.rounds_back = name, 0, 0
        self._opened = self._clock() if self.settings.motion else -math.inf
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

    def interrupt(self) -> None:
        """Ctrl-C: clear the line being typed, or ask whether to leave the game; a second time leave."""
        model = self.get_model()
        if self.app.layout.has_focus(self.typing):
            if self.typing.text:
                self.typing.reset()
            else:
                self.close_prompt()
            return
        is_asked = self.view.question is not None and LEAVE in dict(self.view.question.answers).values()
        playing = model.state is not None and model.me is not None and model.over is None and not model.called_off
        if is_asked or not playing:
            self.leave(INTERRUPTED)
            return
        self.open_page("")
        self.ask(_("Leave the game? y or ctrl-c leaves, any other key stays. Your seat stays yours."), ("y", LEAVE))

    def run_command(self, text: str) -> None:
        """Carry out a command, or open the page that answers it."""
        self.answer_lines = ()
        page_name = _PAGE_OF.get(text) or ("help" if text == "help keys" else None)
        rounds = [f"review {one.round}" for one in self.get_model().reviews]
        if page_name is not None:
            self.open_page(page_name)
        elif text in rounds:
            self.open_page("review")
            self.rounds_back = len(rounds) - 1 - rounds.index(text)
        elif text:
            self.send_command(text)

    def _submit_line(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        self.close_prompt()
        self.run_command(text)
        return False

    def click(self, column: int, row: int) -> None:
        """A click on this place of the screen: a card or meld is picked, an offer taken, a key pressed."""
        self.app.layout.focus(self._main)
        mark = mark_at(self.screen_lines(), column, row)
        if mark is None or (self.page and not (self.page == "melds" and mark[0] == "melds")):
            return
        what, number = mark
        model = self.get_model()
        if what in ("row", "less", "more", "do"):
            click_lobby(self, what, number)
        elif what == "key":
            self._press(CLICKABLE_KEYS[number])
        elif what == "offer":
            take_offer(self, number - 1)
        elif what == "melds" and model.position is not None:
            self.open_page("")
            self.choose(self.choice.pointed(model, "melds", meld_order(model.position).index(number)))
        elif what in ("pile", "hand"):
            self.choose(self.choice.pointed(model, "pile" if what == "pile" else "hand", number))

    def click_footer(self, column: int, _row: int) -> None:
        """A click on the last line: the key that is written there; on a page it goes back."""
        mark = mark_at([self.footer_line()], column, 0)
        if self.page:
            self._press("enter")
        elif mark is not None:
            self._press(CLICKABLE_KEYS[mark[1]])

    def _press(self, key: str) -> None:
        self.app.key_processor.feed(KeyPress(_KEYS.get(key, key)))

    def guidance(self) -> str:
        """What a lesson says under the hand; nothing at a real table."""
        return ""

    def turn_wheel(self, up: int) -> None:
        """A turn of the wheel: in lists the choice moves, elsewhere the page or the log scrolls."""
        if self.page or not turn_wheel(self, -up):
            self.scroll(-3 * up if self.page else 3 * up)

    # -- layout

    def _windows(self) -> HSplit:
        self._main = Window(
            Clickable(self._text, self.click, self.turn_wheel),
            style="class:table",
        )
        line = Window(BufferControl(self.typing, input_processors=[BeforeInput(":")]), height=1, style="class:keys")
        is_typing = Condition(lambda: self.app.layout.has_focus(self.typing))
        foot = Window(Clickable(self._footer, self.click_footer, lambda up: None), height=1, style="class:keys")
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

    def _written(self, line: Line) -> Line:
        """The line in characters that the terminal and the player's settings allow."""
        if self.is_ascii:
            return in_ascii(line)
        return [(look, text.translate(LETTERS)) for look, text in line] if self.settings.signs == "no" else line

    def _footer(self) -> StyleAndTextTuples:
        return [*self.footer_line()]

    def footer_line(self) -> Line:
        """The last line as it is drawn now."""
        columns = self.app.output.get_size().columns
        model = self._model()
        line = (
            [("class:keys", page_foot(model, columns, self.page))]
            if self.page and self._own_footer is None
            else keys_line(self._keys(model), columns)
        )
        return self._written(line)

    def _keys(self, model: ViewModel) -> Keys:
        if self._own_footer is not None:
            return self._own_footer()
        if self.view.is_calling:
            return CALLING_KEYS
        return table_keys(model, self.choice, self.view)

    def _model(self) -> ViewModel:
        """The view model, without a refusal that has been read."""
        model = self.get_model()
        return replace(model, refusal=None) if self._moments.is_refusal_read(model) else model

    def screen_lines(self) -> list[Line]:
        """The lines as they are drawn now, without the footer."""
        rows, columns = self.app.output.get_size()
        return [self._written(line) for line in self._lines(Size(columns, max(1, rows - 1)))]

    def _text(self) -> StyleAndTextTuples:
        parts: StyleAndTextTuples = []
        for line in self.screen_lines():
            parts += [*line, ("", "\n")]
        return parts[:-1]

    def _lines(self, size: Size) -> list[Line]:
        if size.width < LEAST.width or size.height < LEAST.height - 1:
            small = _(
                "This terminal has {width}×{height} characters; {least_width}×{least_height} are needed.",
                width=size.width,
                height=size.height + 1,
                least_width=LEAST.width,
                least_height=LEAST.height,
            )
            return cut(wrapped("class:alarm", small, size.width), size)
        model = self._model()
        self.choice = self.choice.fitted(model)
        if self.page:
            if self.page == "review":
                model = replace(model, reviews=model.reviews[: len(model.reviews) - self.rounds_back])
            since = self._clock() - self._opened
            return page(self.page, model, self.answer_lines, size, self.scrolled, since, self.view.record)
        answer = [
            part for line in self.answer_lines for part in sentence_lines("class:offer", line, size.width, model.names)
        ]
        if self.app.layout.has_focus(self.typing):
            answer += typed_help(model, self.typing.text, size.width)
        left = None if self._deadline is None else max(0, math.ceil(self._deadline - self._clock()))
        now = self._clock()
        motion = self._moments.motion
        dealt = motion.dealt(now, len(model.hand))
        view = replace(self.view, changed=motion.marked(now), dealt=dealt, lesson=self.guidance())
        flag = self._moments.banner_lines(now, size.width, flashes=self.settings.motion)
        shown = screen(model, self.choice, Size(size.width, size.height - len(answer) - len(flag)), left, view)
        return cut([*shown[:1], *flag, *shown[1:], *answer], size)
