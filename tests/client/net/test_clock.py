"""The clock in signed statements: it has a name, and a new one when its time may have been interrupted."""

import sys
import time

import pytest

from rummynet.steady_clock import SteadyClock, awake_clock
from rummynet_client.net.clock import StatementClock
from tests.support.fake_host import bytes_of


class Hands:
    """Both clocks of a computer, set by hand."""

    def __init__(self) -> None:
        self.steady, self.wall = 7_000_000, 1_700_000_000_000

    def pass_time(self, millis: int, *, asleep: bool = False) -> None:
        self.wall += millis
        self.steady += 0 if asleep else millis

    def clock(self) -> StatementClock:
        return StatementClock(bytes_of("clock"), lambda: self.steady, lambda: self.wall)


def test_every_program_has_one_of_its_own() -> None:
    assert StatementClock(bytes_of("a")).now()[0] != StatementClock(bytes_of("b")).now()[0]


def test_after_a_sleep_that_it_did_not_count_it_is_another_one() -> None:
    hands = Hands()
    clock = hands.clock()
    first, _ = clock.now()
    hands.pass_time(60_000, asleep=True)
    second, since = clock.now()
    assert first != second and since == 0
    hands.pass_time(60_000)
    assert clock.now() == (second, 60_000)


@pytest.mark.skipif(sys.platform != "linux", reason="the clocks of Linux")
def test_a_slewed_clock_moves_neither_log_time_nor_the_players_and_sleep_counts_for_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As clock_gettime(2) has it: a daemon slews MONOTONIC and BOOTTIME, and BOOTTIME alone counts sleep."""
    raw, slewed, slept = 5 * 10**9, 0, 0

    def read(number: int) -> int:
        extra = {time.CLOCK_MONOTONIC_RAW: 0, time.CLOCK_MONOTONIC: slewed, time.CLOCK_BOOTTIME: slewed + slept}
        return raw + extra[number]

    monkeypatch.setattr(time, "clock_gettime_ns", read)
    monkeypatch.setattr(time, "clock_gettime", lambda number: read(number) / 10**9)
    clock, awake = SteadyClock(), awake_clock()
    assert (clock.millis(), awake()) == (5_000, 5.0)
    raw, slewed = 65 * 10**9, 5 * 10**9
    assert (clock.millis(), awake()) == (65_000, 65.0)
    slept = 3_600 * 10**9
    assert (clock.millis(), awake()) == (3_665_000, 65.0)
