"""What one person can make a table's journal hold: nothing for nothing, and never more than a bound."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rummynet.table.api.host_context import Limits
from rummynet.table.api.refusals import TooManyChanges
from rummynet.table.journal.change_budget import ChangeBudget
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import (
    AskLog,
    Create,
    Here,
    Leave,
    Manage,
    Message,
    Ready,
    Refused,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    Watch,
)
from tests.support.evening import Evening
from tests.support.journal import comes_back, stories
from tests.support.people import Person, TableHarness, quietly

MANY = 200


def kept(hall: TableHarness, table: int = 1) -> int:
    """How many inputs of a table the journal holds now."""
    return next(len(one.inputs) for one in stories(hall.rows) if one.opened.table == table)


def never_kept(hall: TableHarness, people: list[Person]) -> list[tuple[Person, Callable[[], Request]]]:
    """Requests that change nothing, each with who makes it. The first of *people* owns the table; the last watches."""
    ann, bob, wil = people[0], people[1], people[-1]

    def of(person: Person, kind: type[Any], *fields: object) -> tuple[Person, Callable[[], Request]]:
        return person, lambda: kind(person.request(), 1, *fields)

    forged = bob.sign(bob.agreed(1)).payload, bytes(64)
    return [
        of(bob, Here),
        of(bob, AskLog, 0),
        of(bob, Say, "hello"),
        of(bob, Sit, None),
        of(bob, Ready, None),
        of(bob, Ready, forged),
        of(bob, Watch),
        of(bob, Leave),
        of(bob, Manage, "hand-on", 1),
        of(ann, Manage, "hand-on", 0),
        of(ann, Manage, "resume", None),
        of(ann, Manage, "remove", 9),
        of(ann, SeatBot, "add", "clever"),
        of(ann, SeatBot, "remove", ""),
        of(wil, Watch),
        of(wil, Stand),
        of(wil, Ready, forged),
        of(wil, Submit, 1, "action", b"nothing", bytes(64)),
        of(bob, Submit, 1, "action", b"nothing", bytes(64)),
        (bob, lambda: Create(bob.request(), "whist", {}, "")),
    ]


@pytest.mark.parametrize("is_playing", [False, True])
def test_requests_that_change_nothing_leave_no_row(is_playing: bool) -> None:
    hall = TableHarness()
    if is_playing:
        _, people = hall.game(["Ann", "Bob"])
    else:
        _, people = hall.table(["Ann", "Bob"])
    people.append(hall.person("Wil"))
    hall.done(people[-1], Watch, 1)
    for person, make in never_kept(hall, people):
        hall.ask(person, make())  # the first one may be a sign of life
        before = len(hall.rows)
        for _ in range(MANY):
            hall.ask(person, make())
        assert len(hall.rows) == before, make()


# -- budgets


def few(per_hour: int = 20) -> Limits:
    return replace(Limits(), changes_per_hour=per_hour)


def code(answer: Message) -> str:
    return answer.code if isinstance(answer, Refused) else "done"


def test_an_owner_who_pauses_and_resumes_for_ever_is_stopped_and_nobody_else_is() -> None:
    hall = TableHarness(limits=few())
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    before = kept(hall)
    said = [code(hall.ask(ann, Manage(ann.request(), 1, ("pause", "resume")[turn % 2], None))) for turn in range(60)]
    assert said == 20 * ["done"] + 40 * ["too_many"]
    assert kept(hall) == before + 20
    hall.play(table, [ann, bob], 10, quietly)
    hall.done(bob, Watch, 1)
    hall.done(ann, Say, 1, "that was all")
    hall.advance(3_600_000 // 20)
    assert code(hall.ask(ann, Manage(ann.request(), 1, "pause", None))) == "done"
    assert code(hall.ask(ann, Manage(ann.request(), 1, "resume", None))) == "too_many"


def test_who_is_ready_and_not_ready_for_ever_is_stopped_before_a_game_too() -> None:
    hall = TableHarness(limits=few())
    _, (_, bob) = hall.table(["Ann", "Bob"])
    said = [code(hall.ask(bob, Ready(bob.request(), 1, None) if turn % 2 else bob.ready(1))) for turn in range(6)]
    assert said == ["done", "done", *4 * ["too_many"]]


@pytest.mark.parametrize(
    ("sent", "seated", "times"),
    [(Watch(1, 1), True, 60), (Watch(1, 1), False, 240), (Ready(1, 1, None), True, 6), (Ready(1, 1, None), False, 24)],
)
def test_all_without_a_seat_share_four_budgets_and_a_ready_costs_ten(sent: Request, seated: bool, times: int) -> None:
    budget = ChangeBudget(60)
    for number in range(times):
        key = b"" if seated else bytes([number])
        budget.check(key, sent, seated, 0)
        budget.spend(key, sent, seated, 0)
    with pytest.raises(TooManyChanges):
        budget.check(b"", sent, seated, 0)
    budget.check(b"", Submit(1, 1, 1, "action", b"", b""), True, 0)  # what a seat signs in vain is counted apart


# -- whatever people do


@pytest.mark.drawn(3)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_in_whatever_order_the_table_comes_back_as_it_is(seed: int) -> None:
    evening = Evening(("keilty", "vegas")[seed % 2], random.Random(seed), ["Ann", "Bob", "Cid"])
    for turn in range(150):
        evening.step()
        if turn % 5 == 0 or turn > 140:
            comes_back(evening.hall)
