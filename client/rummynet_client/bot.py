"""``rummynet bot``: bot players for a host, each a client of its own."""

import argparse
import asyncio
import secrets
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rummynet.bots.names import NAMES, bot_name
from rummynet.bots.strategy import strategy
from rummynet_client.connect_options import ConnectOptions
from rummynet_client.robot import BotConfig, Robot
from rummynet_protocol.wire.invitation import read_place


def run(args: argparse.Namespace) -> int:
    """Play until the games are over. Raises BadAddress, NoSuchStrategy, CannotConnect, LostHost, KeyFileError."""
    strategy(args.strategy)
    place = read_place(args.address)
    habits = BotConfig(args.strategy, args.table, max(2, args.count), stay=args.stay)
    first = secrets.randbelow(len(NAMES))
    visits = [
        ConnectOptions(
            place.where,
            _called(args.name, number, args.count) if args.name else bot_name(first + number),
            _data(args.data, number, args.count),
            invited=place.fingerprint,
        )
        for number in range(args.count)
    ]
    return asyncio.run(_play(visits, habits))


def _called(name: str, number: int, count: int) -> str:
    """One bot has the name given; several are numbered."""
    return name if count == 1 else f"{name} {number + 1}"


def _data(given: str | None, number: int, count: int) -> Path | None:
    """Where the bot's identity is kept; several bots have a folder each."""
    if given is None:
        return None
    folder = Path(given).expanduser()
    return folder if count == 1 else folder / f"bot-{number + 1}"


async def _play(visits: list[ConnectOptions], habits: BotConfig) -> int:
    """The first bot finds the table, the others follow it there."""
    playing = asyncio.current_task()
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: playing and playing.cancel())
    try:
        await _seat(visits, habits)
    except asyncio.CancelledError:
        return 0
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None  # one sentence: the others failed for the same reason, or because of it
    return 0


async def _seat(visits: list[ConnectOptions], habits: BotConfig) -> None:
    async with asyncio.TaskGroup() as group:
        first = Robot(visits[0], habits, secrets.randbelow)
        group.create_task(first.run())
        if len(visits) > 1:
            follow = replace(habits, table=await first.seated)
            for visit in visits[1:]:
                group.create_task(Robot(visit, follow, secrets.randbelow).run())
