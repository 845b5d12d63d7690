"""Listening sockets, with a fake of the reactor's port: how many connections one turn of the reactor accepts."""

import socket
from typing import Any

from rummynet.host.net.ports import ACCEPTED_AT_ONCE, listen_on


class Port:
    """Accepts up to ``numberAccepts`` and has more waiting, as Twisted's may."""

    def __init__(self) -> None:
        self.socket = socket.socket()
        self.numberAccepts = 100
        self.waiting = 10 * ACCEPTED_AT_ONCE + 1
        self.took: list[int] = []

    def doRead(self) -> None:
        taken = min(self.numberAccepts, self.waiting)
        self.waiting -= taken
        self.took.append(taken)
        self.numberAccepts = self.numberAccepts + 20 if taken == self.numberAccepts else max(1, taken)


class Reactor:
    def __init__(self) -> None:
        self.port = Port()

    def listenTCP(self, *args: Any, **kwargs: Any) -> Port:  # noqa: ANN401
        return self.port


def test_a_rush_of_connections_is_taken_a_few_at_a_time() -> None:
    reactor = Reactor()
    port = listen_on(reactor, "127.0.0.1", 0, secured=None)  # type: ignore[arg-type]
    while reactor.port.waiting:
        port.doRead()
    assert port.took == [ACCEPTED_AT_ONCE] * 10 + [1]
    port.socket.close()
