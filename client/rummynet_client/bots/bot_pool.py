"""``python -m rummynet_client.bots.bot_pool HOST:PORT``: the bots of one host, in one process.

Standard input is a JSON command per line:
``{"start": ID, "folder": …, "table": …, "sealed": …, "strategy": …, "name": …}`` starts a bot whose key is in that
folder, ``{"stop": ID}`` stops it. Standard output is a JSON line for each bot that has ended, stopped or not:
``{"ended": ID, "why": …}``, with why empty unless it failed.

The host holds the other end of standard input. When that is closed, in whatever way the host ended, this process exits.
"""

import asyncio
import json
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.language import sentence_of
from rummynet_client.net.host_link import ConnectOptions
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.wire.address import read_address

_MOST_WHY = 300  # why a bot ended, as one line of the host's log; the host reads at most 4096 bytes of a line


class BotPool:
    """Bots by the ID that the host gives each. *say* sends a message to the host."""

    def __init__(self, where: tuple[str, int], say: Callable[[Mapping[str, str]], None]) -> None:
        self._where, self._say = where, say
        self._running: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._running)

    def run_order(self, order: Mapping[str, Any]) -> None:
        """Start or stop a bot, as *order* says."""
        match order:
            case {"start": str(name)}:
                self._running[name] = asyncio.create_task(self._run(name, order))
            # It may have ended by itself meanwhile; then its ``ended`` is on the way.
            case {"stop": str(name)} if name in self._running:
                self._running[name].cancel()

    async def _run(self, name: str, order: Mapping[str, Any]) -> None:
        why = ""
        try:
            visit = ConnectOptions(
                self._where,
                order["name"],
                Path(order["folder"]),
                # A bot that is started again has to show what it committed to, or the shuffle is voided.
                transcripts=Path(order["folder"]) / "games",
                keeps_secrets=True,
                # A plain deck is shuffled anew after a power cut; without its key to a sealed one it holds a round up.
                is_synced=order["sealed"],
                follows=False,  # another host that takes its table starts it there, under the same key
                takes_over=True,  # a bot that was stopped a moment ago may still be on its way out
            )
            habits = BotConfig(order["strategy"], order["table"], stay=True)
            await Robot(visit, habits, secrets.randbelow).run()
        except RummynetError as problem:
            why = sentence_of(problem)
        except Exception as problem:  # one bot's failure must not end the others
            why = f"{type(problem).__name__}: {problem}"
        finally:
            del self._running[name]
            self._say({"ended": name, "why": why[:_MOST_WHY]})


async def _serve(where: tuple[str, int]) -> None:
    pool, loop = BotPool(where, _write_message), asyncio.get_running_loop()

    def listen() -> None:
        try:
            for line in sys.stdin.buffer:
                loop.call_soon_threadsafe(pool.run_order, json.loads(line))
        finally:
            os._exit(0)  # a usual end would wait for goodbyes to a host that is gone

    # In a thread, so that the process ends with its host even while the loop is busy.
    threading.Thread(target=listen, daemon=True).start()
    await loop.create_future()


def _write_message(told: Mapping[str, str]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run until standard input is closed."""
    with suppress(ValueError):  # Ctrl-C is for the host, which then ends its bots
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(read_address(sys.argv[1])))


if __name__ == "__main__":
    main()
