"""Signed actions: what is stale, what is refused, calls and their pauses, races. A refusal changes nothing."""

from collections.abc import Callable

import pytest

from rummynet.table.table import Table
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.wire.messages import Done, Race, Refused
from tests.support.people import Person, TableHarness, entries, full, on_turn, quietly

X = b"x" * 32


def dealt(seed: int = 3, **options: int) -> tuple[TableHarness, Table, list[Person]]:
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob", "Cid"], "keilty", **options)
    return hall, table, people


def refuse(hall: TableHarness, person: Person, do: str, **fields: object) -> Refused:
    return hall.refuses(person, person.submit(1, person.acting(do, **fields)))


@pytest.mark.parametrize("fields", [{"session": X}, {"round": 2}, {"head": X}, {"log": X}])
def test_an_action_aimed_elsewhere_is_stale(fields: dict[str, object]) -> None:
    hall, table, people = dealt()
    answer = refuse(hall, on_turn(table, people), "draw", **fields)
    assert answer.code == "stale"
    assert "look again" in answer.says
    assert (answer.signed is None) == ("log" in fields), "of another log the host promises nothing"


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("dance", "notation"),
        ("draw ", "notation"),
        ("throw XX", "notation"),
        ("throw AC", "wrong_phase"),
        ("pass", "cannot_pass"),
        ("turn", "not_in_this_game"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_their_code(do: str, code: str) -> None:
    hall, table, people = dealt()
    assert refuse(hall, on_turn(table, people), do).code == code


# -- calls


def calls(table: Table, seat: int) -> list[str]:
    legal = table.variety.legal(full(table), seat)
    return [notation.text(one) for one in legal if isinstance(one, CallRummy)]


def until(
    hall: TableHarness, table: Table, people: list[Person], found: Callable[[], bool], wait: int = 0
) -> None:  # fmt: skip
    for _ in range(2000):
        if found():
            return
        hall.advance(wait)
        hall.play(table, people, acts=1, choose=quietly)
    raise AssertionError("it did not come to that; choose another seed")


def two_callers(seed: int = 3, **options: int) -> tuple[TableHarness, Table, list[Person], list[int]]:
    """A position in which two seats can call the same rummy."""
    hall, table, people = dealt(seed, target=100_000, **options)
    until(hall, table, people, lambda: sum(bool(calls(table, seat)) for seat in range(3)) == 2)
    return hall, table, people, [seat for seat in range(3) if calls(table, seat)]


def test_who_loses_a_race_pays_nothing() -> None:
    hall, table, people, (first, second) = two_callers(false_call_points=10)
    call = calls(table, first)[0]
    slow = people[second].submit(1, people[second].acting(call))
    assert isinstance(hall.act(people[first], call), Done)
    assert hall.refuses(people[second], slow).code == "race"
    assert [race.millis for race in people[second].heard(Race)] == [0]
    assert full(table).false_calls == (0, 0, 0)


def test_where_rummies_lapse_a_pick_up_is_kept_back_and_a_call_aimed_before_it_is_too_late_at_no_cost() -> None:
    hall, table, people = dealt(target=100_000, lapse_seconds=4, false_call_points=10)

    def both() -> bool:
        return full(table).phase == "pickup" and sum(bool(calls(table, seat)) for seat in range(3)) == 2

    until(hall, table, people, both, wait=4000)
    callers = [seat for seat in range(3) if calls(table, seat)]
    caller = next(seat for seat in callers if seat != full(table).turn)
    late = people[caller].submit(1, people[caller].acting(calls(table, caller)[0]))
    turn, count = full(table).turn, len(entries(people[0]))
    assert isinstance(hall.act(people[turn], "draw"), Done)
    assert len(entries(people[0])) == count, "others may still call"
    hall.advance(4000)
    assert full(table).phase == "play" and full(table).claims == ()
    assert hall.refuses(people[caller], late).code == "too_late"
    assert full(table).false_calls == (0, 0, 0)
    assert (
        refuse(hall, people[caller], notation.text(table.variety.offers.lying(full(table))[0])).code == "no_such_call"
    )


def test_a_refused_call_reads_the_same_whether_a_rummy_is_there_or_not() -> None:
    hall, table, people = dealt(target=100_000)
    without = refuse(hall, people[0], "rummy meld AC AD AH")
    hall.ms += 10_000
    until(hall, table, people, lambda: bool(calls(table, 0)) and cards.code("AC") not in full(table).discard)
    there = refuse(hall, people[0], "rummy meld AC AD AH")
    assert (there.code, there.says) == (without.code, without.says)
