"""The lobby and the seats: who may do what when, limits, bots, and trouble that stays at its own table."""

from typing import NoReturn

import pytest

from rummynet.ledger.play import RoundPlay
from rummynet.table.api.effects import Append
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import BotFailed, Disconnected
from rummynet.table.api.records import InputRecorded, TableClosed
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.wire.messages import Create, Refused, Said, SeatBot, Watch
from tests.support.journal import again
from tests.support.people import TableHarness


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


# -- trouble


def test_trouble_by_a_clock_closes_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"], turn_seconds=5)

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(RoundPlay, "try_action", fail)
    hall.advance(5_000)
    assert hall.lobby.tables == {}
    assert hall.refused(people[0], Watch, 1) == "no_table"


def test_trouble_before_there_is_a_table_is_noted_as_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness()
    _, (ann,) = hall.table(["Ann"])
    with monkeypatch.context() as failing:
        failing.setattr(hall.house, "chance", lambda size: 1 // 0)
        answer = hall.ask(ann, Create(ann.request(), "keilty", {}, "table"))
    assert isinstance(answer, Refused) and (answer.code, [*hall.lobby.tables]) == ("trouble", [1])
    assert [(one.table, type(one.error)) for one in hall.reports] == [(0, ZeroDivisionError)]


def test_a_table_names_a_hundred_watchers() -> None:
    hall = TableHarness(Limits(watchers=200))
    table = hall.lobby.tables[hall.table(["Ann"])[0]]
    table.seating.watchers |= {bytes([number]): f"Eve {number}" for number in range(101)}
    assert table.message().spectators == tuple(f"Eve {number}" for number in range(100))
    table.seating.watchers.clear()


def test_a_table_that_came_from_another_host_goes_by_its_own_time() -> None:
    hall = TableHarness(seed=3)
    _, (ann, _) = hall.game(["Ann", "Bob"])
    (one,) = again(hall.rows, hall.house)
    lobby = Lobby(hall.house, 2)
    lobby.adopt_table(one.table, one.journal, 70_000)
    assert lobby.show_elsewhere({}, True, hall.ms, 0) and lobby.rows.message().more == 1
    rows = [one.row for one in lobby.take_input(Disconnected(ann.key), hall.ms, 0) if isinstance(one, Append)]
    assert [row.ms for row in rows if isinstance(row, InputRecorded)] == [hall.ms + 70_000]
