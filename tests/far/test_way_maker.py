"""When the program that makes ways says that a line has lost its way, and that it has one again."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from twisted.application import internet
from twisted.internet.defer import Deferred, fail
from twisted.internet.error import ConnectError
from twisted.internet.interfaces import IProtocol, IProtocolFactory, IStreamClientEndpoint
from twisted.internet.protocol import Factory
from twisted.internet.task import Clock
from zope.interface import implementer

from rummynet.far.way_maker import DOWN_SECONDS, PING_SECONDS, RENDEZVOUS_SECONDS, WayWatch, try_again_soon

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


@implementer(IStreamClientEndpoint)
class Away:
    """A server that nobody reaches."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked: list[float] = []

    def connect(self, protocolFactory: IProtocolFactory) -> Deferred[IProtocol]:
        self.asked.append(self._clock.seconds())
        return fail(ConnectError())


def test_a_rendezvous_that_is_away_is_asked_again_soon(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(internet, "ClientService", internet.ClientService)  # put back at the end
    try_again_soon()
    away = Away(clock)
    service = internet.ClientService(away, Factory(), clock=clock)
    service.startService()
    for _ in range(600):
        clock.advance(1)
    service.stopService()
    assert max(later - sooner for sooner, later in pairwise(away.asked)) <= RENDEZVOUS_SECONDS + 2
