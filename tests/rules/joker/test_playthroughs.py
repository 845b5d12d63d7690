"""Recorded games come out again letter by letter, with every seat's view."""

from pathlib import Path

import pytest

from tests.support.playthrough import replay

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("joker_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


def test_the_recorded_games_hold_what_matters() -> None:
    text = "".join(path.read_text() for path in FILES)
    for what in (
        "> shuffle",
        " trade ",
        " take *",
        " lay *",
        " throw *",
        " pass",
        "went_out",
        "out=null",
        "game_ended",
    ):
        assert what in text, what
