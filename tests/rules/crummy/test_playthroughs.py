"""Recorded games come out again letter by letter, with every seat's view, and hold what matters."""

from pathlib import Path

import pytest

from tests.support.playthrough import replay

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("crummy_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_spectator_sees_a_card_that_was_drawn(path: Path) -> None:
    told = [line for line in path.read_text().splitlines() if line.startswith("  drew ")]
    assert told and all(line.endswith("card=null") for line in told)


def test_the_recorded_games_hold_what_matters() -> None:
    text = "".join(path.read_text() for path in FILES)
    for what in (" contract ", " lay ", " swap ", " want ", " waive", "> insert ", "> shuffle ", " pass", " take ",
                 "turnup", "offer", "went_out", "out=null", "round 3"):  # fmt: skip
        assert what in text
