"""Who keeps a table waiting is gone on without, as the others want it, until its owner is back."""

from typing import Any

from rummynet.table.table import Table
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import AskLog, Done, Refused
from tests.support.people import Person, TableHarness, audited, entries, full, only_drawing

TURN = 30


def begun(
    names: tuple[str, ...] = ("Ann", "Bob", "Cid"), turn_seconds: int = 0, seed: int = 3
) -> tuple[TableHarness, Table, int, list[Person]]:
    """A table at which the one on turn has just gone: their seat, and the people by seat."""
    hall = TableHarness(seed=seed)
    table, people = hall.game(names, turn_seconds=turn_seconds)
    seat = full(table).turn
    hall.lose(people[seat])
    return hall, table, seat, people


def others(people: list[Person], seat: int) -> list[Person]:
    return [one for one in people if one is not people[seat]]


def acts_of(person: Person, seat: int) -> list[tuple[str, str | None]]:
    return [(one.do, one.why) for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


def on_turn(table: Table) -> int:
    return full(table).turn


def come_round(hall: TableHarness, table: Table, people: list[Person], seat: int) -> None:
    while on_turn(table) != seat:
        hall.play(table, people, acts=1, choose=only_drawing)


def test_with_a_turn_clock_votes_spare_the_others_the_longer_time_of_a_lost_connection() -> None:
    hall, table, seat, people = begun(turn_seconds=TURN)
    first, second = others(people, seat)
    hall.vote(first, seat)
    hall.advance(TURN * 1000)
    assert acts_of(first, seat) == []
    hall.vote(second, seat)
    hall.advance(TURN * 1000 - 1)
    assert acts_of(first, seat) == [], "nobody's turn is shorter by a vote: the log would show it"
    hall.advance(1)
    assert [why for _, why in acts_of(first, seat)] == ["turn", "turn"]
    come_round(hall, table, people, seat)
    hall.vote(first, seat, yes=False)
    hall.advance(TURN * 1000)
    assert len(acts_of(first, seat)) == 2, "the longer time again"
    hall.advance(120_000)
    assert len(acts_of(first, seat)) == 4


def test_what_is_no_vote_is_refused_and_changes_nothing() -> None:
    hall, _, seat, people = begun()
    first, second = others(people, seat)
    eve = hall.person("Eve")
    cases: list[tuple[int, dict[str, Any], str]] = [
        (audited(second).me_seat or 0, {}, "not_absent"),
        (audited(first).me_seat or 0, {}, "no_seat"),
        (9, {}, "no_seat"),
        (seat, {"head": bytes(32)}, "stale"),
    ]
    for absent, other, why in cases:
        request = first.submit(1, first.voting(absent, **other))
        assert hall.refuses(first, request).code == why, (absent, other)
    vote = first.submit(1, first.voting(seat))
    for person, why in ((second, "signature"), (eve, "not_seated")):
        stolen = type(vote)(person.request(), 1, 1, "vote", vote.payload, vote.signature)
        assert hall.refuses(person, stolen).code == why
    as_action = type(vote)(first.request(), 1, 1, "action", vote.payload, first.signer.sign("action", vote.payload))
    assert hall.refuses(first, as_action).code == "wrong_statement"


IDLE, BREAK, NOTICE, STAND_IN, AGAIN = 180_000, 30_000, 20_000, 5_000, 5_000


def test_a_seat_is_played_for_when_its_time_is_over_and_quickly_from_then_on_until_it_is_back() -> None:
    hall, table, seat, people = begun()
    first, second = others(people, seat)
    hall.vote(first, seat)
    hall.advance(IDLE - 10_000)
    hall.vote(second, seat)
    hall.advance(NOTICE - 1)
    assert acts_of(first, seat) == [], "who votes late lets the seat read it"
    hall.advance(1)
    assert [why for _, why in acts_of(first, seat)] == ["vote", "vote"]
    come_round(hall, table, people, seat)
    assert len(acts_of(first, seat)) == 2
    hall.advance(STAND_IN)
    assert len(acts_of(first, seat)) == 4
    hall.back(people[seat])
    hall.done(people[seat], AskLog, 1, len(people[seat].entries))
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done), "a program says so when it is back"
    come_round(hall, table, people, seat)
    hall.advance(IDLE - 1_000)
    assert len(acts_of(first, seat)) == 4
    hall.advance(1_000)
    assert len(acts_of(first, seat)) == 6, "who is here and does nothing is waited for once more, and then played for"
    come_round(hall, table, people, seat)
    hall.act(people[seat], "draw")
    hall.advance(10 * IDLE)
    assert [why for _, why in acts_of(first, seat)][6:] == [None], "whose own act ends the votes"


def test_a_vote_is_taken_back_until_it_has_happened_and_not_at_once() -> None:
    hall, _, seat, people = begun()
    first, second = others(people, seat)
    for one in (first, second):
        hall.vote(one, seat)
    again = hall.vote(second, seat, yes=False)
    assert isinstance(again, Refused) and again.code == "not_due"
    hall.advance(AGAIN)
    assert isinstance(hall.vote(second, seat, yes=False), Done)
    hall.advance(2 * IDLE)
    assert acts_of(first, seat) == [] and hall.lobby.tables[1].stage == "playing", "as many want to wait"
