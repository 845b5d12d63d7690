"""Several bot players at one host, each a client of its own, in one event loop."""

import asyncio
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress

from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.core.spoken.narrator import lost_lines, welcome_line
from rummynet_client.core.text import news
from rummynet_client.net.host_link import ConnectOptions
from rummynet_protocol.text import harmless
from rummynet_protocol.values import replace

Say = Callable[[str], object]


class Outages:
    """Says when the host is gone and when it is back: once, however many bots there are and however often they try."""

    def __init__(self, warn: Say) -> None:
        self._warn = warn
        self._lost: set[Robot] = set()  # the bots without a connection

    async def follow(self, robot: Robot) -> None:
        """Follow the news of one bot."""
        while True:
            match await robot.news.get():
                # One that is not tried again ends the bot, which says so; one whose table moved goes there at once.
                case news.ConnectionEnded(code=code, again=True) as ended if code != "moved":
                    if not self._lost:
                        self._warn(harmless(" ".join(lost_lines(ended))))
                    self._lost.add(robot)
                case news.Welcomed() as welcome if robot in self._lost:
                    self._lost.remove(robot)
                    if not self._lost:
                        self._warn(harmless(welcome_line(welcome)))


async def play(visits: list[ConnectOptions], habits: BotConfig, say: Say, warn: Say) -> None:
    """Play until the games are over, or SIGTERM. The first bot finds the table, the others follow it there.

    *say* gets a sentence on how the game ended, *warn* one when connections are lost and one when all are back.
    """
    playing = asyncio.current_task()
    # Windows: its event loops know no signals.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: playing and playing.cancel())
    try:
        first = await _seat(visits, habits, Outages(warn))
    except asyncio.CancelledError:
        return
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None  # one sentence: the others failed for the same reason, or because of it
    if first.ending:
        say(first.ending)


async def _seat(visits: list[ConnectOptions], habits: BotConfig, outages: Outages) -> Robot:
    async with asyncio.TaskGroup() as group:
        first = Robot(visits[0], habits, secrets.randbelow)
        group.create_task(_run(first, outages))
        if len(visits) > 1:
            follow = replace(habits, table=await first.seated)
            for visit in visits[1:]:
                group.create_task(_run(Robot(visit, follow, secrets.randbelow), outages))
    return first


async def _run(robot: Robot, outages: Outages) -> None:
    following = asyncio.create_task(outages.follow(robot))
    try:
        await robot.run()
    finally:
        following.cancel()
