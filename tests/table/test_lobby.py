"""The lobby and the seats: who may do what when, limits, bots, and trouble that stays at its own table."""

from typing import NoReturn

import pytest

from rummynet.table.api.inputs import BotFailed
from rummynet.table.api.records import InputRecorded, TableClosed
from rummynet_protocol.wire.messages import Create, Done, Refused, Said, SeatBot, Sit, Stand, TableShown, Watch
from tests.support.people import TableHarness


@pytest.mark.parametrize(
    ("variant", "options", "code"),
    [
        ("poker", {}, "option"),
        ("keilty", {"target": 0}, "option"),
        ("keilty", {"colour": 1}, "option"),
        ("keilty", {"target": "x"}, "option"),
        ("keilty", {"first_starter": 9}, "option"),
    ],
)
def test_what_cannot_be_played_cannot_be_created(variant: str, options: dict[str, object], code: str) -> None:
    hall = TableHarness()
    assert hall.refused(hall.person("Ann"), Create, variant, options, "x") == code


def test_seats_are_taken_once_and_given_up() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    cid = hall.person("Cid")
    assert hall.refused(cid, Sit, number, 1) == "seat_taken"
    assert hall.refused(cid, Sit, number, 6) == "no_seat"
    assert hall.refused(cid, Sit, 7, None) == "no_table"
    assert hall.refused(ann, Sit, number, 3) == "seated"
    assert hall.refused(cid, Stand, number) == "not_seated"
    hall.done(bob, Stand, number)
    hall.done(cid, Sit, number, 1)
    assert [isinstance(row, InputRecorded) and row.table for row in hall.rows[-2:]] == [1, 1]
    shown = ann.heard(TableShown)[-1]
    assert [(seat, name) for seat, _, name, *_ in shown.seats] == [(0, "Ann"), (1, "Cid")]


def test_a_bot_that_fails_begins_no_impossible_game_and_the_host_says_why() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"], first_starter=2)
    hall.done(ann, SeatBot, number, "add", "")
    for person in (ann, bob):
        hall.ready(person, number)
    hall.take(BotFailed(number, None))
    assert hall.lobby.tables[1].stage == "waiting"
    assert ann.heard(Said)[-1].text == "first_starter has to be one of the seats 0 to 1, not 2"


def test_an_empty_table_is_closed_after_a_while_and_its_bots_with_it() -> None:
    hall = TableHarness()
    _, (ann, _) = hall.table(["Ann", "Bob"])
    hall.lose(ann)
    hall.lose(next(one for one in hall.people.values() if one.name == "Bob"))
    hall.advance(700_000)
    assert hall.lobby.tables == {}
    assert isinstance(hall.rows[-1], TableClosed)
    assert not [clock for clock in hall.clocks if clock.table == 1]


# -- bots


def test_bots_have_seats_kept_for_them() -> None:
    hall = TableHarness()
    _, people = hall.table([f"P{n}" for n in range(5)])
    hall.done(people[0], SeatBot, 1, "add", "simple")
    assert hall.refused(hall.person("Late"), Sit, 1, None) == "seat_taken"
    assert hall.refused(people[0], SeatBot, 1, "add", "simple") == "seat_taken"


# -- trouble


def test_trouble_by_a_clock_closes_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=5)

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError

    assert table.game is not None and table.game.play is not None
    monkeypatch.setattr(table.game.play, "apply_action", fail)
    hall.advance(5_000)
    assert hall.lobby.tables == {}
    assert hall.refused(people[0], Watch, 1) == "no_table"


def test_every_request_is_answered_once() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, acts=30)
    for person in people:
        numbers = [one.n for one in person.answers if isinstance(one, Done | Refused)]
        assert sorted(numbers) == sorted(set(numbers)) and len(numbers) == person.number
