"""Reads the server name in the first message of a TLS client, from its bytes and without TLS.

Sources: RFC 8446, sections 4.1.2 (ClientHello) and 5.1 (records); RFC 6066, section 3 (server_name). The name is not
protected by anything: it says where a client wants to go, not who it is.
"""

from typing import Final

MOST_HELLO: Final = 16 * 1024
"""Bytes of the records that a hello may take. One with a post-quantum key share has some 1,700."""
MOST_RECORDS: Final = 8
"""Records that it may be in: clients send one. It is read from the beginning whenever more has come."""
# Numbers of RFC 8446, sections 4, 4.1.2 and 5.1, and of RFC 6066, section 3: another one would read no hello.
_HANDSHAKE: Final = 22
_CLIENT_HELLO: Final = 1
_RECORD_HEADER: Final = 5
_MOST_RECORD: Final = 2**14
_LEGACY_VERSION: Final = b"\x03\x03"
_RANDOM: Final = 32
_SERVER_NAME: Final = 0
_HOST_NAME: Final = 0
_NO_NAME: Final = ""


class _NotWellFormed(Exception):
    """It is no ClientHello."""


class _NotWhole(Exception):
    """More bytes have to come."""


def server_name(received: bytes) -> str | None:
    """The server name, in lower case, that a connection asks for by its first bytes; None while more have to come.

    Empty if it names none, and for what is no ClientHello: TLS says what is wrong with that.
    """
    try:
        return _name_in(_Fields(_message(received)))
    except _NotWellFormed:
        return _NO_NAME
    except _NotWhole:
        return _NO_NAME if len(received) >= MOST_HELLO else None


class _Fields:
    """Reads a structure field by field; lengths stand before what they count, in 1 to 3 bytes."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    @property
    def is_read(self) -> bool:
        return self._at == len(self._data)

    def take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) != size:
            raise _NotWellFormed
        self._at += size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def counted(self, size: int, least: int, most: int) -> bytes:
        """Bytes after their length, which has *size* bytes."""
        length = self.number(size)
        if not least <= length <= most:
            raise _NotWellFormed
        return self.take(length)

    def end(self) -> None:
        if not self.is_read:
            raise _NotWellFormed


def _message(received: bytes) -> bytes:
    """The body of the first handshake message, which may be in several records."""
    body, at = b"", 0
    for _ in range(MOST_RECORDS):
        header = received[at : at + _RECORD_HEADER]
        # The first byte may be alone: what cannot become a hello is handed on at once, without a wait.
        if header[:2] != bytes((_HANDSHAKE, 3))[: len(header[:2])]:
            raise _NotWellFormed
        if len(header) < _RECORD_HEADER:
            raise _NotWhole
        length = int.from_bytes(header[3:], "big")
        if not 0 < length <= _MOST_RECORD:
            raise _NotWellFormed
        at += _RECORD_HEADER + length
        body += received[at - length : at]
        if body and body[0] != _CLIENT_HELLO:
            raise _NotWellFormed
        size = int.from_bytes(body[1:4], "big")
        # The announced size is refused, not waited for.
        if len(body) >= 4 and size > MOST_HELLO:
            raise _NotWellFormed
        if len(body) >= 4 + size and len(body) >= 4:
            return body[4 : 4 + size]
        if at > len(received):
            raise _NotWhole
    raise _NotWellFormed


def _name_in(hello: _Fields) -> str:
    if hello.take(2) != _LEGACY_VERSION:
        raise _NotWellFormed
    hello.take(_RANDOM)
    hello.counted(1, 0, 32)  # session
    hello.counted(2, 2, 2**16 - 2)  # cipher suites
    hello.counted(1, 1, 255)  # compression
    if hello.is_read:
        return _NO_NAME
    extensions = _Fields(hello.counted(2, 0, 2**16 - 1))
    hello.end()
    found = dict[int, bytes]()
    while not extensions.is_read:
        kind = extensions.number(2)
        # RFC 8446, section 4.2: an extension occurs once.
        if kind in found:
            raise _NotWellFormed
        found[kind] = extensions.counted(2, 0, 2**16 - 1)
    return _host_name(_Fields(found[_SERVER_NAME])) if _SERVER_NAME in found else _NO_NAME


def _host_name(extension: _Fields) -> str:
    """The one name in the extension: there is no other kind than host names, and one of a kind at most."""
    names = _Fields(extension.counted(2, 1, 2**16 - 1))
    extension.end()
    if names.number(1) != _HOST_NAME:
        raise _NotWellFormed
    name = names.counted(2, 1, 255)
    names.end()
    try:
        return name.decode("ascii").lower()
    except UnicodeDecodeError:
        raise _NotWellFormed from None
