"""Calls of Python functions that an action costs a host: ``scripts/bench.py profile``. Every run finds the same number.

All is as in ``rummynet host`` but the sockets, the loop and the journal's thread: TLS, limits, signatures, rules, the
journal in its file, and what is sent to each seat. One table plays; each of its actions has a turn of the loop and a
transaction to itself, which a busy host shares among many. Ceremonies are not counted, nor are actions that end a
round, since the next ceremony begins in them.
"""

import gc
import random
import ssl
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from itertools import count
from pathlib import Path
from types import CodeType
from typing import Any, Final

import msgpack

from benchmarks.lean_table import LeanTable
from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.event_loop import LoopTime
from rummynet.host.limits.bounds import Bounds
from rummynet.host.net.certificate import server_context
from rummynet.host.net.tls_transport import TlsTransport, host_end
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal_writer import Work, WriteDone, outcome
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.rules.varieties import variety
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.lobby.lobby import Lobby
from rummynet_client.net.tls import context
from rummynet_protocol.fairness.signing import Signer, hello_payload
from rummynet_protocol.wire.framing import FrameReader, frame
from rummynet_protocol.wire.versions import VERSIONS

ACTIONS: Final = 300  # some rounds of random play, with everything that a turn can hold
SEATS: Final = 2
HOST: Final = bytes(31) + b"h"
UNLIMITED: Final = 10**9
NOT_THE_HOST: Final = (__file__, str(Path(__file__).parents[2] / "tests"))
"""Whose calls are not counted: what plays here, and what tests put in place of signatures, which they compute once."""
Message = dict[str, Any]


class OwedCall:
    """A call that the loop owes."""

    def __init__(self, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments

    def cancel(self) -> None:
        """Do nothing instead."""
        self.function = lambda *_: None


class StillLoop:
    """In place of asyncio's loop: its turns are taken by hand, and no later time ever comes."""

    def __init__(self) -> None:
        self._soon = deque[OwedCall]()

    def call_soon(self, function: Callable[..., object], *arguments: Any) -> OwedCall:  # noqa: ANN401
        """Call it in the next turn."""
        self._soon.append(OwedCall(function, arguments))
        return self._soon[-1]

    def call_later(self, _delay: float, function: Callable[..., object], *arguments: Any) -> OwedCall:  # noqa: ANN401
        """Never call it."""
        return OwedCall(function, arguments)

    def run(self) -> None:
        """Take turns until nothing is owed."""
        while self._soon:
            call = self._soon.popleft()
            call.function(*call.arguments)


class Line:
    """A connection: the socket of the host's end, and the client's end of TLS over it."""

    def __init__(self, loop: StillLoop, tls: ssl.SSLContext, factory: HostFactory) -> None:
        self._loop, self._frames = loop, FrameReader()
        self._to_client, self._to_host = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context().wrap_bio(self._to_client, self._to_host)
        protocol: Any = factory.build_protocol("192.0.2.1")
        self._host = TlsTransport(loop, host_end(tls), protocol)  # type: ignore[arg-type]
        self._host.connection_made(self)  # type: ignore[arg-type]
        for _ in range(2):
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                pass
            self.deliver()

    def set_write_buffer_limits(self, high: int, low: int) -> None:
        """Nothing ever waits here."""

    def write(self, data: bytes) -> None:
        """What the host's end writes to its socket."""
        self._to_client.write(data)

    def send(self, message: Message) -> None:
        """Encrypt a message for the host; ``deliver`` brings it there."""
        self._tls.write(frame(msgpack.packb(message)))

    def deliver(self) -> None:
        """Let the host read, and do all that follows."""
        data = self._to_host.read()
        if data:
            self._host.get_buffer(-1)[: len(data)] = data
            self._host.buffer_updated(len(data))
        self._loop.run()

    def read(self) -> list[Message]:
        """The messages that have come."""
        data = b""
        try:
            while True:
                data += self._tls.read(2**16)
        except ssl.SSLWantReadError:
            return [msgpack.unpackb(body) for body in self._frames.feed(data)]


def profile(top: int) -> dict[str, Any]:
    """Calls an action, of Keilty at a table of two; the *top* functions."""
    calls = calls_per_action()
    return {
        "calls_per_action": round(sum(calls.values()), 1),
        "calls": {_short(name): round(count, 2) for name, count in list(calls.items())[:top]},
    }


def _short(function: str) -> str:
    path, _, name = function.rpartition(":")
    return f"{'/'.join(path.split('/')[-2:])}:{name}"


def calls_per_action(actions: int = ACTIONS) -> dict[str, float]:
    """By function: how often it is called for an action."""
    found, counted = Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder, _host(Path(folder)) as (loop, factory), _no_collections():
        table, lines, waiting = _table(loop, server_context(HOST, Path(folder)), factory)
        while counted < actions:
            seat, message = waiting.popleft()
            profile, is_action, rounds = Profile(builtins=False), message.get("what") == "action", table.rounds
            lines[seat].send(message)
            if is_action:
                profile.enable()
            lines[seat].deliver()
            profile.disable()
            for number, line in enumerate(lines):
                for one in line.read():
                    table.handle(number, one)
            if table.refused:
                raise RuntimeError(f"the host refused what honest players did, {table.refused}")
            if is_action and table.rounds == rounds:
                counted += 1
                for entry in profile.getstats():
                    if isinstance(entry.code, CodeType) and not entry.code.co_filename.startswith(NOT_THE_HOST):
                        found[f"{entry.code.co_filename}:{entry.code.co_qualname}"] += entry.callcount
    return {name: calls / counted for name, calls in found.most_common()}


@contextmanager
def _no_collections() -> Iterator[None]:
    """A collection would run the callbacks and finalizers of whatever else this process has done, and count them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _host(folder: Path) -> Iterator[tuple[StillLoop, HostFactory]]:
    loop, ticks, logbook = StillLoop(), count(), Logbook(sys.stderr, "error")
    time: Any = LoopTime(loop)  # type: ignore[arg-type]
    # Without the pause between two updates of a table, which this loop would wait for without end.
    house = HostContext("bench", Signer(HOST), random.Random(1).randbytes, Limits(table_millis=0))
    journal = SqliteJournal(folder / "journal.sqlite3")
    transcripts = Transcripts(folder / "transcripts", journal.entries)
    millis = lambda: next(ticks) / 1000  # noqa: E731
    dispatcher = Dispatcher(
        Lobby(house), journal, transcripts, time, lambda: 1.0, millis, logbook, _fail, _write_at_once,
    )  # fmt: skip
    bounds = Bounds(messages_per_second=UNLIMITED, burst=UNLIMITED, share_per_second=UNLIMITED, share_burst=UNLIMITED)
    yield loop, HostFactory(dispatcher, house, time, logbook, bounds)
    journal.close()


def _table(
    loop: StillLoop, tls: ssl.SSLContext, factory: HostFactory
) -> tuple[LeanTable, list[Line], deque[tuple[int, Message]]]:
    """A table that was asked for, its seats' lines, and what they have not sent yet."""
    lines, waiting = [Line(loop, tls, factory) for _ in range(SEATS)], deque[tuple[int, Message]]()
    numbers, ticks, host = count(1), count(), factory.context.signer.public

    def send(seat: int, kind: str, fields: Any) -> None:  # noqa: ANN401
        waiting.append((seat, {"m": kind, "n": next(numbers), **fields}))

    options = {"target": 10_000, "break_seconds": 0}
    table = LeanTable(variety("keilty"), options, SEATS, host, send, lambda: next(ticks), random.Random(2))
    for line, seat in zip(lines, table.seats, strict=True):
        hello = {"m": "hello", "low": VERSIONS[0], "high": VERSIONS[-1], "name": "bench", "agent": "bench"}
        line.send({**hello, "key": seat.signer.public})
        line.deliver()
        (challenge,) = line.read()
        proof = hello_payload(host, challenge["nonce"], seat.signer.public)
        line.send({"m": "proof", "signature": seat.signer.sign("hello", proof)})
        line.deliver()
    table.open()
    return table, lines, waiting


def _write_at_once(work: Work, done: WriteDone) -> None:
    done(outcome(work))


def _fail(problem: Exception) -> None:
    raise problem
