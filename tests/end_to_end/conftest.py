"""Hosts that end with their test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.daemons import Daemon, Start


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Daemon] = []

    def run(*words: str) -> Daemon:
        running.append(Daemon(*words, folder=tmp_path))
        return running[-1]

    yield run
    for daemon in running:
        if daemon.process.poll() is None:
            daemon.process.kill()
        daemon.process.communicate()
