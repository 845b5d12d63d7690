#!/usr/bin/env python3
"""Run all tests in processes beside each other: one collects them, then it forks, and each fork takes file by file.

    scripts/all_tests.py --parts 4 [what pytest is to be told]

Exit status 1 where one fails, as pytest's.
"""

import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

ROOT: Final = Path(__file__).resolve().parents[1]
SHARED: Final = ("window", "postgres_server")
"""What takes seconds to start: all files that use one of these are one piece of work."""
WAITING: Final = tuple(
    f"tests/{one}/" for one in ("end_to_end", "cluster", "far", "cli", "packaging", "host", "hostile")
)
"""Folders of tests that wait for programs, so that they come first: what only computes fills the time they leave."""
LAST: Final = "tests/end_to_end/test_network.py"
"""Asks only how something ended that runs beside the others."""
PLACE: Final = 4  # bytes of a number in the queue


class Parts:
    """Runs the tests of a session in so many forks of it; in the session itself reports arrive as if it ran them."""

    def __init__(self, count: int) -> None:
        self.count = count

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Instead of pytest's."""
        if session.config.option.collectonly or session.testsfailed:
            return None
        work = pieces(session.items)
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined] # one for all, removed once
        taken, queue = os.pipe()
        readers = []
        for _ in range(min(self.count, len(work))):
            reading, writing = os.pipe()
            if not (child := os.fork()):
                os.close(queue)
                run_part(session, work, taken, writing)
            os.close(writing)
            readers.append(threading.Thread(target=self._read, args=(session, child, reading)))
        self._lock = threading.Lock()
        os.write(queue, b"".join(at.to_bytes(PLACE) for at in range(len(work))))
        os.close(queue)
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        return True

    def _read(self, session: pytest.Session, child: int, reading: int) -> None:
        hook = session.config.hook
        with os.fdopen(reading) as lines:
            for line in lines:
                data = json.loads(line)
                if isinstance(data.get("longrepr"), list):  # why a test was skipped: JSON has no tuples
                    data["longrepr"] = tuple(data["longrepr"])
                report = hook.pytest_report_from_serializable(config=session.config, data=data)
                with self._lock:
                    hook.pytest_runtest_logreport(report=report)
        if os.waitpid(child, 0)[1]:
            with self._lock:
                print("a part of the tests ended before its time", file=sys.stderr, flush=True)
                session.testsfailed += 1


class Sent:
    """Sends reports to the process that has collected."""

    def __init__(self, config: pytest.Config, writing: int) -> None:
        self._config, self._out = config, os.fdopen(writing, "w")

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A line of JSON for each."""
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._out.write(json.dumps(data) + "\n")
        self._out.flush()


def run_part(session: pytest.Session, work: list[list[pytest.Item]], taken: int, writing: int) -> None:
    """In a fork: take work as long as there is any. Does not return."""
    status = 1
    try:
        manager = session.config.pluginmanager
        for name in ("terminalreporter", "session"):
            manager.unregister(name=name)
        captured = manager.get_plugin("capturemanager")
        assert captured is not None
        captured.stop_global_capturing()  # its files would be shared with the other parts
        captured.start_global_capturing()
        manager.register(Sent(session.config, writing))
        items = take(work, taken)
        item = next(items, None)
        try:
            while item is not None:
                following = next(items, None)
                runtestprotocol(item, nextitem=following)
                item = following
        finally:
            session._setupstate.teardown_exact(None)
        status = 0
    finally:
        os._exit(status)


def take(work: list[list[pytest.Item]], taken: int) -> Iterator[pytest.Item]:
    """The tests of each piece that is taken here."""
    while place := os.read(taken, PLACE):
        yield from work[int.from_bytes(place)]


def pieces(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """Tests that are run one after the other, by file or by what their files share, in the order of their taking."""
    shared = defaultdict[str, set[str]](set)
    for item in items:
        shared[file_of(item)].update(item.fixturenames)  # type: ignore[attr-defined]
    found = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        name = file_of(item)
        found[next((one for one in SHARED if one in shared[name]), name)].append(item)

    def place(name: str) -> tuple[bool, bool, bool, int]:
        return name == LAST, name not in SHARED, not name.startswith(WAITING), -len(found[name])

    return [found[name] for name in sorted(found, key=place)]


def file_of(item: pytest.Item) -> str:
    """Its file."""
    return item.nodeid.partition("::")[0]


def main() -> int:
    """Entry point."""
    words = sys.argv[1:]
    count = 2
    if words[:1] == ["--parts"]:
        count, words = int(words[1]), words[2:]
    os.chdir(ROOT)
    return int(pytest.main(["-q", *words], plugins=[Parts(count)]))


if __name__ == "__main__":
    sys.exit(main())
