"""What a host tells of how far people are: measured by its own pings, on a clock set by hand (``scripts/far.txt``)."""

from unittest.mock import Mock

from rummynet.host.connections.delay import DELAYS_KEPT, MEASURE_SECONDS, Delay
from rummynet.table.api.inputs import BotStarted
from rummynet_protocol.wire.messages import Create, Done, Ping, SeatBot, Sit
from tests.support.dialling import Doorstep


def test_the_hosts_own_bots_have_no_delay(step: Doorstep) -> None:
    ann = step.call("Ann")
    assert isinstance(ann.ask(Create, "keilty", {}, "t"), Done) and isinstance(ann.ask(Sit, 1, None), Done)
    step.dispatcher.bot_manager = Mock()
    assert isinstance(ann.ask(SeatBot, 1, "add", ""), Done)
    bot = step.dial("Robo")
    step.dispatcher.take_input(BotStarted(1, bot.person.key))
    bot.greet()
    for _ in range(DELAYS_KEPT):
        step.clock.advance(MEASURE_SECONDS)
    assert any(isinstance(one, Ping) for one in ann.hear()) and not any(isinstance(one, Ping) for one in bot.hear())


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
