"""``rummynet play``: you against bots at once, on a private host, with the check after each game."""

import argparse
import secrets
import sys
from functools import partial
from pathlib import Path
from typing import Final

from rummynet.bots.characters import ANYBODY
from rummynet.bots.strategies.named import strategy
from rummynet.keyfile import home
from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import variety
from rummynet_cli.console import is_anybody_there, yes_or_no
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.table_wish import MATCH, TableWish, wish_of
from rummynet_client.core.views.lesson import KEILTY
from rummynet_client.frontend import show
from rummynet_client.history.game_history import Played, history
from rummynet_client.hosting import private_host
from rummynet_client.inviting import why_alone
from rummynet_client.language import _
from rummynet_client.net.far_line import OwnHost
from rummynet_client.net.host_link import ConnectOptions
from rummynet_client.play import solo_game
from rummynet_client.play.company import USUAL, MatchedCompany, ask_on_screen, chosen_company, company_in_settings
from rummynet_client.storage.settings import ActiveSettings, apply_kept_language, own_name
from rummynet_client.surface import Surface, chosen_surface
from rummynet_client.teach import teach
from rummynet_protocol.text import harmless
from rummynet_protocol.values import replace

# Players of the game after the lesson, unless a flag says how many: one more than in the lesson, and turns go round.
_AFTER_THE_LESSON: Final = 3


def run(args: argparse.Namespace) -> int:
    """Play until the person quits. Raises BadOption, BadSeats, NoSuchStrategy, HostFailed, LostHost."""
    data = home(args.data)
    apply_kept_language(data)
    if args.teach:
        status = _teach(args)
        if status is not None:
            return status
        args.new, args.players = True, args.players or _AFTER_THE_LESSON
    flags = company_of_flags(args)
    with solo_game.kept_folder(data) as folder:
        if folder != data / solo_game.FOLDER and not _begins_second(solo_game.unfinished_game(data)):
            return 0
        return _play(args, data, folder, flags)


def company_of_flags(args: argparse.Namespace) -> OpenTable | None:
    """The game and the bots that the flags name; None without any. Raises BadOption, BadSeats, NoSuchStrategy."""
    if not any((args.players, args.target, args.variant, args.strategy)):
        return None
    # A flag changes one thing of what was played last, and leaves the rest.
    wish = company_in_settings(ActiveSettings(home(args.data)).settings.company) or USUAL
    players, name = args.players or 1 + len(wish.bots), args.variant or wish.game
    if args.strategy and args.strategy not in (ANYBODY, MATCH):
        strategy(args.strategy)
    game = variety(name)
    options = {**(wish.values if name == wish.game else {}), **solo_game.end_options(name, args.target)}
    game.check(game.resolve(options), players)
    bots = (args.strategy,) * (players - 1) if args.strategy else TableWish(name, wish.bots).with_bots(players - 1).bots
    return OpenTable(name, options, "", bots)


def _play(args: argparse.Namespace, data: Path, folder: Path, flags: OpenTable | None) -> int:
    is_kept = folder == data / solo_game.FOLDER
    last = solo_game.unfinished_game(data) if is_kept and not args.new else None
    if last is not None and not _goes_on(last):
        last = None
    surface = chosen_surface(args.plain, args.json)
    # Line by line and for programs a menu would be one question more before each game.
    is_asked = surface is Surface.SCREEN and last is None
    own = OwnHost(folder, args.rendezvous, args.relay)
    ask = partial(ask_on_screen, own.servers, why_alone()) if is_asked else None
    chosen = chosen_company(ActiveSettings(data), ask, flags, again=args.new and not args.teach)
    if chosen is None:
        return 0
    matched, company = None, chosen.opening
    if MATCH in company.bots:
        matched = MatchedCompany(company, history(data / "transcripts")[0], secrets.randbelow)
        company = matched.chosen
    if sys.stderr.isatty():
        sys.stderr.write(_("starting a host for you and the bots: {game}", game=wish_of(company).words) + "\n")
    urls = (("--rendezvous", args.rendezvous), ("--relay", args.relay))
    servers = [word for flag, url in urls if url for word in (flag, url)]
    with private_host(folder, solo_game.host_name(), *servers) as host:
        visit = ConnectOptions(
            host.where,
            own_name(args.name, data),
            data,
            data / "transcripts",
            host.fingerprint,
            after_game=matched.after_game if matched is not None else None,
            own_host=replace(own, invites=chosen.is_far),
        )
        opening = solo_game.open_table_for_guests(company) if chosen.is_far else solo_game.open_table_with_bots(company)
        if last is not None:
            opening = solo_game.return_to_game(opening)
        status = show(visit, opening, surface, checks=True)
    sys.stderr.write(
        _(
            "your transcripts are in {transcripts}; 'rummynet verify FILE' checks them again",
            transcripts=visit.transcripts,
        )
        + "\n"
    )
    return status


def _begins_second(open_game: Played | None) -> bool:
    """Say that another ``rummynet play`` runs, where a game goes on. Whether to begin one here too.

    Where nobody can be asked it begins.
    """
    says = _("'rummynet play' is open in another window")
    if open_game is not None:
        says = _(
            "A game is open in another window ({game}): go on with it there", game=solo_game.game_description(open_game)
        )
    warning = _("{says}. A game begun here cannot go on once you leave it.", says=says)
    if not is_anybody_there():
        sys.stderr.write(harmless(warning) + "\n")
        return True
    return yes_or_no(f"{warning} {_('Begin one?')}", enter=False)


def _goes_on(last: Played) -> bool:
    """Whether to go on with the game: a person at a terminal is asked, where nobody can be asked it goes on."""
    question = _("Your last game is not finished ({game}). Go on with it?", game=solo_game.game_description(last))
    # Enter means yes: a game that was left by accident is not thrown away by one key.
    return not is_anybody_there() or yes_or_no(question, enter=True)


def _teach(args: argparse.Namespace) -> int | None:
    """Give the lesson. Returns the exit status; None to go on at a table with bots."""
    if args.variant not in (None, KEILTY.name):
        raise BadOption(
            _("the lesson teaches Keilty rummy only; leave out --teach to play {variant}", variant=args.variant)
        )
    return teach(ActiveSettings(home(args.data)), chosen_surface(args.plain, args.json))
