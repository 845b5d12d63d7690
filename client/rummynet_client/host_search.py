"""The hosts on the local network and their tables, asked for once."""

import asyncio
from collections.abc import Sequence

from rummynet_client.core.views.host_list import Listed
from rummynet_client.core.views.host_registry import Met
from rummynet_client.net.discover import NetworkWatch
from rummynet_client.net.probe import visited
from rummynet_client.seek import Past, judged, nothing_known


async def find_hosts(seconds: float, met: Sequence[Met], past: Past = nothing_known) -> list[Listed]:
    """Listen for *seconds*, then ask each host that announced itself for its tables. Raises CannotListen."""
    async with NetworkWatch() as watch:
        await asyncio.sleep(seconds)
        hosts = watch.hosts()
    return list(await asyncio.gather(*(visited(one) for one in judged(hosts, met, past))))
