"""``rummynet engine``: the rules alone, over JSON Lines, from standard input to standard output."""

import argparse
import sys

from rummynet.engine import serve


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input. Exit status 0."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
