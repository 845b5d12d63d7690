"""One end of a connection, without the socket: bytes in, messages out, and the other way round.

Both ends run the same class and the same lifecycle table. It never waits, reads no clock and starts nothing: the owner
of the socket feeds received bytes and writes returned ones.
"""

from typing import Final

from rummynet_protocol.codec import WIDEST, Measure
from rummynet_protocol.wire.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import FrameReader, frame
from rummynet_protocol.wire.lifecycle import ANSWERS, NEXT_STAGE, REQUESTS, Role, Stage, expected
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import Bye, Message, Redirect

# PROTOCOL.md, section 10: a host keeps each of them until it has answered; a person has a few at a time.
MOST_UNANSWERED: Final = 256  # requests that may wait for their answers at the same time

__all__ = ["MOST_UNANSWERED", "Connection", "Role", "Stage"]


class Connection:
    """The protocol's state at one end."""

    __slots__ = ("_last_request", "_measure", "_peer", "_unanswered", "frames", "role", "stage")

    def __init__(self, role: Role, measure: Measure = WIDEST) -> None:
        """*role* is ours; the peer has the other one. *measure* limits received messages."""
        self.role: Final = role
        self._peer = role.other
        self.stage = Stage.GREETING_HELLO
        self._measure = measure
        self.frames = FrameReader(measure.bytes)
        self._unanswered: set[int] = set()
        self._last_request = -1

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The numbers of the requests that have no answer yet, oldest first."""
        return tuple(self._unanswered)

    def receive(self, data: bytes) -> list[Message]:
        """The messages that *data* completes.

        Raises RemoteProtocolError once; then the stage is BROKEN, only ``send(Bye(...))`` is possible, and further
        bytes are ignored, as they are after a bye.
        """
        if self.stage in (Stage.BROKEN, Stage.CLOSED):
            return []
        messages: list[Message] = []
        try:
            for body in self.frames.feed(data):
                message = self.receive_body(body)
                messages.append(message)
                # Nothing counts behind the last message; a later version may put anything there.
                if isinstance(message, (Bye, Redirect)):
                    break
        except RemoteProtocolError as problem:
            self.stage = Stage.BROKEN
            # With what came before in the same bytes: it was valid, and how TCP cut the stream must not decide.
            raise RemoteProtocolError(str(problem), tuple(messages)) from None
        return messages

    def receive_body(self, body: bytes) -> Message:
        """The message in the body of one frame. Raises as ``receive``; nothing may come behind a bye."""
        try:
            message = read_message(body, self._measure)
            self._advance(self._peer, message, RemoteProtocolError)
        except RemoteProtocolError:
            self.stage = Stage.BROKEN
            raise
        return message

    def send(self, message: Message) -> bytes:
        """The bytes to write for *message*. Raises LocalProtocolError, which leaves the state unchanged."""
        # Packed first: a message that cannot be sent must leave stage and numbers as they were.
        data = frame(pack_message(message))
        self._advance(self.role, message, LocalProtocolError)
        return data

    def _advance(self, sender: Role, message: Message, error: type[ProtocolError]) -> None:
        next_stage = NEXT_STAGE.get((self.stage, sender, type(message)))
        if next_stage is None:
            allowed = ", ".join(expected(self.stage, sender)) or "nothing"
            problem = f"{message.kind} from the {sender.value} while {self.stage.value}; allowed: {allowed}"
            raise error(f"out of order: {problem}")
        # By type (``values``): ``isinstance`` would ask a dozen classes, for each message.
        if type(message) in REQUESTS:
            self._note_request(message, error)
        elif type(message) in ANSWERS:
            self._note_answer(message, error)
        self.stage = next_stage

    def _note_request(self, message: Message, error: type[ProtocolError]) -> None:
        # A look into a tuple of classes does not narrow the union for mypy.
        number: int = message.n  # type: ignore[attr-defined]
        # Rising numbers need one integer to know that none comes twice; a set of them would grow with the connection.
        if number <= self._last_request:
            raise error(f"request number {number} is not above the one before ({self._last_request})")
        if len(self._unanswered) >= MOST_UNANSWERED:
            raise error(f"more than {MOST_UNANSWERED} requests wait for answers; wait for some of them first")
        self._last_request = number
        self._unanswered.add(number)

    def _note_answer(self, message: Message, error: type[ProtocolError]) -> None:
        number: int = message.n  # type: ignore[attr-defined]
        if number not in self._unanswered:
            raise error(f"{message.kind} answers request {number}, which is not waiting for an answer")
        self._unanswered.remove(number)
