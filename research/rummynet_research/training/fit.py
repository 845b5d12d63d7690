"""Fits what ``expert`` and ``master`` play by in self-play, and writes it into ``rummynet.bots``.

    python -m rummynet_research.training.fit                          all of it: some hours of one core
    python -m rummynet_research.training.fit tables basic_two         the pattern tables of ``expert``
    python -m rummynet_research.training.fit networks keilty_two      the networks that ``master`` has above them
    python -m rummynet_research.training.fit contracts two more       the networks of crummy rummy

The self-play is a C program, compiled for the purpose: Python would need days for as many rounds. All of it follows
from the seed, with one compiler on one kind of machine to the bit.
"""

import argparse
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rummynet.bots.contracts import network as contract_network
from rummynet.bots.packed_numbers import loaded, packed
from rummynet.bots.patterns import pattern_network, tables
from rummynet_protocol.values import Value

HERE: Final = Path(__file__).parent
SEED: Final = 1
# Their game is the same but for the jokers, so they need half as many rounds as from nothing.
GOES_ON: Final = {"jokers_two": "joker_two"}
"""Tables that are fitted from others."""
SEATS: Final = {"two": ("2", "2"), "more": ("3", "6")}
SEATS_OF: Final = {"vegas_more": ("3", "4"), "more": ("3", "5")}
"""Where more players play with more decks."""


class Fit(Value):
    """Files of one kind, and the program that fits them."""

    program: str
    """The folder of its source."""
    folder: Path
    """The folder of the package that has the files."""
    files: Mapping[str, str]
    """The names of what is fitted, and of the files."""
    rounds: Mapping[str, int]
    """By name: the rounds that the files had."""
    steps: Sequence[tuple[int, float]]
    """How many numbers of a file are multiples of which step, from its beginning."""

    def compiled(self, scratch: Path, effort: str = "-O3") -> Path:
        """The program, compiled into this folder. Raises OSError, CalledProcessError."""
        program, source = scratch / self.program, HERE / self.program / "selfplay.c"
        flags = ["-std=c11", effort, "-fno-math-errno", "-Wall", "-Wextra", "-Werror", f"-I{HERE}"]
        subprocess.run(["cc", *flags, "-o", str(program), str(source), "-lm"], check=True)
        return program

    def fitted(self, program: Path, name: str, rounds: int, seed: int, scratch: Path) -> "array[float]":
        """The numbers called *name* after this many rounds. Raises CalledProcessError."""
        out = scratch / f"{name}.fitted"
        words = [*seats_of(name), str(rounds), str(seed)]
        if self is NETWORKS:  # above tables that stay
            words = ["correct", *words, str(TABLES.floats_file(name, scratch)), str(out)]
        else:
            words = ["fit", *words, str(out)]
            words += [str(self.floats_file(GOES_ON[name], scratch))] if name in GOES_ON else []
        subprocess.run([str(program), *words], check=True)
        numbers = array("f")
        numbers.frombytes(out.read_bytes())
        return numbers

    def floats_file(self, name: str, scratch: Path) -> Path:
        """The numbers called *name* as the program reads them."""
        file = scratch / f"{name}.{self.program}{len(self.steps)}"
        steps = loaded(f"rummynet.bots.{self.folder.name}", self.files[name])
        file.write_bytes(array("f", [step * one for step, one in zip(self._each(), steps, strict=True)]).tobytes())
        return file

    def packed(self, numbers: "array[float]") -> bytes:
        """The file that holds these numbers. Raises ValueError if there are too many or too few."""
        return packed((one / step for step, one in zip(self._each(), numbers, strict=True)), 1.0)

    def _each(self) -> list[float]:
        return [step for count, step in self.steps for _ in range(count)]


def seats_of(name: str) -> tuple[str, ...]:
    """The program's words for it: the game if it has several, and the fewest and the most players."""
    *game, players = name.split("_")
    return (*game, *SEATS_OF.get(name, SEATS[players]))


TABLES: Final = Fit(
    program="patterns",
    folder=Path(tables.__file__).parent,
    files=tables.FILES,
    rounds={
        **{"keilty_two": 800_000, "keilty_more": 600_000, "joker_two": 400_000, "joker_more": 600_000},
        "jokers_two": 200_000,
        **{"basic_two": 500_000, "basic_more": 250_000},
        **{"vegas_two": 400_000, "vegas_more": 200_000},
    },
    steps=((2 * tables.HALF, tables.UNIT),),
)
NETWORKS: Final = Fit(
    program="patterns",
    folder=Path(pattern_network.__file__).parent,
    files=pattern_network.FILES,
    rounds={"keilty_two": 300_000},
    steps=(
        (pattern_network.ROW_NUMBERS, pattern_network.STEP),
        (pattern_network.SIZE - pattern_network.ROW_NUMBERS, pattern_network.TOP_STEP),
    ),
)
CONTRACTS: Final = Fit(
    program="contracts",
    folder=Path(contract_network.__file__).parent,
    files=contract_network.FILES,
    rounds={"two": 1_500_000, "more": 300_000},
    steps=((contract_network.NETWORKS * contract_network.SIZE, contract_network.STEP),),
)
KINDS: Final = {"tables": TABLES, "networks": NETWORKS, "contracts": CONTRACTS}
"""In the order in which they are fitted: networks stand on tables."""


def main() -> int:
    """Fit what the command line names and write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=tuple(KINDS), help="all if none is named")
    parser.add_argument(
        "names", nargs="*", help="such as keilty_two, vegas_more, two; all of the kind if none is named"
    )
    parser.add_argument("--rounds", type=int, help="in place of the number that the files had")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    for kind in [KINDS[args.kind]] if args.kind else KINDS.values():
        unknown = set(args.names) - set(kind.files)
        if unknown:
            parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(kind.files)}")
        with tempfile.TemporaryDirectory() as scratch:
            program = kind.compiled(Path(scratch))
            for name in args.names or kind.files:
                rounds = args.rounds or kind.rounds[name]
                numbers = kind.fitted(program, name, rounds, args.seed, Path(scratch))
                (kind.folder / kind.files[name]).write_bytes(kind.packed(numbers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
