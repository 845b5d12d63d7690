"""In the place of TLS: for pages behind a program that has it."""

import ssl


class ClearBio:
    """In the place of an ``ssl.SSLObject``: bytes pass as they are."""

    def __init__(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    def do_handshake(self) -> None:
        """Nothing to agree on."""

    def read(self, size: int) -> bytes:
        """What has come. Raises SSLWantReadError if that is nothing."""
        data = self._incoming.read(size)
        if not data:
            raise ssl.SSLWantReadError
        return data

    def write(self, data: bytes) -> int:
        """Take all of it."""
        return self._outgoing.write(data)

    def pending(self) -> int:
        """Bytes kept here beside those in the buffers."""
        return 0

    def unwrap(self) -> None:
        """Nothing to end."""


class ClearContext:
    """In the place of an ``ssl.SSLContext``."""

    def wrap_bio(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, server_side: bool) -> ClearBio:
        """The connection over these buffers."""
        return ClearBio(incoming, outgoing)
