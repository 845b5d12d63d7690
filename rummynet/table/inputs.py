"""Inputs of the tables, each an event that has happened. Their times are passed beside them (``Lobby.take_input``).

A person is a public key that the connection has proven. Connections, addresses and sockets are unknown here.
"""

from dataclasses import dataclass

from rummynet.table.effects import TimerId
from rummynet_protocol.wire.messages import Request


@dataclass(frozen=True, slots=True)
class Connected:
    """A person has proven this key and is connected; ``name`` is clean."""

    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The last connection of this key has closed."""

    key: bytes


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """A person sent a request. It is answered with exactly one Done, Refused or View of the same number."""

    key: bytes
    request: Request
    body: bytes = b""
    """The message as it came, for the journal; empty if the host has changed the request since."""


@dataclass(frozen=True, slots=True)
class TimerExpired:
    """A timer has expired."""

    timer: TimerId


@dataclass(frozen=True, slots=True)
class BotStarted:
    """A bot that a table requested runs under this key. It connects like everybody else."""

    table: int
    key: bytes


@dataclass(frozen=True, slots=True)
class BotFailed:
    """A bot that a table requested could not be started, or has ended; ``key`` is None if it never had one."""

    table: int
    key: bytes | None


@dataclass(frozen=True, slots=True)
class HostRestarted:
    """The host process ended, in whatever way, and runs again: all connections are gone."""

    table: int


Input = Connected | Disconnected | RequestReceived | TimerExpired | BotStarted | BotFailed | HostRestarted
