"""The bots of a host: one process for all, started one after another, kept while they rest, gone when unwanted."""

import io
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from rummynet.host.bots.bot_manager import BotManager, BotPool
from rummynet.host.ops.logbook import Logbook
from rummynet.table.host_context import Limits
from rummynet.table.inputs import BotFailed, BotStarted, Input

PACE = 0.25


class Pipe:
    """A process that does as it is told, but only when the test says so."""

    def __init__(self, protocol: BotPool, line: list[str]) -> None:
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
class Yard:
    """A crew with processes, a clock and tables that only listen."""

    home: Path
    limits: Limits = Limits()
    clock: Clock = field(default_factory=Clock)
    pipes: list[Pipe] = field(default_factory=list)
    came: list[Input] = field(default_factory=list)
    refuses: bool = False
    log: io.StringIO = field(default_factory=io.StringIO)

    def __post_init__(self) -> None:
        dispatcher = SimpleNamespace(
            take=self.came.append, lobby=SimpleNamespace(context=SimpleNamespace(limits=self.limits))
        )
        reactor = SimpleNamespace(callLater=self.clock.callLater, seconds=self.clock.seconds, spawnProcess=self.spawn)
        self.crew = BotManager(dispatcher, reactor, Logbook(self.log), "127.0.0.1:7866", self.home)  # type: ignore[arg-type]

    def spawn(self, protocol: BotPool, program: str, line: list[str], env: object) -> None:
        if self.refuses:
            raise OSError("no more processes")
        pipe = Pipe(protocol, line)
        protocol.transport = pipe  # type: ignore[assignment]
        self.pipes.append(pipe)

    def hire(self, count: int = 1, table: int = 1) -> list[bytes]:
        before = len(self.came)
        for _ in range(count):
            self.crew.hire(table, "simple")
        return [one.key for one in self.came[before:] if isinstance(one, BotStarted)]

    def run(self, seconds: float = 60.0) -> None:
        while self.clock.getDelayedCalls() and seconds > 0:
            self.clock.advance(PACE / 5)
            seconds -= PACE / 5

    @property
    def failed(self) -> list[bytes | None]:
        return [one.key for one in self.came if isinstance(one, BotFailed)]

    def folders(self) -> set[str]:
        return {one.name for one in self.home.iterdir()} if self.home.exists() else set()


@pytest.fixture
def yard(tmp_path: Path) -> Yard:
    return Yard(tmp_path / "bots")


def test_all_bots_live_in_one_process(yard: Yard) -> None:
    keys = yard.hire(24)
    yard.run()
    (pipe,) = yard.pipes
    assert pipe.started() == [key.hex() for key in keys] and len(yard.crew) == 24
    assert pipe.line[1:] == ["-m", "rummynet_client.bot_pool", "127.0.0.1:7866"]
    assert {one["strategy"] for one in pipe.orders} == {"simple"} and {one["table"] for one in pipe.orders} == {1}
    assert Path(pipe.orders[0]["folder"]).is_dir()


def test_twenty_four_bots_asked_for_at_once_start_one_after_another(yard: Yard) -> None:
    yard.hire(24)
    yard.clock.advance(0)
    assert len(yard.pipes[0].started()) == 1
    yard.clock.advance(PACE - 0.01)
    assert len(yard.pipes[0].started()) == 1
    for started in range(2, 25):
        yard.clock.advance(PACE if started > 2 else 0.01)
        assert len(yard.pipes[0].started()) == started
    assert not yard.clock.getDelayedCalls()


def test_asking_and_taking_back_again_and_again_starts_none_any_faster(yard: Yard) -> None:
    for _ in range(100):
        (key,) = yard.hire()
        yard.clock.advance(PACE / 10)
        yard.crew.dismiss(key)
        for pipe in yard.pipes:
            if key.hex() in pipe.started():
                pipe.ends(key)
    assert sum(len(pipe.started()) for pipe in yard.pipes) <= 11
    assert not yard.folders() and len(yard.crew) == 0


def test_bots_at_one_table_have_different_names(yard: Yard) -> None:
    yard.hire(6)
    yard.run()
    assert len({one["name"] for one in yard.pipes[0].orders}) == 6


def test_a_bot_that_ends_by_itself_is_a_failure_that_the_table_hears_of(yard: Yard) -> None:
    (key, other) = yard.hire(2)
    yard.run()
    yard.pipes[0].ends(key, "everything is refused")
    assert yard.failed == [key] and yard.folders() == {other.hex()}
    assert "a bot has failed" in yard.log.getvalue() and "everything is refused" in yard.log.getvalue()


def test_a_dismissed_bot_is_stopped_and_its_folder_goes(yard: Yard) -> None:
    (key, other) = yard.hire(2)
    yard.run()
    yard.crew.dismiss(key)
    yard.crew.dismiss(key)
    assert yard.pipes[0].stopped() == [key.hex()]
    yard.pipes[0].ends(key)
    assert yard.folders() == {other.hex()} and not yard.failed and len(yard.crew) == 1


def test_a_bot_dismissed_before_its_turn_never_starts(yard: Yard) -> None:
    (first, second) = yard.hire(2)
    yard.clock.advance(0)
    yard.crew.dismiss(second)
    yard.run()
    assert yard.pipes[0].started() == [first.hex()] and yard.folders() == {first.hex()}


def test_a_bot_that_rests_keeps_its_folder_and_comes_back_as_the_same(yard: Yard) -> None:
    (key,) = yard.hire()
    yard.run()
    name = yard.pipes[0].orders[0]["name"]
    yard.crew.rest(key)
    yard.pipes[0].ends(key)
    assert not yard.failed and yard.folders() == {key.hex()} and len(yard.crew) == 0
    assert yard.pipes[0].closed, "nobody needs the process"
    yard.crew.recall(1, key)
    yard.run()
    assert yard.pipes[1].started() == [key.hex()] and yard.pipes[1].orders[0]["name"] == name


def test_a_bot_recalled_while_it_ends_begins_again_once_it_has(yard: Yard) -> None:
    (key,) = yard.hire()
    yard.run()
    yard.crew.rest(key)
    yard.crew.recall(1, key)
    yard.run()
    assert yard.pipes[0].started() == [key.hex()]
    yard.pipes[0].ends(key)
    yard.run()
    assert yard.pipes[0].started() == [key.hex()] * 2 and not yard.failed and not yard.pipes[0].closed


def test_a_bot_at_rest_can_be_dismissed(yard: Yard) -> None:
    (key,) = yard.hire()
    yard.run()
    yard.crew.rest(key)
    yard.pipes[0].ends(key)
    yard.crew.dismiss(key)
    assert not yard.folders() and yard.pipes[0].stopped() == [key.hex()]


def test_a_bot_told_to_rest_before_its_turn_waits_for_its_recall(yard: Yard) -> None:
    (key,) = yard.hire()
    yard.crew.rest(key)
    yard.run()
    assert not yard.pipes and yard.folders() == {key.hex()}
    yard.crew.recall(1, key)
    yard.run()
    assert yard.pipes[0].started() == [key.hex()]


def test_the_process_ends_with_the_last_bot_and_the_next_has_a_new_one(yard: Yard) -> None:
    (one, other) = yard.hire(2)
    yard.run()
    yard.crew.dismiss(one)
    yard.pipes[0].ends(one)
    assert not yard.pipes[0].closed
    yard.crew.dismiss(other)
    yard.pipes[0].ends(other)
    assert yard.pipes[0].closed
    (third,) = yard.hire()
    yard.run()
    yard.pipes[0].dies()
    assert yard.pipes[1].started() == [third.hex()] and not yard.failed


def test_a_process_that_dies_takes_its_bots_along_but_not_those_that_wait(yard: Yard) -> None:
    keys = yard.hire(3)
    yard.clock.advance(0)
    yard.clock.advance(PACE)
    yard.pipes[0].dies(b"out of memory")
    assert yard.failed == keys[:2] and "out of memory" in yard.log.getvalue()
    yard.run()
    assert yard.pipes[1].started() == [keys[2].hex()]


def test_a_process_that_cannot_be_started_is_told_as_a_failure(yard: Yard) -> None:
    yard.refuses = True
    (key,) = yard.hire()
    yard.run()
    assert yard.failed == [key] and not yard.folders() and "no more processes" in yard.log.getvalue()


def test_a_bot_whose_folder_is_gone_cannot_be_recalled(yard: Yard) -> None:
    yard.crew.recall(1, b"k" * 32)
    yard.run()
    assert yard.failed == [b"k" * 32] and not yard.pipes


def test_when_the_host_ends_they_end_at_once_and_nothing_is_told(yard: Yard) -> None:
    (key, _) = yard.hire(2)
    yard.clock.advance(0)
    yard.crew.dismiss_all()
    yard.run()
    yard.pipes[0].ends(key)
    yard.pipes[0].dies()
    assert yard.pipes[0].signals == ["KILL"] and len(yard.pipes[0].started()) == 1
    assert not yard.failed and key.hex() in yard.folders()


def test_what_comes_from_the_process_in_pieces_is_read_as_lines(yard: Yard) -> None:
    keys = yard.hire(2)
    yard.run()
    told = b"".join(json.dumps({"ended": key.hex(), "why": ""}).encode() + b"\n" for key in keys)
    for at in range(0, len(told), 7):
        yard.pipes[0].protocol.outReceived(told[at : at + 7])
    assert yard.failed == keys


def test_the_pace_is_the_operators(tmp_path: Path) -> None:
    yard = Yard(tmp_path / "bots", replace(Limits(), bot_millis=0))
    yard.hire(5)
    for _ in range(5):
        yard.clock.advance(0)
    assert len(yard.pipes[0].started()) == 5


def test_folders_that_no_table_has_are_removed(yard: Yard) -> None:
    (one, other) = yard.hire(2)
    yard.crew.forget([other])
    assert yard.folders() == {other.hex()} and one != other
