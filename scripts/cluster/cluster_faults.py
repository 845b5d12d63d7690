"""Three hosts of one cluster and the faults that ``scripts/chaos --cluster`` causes to them and to their database.

The clocks of the hosts are minutes apart all the while. Faults that this machine does not permit are left out, and
named in the figures.
"""

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cluster import patroni_servers
from cluster.host_networks import DATABASE, PLAYERS, HostNetworks, why_no_networks
from cluster.patroni_servers import PatroniServers
from cluster.patroni_servers import patroni_servers as running_patroni
from cluster.small_disk import fill, make_room, small_disk, why_no_disk

from rummynet.host.cluster.cluster_seat import ID_FILE
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.postgres.postgres_journal import open_for_upkeep
from rummynet.keyfile import identity_folder
from tests.support.free_port import free_port
from tests.support.postgres import PostgresServer, running_server

HOSTS: Final = 3
KEY: Final = "5a" * 32
CLOCKS: Final = (0, 300, -420)
"""By how many seconds the clocks of the hosts are off."""
FAULTS: Final = {
    "kill a host": 4,
    "stop a host": 4,
    "end a host": 1,
    "restart the database": 1,
    "kill the database": 2,
    "cut a host from the database": 4,
    "fill the database's disk": 2,
    "lose a host's transcripts": 2,
}
"""With their weights."""
STILL_SECONDS: Final = 60.0
"""A table at which nothing is acknowledged for so long after a fault stands still."""
CALM_SECONDS: Final = 20.0
"""Before the first fault: how long tables pause without any."""
DISK_SETTINGS: Final = {"max_wal_size": "64MB", "min_wal_size": "32MB"}
NETWORK: Final = "198.18.0.0/15"
SCRIPTS: Final = Path(__file__).parents[1]


@dataclass
class Place:
    """Where the cluster runs: its database, the disk of that and the hosts' networks, as far as they can be made."""

    server: PostgresServer | PatroniServers
    networks: HostNetworks | None
    disk: Path | None
    left_out: dict[str, str]
    """By fault that is not permitted here why."""
    faults: dict[str, int] = field(default_factory=lambda: FAULTS)
    """With their weights."""


@contextmanager
def patroni_place(programs: Path, *, synchronous: bool) -> Iterator[Place]:
    """Networks and two servers under Patroni, whose programs are in this folder; all are removed."""
    if (why := why_no_networks()) is not None:
        raise SystemExit(f"no servers under Patroni can be tried here: {why}")
    networks = HostNetworks(HOSTS + patroni_servers.SERVERS)
    try:
        networks.make()
        with running_patroni(programs, networks, HOSTS, synchronous=synchronous) as servers:
            yield Place(servers, networks, None, {}, patroni_servers.FAULTS)
    finally:
        networks.remove()


@contextmanager
def place() -> Iterator[Place]:
    """Networks, disk and a server; all are removed."""
    with ExitStack() as made:
        left_out, networks, disk = dict[str, str](), None, None
        if (why := why_no_networks()) is None:
            networks = HostNetworks(HOSTS)
            made.callback(networks.remove)
            networks.make()
        else:
            left_out["cut a host from the database"] = why
        if (why := why_no_disk()) is None:
            disk = made.enter_context(small_disk())
        else:
            left_out["fill the database's disk"] = why
        settings = dict(DISK_SETTINGS)
        if networks is not None:
            settings["listen_addresses"] = f"127.0.0.1,{networks.address(DATABASE)}"
        allowed = (NETWORK,) if networks is not None else ()
        server = made.enter_context(running_server(durable=True, within=disk, networks=allowed, **settings))
        yield Place(server, networks, disk, left_out)


@dataclass
class Pauses:
    """How long each table waited from one acknowledged action to the next."""

    last: dict[int, float] = field(default_factory=dict)
    """By table when an action was acknowledged last."""
    made: list[tuple[float, float]] = field(default_factory=list)
    """When a pause ended, and its seconds."""

    def acknowledged(self, table: int) -> None:
        """An action was acknowledged at this table."""
        now = time.monotonic()
        if table in self.last:
            self.made.append((now, now - self.last[table]))
        self.last[table] = now

    def longest(self, start: float, end: float) -> float:
        """The longest pause that ended within this time."""
        return max((seconds for at, seconds in self.made if start <= at < end), default=0.0)


class ClusterHosts:
    """The hosts' processes, each with its own data, address and clock, and one database."""

    def __init__(self, folder: Path, at: Place, *more: str) -> None:
        """*more*: further words for each host."""
        self.more, self.clocks = more, list(CLOCKS)
        self.place, self.server, self.url = at, at.server, at.server.database()
        self.folders = [folder / f"host-{number}" for number in range(HOSTS)]
        networks = at.networks
        hosts = ["127.0.0.1" if networks is None else networks.address(PLAYERS, one) for one in range(HOSTS)]
        self.addresses = [(host, free_port()) for host in hosts]
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

    def words(self, number: int) -> list[str]:
        """What stands before a command that runs on a host's machine."""
        return [] if self.place.networks is None else self.place.networks.words(number)

    def url_of(self, number: int) -> str:
        """The database as a host's machine reaches it."""
        networks = self.place.networks
        own = "" if networks is None else f"@{networks.address(DATABASE)}:"
        return self.url.replace("@127.0.0.1:", own) if own else self.url

    async def _launch(self, number: int) -> asyncio.subprocess.Process:
        data, (host, port) = self.folders[number], self.addresses[number]
        words = [
            *self.words(number),
            sys.executable,
            str(SCRIPTS / "networks" / "shifted_clock.py"),
            str(self.clocks[number]),
        ]
        words += ["host", "--bind", host, "--port", str(port), "--data", str(data), "--no-announce"]
        words += ["--name", "cluster", *self.more, "--journal", self.url_of(number)]
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
        with suppress(ProcessLookupError):
            process.send_signal(how)  # 0 is none: it ends by itself
        await process.wait()
        await asyncio.sleep(seconds)
        self.processes[number] = await self._launch(number)

    async def stop(self, number: int, seconds: float) -> None:
        """Stop a host for a while: it goes on where it was, though others may have taken its tables."""
        self.processes[number].send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.processes[number].send_signal(signal.SIGCONT)

    async def cut(self, number: int, seconds: float) -> None:
        """Lose every packet between a host and the database for a while."""
        assert self.place.networks is not None
        self.place.networks.cut(number)
        await asyncio.sleep(seconds)
        self.place.networks.mend(number)

    async def fill_disk(self, server: PostgresServer, seconds: float) -> None:
        """Leave the database no room for a while. A server that ended of it is started again."""
        assert self.place.disk is not None
        await asyncio.to_thread(fill, self.place.disk)
        await asyncio.sleep(seconds)
        make_room(self.place.disk)
        await asyncio.sleep(1)
        if server.process is not None and server.process.poll() is not None:
            await asyncio.to_thread(server.start)

    def lines(self, text: str) -> int:
        """How many lines of the hosts' logs have this text."""
        return sum((data / "host.log").read_text().count(text) for data in self.folders)

    async def kill(self) -> None:
        """Kill all."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def cause_faults(
    hosts: ClusterHosts, pauses: Pauses, count: int, wanted: str, chance: random.Random
) -> dict[str, Any]:
    """Cause so many faults with this text in their names, each when all tables have gone on; return the figures."""
    calm, stuck, began = time.monotonic(), 0, list[tuple[float, str]]()
    await asyncio.sleep(CALM_SECONDS)
    allowed = {
        one: weight for one, weight in hosts.place.faults.items() if wanted in one and one not in hosts.place.left_out
    }
    for number in range(count):
        await asyncio.sleep(chance.uniform(0.2, 2.5))
        fault = chance.choices(list(allowed), list(allowed.values()))[0]
        began.append((time.monotonic(), fault))
        await cause_fault(hosts, fault, chance)
        stuck += await _wait_for_all(pauses.last)
        seconds = pauses.longest(began[-1][0], time.monotonic())
        print(f"{number + 1} faults, {fault}: {seconds:.1f} s", file=sys.stderr, flush=True)
    times = [at for at, _ in began] + [time.monotonic()]
    stalls: defaultdict[str, list[float]] = defaultdict(list)
    for (at, fault), end in zip(began, times[1:], strict=True):
        stalls[fault].append(pauses.longest(at, end))
    return {
        "faults": {fault: len(seconds) for fault, seconds in stalls.items()},
        "faults_left_out": hosts.place.left_out,
        "seconds_of_the_longest_pause_without_faults": round(pauses.longest(calm, began[0][0]), 1) if began else None,
        "seconds_of_the_longest_stall": {fault: round(max(seconds), 1) for fault, seconds in stalls.items()},
        "seconds_of_the_median_stall": {
            fault: round(sorted(seconds)[len(seconds) // 2], 1) for fault, seconds in stalls.items()
        },
        "promotions": hosts.server.promotions if isinstance(hosts.server, PatroniServers) else 0,
        "tables_that_stood_still": stuck,
        "takeovers": sum(token - 1 for (token,) in hosts.server.run("SELECT token FROM leases", hosts.url)),
        "lines_of_hosts": {
            text: hosts.lines(text)
            for text in ("another host has taken a table over", "the database cannot be used", "make room on the disk")
        },
    }


async def cause_fault(hosts: ClusterHosts, fault: str, chance: random.Random) -> None:
    """One fault; what ends is started again, at the latest after some seconds."""
    if isinstance(hosts.server, PatroniServers):
        await asyncio.to_thread(hosts.server.cause, fault, chance)
        return
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
        case "cut a host from the database":
            await hosts.cut(number, chance.choice((1.0, chance.uniform(3, 8), chance.uniform(10, 30))))
        case "lose a host's transcripts":
            # The next game that begins there ends the host; one without tables would not notice.
            owner = str(hosts.server.run("SELECT owner FROM leases", hosts.url)[0][0])
            ids = [(data / "host" / ID_FILE).read_text().strip() for data in hosts.folders]
            folder = hosts.folders[ids.index(owner)]
            (folder / "host/transcripts").rename(folder / f"transcripts-{time.monotonic_ns()}")
            await hosts.again(ids.index(owner), chance.uniform(0, 3), 0)
        case "fill the database's disk":
            await hosts.fill_disk(hosts.server, chance.uniform(1, 8))


async def _wait_for_all(last_action: dict[int, float]) -> int:
    """Wait for another action at each table; how many had none."""
    before, until = dict(last_action), time.monotonic() + STILL_SECONDS
    while (still := [one for one in before if last_action[one] == before[one]]) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    for table in still:
        print(f"table {table} stands still since {time.monotonic() - before[table]:.0f} s", file=sys.stderr)
    return len(still)
