"""The least that a server of turns can do over TLS: the baseline of ``scripts/bench.py load``.

A frame of 32 bytes comes from one seat of a table, 15 bytes go back to it and 39 to the next seat. Nothing is checked,
signed or kept. It stands on Twisted's TLS, as hosts did when the first figures were taken. Run as a program it serves
until its standard input ends: ``relay.py`` prints its port.
"""

import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / part) for part in (".", "protocol")]

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402
from OpenSSL import SSL  # noqa: E402
from twisted.internet import reactor, stdio  # noqa: E402
from twisted.internet.interfaces import IOpenSSLContextFactory  # noqa: E402
from twisted.internet.protocol import Factory, Protocol  # noqa: E402
from twisted.protocols.tls import TLSMemoryBIOFactory  # noqa: E402
from zope.interface import implementer  # noqa: E402

from rummynet.host.net.certificate import certificate  # noqa: E402

MOVE, BACK, ON = bytes(32), bytes(15), bytes(39)
_HEADER = 4


def framed(body: bytes) -> bytes:
    """The body with its length before it."""
    return len(body).to_bytes(_HEADER, "big") + body


class Seat(Protocol):
    """One connection. Connections are paired in the order in which they come."""

    waiting: "Seat | None" = None

    def connectionMade(self) -> None:
        """Find the other seat of the table, or wait for it."""
        self._buffer = b""
        self.other: Seat | None = None
        self.transport.setTcpNoDelay(True)  # type: ignore[union-attr]
        if Seat.waiting is None:
            Seat.waiting = self
        else:
            self.other, Seat.waiting = Seat.waiting, None
            self.other.other = self

    def dataReceived(self, data: bytes) -> None:
        """Answer each whole frame."""
        data = self._buffer + data
        while len(data) >= _HEADER + len(MOVE):
            data = data[_HEADER + len(MOVE) :]
            self.transport.write(framed(BACK))  # type: ignore[union-attr]
            if self.other is not None:
                self.other.transport.write(framed(ON))  # type: ignore[union-attr]
        self._buffer = data


class Until(Protocol):
    """Ends the program with its standard input."""

    def connectionLost(self, reason: Any = None) -> None:  # noqa: ANN401
        """Nobody needs the relay any more."""
        reactor.stop()


@implementer(IOpenSSLContextFactory)
class Contexts:
    """TLS 1.3 with a certificate like a host's."""

    def __init__(self, private: bytes) -> None:
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.use_certificate(certificate(private))
        context.use_privatekey(Ed25519PrivateKey.from_private_bytes(private))
        self._context = context

    def getContext(self) -> SSL.Context:
        """The context, shared by all connections."""
        return self._context


def main() -> None:
    """Serve on a free loopback port."""
    secured = TLSMemoryBIOFactory(Contexts(b"\1" * 32), False, Factory.forProtocol(Seat))
    port: Any = reactor.listenTCP(0, secured, backlog=1000, interface="127.0.0.1")  # type: ignore[arg-type]
    print(port.getHost().port, flush=True)
    stdio.StandardIO(Until())
    reactor.run()


if __name__ == "__main__":
    main()
