"""A host in memory for each test."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.dialling import Building, Doorstep, Start, limited_hosts
from tests.support.postgres import database_url, postgres_server  # noqa: F401 - fixtures


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def building(tmp_path: Path, stream: io.StringIO) -> Iterator[Building]:
    made = Building(tmp_path, stream)
    yield made
    made.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with limited_hosts(tmp_path) as begin:
        yield begin


@pytest.fixture
def step(start: Start) -> Doorstep:
    return start()
