"""Inputs of the tables, each an event that has happened. Their times are passed beside them (``Lobby.take_input``).

A person is a public key that the connection has proven. Connections, addresses and sockets are unknown here.
"""

from rummynet.table.api.effects import TimerId
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import Request


class Connected(Value):
    """A person has proven this key and is connected; ``name`` is clean."""

    key: bytes
    name: str


class Disconnected(Value):
    """The last connection of this key has closed."""

    key: bytes


class RequestReceived(Value):
    """A person sent a request. It is answered with exactly one Done or Refused of the same number."""

    key: bytes
    request: Request
    body: bytes = b""  # the message as it came, for the journal; empty if the host has changed the request since


class TimerExpired(Value):
    """A timer has expired."""

    timer: TimerId


class BotStarted(Value):
    """A bot that a table requested runs under this key. It connects like everybody else."""

    table: int
    key: bytes


class BotFailed(Value):
    """A bot that a table requested could not be started, or has ended; ``key`` is None if it never had one."""

    table: int
    key: bytes | None


class HostRestarted(Value):
    """The host process ended, in whatever way, and runs again: all connections are gone.

    ``has_moved``: on another machine, which has the host's bots, but not the secrets of what they had committed to.
    """

    table: int
    has_moved: bool = False


Input = Connected | Disconnected | RequestReceived | TimerExpired | BotStarted | BotFailed | HostRestarted
