"""While the disk stalls: connections and timers go on, nothing is sent before it is recorded, nothing is lost."""

import io
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from rummynet.host.dispatch import dispatcher as dispatcher_module
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.journal_writer import JournalWriter
from rummynet.verifier.offline import check
from rummynet_protocol.wire.connection import MOST_UNANSWERED
from rummynet_protocol.wire.messages import (
    AskLog,
    Bye,
    Challenge,
    Create,
    Done,
    LobbyShown,
    LogEntry,
    Ping,
    Pong,
    Said,
    Say,
    Sit,
    TableShown,
    Welcome,
)
from tests.host.test_dispatcher import begin, finish, next_action
from tests.support.dialling import Building, Dialler
from tests.support.disk import Disk
from tests.support.journal_edits import count_of
from tests.support.people import audited

ALWAYS_TOLD = (Challenge, Welcome, Ping, Pong)
"""Messages that depend on no table."""


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def building(tmp_path: Path, stream: io.StringIO, disk: Disk) -> Iterator[Building]:
    made = Building(tmp_path, stream, write=disk)
    yield made
    made.close()


def heard(people: list[Dialler]) -> list[int]:
    return [len([one for one in dialler.told if not isinstance(one, ALWAYS_TOLD)]) for dialler in people]


def length(building: Building, number: int) -> int:
    """The number of entries of a table's log, written or not."""
    game = building.dispatcher.lobby.tables[number].game
    assert game is not None
    return game.game_log.newest + 1


def test_pings_and_timers_go_on_and_nothing_unrecorded_is_sent(building: Building, disk: Disk) -> None:
    slow = begin(building, ("Ann", "Bob"))
    fast = begin(building, ("Cid", "Dot"), turn_seconds=5)
    everybody = [*slow, *fast]
    before, logged, kept = heard(everybody), length(building, 2), count_of(building.journal, "log")
    disk.stands = True
    dialler, submit = next_action(building, slow, 1)
    dialler.say(submit)
    building.settle()
    assert disk.waits == 1
    building.settle(5.1)
    assert length(building, 2) == logged + 2
    dialler.say(Ping(0))
    dialler.say(Ping(77))
    late = building.dial("Eve")
    assert isinstance(late.greet(), Welcome)
    building.settle()
    assert dialler.heard(Pong) == [Pong(0)], "the other one says that all before it has come"
    assert heard([*everybody, late]) == [*before, 0]
    assert count_of(building.journal, "log") == kept
    assert building.dispatcher.unrecorded > 0
    written = disk.written
    disk.go_on()
    building.settle()
    assert building.dispatcher.unrecorded == 0
    assert disk.written == written + 2, "what came meanwhile is one group"
    assert isinstance(next(one for one in dialler.told if getattr(one, "n", None) == submit.n), Done)
    assert dialler.told[-1] == Pong(77)
    assert late.heard(LobbyShown)
    for number, people in ((1, slow), (2, fast)):
        for one in people:
            assert one.person.entries == building.journal.entries(number, 1)
            assert len(one.person.entries) == length(building, number)
    finish(building, slow, 1)
    finish(building, fast, 2)
    disk.stands = True
    for request in ((AskLog, 1, 0), (Say, 1, "good night")):
        slow[0].request(*request)
        building.settle()
    assert disk.waits == 1, "while a log is read nothing is written"
    disk.go_on()
    assert all(audited(one.person).finished for one in everybody)
    assert check(building.transcripts.path(2, 1).read_bytes()).verified


def test_after_a_long_stall_people_have_ten_seconds_before_any_clock_rings(building: Building, disk: Disk) -> None:
    """They saw neither turn nor shuffle meanwhile. A shuffle that waited for them would be voided at once."""
    begin(building, ("Ann", "Bob"), turn_seconds=15)
    disk.stands = True
    building.guest("Eve").say(Create(1, "keilty", {}, "attic"))
    building.settle()
    before = length(building, 1)
    building.settle(20)
    disk.go_on()
    building.settle(9)
    assert length(building, 1) == before
    building.settle(12)
    assert length(building, 1) > before


def test_who_pings_on_while_nothing_is_answered_is_sent_away(building: Building, disk: Disk) -> None:
    people = begin(building)
    ann = people[0]
    for number in range(1, MOST_UNANSWERED + 2):
        ann.say(Ping(number))
        building.settle(0.2)
    assert ann.heard(Pong)[-1] == Pong(MOST_UNANSWERED + 1), "what was answered counts no more"
    disk.stands = True
    dialler, submit = next_action(building, people, 1)
    dialler.say(submit)
    building.settle()
    for number in range(1, MOST_UNANSWERED + 2):
        assert not ann.heard(Bye)
        ann.say(Ping(number))
        building.settle(0.2)
    assert ann.heard(Bye)[0].code == "too_fast"
    disk.go_on()
    building.settle()


@pytest.mark.parametrize("problem", [JournalError("disk full"), OSError(28, "No space left on device")])
def test_if_the_write_fails_nothing_is_sent(
    building: Building, disk: Disk, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    people = begin(building)
    before = heard(people)

    def full(*rows: object) -> NoReturn:
        raise problem

    monkeypatch.setattr(building.journal, "append", full)
    disk.stands = True
    dialler, submit = next_action(building, people, 1)
    dialler.say(submit)
    building.settle()
    for one in people:
        one.say(Say(one.person.request(), 1, "is anybody there?"))
    building.settle()
    disk.go_on()
    building.settle(15)
    assert heard(people) == before and building.failures == [problem]
    ended: list[bool] = []
    building.dispatcher.close(lambda: ended.append(True))
    assert ended == [True] and heard(people) == before


def test_closing_waits_for_what_is_underway_and_for_what_came_before_it(building: Building, disk: Disk) -> None:
    people = begin(building)
    disk.stands = True
    dialler, submit = next_action(building, people, 1)
    dialler.say(submit)
    building.settle()
    people[0].say(Say(people[0].person.request(), 1, "good night"))
    building.settle()
    ended: list[int] = []
    building.dispatcher.close(lambda: ended.append(count_of(building.journal, "log")))
    people[1].say(Say(people[1].person.request(), 1, "too late"))
    building.settle()
    assert ended == []
    disk.go_on()
    building.settle()
    assert ended == [length(building, 1)]
    assert [one.text for one in people[1].heard(Said)] == ["good night"]
    again: list[bool] = []
    building.dispatcher.close(lambda: again.append(True))
    assert again == [True]


def test_one_who_comes_back_meanwhile_gets_no_answers_of_the_connection_before(building: Building, disk: Disk) -> None:
    people = begin(building)
    disk.stands = True
    dialler, submit = next_action(building, people, 1)
    other = next(one for one in people if one is not dialler)
    dialler.say(submit)
    building.settle()
    dialler.hang_up()
    again = building.guest(dialler.person.name)
    building.settle()
    disk.go_on()
    building.settle(0.2)
    first = next(one for one in again.told if not isinstance(one, ALWAYS_TOLD))
    assert isinstance(first, LobbyShown) and not again.heard(Done)
    assert all(not isinstance(one, LogEntry) for one in again.told[: again.told.index(again.heard(TableShown)[0])])
    assert isinstance(again.ask(AskLog, 1, 0), Done)
    building.settle()
    assert again.person.entries == other.person.entries and len(other.person.entries) == length(building, 1)
    finish(building, [again, other])
    assert audited(again.person).finished


def test_whoever_asks_for_more_than_may_wait_has_to_come_back_later(
    building: Building, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher_module, "MOST_WAITING", 20)
    people = begin(building)
    disk.stands = True
    dialler, submit = next_action(building, people, 1)
    dialler.say(submit)
    building.settle()
    for _ in range(40):
        if not people[0].wire.closed:
            people[0].say(Say(people[0].person.request(), 1, "hello?"))
            building.clock.advance(0)
    assert people[0].wire.closed and building.dispatcher.unrecorded <= 25
    disk.go_on()
    building.settle()
    assert isinstance(people[1].ask(Say, 1, "there you are"), Done)


def test_a_slow_write_is_a_line_in_the_log(building: Building, disk: Disk, stream: io.StringIO) -> None:
    ann = building.guest("Ann")
    disk.stands = True
    ann.say(Create(ann.person.request(), "keilty", {}, "kitchen"))
    building.settle()
    building.clock.advance(2.5)
    disk.go_on()
    assert "warning the disk is slow seconds=2.5 waiting=1" in stream.getvalue()
    ann.ask(Sit, 1, None)
    assert stream.getvalue().count("the disk is slow") == 1


class Threads:
    """The part of a reactor that a writer needs."""

    def __init__(self) -> None:
        self.calls: queue.Queue[tuple[Any, ...]] = queue.Queue()

    def callFromThread(self, *call: object) -> None:
        self.calls.put(call)


def test_the_writer_writes_in_its_own_thread_and_tells_in_order_what_came_of_it() -> None:
    threads, told, names = Threads(), [], []
    writer = JournalWriter(threads)
    wrong = JournalError("disk full")

    def fail() -> NoReturn:
        names.append(threading.current_thread().name)
        raise wrong

    writer(lambda: names.append(threading.current_thread().name), lambda problem: told.append((1, problem)))
    writer(fail, lambda problem: told.append((2, problem)))
    for _ in range(2):
        do, *words = threads.calls.get(timeout=30)
        do(*words)
    assert told == [(1, None), (2, wrong)] and names == ["journal", "journal"]
