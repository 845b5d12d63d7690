"""What a host sets in the database's sessions itself, and what it warns its operator of."""

import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from rummynet.host.storage.postgres.connecting import Database, doubts
from tests.support.postgres import USER, PostgresServer, binaries


def test_commits_wait_for_the_disk_whatever_the_role_has(postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    postgres_server.run(f"ALTER DATABASE {url.rpartition('/')[2]} SET synchronous_commit = off", "postgres")
    with closing(Database(url, bytes(32)).open(make=True)) as base:
        assert base.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_settings_and_clocks_that_may_cost_actions_are_a_line_each(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places, before = binaries(), time.time
    assert places is not None
    with closing(Database(postgres_server.database(), bytes(32)).open(make=True)) as base:
        assert [line.split(":")[0] for line in doubts(base)] == ["PostgreSQL has fsync off"]
        monkeypatch.setattr("time.time", lambda: before() + 300)
        assert "300 seconds behind" in doubts(base)[-1]
        monkeypatch.undo()
        where = ["-h", str(postgres_server.folder), "-p", str(postgres_server.port), "-U", USER]
        standby = subprocess.Popen([str(places / "pg_receivewal"), *where, "-D", str(tmp_path), "-n"])
        try:
            while not any("waits for none" in line for line in doubts(base)):
                assert standby.poll() is None
        finally:
            standby.kill()
            standby.wait()
