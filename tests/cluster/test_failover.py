"""Two hosts as programs with one PostgreSQL: what was acknowledged stays, and no place of a log has two entries."""

import signal
from pathlib import Path

import psycopg
import pytest

from rummynet.host.storage.postgres.postgres_journal import open_for_upkeep
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from tests.cluster.test_backup import restored
from tests.cluster.test_fencing import set_standby
from tests.support.cluster import KEY, ClusterPrograms, cluster
from tests.support.postgres import PostgresServer
from tests.support.programs import Program, program

pytestmark = pytest.mark.drawn(1)

MINUTES = 600
"""By how many seconds the clocks of two hosts differ: leases are by the database's clock, pauses by each one's own."""


def verifies(url: str) -> int:
    """The number of entries of the only game, whose log has to verify as far as it goes."""
    journal = open_for_upkeep(url, bytes.fromhex(KEY), read_only=True)
    ((table, game),) = journal.every_game()
    rows = journal.entries(table, game)
    journal.close()
    report = check(HEADER + b"".join(pack_entry_record(*row) for row in rows), partial=True)
    assert report.verified, report.lines
    return len(rows)


def goes_on(url: str, before: int, player: Program) -> None:
    """Wait until the log is longer than *before*, with this player looking on."""
    # By the log and not by what the player is told: who comes back may hear again what happened before.
    while verifies(url) <= before:
        player.until(lambda line: line.startswith("did seat=1"))


def begin(programs: ClusterPrograms, address: str) -> Program:
    """Ann at a table of this host with a bot, in a game whose clocks run fast."""
    ann = programs.join(address, "Ann")
    ann.say("create keilty turn_seconds=5 first_starter=1")
    table = ann.until_kind("table").split("=")[1]  # each host has numbers of its own
    for line in (f"sit {table}", "bot add random", "ready"):
        ann.say(line)
    ann.until_kind("deal")
    ann.until(lambda line: line.startswith("did seat=1"))
    return ann


def test_another_host_goes_on_after_a_kill_and_lobby_and_logs_are_one(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs:
        first, address = programs.host(1)
        _, other = programs.host(2, clock=MINUTES)
        ann = begin(programs, address)
        bob = programs.join(other, "Bob")  # who is not at the host that has the table is sent there
        bob.until(lambda line: line.startswith("lobby table=1"))
        bob.say("watch 1")
        assert "code=moved" in bob.until_kind("bye")
        bob.until_kind("table")
        first.stop(signal.SIGKILL)
        before = verifies(url)
        ann.until_kind("bye")
        goes_on(url, before, ann)
        assert not [line for line in ann.lines if "cheat=true" in line]
        assert postgres_server.run("SELECT token FROM leases", url) == [(2,)]


def test_a_host_that_was_stopped_writes_nothing_more_and_sends_its_people_on(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    """The first host is stopped, loses its lease, and goes on: its player never hears two entries for one place."""
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs:
        first, address = programs.host(1)
        programs.host(2, clock=-MINUTES)
        ann = begin(programs, address)
        first.process.send_signal(signal.SIGSTOP)
        ann.until_kind("bye")  # silent for too long: she goes to the second host
        ann.until(lambda line: line.startswith("did seat=1"))
        (owner,) = postgres_server.run("SELECT owner, token FROM leases", url)
        assert owner == (2, 2)
        first.process.send_signal(signal.SIGCONT)
        cid = programs.join(address, "Cid")  # the first host answers, and knows where the table is
        cid.until(lambda line: line.startswith("lobby table=1"))
        cid.say("watch 1")
        cid.until_kind("table")
        for _ in range(2):
            ann.until(lambda line: line.startswith("did seat=1"))
        verifies(url)
        assert postgres_server.run("SELECT owner, token FROM leases", url) == [(2, 2)]
        assert first.stop() == 0
        assert "another host has taken a table over table=1" in first.errors()


def test_a_host_whose_writes_do_not_get_through_loses_its_tables_though_it_is_there(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs, psycopg.connect(url) as base:
        _, address = programs.host(1)
        programs.host(2)
        ann = begin(programs, address)
        base.execute("SELECT 1 FROM rummynet.writers WHERE host = 1 FOR UPDATE")
        ann.until_kind("bye")
        ann.until(lambda line: line.startswith("did seat=1"))
        assert postgres_server.run("SELECT owner, token FROM leases", url) == [(2, 2)]


def test_a_host_says_that_its_writes_wait_for_the_standby_while_they_do(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs:
        host, address = programs.host(1)
        begin(programs, address)
        set_standby(postgres_server, "nobody")
        try:
            assert host.process.stderr is not None
            assert any("waits for its synchronous standby" in line for line in host.process.stderr)
        finally:
            set_standby(postgres_server, "")


def test_a_host_that_is_drained_hands_its_table_over_and_ends(tmp_path: Path, postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs:
        first, address = programs.host(1)
        programs.host(2)
        ann = begin(programs, address)
        words = ("host", "--drain", "--journal", url, "--data", str(tmp_path / "host-1"))
        with program(*words, home=tmp_path / "operator") as operator:
            assert operator.wait() == 0, operator.errors()
            assert operator.lines[0] == "table 1 is at host 2, club"
        assert first.wait() == 0
        assert "code=moved" in ann.until_kind("bye")
        ann.until(lambda line: line.startswith("did seat=1"))
        with program("cluster", "--json", "--journal", url, home=tmp_path / "operator") as operator:
            assert operator.wait() == 0
            assert '"state": "gone"' in operator.lines[0]
        verifies(url)
        assert not [line for line in ann.lines if "cheat=true" in line]


def test_hosts_go_on_with_a_backup_that_was_made_while_they_played(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    url = postgres_server.database()
    copy = tmp_path / "club.dump"
    with cluster(tmp_path, url) as programs:
        _, address = programs.host(1)
        begin(programs, address)
        with program("host", "--journal", url, "--backup", str(copy), home=tmp_path / "operator") as operator:
            assert operator.wait() == 0, operator.errors()
    into = restored(postgres_server, copy)
    with cluster(tmp_path, into) as programs:
        _, address = programs.host(1)
        eve = programs.join(address, "Eve")
        eve.until(lambda line: line.startswith("lobby table=1"))
        eve.say("watch 1")
        eve.until_kind("table")
        fay = programs.join(address, "Fay")
        fay.say("create keilty")  # after the numbers that the first host had reserved
        assert fay.until_kind("table").split()[1] == "created=5"
    assert verifies(into) > 0
    assert postgres_server.run("SELECT token FROM leases WHERE tbl = 1", into) == [(2,)]
