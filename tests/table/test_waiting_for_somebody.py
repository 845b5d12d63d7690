"""Nobody holds up a table: a turn left unused, a ceremony without somebody, a pause, seats and strangers."""

from typing import Any

from rummynet.table.table import Table
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.wire.messages import Done, Manage, Message, Refused, Sit, TableShown
from tests.support.people import Person, TableHarness, entries, full, only_drawing

IDLE, BREAK, SECOND = 180_000, 30_000, 1000
NOTICE = 20_000


def begun(*names: str, options: dict[str, Any] | None = None) -> tuple[TableHarness, Table, list[Person], int]:
    """A game of people who are all there; whose turn it is."""
    hall = TableHarness(seed=3)
    table, people = hall.game(names or ("Ann", "Bob", "Cid"), **(options or {}))
    return hall, table, people, full(table).turn


def why(answer: Message) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def acts_of(person: Person, seat: int) -> list[str | None]:
    return [one.why for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


def report(person: Person) -> str:
    data = b"".join(pack_entry_record(*one) for one in person.entries)
    found = check(HEADER + data, partial=True)
    assert found.check is None, found.reason
    return found.verdict


def test_one_who_is_there_and_does_nothing_is_played_for_when_the_time_to_use_the_turn_is_over() -> None:
    hall, _, people, seat = begun()
    one, two = (person for person in people if person is not people[seat])
    hall.advance(IDLE - 2 * SECOND)
    assert isinstance(hall.vote(one, seat), Done) and isinstance(hall.vote(two, seat), Done)
    hall.advance(NOTICE - 1)
    assert acts_of(one, seat) == []
    hall.advance(1)
    assert acts_of(one, seat) == ["vote", "vote"]
    assert "by votes of the others" in report(one)


def test_bots_of_the_hosts_neither_vote_nor_count() -> None:
    hall = TableHarness(seed=5)
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    bots = [hall.seats_bot(ann, number, name) for name in ("one", "two")]
    for person in (*bots, ann, bob):
        hall.ready(person)
    table = hall.lobby.tables[number]
    assert [one.bots for one in entries(ann) if hasattr(one, "bots")] == [(2, 3)]
    people = [ann, bob, *bots]
    while full(table).turn > 1:
        hall.play(table, people, acts=1, choose=only_drawing)
    seat = full(table).turn
    hall.advance(IDLE)
    assert why(hall.vote(bots[0], seat)) == "wrong_statement"
    assert isinstance(hall.vote(people[1 - seat], seat), Done)
    hall.advance(BREAK)
    assert table.stage == "waiting", "two people are needed for playing somebody's turns"
    assert "waited" in report(ann)


def test_one_who_leaves_for_good_before_the_next_round_does_not_freeze_the_table() -> None:
    hall, table, people, _ = begun("Ann", "Bob", options={"target": 5000, "reshuffle_limit": 1})
    assert table.game is not None
    gone = people[1]
    while table.game.round == 1 and not table.game.dealer.busy:
        hall.play(table, people, acts=1, choose=only_drawing)
        if table.game.play is not None and table.game.play.full.round_scores is None:
            gone.silent = {"commit"}
    hall.lose(gone)
    hall.advance(BREAK + 30 * SECOND - 10)  # the host's own time for silence
    assert not table.game.dealer.held
    hall.advance(10)
    assert table.game.dealer.held
    assert isinstance(hall.vote(people[0], 1), Done)
    hall.advance(IDLE + BREAK)
    assert table.stage == "waiting" and "waited" in report(people[0])


def test_no_time_to_use_a_turn_runs_in_a_pause() -> None:
    hall, _, people, seat = begun("Ann", "Bob")
    hall.done(people[0], Manage, 1, "pause", None)
    hall.advance(10 * IDLE)
    assert isinstance(hall.vote(people[1 - seat], seat), Done)
    table = hall.lobby.tables[1]
    assert [table.message(ms).paused_millis for ms in (hall.ms, 0)] == [10 * IDLE, 0], "0: a clock that is set back"
    hall.done(people[0], Manage, 1, "resume", None)
    assert people[0].heard(TableShown)[-1].paused_millis == 0
    hall.advance(IDLE + BREAK - 1)
    assert hall.lobby.tables[1].stage == "playing"
    hall.advance(1)
    assert hall.lobby.tables[1].stage == "waiting"


# -- seats


def knocks(person: Person) -> list[str]:
    return [name for _, name in person.heard(TableShown)[-1].knocks]


def test_with_closed_seats_no_stranger_takes_back_anybodys_ready() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.done(ann, Manage, number, "close-seats", None)
    hall.ready(ann)
    for guest in range(20):
        stranger = hall.person(f"Guest {guest}")
        answer = hall.ask(stranger, Sit(stranger.request(), number, None))
        assert why(answer) == "knock"
    assert knocks(ann) == [f"Guest {guest}" for guest in range(12, 20)]
    hall.ready(bob)
    assert hall.lobby.tables[number].stage == "playing"
