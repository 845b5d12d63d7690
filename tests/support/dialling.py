"""A host without sockets or a reactor, on a clock moved by hand; and clients at the other ends of its connections."""

import io
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from twisted.internet.task import Clock

from rummynet.host.connections.host_protocol import HostFactory, HostProtocol
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.dispatch.table_arrivals import resume_tables
from rummynet.host.limits.bounds import Bounds
from rummynet.host.ops.host_settings import read_limits
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message, Proof, Ready, Request, Welcome
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.disk import write_synchronously
from tests.support.people import HOST, Person

AGENT = "test/1"
_CLOCKS = itertools.count()
"""Names of clocks: a program that is started anew has a new one."""


class Wire:
    """A transport that keeps what is written and notes how it was ended."""

    unsent = 0
    """Nothing waits in it."""

    def __init__(self) -> None:
        self._written = b""
        self.closed = self.aborted = False
        self.reading = True

    def value(self) -> bytes:
        return self._written

    def clear(self) -> None:
        self._written = b""

    def write(self, data: bytes) -> None:
        self._written += data

    def pause_reading(self) -> None:
        assert not self.closed and self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.closed and not self.reading, "uvloop takes it for a fault"
        self.reading = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


class Dialler:
    """A client by hand: ``person`` signs and checks, ``wire`` carries."""

    def __init__(self, host: "Building", person: Person, address: str = "10.0.0.1", table: int | None = None) -> None:
        self.host = host
        self.person = person
        self.connection = Connection(Role.CLIENT)
        self.told: list[Message] = []
        self.wire = Wire()
        protocol = host.factory.build_protocol(address, table)
        assert protocol is not None, f"{address} is hung up on before TLS"
        self.protocol: HostProtocol = protocol
        protocol.connection_made(self.wire)

    def say(self, *messages: Message) -> None:
        self.raw(b"".join(map(self.connection.send, messages)))

    def raw(self, data: bytes) -> None:
        self.protocol.data_received(data)

    def read(self) -> bytes:
        self.host.clock.advance(0)
        data = self.wire.value()
        self.wire.clear()
        return data

    def hear(self) -> list[Message]:
        """What has come since the last time; the person answers on its own what it owes."""
        came = self.connection.receive(self.read())
        self.told += came
        for message in came:
            for request in self.person.hear(message):
                self.say(request)
        return came

    def greet(self, host: bytes = HOST.public) -> Message:
        """The whole greeting; what ends it."""
        self.say(Hello(VERSIONS[0], VERSIONS[-1], self.person.name, self.person.key, AGENT))
        (challenge,) = self.hear()
        assert isinstance(challenge, Challenge)
        payload = hello_payload(host, challenge.nonce, self.person.key)
        self.say(Proof(self.person.signer.sign("hello", payload)))
        self.hear()
        self.settle()
        return next(one for one in self.told if isinstance(one, Welcome | Bye))

    def settle(self) -> None:
        """Let everybody hear what is said to them."""
        self.host.settle()

    def request(self, kind: Callable[..., Request], *fields: object) -> int:
        """Say it, and wait for nothing."""
        request = kind(self.person.request(), *fields)
        self.say(request)
        return request.n

    def ask(self, kind: Callable[..., Request], *fields: object) -> Message:
        return self.answer(self.request(kind, *fields))

    def answer(self, number: int) -> Message:
        """What the host says to request *number*, however long that has to wait for its turn."""
        for _ in range(1000):
            self.hear()
            self.settle()
            found = [one for one in self.told if getattr(one, "n", None) == number]
            if found:
                return found[0]
            assert not self.wire.closed, self.told[-1:]
            self.host.clock.advance(0.01)
        raise AssertionError(f"request {number} is not answered")

    def consent(self, table: int) -> Envelope | None:
        """Their agreement to the coming game, as the table is now."""
        self.person.tables[table] = self.host.lobby.tables[table].message()
        return self.person.ready(table).signed

    def ready(self, table: int, yes: bool = True) -> Message:
        """``ready``, or taken back; and its answer."""
        self.settle()
        return self.ask(Ready, table, self.consent(table) if yes else None)

    def is_in(self) -> bool:
        """Whether the connection stands and has greeted."""
        self.hear()
        return not self.wire.closed and bool(self.heard(Welcome))

    def goodbyes(self) -> list[Bye]:
        self.hear()
        return self.heard(Bye)

    def hang_up(self) -> None:
        self.protocol.connection_lost()
        if self in self.host.diallers:
            self.host.diallers.remove(self)

    def heard(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.told if isinstance(one, kind)]


class Building:
    """A host: everything in *folder*, log lines in *stream*.

    *monotonic* is the clock that no setting of the machine's moves, if it is to be another than the reactor's.
    *journal*: one that is not in the folder. Without *has_all* ``coming`` brings the tables of the last run.
    """

    def __init__(
        self,
        folder: Path,
        stream: TextIO | None = None,
        bounds: Bounds | None = None,
        write: Write = write_synchronously,
        monotonic: Callable[[], float] | None = None,
        journal: Any = None,  # noqa: ANN401 - a journal of the other kind; most tests know theirs to be a file
        limits: Limits | None = None,
        has_all: bool = True,
    ) -> None:
        self.clock = Clock()
        self.clock.advance(1_000)
        self.log = io.StringIO()
        counter = iter(range(10**9))
        self.house = HostContext("the host", HOST, lambda n: next(counter).to_bytes(n, "big"), limits or Limits())
        self.journal: SqliteJournal = journal or SqliteJournal(folder / "journal.sqlite3")
        self.transcripts = Transcripts(folder / "transcripts", self.journal.entries)
        self.failures: list[Exception] = []
        self.logbook = Logbook(stream or self.log)
        self.lobby = Lobby(self.house, self.journal.next_table())
        self.dispatcher = Dispatcher(
            self.lobby, self.journal, self.transcripts, self.clock, self.clock.seconds,
            monotonic or self.clock.seconds, self.logbook, self.failures.append, write,
        )  # fmt: skip
        self.coming = resume_tables(self.dispatcher, self.journal, self.transcripts, write, self.logbook)
        deque(self.coming if has_all else (), 0)
        self.factory = HostFactory(self.dispatcher, self.house, self.clock, self.logbook, bounds or Bounds())
        self.diallers: list[Dialler] = []
        """Those who hear all that is said to them at once."""

    def person(self, name: str) -> Person:
        return Person(name, lambda: round(1000 * self.clock.seconds()), next(_CLOCKS).to_bytes(8, "big"))

    def dial(self, name: str, address: str = "10.0.0.1") -> Dialler:
        """A connection that has said nothing."""
        made = Dialler(self, self.person(name), address)
        self.diallers.append(made)
        return made

    def guest(self, name: str) -> Dialler:
        """A connection that has been greeted."""
        made = self.dial(name)
        assert isinstance(made.greet(), Welcome)
        return made

    def settle(self, seconds: float = 0) -> None:
        """Let everything be done that is due, and everybody hear it."""
        self.clock.advance(seconds)
        busy = True
        while busy:
            self.clock.advance(0)
            busy = any([bool(dialler.hear()) for dialler in self.diallers])

    def close(self) -> None:
        self.journal.close()


class Doorstep(Building):
    """A host at which people hear something when a test says so, and begin no game."""

    def dial(self, name: str, address: str = "192.0.2.1", table: int | None = None) -> Dialler:
        made = Dialler(self, self.person(name), address, table)
        made.person.silent = {"nonce-commit"}
        return made

    def call(self, name: str, address: str = "192.0.2.1") -> Dialler:
        """A connection that has greeted."""
        caller = self.dial(name, address)
        assert isinstance(caller.greet(), Welcome)
        return caller


Start = Callable[..., Doorstep]
"""Start a host with these limits; all others are the default."""


@contextmanager
def limited_hosts(folder: Path, **usual: int) -> Iterator[Start]:
    """Hosts with limits; those of *usual* where a host is started without them. Closed at the end."""
    made: list[Doorstep] = []

    def begin(**limits: int) -> Doorstep:
        bounds, others = read_limits(usual | limits)
        made.append(Doorstep(folder, bounds=bounds, limits=others))
        return made[-1]

    yield begin
    for step in made:
        step.close()
