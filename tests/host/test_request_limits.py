"""Where people were seen last; what they may ask for is in ``scripts/limits.txt``, ``tables.txt`` and ``bots.txt``."""

from unittest.mock import Mock

from rummynet.host.connections.delay import DELAYS_KEPT, MEASURE_SECONDS
from rummynet.table.api.inputs import BotStarted
from rummynet_protocol.wire.messages import Create, Done, Ping, Refused, Say, SeatBot, Sit
from tests.support.dialling import Start


def test_where_people_were_seen_is_not_kept_for_ever(start: Start) -> None:
    step = start(connections=2, greetings_per_minute=1000)
    owner = step.call("owner")
    assert isinstance(owner.ask(Create, "keilty", {}, "t"), Done)
    for number in range(20):
        step.call(f"p{number}", f"192.0.2.{number}").hang_up()
    assert len(step.factory.request_limits) <= 6


def test_neither_limits_nor_pings_are_for_the_hosts_own_bots(start: Start) -> None:
    step = start(share_burst=3, chat_per_minute=1, per_address=1, bots_per_address=2)
    step.dispatcher.bot_manager = Mock()  # so they never come by themselves
    owner, bot = step.call("owner"), step.dial("bot")
    assert isinstance(owner.ask(Create, "keilty", {}, "t"), Done) and isinstance(owner.ask(Sit, 1, 0), Done)
    for _ in range(2):
        assert isinstance(owner.ask(SeatBot, 1, "add", "random"), Done)
    step.dispatcher.take_input(BotStarted(1, bot.person.key))
    bot.greet()
    assert isinstance(bot.ask(Sit, 1, None), Done)
    full = owner.ask(SeatBot, 1, "add", "random")
    assert isinstance(full, Refused) and full.code == "too_many_bots", "one sits there, one is coming"
    for one, kind in ((owner, Refused), (bot, Done)):
        answers = [one.ask(Say, 1, "hello") for _ in range(4)]
        assert isinstance(answers[-1], kind)
        for _ in range(10):
            one.say(Ping(0))
    assert (owner.protocol.share_left, bot.protocol.share_left) == (None, 3)
    for _ in range(DELAYS_KEPT):
        step.clock.advance(MEASURE_SECONDS)
    assert any(isinstance(one, Ping) for one in owner.hear()) and not any(isinstance(one, Ping) for one in bot.hear())
