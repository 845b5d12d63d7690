"""Two kinds of protocol error: the other side's, which ends the connection, and our own, which is a bug."""

from typing import TYPE_CHECKING

from rummynet_protocol.errors import RummynetError

if TYPE_CHECKING:
    from rummynet_protocol.wire.messages import Message


class ProtocolError(RummynetError):
    """The rules of the wire were broken."""

    code = "protocol"


class LocalProtocolError(ProtocolError):
    """We were about to send what the protocol forbids. Nothing was sent; the caller has a bug."""

    code = "local_protocol"


class RemoteProtocolError(ProtocolError):
    """The other side sent what the protocol forbids. Say ``bye`` with this sentence and close.

    ``earlier`` holds the messages that came whole, in order, in the same bytes before the mistake.
    """

    code = "remote_protocol"

    def __init__(self, sentence: str, earlier: "tuple[Message, ...]" = ()) -> None:
        super().__init__(sentence)
        self.earlier = earlier
