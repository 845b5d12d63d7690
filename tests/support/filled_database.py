"""A cluster's journal with games in it, and what a command about it is given."""

import argparse
import io
import secrets
from pathlib import Path
from typing import Any

import pytest

from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.keyfile import HOST_KEY, identity_folder
from tests.host.test_dispatcher import act, begin, finish
from tests.host.test_upkeep import NO_COMMAND, leave
from tests.support.dialling import Building
from tests.support.people import HOST
from tests.support.postgres import PostgresServer

SEED = b"host" * 8
STATE = ("cluster", "hosts", "writers", "leases", "tables", "journal", "log")


@pytest.fixture(scope="module")
def url(postgres_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game that is over at a table that is closed, and one that is played at another. Tests leave it as it was."""
    url = postgres_server.database()
    database = Database(url, HOST.public)
    database.open(make=True).close()
    journal = PostgresJournal(database, Sealing(SEED, secrets.token_bytes), patience=0)
    building = Building(tmp_path_factory.mktemp("filled"), io.StringIO(), journal=journal)
    people = begin(building)
    finish(building, people)
    leave(building)
    people = begin(building, ("Cid", "Dan"))
    for _ in range(5):
        act(building, people, 2)
    building.close()
    return url


def state(server: PostgresServer, url: str) -> object:
    """A digest of all rows."""
    digests = (f"(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {table} t)" for table in STATE)
    return server.run(f"SELECT {', '.join(digests)}", url)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the cluster's key."""
    key = identity_folder(tmp_path) / HOST_KEY
    key.write_text(SEED.hex() + "\n")
    key.chmod(0o600)
    return tmp_path


def command(data: Path, url: str, **given: Any) -> argparse.Namespace:  # noqa: ANN401 - flags of any type
    return argparse.Namespace(data=str(data), **{**NO_COMMAND, "journal": url, **given})
