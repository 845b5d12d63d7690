"""Several processes behind one port, each with a journal of its own: ``rummynet host --processes N`` as a program."""

import os
import re
import signal
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from free_port import free_port

from tests.support.programs import Program, program


def words(count: int, *more: str, port: int = 0) -> tuple[str, ...]:
    """What starts these processes."""
    processes = ("--processes", str(count)) if count else ()
    return ("host", *processes, "--port", str(port), "--bind", "127.0.0.1", "--no-announce", "--name", "club", *more)


def pid_of(parent: int, number: int) -> int:
    """The process with this number, of two."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    found = {"/processes/2 " in line: int(line.split()[0]) for line in listed.stdout.splitlines()}
    return found[number == 2]


def guest(ended: ExitStack, folder: Path, address: str, name: str) -> Program:
    home = folder / name
    home.mkdir(exist_ok=True)
    made = Program("join", "--json", address, "--name", name, "--data", str(home), home=home)
    ended.callback(made.close)
    made.until_kind("lobby")
    return made


def opened(person: Program) -> int:
    """The number of the table that this person opens, wherever that is."""
    person.say("create keilty turn_seconds=5 first_starter=1")
    return int(person.until(lambda line: "created=" in line).rpartition("=")[2])


def playing(person: Program, table: int) -> None:
    """Until a game with a bot runs there."""
    for line in (f"sit {table}", "bot add random", "ready"):
        person.say(line)
    person.until_kind("deal")
    person.until(lambda line: line.startswith("did seat=1"))


@pytest.mark.slow
def test_tables_are_spread_found_from_everywhere_and_go_on_after_a_kill_and_a_restart(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    with ExitStack() as ended:
        with program(*words(2, "--data", str(data), port=port), home=tmp_path) as hosts:
            address = hosts.until_kind("listening").split()[1]
            people = [guest(ended, tmp_path, address, name) for name in ("ann", "ben", "cid")]
            tables = [opened(person) for person in people]
            assert len(set(tables)) == 3
            for person, table in zip(people, tables, strict=True):
                playing(person, table)
            # Each process has some: a table is where its journal is, and everybody sees all.
            moved = []
            for table in tables:
                looker = guest(ended, tmp_path, address, f"dot {table}")
                seen: set[int] = set()
                while seen != set(tables):
                    found = re.match(r"lobby table=(\d+) ", looker.hear())
                    seen |= {int(found[1])} if found is not None else set()
                looker.say(f"watch {table}")
                looker.until(lambda line, table=table: line.startswith(f"table table={table} "))  # type: ignore[misc]
                moved += [line for line in looker.lines if line.startswith("bye") and "code=moved" in line]
            assert moved and all(re.search(r"process-\d", line) for line in moved)
            os.kill(pid_of(hosts.process.pid, 2), signal.SIGKILL)
            for person in people:
                before = len(person.lines)
                person.until(lambda line: line.startswith("did seat=1"))
                assert len(person.lines) > before
            assert hosts.stop() == 0
            assert "Traceback" not in hosts.errors()
        for person in people:
            person.until_kind("bye")
        # The same tables after a restart, at the same numbers; new ones get others.
        with program(*words(2, "--data", str(data), port=port), home=tmp_path) as hosts:
            hosts.until_kind("listening")
            for person in people:
                person.until(lambda line: line.startswith("did seat=1"))
            assert opened(guest(ended, tmp_path, address, "eve")) not in tables
            assert hosts.stop() == 0
        assert not [line for person in people for line in person.lines if "cheat=true" in line]
    # Fewer processes would leave tables behind: that is said, not done.
    for count in (0, 1):
        with program(*words(count, "--data", str(data)), home=tmp_path) as hosts:
            assert hosts.wait() == 3
            said = hosts.errors()
            assert "--processes 2" in said and said.count("\n") == 1
    with program("host", "--data", str(data), "--check-data", home=tmp_path) as check:
        assert check.wait() == 0
        assert len([line for line in check.lines if "the journal is whole" in line]) == 2
    games = tmp_path / "games"
    with program("host", "--data", str(data), "--export", str(games), home=tmp_path) as export:
        assert export.wait() == 0
    assert len(list(games.glob("*.rummy"))) == 3
    copy = tmp_path / "copy.sqlite3"
    with program("host", "--data", str(data), "--backup", str(copy), home=tmp_path) as backup:
        assert backup.wait() == 0
    assert copy.exists() and copy.with_name("copy.sqlite3.2").exists()


def test_an_invitation_is_that_of_the_one_port(tmp_path: Path) -> None:
    with program(*words(2, "--data", str(tmp_path / "data"), "--invite"), home=tmp_path) as hosts:
        _, address, _, fingerprint = hosts.until_kind("listening").split()
        assert hosts.stop() == 0
        assert f"rummynet://{address}" in hosts.errors()
        assert fingerprint


def test_a_host_by_itself_becomes_several_and_keeps_its_table(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    with ExitStack() as ended:
        with program(*words(0, "--data", str(data), port=port), home=tmp_path) as host:
            address = host.until_kind("listening").split()[1]
            ann = guest(ended, tmp_path, address, "ann")
            table = opened(ann)
            playing(ann, table)
            assert host.stop() == 0
        with program(*words(2, "--data", str(data), port=port), home=tmp_path) as hosts:
            hosts.until_kind("listening")
            ann.until(lambda line: line.startswith("did seat=1"))
            ben = guest(ended, tmp_path, address, "ben")
            assert opened(ben) not in (table, 0)
            assert hosts.stop() == 0


def test_the_pages_of_all_processes_are_one_place_with_one_link(tmp_path: Path) -> None:
    more = ("--data", str(tmp_path / "data"), "--web", "0", "--invite", "--metrics", "0")
    with program(*words(2, *more), home=tmp_path) as hosts:
        fingerprint = hosts.until_kind("listening").split()[3].removeprefix("sha256:")
        assert hosts.stop() == 0
        said = hosts.errors()
    (link,) = re.findall(r"in a browser: (https://127\.0\.0\.1:\d+)/#" + fingerprint, said)
    assert re.findall(r" pages url='([^#]*)#", said) == [f"{link}/"]
    assert not (tmp_path / "data" / "processes" / "2" / "host" / "web_certificate.pem").exists()


def test_a_configuration_with_pages_and_no_web_has_none(tmp_path: Path) -> None:
    config = tmp_path / "host.toml"
    config.write_text("web = 0\ninvite = true\n")
    more = ("--data", str(tmp_path / "data"), "--config", str(config), "--no-web")
    with program(*words(2, *more), home=tmp_path) as hosts:
        hosts.until_kind("listening")
        assert hosts.stop() == 0
        said = hosts.errors()
    assert " pages url=" not in said and said.count("join with: ") == 1


def test_a_port_for_pages_that_is_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        more = ("--data", str(tmp_path / "data"), "--web", str(used.getsockname()[1]))
        with program(*words(2, *more), home=tmp_path) as hosts:
            assert hosts.wait() == 3
            assert "choose another --web" in hosts.errors()


def test_each_process_has_figures_of_its_own(tmp_path: Path) -> None:
    with program(*words(2, "--data", str(tmp_path / "data"), "--metrics", "0"), home=tmp_path) as hosts:
        hosts.until_kind("listening")
        assert hosts.stop() == 0
        assert len(set(re.findall(r"http://127\.0\.0\.1:(\d+)/metrics", hosts.errors()))) == 2


@pytest.mark.slow
def test_maintenance_ends_all_processes_and_none_is_started_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with program(*words(2, "--data", str(data)), home=tmp_path) as hosts:
        hosts.until_kind("listening")
        with program("admin", "maintenance", "0", "--data", str(data), home=tmp_path) as order:
            assert order.wait() == 0
        assert hosts.wait() == 0
        assert "Traceback" not in hosts.errors()
