"""Whole games, recorded: events, what each seat sees and may do, totals, chips and places."""

from pathlib import Path

import pytest

from tests.support.vegas_playthrough import replay

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("vegas_*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_recorded_game_comes_out_the_same(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


def test_the_records_hold_every_kind_of_event() -> None:
    everything = "".join(path.read_text() for path in FILES)
    for verb in ("draw", "take", "meld", "lay", "swap", "throw", "aces", "buy", "decline"):
        assert any(f"> {seat} {verb}" in everything for seat in range(8)), verb
    for line in ("> join", "> shuffle", "places ", "payout "):
        assert line in everything
