"""The curve of a game at its end, and the themes of the replay and of the list of hosts."""

import asyncio

import pytest
from prompt_toolkit.output import ColorDepth, DummyOutput

from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.curve import ROWS, curve_lines
from rummynet_client.terminal.drawing.styled_text import Size, plain, width_of
from rummynet_client.terminal.drawing.theme import THEMES, seat_class, style_of
from rummynet_client.terminal.hosts import HostList
from rummynet_client.terminal.replay.replay import replay_lines, totals_by_round
from rummynet_client.terminal.replay.replay_screen import ReplayScreen
from tests.terminal.test_replay import GAME

TOTALS = [(10, 5), (30, 60), (120, 80), (200, 90)]


def test_everybody_has_a_mark_after_each_round_and_their_name_at_the_end() -> None:
    lines = curve_lines(("anna", "ben"), TOTALS, 60)
    assert len(lines) == ROWS and all(width_of(line) <= 60 for line in lines)
    for seat, name in enumerate(("anna", "ben")):
        marks = [(look, text) for line in lines for look, text in line if text == "●" and look == seat_class(seat)]
        assert len(marks) >= len(TOTALS) - 1  # where two meet one is seen
        assert name in plain(lines)
    assert plain(lines).splitlines()[0].split()[0] == "200" and "anna" in plain(lines).splitlines()[0]
    assert plain(lines).splitlines()[-1].split()[0] == "0"


def test_one_round_and_a_narrow_screen_have_no_curve() -> None:
    assert curve_lines(("anna", "ben"), TOTALS[:1], 60) == curve_lines(("anna", "ben"), TOTALS, 20) == []
    many = [(at, -at) for at in range(200)]
    assert all(width_of(line) <= 80 for line in curve_lines(("anna", "ben"), many, 80))


def test_a_replay_ends_with_the_curve_of_its_rounds() -> None:
    end = GAME.moved_by(10**6)
    totals = totals_by_round(end)
    assert totals[-1] == end.frames[-1].state.scores
    shown = plain(replay_lines(end, Size(80, 60)))
    assert ("●" in shown) is (len(totals) > 1)
    assert "●" not in plain(replay_lines(GAME, Size(80, 60)))


@pytest.mark.parametrize("theme", [name for name in THEMES if name != "mono"])
def test_replay_and_hosts_have_the_theme_of_the_settings(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    settings = Settings(theme=theme)
    wanted = style_of(theme, ColorDepth.DEPTH_24_BIT).get_attrs_for_style_str("class:table")
    apps = (
        ReplayScreen(GAME, settings=settings, output=DummyOutput()).app,
        HostList(lambda: [], asyncio.Event(), output=DummyOutput(), settings=settings).app,
    )
    for app in apps:
        assert app.style is not None and app.style.get_attrs_for_style_str("class:table") == wanted
