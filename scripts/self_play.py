"""Compiles a C program that plays against itself, and fits numbers of a bot with it: what the scripts that do so share.

All of it follows from the seed, with one compiler on one kind of machine to the bit.
"""

import argparse
import subprocess
import tempfile
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rummynet.bots.packed_numbers import packed
from rummynet_protocol.values import Value

SEED: Final = 1


class SelfPlay(Value):
    """One program, and what it fits."""

    source: Path
    folder: Path
    """Where the fitted files belong."""
    files: Mapping[str, str]
    """The names of what is fitted, and of the files."""
    rounds: Mapping[str, int]
    """By name: the rounds that the files here had."""
    size: int
    """Numbers in a file."""
    step: float
    seats_of: Callable[[str], Sequence[str]]
    """The program's arguments for a name: a game if it has several, and the fewest and the most players."""

    def compiled(self, scratch: Path, effort: str = "-O3") -> Path:
        """The program, compiled into this folder. Raises OSError, CalledProcessError."""
        program = scratch / "selfplay"
        flags = ["-std=c11", effort, "-fno-math-errno", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *flags, "-o", str(program), str(self.source), "-lm"], check=True)
        return program

    def fitted(self, program: Path, name: str, rounds: int, seed: int, scratch: Path) -> "array[float]":
        """The numbers called *name* after this many rounds. Raises CalledProcessError."""
        out = scratch / f"{name}.floats"
        words = [str(program), "fit", *self.seats_of(name), str(rounds), str(seed), str(out)]
        subprocess.run([*words, *self.goes_on(name, scratch)], check=True)
        numbers = array("f")
        numbers.frombytes(out.read_bytes())
        return numbers

    def goes_on(self, name: str, scratch: Path) -> list[str]:
        """The file of numbers from which these go on, if they do."""
        return []

    def packed(self, numbers: "array[float]") -> bytes:
        """The file that holds these numbers. Raises ValueError if there are too many or too few."""
        if len(numbers) != self.size:
            raise ValueError(f"{len(numbers)} numbers in place of {self.size}")
        return packed(numbers, self.step)

    def main(self, description: str | None, names: str) -> int:
        """Fit what the command line names and write the files. *names*: what the names mean."""
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("names", nargs="+", choices=tuple(self.files), help=names)
        parser.add_argument("--rounds", type=int, help="in place of the number that the files here had")
        parser.add_argument("--seed", type=int, default=SEED)
        args = parser.parse_args()
        with tempfile.TemporaryDirectory() as folder:
            scratch = Path(folder)
            program = self.compiled(scratch)
            for name in args.names:
                numbers = self.fitted(program, name, args.rounds or self.rounds[name], args.seed, scratch)
                (self.folder / self.files[name]).write_bytes(self.packed(numbers))
        return 0
