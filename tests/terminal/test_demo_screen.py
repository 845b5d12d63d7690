"""The table of a demonstration: keys change the pace of the bots, pages open, the end waits for a key."""

import asyncio
import re

import pytest
from prompt_toolkit.output import DummyOutput

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.demo import demonstration
from rummynet_client.demo.demo_show import SECONDS, DemoScreen, Pace
from rummynet_client.demo.demonstration import Outcome
from rummynet_client.language import use_catalogue
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.foreign import Foreign
from tests.terminal.test_every_action import press
from tests.terminal.test_pages import OVER

PLAYING = replace(pictures.playing("keilty", 3, 12), me=None, hand=(), my_turn=False)
WON = replace(OVER, over=news.GameWasWon(1, 0, "anna", (5, 0, 0)))


def shown(model: ViewModel) -> tuple[DemoScreen, Pace]:
    pace = Pace()
    return DemoScreen(lambda: model, pace, lambda: 0.0, Settings(), output=DummyOutput()), pace


def foot(demo: DemoScreen) -> str:
    return plain([demo.screen.footer()])


def test_pages_are_turned_and_keys_of_a_player_do_nothing() -> None:
    demo, _ = shown(PLAYING)
    press(demo.screen, "g")
    assert demo.screen.pages.page == "rounds" and "faster" in foot(demo)
    press(demo.screen, "g", "d", "t", "r", "enter")
    assert demo.screen.pages.page == "" and demo.screen.view.question is None


def test_the_page_of_a_round_goes_when_somebody_plays_again() -> None:
    demo, _ = shown(OVER)
    demo.show_news([OVER.rounds[-1]])
    assert demo.screen.pages.page == "round_result"
    demo.show_news([news.SeatActed(0, "anna", "player", "draw", "anna drew a card", ())])
    assert demo.screen.pages.page == ""


def test_who_leaves_before_the_end_is_known_to_have_done_so() -> None:
    for model, key, early in (
        (PLAYING, "q", True),
        (WON, "enter", False),
        (WON, "q", False),
        (PLAYING, "enter", False),
    ):
        demo, _ = shown(model)
        press(demo.screen, key)
        assert demo.left_early is early
    assert "the check of the game" in foot(shown(WON)[0])


def test_a_bot_waits_until_its_time_a_change_of_pace_or_the_end_of_a_pause() -> None:
    async def go() -> list[bool]:
        pace = Pace()
        pace.pause()
        waiting = asyncio.create_task(pace.wait())
        await asyncio.sleep(0)
        pace.change(-9)
        await asyncio.sleep(0)
        found = [waiting.done()]
        pace.change(len(SECONDS))
        await waiting
        return [*found, waiting.done()]

    assert asyncio.run(go()) == [False, True]


def test_how_far_a_game_is_without_its_screen_is_told_in_the_language_of_the_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_catalogue(Foreign())
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    demonstration.show_progress("7", Outcome(rounds=1))
    told = capsys.readouterr().err
    assert "2" in told and "7" in told and not re.search("[A-Za-z]", told), told
