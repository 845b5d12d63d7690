"""``rummynet move``: take one's seat along to another machine, by a code that works once."""

import argparse
import asyncio
import secrets
import sys
from pathlib import Path

from rummynet.interfaces import interfaces, own_addresses
from rummynet.keyfile import home
from rummynet_client.language import _, ngettext
from rummynet_client.storage.identity_export import check_can_import, export_identity, import_identity
from rummynet_client.storage.identity_transfer import SECONDS, ExportServer, fetch_export, make_code
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.wire.address import address, read_address


def run(args: argparse.Namespace) -> int:
    """Give, or with an address take; 0 when the player has moved. Raises MoveError, KeyFileError, BadAddress."""
    data = home(args.data)
    apply_kept_language(data)
    if args.address is None:
        asyncio.run(_give(data, args.bind, anyway=args.anyway))
    else:
        _take(data, read_address(args.address), args.replace)
    return 0


async def _give(data: Path, bind: str, *, anyway: bool) -> None:
    code = make_code(secrets.token_bytes)
    giver = ExportServer(export_identity(data, anyway=anyway), code, secrets.token_bytes)

    def ready(port: int) -> None:
        _say(_("Run this on the other machine within {minutes} minutes:", minutes=SECONDS // 60))
        for where in own_addresses(bind, interfaces(), both=False):
            _say(f"  rummynet move {address(where, port)}")
        _say(_("Type this code there. It works once: {code}", code=code))

    await giver.serve(bind, 0, SECONDS, ready)
    _say(_("Your player has moved. The other machine now has your seat; a client still running here will close."))


def _take(data: Path, where: tuple[str, int], replace: bool) -> None:
    # Before the code is asked for: it works once, and a refusal afterwards would have used it up.
    check_can_import(data, replace)
    sys.stdout.write(_("Type the code that the other machine shows:") + " ")
    sys.stdout.flush()
    exported = asyncio.run(fetch_export(where, sys.stdin.readline(), secrets.token_bytes))
    games = import_identity(data, exported, replace)
    if not sys.stdin.isatty():
        _say("")  # in a pipe nobody types the line end behind the question
    _say(_("You are now the same player here. Join the host as usual, and you have your seat."))
    if games:
        _say(
            _(
                "If cards are being shuffled right now, they may have to be shuffled again: your secret part "
                "stays on the other machine."
            )
        )
        _say(ngettext("{n} unfinished game moved with you.", "{n} unfinished games moved with you.", games, n=games))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
