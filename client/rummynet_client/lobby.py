"""``rummynet lobby``: the hosts on the local network and their tables, once."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import Final

from rummynet.keyfile import home
from rummynet_client.core.views.host_list import ListedHost, as_json, text_lines
from rummynet_client.core.views.host_registry import MetHost
from rummynet_client.language import _
from rummynet_client.net.discover import NetworkWatch, met_hosts
from rummynet_client.net.probe import probe_host
from rummynet_client.seek import Past, no_incidents, with_standing
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.settings import apply_kept_language

_RED: Final = "\x1b[1;31m"
_BOLD: Final = "\x1b[1m"
_PLAIN: Final = "\x1b[0m"


def run(args: argparse.Namespace) -> int:
    """List what was heard within the time given; 0 also when that is nothing. Raises CannotListen, KnownHostsError."""
    data = home(args.data)
    apply_kept_language(data)
    found = asyncio.run(look(args.timeout, met_hosts(data), IncidentFile(data).summary_of))
    if args.json:
        sys.stdout.write(json.dumps(as_json(found), ensure_ascii=False) + "\n")
        return 0
    _print(found, coloured=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    return 0


async def look(seconds: float, met: Sequence[MetHost], past: Past = no_incidents) -> list[ListedHost]:
    """Listen for *seconds*, then visit everybody who was heard. Raises CannotListen."""
    async with NetworkWatch() as watch:
        await asyncio.sleep(seconds)
        hosts = watch.hosts()
    return list(await asyncio.gather(*(probe_host(one) for one in with_standing(hosts, met, past))))


def _print(found: Sequence[ListedHost], coloured: bool) -> None:
    colours = {"title": _BOLD, "alarm": _RED} if coloured else {}
    for style, text in text_lines(found):
        colour = colours.get(style)
        sys.stdout.write(f"{colour}{text}{_PLAIN}\n" if colour else f"{text}\n")
    if not found:
        sys.stderr.write(
            _(
                "no host was heard; start one with 'rummynet host', join one elsewhere by its address, or ask "
                "'rummynet doctor' what is in the way"
            )
            + "\n"
        )
