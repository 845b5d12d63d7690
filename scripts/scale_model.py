#!/usr/bin/env python3
"""What many more tables than one machine carries would need: docs/scale.md is made from this.

python scripts/scale_model.py                        figures, sizes and costs for 10³, 10⁵ and 10⁷ tables, as JSON
python scripts/scale_model.py day --seconds 60       the busiest day of one cell, simulated; a few minutes
"""

import argparse
import json
import random
import secrets
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from scale import figures
from scale.busy_day import PROFILE, simulate
from scale.sizing import sizing

TABLES = (1_000, 100_000, 10_000_000)


def main() -> int:
    """Print the sizes, or the day."""
    parser = argparse.ArgumentParser(description="What many tables would need.")
    parser.add_argument("what", nargs="?", choices=("sizes", "day"), default="sizes")
    parser.add_argument("--hosts", type=int, default=8, help="hosts of the simulated cell")
    parser.add_argument("--tables", type=int, default=sizing(TABLES[0]).tables_per_host, help="tables of each of them")
    parser.add_argument("--seconds", type=float, default=60, help="of each hour that are simulated")
    parser.add_argument("--seed", type=int, default=None, help="repeats a day")
    parser.add_argument("--no-death", action="store_true", help="no host dies in the busiest hour")
    given = parser.parse_args()
    if given.what == "sizes":
        told: object = {"figures": [asdict(one) for one in figures.ALL], "sizes": [asdict(sizing(n)) for n in TABLES]}
    else:
        seed = secrets.randbits(32) if given.seed is None else given.seed
        dies = None if given.no_death else PROFILE.index(max(PROFILE))
        day = simulate(random.Random(seed), given.hosts, given.tables, given.seconds, dies)
        told = {"seed": seed, "hosts": given.hosts, "tables": given.tables, "hours": [asdict(hour) for hour in day]}
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
