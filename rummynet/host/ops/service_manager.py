"""What a service manager is told, as in systemd's ``sd_notify(3)``: a datagram to a socket that it names."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

SOCKET: Final = "NOTIFY_SOCKET"
"""The variable of the environment with the socket's path, or with ``@`` and its name in Linux's abstract namespace."""


def tell(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state such as ``READY=1`` or ``STATUS=waiting``; nothing without a service manager."""
    where = environment.get(SOCKET, "")
    if not where:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way, suppress(OSError):  # the games do not hang on it
        way.connect("\0" + where[1:] if where.startswith("@") else where)
        way.send(state.encode())
