"""The lobby and the seats: who may do what when, limits, bots, and trouble that stays at its own table."""

from typing import NoReturn

import pytest

from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import BotFailed
from rummynet.table.api.records import InputRecorded, TableClosed, TableOpened
from rummynet_protocol.wire.messages import (
    AskLog,
    AskView,
    Create,
    Done,
    Leave,
    LobbyShown,
    LogEntry,
    Refused,
    Said,
    Say,
    SeatBot,
    Sit,
    Stand,
    TableShown,
    View,
    Watch,
)
from tests.support.people import TableHarness, audited


def test_a_table_is_created_with_every_option_and_told_to_all_after_a_moment() -> None:
    hall = TableHarness()
    ann, bob = hall.person("Ann"), hall.person("Bob")
    number = hall.done(ann, Create, "keilty", {"target": 100}, "kitchen").table
    assert number == 1
    assert len(bob.heard(LobbyShown)) == 1
    hall.advance(250)
    assert bob.heard(LobbyShown)[-1].tables == ((1, "kitchen", "keilty", "waiting", (), 6, 0, False, False),)
    hall.done(ann, Create, "keilty", {"deck": "sealed"}, "porch")
    hall.advance(250)
    assert bob.heard(LobbyShown)[-1].tables[1] == (2, "porch", "keilty", "waiting", (), 6, 0, False, True)
    opened = next(row for row in hall.rows if isinstance(row, TableOpened))
    assert opened.options["target"] == 100 and opened.options["cooldown_seconds"] == 3


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


def test_tables_are_limited_in_all_and_per_person() -> None:
    hall = TableHarness(Limits(tables=3, tables_each=2))
    ann, bob = hall.person("Ann"), hall.person("Bob")
    for _ in range(2):
        hall.done(ann, Create, "keilty", {}, "")
    assert hall.refused(ann, Create, "keilty", {}, "") == "too_many_tables"
    hall.done(bob, Create, "keilty", {}, "")
    assert hall.refused(bob, Create, "keilty", {}, "") == "too_many_tables"


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


def test_strangers_hear_and_say_nothing_at_a_table() -> None:
    hall = TableHarness(seed=3)
    hall.game(["Ann", "Bob"])
    eve = hall.person("Eve")
    assert hall.refused(eve, Say, 1, "hi") == "not_at_table"
    assert hall.refused(eve, AskLog, 1, 0) == "not_at_table"
    assert hall.refused(eve, AskView, 1) == "not_at_table"
    assert hall.refused(eve, Leave, 1) == "not_at_table"
    assert not eve.heard(LogEntry)


def test_spectators_are_limited() -> None:
    hall = TableHarness(Limits(watchers=1))
    hall.table(["Ann"])
    hall.done(hall.person("Eve"), Watch, 1)
    assert hall.refused(hall.person("Fay"), Watch, 1) == "full"


def test_a_view_shows_the_askers_hand_and_never_a_call() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], target=100_000)
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    for _ in range(60):
        hall.play(table, people, acts=1)
        for person in (*people, eve):
            answer = hall.ask(person, AskView(person.request(), 1))
            assert isinstance(answer, View)
            assert "rummy " not in answer.json and "claims" not in answer.json
            last = answer.json
    assert '"legal":[]' in last and '"seat":null' in last


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


def test_a_table_in_trouble_is_closed_with_a_message_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    broken, (ann, bob) = hall.game(["Ann", "Bob"])
    sound, (cid, dot) = hall.game(["Cid", "Dot"])

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("5 of hearts")

    assert broken.game is not None and broken.game.play is not None
    monkeypatch.setattr(broken.game.play, "apply_action", fail)
    turn = broken.game.play.full.turn
    answer = hall.act((ann, bob)[turn], "draw", 1)
    assert isinstance(answer, Refused) and answer.code == "trouble"
    assert "hearts" not in answer.says
    assert "closed" in bob.heard(Said)[-1].text
    assert list(hall.lobby.tables) == [2]
    assert [(report.table, type(report.error)) for report in hall.reports] == [(1, ZeroDivisionError)]
    hall.play(sound, [cid, dot])
    assert audited(cid).finished


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


def test_whoever_comes_hears_the_last_lines_that_were_said_and_hears_them_once() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    for count in range(25):
        hall.done(ann, Say, number, f"line {count}")
    cid, dan = hall.person("Cid"), hall.person("Dan")
    hall.done(cid, Watch, number)
    assert [line.text for line in cid.heard(Said)] == [f"line {count}" for count in range(5, 25)]
    assert {(line.name, line.seat) for line in cid.heard(Said)} == {("Ann", 0)}
    hall.done(dan, Sit, number, None)
    assert len(dan.heard(Said)) == 20
    hall.done(cid, Watch, number)
    hall.done(cid, Sit, number, None)
    assert len(cid.heard(Said)) == 20
    assert len(bob.heard(Said)) == 25
