"""The busiest day of one cell, as a discrete-event model: how long an action waits until it is acknowledged.

Each host is one process: it handles one action after another, and its one writer commits all that waits as one
transaction (``rummynet/host/storage/journal_writer.py``). The database has as many workers as cores; a commit takes its
wait, and longer when it has to queue for a worker. People act at each table at random times (a Poisson process), as
many tables as the hour has. Deals are actions that take longer. In the busiest hour one host dies; its tables go on
at the others after a while, and all their people act as soon as they can.
"""

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import simpy

from rummynet_research.scale import figures as f
from rummynet_research.scale.sizing import table_cpu

PROFILE = (5, 3, 2, 1, 1, 1, 2, 4, 7, 10, 13, 16, 20, 22, 25, 28, 32, 40, 55, 75, 95, 100, 80, 35)
"""Open tables in each hour of the day, of a hundred at the busiest; assumed."""
SPREAD = 0.6
"""Sigma of the lognormal times of service: garbage, timers, neighbours on the machine; assumed."""
STALL_SECONDS = 6.1
"""From a host's death until its tables go on: the lease, and journals read; measured, docs/hardening.md."""


@dataclass(frozen=True)
class Hour:
    """What was seen in one hour."""

    hour: int
    actions: int
    busy: float
    """Share of its time that a host's process works, middle of all."""
    median: float
    """Seconds from an action's arrival to its acknowledgement."""
    p99: float
    longest: float


class _Host:
    """One process: a queue of actions, and a writer that commits what is done."""

    def __init__(self, cell: "_Cell", number: int) -> None:
        self.cell, self.number = cell, number
        self.alive = True
        self.handled: list[float] = []
        self.wakes: simpy.Event = cell.env.event()
        self.processor = simpy.Resource(cell.env, 1)
        self.worked = 0.0
        cell.env.process(self._write())

    def act(self, arrived: float) -> Generator[Any, Any, None]:
        with self.processor.request() as turn:
            yield turn
            cost = self.cell.service(f.ACTION_CPU.value + f.SHARED_JOURNAL_CPU.value)
            if self.cell.chance.random() < f.DEAL_SHARE.value:
                cost *= f.DEAL_COST.value
            self.worked += cost
            yield self.cell.env.timeout(cost)
        self.handled.append(arrived)
        if not self.wakes.triggered:
            self.wakes.succeed()

    def _write(self) -> Generator[Any, Any, None]:
        env = self.cell.env
        while True:
            if not self.handled:
                self.wakes = env.event()
                yield self.wakes
            group, self.handled = self.handled, []
            with self.cell.database.request() as worker:
                yield worker
                work = f.COMMIT_CPU.value + len(group) * f.ROW_CPU.value
                yield env.timeout(self.cell.service(work))
            yield env.timeout(self.cell.service(f.COMMIT_WAIT.value - f.COMMIT_CPU.value))
            self.cell.waits += [env.now - arrived for arrived in group]


class _Cell:
    def __init__(self, chance: random.Random, hosts: int) -> None:
        self.env = simpy.Environment()
        self.chance = chance
        self.waits: list[float] = []
        self.database = simpy.Resource(self.env, int(f.DATABASE_CORES.value))
        self.hosts = [_Host(self, number) for number in range(hosts)]

    def service(self, mean: float) -> float:
        """A time of service with this *mean*, in seconds."""
        return mean * self.chance.lognormvariate(-SPREAD * SPREAD / 2, SPREAD)

    def people(self, host: _Host, tables: float, seconds: float) -> Generator[Any, Any, None]:
        """Actions at the tables of one host, until it dies."""
        rate = tables * f.PLAYED.value * f.ACTIONS.value
        while self.env.now < seconds and host.alive:
            yield self.env.timeout(self.chance.expovariate(rate))
            if host.alive:
                self.env.process(host.act(self.env.now))

    def failure(self, tables: float, at: float, seconds: float) -> Generator[Any, Any, None]:
        """The first host dies at *at*; after the lease the others have its tables, and what people wanted to do."""
        yield self.env.timeout(at)
        dead, *others = self.hosts
        dead.alive = False
        yield self.env.timeout(STALL_SECONDS)
        for other in others:
            share = tables / len(others)
            for _ in range(int(share * f.PLAYED.value * min(1.0, f.ACTIONS.value * STALL_SECONDS))):
                self.env.process(other.act(at + self.chance.uniform(0, STALL_SECONDS)))
            self.env.process(self.people(other, share, seconds))


def simulate(
    chance: random.Random, hosts: int, tables_per_host: int, seconds: float, dies_in: int | None = None
) -> list[Hour]:
    """The day, *seconds* of each hour. In hour *dies_in* a host dies a third of the way through.

    Raises ValueError for a cell whose processors cannot do the work even without chance.
    """
    if tables_per_host * table_cpu() >= 1:
        raise ValueError(f"{tables_per_host} tables are more than one process can serve")
    return [_hour(chance, hosts, tables_per_host, seconds, hour, hour == dies_in) for hour in range(len(PROFILE))]


def _hour(chance: random.Random, hosts: int, most: int, seconds: float, hour: int, dies: bool) -> Hour:
    cell = _Cell(chance, hosts)
    tables = most * PROFILE[hour] / max(PROFILE)
    for host in cell.hosts:
        cell.env.process(cell.people(host, tables, seconds))
    if dies:
        cell.env.process(cell.failure(tables, seconds / 3, seconds))
    cell.env.run(seconds + 60)  # what waits is finished
    waits = sorted(cell.waits)
    busy = sorted(host.worked / seconds for host in cell.hosts)[hosts // 2]
    return Hour(hour, len(waits), busy, waits[len(waits) // 2], waits[len(waits) * 99 // 100], waits[-1])
