"""Three hundred random keys in every game at every size: no error, a screen that can be read, and a way back.

A key plays only what the screen named beside it.
"""

import asyncio
import random
from itertools import count
from typing import Any, Final

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from rummynet.rules.core.errors import GameOver
from rummynet.rules.core.state import State
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.terminal.drawing.card_art import card_label, with_signs
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.screen import Screen
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from tests.support.games import moved, new_round, shuffled
from tests.support.in_notation import written
from tests.terminal.test_every_action import model_of

KEYS: Final = 300
NAMED: Final = {Keys.ControlM: "Enter", "1": "Enter", "d": "d", "t": "t"}
"""Keys that play, by what the screen calls them: the first offer has a number, too."""
DRAWN: Final = 20
"""The screen is drawn once in so many keys: drawing is what takes time."""
SIZES: Final = ((80, 24), (100, 30), (120, 40), (140, 45))
PRESSED: Final = (
    *(Keys.Left, Keys.Right, Keys.Up, Keys.Down, Keys.Home, Keys.End, Keys.PageUp, Keys.PageDown) * 2,
    *(" ", Keys.ControlM, "d", "t", "1") * 6, *(Keys.Escape, Keys.ControlI, "r", "o", "u", "s") * 2,
    *"23456789?megwvpcyn:<>x$", "ü", Keys.ControlC, Keys.Backspace,
)  # fmt: skip


class Output(DummyOutput):
    """A terminal of this size."""

    def __init__(self, columns: int, rows: int) -> None:
        self._size = Size(rows, columns)

    def get_size(self) -> Size:
        return self._size


class Table:
    """A game against players who do anything; what the person's client sends is done if the rules allow it."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.game, self.chance = variety(name), chance
        self.state: State = new_round(name, chance)
        self.refusal: news.WasRefused | None = None
        self.sent: list[str] = []
        self.played: list[str] = []
        """What the rules allowed, as the screen words it."""
        self.others()

    def look(self) -> ViewModel:
        """What the person in seat 0 sees."""
        return replace(model_of(self.state, 0), refusal=self.refusal)

    def do(self, said: Action | str) -> None:
        """A command of the client: an action is tried, everything else let be."""
        line = written(said)
        self.sent.append(line)
        try:
            action, before = notation.parse(line), self.state
            self.act(0, self.game.explicit(before, 0, action))
            self.refusal = None
            self.played.append(" ".join(with_signs(worded(action, meld_cards(before))).split()))
            self.others()
        except Refusal as problem:
            self.refusal = news.WasRefused(line, problem.code, str(problem))

    def act(self, seat: int, action: Action) -> None:
        self.state = moved(self.game, self.chance, self.state, seat, action)

    def others(self) -> None:
        """Everybody else plays until the person is due; a round that is over is followed by the next one."""
        while 0 not in self.game.actors(self.state):
            if self.state.phase == "over":
                self.state = self.next_round()
                continue
            seat = self.chance.choice([seat for seat in self.game.actors(self.state) if seat])
            self.act(seat, self.game.explicit(self.state, seat, self.chance.choice(self.game.legal(self.state, seat))))

    def next_round(self) -> State:
        state, chance = self.state, self.chance
        options: Any = state.options
        try:
            deck = shuffled(self.game, chance, state, state.players, options)
            return self.game.next_round(state, deck)[0]
        except GameOver:
            return new_round(self.game.name, chance)


def readable(screen: Screen, table: Table, size: tuple[int, int]) -> None:
    """The lines fit, and at the table the own cards and whose turn it is are there."""
    lines = screen.lines()
    assert len(lines) == size[1] - 1
    for line in [*lines, screen.footer()]:
        text = "".join(part for _look, part in line)
        assert get_cwidth(text) <= size[0] and text.isprintable(), text
    shown = plain(lines)
    if not screen.pages.page:
        hand = table.look().hand
        assert all(card_label(one) in shown or card_label(one, short_ten=True) in shown for one in hand), shown


def shown_by(screen: Screen) -> str:
    """All that the screen says, with single spaces."""
    return " ".join(plain([*screen.lines(), screen.footer()]).split())


def is_named(says: str, key: str, screen: str) -> bool:
    """Whether the screen named this beside the key, or asked for it."""
    if "y yes" in screen or "Throw out which card?" in screen or "calls it" in screen:
        return True
    return f"{NAMED[key]} {says}" in screen or (key == "d" and "Enter draw" in screen)


async def pressed(table: Table, screen: Screen, size: tuple[int, int], chance: random.Random) -> None:
    """Press the keys, and escape until nothing is open."""
    for number in range(KEYS):
        key, count = chance.choice(PRESSED), len(table.played)
        before = shown_by(screen) if key in NAMED and size == SIZES[0] else ""
        screen.app.key_processor.feed(KeyPress(key))
        screen.app.key_processor.process_keys()
        if before:
            assert all(is_named(says, key, before) for says in table.played[count:]), (
                key,
                table.played[count:],
                before,
            )
        await asyncio.sleep(0)  # a completion that was begun
        if number % DRAWN == 0:
            readable(screen, table, size)
    for _ in range(3):
        screen.app.key_processor.feed(KeyPress(Keys.Escape))
    screen.app.key_processor.process_keys()


@pytest.mark.drawn(8)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_random_keys_lead_nowhere_that_cannot_be_left(name: str, size: tuple[int, int]) -> None:
    chance = random.Random(f"{name} {size}")
    table = Table(name, chance)
    seconds = count()  # a second passes with each look at the clock: each key comes after the page has closed
    screen = Screen(table.look, table.do, lambda: float(next(seconds)), output=Output(*size))
    screen.app.timeoutlen = None  # type: ignore[assignment]  # no second key is waited for
    with set_app(screen.app):
        asyncio.run(pressed(table, screen, size, chance))
    assert not screen.pages.page and screen.view.question is None and not screen.line.is_open()
    assert not screen.cursor.choice.picked
    readable(screen, table, size)
    assert {line.split(" ")[0] for line in table.sent} & {"draw", "throw", "take"}
