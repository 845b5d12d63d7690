"""``rummynet doctor``: what may be in the way, one line a finding, and what to do about it."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummynet.interfaces import Interface, interfaces
from rummynet.keyfile import home
from rummynet_client.checkup import host_checks as remote
from rummynet_client.checkup import machine_checks as place
from rummynet_client.checkup import multicast_checks as multicast
from rummynet_client.checkup import terminal_checks as screen
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, sentence_of
from rummynet_client.net.discover import CannotListen, NetworkWatch
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.wire.announcement import short
from rummynet_protocol.wire.invitation import HostPlace, read_place

_LISTEN_SECONDS: Final = 2.5


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 if something fails. Raises BadAddress."""
    data = home(args.data)
    apply_kept_language(data)
    where = read_place(args.address) if args.address is not None else None
    found = asyncio.run(examine(where, data))
    failing = any(finding.verdict == "fail" for finding in found)
    if args.json:
        told = {"healthy": not failing, "findings": [finding.to_dict() for finding in found]}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(finding.line + "\n" for finding in found)
    return 1 if failing else 0


async def examine(where: HostPlace | None, data: Path) -> list[Finding]:
    """All findings, from the network to the terminal."""
    own, found = _interfaces()
    if own:
        echoes = await multicast.probe_multicast(own)
        found += multicast.judge_multicast(own, echoes)
        found.append(await hosts_heard())
    found.append(remote.own_versions())
    if where is not None:
        found += await remote.host_at(where, data)
    return [*found, *place.data_directory(data), place.clock(data), *screen.terminal(os.environ)]


async def hosts_heard() -> Finding:
    """The hosts that announce themselves."""
    try:
        async with NetworkWatch() as watch:
            await asyncio.sleep(_LISTEN_SECONDS)
            hosts = watch.hosts()
    except CannotListen as problem:
        return Finding(N_("hosts"), "fail", sentence_of(problem), _("join by address"))
    if not hosts:
        return Finding(
            N_("hosts"), "warn", _("none was heard"), _("start one with 'rummynet host', or join by address")
        )
    return Finding(
        N_("hosts"),
        "ok",
        ", ".join(
            _(
                "{name} (key {fingerprint})",
                name=host.announcement.name,
                fingerprint=short(host.announcement.fingerprint),
            )
            for host in hosts
        ),
    )


def _interfaces() -> tuple[Sequence[Interface], list[Finding]]:
    try:
        own = interfaces()
    except OSError as problem:
        return (), [
            Finding(N_("interfaces"), "fail", _("cannot be listed ({problem})", problem=problem), _("join by address"))
        ]
    return own, [multicast.interfaces_found(own)]
