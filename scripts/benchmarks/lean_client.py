"""Connections of lean players: greeting, frames and numbered requests, and nothing that a player would check."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgpack
from cryptography import x509

from benchmarks.lean_table import LeanTable
from rummynet.rules.core.variety import Variety
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire.framing import FrameReader, frame
from rummynet_protocol.wire.versions import VERSIONS


class Frames(asyncio.Protocol):
    """A connection that sends and receives frames."""

    def __init__(self, handle: Callable[[bytes], None]) -> None:
        self._handle, self._reader = handle, FrameReader()
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The TLS handshake is done."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Handle each frame that is complete."""
        for body in self._reader.feed(data):
            self._handle(body)

    def send(self, body: bytes) -> None:
        """Send one frame."""
        self._transport.write(frame(body))

    @property
    def host_key(self) -> bytes:
        """The public key in the host's certificate."""
        certificate = self._transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return x509.load_der_x509_certificate(certificate).public_key().public_bytes_raw()  # type: ignore[union-attr]

    def close(self) -> None:
        """End the connection at once."""
        self._transport.abort()


class LeanPlayers:
    """The seats of one table, each with a connection of its own.

    *pause* returns how many seconds the table waits before its next action; 0 for as fast as the host answers.
    """

    def __init__(self, variety: Variety, options: dict[str, Any], seats: int, pause: Callable[[], float]) -> None:
        self._variety, self._options, self._pause = variety, options, pause
        self._loop = asyncio.get_running_loop()
        self._frames = [Frames(lambda body, seat=seat: self._handle(seat, msgpack.unpackb(body)))  # type: ignore[misc]
                        for seat in range(seats)]  # fmt: skip
        self._numbers = [0] * seats
        self._greeted = [self._loop.create_future() for _ in range(seats)]
        self._sent_at = [(0, 0.0)] * seats
        """By seat: number and time of its newest action."""
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._host = b""
        self.table: LeanTable
        self.acknowledged: list[float] | None = None
        """Milliseconds from an action's sending to its acknowledgement, while it is a list."""
        self.seen: list[float] | None = None
        """Milliseconds from an action's sending to its arrival at the next seat."""

    async def join(self, connect: Callable[[Callable[[], Frames]], Any]) -> None:
        """Connect and greet all seats, then open the table and begin the game."""
        for frames in self._frames:
            await connect(lambda frames=frames: frames)  # type: ignore[misc]
        self._host, seats = self._frames[0].host_key, len(self._frames)
        millis = lambda: int(time.monotonic() * 1000)  # noqa: E731
        self.table = LeanTable(self._variety, self._options, seats, self._host, self._send, millis)
        self.table.may_act, self.table.acted = self._may_act, self._acted
        for number, (frames, seat) in enumerate(zip(self._frames, self.table.seats, strict=True)):
            hello = {"m": "hello", "low": VERSIONS[0], "high": VERSIONS[-1], "name": f"seat {number}"}
            frames.send(msgpack.packb({**hello, "key": seat.signer.public, "agent": "bench"}))
        await asyncio.gather(*self._greeted)
        self.table.open()

    def close(self) -> None:
        """End all connections."""
        if self._timer is not None:
            self._timer.cancel()
        for frames in self._frames:
            frames.close()

    def _handle(self, seat: int, message: dict[str, Any]) -> None:
        match message["m"]:
            case "challenge":
                signer = self.table.seats[seat].signer
                proof = signer.sign("hello", hello_payload(self._host, message["nonce"], signer.public))
                self._frames[seat].send(msgpack.packb({"m": "proof", "signature": proof}))
            case "welcome":
                self._greeted[seat].set_result(None)
            case "ping":
                self._frames[seat].send(msgpack.packb({"m": "pong", "number": message["number"]}))
            case "lobby" | "said" | "clock":
                pass
            case kind:
                number, sent_at = self._sent_at[seat]
                if kind == "done" and self.acknowledged is not None and message["n"] == number:
                    self.acknowledged.append(1000 * (time.perf_counter() - sent_at))
                self.table.handle(seat, message)

    def _send(self, seat: int, kind: str, fields: Any) -> None:  # noqa: ANN401
        self._numbers[seat] += 1
        if fields.get("what") == "action":
            self._sent_at[seat] = self._numbers[seat], time.perf_counter()
        self._frames[seat].send(msgpack.packb({"m": kind, "n": self._numbers[seat], **fields}))

    def _acted(self, seat: int) -> None:
        """An action stands in the log as seat 0 sees it, which is the next seat if it is not seat 0's own."""
        if self.seen is not None and seat:
            self.seen.append(1000 * (time.perf_counter() - self._sent_at[seat][1]))
        self._due = 0.0

    def _may_act(self) -> bool:
        """Pace the table: an action is sent when its time has come."""
        now = self._loop.time()
        self._due = self._due or now + self._pause()
        if now >= self._due:
            return True
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._due, self.table.act)
        return False
