"""How many hosts and databases a number of open tables needs, what it costs, and what is full first."""

from dataclasses import dataclass
from math import ceil

from rummynet_research.scale import figures as f

MONTH = 30 * 86400


@dataclass(frozen=True)
class Sizing:
    """What a number of tables, open at the busiest moment, needs."""

    tables: int
    actions: float
    """A second, at all tables together."""
    tables_per_host: int
    host_bound: str
    """What fills a host first."""
    hosts: int
    hosts_per_cell: int
    cell_bound: str
    """What fills a cell, one PostgreSQL with its hosts, first."""
    cells: int
    price: float
    """A month, in EUR: hosts, databases with a standby each, storage of finished games."""
    stored: float
    """Bytes of finished games, after the months that they are kept."""
    lost_with_host: float
    """Share of the tables that pause when a host dies."""
    lost_with_database: float
    """Share of the tables that pause while a standby takes over."""


def sizing(tables: int) -> Sizing:
    """The needs of *tables* open tables."""
    per_host, host_bound = _tables_per_host()
    per_cell, cell_bound = _hosts_per_cell(per_host)
    hosts = max(2, ceil(tables / per_host))  # one alone has nobody to take over from it
    cells = ceil(hosts / per_cell)
    actions = tables * f.PLAYED.value * f.ACTIONS.value
    stored = actions * f.PEAK_SHARE.value * MONTH * f.KEPT_MONTHS.value * f.TRANSCRIPT_BYTES.value
    price = hosts * f.HOST_PRICE.value + 2 * cells * f.DATABASE_PRICE.value + stored / 1e9 * f.STORE_PRICE.value
    return Sizing(
        tables, actions, per_host, host_bound, hosts, per_cell, cell_bound, cells, price, stored, 1 / hosts, 1 / cells
    )


def table_cpu() -> float:
    """Processor time of a host for one open table, seconds a second."""
    deals = 1 + f.DEAL_SHARE.value * (f.DEAL_COST.value - 1)
    return f.PLAYED.value * f.ACTIONS.value * (f.ACTION_CPU.value + f.SHARED_JOURNAL_CPU.value) * deals


def _tables_per_host() -> tuple[int, str]:
    bounds = {
        "processor": f.RESERVE.value / table_cpu(),
        "memory": (4 * f.GIB - f.HOST_MEMORY.value) / (f.TABLE_MEMORY.value * f.SEATS.value / 2),
        "the limit of tables": 5000,
    }
    return _least(bounds)


def _hosts_per_cell(tables: int) -> tuple[int, str]:
    """How many hosts of *tables* tables one database carries, half of its processor time in reserve."""
    actions = tables * f.PLAYED.value * f.ACTIONS.value
    commits = min(actions, 1 / f.COMMIT_WAIT.value)  # a host has one commit on its way and gathers meanwhile
    changes = tables * f.LOBBY_CHANGES.value
    bounds = {
        "commits": f.DATABASE_CORES.value / 2 / (commits * f.COMMIT_CPU.value + actions * f.ROW_CPU.value),
        "write-ahead log": f.WAL_RATE.value / (actions * f.WAL_BYTES.value),
        # each change is told to every host: hosts² × changes × cost
        "notifications": (f.DATABASE_CORES.value / 4 / (changes * f.NOTIFY_CPU.value)) ** 0.5,
        "the list of the lobby": f.BACKLOG.value / changes,
    }
    return _least(bounds)


def _least(bounds: dict[str, float]) -> tuple[int, str]:
    name = min(bounds, key=lambda one: bounds[one])
    return max(1, int(bounds[name])), name
