"""The turn clock and the waits of the rules: what is shown, what is done, and what stops them."""

import pytest

from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import TimerExpired
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import ClockShown, Done, Manage
from tests.support.people import TableHarness, audited, entries, full

TURN = 30


def acts(hall: TableHarness, seat: int) -> list[tuple[str, str | None]]:
    person = next(iter(hall.people.values()))
    return [(one.do, one.why) for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


def test_a_clock_that_rings_too_early_as_one_started_before_a_restart_may_is_started_again() -> None:
    hall = TableHarness(seed=3)
    table, _ = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    seat = full(table).turn
    due = hall.clocks.pop(clock := TimerId(1, "wait", seat))
    hall.advance(20_000)
    hall.take(TimerExpired(clock))
    assert hall.clocks[clock] == due and not acts(hall, seat)


def test_who_votes_about_another_is_there_and_has_the_whole_turn_again() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], turn_seconds=TURN)
    seat = full(table).turn
    absent = (seat + 2) % 3
    hall.lose(people[absent])
    hall.advance(20_000)
    assert isinstance(hall.vote(people[seat], absent), Done)
    hall.advance(TURN * 1000 - 1)
    assert full(table).turn == seat
    hall.advance(1)
    assert isinstance(entries(people[seat])[-1], Acted)


@pytest.mark.parametrize("rests", [False, True])
def test_an_objection_begins_the_clock_again_once_a_turn(rests: bool) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    seat = full(table).turn
    hall.advance(29_000)
    shown = [(one.millis, one.stage) for one in people[seat].heard(ClockShown)]
    assert shown == [(TURN * 1000, "running"), (10_000, "warning")]
    assert audited(people[0]).clocked_since(1 - seat) is None and audited(people[0]).stands_since is None
    if rests:
        hall.done(people[0], Manage, 1, "pause", None)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    if rests:
        hall.advance(60_000)
        hall.done(people[0], Manage, 1, "resume", None)
    hall.advance(29_000)
    assert isinstance(hall.act(people[seat], "draw"), Done)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    was_present = rests and seat == 0  # who asks for a pause is there too, which counts once
    hall.advance((1_000 if was_present else TURN * 1000) - 1)
    assert len(acts(hall, seat)) == 1
    hall.advance(1)
    assert [why for _, why in acts(hall, seat)] == [None, "turn"]
    assert all(audited(person).passed["clock"] for person in people)
