#!/usr/bin/env python3
"""Prints the table of docs/learning.md: points a round of random, learned and strong players over ``simple``.

python scripts/baseline.py keilty vegas

The learned player is that of docs/examples/learner.py, trained for each game before its match. Needs numpy. All
follows from the seed.
"""

import argparse
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet import players  # noqa: E402
from rummynet.rules import variety  # noqa: E402
from rummynet.rules.varieties import NAMES  # noqa: E402


def main() -> int:
    """Train and play, one game after the other."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=600, help="of each of the learner's turns")
    parser.add_argument("--turns", type=int, default=5, help="how often it plays and fits")
    parser.add_argument("--deals", type=int, default=200, help="of each match, played from both seats")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| game | `random` | learned | `strong` | training |\n|---|---|---|---|---|")
    for name in args.games or NAMES:
        game, began = variety(name), time.process_time()
        learned = learner().trained(game, args.rounds, args.turns, args.seed)
        minutes = (time.process_time() - began) / 60
        cells = []
        for one in ("random", learned, "strong"):
            # Other deals than those of the training, whose seeds are millions.
            match = players.arena([one, "simple"], game, games=args.deals, most_rounds=1, seed=args.seed)
            cells.append(lead(match))
        print(f"| {name} | {' | '.join(cells)} | {minutes:.1f} min |", flush=True)
    return 0


def learner() -> ModuleType:
    """The example of the page, which is no module of the package."""
    spec = spec_from_file_location("learner", ROOT / "docs" / "examples" / "learner.py")
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def lead(match: dict[str, Any]) -> str:
    """By how many points a round the first is above the second."""
    found = match["standings"][0]["over_last"]
    return f"{found['mean']:+.1f} ± {found['half_width']:.1f}"


if __name__ == "__main__":
    sys.exit(main())
