"""The screen through a pipe: keys in, commands out, and a clean end."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput

from rummynet_client.core import news
from rummynet_client.core.picture import Picture
from rummynet_client.terminal.help import KEYS
from rummynet_client.terminal.screen import Screen
from tests.support import pictures
from tests.terminal.test_choice import at


class Output(DummyOutput):
    """Remembers bells and titles."""

    def __init__(self) -> None:
        self.bells = 0
        self.titles: list[str] = []

    def bell(self) -> None:
        self.bells += 1

    def set_title(self, title: str) -> None:
        self.titles.append(title)

    def clear_title(self) -> None:
        self.titles.append("")


def typed(keys: str, picture: Picture, then: Callable[[Screen], None] = lambda screen: None) -> tuple[list[str], int]:
    """What was commanded by these keys, and the exit status."""
    said: list[str] = []

    async def go() -> int:
        with create_pipe_input() as pipe:
            screen = Screen(lambda: picture, said.append, lambda: 0.0, input=pipe, output=Output())
            then(screen)
            pipe.send_text(keys + "\x03")
            return await screen.run()

    return said, asyncio.run(go())


TURN = replace(
    at("5S 7S KD", "6S 2C", []), table=news.CameToTable(1, "t", "keilty", "playing", {}, ()), names=("a", "b")
)


def test_keys_alone_play() -> None:
    assert typed("d", TURN) == (["draw"], 130)
    assert typed("\t\x1b[D \r", TURN)[0] == ["take 6S meld 5S 6S 7S"]
    assert typed("t", replace(at("5S 7S KD", "6S 2C", [], "play"), table=TURN.table))[0] == ["throw KD"]


def test_commands_after_a_colon_and_chat() -> None:
    assert typed(":scores\r", TURN)[0] == ["scores"]
    assert typed("chello there\r", TURN)[0] == ["say hello there"]
    assert typed(":draw\x1b", TURN)[0] == []


def test_rummy_is_one_key_and_the_line_is_completed_by_the_person() -> None:
    assert typed("\t r0\r", TURN)[0] == ["rummy lay 2C on 0"]


def test_digits_choose_among_the_offers() -> None:
    picture = replace(at("6D 9C KD", "2C", ["3D 4D 5D", "6C 6H 6S"], "play"), table=TURN.table)
    assert typed("\x1b[C 2", picture)[0] == ["lay 6D on 1"]


def test_help_opens_and_any_key_closes_it_without_acting() -> None:
    assert typed("?dd", TURN)[0] == ["draw"]


def test_a_turn_is_noticed_by_bell_and_title_and_the_title_is_cleared() -> None:
    came = news.TurnCame(0, "anna", "pickup", (0,), True)
    screens: list[Screen] = []
    typed("", TURN, lambda screen: (screens.append(screen), screen.hear([came]))[0])  # type: ignore[func-returns-value]
    output = screens[0].app.output
    assert isinstance(output, Output)
    assert output.bells == 1
    assert output.titles == ["rummynet: YOUR TURN", ""]


def test_leaving_from_outside_ends_it_once() -> None:
    async def go() -> int:
        with create_pipe_input() as pipe:
            screen = Screen(pictures.empty, lambda text: None, lambda: 0.0, input=pipe, output=Output())
            running = asyncio.ensure_future(screen.run())
            while not screen.app.is_running:
                await asyncio.sleep(0)
            screen.leave(3)
            screen.leave(0)
            return await running

    assert asyncio.run(go()) == 3


def test_every_key_of_the_help_page_is_bound() -> None:
    screen_keys = {
        str(getattr(key, "value", key))
        for binding in Screen(lambda: TURN, lambda text: None, lambda: 0.0, output=Output()).app.key_bindings.bindings  # type: ignore[union-attr]
        for key in binding.keys
    }
    names = {"space": " ", "enter": "c-m", "ctrl-c": "c-c", "tab": "c-i"}
    told = [part.strip() for keys, _ in KEYS for part in keys.replace(" to 9", "").split(",")]
    missing = [key for key in told if not key.startswith(":q") and names.get(key, key) not in screen_keys]
    assert missing == []


def test_a_warned_player_shows_with_any_key_that_they_are_there() -> None:
    def warn(screen: Screen) -> None:
        screen.hear([news.ClockRan(0, "draw", 10_000, "warning")])

    assert typed("x", TURN, warn)[0] == ["here"]
    assert typed("d", TURN, warn)[0] == ["here", "draw"]
    assert typed("x", TURN, lambda screen: screen.hear([news.ClockRan(0, "draw", 30_000)]))[0] == []
    assert typed("x", TURN, lambda screen: screen.hear([news.ClockRan(1, "draw", 10_000, "warning")]))[0] == []
