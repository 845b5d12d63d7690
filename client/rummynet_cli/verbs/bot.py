"""``rummynet bot``: bot players for a host, each a client of its own."""

import argparse
import asyncio
import secrets
import sys
from functools import partial
from pathlib import Path

from rummynet.bots.characters import ANYBODY, CHARACTERS, name_of, somebody
from rummynet.bots.names import NAMES
from rummynet.bots.strategies.named import strategy
from rummynet.keyfile import home
from rummynet_client.bots.bot_players import play
from rummynet_client.bots.command_strategy import PREFIX, command_words
from rummynet_client.bots.robot import BotConfig
from rummynet_client.net.way import way_to
from rummynet_client.storage.identity import load_identity
from rummynet_client.storage.settings import apply_kept_language


def run(args: argparse.Namespace) -> int:
    """Play until the games are over.

    Raises NoSuchStrategy, BotProgramFailed, LostHost, SeatInUse, KeyFileError, and as ``way_to`` does.
    """
    apply_kept_language(home(None))
    playing = args.strategy
    # Before anything is dialled: a mistyped strategy is said at once, not by a bot at the table.
    if args.command is not None:
        playing = PREFIX + args.command
        command_words(args.command)
    elif playing == ANYBODY:
        playing = somebody(secrets.randbelow(len(CHARACTERS)))
    else:
        strategy(playing)
    # A new table waits for two at least; with several bots it begins when all of them sit.
    habits = BotConfig(playing, args.table, max(2, args.count), human=not args.fast, stay=args.stay)
    first = first_name(_bot_folder(args.data, 0, args.count))
    with way_to(args.address, home(args.data), args.rendezvous, args.relay) as way:
        visits = [
            way.options(
                _bot_name(args.name, number, args.count)
                if args.name
                else name_of(playing if not number else "", first + number),
                _bot_folder(args.data, number, args.count),
                takes_over=args.take_over,
            )
            for number in range(args.count)
        ]
        asyncio.run(play(visits, habits, print, partial(print, file=sys.stderr)))
    return 0


def first_name(folder: Path | None) -> int:
    """Where in the list of names the bots begin; *folder* is the first one's, None for a key of one time."""
    if folder is None:
        return secrets.randbelow(len(NAMES))
    # By its key: who has met the bot finds the same player under the same name when it is started again.
    return int.from_bytes(load_identity(folder).signer.public[:8]) % len(NAMES)


def _bot_name(name: str, number: int, count: int) -> str:
    """One bot has the name given; several are numbered."""
    return name if count == 1 else f"{name} {number + 1}"


def _bot_folder(given: str | None, number: int, count: int) -> Path | None:
    """Where the bot's identity is kept; several bots have a folder each."""
    if given is None:
        return None
    # Each its own folder, as a key is one player and has one connection.
    folder = Path(given).expanduser()
    return folder if count == 1 else folder / f"bot-{number + 1}"
