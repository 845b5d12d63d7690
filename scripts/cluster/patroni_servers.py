"""Two PostgreSQL servers under Patroni, for ``scripts/chaos --cluster --patroni``: a primary and its standby.

Each is a machine in a network namespace, with one cable to the hosts and one to the other server and to etcd, where
Patroni keeps its lock. Needs root, ``etcd``, and the programs of ``patroni[etcd3,psycopg3]`` in a folder that the user
``postgres`` can read. With Patroni's own Raft, which needs no etcd, both servers stood still in the 59th failover.
"""

import os
import pwd
import random
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

from cluster.host_networks import DATABASE, PLAYERS, HostNetworks

from tests.support.postgres import PASSWORD, USER, binaries

R = TypeVar("R")
SERVERS: Final = 2
FAULTS: Final = {
    "kill the primary's PostgreSQL": 3,
    "kill the primary's machine": 3,
    "stop the primary's machine": 3,
    "cut the primary from the standby": 3,
    "cut the primary from everybody": 2,
    "cut the primary from the standby, its Patroni stopped": 2,
    "switch over": 1,
}
"""Of a primary, with their weights. After each the standby is the primary."""
TTL: Final = 20
"""Seconds after which a primary that Patroni has heard nothing of is replaced: the least that Patroni allows."""
PATIENCE: Final = 300.0
"""Seconds for the servers to be a primary and a standby again."""
_SQL, _REST, _ETCD = 5432, 8008, 2379
_NETWORK: Final = "198.18.0.0/15"


class PatroniServers:
    """The servers in the namespaces from *first* on. *synchronous*: a commit waits for the standby."""

    def __init__(self, folder: Path, programs: Path, networks: HostNetworks, first: int, *, synchronous: bool) -> None:
        self.folder, self.programs, self.networks, self.first = folder, programs, networks, first
        self.synchronous = synchronous
        self._etcd: subprocess.Popen[bytes] | None = None
        self.promotions = 0

    # -- starting and ending

    def start(self) -> None:
        """Start all, and wait until there are a primary and a standby."""
        for number in range(SERVERS):
            (self.folder / f"server-{number}.yml").write_text(self._settings(number))
            (self.folder / f"server-{number}").mkdir(mode=0o700)
        (self.folder / "etcd").mkdir(mode=0o700)
        for path in [self.folder, *self.folder.iterdir()]:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)
        client, peer = (f"http://{self.networks.address(DATABASE)}:{port}" for port in (_ETCD, _ETCD + 1))
        words = ["etcd", "--name", "one", "--data-dir", str(self.folder / "etcd")]
        words += ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer]
        words += ["--initial-advertise-peer-urls", peer, "--initial-cluster", f"one={peer}"]
        self._etcd = self._launch(words, "etcd")
        for number in range(SERVERS):
            self._run_patroni(number)
        self.wait_until_ready()

    def end(self) -> None:
        """End all."""
        for number in range(SERVERS):
            self._signal(number, signal.SIGKILL)
        if self._etcd is not None:
            self._etcd.kill()
            self._etcd.wait()

    @property
    def _user(self) -> pwd.struct_passwd:
        return pwd.getpwnam("postgres")

    def _launch(self, words: list[str], name: str, *where: str) -> subprocess.Popen[bytes]:
        user = self._user
        words = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *words]
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen([*where, *words], stdout=log, stderr=log, cwd="/", start_new_session=True)

    def _run_patroni(self, number: int) -> None:
        name = f"server-{number}"
        words = [str(self.programs / "patroni"), str(self.folder / f"{name}.yml")]
        self._launch(words, name, *self.networks.words(self.first + number))

    def _settings(self, number: int) -> str:
        own = self._address(number)
        return f"""
scope: rummynet
name: server-{number}
restapi:
  listen: 0.0.0.0:{_REST}
  connect_address: {own}:{_REST}
etcd3:
  host: {self.networks.address(DATABASE)}:{_ETCD}
bootstrap:
  dcs:
    ttl: {TTL}
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    synchronous_mode: {str(self.synchronous).lower()}
    postgresql:
      use_pg_rewind: true
      parameters: {{wal_keep_size: 256MB, wal_sender_timeout: 5s, wal_receiver_timeout: 5s, max_connections: 100}}
  initdb: [{{encoding: UTF8}}, {{locale: C}}, data-checksums]
postgresql:
  listen: 0.0.0.0:{_SQL}
  connect_address: {own}:{_SQL}
  data_dir: {self.folder}/server-{number}/data
  bin_dir: {binaries()}
  pgpass: {self.folder}/server-{number}/pgpass
  remove_data_directory_on_diverged_timelines: true
  remove_data_directory_on_rewind_failure: true
  authentication:
    superuser: {{username: {USER}, password: '{PASSWORD}'}}
    replication: {{username: replicator, password: '{PASSWORD}'}}
  parameters: {{unix_socket_directories: '{self.folder}/server-{number}'}}
  pg_hba:
    - local all all trust
    - host all,replication all 127.0.0.1/32 scram-sha-256
    - host all all {_NETWORK} scram-sha-256
    - host replication replicator {_NETWORK} scram-sha-256
watchdog: {{mode: 'off'}}
"""

    # -- looking and using

    def _address(self, number: int) -> str:
        return self.networks.address(DATABASE, self.first + number)

    def _is(self, number: int, what: str) -> bool:
        """Whether the server's Patroni says that it is this: ``primary``, ``replica``, ``sync``."""
        address = self.networks.address(PLAYERS, self.first + number)
        with suppress(OSError), urllib.request.urlopen(f"http://{address}:{_REST}/{what}", timeout=1) as answer:
            return bool(answer.status == 200)
        return False

    def _standby(self) -> int | None:
        """The standby, if there are a primary and a standby that may replace it."""
        for number in range(SERVERS):
            if self._is(1 - number, "primary") and self._is(number, "sync" if self.synchronous else "replica"):
                return number
        return None

    def wait_until_ready(self) -> int:
        """Wait until there are a primary and a standby that may replace it; the number of the standby."""
        return self._wait_for("the servers are no primary and standby", self._standby)

    def _wait_for(self, failure: str, look: Callable[[], R | None]) -> R:
        until = time.monotonic() + PATIENCE
        while (found := look()) is None:
            if time.monotonic() > until:
                raise SystemExit(f"{failure}: see {self.folder}")
            time.sleep(0.2)
        return found

    def database(self) -> str:
        """The address of a new database, with all servers."""
        self.run("CREATE DATABASE made", self._url("postgres"))
        return self._url("made")

    def _url(self, database: str) -> str:
        every = ",".join(f"{self.networks.address(PLAYERS, self.first + one)}:{_SQL}" for one in range(SERVERS))
        return f"postgresql://{USER}:{quote(PASSWORD, safe='')}@{every}/{database}?target_session_attrs=read-write"

    def run(self, statement: str, url: str) -> list[tuple[Any, ...]]:
        """Run one statement; its rows."""
        import psycopg

        with psycopg.connect(url, autocommit=True, options="-c search_path=rummynet") as base:
            done = base.execute(statement.encode())
            return done.fetchall() if done.description else []

    # -- faults

    def cause(self, fault: str, chance: random.Random) -> None:
        """One fault of the primary, which lasts until the standby has replaced it and for some seconds more."""
        standby = self.wait_until_ready()
        primary = 1 - standby
        mend = self._begin(fault, primary)
        try:
            self._wait_for(f"nothing replaced the primary ({fault})", lambda: self._is(standby, "primary") or None)
            self.promotions += 1
            time.sleep(chance.choice((0.0, chance.uniform(0, 3), chance.uniform(3, 8))))
        finally:
            mend()

    def _begin(self, fault: str, primary: int) -> Callable[[], None]:
        """Begin this fault; what ends it."""
        at = self.first + primary
        match fault:
            case "kill the primary's PostgreSQL":
                self._signal(primary, signal.SIGKILL, "postgres")
                return lambda: None
            case "kill the primary's machine":
                self._signal(primary, signal.SIGKILL)
                return lambda: self._run_patroni(primary)
            case "stop the primary's machine":
                self._signal(primary, signal.SIGSTOP)
                return lambda: self._signal(primary, signal.SIGCONT)
            case "cut the primary from the standby":
                self.networks.cut(at)
                return lambda: self.networks.mend(at)
            case "cut the primary from everybody":
                self.networks.cut(at)
                self.networks.cut(at, PLAYERS)
                return lambda: (self.networks.mend(at), self.networks.mend(at, PLAYERS), None)[-1]
            case "cut the primary from the standby, its Patroni stopped":
                self._signal(primary, signal.SIGSTOP, "patroni")
                self.networks.cut(at)
                return lambda: (self.networks.mend(at), self._signal(primary, signal.SIGCONT), None)[-1]
            case "switch over":
                body = f'{{"leader": "server-{primary}", "candidate": "server-{1 - primary}"}}'.encode()
                address = self.networks.address(PLAYERS, at)
                with suppress(urllib.error.HTTPError):
                    urllib.request.urlopen(f"http://{address}:{_REST}/switchover", body, timeout=60).close()
                return lambda: None
        raise ValueError(fault)

    def _signal(self, number: int, how: int, name: str = "") -> None:
        """Send a signal to all processes of this machine, or to those with this name."""
        words = ["ip", "netns", "pids", self.networks.name(self.first + number)]
        for pid in map(int, subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()):
            with suppress(OSError):
                if name in Path(f"/proc/{pid}/comm").read_text():
                    os.kill(pid, how)


@contextmanager
def patroni_servers(
    programs: Path, networks: HostNetworks, first: int, *, synchronous: bool
) -> Iterator[PatroniServers]:
    """The servers, started and at the end removed."""
    with tempfile.TemporaryDirectory(prefix="rummynet-patroni-", ignore_cleanup_errors=True) as folder:
        servers = PatroniServers(Path(folder), programs, networks, first, synchronous=synchronous)
        try:
            servers.start()
            yield servers
        finally:
            servers.end()
