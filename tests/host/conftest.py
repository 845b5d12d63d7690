"""A host in memory for each test."""

import io
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.dialling import Building
from tests.support.postgres import database_url, postgres_server  # noqa: F401 - fixtures


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def building(tmp_path: Path, stream: io.StringIO) -> Iterator[Building]:
    made = Building(tmp_path, stream)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _databases_end_with_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A host that was killed closes nothing. From Python 3.13 on a database that nobody closes is a warning."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remembered(*args: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - as sqlite3 takes them
        base: sqlite3.Connection = connect(*args, **named)
        opened.append(base)
        return base

    monkeypatch.setattr(sqlite3, "connect", remembered)
    yield
    for base in opened:
        with suppress(sqlite3.ProgrammingError):  # the thread's own connection
            base.close()
