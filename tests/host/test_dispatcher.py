"""The dispatcher: journal first, whole games through connections in memory, timers, failures."""

import errno
import io
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from rummynet import files
from rummynet.host.dispatch.effect_group import EffectGroup, recipient
from rummynet.host.storage.journal import JournalError, Tokens
from rummynet.host.storage.transcripts import NO_TRANSCRIPT
from rummynet.ledger.play import RoundPlay
from rummynet.table.api.effects import (
    Effect,
    OperatorNote,
    RecallBot,
    RestBot,
    Send,
    SendStoredLog,
    SpawnBot,
    StopBot,
    TimerId,
)
from rummynet.table.api.inputs import BotFailed, Input
from rummynet.table.api.records import JournalRow, TableClosed
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.wire.messages import (
    AskLog,
    Closed,
    Create,
    Done,
    Hello,
    Here,
    LogEntry,
    Message,
    Ping,
    Pong,
    Sit,
    Submit,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.dialling import AGENT, Building, Dialler
from tests.support.disk import TightDisk
from tests.support.people import audited, quietly


def begin(building: Building, names: Sequence[str] = ("Ann", "Bob"), **options: int) -> list[Dialler]:
    people = [building.guest(name) for name in names]
    people[0].ask(Create, "keilty", {"target": 30, **options}, "kitchen")
    number = max(building.dispatcher.lobby.tables)
    for dialler in people:
        assert isinstance(dialler.ask(Sit, number, None), Done)
    for dialler in people:
        assert isinstance(dialler.ready(number), Done)
    building.settle()
    return people


def next_action(building: Building, people: Sequence[Dialler], number: int = 1) -> tuple[Dialler, Submit]:
    """The seat on turn and a legal action, once the cards are dealt: what people say waits for their address' share."""
    game = building.dispatcher.lobby.tables[number].game
    assert game is not None
    while game.play is None or game.dealer.busy:
        building.settle(0.1)
    seat, action = quietly(game.play.variety, game.play.full, random.Random(game.game_log.newest + 1))
    dialler = next(one for one in people if one.person.key == game.keys[seat])
    return dialler, dialler.person.submit(number, dialler.person.acting(notation.text(action)))


def act(building: Building, people: Sequence[Dialler], number: int = 1) -> Message:
    """The next action of the seat on turn, through the wire."""
    dialler, made = next_action(building, people, number)
    dialler.say(made)
    return dialler.answer(made.n)


def finish(building: Building, people: list[Dialler], number: int = 1) -> None:
    while building.dispatcher.lobby.tables[number].stage == "playing":
        assert isinstance(act(building, people, number), Done)
        building.clock.advance(0.01)


def test_a_copy_that_cannot_be_written_ends_nothing_and_is_made_at_the_next_start(
    tmp_path: Path, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    building = Building(tmp_path, stream)
    people = begin(building)
    with monkeypatch.context() as full:
        full.setattr(files, "write_some", TightDisk(50, 130))
        finish(building, people)
    assert all(audited(dialler.person).finished for dialler in people)
    assert building.failures == [] and not building.transcripts.path(1, 1).exists()
    assert stream.getvalue().count(NO_TRANSCRIPT) == 1 and os.strerror(errno.ENOSPC) in stream.getvalue()
    for dialler in people:
        assert isinstance(dialler.ready(1), Done)
    assert isinstance(act(building, people), Done)
    building.close()
    again = Building(tmp_path, stream)
    assert check(again.transcripts.path(1, 1).read_bytes()).complete
    again.close()


def test_inputs_of_one_turn_of_the_reactor_are_one_write(building: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [building.guest(name) for name in ("Ann", "Bob", "Cid")]
    people[0].say(Create(1, "keilty", {}, "x"))
    building.settle()
    commits: list[int] = []
    append = building.journal.append

    def counting(rows: Sequence[JournalRow], tokens: Tokens) -> frozenset[int]:
        commits.append(len(rows))
        return append(rows, tokens)

    monkeypatch.setattr(building.journal, "append", counting)
    for dialler in people:
        dialler.say(Sit(2, 1, None))
    building.settle()
    assert commits == [3 * 1], "a checkpoint each"


@pytest.mark.parametrize("problem", [JournalError("disk full"), OSError(28, "No space left on device")])
def test_what_cannot_be_recorded_is_not_sent_and_ends_the_host(
    building: Building, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    people, late = begin(building), building.dial("Cid")

    def full(*rows: object) -> NoReturn:
        raise problem

    monkeypatch.setattr(building.journal, "append", full)
    before = [len(dialler.told) for dialler in people]
    game = building.dispatcher.lobby.tables[1].game
    assert game is not None and game.play is not None
    dialler = people[game.play.full.turn]
    dialler.say(dialler.person.submit(1, dialler.person.acting("draw")))
    building.settle()
    assert [len(dialler.told) for dialler in people] == before
    assert building.failures == [problem]
    dialler.say(dialler.person.submit(1, dialler.person.acting("draw")))
    building.settle(5)
    assert building.failures == [problem]
    late.say(Hello(VERSIONS[0], VERSIONS[-1], late.person.name, late.person.key, AGENT))
    dialler.say(Ping(0))
    building.settle()
    assert (late.told, dialler.heard(Pong)) == ([], [])
    assert building.factory.build_protocol("10.0.0.9") is None


def test_a_timer_started_again_restarts_and_a_stopped_one_does_not_expire(building: Building) -> None:
    rung: list[TimerId] = []
    clocks = type(building.dispatcher.timers)(building.clock, rung.append)
    first, second = TimerId(1, "wait", 0), TimerId(1, "wait", 1)
    clocks.start(first, 1000)
    clocks.start(second, 1000)
    building.clock.advance(0.9)
    clocks.start(first, 1000)
    clocks.stop(second)
    clocks.stop(second)
    building.clock.advance(0.9)
    assert rung == [] and len(clocks) == 1
    building.clock.advance(0.1)
    assert rung == [first] and len(clocks) == 0
    clocks.start(first, 1000)
    clocks.stop_all()
    building.clock.advance(2)
    assert rung == [first]


def test_trouble_at_a_table_is_logged_without_values(
    building: Building, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begin(building)
    game = building.dispatcher.lobby.tables[1].game
    assert game is not None and game.play is not None

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("the card was QH")

    monkeypatch.setattr(RoundPlay, "try_action", fail)
    act(building, people)
    (line,) = [line for line in stream.getvalue().splitlines() if " error " in line]
    assert "ZeroDivisionError" in line and "game.py:" in line and "QH" not in line


def test_a_new_run_goes_on_with_what_was_open_and_counts_on(tmp_path: Path, stream: io.StringIO) -> None:
    first = Building(tmp_path, stream)
    people = begin(first)
    for _ in range(5):
        act(first, people)
    before = first.journal.entries(1, 1)
    first.close()
    again = Building(tmp_path, stream)
    assert again.journal.entries(1, 1) == before
    back = [again.guest(name) for name in ("Ann", "Bob")]
    for dialler, before_it in zip(back, people, strict=True):
        assert isinstance(dialler.ask(AskLog, 1, 0), Done)
        # As players keep it on their disks: who has not acted yet has answered the shuffle anew from the log.
        dialler.person.logs = before_it.person.logs
        # They read the clock of the program that goes on: that of the one before stands still.
        before_it.person.now, before_it.person.clock = dialler.person.now, dialler.person.clock
    finish(again, back)
    report = check(again.transcripts.path(1, 1).read_bytes())
    assert report.verified and report.complete
    assert again.journal.entries(1, 1)[: len(before)] == before
    guest = again.guest("Ann")
    done = guest.ask(Create, "keilty", {}, "x")
    assert isinstance(done, Done) and done.table == 2
    again.close()


def test_the_journal_is_for_its_owner_alone(tmp_path: Path, building: Building) -> None:
    assert (tmp_path / "journal.sqlite3").stat().st_mode & 0o077 == 0
    assert building.journal.path.exists()


def test_secrets_are_in_no_repr(building: Building) -> None:
    from rummynet.table.api.records import SecretKept

    assert "b'" not in repr(SecretKept(1, 1, 1, 0, b"a" * 32, b"b" * 32))


def test_a_ping_with_a_number_is_answered_behind_the_log_that_was_asked_for_before_it(building: Building) -> None:
    ann, _ = people = begin(building)
    finish(building, people)
    ann.say(AskLog(ann.person.request(), 1, 0))
    ann.say(Ping(3))
    building.settle(1)  # a log costs much: who has done much before waits for the share
    *_, entry, done, pong = (one for one in ann.told if isinstance(one, LogEntry | Done | Pong))
    assert isinstance(entry, LogEntry) and isinstance(done, Done) and pong == Pong(3)


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_ping_says_that_a_program_is_there_whose_silence_holds_a_game(building: Building, is_closed: bool) -> None:
    people = [building.guest(name) for name in ("Ann", "Bob")]
    people[0].ask(Create, "keilty", {}, "kitchen")
    for dialler in people:
        dialler.ask(Sit, 1, None)
    people[1].person.silent = {"reveal"}
    for dialler in people:
        dialler.ready(1)
    building.settle(30)
    people[1].person.silent = set()
    game = building.dispatcher.lobby.tables[1].game
    assert game is not None and game.dealer.held
    people[0].say(Ping(1))
    building.settle()
    assert game.dealer.held
    if is_closed:
        del building.dispatcher.lobby.tables[1]
    people[1].say(Ping(1))
    building.settle()
    assert Pong(1) in people[1].told
    assert is_closed or (not game.dealer.held and game.play is not None), "the connection stood all the while"


def test_who_asks_for_a_log_waits_for_it_and_nobody_else(building: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = people = begin(building)
    finish(building, people)
    building.settle(30)  # a long game uses up their shares
    assert isinstance(ann.ask(AskLog, 1, 0), Done)  # and of this she has less left than Bob, who comes first
    read, told = building.journal.entries, list[object]()

    def reading(table: int, game: int, start: int = 0, end: int | None = None) -> list[tuple[bytes, bytes]]:
        told.extend((ann.wire.value(), bob.wire.value(), building.dispatcher.is_writing))
        return read(table, game, start, end)

    monkeypatch.setattr(building.journal, "entries", reading)
    ann.say(AskLog(ann.person.request(), 1, 0))
    bob.say(Here(bob.person.request(), 1))
    building.clock.advance(0)
    assert told[0] == b"" and told[1] != b"" and told[2], "one is answered before the log of the other is read"
    building.settle()
    assert [(one.entry, one.signature) for one in ann.heard(LogEntry)][-3:] == ann.person.entries[-3:]
    group, note, log = EffectGroup(), OperatorNote(1, "seen"), SendStoredLog(ann.person.key, 1, 1, 0, None)
    group.effects = [(note, (), 1), (log, (1,), 1), (log, (1, 2), 1)]  # type: ignore[list-item]
    assert group.split_readers() == ([group.effects[0]], group.effects[1:])
    closed = Send((), Closed(2))
    group.effects = [(closed, (7,), 0), (note, (8,), 0)]  # type: ignore[list-item]
    group.rows = [TableClosed(table, "empty", 0) for table in (1, 2)]
    assert group.tables == {1, 2} and group.drop_tables({1}) == {1: [8]}  # type: ignore[comparison-overlap]
    assert ([one.table for one in group.rows], group.tables) == ([2], {2}) and recipient(note, None, {}) == ()


def test_a_host_that_has_no_bots_says_so_to_who_wants_one_back_and_stops_none(
    building: Building, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = list[Input]()

    def taking(given: Input, *_: int) -> list[Effect]:
        came.append(given)
        return []

    monkeypatch.setattr(building.lobby, "take_input", taking)
    wanted: list[Effect] = [RecallBot(1, b"k"), RestBot(b"k"), StopBot(b"k"), SpawnBot(2, "simple")]
    assert building.dispatcher.queue_effects(wanted) == 4
    building.dispatcher.schedule_flush()
    building.settle()
    assert came == [BotFailed(1, b"k"), BotFailed(2, None)] and " error " not in stream.getvalue()
