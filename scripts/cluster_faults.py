"""Three hosts of one cluster and the faults that ``scripts/chaos --cluster`` causes to them and to their database."""

import asyncio
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rummynet.host.storage.journal import Journal
from rummynet.host.storage.postgres.postgres_journal import open_for_upkeep
from rummynet.keyfile import identity_folder
from tests.support.postgres import PostgresServer

HOSTS: Final = 3
KEY: Final = "5a" * 32
FAULTS: Final = ("kill a host", "stop a host", "end a host", "restart the database", "kill the database")
WEIGHTS: Final = (4, 4, 1, 1, 2)
STILL_SECONDS: Final = 60.0
"""A table at which nothing is acknowledged for so long after a fault stands still."""


class ClusterHosts:
    """The hosts' processes, each with its own data and port, and one database."""

    def __init__(self, folder: Path, server: PostgresServer) -> None:
        self.server, self.url = server, server.database()
        self.folders = [folder / f"host-{number}" for number in range(HOSTS)]
        self.ports = [_free_port() for _ in self.folders]
        self.processes: list[asyncio.subprocess.Process] = []
        for data in self.folders:
            data.mkdir(mode=0o700)
            path = identity_folder(data) / "host.key"
            path.write_text(KEY + "\n")
            path.chmod(0o600)

    def open_journal(self) -> Journal:
        """The journal as it is now, for reading."""
        return open_for_upkeep(self.url, bytes.fromhex(KEY), read_only=True)

    async def start(self) -> None:
        """Start all hosts."""
        for number in range(HOSTS):
            self.processes.append(await self._launch(number))

    async def _launch(self, number: int) -> asyncio.subprocess.Process:
        data = self.folders[number]
        words = [sys.executable, "-m", "rummynet", "host", "--bind", "127.0.0.1", "--port", str(self.ports[number])]
        words += ["--data", str(data), "--no-announce", "--journal", self.url, "--name", "cluster"]
        with (data / "host.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=log)
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), 120)
        if not line.startswith(b"listening"):
            raise SystemExit(f"a host did not come back: see {data / 'host.log'}")
        return process

    async def again(self, number: int, seconds: float, how: int) -> None:
        """End a host in this way, and start it again after a while."""
        process = self.processes[number]
        process.send_signal(how)
        await process.wait()
        await asyncio.sleep(seconds)
        self.processes[number] = await self._launch(number)

    async def stop(self, number: int, seconds: float) -> None:
        """Stop a host for a while: it goes on where it was, though others may have taken its tables."""
        self.processes[number].send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.processes[number].send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """Kill all."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def cause_faults(
    hosts: ClusterHosts, last_action: dict[int, float], count: int, chance: random.Random
) -> dict[str, Any]:
    """Cause so many faults, each when all tables have gone on after the one before; return the figures.

    *last_action*: by table when an action was acknowledged last, kept by others.
    """
    done: Counter[str] = Counter()
    stalls: list[float] = []
    stuck = 0
    for number in range(count):
        await asyncio.sleep(chance.uniform(0.2, 2.5))
        fault = chance.choices(FAULTS, WEIGHTS)[0]
        began = time.monotonic()
        await _cause(hosts, fault, chance)
        done[fault] += 1
        stall, still = await _wait_for_all(last_action, began)
        stalls.append(stall)
        stuck += still
        print(f"{number + 1} faults, {fault}: {stall:.1f} s", file=sys.stderr, end="   \r")
    return {
        "faults": dict(done),
        "seconds_of_the_longest_stall": round(max(stalls, default=0.0), 1),
        "seconds_of_the_median_stall": round(sorted(stalls)[len(stalls) // 2], 1) if stalls else 0.0,
        "tables_that_stood_still": stuck,
        "takeovers": sum(token - 1 for (token,) in hosts.server.run("SELECT token FROM leases", hosts.url)),
    }


async def _cause(hosts: ClusterHosts, fault: str, chance: random.Random) -> None:
    """One fault; what ends is started again, at the latest after some seconds."""
    number = chance.randrange(HOSTS)
    match fault:
        case "kill a host":
            await hosts.again(number, chance.uniform(0, 6), signal.SIGKILL)
        case "stop a host":
            await hosts.stop(number, chance.choice((1.0, chance.uniform(3, 6), 8.0)))
        case "end a host":
            await hosts.again(number, chance.uniform(0, 3), signal.SIGTERM)
        case "restart the database":
            await asyncio.to_thread(hosts.server.stop, signal.SIGINT)
            await asyncio.sleep(chance.uniform(0, 2))
            await asyncio.to_thread(hosts.server.start)
        case "kill the database":
            await asyncio.to_thread(hosts.server.kill)
            await asyncio.sleep(chance.uniform(0, 4))
            await asyncio.to_thread(hosts.server.start)


async def _wait_for_all(last_action: dict[int, float], began: float) -> tuple[float, int]:
    """Wait for an action at each table since then: the longest time that one took, and how many had none."""
    before = dict(last_action)
    firsts: dict[int, float] = {}
    while len(firsts) < len(before) and time.monotonic() < began + STILL_SECONDS:
        for table, at in last_action.items():
            if table in before and at > max(before[table], began):
                firsts.setdefault(table, at)
        await asyncio.sleep(0.05)
    for table in sorted(before.keys() - firsts.keys()):
        print(f"table {table} stands still since {time.monotonic() - before[table]:.0f} s", file=sys.stderr)
    return max((at - began for at in firsts.values()), default=0.0), len(before) - len(firsts)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
