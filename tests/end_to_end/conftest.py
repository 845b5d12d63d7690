"""Hosts that end with their test, and the trial on a network that runs beside all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.daemons import Daemon, Start
from tests.support.lan_run import LanRun


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Daemon] = []

    def run(*words: str, fresh: bool = False) -> Daemon:
        running.append(Daemon(*words, folder=tmp_path, fresh=fresh))
        return running[-1]

    yield run
    for daemon in running:
        if daemon.process.poll() is None:
            daemon.process.kill()
        daemon.process.communicate()


@pytest.fixture(scope="session", autouse=True)
def lan_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanRun]:
    """Starts with the first test of this folder, if the one that waits for its end is to run."""
    base = tmp_path_factory.getbasetemp()
    run = LanRun(base / "lan")
    if any(item.path.name == "test_network.py" for item in request.session.items):
        run.start()
    yield run
    run.end(at_once=bool(request.session.shouldstop or request.session.shouldfail))
