"""What a host tells of how far people are: measured by its own pings, on a clock set by hand (``scripts/far.txt``)."""

from rummynet.host.connections.delay import DELAYS_KEPT, Delay


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
