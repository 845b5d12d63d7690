"""When the program that makes ways says that a line has lost its way, and that it has one again."""

from collections.abc import Iterator

import pytest
from twisted.internet.task import Clock

from rummynet.far.way_maker import DOWN_SECONDS, PING_SECONDS, WayWatch

Told = list[str]


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    yield clock
    assert not clock.getDelayedCalls()


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def watch(clock: Clock, told: Told) -> WayWatch:
    return WayWatch(clock, told.append)


def ping(watch: WayWatch, clock: Clock) -> None:
    watch.alive(clock.seconds() + 2 * PING_SECONDS)


def test_a_way_is_lost_once_pings_stay_away(watch: WayWatch, clock: Clock, told: Told) -> None:
    """Dilation tells nothing else when the other side's program dies."""
    for _ in range(3):
        ping(watch, clock)
        clock.advance(PING_SECONDS)
    assert told == []
    clock.advance(PING_SECONDS)
    assert told == ["down"]
    watch.alive(clock.seconds() - 1)  # the last ping's time, told with news of something else
    clock.advance(DOWN_SECONDS)
    assert told == ["down", "down"]
    ping(watch, clock)
    assert told == ["down", "down", "up"]
    watch.end()


def test_attempts_to_find_it_again_do_not_put_that_off(watch: WayWatch, clock: Clock, told: Told) -> None:
    ping(watch, clock)
    for _ in range(3):
        watch.lost()
        clock.advance(DOWN_SECONDS / 3)
    assert told == ["down"]
    watch.end()


def test_a_line_without_a_first_way_has_lost_none(watch: WayWatch, clock: Clock, told: Told) -> None:
    watch.lost()
    clock.advance(100)
    assert told == []
