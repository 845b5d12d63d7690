"""A host up to its connections, without sockets: the real protocol, hall, journal and tables on a clock set by hand."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twisted.internet.task import Clock

from rummynet.host.connections.host_protocol import HostFactory, HostProtocol
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.limits.bounds import Bounds
from rummynet.host.ops.host_settings import read_limits
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.lobby.lobby import Lobby
from rummynet_client.core.session.offer import next_game
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.signing import Signer, hello_payload
from rummynet_protocol.fairness.statement_order import FIRST_PREV
from rummynet_protocol.fairness.statements import Agreed, pack_statement
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message, Proof, Ready, Welcome
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.disk import write_synchronously
from tests.support.fake_host import bytes_of

HOST = Signer(b"\x07" * 32)


class Wire:
    """A transport that keeps what is written and notes how it was ended."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = self.aborted = False
        self.reading = True

    @property
    def unsent(self) -> int:
        """Nothing waits in it."""
        return 0

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


class Caller:
    """One connection, seen from its client's side."""

    def __init__(self, protocol: HostProtocol, name: str) -> None:
        self.protocol = protocol
        clock: Any = protocol.factory.reactor
        self.clock: Clock = clock
        self.signer = Signer(name.encode().ljust(32, b"-")[:32])
        self.name = name
        self.wire = Wire()
        self.end = Connection(Role.CLIENT)
        self.told: list[Message] = []
        self.number = 0
        self.consents: dict[bytes, list[bytes]] = {}
        """By log: the hashes of what was signed by `ready`."""
        protocol.connection_made(self.wire)

    def send(self, *messages: Message) -> None:
        self.raw(b"".join(self.end.send(one) for one in messages))

    def raw(self, data: bytes) -> None:
        self.protocol.data_received(data)

    def read(self) -> list[Message]:
        """What has come since the last time, once everybody has had their turn."""
        self.clock.advance(0)
        data, self.wire.written = self.wire.written, b""
        came = self.end.receive(data)
        self.told += came
        return came

    def greet(self) -> None:
        self.try_to_greet()
        assert isinstance(self.told[1], Welcome), self.told

    def try_to_greet(self) -> None:
        """Greet, whatever comes of it."""
        self.send(Hello(VERSIONS[0], VERSIONS[-1], self.name, self.signer.public, "tests"))
        (challenge,) = self.read()
        assert isinstance(challenge, Challenge), challenge
        payload = hello_payload(HOST.public, challenge.nonce, self.signer.public)
        self.send(Proof(self.signer.sign("hello", payload)))
        self.read()

    def ask(self, kind: type[Any], *fields: object) -> int:
        self.number += 1
        self.send(kind(self.number, *fields))
        return self.number

    def is_in(self) -> bool:
        """Whether the connection stands and has greeted."""
        self.read()
        return not self.wire.closed and any(isinstance(one, Welcome) for one in self.told)

    def goodbyes(self) -> list[Bye]:
        self.read()
        return [one for one in self.told if isinstance(one, Bye)]

    def hang_up(self) -> None:
        self.protocol.connection_lost()


class NoBots:
    """Starts nothing, and says nothing of it: the bots are on their way."""

    def hire(self, table: int, strategy: str) -> None:
        pass

    def recall(self, table: int, key: bytes) -> None:
        pass

    def rest(self, key: bytes) -> None:
        pass

    def dismiss(self, key: bytes) -> None:
        pass


@dataclass
class HostHarness:
    """The host; ``call`` is somebody dialling."""

    folder: Path
    bounds: Bounds = Bounds()
    limits: Limits = Limits()
    failures: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = Clock()
        self.log = io.StringIO()
        self.logbook = Logbook(self.log)
        house = HostContext("The Inn", HOST, bytes_of("doorstep"), self.limits)
        self.journal = SqliteJournal(self.folder / "journal.sqlite3")
        self.lobby = Lobby(house)
        self.transcripts = Transcripts(self.folder / "transcripts", self.journal.entries)
        self.dispatcher = Dispatcher(
            self.lobby,
            self.journal,
            self.transcripts,
            self.clock,
            self.clock.seconds,
            self.clock.seconds,
            self.logbook,
            self.failures.append,
            write_synchronously,
        )
        self.factory = HostFactory(self.dispatcher, house, self.clock, self.logbook, self.bounds)

    def dial(self, name: str, address: str = "192.0.2.1") -> Caller:
        """A connection that has said nothing."""
        protocol = self.dialled(address)
        assert protocol is not None, f"{address} is hung up on before TLS"
        return Caller(protocol, name)

    def dialled(self, address: str) -> HostProtocol | None:
        """What TLS would be begun for, if it is."""
        return self.factory.build_protocol(address)

    def call(self, name: str, address: str = "192.0.2.1") -> Caller:
        """A connection that has greeted."""
        caller = self.dial(name, address)
        caller.greet()
        self.clock.advance(0)
        caller.read()
        return caller

    def asked(self, caller: Caller, kind: type[Any], *fields: object) -> Message:
        """A request and its answer, however long the caller has to wait for its turn."""
        number = caller.ask(kind, *fields)
        for _ in range(1000):
            found = [one for one in caller.read() if getattr(one, "n", None) == number]
            if found:
                return found[0]
            assert not caller.wire.closed, caller.told[-1:]
            self.clock.advance(0.01)
        raise AssertionError(f"request {number} is not answered")

    def consent(self, caller: Caller, table: int) -> Envelope:
        """The caller's signed agreement to the next game at a table, as it stands now."""
        offer = next_game(HOST.public, self.lobby.tables[table].message())
        before = caller.consents.setdefault(offer.log, [])
        clock, prev = caller.signer.public[:8], before[-1] if before else FIRST_PREV
        said = Agreed(offer.log, len(before), prev, offer.before, clock, 0, offer.rules, offer.players_hash)
        payload = pack_statement(said)
        before.append(statement_hash("ready", payload))
        return payload, caller.signer.sign("ready", payload)

    def ready(self, caller: Caller, table: int, yes: bool = True) -> Message:
        """``ready``, or taken back; and its answer."""
        return self.asked(caller, Ready, table, self.consent(caller, table) if yes else None)

    def close(self) -> None:
        for protocol in list(self.factory.connections):
            protocol.connection_lost()
        self.dispatcher.timers.stop_all()
        self.journal.close()


Start = Callable[..., HostHarness]
"""Start a host with these limits; all others are the default."""


@contextmanager
def limited_hosts(folder: Path, **usual: int) -> Iterator[Start]:
    """Hosts with limits; those of *usual* where a host is started without them. Closed at the end."""
    made: list[HostHarness] = []

    def begin(**limits: int) -> HostHarness:
        made.append(HostHarness(folder, *read_limits(usual | limits)))
        return made[-1]

    yield begin
    for step in made:
        step.close()
