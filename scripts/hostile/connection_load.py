"""Hostile connections for ``scripts/hostile/load.py``, each kind in a process of its own: silent ones and talking ones.

Talking ones have greeted and send requests of every kind as fast as the host allows: the next ones as soon as earlier
ones are answered. One in ten never reads. One that is disconnected returns under a new key. They come from several
loopback addresses where the system has those (Linux), as an attacker would have more than one.
"""

import asyncio
import os
import random
import resource
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from cryptography import x509  # noqa: E402

from rummynet_client.core.session.offer import next_game  # noqa: E402
from rummynet_client.net.tls import context  # noqa: E402
from rummynet_protocol.errors import RummynetError  # noqa: E402
from rummynet_protocol.fairness.entries import Envelope  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload  # noqa: E402
from rummynet_protocol.fairness.statements import Agreed, pack_statement  # noqa: E402
from rummynet_protocol.wire.connection import Connection, Role, Stage  # noqa: E402
from rummynet_protocol.wire.messages import (  # noqa: E402
    AskLog,
    AskView,
    Bye,
    Challenge,
    Create,
    Done,
    Hello,
    Here,
    Leave,
    LobbyShown,
    Manage,
    Message,
    Ping,
    Pong,
    Proof,
    Ready,
    Refused,
    Request,
    Say,
    Sit,
    Stand,
    TableShown,
    View,
    Watch,
)
from rummynet_protocol.wire.versions import VERSIONS  # noqa: E402

ADDRESSES = 10
"""Number of loopback addresses from which talkers connect."""
UNANSWERED = 24
"""Unanswered requests that a talker keeps in flight."""

Where = tuple[str, int]


def silent(where: Where, half_open: int, slow: int, held: Any, opened: Any) -> None:  # noqa: ANN401
    """Hold this many connections that never complete a greeting, until the process is ended."""
    _prepare()
    asyncio.run(_silent(where, half_open, slow, held, opened))


def talking(where: Where, talkers: int, greeted: Any, answers: Any, byes: Any) -> None:  # noqa: ANN401
    """Hold this many greeted connections that send requests, until the process is ended."""
    _prepare()
    asyncio.run(_talking(where, talkers, greeted, answers, byes))


def _prepare() -> None:
    # Real attackers use machines of their own; these must not take processor time from the host and its bots.
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))


async def _forever(attack: Callable[[], Any], pause: float) -> None:
    while True:
        try:
            await attack()
        except (OSError, EOFError, RummynetError, ValueError):
            pass  # disconnected by the host, as expected
        await asyncio.sleep(pause * (0.5 + random.random()))


# -- silent ones


async def _silent(where: Where, half_open: int, slow: int, held: Any, opened: Any) -> None:  # noqa: ANN401
    async def begin(kind: Any) -> None:  # noqa: ANN401
        await asyncio.sleep(random.random() * 8)
        await _forever(lambda: kind(where, held, opened), 1.0)

    async with asyncio.TaskGroup() as group:
        for _ in range(half_open):
            group.create_task(begin(_half_open))
        for _ in range(slow):
            group.create_task(begin(_slow))


async def _half_open(where: Where, held: Any, opened: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where)
    held.value += 1
    opened.value += 1
    try:
        await reader.read()
    finally:
        held.value -= 1
        writer.close()


async def _slow(where: Where, held: Any, opened: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where, ssl=context(), ssl_handshake_timeout=60)
    held.value += 1
    opened.value += 1
    hello = Connection(Role.CLIENT).send(Hello(1, 1, "x" * 100, Signer(b"\1" * 32).public, "x" * 60))
    reading = asyncio.create_task(reader.read())
    try:
        for byte in hello:
            writer.write(bytes([byte]))
            await asyncio.wait((reading,), timeout=1)
            if reading.done():
                break
    finally:
        held.value -= 1
        reading.cancel()
        writer.close()


# -- talking ones


async def _talking(where: Where, talkers: int, greeted: Any, answers: Any, byes: Any) -> None:  # noqa: ANN401
    async def begin(number: int) -> None:
        await asyncio.sleep(random.random() * 8)
        await _forever(lambda: Talker(where, number, greeted, answers, byes).run(), 0.5)

    async with asyncio.TaskGroup() as group:
        for number in range(talkers):
            group.create_task(begin(number))


class Talker:
    """One connection, from its greeting until the host ends it."""

    def __init__(self, where: Where, number: int, greeted: Any, answers: Any, byes: Any) -> None:  # noqa: ANN401
        self._where, self._number = where, number
        self._greeted, self._answers, self._byes = greeted, answers, byes
        self._reads = number % 10 != 0
        self._signer = Signer(secrets.token_bytes(32))
        self._end = Connection(Role.CLIENT)
        self._asked = 0
        self._host = b""
        self._tables: list[int] = [1]
        self._shown: dict[int, TableShown] = {}
        self._agreed: Counter[bytes] = Counter()
        self._writer: Any = None
        self._kinds = self._wanted()

    async def run(self) -> None:
        """Greet, then send requests until the host ends the connection."""
        address = f"127.0.0.{2 + self._number % ADDRESSES}" if sys.platform == "linux" else "127.0.0.1"
        reader, self._writer = await asyncio.open_connection(
            *self._where, ssl=context(), local_addr=(address, 0), limit=2**16
        )
        found = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        self._host = x509.load_der_x509_certificate(found).public_key().public_bytes_raw()  # type: ignore[union-attr]
        try:
            self._send(Hello(VERSIONS[0], VERSIONS[-1], f"talker {self._number}", self._signer.public, "load"))
            while self._end.stage is not Stage.OPEN:
                self._handle_messages(await self._read(reader))
            self._greeted.value += 1
            try:
                await (self._talk(reader) if self._reads else self._only_ask())
            finally:
                self._greeted.value -= 1
        finally:
            self._writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader) -> None:
        while True:
            while len(self._end.unanswered) < UNANSWERED:
                self._asked += 1
                self._send(next(self._kinds))
            self._handle_messages(await self._read(reader))

    async def _only_ask(self) -> None:
        """Send requests with large answers and read none of them."""
        table = self._tables[0]
        self._writer.transport.pause_reading()
        self._send(Watch(1, table))
        for number in range(2, 250):
            self._send(AskLog(number, table, 0))
            await self._writer.drain()
            await asyncio.sleep(0.05)
        while not self._writer.transport.is_closing():
            self._send(Ping(1))
            await self._writer.drain()
            await asyncio.sleep(1)

    async def _read(self, reader: asyncio.StreamReader) -> list[Message]:
        data = await reader.read(65_536)
        if not data:
            raise EOFError
        return list(self._end.receive(data))

    def _send(self, message: Message) -> None:
        self._writer.write(self._end.send(message))

    def _handle_messages(self, messages: list[Message]) -> None:
        for message in messages:
            match message:
                case Challenge(nonce=nonce):
                    self._send(Proof(self._signer.sign("hello", hello_payload(self._host, nonce, self._signer.public))))
                case TableShown():
                    self._shown[message.table] = message
                case LobbyShown(tables=rows) if rows:
                    self._tables = [row[0] for row in rows]
                case Ping(number):
                    self._send(Pong(number))
                case Done() | Refused() | View():
                    self._answers.value += 1
                case Bye():
                    self._byes.value += 1

    def _consent(self, table: int) -> Envelope | None:
        """A valid, new statement, as expensive for the host as an honest one."""
        shown = self._shown.get(table)
        if shown is None:
            return None
        offer = next_game(self._host, shown)
        n = self._agreed[offer.log]
        self._agreed[offer.log] += 2  # a gap in the numbers, so that ``prev`` is not checked
        agreed = Agreed(offer.log, n, bytes(32), offer.before, bytes(8), 0, offer.rules, offer.players_hash)
        payload = pack_statement(agreed)
        return payload, self._signer.sign("ready", payload)

    def _wanted(self) -> Iterator[Request]:
        """Infinite requests: opening, sitting, standing, readiness, chat, watching, the whole log."""
        while True:
            table = random.choice(self._tables)
            own = self._tables[self._number % len(self._tables)]
            order: list[Callable[[int], Request]] = [
                lambda n: Create(n, "keilty", {}, "t" * 32),
                lambda n, own=own: Sit(n, own, None),  # type: ignore[misc]
                lambda n, own=own: Ready(n, own, self._consent(own)),  # type: ignore[misc]
                lambda n, own=own: Ready(n, own, None),  # type: ignore[misc]
                lambda n, own=own: Say(n, own, "x" * 500),  # type: ignore[misc]
                lambda n, own=own: Manage(n, own, "pause", None),  # type: ignore[misc]
                lambda n, own=own: Stand(n, own),  # type: ignore[misc]
                lambda n, table=table: Watch(n, table),  # type: ignore[misc]
                lambda n, table=table: AskLog(n, table, 0),  # type: ignore[misc]
                lambda n, table=table: AskView(n, table),  # type: ignore[misc]
                lambda n, table=table: Here(n, table),  # type: ignore[misc]
                lambda n, table=table: Leave(n, table),  # type: ignore[misc]
            ]
            for make in order:
                yield make(self._asked)
