"""A program: a TLS server with a host's certificate that sends back what it gets. Prints its port, ends with stdin.

Arguments: the 32-byte identity seed in hex, or ``rsa`` for a server that is no host.
"""

import asyncio
import ssl
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from rummynet.host.net.certificate import server_context
from rummynet.host.net.ports import listen_on
from rummynet.host.net.tls_transport import TlsTransport, host_end


class Echo:
    """One connection."""

    def connection_made(self, transport: TlsTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)

    def eof_received(self) -> None:
        self.transport.close()

    def connection_lost(self) -> None:
        pass

    def pause_writing(self) -> None:
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self.transport.resume_reading()


class Everybody:
    """Takes every connection."""

    def build_protocol(self, address: str) -> Echo:
        return Echo()


def another_kind() -> ssl.SSLContext:
    """A certificate of another kind: RSA."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([])
    start, end = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, start, end).sign(key, hashes.SHA256())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile() as file:
        file.write(made.public_bytes(Encoding.PEM))
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        file.flush()
        context.load_cert_chain(file.name)
    return context


async def serve(which: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        context = another_kind() if which == "rsa" else server_context(bytes.fromhex(which), Path(folder))
    loop = asyncio.get_running_loop()
    (port,) = listen_on(loop, "127.0.0.1", 0, host_end(context), Everybody().build_protocol)
    sys.stdout.write(f"{port.port}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    port.stop()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
