"""A TLS 1.3 connection to a host, and the key that the host has proven to hold.

No certificate authority vouches for hosts on a home network. The host's certificate is made by its identity key and
contains only that key; the handshake proves that the peer holds it. Every caller must compare the returned key with
the known one.
"""

import asyncio
import os
import socket
import ssl
from contextlib import suppress
from typing import Any

from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import BadKey, check_key
from rummynet_protocol.wire.address import address
from rummynet_protocol.wire.handover import EXTENSION, former_keys


class CannotConnect(RummynetError):
    """The connection could not be established."""

    code = "cannot_connect"


class NotAHost(CannotConnect):
    """The peer is no rummynet host."""

    code = "not_a_host"


def context() -> ssl.SSLContext:
    """A context for TLS 1.3 only. Certificate authorities and names are not checked: the key is."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname = False
    tls.verify_mode = ssl.CERT_NONE
    tls.minimum_version = ssl.TLSVersion.TLSv1_3
    return tls


async def connect(
    host: str, port: int, seconds: float = 10.0, sock: socket.socket | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """Reader, writer and the host's 32-byte public key. Raises CannotConnect, NotAHost.

    *seconds* is the timeout of connection and handshake. With *sock*, a way to the host that somebody else has made,
    *host* and *port* are only shown. The caller closes the writer.
    """
    where = address(host, port)
    way: dict[str, Any] = {"host": host, "port": port} if sock is None else {"sock": sock, "server_hostname": ""}
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(ssl=context(), **way)
    except TimeoutError:
        raise CannotConnect(
            _(
                "nothing answered at {where} within {seconds:g} seconds; is the host running?",
                where=where,
                seconds=seconds,
            )
        ) from None
    except ssl.SSLError:  # its words, such as SSLV3_ALERT_ILLEGAL_PARAMETER, help nobody who mistyped an address
        raise NotAHost(
            _("what answers at {where} is not a rummynet host; check the address and port", where=where)
        ) from None
    except OSError as problem:
        raise CannotConnect(
            _(
                "cannot reach {where} ({reason}); is the host running, is the port right?",
                where=where,
                reason=_reason(problem),
            )
        ) from None
    try:
        return reader, writer, key_of(writer, where)
    except NotAHost:
        # No farewell: a peer that is no host may never answer it.
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()
        raise


def _reason(problem: OSError) -> str:
    """The system's text for the error; asyncio's own would repeat the address, or several of them."""
    if isinstance(problem, socket.gaierror) or problem.errno is None:
        says = problem.strerror or _("no route to it")
    else:
        says = os.strerror(problem.errno)
    told = _(says)
    return told if told != says else says.lower()


def key_of(writer: asyncio.StreamWriter, where: str) -> bytes:
    """The key in the peer's certificate. Raises NotAHost."""
    # Slow to import: loaded at the first handshake, when the screen is already up.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    secured: ssl.SSLObject = writer.get_extra_info("ssl_object")
    try:
        key = x509.load_der_x509_certificate(secured.getpeercert(binary_form=True) or b"").public_key()
    except ValueError:
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise NotAHost(
            _(
                "no rummynet host answers programs at {where}: if it is the address of a page, "
                "take the one after 'join'",
                where=where,
            )
        )
    public: bytes = key.public_bytes_raw()
    try:
        # Under a key of small order anybody's signature holds (FAIRNESS.md, "Signatures").
        check_key(public)
    except BadKey:
        raise NotAHost(
            _("the server at {where} has a key that proves nothing; do not use this host", where=where)
        ) from None
    return public


def keys_before(writer: asyncio.StreamWriter, key: bytes) -> tuple[bytes, ...]:
    """The keys that the host with this *key* had before, as its certificate proves, the newest first."""
    from cryptography import x509

    secured: ssl.SSLObject | None = writer.get_extra_info("ssl_object")
    try:
        found = x509.load_der_x509_certificate((secured and secured.getpeercert(binary_form=True)) or b"").extensions
        value = found.get_extension_for_oid(x509.ObjectIdentifier(EXTENSION)).value
    except (ValueError, x509.ExtensionNotFound, x509.DuplicateExtension):
        return ()
    return former_keys(key, value.value) if isinstance(value, x509.UnrecognizedExtension) else ()
