"""Recorded games come out again letter by letter, with every seat's view; and none of the views tells a secret."""

from pathlib import Path
from typing import Final

import pytest

from rummynet.rules.varieties import variety
from tests.support.games import EVERY
from tests.support.playthrough import replay

FILES: Final = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))
HOLDS: Final = {
    "keilty": ("rummy meld", "rummy lay", "> shuffle", " pass", " take ", "went_out", "out=null", "game_ended",
               "round 2"),
    "basic": ("rummy lay", "penalty draw", "penalty pile", " declare meld", " turn\n", " take ", " out\n", "went_out",
              "out=null", "game_ended", "round 2", " final; "),
    "vegas": (" draw", " take ", " meld ", " lay ", " swap ", " throw ", " aces ", " buy", " decline", "> join",
              "> shuffle", "places ", "payout "),
    "crummy": (" contract ", " lay ", " swap ", " want ", " waive", "> insert ", "> shuffle ", " pass", " take ",
               "turnup", "offer", "went_out", "out=null", "round 3"),
    "joker": ("> shuffle", " trade ", " take *", " lay *", " throw *", " pass", "went_out", "out=null", "game_ended"),
}  # fmt: skip


def game_of(path: Path) -> str:
    return path.stem.partition("_")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    recorded = path.read_text()
    assert replay(recorded) == recorded


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_view_tells_a_secret(path: Path) -> None:
    """No rummy before it is called, and no spectator sees a card that was drawn."""
    for line in path.read_text().splitlines():
        assert "rummy" not in line or line.startswith(("> ", "  called_rummy")), line
        assert not line.startswith("  drew ") or line.endswith("card=null"), line


@pytest.mark.parametrize("name", EVERY)
def test_the_recorded_games_hold_what_matters(name: str) -> None:
    text = "".join(path.read_text() for path in FILES if game_of(path) == variety(name).name)
    assert text
    for what in HOLDS.get(name, ()):
        assert what in text, what
