"""The guided first round: every step accepts what leads on, explains what does not, and nobody is stuck in it."""

import asyncio
import random
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import ParamSpec

import pytest
from prompt_toolkit.input import DummyInput
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from rummynet_client.core.text.commands import QUIT_WORDS
from rummynet_client.core.views.lesson import DONE, STEPS, Lesson
from rummynet_client.storage.settings import Settings
from rummynet_client.teach import by_lines
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.lesson_screen import LessonScreen
from tests.terminal.test_every_action import KEYS, press

P = ParamSpec("P")
ANYTHING = (
    *KEYS.values(), Keys.Up, Keys.Down, Keys.Home, Keys.End, Keys.PageUp, Keys.PageDown, Keys.Backspace,
    *"udtrosmegwvcn?:<>123456789",
)  # fmt: skip
"""What a person may press; h and p lead on by themselves, ctrl-c leaves."""


def on_screen(lesson: Lesson) -> LessonScreen:
    seconds = count()  # a second passes with each look at the clock: each key comes after a page has closed
    clock = lambda: float(next(seconds))  # noqa: E731
    return LessonScreen(lesson, clock, settings=Settings(motion=False), input=DummyInput(), output=DummyOutput())


def in_a_loop(test: Callable[P, None]) -> Callable[P, None]:
    """Keys start timers, which need a running event loop."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        async def go() -> None:
            test(*given, **named)

        asyncio.run(go())

    return run


def follow(screen: LessonScreen, most: int = 40) -> None:
    """Press what the lesson says until a step is done."""
    before = screen.lesson.step_index
    for _ in range(most):
        one = screen.press()
        assert one.says in screen.guidance()
        press(screen, *[one.key] * one.times)
        if screen.lesson.step_index != before:
            return
    raise AssertionError(f"stuck at step {before}: {screen.guidance()}")


class TestByLines:
    def test_it_is_the_same_and_ends_at_a_table_with_bots(self) -> None:
        told: list[str] = []
        lines = [step.actions[0] + "\n" for step in STEPS]
        assert by_lines([*lines, "ready\n"], told.append) is None
        text = "".join(told)
        assert all(step.instruction in text for step in STEPS) and DONE in text and "Say 'ready'" in text

    def test_who_leaves_or_says_nothing_more_is_let_go(self) -> None:
        told: list[str] = []
        for word in QUIT_WORDS:
            rest = iter(["\n", "fold\n", f"{word}\n", "draw\n"])
            assert by_lines(rest, told.append) == 0 and list(rest) == ["draw\n"]
        assert by_lines(["draw\n"], told.append) == 0
        assert "not a command" in "".join(told)

    def test_words_that_ask_are_answered_and_nothing_is_a_dead_end(self) -> None:
        told: list[str] = []
        chance = random.Random(5)
        words = (*"what hand table help draw 1 ready x".split(), "throw AC", "throw KD", "meld 5S 6S 7S", "")
        typed = [chance.choice(words) + "\n" for _ in range(1000)]
        assert by_lines([*typed, *["hint\n"] * len(STEPS), "play\n"], told.append) is None
        assert "You hold 5, 6 and jack of spades" in told[0]


class TestOnTheScreen:
    @in_a_loop
    def test_what_it_says_leads_to_the_end(self) -> None:
        screen = on_screen(Lesson())
        for at in range(len(STEPS)):
            follow(screen)
            assert at or screen.view.new_cards == ("7S",), "the card just drawn is marked"
        assert screen.lesson.is_done and screen.press().key == "p"
        assert DONE in screen.guidance() and "press p" in " ".join(plain(screen.lines()).split())
        press(screen, "p")
        assert screen.goes_on

    @pytest.mark.parametrize("seed", range(6))
    @in_a_loop
    def test_after_a_thousand_random_keys_it_still_leads_to_the_end(self, seed: int) -> None:
        """Also from within an open line, a page, a question, a call; and again at each of the later steps."""
        chance = random.Random(seed)
        screen = on_screen(Lesson())
        for _ in range(10):
            press(screen, *[chance.choice(ANYTHING) for _ in range(100)])
            assert not screen.goes_on
            if not screen.lesson.is_done:
                follow(screen)
        while not screen.lesson.is_done:
            follow(screen)
        for _ in range(4):
            one = screen.press()
            press(screen, one.key)
        assert screen.goes_on
