"""Probes discovered hosts: which address answers, and what the lobby shows."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rummynet_client.core.text import commands
from rummynet_client.core.text.news import LobbyListed, News, TableListed
from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import HostSeen
from rummynet_client.language import _, sentence_of
from rummynet_client.net.host_link import HostLink
from rummynet_client.net.tls import CannotConnect, connect
from rummynet_client.net.way import Way
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import address, key_fingerprint

PROBE_NAME: Final = "lobby"  # player name of a probe in the host's log; a probe takes no seat and has a one-time key


class Impostor(RummynetError):
    """The peer's key is not the announced one."""

    code = "impostor"


# Two seconds an address: at home a host answers in milliseconds, and a dead address delays those behind it.
async def reachable_address(host: HostSeen, seconds: float = 2.0) -> tuple[str, int]:
    """The first of the host's addresses at which its key answers. Raises CannotConnect, Impostor.

    *seconds* is the timeout for each address. Nothing is sent beyond the TLS handshake.
    """
    other: str | None = None
    for name in host.addresses:
        with suppress(CannotConnect):
            _reader, writer, key = await connect(name, host.port, seconds)
            writer.close()
            with suppress(OSError):
                await asyncio.wait_for(writer.wait_closed(), 1)
            if key_fingerprint(key) == host.announcement.fingerprint:
                return name, host.port
            # Another machine may have this address by now: it matters only if the announced key answers nowhere.
            other = address(name, host.port)
    if other is not None:
        raise Impostor(
            _(
                "THE HOST AT {other} IS NOT {name}: its key is not the announced one ({fingerprint}); ask the "
                "person who runs the host for an invitation (rummynet host --invite)",
                other=other,
                name=host.announcement.name,
                fingerprint=host.announcement.fingerprint,
            )
        )
    tried = ", ".join(address(name, host.port) for name in host.addresses)
    raise CannotConnect(
        _(
            "{name} is announced but does not answer at {tried}; a firewall may be in between",
            name=host.announcement.name,
            tried=tried,
        )
    )


async def read_lobby(way: Way, seconds: float = 4.0) -> tuple[TableListed, ...]:
    """The tables in the lobby of the host there, read with a one-time key. Raises RummynetError."""
    listed: list[LobbyListed] = []
    links: list[HostLink] = []

    def on_news(items: Sequence[News]) -> None:
        listed.extend(item for item in items if isinstance(item, LobbyListed))
        if listed:
            # Not within the call: the link is still delivering this news.
            asyncio.get_running_loop().call_soon(links[0].run_command, commands.QUIT)

    links.append(way.options(PROBE_NAME, None).link(on_news))
    try:
        await asyncio.wait_for(links[0].run(), seconds)
    except TimeoutError:
        if not listed:
            raise CannotConnect(
                _(
                    "{address} answers, but sent no lobby within {seconds:g} seconds",
                    address=address(*way.where),
                    seconds=seconds,
                )
            ) from None
    return listed[0].tables if listed else ()


async def probe_host(listed: ListedHost) -> ListedHost:
    """Probe a host: its tables, with the first address where its key answers; or the reason of the failure."""
    if not listed.is_compatible:
        return listed
    try:
        name, port = await reachable_address(listed.host)
        rest = tuple(other for other in listed.host.addresses if other != name)
        tables = await read_lobby(Way((name, port), listed.host.announcement.fingerprint))
        # The address that answered comes first: joining dials it next.
        return replace(listed, host=replace(listed.host, addresses=(name, *rest)), answers=True, tables=tables)
    except RummynetError as problem:
        return replace(listed, answers=False, why=sentence_of(problem))
