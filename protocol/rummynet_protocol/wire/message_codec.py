"""Messages to frame bodies and back: a map with the kind under ``m`` and the fields of the record.

Unknown keys are ignored, so that a later version may add some. An unknown kind is refused, because its sender expects
an effect that is unknown here. Messages are validated when they are received and before they are sent.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rummynet_protocol import codec
from rummynet_protocol.codec import WIDEST, CodecError, Measure
from rummynet_protocol.sentences import Sentence
from rummynet_protocol.shapes import FlatForm, ShapeError, check_record, read_record, shapes_of
from rummynet_protocol.values import asdict
from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import MOST_BODY
from rummynet_protocol.wire.messages import KINDS, MOST_TABLES, LobbyShown, Message
from rummynet_protocol.wire.sentence_form import SENTENCES, wire_form

# One letter: it is in every message, and no field has this name.
KIND_KEY: Final = "m"

TableRow = tuple[int, str, str, str, tuple[str, ...], int, int, bool, bool]
# 12 names of 32 characters in 4 bytes each are 1.5 KiB; most lobbies then need not be measured row by row.
_ALWAYS_FIT: Final = 32  # rows of a lobby that fit a frame even with the longest names, in the longest encoding
# For what is around the rows: the map, its keys, the number of further tables.
_ROOM: Final = MOST_BODY - 64


def pack_message(message: Message) -> bytes:
    """The body of *message*. Raises LocalProtocolError when a field does not have its shape."""
    data = _flat_messages().pack(message)
    if data is not None:
        return data
    values = asdict(message)
    try:
        check_record(message)
        for name in _sentences_in(type(message)):
            if isinstance(value := values[name], Sentence):
                values[name] = wire_form(value)
        return codec.pack({KIND_KEY: message.kind, **values})
    except (ShapeError, ValueError, TypeError, OverflowError) as problem:
        raise LocalProtocolError(f"the message {message.kind} cannot be sent: {problem}") from None


@cache
def _sentences_in(kind: type[Message]) -> tuple[str, ...]:
    """The fields of this kind that may hold a sentence."""
    return tuple(name for name, shape in shapes_of(kind) if shape in SENTENCES)


def read_message(body: bytes, measure: Measure = WIDEST) -> Message:
    """The message in *body*. Raises RemoteProtocolError if it is invalid, or larger than *measure*."""
    # The other limits of a measure are of lists and maps.
    if len(body) <= measure.bytes and (found := _flat_messages().read(body)) is not None:
        return found  # type: ignore[no-any-return]
    try:
        values = codec.unpack(body, measure)
    except CodecError as problem:
        raise RemoteProtocolError(f"a message could not be read: {problem}") from None
    if not isinstance(values, dict):
        raise RemoteProtocolError("a message could not be read: it is not a map")
    kind = values.get(KIND_KEY)
    if not isinstance(kind, str) or kind not in KINDS:
        raise RemoteProtocolError(f"a message of unknown kind {str(kind)[:30]!r} came; is one side much newer?")
    try:
        # Unlike entries and statements: a field more is how a later version says more to those who know it.
        return read_record(KINDS[kind], values, strict=False)
    except ShapeError as problem:
        raise RemoteProtocolError(f"a message {kind} could not be read: {problem}") from None


@cache
def _flat_messages() -> FlatForm:
    return FlatForm(KINDS.values(), KIND_KEY)


def lobby(tables: Sequence[TableRow]) -> LobbyShown:
    """The lobby with as many of *tables* as fit one frame, however long their names are, in the order of their numbers.

    If not all fit, those are named at which one can sit down now.
    """
    if len(tables) <= _ALWAYS_FIT:
        return LobbyShown(tuple(tables))
    room, shown = _ROOM, list[TableRow]()
    for row in sorted(tables, key=_is_full)[:MOST_TABLES]:
        room -= len(codec.pack(row))
        if room < 0:
            break
        shown.append(row)
    # By number again: in the order of free seats rows would jump whenever somebody sits down.
    return LobbyShown(tuple(sorted(shown)), len(tables) - len(shown))


def _is_full(row: TableRow) -> bool:
    """Whether nobody can sit down at this table: a game is played, or every seat is taken."""
    _, _, _, stage, names, seats, *_ = row
    return stage != "waiting" or len(names) >= seats
