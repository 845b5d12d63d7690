"""``rummynet host``: the daemon, or what is done with its data in place of hosting."""

import argparse

from rummynet.host import service


def run(args: argparse.Namespace) -> int:
    """Host until told to stop. Exit status 0 after SIGTERM, 130 after Ctrl-C.

    Raises CannotHost, KeyFileError, JournalError, TranscriptError, BadLimit.
    """
    return service.run(args)
