"""The figures that the model stands on, each measured by a command of this project or assumed, and where it is from."""

from dataclasses import dataclass
from typing import Literal

KIB = 1024
GIB = 1024**3


@dataclass(frozen=True)
class Figure:
    """One input of the model."""

    name: str
    value: float
    unit: str
    source: Literal["measured", "assumed"]
    where: str
    """The page with the measurement, or the reason for an assumption."""


LOAD = "docs/performance.md: `scripts/bench.py load`"

ACTION_CPU = Figure(
    "a host's processor time for an action at people's pace, pings of its players included",
    2.15e-3,
    "s",
    "measured",
    f"{LOAD} --tables 500 --rate 0.3",
)
SHARED_JOURNAL_CPU = Figure(
    "what an action costs a host more with PostgreSQL than with a file",
    170e-6,
    "s",
    "measured",
    "docs/performance.md: `scripts/bench.py journals`, groups of ten",
)
TABLE_MEMORY = Figure("memory for a joined table of two", 143 * KIB, "bytes", "measured", f"{LOAD} --tables 500")
HOST_MEMORY = Figure("memory of a host without tables", 75e6, "bytes", "assumed", "a Python process with Twisted")
TRANSCRIPT_BYTES = Figure(
    "compressed transcript for an entry of a log", 254, "bytes", "measured", "docs/host.md, 'Size': 1,638 entries"
)
DEAL_SHARE = Figure("actions that are followed by a shuffle and a deal", 0.02, "", "assumed", "a round has some fifty")
DEAL_COST = Figure(
    "such an action costs so many times as much", 12, "", "assumed", "messages, signatures and rows of a ceremony"
)
COMMIT_CPU = Figure(
    "processor time of PostgreSQL for a commit", 0.8e-3, "s", "measured", "the same: groups of one, ten, a hundred"
)
ROW_CPU = Figure("and for each action in it", 36e-6, "s", "measured", "the same")
COMMIT_WAIT = Figure("a commit, from the host and back", 7.3e-3, "s", "measured", "the same, groups of ten")
WAL_BYTES = Figure("write-ahead log for an action", 1050, "bytes", "measured", "the same")
NOTIFY_CPU = Figure("PostgreSQL's processor time to notify one listener once", 50e-6, "s", "assumed", "a small message")

ACTIONS = Figure(
    "actions a second at a table that is played at",
    0.3,
    "1/s",
    "assumed",
    "a turn of ten seconds has a draw, now and then a meld, and a throw",
)
SEATS = Figure(
    "connections at a table", 3.5, "", "assumed", "three players and, at every second table, one who watches"
)
PLAYED = Figure("tables at which somebody plays, of those open", 0.7, "", "assumed", "the others wait or pause")
EVENING = Figure("a table is open", 5400, "s", "assumed", "an evening's game")
LOBBY_CHANGES = Figure(
    "changes of the lobby by a table", 12 / 5400, "1/s", "assumed", "opened, each seat, ready, begun, over, closed"
)
RESERVE = Figure(
    "share of a core that a host is given to do", 0.5, "", "assumed", "the other half is for a dead neighbour"
)
DATABASE_CORES = Figure("cores of a database machine", 8, "", "assumed", "")
WAL_RATE = Figure("write-ahead log that a standby follows", 50e6, "bytes/s", "assumed", "one gigabit link, half used")
BACKLOG = Figure(
    "tables that one listener can be told of", 2000, "1/s", "assumed", "a lobby longer than that is not read"
)
HOST_PRICE = Figure("a host's core with 4 GiB, a month", 12, "EUR", "assumed", "rented, late 2026")
DATABASE_PRICE = Figure(
    "a database machine, a month", 220, "EUR", "assumed", "8 cores, 32 GiB, fast disks; twice: standby"
)
STORE_PRICE = Figure("object storage, a GB and month", 0.02, "EUR", "assumed", "")
KEPT_MONTHS = Figure("months that finished games are kept", 12, "", "assumed", "")
PEAK_SHARE = Figure(
    "tables open on average, of those at the busiest moment", 0.3, "", "assumed", "the profile of the day below"
)

ALL = tuple(value for value in tuple(globals().values()) if isinstance(value, Figure))
