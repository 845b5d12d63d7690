"""``rummynet demo``: a real host, bot players over TLS, a whole game, and the check of its fairness."""

import argparse
import json
import secrets
import sys
from collections.abc import Callable
from datetime import datetime
from typing import TextIO

from rummynet.keyfile import home
from rummynet.rules.varieties import variety
from rummynet_cli.console import fitted
from rummynet_cli.transcript_files import DEMOS
from rummynet_client.demo.demonstration import demonstrate, judge, read_options, short_options
from rummynet_client.language import _
from rummynet_client.storage.settings import ActiveSettings, apply_kept_language
from rummynet_client.surface import has_screen


def run(args: argparse.Namespace) -> int:
    """Play one game and check it: 0 if it verifies. Raises BadOption, BadSeats, HostFailed."""
    data = home(args.data)
    apply_kept_language(data)
    options = short_options(args.variant, args.target) | read_options(args.variant, args.option or ())
    game = variety(args.variant)
    # Before the host is started: a refusal after that would come as its failure.
    game.check(game.resolve(options), args.players)
    # With --json standard output has the result alone.
    say = _say_to(sys.stderr if args.json else sys.stdout)
    store = data / "transcripts" / DEMOS / f"{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}"
    settings = None if args.json or not has_screen() else ActiveSettings(data).settings
    outcome = demonstrate(args.players, args.variant, options, store, say, settings)
    if outcome.left_early:
        say(_("you left before the end of the game, so nothing was checked"))
        return 1
    judge(outcome, say)
    if args.json:
        _say_to(sys.stdout)(json.dumps(outcome.to_dict()))
    return 0 if outcome.verified else 1


def _say_to(stream: TextIO) -> Callable[[str], None]:
    def say(text: str) -> None:
        stream.write(fitted(text, stream) + "\n")
        stream.flush()

    return say
