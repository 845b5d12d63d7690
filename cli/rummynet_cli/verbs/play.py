"""``rummynet play``: you against bots at once, on a private host, with the check after each game."""

import argparse
import sys
from pathlib import Path
from typing import Any

from rummynet.bots.strategy import strategy
from rummynet.keyfile import home
from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import variety
from rummynet_client.bot_opponents import end_options, open_table_with_bots
from rummynet_client.connect_options import ConnectOptions, own_name
from rummynet_client.frontend import show
from rummynet_client.game_history import Played
from rummynet_client.hosting import private_host
from rummynet_client.language import _
from rummynet_client.solo_game import described, kept_folder, return_to_game, unfinished_game
from rummynet_client.storage.settings import ActiveSettings, apply_kept_language
from rummynet_client.surface import Surface, chosen_surface
from rummynet_client.teach import by_lines, on_screen
from rummynet_protocol.text import harmless


def run(args: argparse.Namespace) -> int:
    """Play until the person quits. Raises BadOption, BadSeats, NoSuchStrategy, HostFailed, LostHost."""
    data = home(args.data)
    apply_kept_language(data)
    if args.teach:
        return _teach(args)
    options = end_options(args.variant, args.target)
    game = variety(args.variant)
    game.check(game.resolve(options), args.players)
    strategy(args.strategy)
    with kept_folder(data) as folder:
        return _play(args, data, folder, options)


def _play(args: argparse.Namespace, data: Path, folder: Path, options: dict[str, Any]) -> int:
    last = None if args.new else unfinished_game(folder)
    if last is not None and not _goes_on(last):
        last = None
    if sys.stderr.isatty():
        sys.stderr.write(_("starting a host for you and the bots") + "\n")
    with private_host(folder, _("private host")) as host:
        visit = ConnectOptions(host.where, own_name(args.name), data, data / "transcripts", host.fingerprint)
        opening = open_table_with_bots(args.variant, options, args.players - 1, args.strategy)
        if last is not None:
            opening = return_to_game(opening)
        status = show(visit, opening, chosen_surface(args.plain, args.json), checks=True)
    sys.stderr.write(
        _(
            "your transcripts are in {transcripts}; 'rummynet verify FILE' checks them again",
            transcripts=visit.transcripts,
        )
        + "\n"
    )
    return status


def _goes_on(last: Played) -> bool:
    """Whether to go on with the game: a person at a terminal is asked, where nobody can be asked it goes on."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    sys.stderr.write(harmless(_("Your last game is not finished ({game}). Go on with it?", game=described(last))))
    sys.stderr.write(" [Y/n] ")
    sys.stderr.flush()
    return not sys.stdin.readline().strip().lower().startswith("n")


def _teach(args: argparse.Namespace) -> int:
    if args.variant != "keilty":
        raise BadOption(
            _("the lesson is one of Keilty rummy; leave out --teach to play {variant}", variant=args.variant)
        )
    return (
        on_screen(ActiveSettings(home(args.data)))
        if chosen_surface(args.plain, args.json) is Surface.SCREEN
        else by_lines()
    )
