"""A client at the other end of a host's connection, over transports in memory and a clock moved by hand."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from twisted.internet.task import Clock

from rummynet.host.connections.host_protocol import HostFactory, HostProtocol
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.limits.bounds import Bounds
from rummynet.host.ops.logbook import Logbook
from rummynet.host.run_host import resume_tables
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.api.host_context import HostContext
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message, Proof, Request, Welcome
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.disk import write_synchronously
from tests.support.people import HOST, Person

AGENT = "test/1"
_CLOCKS = itertools.count()
"""Names of clocks: a program that is started anew has a new one."""


class Wire:
    """A transport that keeps what is written and notes how it was ended."""

    def __init__(self) -> None:
        self._written = b""
        self.disconnecting = self.aborted = False

    @property
    def unsent(self) -> int:
        """Nothing waits in it."""
        return 0

    def value(self) -> bytes:
        return self._written

    def clear(self) -> None:
        self._written = b""

    def write(self, data: bytes) -> None:
        self._written += data

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        self.disconnecting = True

    def abort(self) -> None:
        self.disconnecting = self.aborted = True


class Dialler:
    """A client by hand: ``person`` signs and checks, ``wire`` carries."""

    def __init__(self, host: "Building", person: Person, address: str = "10.0.0.1") -> None:
        self.host = host
        self.person = person
        self.connection = Connection(Role.CLIENT)
        self.got: list[Message] = []
        self.wire = Wire()
        protocol = host.factory.build_protocol(address)
        assert protocol is not None, f"{address} is hung up on before TLS"
        self.protocol: HostProtocol = protocol
        protocol.connection_made(self.wire)

    def say(self, message: Message) -> None:
        self.protocol.data_received(self.connection.send(message))

    def hear(self) -> list[Message]:
        """What has come since the last time; the person answers on its own what it owes."""
        data = self.wire.value()
        self.wire.clear()
        came = self.connection.receive(data)
        self.got += came
        for message in came:
            for request in self.person.hear(message):
                self.say(request)
        return came

    def greet(self) -> Message:
        """The whole greeting; what ends it."""
        self.say(Hello(VERSIONS[0], VERSIONS[-1], self.person.name, self.person.key, AGENT))
        (challenge,) = self.hear()
        assert isinstance(challenge, Challenge)
        payload = hello_payload(HOST.public, challenge.nonce, self.person.key)
        self.say(Proof(self.person.signer.sign("hello", payload)))
        self.host.settle()
        return next(one for one in self.got if isinstance(one, Welcome | Bye))

    def ask(self, kind: Callable[..., Request], *fields: object) -> Message:
        """A request and its answer."""
        request = kind(self.person.request(), *fields)
        self.say(request)
        self.host.settle()
        return next(one for one in self.got if getattr(one, "n", None) == request.n)

    def ready(self, table: int) -> Message:
        """Agree to the coming game, as the table is by now; the answer."""
        self.host.settle(self.host.house.limits.table_millis / 1000)
        request = self.person.ready(table)
        self.say(request)
        self.host.settle()
        return next(one for one in self.got if getattr(one, "n", None) == request.n)

    def hang_up(self) -> None:
        self.protocol.connection_lost()
        self.host.diallers.remove(self)

    def heard(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.got if isinstance(one, kind)]


class Building:
    """A host without a reactor: everything in *folder*, log lines in *stream*.

    *monotonic* is the clock that no setting of the machine's moves, if it is to be another than the reactor's.
    *journal*: one that is not in the folder.
    """

    def __init__(
        self,
        folder: Path,
        stream: TextIO,
        bounds: Bounds | None = None,
        write: Write = write_synchronously,
        monotonic: Callable[[], float] | None = None,
        journal: Any = None,  # noqa: ANN401 - a journal of the other kind; most tests know theirs to be a file
    ) -> None:
        self.clock = Clock()
        self.clock.advance(1_000)
        counter = iter(range(10**9))
        self.house = HostContext("the host", HOST, lambda n: next(counter).to_bytes(n, "big"))
        self.journal: SqliteJournal = journal or SqliteJournal(folder / "journal.sqlite3")
        self.transcripts = Transcripts(folder / "transcripts", self.journal.entries)
        self.failures: list[Exception] = []
        logbook = Logbook(stream)
        lobby = Lobby(self.house, self.journal.next_table())
        self.dispatcher = Dispatcher(
            lobby, self.journal, self.transcripts, self.clock, self.clock.seconds,
            monotonic or self.clock.seconds, logbook, self.failures.append, write,
        )  # fmt: skip
        resume_tables(self.dispatcher, self.journal, self.transcripts, logbook)
        self.factory = HostFactory(self.dispatcher, self.house, self.clock, logbook, bounds or Bounds())
        self.diallers: list[Dialler] = []

    def dial(self, name: str, address: str = "10.0.0.1") -> Dialler:
        """A connection that has said nothing."""
        clock = next(_CLOCKS).to_bytes(8, "big")
        made = Dialler(self, Person(name, lambda: round(1000 * self.clock.seconds()), clock), address)
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
