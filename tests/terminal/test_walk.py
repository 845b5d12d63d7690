"""A walk over pages, questions and menus, from every stage of an evening: no key leads to an error."""

import asyncio
from collections.abc import Callable, Hashable, Mapping
from itertools import count
from typing import Any, Final

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from rummynet_client.core.session.answers import ANSWERED, answer
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.commands import BadCommand
from rummynet_client.core.text.verbs import parse_command
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.pages.page import ROUND_RESULT
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.forge import Forge
from tests.terminal.test_lobby import away, in_game
from tests.terminal.test_pages import OVER
from tests.terminal.test_random_keys import Output

SIZES: Final = ((60, 16), (60, 20), (80, 24), (100, 30), (200, 60))
NEWS: Final = "news"
"""In place of a key: something is told that is longer than the screen is high."""
PRESSED: Final = (
    *(Keys.Escape, Keys.ControlM, Keys.ControlI, Keys.ControlC, Keys.Up, Keys.Down, Keys.Left, Keys.PageDown),
    *"?megwvtpqhrbnslxafidyoc:1 ", NEWS,
)  # fmt: skip
LONG: Final = news.QueryAnswered("says", (("says", "a sentence that is rather long " * 60),))


def finished() -> JoinedGame:
    forge = Forge("keilty", {"target": 10}, 3, seed=4)
    forge.play()
    return pictures.followed(forge, 0)


HINTS: Final = {**OVER.options, "hints": True}
TURN: Final = pictures.on_turn("keilty", 3, 41)
AT_TABLE: Final = replace(OVER, table=pictures.waiting("keilty", 3).table)
STAGES: Final[Mapping[str, ViewModel]] = {
    "the start menu": pictures.empty(),
    "the lobby": pictures.empty(),
    "no tables": replace(pictures.empty(), lobby=()),
    "no connection": replace(pictures.empty(), connected=False),
    "seats": pictures.waiting("vegas", 3),
    "own turn": TURN,
    "the owner's turn, and another is away": away(in_game(owner=0), 1),
    "an offer": pictures.offered(0),
    "many cards": pictures.laden(),
    "a spectator": replace(TURN, me=None, watching=True),
    "the end of a round": replace(OVER, over=None, break_left=9_000, options=HINTS),
    "the end of the game": replace(AT_TABLE, options=HINTS),
    "a game called off": replace(AT_TABLE, over=None, called_off="nobody was there any more"),
}


class Walk:
    """One screen, put back to where it was before each key."""

    def __init__(self, stage: str, size: tuple[int, int]) -> None:
        self.model, self.size = STAGES[stage], size
        seconds = count()  # a second passes with each look at the clock: each key comes after the page has closed
        self.screen = Screen(lambda: self.model, self.do, lambda: float(next(seconds)), output=Output(*size))
        self.screen.app.timeoutlen = None  # type: ignore[assignment]  # no second key is waited for
        if stage == "the start menu":
            menu = TableMenu(is_company=True, servers="servers are contacted")
            self.screen.lobby.state = LobbyState(menu=menu, invitation="Really?")
        if stage.startswith("the end"):
            self.screen.show_news([self.model.rounds[-1]])

    def do(self, said: str | Action) -> None:
        """What the client does with a command that needs no host."""
        try:
            command = parse_command(said) if isinstance(said, str) else commands.QUIT
            if isinstance(command, commands.Do) and command.verb in ANSWERED:
                self.screen.show_news(answer(command, self.model, FINISHED, ()))
            elif command == commands.Do("coach", ("game",)):
                self.screen.pages.open("turning")
            elif command == commands.Do("hint"):
                self.screen.show_news([LONG])
        except Refusal as problem:
            assert self.is_typing or not isinstance(problem, BadCommand), said
            self.screen.show_news([news.WentWrong(problem.code, str(problem))])

    def press(self, key: str) -> None:
        self.is_typing = bool(self.screen.line.is_open())
        if key == NEWS:
            self.screen.show_news([LONG])
        else:
            self.screen.app.key_processor.feed(KeyPress(key))
            self.screen.app.key_processor.process_keys()

    def parts(self) -> list[dict[str, Any]]:
        screen = self.screen
        return [vars(one) for one in (screen.pages, screen.questions, screen.cursor, screen.lobby)]

    def leave_line(self) -> tuple[bool, str]:
        line = self.screen.line
        return bool(line.is_open()), line.text or ""

    def kept(self) -> Callable[[], None]:
        """How to come back here."""
        before, (is_open, text) = [dict(part) for part in self.parts()], self.leave_line()

        def back() -> None:
            self.screen.app.key_processor.reset()
            for part, kept in zip(self.parts(), before, strict=True):
                part.update(kept)
            self.screen.line.open(text) if is_open else self.screen.line.close()

        return back

    def place(self) -> Hashable:
        """Where one is: what differs in more than the card under the cursor."""
        screen, choice, lobby = self.screen, self.screen.cursor.choice, self.screen.lobby.state
        pages, menu = screen.pages, lobby.menu
        over = (
            pages.page, pages.scrolled > 0, pages.rounds_back, min(2, len(pages.answers)), screen.questions.question,
            bool(screen.line.is_open()), bool(screen.line.text),
        )  # fmt: skip
        if any(over):
            return over
        menu_part = menu and (bool(menu.typed), menu.problem, menu.is_far)
        return screen.cursor.is_calling, choice.row, bool(choice.picked), menu_part, lobby.seat, lobby.is_open

    def look(self) -> None:
        """What is drawn fits, and a question is seen."""
        lines, question = self.screen.lines(), self.screen.questions.question
        assert len(lines) == self.size[1] - 1
        self.screen.footer()
        if question is not None:
            assert not self.screen.pages.page and question.text.split()[0] in plain(lines), plain(lines)

    async def everywhere(self) -> int:
        """Press every key at every place. Returns the number of places."""
        seen, todo = {self.place()}, [self.kept()]
        self.look()
        while todo:
            back = todo.pop()
            for key in PRESSED:
                back()
                self.press(key)
                await asyncio.sleep(0)  # a completion that was begun
                if self.place() not in seen:
                    seen.add(self.place())
                    todo.append(self.kept())
                    self.look()
                    for _ in range(4):
                        self.press(Keys.Escape)
                    pages = self.screen.pages
                    assert pages.page in ("", ROUND_RESULT) and not self.screen.line.is_open()
                    assert self.screen.lobby.state.menu is None and self.screen.questions.question is None
        return len(seen)


FINISHED: Final = finished()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("stage", STAGES)
def test_no_way_through_the_pages_ends_in_an_error(stage: str, size: tuple[int, int]) -> None:
    walk = Walk(stage, size)
    with set_app(walk.screen.app):
        places = asyncio.run(walk.everywhere())
    assert places > 20
