#!/usr/bin/env python3
"""Fits the networks by which ``expert`` plays crummy rummy, by self-play; writes them to ``rummynet/bots/contracts/``.

The self-play is a C program, compiled for the purpose (``scripts/contracts/selfplay.c``). All of it follows from the
seed, with one compiler on one kind of machine to the bit.

    python scripts/fit_contracts.py two more
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

from rummynet.bots.contracts.network import FILES, NETWORKS, SIZE, STEP  # noqa: E402

SOURCE: Final = ROOT / "scripts" / "contracts" / "selfplay.c"
FOLDER: Final = ROOT / "rummynet" / "bots" / "contracts"
SEATS: Final = {"two": (2, 2), "more": (3, 5)}
ROUNDS: Final = {"two": 1_500_000, "more": 300_000}
SEED: Final = 1
_MOST: Final = 32_767


def compiled(folder: Path, effort: str = "-O3") -> Path:
    """The self-play program, compiled into this folder. Raises OSError, CalledProcessError."""
    program = folder / "selfplay"
    flags = ["-std=c11", effort, "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", str(program), str(SOURCE), "-lm"], check=True)
    return program


def packed(numbers: "array[float]") -> bytes:
    """The file that holds these networks. Raises ValueError for networks of another size."""
    if len(numbers) != NETWORKS * SIZE:
        raise ValueError(f"{len(numbers)} numbers in place of {NETWORKS * SIZE}")
    steps = array("h", [max(-_MOST, min(_MOST, round(number / STEP))) for number in numbers])
    if sys.byteorder == "big":
        steps.byteswap()
    return zlib.compress(steps.tobytes(), 9)


def fitted(program: Path, name: str, rounds: int, seed: int, folder: Path) -> "array[float]":
    """The networks called *name* after so many rounds. Raises CalledProcessError."""
    out = folder / f"{name}.floats"
    least, most = SEATS[name]
    subprocess.run([str(program), "fit", str(least), str(most), str(rounds), str(seed), str(out)], check=True)
    numbers = array("f")
    numbers.frombytes(out.read_bytes())
    return numbers


def main() -> int:
    """Fit the networks named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+", choices=tuple(FILES), help="for two players, and for more")
    parser.add_argument("--rounds", type=int, help="in place of the number that the networks here had")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        program = compiled(Path(scratch))
        for name in args.networks:
            numbers = fitted(program, name, args.rounds or ROUNDS[name], args.seed, Path(scratch))
            (FOLDER / FILES[name]).write_bytes(packed(numbers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
