"""Messages to frame bodies and back: a map with the kind under ``m`` and the fields of the record.

Unknown keys are ignored, so that a later version may add some; an unknown kind is refused, because nobody could say
what its sender expects to happen. Both sides' messages are checked: theirs on arrival, ours before they leave.
"""

from typing import Final

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.shapes import ShapeError, read_record, record_fields
from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.messages import KINDS, Message

KIND_KEY: Final = "m"


def pack_message(message: Message) -> bytes:
    """The body of *message*. Raises LocalProtocolError when a field does not have its shape."""
    values = record_fields(message)
    try:
        read_record(type(message), values, strict=True)
        return codec.pack({KIND_KEY: message.kind, **values})
    except (ShapeError, ValueError, TypeError, OverflowError) as problem:
        raise LocalProtocolError(f"the message {message.kind} cannot be sent: {problem}") from None


def read_message(body: bytes) -> Message:
    """The message in *body*. Raises RemoteProtocolError when it is none."""
    try:
        values = codec.unpack(body)
    except CodecError as problem:
        raise RemoteProtocolError(f"a message could not be read: {problem}") from None
    if not isinstance(values, dict):
        raise RemoteProtocolError("a message could not be read: it is not a map")
    kind = values.get(KIND_KEY)
    if not isinstance(kind, str) or kind not in KINDS:
        raise RemoteProtocolError(f"a message of unknown kind {str(kind)[:30]!r} came; is one side much newer?")
    try:
        return read_record(KINDS[kind], values, strict=False)
    except ShapeError as problem:
        raise RemoteProtocolError(f"a message {kind} could not be read: {problem}") from None
