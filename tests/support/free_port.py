"""A port to listen at later, or again and again: none that the system gives to others meanwhile."""

import secrets
import socket
from contextlib import suppress
from typing import Final

PORTS: Final = range(20_000, 32_768)  # Linux gives those from 32768 on to who dials and who listens at port 0 (ip(7))


def free_port() -> int:
    """A port of loopback that nothing listens at.

    One of those that the system gives could have gone to another program before its host listens there, or while that
    is started again; and who dials such a port while nobody listens there may get it as the own one, and reach itself.
    """
    while True:
        port = PORTS[secrets.randbelow(len(PORTS))]
        with socket.socket() as sock, suppress(OSError):  # something has it
            sock.bind(("127.0.0.1", port))
            return port
