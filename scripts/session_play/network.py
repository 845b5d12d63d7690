"""A wire between one player and the host: it can be cut, or go silent, as a network does."""

import asyncio
import threading
from contextlib import suppress
from typing import Final

CHUNK: Final = 65536


class Wire:
    """Listens at ``port`` and hands on to the host. ``state``: ``whole``, ``cut`` or ``silent``."""

    def __init__(self, target: int) -> None:
        self.target, self.port, self.state = target, 0, "whole"
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()

    async def open(self) -> None:
        """Listen at any port."""
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flows.wait()
        if self.state == "cut":
            writer.transport.abort()
            return
        try:
            there, to_host = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, to_host}
        await asyncio.gather(self._hand_on(reader, to_host), self._hand_on(there, writer))
        self._writers -= {writer, to_host}

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    def set_state(self, state: str) -> None:
        """Cut it, have it silent (nothing comes through, nothing ends), or whole again."""
        self.state = state
        if state == "cut":
            for writer in list(self._writers):
                writer.transport.abort()
        if state == "silent":
            self._flows.clear()
        else:
            self._flows.set()


class Network:
    """All wires, in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wire(self, target: int) -> Wire:
        """A new wire to this port of the machine."""
        made = Wire(target)
        asyncio.run_coroutine_threadsafe(made.open(), self._loop).result(10)
        return made

    def set_state(self, wire: Wire, state: str) -> None:
        """As ``Wire.set_state``, from any thread."""
        self._loop.call_soon_threadsafe(wire.set_state, state)
