"""``rummynet lobby``: the hosts on the local network and their tables, listed once."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import Final

from rummynet.keyfile import home
from rummynet_client.core.views.host_list import ListedHost, as_json, text_lines
from rummynet_client.language import _
from rummynet_client.net.discover import met_hosts
from rummynet_client.seek import find_hosts
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.settings import apply_kept_language

_RED: Final = "\x1b[1;31m"
_YELLOW: Final = "\x1b[33m"
_BOLD: Final = "\x1b[1m"
_PLAIN: Final = "\x1b[0m"


def run(args: argparse.Namespace) -> int:
    """List the hosts heard within the time given; 0 also when there are none. Raises CannotListen, KnownHostsError."""
    data = home(args.data)
    apply_kept_language(data)
    found = asyncio.run(find_hosts(args.timeout, met_hosts(data), IncidentFile(data).incidents_of))
    if args.json:
        sys.stdout.write(json.dumps(as_json(found), ensure_ascii=False) + "\n")
        return 0
    # NO_COLOR: https://no-color.org.
    _print(found, coloured=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    return 0


def _print(found: Sequence[ListedHost], coloured: bool) -> None:
    colours = {"title": _BOLD, "alarm": _RED, "doubt": _YELLOW} if coloured else {}
    for style, text in text_lines(found):
        colour = colours.get(style)
        sys.stdout.write(f"{colour}{text}{_PLAIN}\n" if colour else f"{text}\n")
    if not found:
        # On standard error: a list in a pipe stays empty.
        sys.stderr.write(
            _(
                "no host found; start one with 'rummynet host', join one elsewhere by its address, or run "
                "'rummynet doctor' to see what is wrong"
            )
            + "\n"
        )
