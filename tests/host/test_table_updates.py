"""Table updates are sent rarely, but never late, in batches (``scripts/slow.txt``)."""

from collections.abc import Iterable
from typing import Any

from twisted.internet.task import Clock

from rummynet.host.net import outgoing
from rummynet.host.net.table_updates import PEERS_PER_TURN, TableUpdates
from rummynet_protocol.wire.messages import Message, Pong, Redirect


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
