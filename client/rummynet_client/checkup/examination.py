"""All that ``rummynet doctor`` looks at, in order: network, hosts, the host named, data directory, terminal."""

import asyncio
import os
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Final

from rummynet.interfaces import Interface, interfaces
from rummynet_client.checkup import host_checks as remote
from rummynet_client.checkup import machine_checks as place
from rummynet_client.checkup import multicast_checks as multicast
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, sentence_of, system_words
from rummynet_client.net.discover import CannotListen, NetworkWatch
from rummynet_client.net.way import Way
from rummynet_client.storage.settings import Settings, SettingsError, load_settings
from rummynet_protocol.wire.announcement import short

# Three queries: they are sent at 0, 0.5 and 1.5 seconds, and every host that is there answers each.
_LISTEN_SECONDS: Final = 2.5


async def examine(
    where: Way | Finding | None, data: Path, far: Awaitable[list[Finding]] | None = None
) -> list[Finding]:
    """All findings, from the network to the terminal.

    *where*: the way to a host, or why there is none; *far*: what is found about other homes, if it was asked for.
    """
    own, found = _interfaces()
    if own:
        echoes = await multicast.probe_multicast(own)
        found += multicast.judge_multicast(own, echoes)
        found.append(await hosts_heard())
    found.append(remote.own_versions())
    if isinstance(where, Finding):
        found.append(where)
    elif where is not None:
        found += await remote.host_at(where, data)
    if far is not None:
        found += await far
    return [
        *found,
        *place.data_directory(data),
        place.clock(data),
        *place.terminal(os.environ, settings=_settings(data)),
    ]


def _settings(data: Path) -> Settings:
    """The player's settings; the defaults if they cannot be read, which the data directory's check tells."""
    try:
        return load_settings(data)
    except SettingsError:
        return Settings()


async def hosts_heard() -> Finding:
    """The hosts that announce themselves."""
    try:
        async with NetworkWatch() as watch:
            await asyncio.sleep(_LISTEN_SECONDS)
            hosts = watch.hosts()
    except CannotListen as problem:
        return Finding(N_("hosts"), "fail", sentence_of(problem), _("join by address"))
    if not hosts:
        return Finding(N_("hosts"), "warn", _("none found"), _("start one with 'rummynet host', or join by address"))
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
        why = _("cannot be listed ({problem})", problem=system_words(problem))
        return (), [Finding(N_("interfaces"), "fail", why, _("join by address"))]
    return own, [multicast.interfaces_found(own)]
