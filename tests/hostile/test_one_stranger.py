"""Crooked clients that take as much of a host as they can, and what everybody else notices of it: next to nothing."""

from collections import Counter

import pytest

from rummynet.host.connections.scheduler import AT_ONCE
from rummynet_protocol.wire.messages import (
    AskLog,
    Create,
    Done,
    Hello,
    Here,
    Leave,
    Message,
    Ready,
    Refused,
    Sit,
    Stand,
    Watch,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.dialling import Dialler, Doorstep, Start

MEBIBYTE = 1024 * 1024


def kinds(messages: list[Message]) -> Counter[str]:
    return Counter(one.kind for one in messages)


# -- fan-out: 113 connections of one address that change a table as fast as they may


class Crowd:
    """113 connections of one address at one table: some sit and flip, some come and go, every fifth never reads."""

    def __init__(self, step: Doorstep, table: int) -> None:
        self.step, self.table = step, table
        self.callers = [step.call(f"crowd {number}", "198.51.100.1") for number in range(113)]
        for one in self.callers[:100]:
            assert isinstance(one.ask(Watch, table), Done)
        for one in self.callers[100:104]:
            assert isinstance(one.ask(Sit, table, None), Done)
        for one in self.callers[::5]:
            one.protocol.pause_writing()

    def ask(self) -> None:
        """Everybody sends as many requests as may wait for an answer."""
        for number, one in enumerate(self.callers):
            asks = (Ready, Ready, Here) if 100 <= number < 104 else (Leave, Watch, AskLog)
            while len(one.connection.unanswered) < 250 and not one.wire.closed:
                kind = asks[len(one.connection.unanswered) % 3]
                one.request(kind, self.table, *self._fields(kind, one))

    def _fields(self, kind: type[Message], one: Dialler) -> tuple[object, ...]:
        if kind is Ready:
            return (one.consent(self.table) if len(one.connection.unanswered) % 2 == 0 else None,)
        return (0,) if kind is AskLog else ()


def test_113_connections_that_change_a_table_make_nobody_wait_and_hold_no_memory(start: Start) -> None:
    step = start(per_address=200, watchers=150, changes_per_minute=100_000, changes_per_minute_address=1_000_000)
    victim, owner = step.call("victim", "192.0.2.1"), step.call("owner", "192.0.2.2")
    assert isinstance(owner.ask(Create, "keilty", {}, "t"), Done)
    assert isinstance(victim.ask(Sit, 1, None), Done)
    crowd = Crowd(step, 1)
    victim.hear()
    shown, waited = 0, []
    for _ in range(100):
        crowd.ask()
        before = step.factory.messages_received
        number = victim.request(Here, 1)
        while not any(getattr(one, "n", None) == number for one in victim.told):
            step.clock.pump([0])
            victim.hear()
        waited.append(step.factory.messages_received - before)
        shown += kinds(victim.told)["table"]
        victim.told.clear()
        step.clock.advance(0.1)
        for one in crowd.callers:
            if not one.wire.closed and not one.protocol.is_behind:
                one.hear()
    assert max(waited[10:]) <= 3 * AT_ONCE, "messages of the crowd that were handled before the victim's"
    assert shown <= 2 * 100 + 1, "ten seconds, five updates a second, and one before each answer"
    assert step.factory.unsent.bytes < 8 * MEBIBYTE
    assert len(step.dispatcher.updates) <= 2 * 115, "a table and the lobby"
    assert step.dispatcher.unrecorded <= 300
    assert not victim.wire.closed and isinstance(victim.ask(Stand, 1), Done)


# -- tables: one connection, then one address under many keys, opens as many as it can


def test_200_tables_in_ten_seconds_are_not_to_be_had_and_leave_nothing(start: Start) -> None:
    step = start()
    one = step.call("one", "198.51.100.1")
    answers = []
    for _ in range(200):
        answers.append(one.ask(Create, "keilty", {}, "x"))
        step.clock.advance(0.05)
    assert len(step.lobby.tables) == 4
    assert {one.code for one in answers if isinstance(one, Refused)} == {"too_many_tables"}
    for number in range(60):
        other = step.call(f"key {number}", "198.51.100.1")
        for _ in range(4):
            other.ask(Create, "keilty", {}, "x")
        other.hang_up()
    assert len(step.lobby.tables) == 20
    honest = step.call("honest", "192.0.2.1")
    opened = honest.ask(Create, "keilty", {}, "ours")
    assert isinstance(opened, Done) and opened.table is not None
    assert isinstance(honest.ask(Sit, opened.table, None), Done)
    for _ in range(61):
        step.clock.advance(1)
        honest.hear()
        one.hear()
    assert list(step.lobby.tables) == [opened.table]


# -- connections


@pytest.mark.slow
def test_999_connections_from_five_addresses_keep_no_player_out(start: Start) -> None:
    """First half-open and half-greeted ones, then as many that have greeted; the player also comes from among them."""
    step = start(connections=999, per_address=999, dials_burst=999, ungreeted=200)
    ann, bob = step.call("Ann", "192.0.2.1"), step.call("Bob", "192.0.2.1")
    ann.ask(Create, "keilty", {}, "t")
    for one in (ann, bob):
        one.ask(Sit, 1, None)
    for one in (ann, bob):
        one.ready(1)
    bob.hang_up()
    crowd = [step.dial(f"crowd {number}", f"198.51.100.{number % 5}") for number in range(999)]
    for number, one in enumerate(crowd):
        if number % 2 and not one.wire.closed:
            one.say(Hello(VERSIONS[0], VERSIONS[-1], one.person.name, one.person.key, ""))
    assert len(step.factory.admission.ungreeted) == 200
    assert step.factory.displaced == 799
    for address in ("192.0.2.1", "198.51.100.0"):
        back = step.call("Bob", address)
        assert back.is_in() and ann.is_in()
        back.hang_up()
    guests = [step.call(f"guest {number}", f"198.51.100.{number % 5}") for number in range(998)]
    assert len(step.factory.admission.greeted) == 999
    for address in ("192.0.2.1", "198.51.100.0"):
        back = step.call("Bob", address)
        assert back.is_in() and ann.is_in()
        back.hang_up()
    assert sum(one.wire.closed for one in guests) == 1, "one of them made room; nobody has come in its place since"
