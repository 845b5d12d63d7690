"""Histories of simulated clusters, one for each seed (``tests/support/simulated_cluster.py``).

``simulate_cluster.py --seeds 100000 --jobs 2``; ``--from 4711 --seeds 1`` repeats one. Exit status 1 if one is broken.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.simulated_cluster import broken_by

SHOWN = 1000  # a line every 20 seconds or so on one core
"""Seeds between two lines that say how far it is."""


def main() -> int:
    """Run the seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.seeds)
    broken = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for done, seed, found in zip(count(1), seeds, pool.map(broken_by, seeds, chunksize=20), strict=False):
            if found is not None:
                broken += 1
                print(f"seed {seed}: {found}", flush=True)
            if done % SHOWN == 0:
                print(f"{done} of {args.seeds} seeds, {broken} broken", flush=True)
    print(f"{args.seeds} seeds, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
