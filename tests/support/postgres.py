"""A PostgreSQL server of the tests' own, on a free port, with a database for each test."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.support.free_port import free_port

PASSWORD = "only for tests / and @"
USER = "tester"
_SETTINGS = {"listen_addresses": "127.0.0.1", "max_connections": "100", "log_min_messages": "fatal"}


def binaries() -> Path | None:
    """The folder of initdb and postgres, the newest one if there are several."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name.split(".")[0]))
    found = shutil.which("initdb")
    return next((path for path in [*reversed(places), *([Path(found).parent] if found else [])]), None)


def why_not() -> str | None:
    """Why no server can be started here; None if one can."""
    if binaries() is None:
        return "no PostgreSQL server binaries (initdb, postgres) were found"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed"
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            return "PostgreSQL does not run as root, and there is no setpriv"
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            return "PostgreSQL does not run as root, and there is no user postgres"
    return None


_KEEPER = """
server=
while read -r told; do server=$told; done
if [ -n "$server" ]; then
    kill -QUIT "$server" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" 2>/dev/null && sleep 0.2; done
    kill -KILL "$server" 2>/dev/null
fi
rm -rf "$1"
"""
"""Reads which server runs, an empty line for none, until nobody holds the other end: so however the tests ended."""


class Keeper:
    """A process that ends a server and removes its *folder* when this process ends, even if that is killed."""

    def __init__(self, folder: Path) -> None:
        # a session of its own: Ctrl-C in the terminal is for the tests
        words = ["sh", "-c", _KEEPER, "keeper", str(folder)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, cwd="/", start_new_session=True)

    def tell(self, server: int | None) -> None:
        """Which process is the server now."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{server or ''}\n".encode())
        self._process.stdin.flush()

    def finish(self) -> None:
        """Remove the folder now, and end the server if it runs."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


@dataclass
class PostgresServer:
    """A server with its data in *folder*; ``durable`` with fsync, as in earnest. *networks* may log in besides."""

    folder: Path
    port: int
    durable: bool = False
    process: subprocess.Popen[bytes] | None = None
    made: int = 0
    extra: dict[str, str] = field(default_factory=dict)
    """Settings."""
    networks: tuple[str, ...] = ()
    keeper: Keeper | None = None

    def _as_user(self, *words: str) -> list[str]:
        if os.geteuid() != 0:
            return list(words)
        user = pwd.getpwnam("postgres")
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *words]

    def make(self) -> None:
        """Make its data."""
        places = binaries()
        assert places is not None
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            for path in (self.folder, secret):
                os.chown(path, user.pw_uid, user.pw_gid)
        words = [str(places / "initdb"), "-D", str(self.folder / "data"), "-U", USER, f"--pwfile={secret}", "-N"]
        words += ["--auth-local=trust", "--auth-host=scram-sha-256", "-E", "UTF8", "--locale=C"]
        subprocess.run(self._as_user(*words), check=True, capture_output=True, cwd="/")
        with (self.folder / "data" / "pg_hba.conf").open("a") as access:
            access.writelines(f"host all all {network} scram-sha-256\n" for network in self.networks)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        places = binaries()
        assert places is not None
        settings = {**_SETTINGS, "fsync": "on" if self.durable else "off", **self.extra}
        words = [
            str(places / "postgres"),
            "-D",
            str(self.folder / "data"),
            "-k",
            str(self.folder),
            "-p",
            str(self.port),
        ]
        for name, value in settings.items():
            words += ["-c", f"{name}={value}"]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(self._as_user(*words), stdout=log, stderr=log, cwd="/", start_new_session=True)
        log.close()
        self._tell_keeper()
        until = time.monotonic() + 60
        while not self._answers():
            assert self.process.poll() is None and time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.05)

    def _tell_keeper(self) -> None:
        if self.keeper is not None:
            self.keeper.tell(self.process.pid if self.process is not None else None)

    def _answers(self) -> bool:
        import psycopg

        with suppress(psycopg.Error):
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            return True
        return False

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it: SIGINT ends it cleanly, SIGKILL kills all of its processes as a crash does."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        self.process.wait(60)
        self.process = None
        self._tell_keeper()

    def kill(self) -> None:
        """Kill its processes, all of them: each is a process group of its own."""
        assert self.process is not None
        pid = self.process.pid
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True
        ).stdout.split()
        for one in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.process.wait(60)
        self.process = None
        self._tell_keeper()

    def url(self, database: str, password: str = PASSWORD) -> str:
        """The address of a database, with the password."""
        return f"postgresql://{USER}:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new database."""
        self.made += 1
        self.run(f"CREATE DATABASE made_{self.made}", "postgres")
        return self.url(f"made_{self.made}")

    def run(self, statement: str, database: str) -> list[tuple[Any, ...]]:
        """Run one statement in a database, by its name or address; its rows."""
        import psycopg

        address = database if "://" in database else self.url(database)
        with psycopg.connect(address, autocommit=True, options="-c search_path=rummynet") as base:
            done = base.execute(statement.encode())
            return done.fetchall() if done.description else []


@contextmanager
def running_server(
    *, durable: bool = False, within: Path | None = None, networks: tuple[str, ...] = (), **extra: str
) -> Iterator[PostgresServer]:
    """A server, started and at the end removed. *within*: where its folder is made; *extra*: settings."""
    # PostgreSQL's user has to reach the folder, unlike pytest's
    folder = Path(tempfile.mkdtemp(prefix="rummynet-postgres-", dir=within))
    keeper = Keeper(folder)
    server = PostgresServer(folder, free_port(), durable, extra=extra, networks=networks, keeper=keeper)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        keeper.finish()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One server for all tests of a process. Skips where there can be none."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with running_server() as server:
        yield server


@pytest.fixture
def database_url(postgres_server: PostgresServer) -> str:
    """The address of an empty database."""
    return postgres_server.database()
