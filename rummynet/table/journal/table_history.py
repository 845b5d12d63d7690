"""The packed inputs of a table, and what a start needs of its journal."""

from collections.abc import Mapping
from typing import Any

from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import (
    BotFailed,
    BotStarted,
    Connected,
    Disconnected,
    HostRestarted,
    Input,
    RequestReceived,
    TimerExpired,
)
from rummynet.table.api.records import Checkpoint, InputRecorded, TableOpened
from rummynet_protocol import codec
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import Request, Submit


class BadHistory(RummynetError):
    """What the journal holds of a table cannot be read, or contradicts itself."""

    code = "history"


class TableHistory(Value):
    """One open table: its opening, its newest checkpoint, and the inputs after that, in order.

    ``chance`` are the random bytes drawn since, ``logs`` the entries written since: (entry, signature) by game.
    ``signed`` is the host's signature over the last head of the newest game that was over then, ``newest`` the last
    entry of the game being played then; None if there was none.
    """

    opened: TableOpened
    checkpoint: Checkpoint
    inputs: tuple[InputRecorded, ...]
    chance: tuple[bytes, ...]
    logs: Mapping[int, list[tuple[bytes, bytes]]]
    signed: bytes | None
    newest: tuple[bytes, bytes] | None = None


def pack_input(input: Input, name: str = "") -> bytes:
    """An input's bytes; *name* is that of the person who sent the request."""
    match input:
        case Connected(key, display_name):
            values: list[Any] = ["connected", key, display_name]
        case Disconnected(key):
            values = ["lost", key]
        case RequestReceived(key, request, body):
            # As it came where possible: packing it again would be work for each action.
            values = ["asked", key, name, body or pack_message(request)]
        case TimerExpired(timer):
            values = ["rang", timer.table, timer.kind, timer.seat]
        case BotStarted(table, key):
            values = ["hired", table, key]
        case BotFailed(table, key_or_none):
            values = ["failed", table, key_or_none]
        case HostRestarted(table, has_moved):
            values = ["restarted", table, has_moved]
    return codec.pack(values)


def shared_parts(input: Input) -> tuple[bytes, ...]:
    """What an input's bytes and an entry of the log have in common: a signed statement."""
    match input:
        case RequestReceived(_, Submit(payload=payload, signature=signature)):
            return payload, signature
    return ()


def read_input(body: bytes) -> tuple[Input, str]:
    """An input and the name of the person who sent the request. Raises BadHistory."""
    try:
        match codec.unpack(body):
            case ["connected", bytes(key), str(name)]:
                return Connected(key, name), name
            case ["lost", bytes(key)]:
                return Disconnected(key), ""
            case ["asked", bytes(key), str(name), bytes(packed)]:
                return _request_input(key, packed), name
            case ["rang", int(table), str(kind), int(seat)]:
                # An unknown kind is harmless: no table has such a timer, and the replay differs.
                return TimerExpired(TimerId(table, kind, seat)), ""  # type: ignore[arg-type]
            case ["hired", int(table), bytes(key)]:
                return BotStarted(table, key), ""
            case ["failed", int(table), bytes() | None as key_or_none]:
                return BotFailed(table, key_or_none), ""
            case ["restarted", int(table), bool(has_moved)]:
                return HostRestarted(table, has_moved), ""
    except RummynetError as problem:
        raise BadHistory(f"an input in the journal cannot be read: {problem}") from None
    raise BadHistory("an input in the journal is of a kind that this program does not know")


def _request_input(key: bytes, packed: bytes) -> RequestReceived:
    request = read_message(packed)
    if not isinstance(request, Request):
        raise BadHistory(f"a {request.kind} is no request")
    return RequestReceived(key, request)
