"""What a host tells of how far people are: measured by its own pings, at its connections, on a clock set by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.host.connections.delay import DELAYS_KEPT, MEASURE_SECONDS, Delay
from rummynet.host.ops.host_settings import read_limits
from rummynet.table.api.inputs import BotStarted
from rummynet_protocol.wire.messages import (
    FAR_MILLIS,
    Create,
    Done,
    LobbyShown,
    Ping,
    Pong,
    SeatBot,
    Sit,
    TableShown,
    Watch,
)
from tests.support.host_harness import Caller, HostHarness, NoBots

TABLE: tuple[object, ...] = ("keilty", {}, "t")


@pytest.fixture
def step(tmp_path: Path) -> Iterator[HostHarness]:
    made = HostHarness(tmp_path, *read_limits({"table_millis": 200, "ping_seconds": 20}))
    yield made
    made.close()


def at_table(step: HostHarness) -> tuple[Caller, Caller, Caller]:
    """Ann and Bob sit at a table, Cid is in the lobby."""
    ann, bob, cid = (step.call(name) for name in ("Ann", "Bob", "Cid"))
    assert isinstance(step.asked(ann, Create, *TABLE), Done)
    assert all(isinstance(step.asked(one, Sit, 1, None), Done) for one in (ann, bob))
    return ann, bob, cid


def answered(step: HostHarness, caller: Caller, *millis: int, apart: float = MEASURE_SECONDS) -> None:
    """The caller answers the next pings, each after so long."""
    caller.read()
    for late in millis:
        for _ in range(200):
            if any(isinstance(one, Ping) for one in caller.told):
                break
            step.clock.advance(apart / 100)
            caller.read()
        number = [one.number for one in caller.told if isinstance(one, Ping)][-1]
        step.clock.advance(late / 1000)
        caller.send(Pong(number))
        caller.read()
        caller.told = [one for one in caller.told if not isinstance(one, Ping)]
    step.clock.advance(1)


def shown(caller: Caller) -> tuple[tuple[int, int], ...]:
    """What the table, as it was shown last, says of delays."""
    caller.read()
    return [one for one in caller.told if isinstance(one, TableShown)][-1].delays


def far(caller: Caller) -> tuple[int, ...]:
    """What the lobby, as it was shown last, says of tables with people who are far."""
    caller.read()
    return [one for one in caller.told if isinstance(one, LobbyShown)][-1].far


def test_who_is_far_is_shown_at_the_table_and_in_the_lobby_once_the_least_of_some_pings_is_known(
    step: HostHarness,
) -> None:
    ann, bob, cid = at_table(step)
    answered(step, bob, *[124] * (DELAYS_KEPT - 1))
    assert shown(ann) == () and far(cid) == ()
    answered(step, bob, 300)
    assert shown(ann) == shown(bob) == ((1, 120),), "the least, to the next ten"
    assert far(cid) == (1,)


def test_on_one_network_nothing_is_told(step: HostHarness) -> None:
    ann, bob, cid = at_table(step)
    step.clock.advance(1)
    ann.read()
    ann.told = [one for one in ann.told if not isinstance(one, TableShown)]
    # One quick answer is enough: a telephone's radio sleeps at times.
    answered(step, bob, *[FAR_MILLIS + 150] * (DELAYS_KEPT - 1), 3)
    ann.read()
    assert not [one for one in ann.told if isinstance(one, TableShown)] and far(cid) == ()


def test_who_watches_or_comes_later_is_told_too(step: HostHarness) -> None:
    _, bob, _ = at_table(step)
    answered(step, bob, *[80] * DELAYS_KEPT)
    dot = step.call("Dot")
    assert far(dot) == (1,)
    assert isinstance(step.asked(dot, Watch, 1), Done)
    assert shown(dot) == ((1, 80),)


def test_a_delay_ends_with_the_connection(step: HostHarness) -> None:
    ann, bob, cid = at_table(step)
    answered(step, bob, *[80] * DELAYS_KEPT)
    bob.hang_up()
    step.clock.advance(1)
    assert shown(ann) == () and far(cid) == ()


def test_a_new_connection_of_the_same_person_is_measured_anew(step: HostHarness) -> None:
    ann, bob, _ = at_table(step)
    answered(step, bob, *[80] * DELAYS_KEPT)
    again = step.call("Bob")
    step.clock.advance(1)
    assert shown(ann) == ()
    answered(step, again, *[200] * DELAYS_KEPT)
    assert shown(ann) == ((1, 200),)


def test_the_hosts_own_bots_have_no_delay(step: HostHarness) -> None:
    ann, _, _ = at_table(step)
    step.dispatcher.bot_manager = NoBots()
    assert isinstance(step.asked(ann, SeatBot, 1, "add", ""), Done)
    bot = step.dial("Robo")
    step.dispatcher.take_input(BotStarted(1, bot.signer.public))
    bot.greet()
    for _ in range(DELAYS_KEPT):
        step.clock.advance(MEASURE_SECONDS)
    assert any(isinstance(one, Ping) for one in ann.read()) and not any(isinstance(one, Ping) for one in bot.read())


def test_an_invitation_to_one_table_says_nothing_of_others(step: HostHarness) -> None:
    _, bob, cid = at_table(step)
    assert isinstance(step.asked(cid, Create, *TABLE), Done)
    answered(step, bob, *[80] * DELAYS_KEPT)
    for table, seen in ((1, (1,)), (2, ())):
        protocol = step.factory.build_protocol(f"far:{table}", table)
        assert protocol is not None
        guest = Caller(protocol, f"Guest {table}")
        guest.greet()
        assert far(guest) == seen


def test_what_is_told_stands_still_until_it_is_a_third_more_or_less() -> None:
    delay = Delay()

    def told(*millis: int) -> list[int]:
        said = []
        for one in millis:
            if delay.answer(delay.ask(0), one / 1000):
                said.append(delay.millis)
        return said

    assert told(*[120] * DELAYS_KEPT) == [120]
    assert told(*[158] * DELAYS_KEPT) == [] and told(*[81] * DELAYS_KEPT) == []
    assert told(*[164] * (DELAYS_KEPT - 1)) == [], "the least of all that are kept is not yet that much"
    assert told(170, 170) == [160]
    assert told(20) == [0] and told(*[54] * DELAYS_KEPT) == [50] and told(45) == [] and told(30) == [0]


def test_a_pong_to_no_ping_says_nothing_and_one_may_come_behind_the_next_ping() -> None:
    delay = Delay()
    assert not delay.answer(1, 0) and not delay.is_known
    for at in range(DELAYS_KEPT):
        first, second = delay.ask(10 * at), delay.ask(10 * at + 2)
        delay.answer(first, 10 * at + 3)
        assert not delay.answer(first, 10 * at + 3)
        if at % 2:
            delay.answer(second, 10 * at + 5)
    assert delay.millis == 3000
