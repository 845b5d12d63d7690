#!/usr/bin/env python3
"""A slow line in user space: ports 5000 and 5001 lead to 4000 and 4001 here, 40 ms later each way.

Of a hundred pieces two come 240 ms later still, as what TCP sends again after a loss; what follows waits for them.
"""

import asyncio
import random

DELAY, AGAIN, LOST = 0.04, 0.24, 0.02  # AGAIN: TCP's shortest timeout of 200 ms, and the way once more
CHUNK = 1400  # about a packet, so that what is long loses more


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One direction of a connection."""
    loop, pieces = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

    async def write() -> None:
        while True:
            due, data = await pieces.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                break
            writer.write(data)
        writer.close()

    writing = asyncio.create_task(write())
    data = b"-"
    while data:
        try:
            data = await reader.read(CHUNK)
        except OSError:
            data = b""
        pieces.put_nowait((loop.time() + DELAY + (AGAIN if random.random() < LOST else 0), data))
    await writing


async def main() -> None:
    """Until it is killed."""

    async def lead(port: int) -> None:
        async def both(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                there = await asyncio.open_connection("10.99.0.1", port)
            except OSError:
                writer.close()
                return
            await asyncio.gather(pass_on(reader, there[1]), pass_on(there[0], writer), return_exceptions=True)

        await asyncio.start_server(both, "10.99.0.1", port + 1000)

    await lead(4000)
    await lead(4001)
    print("slow", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
