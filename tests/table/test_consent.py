"""Consent: what a game begins with, what takes it back, and every way in which an old one could be used again."""

from collections.abc import Callable
from typing import Any

import pytest

from rummynet.table.table import Table
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Seated
from rummynet_protocol.fairness.signing import verify
from rummynet_protocol.fairness.statements import read_statement
from rummynet_protocol.wire.messages import AskLog, Done, Manage, Ready, Refused, Sit, Stand, TableShown
from tests.support.people import HOST, Person, TableHarness, audited, entries
from tests.table.test_vegas import declining

X = b"x" * 32


def shown(person: Person) -> TableShown:
    last = person.heard(TableShown)[-1]
    assert isinstance(last, TableShown)
    return last


def ready_flags(person: Person) -> list[bool]:
    return [row[3] for row in shown(person).seats]


def seated(names: tuple[str, ...] = ("Ann", "Bob"), **options: Any) -> tuple[TableHarness, list[Person]]:  # noqa: ANN401
    hall = TableHarness(seed=3)
    return hall, hall.table(names, **options)[1]


def finished() -> tuple[TableHarness, list[Person]]:
    """Two who have played a game to its end."""
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], target=20)
    hall.play(table, people)
    return hall, people


@pytest.mark.parametrize("fields", [{"head": X}, {"rules": X}, {"players": X}])
def test_a_consent_to_something_else_is_refused_for_good(fields: dict[str, bytes]) -> None:
    hall, (ann, bob) = seated()
    hall.ready(bob)
    wrong = ann.ready(1, ann.agreed(1, **fields))
    answer = hall.refuses(ann, wrong)
    assert answer.code == "stale" and "again" in answer.says
    assert wrong.signed is not None and answer.signed is not None and answer.head == NO_HEAD
    promise = fair.refusal_payload(
        fair.log_id(HOST.public, shown(ann).id, 1),
        NO_HEAD,
        ann.signer.public,
        fair.statement_hash("ready", wrong.signed[0]),
        "stale",
    )
    verify(HOST.public, "refusal", promise, answer.signed)
    assert ready_flags(ann) == [False, True]
    hall.ready(ann)
    seats = next(one for one in entries(ann) if isinstance(one, Seated))
    assert wrong.signed not in seats.ready


CHANGES: dict[str, Callable[[TableHarness, list[Person]], object]] = {
    "somebody sits down": lambda hall, people: hall.done(hall.person("Dot"), Sit, 1, None),
    "somebody stands up": lambda hall, people: hall.done(people[2], Stand, 1),
    "a seat is freed": lambda hall, people: hall.done(people[0], Manage, 1, "remove", 2),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_the_players_takes_back_every_consent(change: str) -> None:
    hall, people = seated(("Ann", "Bob", "Cid"))
    requests = {}
    for person in people[:2]:
        requests[person.name] = made = person.ready(1)
        assert isinstance(hall.ask(person, made), Done)
    CHANGES[change](hall, people)
    assert not any(ready_flags(people[0]))
    for person in people[:2]:
        replayed = Ready(person.request(), 1, requests[person.name].signed)
        assert hall.refuses(person, replayed).code == "stale", "none of them comes back"


def test_a_consent_taken_back_is_not_used() -> None:
    hall, (ann, bob) = seated()
    old = ann.ready(1)
    assert isinstance(hall.ask(ann, old), Done)
    hall.done(ann, Ready, 1, None)
    hall.ready(bob)
    assert shown(ann).stage == "waiting"
    replayed = Ready(ann.request(), 1, old.signed)
    assert hall.refuses(ann, replayed).code == "stale"
    hall.ready(ann)
    seats = next(one for one in entries(ann) if isinstance(one, Seated))
    assert [read_statement("ready", payload).n for payload, _ in seats.ready] == [1, 0]


def test_a_consent_buys_one_game() -> None:
    hall, people = finished()
    assert not any(ready_flags(people[0]))
    first = next(one for one in entries(people[0]) if isinstance(one, Seated))
    for seat, person in enumerate(people):
        answer = hall.refuses(person, Ready(person.request(), 1, first.ready[seat]))
        assert (answer.code, answer.signed) == ("stale", None), "it stands in a log: the host must not deny that"
    assert shown(people[0]).stage == "waiting"


def test_one_who_stays_away_has_agreed_to_nothing() -> None:
    hall, (ann, bob) = seated()
    hall.ready(ann)
    hall.lose(ann)
    hall.advance(1000 * hall.limits.grace_seconds)
    assert ready_flags(bob) == [False] and not any(seat.ready for seat in hall.lobby.tables[1].seating.seats.values())


# -- coming in to a game of Vegas rummy that has begun


def vegas() -> tuple[TableHarness, list[Person], Person]:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob", "Cid"], "vegas")
    dot = hall.person("Dot")
    hall.done(dot, Sit, 1, None)
    return hall, people, dot


def test_who_comes_in_agrees_to_the_players_until_now_and_the_past_of_the_log() -> None:
    hall, people, dot = vegas()
    wrong = fair.players_hash([*audited(people[0]).players, (dot.key, "Dot")])
    for fields in ({"players": wrong}, {"head": audited(dot).head}, {"rules": X}):
        assert hall.refuses(dot, dot.ready(1, dot.agreed(1, **fields))).code == "stale"
    next_log = fair.log_id(HOST.public, shown(dot).id, 2)
    assert hall.refuses(dot, dot.ready(1, dot.agreed(1, log=next_log))).signed is None
    hall.ready(dot)
    assert ready_flags(dot) == [False, False, False, True]
    hall.done(dot, Ready, 1, None)
    assert ready_flags(dot) == [False, False, False, False]


def test_one_who_plays_cannot_agree_to_come_in() -> None:
    hall, people, _ = vegas()
    answer = hall.ask(people[0], people[0].ready(1))
    assert isinstance(answer, Refused) and answer.code == "playing" and answer.signed is not None
    assert hall.refused(people[0], Ready, 1, None) == "playing"


def sitting_out() -> tuple[TableHarness, Table, list[Person], int]:
    """A game of Vegas rummy of four in which one has declined to buy in and sits the round out."""
    for seed in range(30):
        hall = TableHarness(seed=seed)
        table, people = hall.game(["Ann", "Bob", "Cid", "Dot"], "vegas", max_score=40)
        while table.stage == "playing" and table.game and table.game.play:
            state = table.game.play.full
            outside = table.variety.newcomers.outside(state)
            if outside and state.phase == "pickup":
                return hall, table, people, outside[0]
            hall.play(table, people, acts=1, choose=declining)
    raise AssertionError("nobody declined")


def test_a_consent_that_was_not_signed_again_ends_with_the_round() -> None:
    """Nobody shows as ready who cannot come in any more: the host says so when the next round begins."""
    hall, table, people, seat = sitting_out()
    out, gone = people[seat], next(n for n in range(4) if n != seat and people[n].key != table.ownership.owner)
    assert isinstance(hall.ask(out, out.ready(1)), Done)
    hall.lose(people[gone])
    assert isinstance(hall.vote(out, gone), Done)
    hall.back(people[gone])
    hall.done(people[gone], AskLog, 1, len(people[gone].entries))
    assert table.game is not None
    number = table.game.round
    while table.game.round == number and table.stage == "playing":
        assert table.seating.seats[seat].ready
        hall.play(table, people, acts=1, choose=declining)
    assert not table.seating.seats[seat].ready and not ready_flags(out)[seat]
