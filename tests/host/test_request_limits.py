"""Where people were seen last; what they may ask for is in ``scripts/limits.txt``, ``tables.txt`` and ``bots.txt``."""

from rummynet_protocol.wire.messages import Create, Done
from tests.support.dialling import Start


def test_where_people_were_seen_is_not_kept_for_ever(start: Start) -> None:
    step = start(connections=2, greetings_per_minute=1000)
    owner = step.call("owner")
    assert isinstance(owner.ask(Create, "keilty", {}, "t"), Done)
    for number in range(20):
        step.call(f"p{number}", f"192.0.2.{number}").hang_up()
    assert len(step.factory.request_limits) <= 6
