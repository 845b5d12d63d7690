"""TLS over one TCP connection of asyncio's: bounded buffers, and one write per connection and turn of the loop.

The loop's own TLS would do but for three things. A connection of asyncio's takes a quarter of a mebibyte at once, one
of uvloop's as much when a stranger sends as much. What waits for the socket is buffered where it can be neither limited
nor counted. And to a peer that still sends they close at once, so that its system may discard our last words.

TLS itself is OpenSSL's, by ``SSLContext.wrap_bio``.
"""

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, Protocol, cast

# One TLS record at most (RFC 8446, 5.1): fewer would take a call of the system more for each, and more would let one
# peer keep the loop.
READ_BYTES: Final = 16 * 1024
# Two pieces of a log (``log_pieces.PIECE``): a slow reader costs a host no more, and a fast one never runs dry.
WRITE_BYTES: Final = 16 * 1024
"""Bytes buffered for the socket before ``pause_writing`` is called, and bytes of one turn that are written at once."""
# Most messages are shorter; with a whole record of 16 KB each connection would keep eight times as much.
RECORD_BYTES: Final = 2 * 1024
"""Bytes encrypted at a time: OpenSSL's buffer never shrinks, and keeps room for the most that was ever in it."""
_RESET: Final = struct.pack("ii", 1, 0)  # for SO_LINGER: closing discards what the system has not sent yet


class TlsUser(Protocol):
    """What uses the connection. TLS is not begun yet when ``connection_made`` is called."""

    def connection_made(self, transport: "TlsTransport") -> None:
        """The TCP connection stands."""

    def data_received(self, data: bytes) -> None:
        """Decrypted bytes have come."""

    def eof_received(self) -> None:
        """The peer has ended the connection, or does not keep to TLS. Called before ``connection_lost``, to close."""

    def connection_lost(self) -> None:
        """The TCP connection is closed."""

    def pause_writing(self) -> None:
        """More than ``WRITE_BYTES`` wait for the socket."""

    def resume_writing(self) -> None:
        """The socket has taken all that waited."""


class TlsObject(Protocol):
    """What ``TlsTransport`` needs of an ``ssl.SSLObject``."""

    def do_handshake(self) -> None:
        """Go on with the handshake."""

    def read(self, size: int) -> bytes:
        """Decrypted bytes; none once the peer has ended TLS."""

    def write(self, data: bytes) -> int:
        """Encrypt some of these and return how many."""

    def pending(self) -> int:
        """Decrypted bytes that wait to be read."""

    def unwrap(self) -> object:
        """End TLS."""


WrapBio = Callable[[ssl.MemoryBIO, ssl.MemoryBIO], TlsObject]
"""Makes an end over the buffers of what comes and of what goes: ``SSLContext.wrap_bio``, or what stands in for it."""


def host_end(context: ssl.SSLContext) -> WrapBio:
    """Makes the ends that are dialled, not those that dial."""
    return partial(context.wrap_bio, server_side=True)


class TlsTransport(asyncio.BufferedProtocol):
    """The host's end of a connection: the loop's protocol for it, and the transport of its *user*."""

    _received: ClassVar = memoryview(bytearray(READ_BYTES))
    """Shared by all connections: it is filled and emptied within one call of the loop's."""

    def __init__(self, loop: asyncio.AbstractEventLoop, wrap: WrapBio, user: TlsUser) -> None:
        self._loop = loop
        self._user = user
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = wrap(self._incoming, self._outgoing)
        self._tcp: asyncio.Transport | None = None
        self._turn = bytearray()  # what this turn of the loop has written
        self._is_secure = self._is_closing = False
        """``_is_secure``: the handshake is over. ``_is_closing``: nothing is read or written any more."""

    # -- the user's side

    @property
    def unsent(self) -> int:
        """Bytes that wait for the socket."""
        return len(self._turn) + (self._tcp.get_write_buffer_size() if self._tcp is not None else 0)

    def write(self, data: bytes) -> None:
        """Write at the end of this turn, together with what else is written in it; nothing before the handshake."""
        # Before the handshake there is no key to encrypt with.
        if self._is_closing or not self._is_secure:
            return
        # One call for a whole turn: an entry, its openings and clocks go out as one write.
        if not self._turn:
            self._loop.call_soon(self._flush)
        self._turn += data
        if len(self._turn) >= WRITE_BYTES:
            if self._tcp is None or self._tcp.is_closing():
                # Of a lost one the loop tells in its next turn; asyncio would print a line on each write until then.
                self._turn.clear()
            else:
                self._flush()

    def pause_reading(self) -> None:
        """Leave what comes to the system's buffers."""
        if self._tcp is not None:
            self._tcp.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        if self._tcp is not None:
            self._tcp.resume_reading()

    def close(self) -> None:
        """Send what waits and the end of TLS; what comes until the peer ends too is discarded.

        Closing at once would reset the connection if the peer has sent more, and our last words would be lost. A peer
        that does not end is for the user to abort.
        """
        if self._is_closing or self._tcp is None:
            return
        self._flush()
        self._is_closing = True
        if self._is_secure:
            with suppress(ssl.SSLError):  # it waits for the peer's end, or TLS has failed
                self._tls.unwrap()
        self._send_records()
        with suppress(OSError):  # the connection is lost already
            self._tcp.write_eof()

    def abort(self) -> None:
        """End at once: nothing that waits is sent, not even what the system has buffered."""
        self._is_closing = True
        self._turn.clear()
        if self._tcp is not None:
            with suppress(OSError):
                self._tcp.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            self._tcp.abort()

    # -- the loop's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the handshake, which is the client's turn."""
        self._tcp = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance
        # Resumed when all is gone, so that writes are few and large.
        self._tcp.set_write_buffer_limits(WRITE_BYTES, 0)
        self._user.connection_made(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """The buffer to read into."""
        return self._received

    def buffer_updated(self, nbytes: int) -> None:
        """Decrypt what has come."""
        if self._is_closing:
            return
        self._incoming.write(self._received[:nbytes])
        data, is_over = self._decrypt()
        self._send_records()
        if data:
            self._user.data_received(data)
        if is_over:
            self._user.eof_received()

    def eof_received(self) -> bool:
        """The peer has ended the TCP connection. False: it is closed when all is sent."""
        if not self._is_closing:
            self._user.eof_received()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the user."""
        self._tcp = None
        self._is_closing = True
        self._turn.clear()
        self._user.connection_lost()
        # Each holds the other, and what waits with it: a cycle would last until the next full collection.
        del self._user

    def pause_writing(self) -> None:
        """Tell the user."""
        self._user.pause_writing()

    def resume_writing(self) -> None:
        """Tell the user."""
        self._user.resume_writing()

    # -- TLS

    def _decrypt(self) -> tuple[bytes, bool]:
        """What has come for the user, and whether TLS is over: ended by the peer, or failed."""
        pieces: list[bytes] = []
        try:
            if not self._is_secure:
                self._tls.do_handshake()
                self._is_secure = True
            # Both: OpenSSL may hold decrypted bytes when the buffer is empty.
            while self._incoming.pending or self._tls.pending():
                piece = self._tls.read(READ_BYTES)
                if not piece:
                    return b"".join(pieces), True
                pieces.append(piece)
        except ssl.SSLWantReadError:  # a record has come in part
            pass
        except ssl.SSLError:
            # What came before is still handled: a goodbye may stand in it.
            return b"".join(pieces), True
        return b"".join(pieces), False

    def _flush(self) -> None:
        """Encrypt and write what this turn has written."""
        if not self._turn:
            return
        data = bytes(self._turn)
        self._turn.clear()
        records: list[bytes] = []
        done = 0
        while done < len(data):
            done += self._tls.write(data[done : done + RECORD_BYTES])
            records.append(self._outgoing.read())
        if self._tcp is not None:
            self._tcp.write(b"".join(records))

    def _send_records(self) -> None:
        if self._outgoing.pending and self._tcp is not None:
            self._tcp.write(self._outgoing.read())


class DialledTransport(TlsTransport):
    """The host's end of a connection that it dials. Nothing may be written before ``secured``."""

    def __init__(self, loop: asyncio.AbstractEventLoop, context: ssl.SSLContext, user: TlsUser) -> None:
        super().__init__(loop, context.wrap_bio, user)
        self.secured: asyncio.Future[ssl.SSLObject | None] = loop.create_future()
        """The TLS object once the handshake is over; None if the connection is lost before."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the handshake, which is this end's turn."""
        super().connection_made(transport)
        self._decrypt()
        self._send_records()

    def buffer_updated(self, nbytes: int) -> None:
        """Decrypt what has come."""
        super().buffer_updated(nbytes)
        if self._is_secure and not self.secured.done():
            self.secured.set_result(cast(ssl.SSLObject, self._tls))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the user, and who waits for the handshake."""
        if not self.secured.done():
            self.secured.set_result(None)
        super().connection_lost(exc)
