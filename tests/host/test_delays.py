"""What a host tells of how far people are: measured by its own pings, at its connections, on a clock set by hand."""

from unittest.mock import Mock

import pytest

from rummynet.host.connections.delay import DELAYS_KEPT, MEASURE_SECONDS, Delay
from rummynet.table.api.inputs import BotStarted
from rummynet_protocol.wire.messages import Create, Done, LobbyShown, Ping, Pong, SeatBot, Sit, TableShown, Watch
from tests.support.dialling import Dialler, Doorstep, Start

TABLE: tuple[object, ...] = ("keilty", {}, "t")


@pytest.fixture
def step(start: Start) -> Doorstep:
    return start(table_millis=200, ping_seconds=20)


def at_table(step: Doorstep) -> tuple[Dialler, Dialler, Dialler]:
    """Ann and Bob sit at a table, Cid is in the lobby."""
    ann, bob, cid = (step.call(name) for name in ("Ann", "Bob", "Cid"))
    assert isinstance(ann.ask(Create, *TABLE), Done)
    assert all(isinstance(one.ask(Sit, 1, None), Done) for one in (ann, bob))
    return ann, bob, cid


def answered(step: Doorstep, caller: Dialler, *millis: int, apart: float = MEASURE_SECONDS) -> None:
    """The caller answers the next pings, each after so long."""
    caller.hear()
    for late in millis:
        for _ in range(200):
            if any(isinstance(one, Ping) for one in caller.told):
                break
            step.clock.advance(apart / 100)
            caller.hear()
        number = [one.number for one in caller.told if isinstance(one, Ping)][-1]
        step.clock.advance(late / 1000)
        caller.say(Pong(number))
        caller.hear()
        caller.told = [one for one in caller.told if not isinstance(one, Ping)]
    step.clock.advance(1)


def shown(caller: Dialler) -> tuple[tuple[int, int], ...]:
    """What the table, as it was shown last, says of delays."""
    caller.hear()
    return [one for one in caller.told if isinstance(one, TableShown)][-1].delays


def far(caller: Dialler) -> tuple[int, ...]:
    """What the lobby, as it was shown last, says of tables with people who are far."""
    caller.hear()
    return [one for one in caller.told if isinstance(one, LobbyShown)][-1].far


def test_who_is_far_is_shown_at_the_table_and_in_the_lobby_once_the_least_of_some_pings_is_known(
    step: Doorstep,
) -> None:
    ann, bob, cid = at_table(step)
    answered(step, bob, *[124] * (DELAYS_KEPT - 1))
    assert shown(ann) == () and far(cid) == ()
    answered(step, bob, 300)
    assert shown(ann) == shown(bob) == ((1, 120),), "the least, to the next ten"
    assert far(cid) == (1,)
    answered(step, bob, 84, apart=20)
    assert shown(ann) == ((1, 120),), "less than a third of it"
    answered(step, bob, 80, apart=20)
    assert shown(ann) == ((1, 80),)


def test_who_watches_or_comes_later_is_told_too(step: Doorstep) -> None:
    _, bob, _ = at_table(step)
    answered(step, bob, *[80] * DELAYS_KEPT)
    dot = step.call("Dot")
    assert far(dot) == (1,)
    assert isinstance(dot.ask(Watch, 1), Done)
    assert shown(dot) == ((1, 80),)


def test_the_hosts_own_bots_have_no_delay(step: Doorstep) -> None:
    ann, _, _ = at_table(step)
    step.dispatcher.bot_manager = Mock()
    assert isinstance(ann.ask(SeatBot, 1, "add", ""), Done)
    bot = step.dial("Robo")
    step.dispatcher.take_input(BotStarted(1, bot.person.key))
    bot.greet()
    for _ in range(DELAYS_KEPT):
        step.clock.advance(MEASURE_SECONDS)
    assert any(isinstance(one, Ping) for one in ann.hear()) and not any(isinstance(one, Ping) for one in bot.hear())


def test_an_invitation_to_one_table_says_nothing_of_others(step: Doorstep) -> None:
    _, bob, cid = at_table(step)
    assert isinstance(cid.ask(Create, *TABLE), Done)
    answered(step, bob, *[80] * DELAYS_KEPT)
    for table, seen in ((1, (1,)), (2, ())):
        guest = step.dial(f"Guest {table}", f"far:{table}", table)
        guest.greet()
        assert far(guest) == seen


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
