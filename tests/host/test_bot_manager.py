"""The bots of a host: one process for all, started one after another, kept while they rest, deleted when unused."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from rummynet.bots.characters import ANYBODY, CHARACTERS
from rummynet.host.bots.bot_manager import LIVED_SECONDS, BotManager, BotPoolProcess
from rummynet.host.ops.logbook import Logbook
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import BotFailed, BotStarted, Input

PACE = 0.25


class FakeProcess:
    """A process that obeys its orders only when the test says so."""

    def __init__(self, protocol: BotPoolProcess, line: list[str]) -> None:
        self.protocol, self.line = protocol, line
        self.orders: list[dict[str, Any]] = []
        self.signals: list[str] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.orders.append(json.loads(data))

    def closeStdin(self) -> None:
        self.closed = True

    def signalProcess(self, name: str) -> None:
        self.signals.append(name)

    def started(self) -> list[str]:
        return [one["start"] for one in self.orders if "start" in one]

    def stopped(self) -> list[str]:
        return [one["stop"] for one in self.orders if "stop" in one]

    def ends(self, key: bytes, why: str = "") -> None:
        self.protocol.outReceived(json.dumps({"ended": key.hex(), "why": why}).encode() + b"\n")

    def dies(self, says: bytes = b"") -> None:
        self.protocol.errReceived(says)
        self.protocol.processEnded(Failure(RuntimeError("dead")))


@dataclass
class BotManagerHarness:
    """A bot manager with processes, a clock and tables that record their inputs."""

    home: Path
    limits: Limits = Limits()
    clock: Clock = field(default_factory=Clock)
    processes: list[FakeProcess] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    refuses: bool = False
    log: io.StringIO = field(default_factory=io.StringIO)

    def __post_init__(self) -> None:
        dispatcher = SimpleNamespace(
            take_input=self.inputs.append,
            moves=SimpleNamespace(cluster=None),
            lobby=SimpleNamespace(context=SimpleNamespace(limits=self.limits), tables={}),
        )
        reactor = SimpleNamespace(callLater=self.clock.callLater, seconds=self.clock.seconds, spawnProcess=self.spawn)
        self.manager = BotManager(dispatcher, reactor, Logbook(self.log), "127.0.0.1:7866", self.home)  # type: ignore[arg-type]

    def spawn(self, protocol: BotPoolProcess, program: str, line: list[str], env: object) -> None:
        if self.refuses:
            raise OSError("no more processes")
        process = FakeProcess(protocol, line)
        protocol.transport = process  # type: ignore[assignment]
        self.processes.append(process)

    def hire(self, count: int = 1, table: int = 1) -> list[bytes]:
        before = len(self.inputs)
        for _ in range(count):
            self.manager.hire(table, "simple")
        return [one.key for one in self.inputs[before:] if isinstance(one, BotStarted)]

    def run(self, seconds: float = 60.0) -> None:
        while self.clock.getDelayedCalls() and seconds > 0:
            self.clock.advance(PACE / 5)
            seconds -= PACE / 5

    @property
    def failed(self) -> list[bytes | None]:
        return [one.key for one in self.inputs if isinstance(one, BotFailed)]

    def folders(self) -> set[str]:
        return {one.name for one in self.home.iterdir()} if self.home.exists() else set()


@pytest.fixture
def harness(tmp_path: Path) -> BotManagerHarness:
    return BotManagerHarness(tmp_path / "bots")


def test_a_dismissed_bot_is_stopped_and_its_folder_goes(harness: BotManagerHarness) -> None:
    (key, other) = harness.hire(2)
    harness.run()
    harness.manager.dismiss(key)
    harness.manager.dismiss(key)
    assert harness.processes[0].stopped() == [key.hex()]
    harness.processes[0].ends(key)
    assert harness.folders() == {other.hex()} and not harness.failed and len(harness.manager) == 1


def test_a_bot_recalled_while_it_ends_begins_again_once_it_has(harness: BotManagerHarness) -> None:
    (key,) = harness.hire()
    harness.run()
    harness.manager.rest(key)
    harness.manager.recall(1, key)
    harness.run()
    assert harness.processes[0].started() == [key.hex()]
    harness.processes[0].ends(key)
    harness.run()
    assert harness.processes[0].started() == [key.hex()] * 2 and not harness.failed and not harness.processes[0].closed


def test_a_bot_at_rest_can_be_dismissed(harness: BotManagerHarness) -> None:
    (key,) = harness.hire()
    harness.run()
    harness.manager.rest(key)
    harness.processes[0].ends(key)
    harness.manager.dismiss(key)
    assert not harness.folders() and harness.processes[0].stopped() == [key.hex()]


def test_a_bot_that_rests_before_its_start_waits_for_its_recall(harness: BotManagerHarness) -> None:
    (key,) = harness.hire()
    harness.manager.rest(key)
    harness.run()
    assert not harness.processes and harness.folders() == {key.hex()}
    harness.manager.recall(1, key)
    harness.run()
    assert harness.processes[0].started() == [key.hex()]


def test_the_process_ends_with_the_last_bot_and_the_next_has_a_new_one(harness: BotManagerHarness) -> None:
    (one, other) = harness.hire(2)
    harness.run()
    harness.manager.dismiss(one)
    harness.processes[0].ends(one)
    assert not harness.processes[0].closed
    harness.manager.dismiss(other)
    harness.processes[0].ends(other)
    assert harness.processes[0].closed
    (third,) = harness.hire()
    harness.run()
    harness.processes[0].dies()
    assert harness.processes[1].started() == [third.hex()] and not harness.failed


def test_a_process_that_dies_takes_its_bots_along_but_not_those_that_wait(harness: BotManagerHarness) -> None:
    keys = harness.hire(3)
    harness.clock.advance(0)
    harness.clock.advance(PACE - 0.0001)
    assert harness.processes[0].started() == [keys[0].hex()]
    harness.clock.advance(0.0002)
    harness.processes[0].dies(b"out of memory")
    assert harness.failed == keys[:2] and "out of memory" in harness.log.getvalue()
    harness.run()
    assert harness.processes[1].started() == [keys[2].hex()]


def test_bots_whose_process_is_killed_after_a_while_are_started_again(harness: BotManagerHarness) -> None:
    keys = harness.hire(2)
    harness.run()
    harness.manager.rest(keys[1])
    harness.clock.advance(LIVED_SECONDS)
    harness.processes[0].dies(b"killed")
    harness.run()
    assert harness.processes[1].started() == [keys[0].hex()] and harness.failed == []
    assert "started again" in harness.log.getvalue() and "killed" in harness.log.getvalue()


def test_a_process_that_cannot_be_started_is_a_failure_of_the_bot(harness: BotManagerHarness) -> None:
    harness.refuses = True
    (key,) = harness.hire()
    harness.run()
    assert harness.failed == [key] and not harness.folders() and "no more processes" in harness.log.getvalue()


def test_a_bot_whose_folder_is_gone_cannot_be_recalled(harness: BotManagerHarness) -> None:
    harness.manager.recall(1, b"k" * 32)
    harness.run()
    assert harness.failed == [b"k" * 32] and not harness.processes


def test_when_the_host_ends_they_end_at_once_without_an_input(harness: BotManagerHarness) -> None:
    (key, _) = harness.hire(2)
    harness.clock.advance(0)
    harness.manager.dismiss_all()
    harness.run()
    harness.processes[0].ends(key)
    harness.processes[0].dies()
    assert harness.processes[0].signals == ["KILL"] and len(harness.processes[0].started()) == 1
    assert not harness.failed and key.hex() in harness.folders()


def test_what_comes_from_the_process_in_pieces_is_read_as_lines(harness: BotManagerHarness) -> None:
    keys = harness.hire(2)
    harness.run()
    told = b"".join(json.dumps({"ended": key.hex(), "why": ""}).encode() + b"\n" for key in keys)
    for at in range(0, len(told), 7):
        harness.processes[0].protocol.outReceived(told[at : at + 7])
    assert harness.failed == keys


def test_folders_that_no_table_has_are_removed(harness: BotManagerHarness) -> None:
    (one, other) = harness.hire(2)
    harness.manager.remove_stale_folders([other])
    assert harness.folders() == {other.hex()} and one != other


def test_a_character_comes_under_its_name_and_anybody_is_somebody_else_each_time(harness: BotManagerHarness) -> None:
    harness.manager.hire(1, "rosa")
    for _ in range(len(CHARACTERS) - 1):
        harness.manager.hire(1, ANYBODY)
    harness.run()
    (process,) = harness.processes
    assert (process.orders[0]["strategy"], process.orders[0]["name"]) == ("rosa", "Rosa (bot)")
    assert {one["strategy"] for one in process.orders} == set(CHARACTERS), "each once"
    assert all(one["name"] == f"{CHARACTERS[one['strategy']].name} (bot)" for one in process.orders)
