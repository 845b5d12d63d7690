#!/usr/bin/env python3
"""Fits the pattern tables of ``expert`` by self-play, and writes them to ``rummynet/bots/patterns/``.

The self-play is a C program, compiled for the purpose (``scripts/patterns/selfplay.c``): Python would need days for as
many rounds. All of it follows from the seed, with one compiler on one kind of machine to the bit.

    python scripts/fit_patterns.py basic_two
"""

import argparse
import subprocess
import sys
import tempfile
import zlib
from array import array
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet.bots.patterns.tables import FILES, HALF, UNIT  # noqa: E402

SOURCE: Final = ROOT / "scripts" / "patterns" / "selfplay.c"
FOLDER: Final = ROOT / "rummynet" / "bots" / "patterns"
SEATS: Final = {"two": (2, 2), "more": (3, 6)}
SEATS_OF_ONE_DECK: Final = {"vegas_more": (3, 4)}
"""Where more players play with more decks."""
ROUNDS: Final = {
    **{"keilty_two": 800_000, "keilty_more": 600_000, "joker_two": 400_000, "joker_more": 600_000},
    **{"basic_two": 500_000, "basic_more": 250_000},
    **{"vegas_two": 400_000, "vegas_more": 200_000},
}
SEED: Final = 1
_MOST: Final = 32_767


def compiled(folder: Path, effort: str = "-O3") -> Path:
    """The self-play program, compiled into this folder. Raises OSError, CalledProcessError."""
    program = folder / "selfplay"
    flags = ["-std=c11", effort, "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", str(program), str(SOURCE), "-lm"], check=True)
    return program


def packed(numbers: "array[float]") -> bytes:
    """The file that holds these tables. Raises ValueError for tables of another size."""
    if len(numbers) != 2 * HALF:
        raise ValueError(f"{len(numbers)} numbers in place of {2 * HALF}")
    steps = array("h", [max(-_MOST, min(_MOST, round(number / UNIT))) for number in numbers])
    if sys.byteorder == "big":
        steps.byteswap()
    return zlib.compress(steps.tobytes(), 9)


def fitted(program: Path, name: str, rounds: int, seed: int, folder: Path) -> "array[float]":
    """The tables called *name* after so many rounds. Raises CalledProcessError."""
    out = folder / f"{name}.floats"
    game, _, players = name.partition("_")
    least, most = SEATS_OF_ONE_DECK.get(name, SEATS[players])
    subprocess.run([str(program), "fit", game, str(least), str(most), str(rounds), str(seed), str(out)], check=True)
    numbers = array("f")
    numbers.frombytes(out.read_bytes())
    return numbers


def main() -> int:
    """Fit the tables named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", choices=tuple(FILES), help="game, and two players or three to six")
    parser.add_argument("--rounds", type=int, help="in place of the number that the tables here had")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        program = compiled(Path(scratch))
        for name in args.tables:
            numbers = fitted(program, name, args.rounds or ROUNDS[name], args.seed, Path(scratch))
            (FOLDER / FILES[name]).write_bytes(packed(numbers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
