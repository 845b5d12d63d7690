"""Calls aimed at a position that is no more: what they would bring decides, and no refusal tells more than the pile."""

from collections.abc import Callable

from rummynet.rules.core.state import State
from rummynet.table.table import Table
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, Draw, ThrowOut
from rummynet_protocol.cards import face
from rummynet_protocol.wire.messages import Done, Race, Refused
from tests.support.people import Person, TableHarness, full, quietly

NAMES = ["Ann", "Bob", "Cid"]


def calls(table: Table, seat: int, state: State | None = None) -> list[str]:
    legal = table.variety.legal(full(table) if state is None else state, seat)
    return [notation.text(one) for one in legal if isinstance(one, CallRummy)]


def brings(table: Table, call: str, state: State | None = None) -> tuple[int, ...]:
    return table.variety.offers.call_brings(full(table) if state is None else state, notation.parse(call))


def until(found: Callable[[Table], bool], **options: object) -> tuple[TableHarness, Table, list[Person]]:
    for seed in range(30):
        hall = TableHarness(seed=seed)
        table, people = hall.game(NAMES, "keilty", **{"target": 100_000, **options})
        for _ in range(300):
            if found(table):
                return hall, table, people
            hall.play(table, people, acts=1, choose=quietly)
    raise AssertionError("it did not come to that")


def caller_off_turn(table: Table) -> int | None:
    state = full(table)
    return next((seat for seat in range(3) if seat != state.turn and calls(table, seat)), None)


def about_to_draw(table: Table) -> bool:
    state = full(table)
    return state.phase == "pickup" and len(state.stock) > 1 and caller_off_turn(table) is not None


def draw(hall: TableHarness, table: Table, people: list[Person]) -> None:
    assert isinstance(hall.act(people[full(table).turn], notation.text(Draw())), Done)


def throw(hall: TableHarness, table: Table, people: list[Person], keeps: str) -> None:
    """The one on turn throws a card out, so that this call stays possible."""
    state = full(table)
    for action in table.variety.legal(state, state.turn):
        if isinstance(action, ThrowOut):
            after, _ = table.variety.apply(state, state.turn, action)
            if after.phase != "over" and any(keeps in calls(table, seat, after) for seat in range(3)):
                assert isinstance(hall.act(people[state.turn], notation.text(action)), Done)
                return
    raise AssertionError("no such card")


def nearly(table: Table, call: str) -> str | None:
    """A play of cards that lie in the pile, and that is no rummy."""
    state = full(table)
    named = [face(code) for code in state.discard[:3]]
    if len(named) < 3:
        return None
    wrong = f"rummy meld {' '.join(named)}"
    parsed = notation.parse(wrong)
    legal = any(wrong in calls(table, seat) for seat in range(3))
    return None if legal or not table.variety.offers.call_brings(state, parsed) else notation.text(parsed)


def test_a_stale_call_gets_the_same_answer_whether_it_was_right_or_not() -> None:
    answers = []
    for right in (True, False):
        hall, table, people = until(
            lambda table: about_to_draw(table) and nearly(table, "") is not None, cooldown_seconds=60
        )
        seat = caller_off_turn(table)
        assert seat is not None
        call = calls(table, seat)[0]
        wrong = nearly(table, call)
        assert wrong is not None
        aimed = people[seat].submit(1, people[seat].acting(call if right else wrong))
        draw(hall, table, people)
        throw(hall, table, people, call)
        answer = hall.refuses(people[seat], aimed)
        # No pause was begun either way: a call that is nonsense here and now is looked at.
        after = hall.ask(people[seat], people[seat].submit(1, people[seat].acting("rummy lay 2C on 90")))
        assert isinstance(after, Refused)
        answers.append((answer.code, answer.says, after.code))
    assert answers[0] == answers[1]
    assert answers[0][0] == "stale" and answers[0][2] != "cooldown"


def test_in_a_pause_every_call_gets_the_same_answer() -> None:
    hall, table, people = until(about_to_draw, cooldown_seconds=60)
    seat = caller_off_turn(table)
    assert seat is not None
    call = calls(table, seat)[0]
    stale = people[seat].acting(call)
    assert hall.refuses(people[seat], people[seat].submit(1, people[seat].acting("rummy lay 2C on 90"))).code != "stale"
    now = people[seat].acting(call)
    said = [hall.refuses(people[seat], people[seat].submit(1, now))]
    said.append(hall.refuses(people[seat], people[seat].submit(1, people[seat].acting("rummy lay 2C on 90"))))
    draw(hall, table, people)
    throw(hall, table, people, call)
    said.append(hall.refuses(people[seat], people[seat].submit(1, stale)))
    assert {one.code for one in said} == {"cooldown"}
    assert len({one.says for one in said}) == 1


def test_a_wrong_call_is_never_shown_as_a_race() -> None:
    """One that names cards which a right call has taken: nobody is told that it was wrong, and it is only stale."""

    def two(table: Table) -> bool:
        return full(table).phase == "pickup" and len(full(table).discard) > 3 and caller_off_turn(table) is not None

    hall, table, people = until(two)
    first = caller_off_turn(table)
    assert first is not None
    other = next(seat for seat in range(3) if seat not in (first, full(table).turn))
    call = calls(table, first)[0]
    cards = [face(code) for code in brings(table, call)]
    wrong = notation.text(notation.parse(f"rummy lay {cards[-1]} on 90"))
    aimed = people[other].submit(1, people[other].acting(wrong))
    assert isinstance(hall.act(people[first], call), Done)
    answer = hall.refuses(people[other], aimed)
    assert (answer.code, people[0].heard(Race)) == ("stale", [])
