"""A long run of a cluster, for ``chaos --cluster --long``: an upgrade, retention and a failover, while bots play on.

Bots play as many actions as people do in a day. Hosts are drained and started again one by one, with clocks two days
on: the new ones find games that are older than ``--keep-days 1`` and delete them. Under Patroni the primary's machine
dies half way. Memory and descriptors of each host are compared between two times after that start, an early one and
the end.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from cluster.cluster_faults import HOSTS, ClusterHosts, Pauses
from cluster.patroni_servers import PatroniServers

DAYS: Final = 2
"""By how much the clocks are on after the upgrade."""
UPGRADE_AT, FAIL_AT, EARLY, LATE = 0.1, 0.5, (0.16, 0.2), (0.85, 1.0)
"""Parts of the whole time: when hosts are upgraded and the primary dies, and the two times that are compared.

The early one is an hour of the day after the upgrade, which takes a few hundredths.
"""
EVERY_SECONDS: Final = 5.0


@dataclass
class Sample:
    """What a host had at one time: ``at`` is a part of the whole."""

    at: float
    host: int
    megabytes: float
    """Its memory without pages of files."""
    descriptors: int


async def long_run(
    hosts: ClusterHosts, pauses: Pauses, minutes: float, chance: random.Random, games: Callable[[], int]
) -> dict[str, Any]:
    """Let it run for so long, and return the figures; *games* counts those that have begun."""
    begun, samples, done = time.monotonic(), list[Sample](), dict[str, float]()
    steps = {"upgrade": (UPGRADE_AT, _upgrade), "failover": (FAIL_AT, _fail)}
    before_upgrade = 0
    while (at := (time.monotonic() - begun) / (60 * minutes)) < 1:
        for name, (due, step) in steps.items():
            if at >= due and name not in done:
                before_upgrade = before_upgrade or games()
                start = time.monotonic()
                await step(hosts, chance)
                await asyncio.sleep(1)
                done[name] = pauses.longest(start, time.monotonic())
        samples += [_sample(at, number, process.pid) for number, process in enumerate(hosts.processes)]
        print(f"{at:.0%}, {games()} games", file=sys.stderr, end="\r")
        await asyncio.sleep(EVERY_SECONDS)
    return {
        "minutes": minutes,
        "games_begun_before_the_upgrade": before_upgrade,
        "hosts": [_compared(samples, number) for number in range(HOSTS)],
        "seconds_of_the_longest_stall": {name: round(seconds, 1) for name, seconds in done.items()},
        "promotions": hosts.server.promotions if isinstance(hosts.server, PatroniServers) else 0,
        "deletions": hosts.lines("old games and transcripts are deleted"),
        "tables_that_stood_still": 0,
    }


async def _upgrade(hosts: ClusterHosts, chance: random.Random) -> None:
    """As docs/cluster.md says: drain, wait for the end, start the new one, wait until it is alive."""
    for number in range(HOSTS):
        data, url = str(hosts.folders[number]), hosts.url_of(number)
        words = [*hosts.words(number), sys.executable, "-m", "rummynet", "host", "--drain", "--data", data]
        drain = await asyncio.create_subprocess_exec(*words, "--journal", url, stdout=subprocess.DEVNULL)
        if await drain.wait():
            raise SystemExit(f"host {number} was not drained")
        hosts.clocks[number] += DAYS * 86_400
        await hosts.again(number, 0, 0)


async def _fail(hosts: ClusterHosts, chance: random.Random) -> None:
    if isinstance(hosts.server, PatroniServers):
        await asyncio.to_thread(hosts.server.cause, "kill the primary's machine", chance)


def _sample(at: float, host: int, process: int) -> Sample:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    # Not "Pss": its share of the pages of Python and libraries changes by 4 MB with what else runs on the machine.
    kilobytes = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss_Anon:"))
    return Sample(at, host, kilobytes / 1024, len(os.listdir(f"/proc/{process}/fd")))


def _compared(samples: list[Sample], host: int) -> dict[str, Any]:
    early, late = ([one for one in samples if one.host == host and a <= one.at <= b] for a, b in (EARLY, LATE))
    first, last = (median(one.megabytes for one in some) for some in (early, late))
    tenths = [[one.megabytes for one in samples if one.host == host and int(10 * one.at) == part] for part in range(10)]
    return {
        "megabytes_by_tenths_of_the_time": [round(median(some), 1) for some in tenths if some],
        "megabytes_early": round(first, 1),
        "megabytes_late": round(last, 1),
        "growth_percent": round(100 * (last / first - 1), 1),
        "descriptors_early": median(one.descriptors for one in early),
        "descriptors_late": median(one.descriptors for one in late),
    }
