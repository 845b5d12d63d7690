"""Recorded games come out again letter by letter, with every seat's view; and none of the views tells a secret."""

from pathlib import Path

import pytest

from tests.support.playthrough import replay

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("basic_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_view_speaks_of_a_rummy_before_it_is_called(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert all("rummy" not in line or line.startswith(("> ", "  called_rummy")) for line in lines)


def test_the_recorded_games_hold_what_matters() -> None:
    text = "".join(path.read_text() for path in FILES)
    for what in (
        "rummy lay", "penalty draw", "penalty pile", " declare meld", " turn\n", " take ", " out\n", "went_out",
        "out=null", "game_ended", "round 2", " final; ",
    ):  # fmt: skip
        assert what in text, what
