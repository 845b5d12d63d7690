"""What many more tables than one machine carries would need (research/SCALE.md, whose tables these are).

python -m rummynet_research.scale                        figures, and sizes and costs for 10³, 10⁵ and 10⁷ tables
python -m rummynet_research.scale day --seconds 60       the busiest day of one cell, simulated; a few minutes
"""

import argparse
import json
import random
import secrets
import sys
from dataclasses import asdict

from rummynet_research.scale import figures
from rummynet_research.scale.busy_day import PROFILE, simulate
from rummynet_research.scale.sizing import sizing


def sizes() -> str:
    """What the model says of three sizes, as the table of the page."""
    three = [sizing(10**power) for power in (3, 5, 7)]
    rows = [
        ["", "10³", "10⁵", "10⁷"],
        ["---"] * 4,
        ["tables open at the busiest moment", *(f"{one.tables:,}" for one in three)],
        ["actions a second", *(f"{one.actions:,.0f}" for one in three)],
        ["tables of a host, bound by", *(f"{one.tables_per_host:,}, {one.host_bound}" for one in three)],
        ["hosts, at least two", *(f"{one.hosts:,}" for one in three)],
        ["hosts of a cell, bound by", *(f"{one.hosts_per_cell}, {one.cell_bound}" for one in three)],
        ["cells", *(f"{one.cells:,}" for one in three)],
        ["finished games kept", *(f"{one.stored / 1e12:,.1f} TB" for one in three)],
        ["a month, EUR", *(f"{one.price:,.0f}" for one in three)],
        ["tables that a dead host stops", *(f"{one.lost_with_host:.2%}" for one in three)],
        ["tables that a dead database stops", *(f"{one.lost_with_database:.2%}" for one in three)],
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> int:
    """Print the sizes, or the day."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("sizes", "day"), default="sizes")
    parser.add_argument("--hosts", type=int, default=8, help="hosts of the simulated cell")
    parser.add_argument("--tables", type=int, default=sizing(1000).tables_per_host, help="tables of each of them")
    parser.add_argument("--seconds", type=float, default=60, help="of each hour that are simulated")
    parser.add_argument("--seed", type=int, default=None, help="repeats a day")
    parser.add_argument("--no-death", action="store_true", help="no host dies in the busiest hour")
    given = parser.parse_args()
    if given.what == "sizes":
        for one in figures.ALL:
            print(f"{one.name}: {one.value:.3g} {one.unit} ({one.source}; {one.where})")
        print(f"\n{sizes()}")
        return 0
    seed = secrets.randbits(32) if given.seed is None else given.seed
    dies = None if given.no_death else PROFILE.index(max(PROFILE))
    day = simulate(random.Random(seed), given.hosts, given.tables, given.seconds, dies)
    told = {"seed": seed, "hosts": given.hosts, "tables": given.tables, "hours": [asdict(hour) for hour in day]}
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
