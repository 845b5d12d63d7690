"""``rummynet stats``: one's own games, from the transcripts that the client kept. Nothing is asked of any host."""

import argparse
import json
import sys

from rummynet.keyfile import home
from rummynet_client.history import game_history
from rummynet_client.language import _
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.text import harmless
from rummynet_protocol.values import asdict


def run(args: argparse.Namespace) -> int:
    """Print the summary and the last games; 0 also where there are none."""
    data = home(args.data)
    apply_kept_language(data)
    games, unread = game_history.history(data / "transcripts")
    sys.stderr.write("".join(harmless(line) + "\n" for line in unread))
    rows = game_history.summary(games)
    if args.json:
        found = {
            "summary": rows,
            "games": [asdict(one) for one in games],
            "evenings": game_history.evenings_by_variant(games),
        }
        sys.stdout.write(json.dumps(found) + "\n")
        return 0
    lines = [game_history.summary_line(row) for row in rows] or [_("no games yet; 'rummynet play' starts one")]
    lines += ["", *map(game_history.game_line, reversed(games[-args.last :]))] if games else []
    lines += game_history.evening_lines(games, args.last)
    sys.stdout.write("".join(harmless(line) + "\n" for line in lines))
    return 0
