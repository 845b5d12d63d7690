"""The hosts on the local network and their tables, asked for once."""

import asyncio
from collections.abc import Sequence

from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import MetHost
from rummynet_client.net.discover import NetworkWatch
from rummynet_client.net.probe import probe_host
from rummynet_client.seek import Past, no_incidents, with_standing


async def find_hosts(seconds: float, met: Sequence[MetHost], past: Past = no_incidents) -> list[ListedHost]:
    """Listen for *seconds*, then ask each host that announced itself for its tables. Raises CannotListen."""
    async with NetworkWatch() as watch:
        await asyncio.sleep(seconds)
        hosts = watch.hosts()
    return list(await asyncio.gather(*(probe_host(one) for one in with_standing(hosts, met, past))))
