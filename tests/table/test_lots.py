"""Lots between calls: who calls within the table's wait of the first call has an equal chance, whoever is nearer."""

import pytest

from rummynet.table.table import Table
from rummynet_protocol import notation
from rummynet_protocol.fairness.entries import LOTS_VERSION, Acted, LotsDrawn, Opened, PauseChanged
from rummynet_protocol.wire.messages import AskLog, Done, Dropped, Manage
from tests.support.people import Person, TableHarness, audited, entries, quietly
from tests.table.test_acting import calls, full, on_turn, refuse, two_callers, until
from tests.table.test_resume import check, restart

WAIT = 150  # milliseconds; far.md proposes as many


def callers(seed: int = 3, **options: int) -> tuple[TableHarness, Table, list[Person], list[int]]:
    """Two seats that can call the same rummy at a table that draws lots."""
    return two_callers(seed, call_lot_millis=WAIT, **options)


def drawn(table: Table) -> list[int]:
    """The order that the lots will give all seats the first time in this round."""
    assert table.game is not None and table.game.play is not None
    return table.game.play.decks[-1].shuffle.lots(0, 3)  # type: ignore[union-attr]  # a plain deck in play


@pytest.mark.parametrize("seed", [3, 4])
def test_lots_and_not_the_order_of_arrival_decide_between_calls_within_the_wait(seed: int) -> None:
    hall, table, people, both = callers(seed)
    call, order = calls(table, both[0])[0], [seat for seat in drawn(table) if seat in both]
    before = len(entries(people[0]))
    first, second = reversed(order)  # who is drawn second calls first
    slow = people[second].submit(1, people[second].acting(call))
    assert isinstance(hall.act(people[first], call), Done)
    hall.advance(WAIT - 1)
    assert isinstance(hall.ask(people[second], slow), Done)
    assert len(entries(people[0])) == before, "nobody learns that somebody has called"
    hall.advance(1)
    log = entries(people[0])[before:]
    assert isinstance(log[0], LotsDrawn) and [seat for seat, _, _ in log[0].calls] == order
    acts = [(one.seat, one.do, one.why, one.signed) for one in log[1:] if isinstance(one, Acted)]
    assert acts == [(second, call, "lot", None)] and full(table).count(second) >= 0
    opened = entries(people[0])[0]
    assert isinstance(opened, Opened) and opened.version == LOTS_VERSION
    played = audited(people[0]).round
    until(hall, table, people, lambda: audited(people[0]).round > played)
    assert audited(people[0]).passed["lots"], "the round's secrets have confirmed the lots"


def test_a_call_behind_the_wait_has_lost_and_says_by_how_much() -> None:
    hall, table, people, (first, second) = callers()
    call = calls(table, first)[0]
    slow = people[second].submit(1, people[second].acting(call))
    assert isinstance(hall.act(people[first], call), Done)
    hall.advance(WAIT)
    hall.ms += 10
    answer = hall.refuses(people[second], slow)
    assert answer.code == "race" and "160 ms" in answer.says


def test_all_else_waits_for_the_lots() -> None:
    hall, table, people, both = callers()
    first = next(seat for seat in both if seat != full(table).turn)
    player, call, before = on_turn(table, people), calls(table, first)[0], len(entries(people[0]))
    act = notation.text(quietly(table.variety, full(table), hall.chance)[1])
    assert isinstance(hall.act(people[first], call), Done)
    assert isinstance(hall.act(player, act), Done)
    assert refuse(hall, people[first], call).code == "not_due", "one call of a seat"
    assert len(entries(people[0])) == before
    hall.advance(WAIT)
    log = entries(people[0])[before:]
    assert [type(one) for one in log] == [LotsDrawn, Acted]
    assert [one.code for one in player.heard(Dropped)] == ["stale"], "it was aimed at another table"


def test_a_false_call_is_refused_at_once_and_begins_no_wait() -> None:
    hall, _, people, (first, _) = callers()
    assert refuse(hall, people[first], "rummy meld AC AD AH").code == "no_such_call"
    before = len(entries(people[0]))
    hall.advance(WAIT)
    assert len(entries(people[0])) == before


def test_a_false_call_that_has_a_price_waits_like_any_other() -> None:
    hall, table, people, (first, second) = callers(false_call_points=10)
    assert isinstance(hall.act(people[first], "rummy meld AC AD AH"), Done)
    assert isinstance(hall.act(people[second], calls(table, second)[0]), Done)
    hall.advance(WAIT)
    log = entries(people[0])
    assert isinstance(log[-3], LotsDrawn)
    assert {one.seat for one in log[-2:] if isinstance(one, Acted)} == {first, second}
    assert full(table).false_calls[first] == 1
    assert audited(people[0]).state is not None


def test_a_pause_begins_behind_the_lots() -> None:
    hall, table, people, (first, _) = callers()
    assert isinstance(hall.act(people[first], calls(table, first)[0]), Done)
    before = len(entries(people[0]))
    hall.done(people[0], Manage, 1, "pause", None)
    assert len(entries(people[0])) == before
    hall.advance(WAIT)
    assert [type(one) for one in entries(people[0])[before:]] == [LotsDrawn, Acted, PauseChanged]


def test_a_call_that_waits_outlives_a_restart_of_the_host() -> None:
    hall, table, people, (first, _) = callers()
    assert isinstance(hall.act(people[first], calls(table, first)[0]), Done)
    check(hall)
    before, number = len(entries(people[0])), table.number
    restart(hall)
    for person in people:
        hall.back(person)
        hall.done(person, AskLog, number, person.auditor.index)
    hall.advance(60_000)
    log = entries(people[0])[before:]
    assert [type(one) for one in log[:2]] == [LotsDrawn, Acted]
    assert audited(people[first]).cheat is None


def test_a_close_by_a_caller_puts_its_call_aside() -> None:
    hall, table, people, both = callers()
    caller = next(seat for seat in both if seat != full(table).turn)
    hall.advance(180_000)
    assert isinstance(hall.act(people[caller], calls(table, caller)[0]), Done)
    assert isinstance(hall.close(people[caller], full(table).turn), Done)
    assert [one.code for one in people[caller].heard(Dropped)] == ["order"]
    hall.advance(WAIT)
    assert not any(isinstance(one, LotsDrawn) for one in entries(people[0]))
    assert audited(people[caller]).cheat is None
