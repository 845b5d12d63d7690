"""A host killed after any input: the tables made again from the journal are the tables that were."""

import dataclasses
import re
from unittest.mock import Mock

import pytest

from rummynet.table.api.inputs import HostRestarted
from rummynet.table.api.records import InputRecorded
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.journal.table_journal import MOST_GIVEN_BACK
from rummynet.table.lobby.resume import resume_table
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.fairness.signing import verify
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Manage, TableShown
from tests.support.errors import raises
from tests.support.journal import again, stories
from tests.support.people import Person, TableHarness, audited, entries, full, quietly


def restart(hall: TableHarness) -> None:
    """Kill the host and start it again on the same journal; nobody is connected."""
    came_back = again(hall.rows, hall.house)
    hall.deaf |= set(hall.people)
    hall.lobby = type(hall.lobby)(hall.house, max((row.table for row in hall.rows), default=0) + 1)
    hall.clocks.clear()
    for one in came_back:
        hall.lobby.adopt_table(one.table, one.journal)
        one.journal.extend_timers(hall.ms)
        hall.clocks |= one.timers
        hall.take(HostRestarted(one.table.number))


def come_back(hall: TableHarness, *people: Person, table: int = 1) -> None:
    for person in people:
        hall.back(person)
        hall.done(person, AskLog, table, person.auditor.index)


def test_a_paused_table_is_paused_when_the_host_is_back_and_goes_on_with_the_time_that_was_left() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"], turn_seconds=30, first_starter=1)
    ann = people[0]
    hall.advance(20_000)
    hall.done(ann, Manage, 1, "pause", None)
    logged = len(ann.entries)
    restart(hall)
    assert not [clock for clock in hall.clocks if clock.kind in ("wait", "warn", "hold")]
    hall.advance(60_000)
    come_back(hall, *people)
    assert [one.paused for one in ann.heard(TableShown)][-1] is True
    hall.advance(60_000)
    assert hall.refused(ann, Manage, 1, "pause", None) == "not_paused"
    assert len(ann.entries) == logged
    hall.done(ann, Manage, 1, "resume", None)
    hall.advance(9_999)
    assert len(ann.entries) == logged + 1, "the end of the pause"
    hall.advance(1)
    assert len(ann.entries) == logged + 3
    assert all(audited(one) for one in people)


def test_a_journal_that_does_not_lead_to_its_logs_is_not_resumed() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, 3, quietly)
    rows = list(hall.rows)
    del rows[next(n for n, row in enumerate(rows) if isinstance(row, InputRecorded) and n > 20)]
    with pytest.raises(BadHistory):
        again(rows, hall.house)
    (story,) = stories(hall.rows)
    for other, says in (
        (replace(story, checkpoint=replace(story.checkpoint, games=1)), "contradicts"),
        (replace(story, signed=bytes(64)), "contradicts"),
        (replace(story, checkpoint=replace(story.checkpoint, body=b"")), "cannot be read"),
        (replace(story, opened=replace(story.opened, options=3)), "TypeError"),
        (replace(story, opened=replace(story.opened, variant="poker")), "that this program does not know"),
        (replace(story, chance=()), "it fails, or ends, on the way"),
        (replace(story, chance=(*story.chance, b"")), "its log would be another one"),
    ):
        with raises(BadHistory, BadHistory.code, says):
            resume_table(other, hall.house)
    house = dataclasses.replace(hall.house, verify=(checks := Mock(wraps=verify)))
    resume_table(story, house)
    assert not checks.called, "what is in the log is under the host's signature"
    *before, last = story.inputs
    body = re.sub(rb"(?s)(?<=\xc4\x40).", lambda first: bytes([first[0][0] ^ 1]), last.body)  # a signature
    with raises(BadHistory, BadHistory.code, "its log would be another one"):
        resume_table(replace(story, inputs=(*before, replace(last, body=body))), house)
    assert checks.call_count == 1


def test_an_action_that_waits_is_done_in_half_a_minute_however_often_the_host_was_away() -> None:
    """People get time to come back each time; but its player counts the time, and it must not become an alarm."""
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], "basic")
    hall.play(table, people, acts=1)
    state = full(table)
    while not (table.variety.offers.holds(state) and state.phase == "pickup"):
        hall.advance(1000 * table.variety.offers.holds(state))
        hall.play(table, people, acts=1)
        state = full(table)
    seat, began = state.turn, hall.ms
    count = len(entries(people[seat]))
    assert isinstance(hall.act(people[seat], "draw"), Done)
    for _ in range(12):
        restart(hall)
        come_back(hall, *people)
        assert len(entries(people[seat])) == count and hall.ms - began < 3_000 + MOST_GIVEN_BACK
        hall.advance(2_500)
    hall.advance(3_000 + MOST_GIVEN_BACK - (hall.ms - began))
    last = entries(people[seat])[-1]
    assert isinstance(last, Acted) and (last.seat, last.do) == (seat, "draw")
