"""``rummynet demo``: a real host, bot players over TLS, a whole game, and the check of its fairness."""

import argparse
import json
import secrets
import sys
from datetime import datetime
from functools import partial

from rummynet.keyfile import home
from rummynet.rules.varieties import variety
from rummynet_cli.transcript_files import DEMOS
from rummynet_client.demo.demonstration import demonstrate, judge, read_options, short_options
from rummynet_client.language import _
from rummynet_client.storage.settings import ActiveSettings, apply_kept_language
from rummynet_client.surface import CHECKS, has_screen, write_text


def run(args: argparse.Namespace) -> int:
    """Play one game and check it: 0 if it verifies. Raises BadOption, BadSeats, HostFailed."""
    data = home(args.data)
    apply_kept_language(data)
    options = short_options(args.variant, args.target) | read_options(args.variant, args.option or ())
    game = variety(args.variant)
    # Before the host is started: a refusal after that would come as its failure.
    game.check(game.resolve(options), args.players)
    # With --json standard output has the result alone.
    say = partial(write_text, stream=sys.stderr if args.json else sys.stdout, indent=CHECKS)
    store = data / "transcripts" / DEMOS / f"{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}"
    settings = None if args.json or not has_screen() else ActiveSettings(data).settings
    outcome = demonstrate(args.players, args.variant, options, store, say, settings)
    if outcome.left_early:
        say(_("you left before the end of the game, so nothing was checked"))
        return 1
    judge(outcome, say)
    if args.json:
        print(json.dumps(outcome.to_dict()))
    return 0 if outcome.verified else 1
