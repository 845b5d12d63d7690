#!/usr/bin/env python3
"""Fits the networks that ``master`` has above the tables of ``expert``, and writes them to ``rummynet/bots/patterns/``.

The self-play is that of ``fit_patterns.py``; the tables stay as they are. All of it follows from the seed, with one
compiler on one kind of machine to the bit.

    python scripts/fit_networks.py keilty_two
"""

import subprocess
import sys
from array import array
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from self_play import SelfPlay  # noqa: E402

from rummynet.bots.packed_numbers import loaded  # noqa: E402
from rummynet.bots.patterns import pattern_network as network  # noqa: E402  # noqa: E402
from scripts.fit_patterns import PACKAGE, tables_file  # noqa: E402
from scripts.fit_patterns import PLAY as TABLES  # noqa: E402


def networks_file(name: str, scratch: Path) -> Path:
    """The networks called *name* as the program reads them."""
    file, steps = scratch / f"{name}.networks", loaded(PACKAGE, network.FILES[name])
    rows, top = steps[: network.ROW_NUMBERS], steps[network.ROW_NUMBERS :]
    file.write_bytes(
        array("f", [*(network.STEP * one for one in rows), *(network.TOP_STEP * one for one in top)]).tobytes()
    )
    return file


class NetworkPlay(SelfPlay):
    """Self-play with tables that stay, from which networks come."""

    def fitted(self, program: Path, name: str, rounds: int, seed: int, scratch: Path) -> "array[float]":
        """The numbers of the networks called *name*. Raises CalledProcessError."""
        base, out = tables_file(name, scratch), scratch / f"{name}.floats"
        words = [str(program), "correct", *self.seats_of(name), str(rounds), str(seed), str(base), str(out)]
        subprocess.run(words, check=True)
        numbers = array("f")
        numbers.frombytes(out.read_bytes())
        return numbers

    def packed(self, numbers: "array[float]") -> bytes:
        """The file that holds these numbers, what is above the rows in finer steps. Raises ValueError."""
        rows, top = numbers[: network.ROW_NUMBERS], numbers[network.ROW_NUMBERS :]
        return super().packed(rows + array("f", [one * network.STEP / network.TOP_STEP for one in top]))


PLAY: Final = NetworkPlay(
    source=TABLES.source,
    folder=TABLES.folder,
    files=network.FILES,
    rounds={"keilty_two": 300_000},
    size=network.SIZE,
    step=network.STEP,
    seats_of=TABLES.seats_of,
)

if __name__ == "__main__":
    sys.exit(PLAY.main(__doc__, "game, and two players"))
