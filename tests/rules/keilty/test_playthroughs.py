"""Recorded games come out again letter by letter, with every seat's view; and none of the views tells a secret."""

from pathlib import Path

import pytest

from tests.support.playthrough import replay

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("keilty_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_view_speaks_of_a_rummy_before_it_is_called(path: Path) -> None:
    assert all(
        "rummy" not in line or line.startswith(("> ", "  called_rummy")) for line in path.read_text().splitlines()
    )


def test_the_recorded_games_hold_what_matters() -> None:
    text = "".join(path.read_text() for path in FILES)
    for what in (
        "rummy meld",
        "rummy lay",
        "> shuffle",
        " pass",
        " take ",
        "went_out",
        "out=null",
        "game_ended",
        "round 2",
    ):
        assert what in text
