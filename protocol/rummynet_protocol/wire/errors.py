"""Two kinds of protocol error: the peer's, which ends the connection, and our own, which is a bug."""

from typing import TYPE_CHECKING

from rummynet_protocol.errors import RummynetError

if TYPE_CHECKING:
    from rummynet_protocol.wire.messages import Message


class ProtocolError(RummynetError):
    """The protocol was violated."""

    code = "protocol"


class LocalProtocolError(ProtocolError):
    """The message to be sent violates the protocol. Nothing was sent; the caller has a bug."""

    code = "local_protocol"


class RemoteProtocolError(ProtocolError):
    """The peer sent what the protocol forbids. Send ``bye`` with this sentence and close.

    ``earlier`` holds the complete messages, in order, that came in the same bytes before the violation.
    """

    code = "remote_protocol"

    def __init__(self, sentence: str, earlier: "tuple[Message, ...]" = ()) -> None:
        super().__init__(sentence)
        self.earlier = earlier
