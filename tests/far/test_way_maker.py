"""When the program that makes ways says that a line has lost its way, and that it has one again."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.task import Clock
from wormhole._status import (
    ConnectedPeer,
    ConnectingPeer,
    DilationStatus,
    NoPeer,
    PeerConnection,
    ReconnectingPeer,
    StoppedPeer,
)

from rummynet.far import way_maker
from rummynet.far.way_maker import DOWN_SECONDS, PING_SECONDS, Line


class Engine:
    """What a line tells."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, what: str, number: str, **fields: object) -> None:
        self.told.append(what)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(way_maker, "reactor", clock)
    yield clock
    assert not clock.getDelayedCalls()


@pytest.fixture
def line(clock: Clock) -> Line:
    """A line with a way, as its wormhole would have made it."""
    line = Line.__new__(Line)
    line._engine, line._id = Engine(), "1"  # type: ignore[assignment]
    line._dilated, line._down_timer = object(), None
    line._is_lost = line._is_down = False
    return line


def status(peer: PeerConnection) -> DilationStatus:
    """What Dilation tells of the other side."""
    return DilationStatus(mailbox=None, generation=1, peer_connection=peer)


def told(line: Line) -> list[str]:
    engine: Any = line._engine
    return list(engine.told)


def ping(line: Line, clock: Clock) -> None:
    line._way_changed(status(ConnectedPeer(0, clock.seconds() + 2 * PING_SECONDS, "")))


def test_the_way_to_a_program_that_died_is_lost_once_its_pings_stay_away(line: Line, clock: Clock) -> None:
    for _ in range(3):
        ping(line, clock)
        clock.advance(PING_SECONDS)
    assert told(line) == []
    clock.advance(PING_SECONDS)
    assert told(line) == ["down"]
    # A status of something else, with the last ping's time.
    line._way_changed(status(ConnectedPeer(0, clock.seconds() - 1, "")))
    clock.advance(DOWN_SECONDS)
    assert told(line) == ["down", "down"]
    ping(line, clock)
    assert told(line) == ["down", "down", "up"]
    line._way_changed(status(StoppedPeer()))


def test_attempts_to_find_the_way_again_do_not_put_off_that_it_is_lost(line: Line, clock: Clock) -> None:
    ping(line, clock)
    for peer in (ReconnectingPeer(0), ConnectingPeer(0), ReconnectingPeer(0)):
        line._way_changed(status(peer))
        clock.advance(DOWN_SECONDS / 3)
    assert told(line) == ["down"]
    line._way_changed(status(StoppedPeer()))


def test_a_line_without_a_first_way_is_not_lost(line: Line, clock: Clock) -> None:
    line._dilated = None
    for peer in (NoPeer(), ConnectingPeer(0)):
        line._way_changed(status(peer))
    clock.advance(100)
    assert told(line) == []
