#!/usr/bin/env python3
"""Fits the pattern tables of ``expert`` by self-play, and writes them to ``rummynet/bots/patterns/``.

The self-play is a C program, compiled for the purpose (``scripts/patterns/selfplay.c``): Python would need days for as
many rounds. All of it follows from the seed, with one compiler on one kind of machine to the bit.

    python scripts/fit_patterns.py basic_two
"""

import sys
from array import array
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from self_play import SelfPlay  # noqa: E402

from rummynet.bots.packed_numbers import loaded  # noqa: E402
from rummynet.bots.patterns.tables import FILES, HALF, UNIT  # noqa: E402

PACKAGE: Final = "rummynet.bots.patterns"
# Their game is the same but for the jokers, so they need half as many rounds as from nothing.
GOES_ON: Final = {"jokers_two": "joker_two"}
"""Tables that are fitted from others."""

SEATS: Final = {"two": ("2", "2"), "more": ("3", "6")}
SEATS_OF_ONE_DECK: Final = {"vegas_more": ("3", "4")}
"""Where more players play with more decks."""


def seats_of(name: str) -> tuple[str, str, str]:
    """The game, and the fewest and the most players, of these tables."""
    game, _, players = name.partition("_")
    return game, *SEATS_OF_ONE_DECK.get(name, SEATS[players])


def tables_file(name: str, scratch: Path) -> Path:
    """The tables called *name* as the program reads them."""
    file = scratch / f"{name}.tables"
    file.write_bytes(array("f", [UNIT * one for one in loaded(PACKAGE, FILES[name])]).tobytes())
    return file


class TablePlay(SelfPlay):
    """Self-play from which tables come."""

    def goes_on(self, name: str, scratch: Path) -> list[str]:
        """The tables from which these go on, if they do."""
        return [str(tables_file(GOES_ON[name], scratch))] if name in GOES_ON else []


PLAY: Final = TablePlay(
    source=ROOT / "scripts" / "patterns" / "selfplay.c",
    folder=ROOT / "rummynet" / "bots" / "patterns",
    files=FILES,
    rounds={
        **{"keilty_two": 800_000, "keilty_more": 600_000, "joker_two": 400_000, "joker_more": 600_000},
        "jokers_two": 200_000,
        **{"basic_two": 500_000, "basic_more": 250_000},
        **{"vegas_two": 400_000, "vegas_more": 200_000},
    },
    size=2 * HALF,
    step=UNIT,
    seats_of=seats_of,
)

if __name__ == "__main__":
    sys.exit(PLAY.main(__doc__, "game, and two players or three to six"))
