"""Several hosts of one cluster behind one port: ``rummynet host --processes N`` as a program."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from free_port import free_port

from rummynet.keyfile import HOST_KEY, identity_folder, store
from tests.cluster.test_failover import begin, goes_on, verifies
from tests.support.cluster import KEY, cluster
from tests.support.postgres import PostgresServer
from tests.support.programs import PATIENCE, program

ALIVE = "SELECT addresses[1] FROM hosts WHERE until > clock_timestamp() ORDER BY 1"
OWNER = "SELECT l.tbl, h.addresses[1] FROM leases l JOIN hosts h ON h.id = l.owner"


def words(url: str, count: int, *more: str, port: int = 0) -> tuple[str, ...]:
    """What starts these processes."""
    return ("host", "--processes", str(count), "--port", str(port), "--bind", "127.0.0.1", "--no-announce",
            "--name", "club", "--journal", url, *more)  # fmt: skip


def wait_for(server: PostgresServer, url: str, rows: list[tuple[Any, ...]], query: str = ALIVE) -> None:
    """Wait until the database has these rows."""
    until = time.monotonic() + PATIENCE
    while (found := server.run(query, url)) != rows:
        assert time.monotonic() < until, found


def behind(address: str, *numbers: int) -> list[tuple[Any, ...]]:
    """The addresses of these processes."""
    return [(f"{address}/process-{number}",) for number in numbers]


def pid_of(parent: int, number: int) -> int:
    """The process with this number."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    (pid,) = [int(line.split()[0]) for line in listed.stdout.splitlines() if f"/processes/{number} " in line]
    return pid


def test_tables_are_found_through_one_port_also_after_their_process_was_killed(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url = postgres_server.database()
    store(identity_folder(tmp_path), HOST_KEY, bytes.fromhex(KEY))
    with program(*words(url, 2), home=tmp_path) as hosts, cluster(tmp_path, url) as programs:
        address = hosts.until_kind("listening").split()[1]
        wait_for(postgres_server, url, behind(address, 1, 2))
        ann = begin(programs, address)
        ((table, owner),) = postgres_server.run(OWNER, url)
        for name in ("Bob", "Cid"):  # newcomers go where the last one did not, so they are sent on
            guest = programs.join(address, name)
            guest.until(lambda line: line.startswith("lobby table="))
            guest.say(f"watch {table}")
            guest.until_kind("did")
            (moved,) = [line for line in guest.lines if line.startswith("bye")]
            assert "code=moved" in moved and owner in moved
        number = int(owner.rpartition("-")[2])
        os.kill(pid_of(hosts.process.pid, number), signal.SIGKILL)
        before = verifies(url)  # counted after the kill, or an action of the host that is gone would be taken for more
        ann.until_kind("bye")
        goes_on(url, before, ann)
        wait_for(postgres_server, url, behind(address, 1, 2))  # it was started again, behind the same port
        wait_for(postgres_server, url, [(True,)], "SELECT token > 1 FROM leases")
        assert not [line for line in ann.lines if "cheat=true" in line]
        assert hosts.stop() == 0
        assert "Traceback" not in hosts.errors()
    assert postgres_server.run(ALIVE, url) == []


def test_processes_end_with_the_one_that_accepts_and_can_be_started_again(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url, port = postgres_server.database(), free_port()
    with program(*words(url, 2, port=port), home=tmp_path) as hosts:
        address = hosts.until_kind("listening").split()[1]
        wait_for(postgres_server, url, behind(address, 1, 2))
        hosts.stop(signal.SIGKILL)
    wait_for(postgres_server, url, [(2,)], "SELECT count(*) FROM hosts WHERE until = '-infinity'")
    with program(*words(url, 2, port=port), home=tmp_path) as hosts:
        assert hosts.until_kind("listening").split()[1] == address
        wait_for(postgres_server, url, behind(address, 1, 2))
        assert hosts.stop(signal.SIGINT) == 130


def test_no_argument_of_a_process_holds_the_password(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    settings = tmp_path / "host.toml"
    settings.write_text(f'journal = "{url}"\n')
    settings.chmod(0o600)
    of_all = ("host", "--processes", "2", "--port", "0", "--bind", "127.0.0.1", "--no-announce", "--name", "club")
    with program(*of_all, "--config", str(settings), home=tmp_path) as hosts:
        hosts.until_kind("listening")
        pids = [hosts.process.pid, *(pid_of(hosts.process.pid, number) for number in (1, 2))]
        lines = [Path(f"/proc/{pid}/{file}").read_bytes() for pid in pids for file in ("cmdline", "environ")]
        assert not [line for line in lines if b"only%20for%20tests" in line or url.encode() in line]
        assert hosts.stop() == 0


def test_a_given_address_is_that_of_the_port(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    settings = tmp_path / "host.toml"
    settings.write_text('processes = 2\naddress = "club.example:7866"\n')
    with program(*words(url, 2, "--config", str(settings)), home=tmp_path) as hosts:
        hosts.until_kind("listening")
        wait_for(postgres_server, url, behind("club.example:7866", 1, 2))
        assert hosts.stop() == 0


def test_a_port_in_use_is_one_line(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    with program(*words(url, 1), home=tmp_path) as first:
        port = int(first.until_kind("listening").split()[1].rpartition(":")[2])
        with program(*words(url, 1, port=port), home=tmp_path) as second:
            assert second.wait() == 3
            assert f"127.0.0.1:{port}" in second.errors()


def test_processes_that_cannot_start_end_all_with_their_status(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    (tmp_path / "processes" / "2").mkdir(parents=True)
    (tmp_path / "processes" / "2" / "host").write_text("in the way of a folder")
    with program(*words(url, 2), home=tmp_path) as hosts:
        assert hosts.wait() == 3
        assert not [line for line in hosts.lines if line.startswith("listening")]
    assert postgres_server.run(ALIVE, url) == []
