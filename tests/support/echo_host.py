"""A program: a TLS server with a host's certificate that sends back what it gets. Prints its port, ends with stdin.

Arguments: the 32-byte identity seed in hex, or ``rsa`` for a server that is no host.
"""

import sys
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from OpenSSL import SSL
from twisted.internet import reactor, stdio
from twisted.internet.interfaces import IOpenSSLContextFactory
from twisted.internet.protocol import Factory, Protocol
from zope.interface import implementer

from rummynet.host.net.certificate import HostContextFactory


class Echo(Protocol):
    def dataReceived(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)


class UntilEnd(Protocol):
    def connectionLost(self, reason: object = None) -> None:
        if reactor.running:
            reactor.stop()


@implementer(IOpenSSLContextFactory)
class Stranger:
    """A certificate of another kind: RSA."""

    def getContext(self) -> SSL.Context:
        key = rsa.generate_private_key(65537, 2048)
        name = x509.Name([])
        start, end = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
        made = x509.CertificateBuilder(name, name, key.public_key(), 1, start, end).sign(key, hashes.SHA256())
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.use_certificate(made)
        context.use_privatekey(key)
        return context


def main(which: str) -> None:
    contexts = Stranger() if which == "rsa" else HostContextFactory(bytes.fromhex(which))
    port = reactor.listenSSL(  # type: ignore[attr-defined]
        0, Factory.forProtocol(Echo), contexts, interface="127.0.0.1"
    )
    stdio.StandardIO(UntilEnd())
    sys.stdout.write(f"{port.getHost().port}\n")
    sys.stdout.flush()
    reactor.run()


if __name__ == "__main__":
    main(sys.argv[1])
