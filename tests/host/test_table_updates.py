"""Table updates are sent rarely, but never late: the newest state comes before whatever follows it."""

from collections.abc import Iterable
from typing import Any

import pytest
from twisted.internet.task import Clock

from rummynet.host.net import outgoing
from rummynet.host.net.table_updates import PEERS_PER_TURN, TableUpdates
from rummynet_protocol.wire.messages import (
    Create,
    Done,
    LobbyShown,
    Message,
    Ping,
    Pong,
    Redirect,
    Sit,
    TableShown,
    Watch,
)
from tests.support.dialling import Dialler, Doorstep, Start


@pytest.fixture
def step(start: Start) -> Doorstep:
    return start(table_millis=200, share_burst=10_000)


def at_table(step: Doorstep, *names: str) -> list[Dialler]:
    """The first sits at a new table, the others watch it; all updates are sent."""
    callers = [step.call(name) for name in names]
    assert isinstance(callers[0].ask(Create, "keilty", {}, "t"), Done)
    assert isinstance(callers[0].ask(Sit, 1, None), Done)
    for one in callers[1:]:
        assert isinstance(one.ask(Watch, 1), Done)
    for _ in range(3):
        step.clock.advance(1)
    for one in callers:
        one.hear()
        one.told.clear()
    return callers


def new_messages(caller: Dialler) -> list[Message]:
    """Messages received since the last call, except the lobby and pings."""
    caller.hear()
    found: list[Message] = [one for one in caller.told if not isinstance(one, LobbyShown | Ping)]
    caller.told.clear()
    return found


def test_many_changes_are_one_update_and_it_is_the_newest(step: Doorstep) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    for number in range(21):
        assert isinstance(ann.ready(1, number % 2 == 0), Done)
    (first,) = new_messages(bob)
    assert isinstance(first, TableShown) and first.seats[0][3] is True
    assert len(step.dispatcher.updates) == 1
    step.clock.advance(0.2)
    (second,) = new_messages(bob)
    assert isinstance(second, TableShown) and second.seats[0][3] is True
    ann.ready(1, False)
    assert new_messages(bob) == []
    step.clock.advance(0.2)
    (third,) = new_messages(bob)
    assert isinstance(third, TableShown) and third.seats[0][3] is False
    step.clock.advance(1)
    assert new_messages(bob) == [] and len(step.dispatcher.updates) == 0


def test_who_reads_slowly_is_sent_only_the_newest_state(step: Doorstep) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    bob.protocol.pause_writing()
    for number in range(50):
        ann.ready(1, number % 2 == 1)
        step.clock.advance(0.3)
    assert bob.protocol.unsent < 3000, "a lobby now and then, and no table"
    bob.protocol.resume_writing()
    step.clock.advance(0.2)
    shown = [one for one in new_messages(bob) if isinstance(one, TableShown)]
    assert len(shown) == 1 and shown[0].seats[0][3] is True


class RecordingPeer:
    """A peer that records what it is sent."""

    is_behind = False

    def __init__(self) -> None:
        self.received: list[Message] = []

    def send(self, packed: outgoing.Packed) -> None:
        self.received.append(packed.message)

    def goodbye(self, code: str, says: str) -> None:
        raise AssertionError(says)

    def redirect(self, to: Redirect) -> None:
        raise AssertionError(to)


def test_peers_that_left_meanwhile_are_sent_nothing() -> None:
    clock, crowd = Clock(), [RecordingPeer() for _ in range(PEERS_PER_TURN + 2)]
    updates = TableUpdates(clock, _send, lambda: 1.0)
    updates.offer(1, outgoing.Packed(Pong(1)), crowd)
    updates.remove(crowd[-1])
    clock.advance(0)
    assert crowd[-1].received == [] and crowd[-2].received == [Pong(1)]


def _send(peers: Iterable[Any], packed: outgoing.Packed) -> None:
    for peer in peers:
        peer.send(packed)
