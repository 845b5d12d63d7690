"""``rummynet host``: the daemon, or what is done with its data in place of hosting."""

import argparse
from importlib import import_module

from rummynet_protocol.errors import RummynetError


class CannotHostHere(RummynetError):
    """The system lacks what a host stands on: locks of files, as Linux and macOS have them."""

    code = "host"


def run(args: argparse.Namespace) -> int:
    """Host until a signal stops it. Exit status 0 after SIGTERM, 130 after Ctrl-C.

    Raises CannotHostHere, CannotHost, KeyFileError, JournalError, TranscriptError, BadLimit.
    """
    try:
        import_module("fcntl")
    except ImportError:
        raise CannotHostHere(
            "this system cannot host: it has no fcntl; host on Linux or macOS, and join from here by the address"
        ) from None
    from rummynet.host import service

    return service.run(args)
