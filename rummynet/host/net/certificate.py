"""The host's certificate and TLS context: one self-signed certificate, made with the identity key itself.

Clients read only the key from it. Its bytes are always the same: no clock (it is valid from 1970 to the latest time
that X.509 can express, RFC 5280 section 4.1.2.5), no randomness (Ed25519 signs deterministically).
"""

import os
import secrets
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from rummynet_protocol.wire.handover import EXTENSION

SUBJECT: Final = "rummynet host"
# No client looks at the dates: the key is what it knows the host by, and clocks of small machines start in 1970.
_FROM: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def certificate(private: bytes, handovers: bytes = b"") -> x509.Certificate:
    """The certificate of the host whose identity is the 32-byte Ed25519 seed *private*; *handovers* from older keys."""
    key = Ed25519PrivateKey.from_private_bytes(private)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SUBJECT)])
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), 1, _FROM, _UNTIL)
    if handovers:
        extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(EXTENSION), handovers)
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(key, None)


def server_context(private: bytes, folder: Path, handovers: bytes = b"") -> ssl.SSLContext:
    """TLS 1.3 only, with our certificate, and no sessions to resume; *private* is the host's 32-byte identity seed.

    *folder* is where a file may be made that only the host's user can read. Raises OSError.
    """
    key = Ed25519PrivateKey.from_private_bytes(private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # One version, without the weak choices of older ones; PROTOCOL.md names it.
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # clients ask for no resumption; tickets would be bytes and work for each connection
    with (
        _as_file(certificate(private, handovers).public_bytes(Encoding.PEM), folder / "certificate.tmp") as public,
        _as_file(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), folder / "key.tmp") as secret,
    ):
        context.load_cert_chain(public, secret)
    return context


def peer_context() -> ssl.SSLContext:
    """For connections to other hosts: TLS 1.3 only. Certificates are not checked: ``public_key`` is."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


class OwnDials:
    """Knows the connections that this host has made to itself: each asks for a name that nobody else could name.

    It comes in the handshake, which nobody who passes bytes on can change.
    """

    def __init__(self) -> None:
        self._asked = ""
        self._has_come = False

    def watch(self, context: ssl.SSLContext) -> None:
        """Look at the handshakes that come by this context."""
        context.sni_callback = self._came

    def _came(self, _tls: object, name: str | None, _context: object) -> None:
        self._has_come |= bool(self._asked) and name == self._asked

    def key_of_another(self, host: str, port: int, seconds: float) -> bytes:
        """The key that a host proves at this address; empty if there is none, or it is this very host."""
        self._asked, self._has_come = secrets.token_hex(16), False
        with (
            suppress(OSError),
            socket.create_connection((host, port), seconds) as sock,
            peer_context().wrap_socket(sock, server_hostname=self._asked) as tls,
        ):
            return b"" if self._has_come else public_key(tls)
        return b""


def public_key(tls: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """The 32-byte key that the other end has proven; empty if its certificate is no host's."""
    try:
        key = x509.load_der_x509_certificate(tls.getpeercert(binary_form=True) or b"").public_key()
    except ValueError:
        return b""
    return key.public_bytes_raw() if isinstance(key, Ed25519PublicKey) else b""


@contextmanager
def _as_file(pem: bytes, short_lived: Path) -> Iterator[str]:
    """A path to read *pem* from once, since Python loads no bytes: that of a pipe, so that the key is on no disk.

    Where a pipe has no path, *short_lived* is made, for the host's user alone, and removed at once. Raises OSError.
    """
    read_end, write_end = os.pipe()
    with open(read_end, "rb"), open(write_end, "wb") as pipe:
        path = f"/dev/fd/{read_end}"
        if os.path.exists(path):
            pipe.write(pem)  # two kilobytes at most: any pipe holds them
            pipe.close()
            yield path
            return
    short_lived.unlink(missing_ok=True)  # of a host that was killed here
    try:
        with open(os.open(short_lived, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
        yield str(short_lived)
    finally:
        short_lived.unlink(missing_ok=True)
