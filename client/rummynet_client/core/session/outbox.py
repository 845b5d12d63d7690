"""Output of the core: records to keep, bytes to send, news to show; and the requests without an answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from rummynet_client.core.log.computing import Computation
from rummynet_client.core.session.watch.alarms import Alarms
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_protocol.values import Value
from rummynet_protocol.wire.connection import Connection, Stage
from rummynet_protocol.wire.messages import Bye, Message, Ping, Request, Submit

TRANSCRIPT: Final = "transcript"
PRIVATE: Final = "private"
EVIDENCE: Final = "evidence"


class Keep(Value):
    """A record of the log with this id, to be appended to a file.

    ``where``: ``transcript``; ``private``, the private file beside it; ``evidence``, a file of its own.
    """

    log: bytes
    variant: str
    record: bytes
    where: str = TRANSCRIPT


@dataclass(slots=True)
class Output:
    """What came out.

    Keep first, then send, then show: nothing that follows from a record may leave before it is kept.
    """

    keep: list[Keep] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    news: list[News] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    """To be written with the host's key before any news is shown."""
    compute: list[Computation] = field(default_factory=list)
    """To be run in any thread, and handed to ``Session.computed``."""


class Outbox:
    """Collects output; numbers requests and stores each with the input that caused it."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.refusal: news.WasRefused | None = None  # the answer to the last input, if that was refused
        self.alarms: Final = Alarms()
        self._out = Output()
        self._numbers = self._pings = 0
        self._requests: dict[int, tuple[Request, str]] = {}

    @property
    def is_open(self) -> bool:
        """Whether requests can be sent."""
        return self.connection is not None and self.connection.stage is Stage.OPEN

    @property
    def is_broken(self) -> bool:
        """Whether the host has broken the protocol, so that nothing but a Bye can be sent."""
        return self.connection is not None and self.connection.stage is Stage.BROKEN

    @property
    def waiting(self) -> str | None:
        """The input of the oldest request of the player without an answer."""
        return next((what for _, what in self._requests.values() if what), None)

    def take_output(self) -> Output:
        """Take everything collected since the last call."""
        out, self._out = self._out, Output()
        return out

    def add_news(self, *items: News) -> None:
        """Add news for the player."""
        self._out.news.extend(items)

    def add_records(self, *records: Keep) -> None:
        """Add records for transcripts."""
        self._out.keep.extend(records)

    def add_incidents(self, *incidents: Incident) -> None:
        """Add incidents to be kept, each once."""
        self._out.incidents.extend(one for one in incidents if self.alarms.add_incident(one))

    def keep_incident(self, incident: Incident) -> None:
        """Have something kept among the incidents that is none."""
        self._out.incidents.append(incident)

    def clear_incidents(self) -> None:
        """Clear the incidents of the host, on the player's command."""
        self._out.incidents.append(self.alarms.clear_incidents())

    def send(self, message: Message) -> None:
        """Add the message's bytes, if there is a connection on which it can be sent."""
        if self.is_broken and not isinstance(message, Bye):
            return  # the answer to what came before the host broke the protocol
        if self.connection is not None and self.connection.stage is not Stage.CLOSED:
            self._out.send.append(self.connection.send(message))

    def send_request(self, make: Callable[[int], Request], what: str = "") -> int:
        """Send a request and return its number. *what* is the player's input that caused it; empty if none did."""
        self._numbers += 1
        request = make(self._numbers)
        self._requests[self._numbers] = (request, what)
        self.send(request)
        return self._numbers

    def send_ping(self) -> int:
        """Send a ping that the host answers in order, and return its number."""
        self._pings += 1
        self.send(Ping(self._pings))
        return self._pings

    def pop_request(self, number: int) -> tuple[Request | None, str]:
        """Remove and return the request that this answer is for, with its input; (None, "") if there is none."""
        return self._requests.pop(number, (None, ""))

    def awaits(self, *kinds: type[Request]) -> bool:
        """Whether a request of one of these kinds has no answer yet."""
        return any(isinstance(request, kinds) for request, _ in self._requests.values())

    def submitted(self) -> set[bytes]:
        """The payloads of statements that were submitted on this connection and have no answer yet."""
        return {request.payload for request, _ in self._requests.values() if isinstance(request, Submit)}

    def add_refusal(self, asked: str, code: str, says: str) -> None:
        """Report a refusal to the player."""
        self.refusal = news.WasRefused(asked, code, says)
        self.add_news(self.refusal)

    def connection_lost(self) -> list[tuple[Request, str]]:
        """The connection is gone, so no answers will come. Returns the requests without an answer."""
        waiting, self._requests, self.connection = list(self._requests.values()), {}, None
        return waiting
