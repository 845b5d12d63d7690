"""What one person and all people at one address may ask for: chat, tables, places, bots."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Create, Done, Here, Leave, Message, Refused, Say, SeatBot, Sit, Stand, Watch
from tests.support.dialling import Dialler, Doorstep, Start, limited_hosts


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with limited_hosts(tmp_path, share_burst=100_000, burst=100_000) as begin:
        yield begin


def code(answer: Message) -> str:
    """The code of a refusal; "" if the request was done."""
    assert isinstance(answer, Done | Refused)
    return answer.code if isinstance(answer, Refused) else ""


def opened(step: Doorstep, caller: Dialler, times: int) -> list[str]:
    return [code(caller.ask(Create, "keilty", {}, "t")) for _ in range(times)]


def test_tables_a_minute_of_one_address(start: Start) -> None:
    step = start(tables_per_minute_address=4, tables_each=100)
    people = [step.call(f"p{number}", f"2001:db8::{number}") for number in range(6)]
    assert [opened(step, one, 1)[0] for one in people] == ["", "", "", "", "too_many_tables", "too_many_tables"]
    assert opened(step, step.call("other", "2001:db8:0:1::1"), 1) == [""]


def test_open_tables_of_one_address_whoever_of_it_opened_them(start: Start) -> None:
    step = start(tables_per_address=3)
    for number in range(3):
        caller = step.call(f"p{number}", "192.0.2.1")
        assert opened(step, caller, 1) == [""]
        caller.hang_up()
    late = step.call("late", "192.0.2.1")
    answer = late.ask(Create, "keilty", {}, "t")
    assert (
        isinstance(answer, Refused)
        and answer.says == "people at your address have already opened 3 tables; use one of them"
    )
    assert opened(step, step.call("other", "192.0.2.2"), 1) == [""]
    step.call("p0", "192.0.2.2")
    assert opened(step, late, 1) == [""], "a table moves with the person who opened it"


def test_tables_at_which_one_person_is(start: Start) -> None:
    step = start(tables_at_once=3, tables_each=100)
    ann, bob = step.call("Ann"), step.call("Bob")
    opened(step, ann, 4)
    assert [code(bob.ask(Watch, table)) for table in (1, 2, 3, 4)] == ["", "", "", "too_many_tables"]
    assert code(bob.ask(Sit, 4, None)) == "too_many_tables"
    assert code(bob.ask(Sit, 3, None)) == "", "from watching to sitting is no further table"
    assert code(bob.ask(Watch, 2)) == ""


def test_changes_of_one_person_and_of_one_address(start: Start) -> None:
    step = start(changes_per_minute=6, changes_per_minute_address=10)
    ann, bob = step.call("Ann", "192.0.2.1"), step.call("Bob", "192.0.2.1")
    opened(step, ann, 1)

    def change(one: Dialler) -> list[str]:
        kinds: tuple[type[Any], ...] = (Sit, Stand, Watch, Leave, Sit, Stand, Sit)
        return [code(one.ask(kind, 1, *([None] if kind is Sit else []))) for kind in kinds]

    assert change(ann) == [*6 * [""], "too_often"]
    assert change(bob) == [*4 * [""], *3 * ["too_often"]]
    assert code(ann.ask(Here, 1)) == "not_at_table", "what changes nothing is not counted"
    other = step.call("other", "192.0.2.2")
    assert change(other)[:6] == 6 * [""]
    step.clock.advance(10)
    assert code(ann.ask(Sit, 1, None)) == ""


def test_some_bots_are_left_however_many_addresses_take_what_they_can(start: Start) -> None:
    step = start(bots=24, bots_per_minute=100, bots_each=24)
    step.dispatcher.bot_manager = Mock()
    got = []
    for number in range(1, 6):
        one = step.call(f"p{number}", f"192.0.2.{number}")
        for table in (2 * number - 1, 2 * number):
            opened(step, one, 1)
            assert code(one.ask(Watch, table)) == ""
        answers = [code(one.ask(SeatBot, table, "add", "")) for table in (2 * number - 1, 2 * number) * 12]
        got.append(answers.count(""))
    assert got[0] <= 12 and all(got), got
    step.factory.set_bounds(replace(step.factory.bounds, bots_per_address=got[0]))
    assert "can have" in str(step.call("p", "192.0.2.1").ask(SeatBot, 1, "add", ""))


def test_bots_a_minute(start: Start) -> None:
    step = start(bots_per_minute=2)
    ann = step.call("Ann")
    opened(step, ann, 1)
    ann.ask(Watch, 1)
    answers = [code(ann.ask(SeatBot, 1, "add", "")) for _ in range(3)]
    assert answers == ["", "", "too_many_bots"] and not step.lobby.tables[1].bots.coming, "nobody starts any here"
    step.clock.advance(30)
    assert code(ann.ask(SeatBot, 1, "add", "")) == ""


def test_chat_of_one_address(start: Start) -> None:
    step = start(chat_per_minute_address=5, chat_per_minute=3)
    people = [step.call(f"p{number}", "192.0.2.1") for number in range(3)]
    opened(step, people[0], 1)
    for one in people:
        assert code(one.ask(Watch, 1)) == ""
    lines = [code(one.ask(Say, 1, "x")) for one in people for _ in range(3)]
    assert lines == ["", "", "", "", "", "chat", "chat", "chat", "chat"]
    other = step.call("other", "192.0.2.2")
    other.ask(Watch, 1)
    assert code(other.ask(Say, 1, "x")) == ""


def test_where_people_were_seen_is_not_kept_for_ever(start: Start) -> None:
    step = start(connections=2, greetings_per_minute=1000)
    owner = step.call("owner")
    opened(step, owner, 1)
    for number in range(20):
        step.call(f"p{number}", f"192.0.2.{number}").hang_up()
    assert len(step.factory.request_limits) <= 6
