"""Several bot players at one host, each a client of its own, in one event loop."""

import asyncio
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress

from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.net.connect_options import ConnectOptions
from rummynet_protocol.values import replace


async def play(visits: list[ConnectOptions], habits: BotConfig, say: Callable[[str], object]) -> None:
    """Play until the games are over, or SIGTERM. The first bot finds the table, the others follow it there.

    *say* gets a sentence on how the game ended.
    """
    playing = asyncio.current_task()
    # Windows: its event loops know no signals.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: playing and playing.cancel())
    try:
        first = await _seat(visits, habits)
    except asyncio.CancelledError:
        return
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None  # one sentence: the others failed for the same reason, or because of it
    if first.ending:
        say(first.ending)


async def _seat(visits: list[ConnectOptions], habits: BotConfig) -> Robot:
    async with asyncio.TaskGroup() as group:
        first = Robot(visits[0], habits, secrets.randbelow)
        group.create_task(first.run())
        if len(visits) > 1:
            follow = replace(habits, table=await first.seated)
            for visit in visits[1:]:
                group.create_task(Robot(visit, follow, secrets.randbelow).run())
    return first
