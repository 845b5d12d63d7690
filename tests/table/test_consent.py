"""Consent: what a game begins with, what takes it back, and every way in which an old one could be used again."""

from collections.abc import Callable
from typing import Any

import pytest

from rummynet.table.table import Table
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Ended, Opened, Seated
from rummynet_protocol.fairness.signing import verify
from rummynet_protocol.fairness.statements import Agreed, read_statement
from rummynet_protocol.wire.messages import (
    AskLog,
    Create,
    Done,
    Manage,
    Ready,
    Refused,
    Said,
    SeatBot,
    Sit,
    Stand,
    TableShown,
)
from tests.support.journal import again
from tests.support.people import HOST, Person, TableHarness, audited, entries
from tests.table.test_vegas import declining

X = b"x" * 32


def said_to(person: Person) -> list[str]:
    return [line.text for line in person.heard(Said)]


def test_a_bot_that_comes_or_goes_is_named_and_people_are_asked_only_if_one_had_agreed() -> None:
    hall = TableHarness()
    number, (ann,) = hall.table(["ann"])
    first = hall.seats_bot(ann, number, "Otto")
    hall.ready(first, number)
    hall.seats_bot(ann, number, "Mats")
    assert said_to(ann) == ["Mats, a bot, has sat down"], "no person had agreed: none has to again"
    hall.ready(ann, number)
    hall.seats_bot(ann, number, "Nils")
    assert said_to(ann)[-1] == "Nils, a bot, has sat down: a 'ready' from before does not count any more"
    hall.ready(first, number)
    hall.done(ann, SeatBot, number, "remove", "")
    assert said_to(ann)[-1] == "Nils, a bot, has left"
    hall.ready(ann, number)
    hall.done(ann, SeatBot, number, "remove", "")
    assert said_to(ann)[-1] == "Mats, a bot, has left: a 'ready' from before does not count any more"
    hall.ready(ann, number)
    ben = hall.person("ben")
    hall.done(ben, Sit, number, None)
    assert said_to(ann)[-1] == "the players have changed: a 'ready' from before does not count any more"


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


def test_the_log_begins_with_the_table_its_past_and_everybodys_consent() -> None:
    hall, people = seated()
    for person in people:
        hall.ready(person)
    opened, seats = entries(people[0])[:2]
    assert isinstance(opened, Opened) and isinstance(seats, Seated)
    assert (opened.table, opened.game, opened.before) == (shown(people[0]).id, 1, NO_HEAD)
    assert len(opened.table) == 32 and seats.t == 0
    said = [read_statement("ready", payload) for payload, _ in seats.ready]
    assert all(isinstance(one, Agreed) and one.n == 0 for one in said)
    assert audited(people[0]).passed["consent"] == 2


def test_tables_have_names_of_their_own_and_keep_them() -> None:
    hall, (ann, bob) = seated()
    hall.done(ann, Create, "keilty", {}, "another")
    hall.done(ann, Sit, 2, None)
    names = {one.table: one.id for one in ann.heard(TableShown)}
    assert len(set(names.values())) == 2
    assert {one.table.number: one.table.consents.id for one in again(hall.rows, hall.house)} == names
    assert shown(bob).id == names[1]


def test_the_next_log_names_the_last_head_of_the_one_before() -> None:
    hall, people = finished()
    head = NO_HEAD
    for data, _ in people[0].entries:
        head = next_head(head, data)
    first = shown(people[0])
    assert (first.stage, first.game, first.before) == ("waiting", 1, head)
    for person in people:
        hall.ready(person)
    opened = entries(people[0])[0]
    assert isinstance(opened, Opened)
    assert (opened.game, opened.before, opened.table) == (2, head, first.id)
    assert shown(people[0]).before == head, "while the game is played it is the past of this one"


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


def test_a_consent_for_another_log_is_refused_and_nothing_is_promised_about_it() -> None:
    hall, (ann, _) = seated()
    for log in (X, fair.log_id(HOST.public, shown(ann).id, 2), fair.log_id(X, shown(ann).id, 1)):
        answer = hall.refuses(ann, ann.ready(1, ann.agreed(1, log=log)))
        assert (answer.code, answer.signed) == ("stale", None)


def test_a_consent_signed_by_another_or_for_another_purpose_is_none() -> None:
    hall, (ann, bob) = seated()
    made = ann.ready(1)
    assert made.signed is not None
    payload, signature = made.signed
    for person, bad in ((bob, signature), (ann, bytes(64)), (ann, ann.signer.sign("vote", payload))):
        answer = hall.refuses(person, Ready(person.request(), 1, (payload, bad)))
        assert (answer.code, answer.signed) == ("signature", None)
    for junk in (b"", b"\x80", payload + b"\xc0", b"\xff" * 1024):
        answer = hall.refuses(ann, Ready(ann.request(), 1, (junk, ann.signer.sign("ready", junk))))
        assert (answer.code, answer.signed) == ("wrong_statement", None)


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
    assert any("does not count any more" in one.text for one in people[0].heard(Said))
    for person in people[:2]:
        replayed = Ready(person.request(), 1, requests[person.name].signed)
        assert hall.refuses(person, replayed).code == "stale", "none of them comes back"


def test_consent_does_not_come_back_with_the_players() -> None:
    hall, (ann, bob) = seated()
    old = ann.ready(1)
    assert isinstance(hall.ask(ann, old), Done)
    cid = hall.person("Cid")
    hall.done(cid, Sit, 1, None)
    hall.done(cid, Stand, 1)
    hall.ready(bob)
    assert ready_flags(ann) == [False, True], "it is the same table again, and she has not said so again"
    hall.ready(ann)
    seats = next(one for one in entries(ann) if isinstance(one, Seated))
    assert old.signed not in seats.ready


def test_the_same_players_in_other_seats_are_other_players() -> None:
    hall, (ann, bob) = seated()
    hall.ready(bob)
    hall.done(ann, Stand, 1)
    hall.done(ann, Sit, 1, 5)
    assert not any(ready_flags(ann))
    for person in (ann, bob):
        hall.ready(person)
    assert [name for _, name in audited(ann).players] == ["Bob", "Ann"]


def test_a_consent_that_crosses_a_change_is_refused() -> None:
    hall, (ann, bob) = seated()
    hall.ready(bob)
    late = ann.ready(1)
    hall.done(hall.person("Cid"), Sit, 1, None)
    assert hall.refuses(ann, late).code == "stale"
    assert shown(ann).stage == "waiting"


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


def test_the_same_consent_twice_is_done_twice() -> None:
    hall, (ann, bob) = seated()
    once = ann.ready(1)
    for _ in range(2):
        assert isinstance(hall.ask(ann, Ready(ann.request(), 1, once.signed)), Done)
    newer = ann.ready(1)
    assert isinstance(hall.ask(ann, newer), Done)
    hall.ready(bob)
    seats = next(one for one in entries(ann) if isinstance(one, Seated))
    assert seats.ready[0] == newer.signed, "the one that was given last counts"


def test_a_consent_buys_one_game() -> None:
    hall, people = finished()
    assert not any(ready_flags(people[0]))
    first = next(one for one in entries(people[0]) if isinstance(one, Seated))
    for seat, person in enumerate(people):
        answer = hall.refuses(person, Ready(person.request(), 1, first.ready[seat]))
        assert (answer.code, answer.signed) == ("stale", None), "it stands in a log: the host must not deny that"
    assert shown(people[0]).stage == "waiting"


def test_one_who_loses_the_connection_keeps_it_and_is_waited_for() -> None:
    hall, (ann, bob) = seated()
    hall.ready(ann)
    hall.lose(ann)
    hall.ready(bob)
    assert ready_flags(bob) == [True, True] and shown(bob).stage == "waiting"
    hall.back(ann)
    assert shown(bob).stage == "playing"


def test_one_who_stays_away_has_agreed_to_nothing() -> None:
    hall, (ann, bob) = seated()
    hall.ready(ann)
    hall.lose(ann)
    hall.advance(1000 * hall.limits.grace_seconds)
    assert ready_flags(bob) == [False] and not any(seat.ready for seat in hall.lobby.tables[1].seating.seats.values())


def test_a_bot_on_its_way_is_shown_and_nobody_agrees_with_it_unseen() -> None:
    hall, (ann, bob) = seated()
    hall.done(ann, SeatBot, 1, "add", "")
    for person in (ann, bob):
        hall.ready(person)
    assert (shown(ann).stage, shown(ann).coming) == ("waiting", 1)


def test_an_auditor_rejects_a_game_with_the_consent_of_another_one() -> None:
    hall, people = finished()
    for person in people:
        hall.ready(person)
    first = [one.auditor for one in people]
    assert all(one.passed["consent"] == 2 for one in first)
    fresh = type(first[0])(host=HOST.public)
    data, signature = people[0].entries[0]
    fresh.feed(data, signature)
    with pytest.raises(Cheat) as caught:
        fresh.feed(data, signature)
    assert caught.value.check == "host-signature"


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


def test_a_newcomers_consent_outlives_other_newcomers_and_not_a_lost_connection() -> None:
    hall, _, dot = vegas()
    hall.ready(dot)
    eve = hall.person("Eve")
    hall.done(eve, Sit, 1, None)
    hall.ready(eve)
    assert ready_flags(dot)[3:] == [True, True]
    hall.lose(eve)
    assert ready_flags(dot)[3:] == [True, False]


def test_one_who_plays_cannot_agree_to_come_in() -> None:
    hall, people, _ = vegas()
    answer = hall.ask(people[0], people[0].ready(1))
    assert isinstance(answer, Refused) and answer.code == "playing" and answer.signed is not None
    assert hall.refused(people[0], Ready, 1, None) == "playing"


def test_a_game_that_could_not_begin_has_an_end_and_the_next_log_follows_it() -> None:
    hall, (ann, bob) = seated()
    bob.silent = {"nonce"}
    for person in (ann, bob):
        hall.ready(person)
    hall.advance(30_000)
    assert entries(ann)[-1] == Ended("no-session", 30_000)
    bob.silent = set()
    head = audited(ann).head
    for person in (ann, bob):
        hall.ready(person)
    opened = entries(ann)[0]
    assert isinstance(opened, Opened) and opened.before == head
    hall.done(bob, AskLog, 1, 0)
    assert audited(bob).state is not None


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


def test_one_who_sits_out_and_signs_something_else_stays_ready_and_signs_that_again() -> None:
    """In the log a consent could not stand behind what was signed after it: a newer one takes its place unseen."""
    hall, table, people, seat = sitting_out()
    out, gone = people[seat], next(n for n in range(4) if n != seat and people[n].key != table.ownership.owner)
    old = out.ready(1)
    assert isinstance(hall.ask(out, old), Done)
    assert table.seating.seats[seat].ready
    hall.lose(people[gone])
    assert isinstance(hall.vote(out, gone), Done)
    assert table.seating.seats[seat].ready and ready_flags(out)[seat]
    told, newer = len(out.heard(Said)), out.ready(1)
    assert isinstance(hall.ask(out, newer), Done)
    assert len(out.heard(Said)) == told, "for the others nothing has changed"
    assert hall.refuses(out, Ready(out.request(), 1, old.signed)).code == "order"
    hall.back(people[gone])
    assert table.seating.seats[seat].ready
    refused = hall.ask(out, out.submit(1, out.acting("draw")))
    assert isinstance(refused, Refused)
    assert table.seating.seats[seat].ready, "what is refused stands nowhere, and the consent holds"


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
