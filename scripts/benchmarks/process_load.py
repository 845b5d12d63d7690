"""``host --processes N`` beside ``--processes 1``, in turn, on PostgreSQL or on files. See ``bench.py processes``.

Tables are spread evenly over the processes, and play as fast as they are answered. One process plays all seats, and
the database runs on the same machine: what is measured is what this machine does in all, so the processor time of each
part is given as well. With a quota each host process gets that part of a processor of its own, and the players what is
left: then the rates compare as they would with the players elsewhere, if each quota was used up.
"""

import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvloop

from benchmarks.lean_client import LeanPlayers
from benchmarks.load import LIMITS, LONG_TARGET, ROOT, STARTING_SECONDS, check_refusals, connect_player
from benchmarks.processes import Process
from benchmarks.quota import processors, why_not
from rummynet.rules.varieties import variety
from rummynet_protocol.wire.address import ServerAddress, read_server_address
from tests.support.postgres import PostgresServer, running_server

TURNS: Final = 3
"""How often each number of processes is measured; the middle one is given."""
OPENING_PAUSE: Final = 0.3
"""Seconds until hosts know of each other's new tables: those of one that seems to have more are opened elsewhere."""
SETTLING_SECONDS: Final = 1.0
"""Between the deal, or a new quota, and what is counted."""
ACCOUNTS: Final = ("hosts", "busiest", "database", "players")
"""``busiest`` is the one host process that bounds the rate where each has a processor to itself."""


def measure(
    tables: int, processes: int, seconds: float, *, in_files: bool, quota: float | None
) -> dict[str, Any] | str:
    """Moves a second and processor time for a move, by the number of processes, and their ratio; or why there is none.

    *in_files*: without a database; each process has its own journal. *quota*: of a processor, for each host process.
    """
    if quota is not None and (reason := why_not()):
        return reason
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found: dict[int, list[dict[str, float]]] = {1: [], processes: []}
    for _ in range(TURNS):
        for count, figures in found.items():
            database = nullcontext() if in_files else running_server(durable=True)
            with database as server, tempfile.TemporaryDirectory() as folder:
                with _hosts(Path(folder), count, tables, server) as hosts:
                    figures.append(uvloop.run(_play(hosts, tables, seconds, quota)))
    middle = {
        count: sorted(figures, key=lambda one: one["moves_per_second"])[len(figures) // 2]
        for count, figures in found.items()
    }
    rates = {count: [one["moves_per_second"] for one in figures] for count, figures in found.items()}
    return {
        "tables": tables,
        "processors": os.cpu_count(),
        "quota": quota,
        "load_of_the_machine": round(os.getloadavg()[0], 1),
        "by_processes": middle,
        "moves_per_second_of_each_turn": rates,
        "ratio_of_the_middle_rates": round(statistics.median(rates[processes]) / statistics.median(rates[1]), 2),
        "ratio_of_each_turn": [round(two / one, 2) for one, two in zip(rates[1], rates[processes], strict=True)],
    }


@dataclass
class Hosts:
    """Running hosts: where each is, and the processes of each account."""

    addresses: list[ServerAddress]
    supervisor: int
    server: int | None
    """The database; None where there is none."""

    @property
    def processes(self) -> list[int]:
        """The host processes."""
        return _children(self.supervisor)

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time so far."""
        return {
            "hosts": sum(Process(one).usage().cpu for one in self.processes),
            "busiest": max(Process(one).usage().cpu for one in self.processes),
            "database": sum(Process(one).usage().cpu for one in _children(self.server)) if self.server else 0.0,
            "players": Process(os.getpid()).usage().cpu,
        }


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def _hosts(folder: Path, count: int, tables: int, server: PostgresServer | None) -> Iterator[Hosts]:
    (folder / "host.toml").write_text(LIMITS.format(tables=max(tables, 200)))
    words = [sys.executable, "-m", "rummynet", "host", "--processes", str(count), "--bind", "127.0.0.1", "--port", "0"]
    words += ["--data", str(folder), "--no-announce", "--name", "bench", "--config", str(folder / "host.toml")]
    with (folder / "host.log").open("wb") as log:
        line = [*words, "--journal", server.database()] if server is not None else words
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        words = process.stdout.readline().split()
        if not words:
            raise RuntimeError((folder / "host.log").read_text())
        addresses = [read_server_address(f"{words[1]}/process-{number}") for number in range(1, count + 1)]
        yield Hosts(addresses, process.pid, None if server is None or server.process is None else server.process.pid)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


async def _play(hosts: Hosts, tables: int, seconds: float, quota: float | None) -> dict[str, float]:
    game = variety("keilty")
    players = [LeanPlayers(game, {"target": LONG_TARGET}, 2, lambda: 0.0) for _ in range(tables)]
    await asyncio.sleep(2)  # each host reads who the others are
    for first in range(0, tables, len(hosts.addresses)):
        some = players[first : first + len(hosts.addresses)]
        await asyncio.gather(
            *(one.join(lambda make, where=where: connect_player(where[:2], make, where[2]))  # type: ignore[misc]
              for one, where in zip(some, hosts.addresses, strict=False))
        )  # fmt: skip
        if len(hosts.addresses) > 1:
            await asyncio.sleep(OPENING_PAUSE)
    begun = time.monotonic()
    while not all(one.table.is_dealt for one in players):
        await asyncio.sleep(0.1)
        check_refusals(players)
        if time.monotonic() - begun > STARTING_SECONDS:
            raise RuntimeError("not all tables have been dealt their cards in time")
    with nullcontext() if quota is None else processors(hosts.processes, quota):
        await asyncio.sleep(SETTLING_SECONDS)
        before, began = hosts.cpu(), time.monotonic()
        count = sum(one.table.acts for one in players)
        await asyncio.sleep(seconds)
        check_refusals(players)
        count, spent, after = sum(one.table.acts for one in players) - count, time.monotonic() - began, hosts.cpu()
    for one in players:
        one.close()
    figures = {f"cpu_us_per_move_{name}": round(1e6 * (after[name] - before[name]) / count, 1) for name in ACCOUNTS}
    if quota is not None:
        figures["part_of_the_quota_used"] = round(
            (after["hosts"] - before["hosts"]) / spent / quota / len(hosts.processes), 2
        )
    return {"moves_per_second": round(count / spent, 1), **figures}
