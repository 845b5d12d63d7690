#!/usr/bin/env python3
"""Effect of hostile connections on players: bots' answer times without and with an attack on the host, as JSON.

    python scripts/hostile/load.py                        2,000 half-open, 500 slow, 200 talking; 30 seconds each part
    python scripts/hostile/load.py --seconds 20 --half-open 200 --slow 50 --talkers 100

A real host on a loopback port, with its limits on the number of connections raised so that all of them are admitted;
every other limit is the default. Half-open connections never begin TLS; slow ones greet in TLS, one byte a second;
talking ones (the third part, beside the silent ones) have greeted and send as many requests as they can, see
``connection_load.py``. Whenever the host closes one it is opened again. Bots play all the while; an answer time is that
of one request, from its sending to its answer. `host_busy` is the fraction of one processor that the host used,
`load_of_the_machine` the load average: figures of a machine busy with other things mean little. `fsync_ms` is what the
disk took for a page of 4 KiB, ten times a second: nothing is answered before it is on the disk.

Status 1 if p99 more than doubles in either attack, if the host uses more memory than docs/hardening.md says, if less
than half of the talking connections exist at the end (then the attack did not take place), or if a part has so few
answers that their 99th percentile says nothing.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from rummynet_protocol.values import replace

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "client"), str(ROOT / "protocol")]

from hostile import connection_load  # noqa: E402

from rummynet_client.bots.robot import BotConfig, Robot  # noqa: E402
from rummynet_client.core.session.outbox import Outbox  # noqa: E402
from rummynet_client.net.connect_options import ConnectOptions  # noqa: E402
from rummynet_protocol.wire.address import read_address  # noqa: E402

MEMORY = 400
"""Most megabytes that the host may use; docs/hardening.md states the same figure."""
FEWEST_ANSWERS = 300
"""Fewest answers of a part."""
LIMITS = """[limits]
connections = 10000
per_address = 10000
ungreeted = 10000
dials_per_second = 10000
dials_burst = 10000
"""
SETTLE_SECONDS = 8.0
"""Delay before each part, for bots and hostile connections to reach a steady state."""
STARTING_SECONDS = 60.0


def main() -> int:
    """Measure; print JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="length of each of the three parts")
    parser.add_argument("--half-open", type=int, default=2000)
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--talkers", type=int, default=200, help="greeted connections that ask without end")
    parser.add_argument("--tables", type=int, default=4, help="of two bots each")
    parser.add_argument("--data", metavar="DIR", help="where the host's folder is made; /dev/shm: no disk")
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    with (
        tempfile.TemporaryDirectory(prefix="rummynet-load-", dir=args.data) as data,
        _host(Path(data)) as (where, process),
    ):
        result = asyncio.run(_measure(where, args, process.pid, Disk(Path(data))))
    print(json.dumps({**result, "file_limit": {"was": soft, "used": min(hard, 20_000)}}, indent=2))
    ratios = (result["ratio_p99_silent"], result["ratio_p99_talking"])
    took_place = 2 * result["talkers_greeted_at_the_end"] >= args.talkers
    took_place &= min(result[part]["answers"] for part in ("baseline", "silent", "talking")) >= FEWEST_ANSWERS
    return 0 if took_place and max(ratios) <= 2 and (result["host_megabytes_at_most"] or 0) <= MEMORY else 1


@contextlib.contextmanager
def _host(data: Path) -> Any:  # noqa: ANN401
    (data / "host.toml").write_text(LIMITS)
    words = ["host", "--bind", "127.0.0.1", "--port", "0", "--data", str(data), "--no-announce", "--name", "load"]
    with (data / "host.log").open("wb") as log:
        line = [sys.executable, "-m", "rummynet", *words, "--config", str(data / "host.toml")]
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield read_address(process.stdout.readline().split()[1]), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


# -- the bots


class Stopwatch:
    """Answer times of all requests of this process, in milliseconds."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._sent: dict[tuple[int, int], float] = {}
        self._watch()

    def _watch(self) -> None:
        ask, answered = Outbox.send_request, Outbox.pop_request

        def asks(box: Outbox, make: Any, what: str = "") -> None:  # noqa: ANN401
            ask(box, make, what)
            self._sent[id(box), box._numbers] = time.perf_counter()

        def answers(box: Outbox, number: int) -> Any:  # noqa: ANN401
            begun = self._sent.pop((id(box), number), None)
            if begun is not None:
                self.times.append(1000 * (time.perf_counter() - begun))
            return answered(box, number)

        Outbox.send_request = asks  # type: ignore[method-assign, assignment]
        Outbox.pop_request = answers  # type: ignore[method-assign, assignment]


class Steady:
    """Another strategy's choices after short pauses, so that a player asks often but stays below the limits."""

    def __init__(self, other: Any) -> None:  # noqa: ANN401
        self._other, self.name = other, other.name

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._other, name)

    def thinking_seconds(self, chance: Any, cards: int) -> float:  # noqa: ANN401
        """0.1 to 0.3 seconds."""
        return 0.1 + float(chance(200)) / 1000


def figures(times: list[float]) -> dict[str, Any]:
    """Summary of a list of answer times."""
    ordered = sorted(times)
    at = {f"p{part}": round(ordered[min(len(ordered) - 1, len(ordered) * part // 100)], 2) for part in (50, 90, 99)}
    return {"answers": len(times), "mean_ms": round(statistics.fmean(times), 2), **at, "most": round(ordered[-1], 2)}


class Disk:
    """Times a disk for what the host does for every action: write a page, then ``fsync``."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "probe").open("wb")
        self.times: list[float] = []

    async def probe(self) -> None:
        """Measure ten times a second, forever."""
        while True:
            self.times.append(await asyncio.to_thread(self._write))
            await asyncio.sleep(0.1)

    def _write(self) -> float:
        self._file.seek(0)
        self._file.write(bytes(4096))
        self._file.flush()
        begun = time.perf_counter()
        os.fsync(self._file.fileno())
        return 1000 * (time.perf_counter() - begun)


async def _measure(where: tuple[str, int], args: argparse.Namespace, host: int, disk: Disk) -> dict[str, Any]:
    watch = Stopwatch()
    probing = asyncio.create_task(disk.probe())
    playing = asyncio.create_task(_play(where, args.tables))
    await asyncio.sleep(SETTLE_SECONDS)
    before = await _part(watch, args.seconds, playing, host, disk)
    spawning = multiprocessing.get_context("spawn")
    held, opened, greeted, answers, byes = (spawning.Value("i", 0) for _ in range(5))
    silent = spawning.Process(
        target=connection_load.silent, args=(where, args.half_open, args.slow, held, opened), daemon=True
    )
    silent.start()
    await _wait_until_open(held, args.half_open + args.slow)
    await asyncio.sleep(SETTLE_SECONDS)
    begun = opened.value
    under_load = await _part(watch, args.seconds, playing, host, disk)
    again = opened.value - begun
    talking = spawning.Process(
        target=connection_load.talking, args=(where, args.talkers, greeted, answers, byes), daemon=True
    )
    talking.start()
    await _wait_until_open(greeted, args.talkers)
    await asyncio.sleep(SETTLE_SECONDS)
    first = answers.value
    beset = await _part(watch, args.seconds, playing, host, disk)
    result = {
        "half_open": args.half_open,
        "slow": args.slow,
        "talkers": args.talkers,
        "bots": 2 * args.tables,
        "seconds_each": args.seconds,
        "silent_connections_held_at_the_end": held.value,
        "silent_connections_opened_again": again,
        "talkers_greeted_at_the_end": greeted.value,
        "talkers_sent_away": byes.value,
        "talkers_answered_a_second": round((answers.value - first) / args.seconds),
        "host_megabytes_at_most": _megabytes(host),
        "baseline": before,
        "silent": under_load,
        "talking": beset,
        "ratio_p99_silent": round(under_load["p99"] / before["p99"], 2),
        "ratio_p99_talking": round(beset["p99"] / before["p99"], 2),
        "ratio_p50_talking": round(beset["p50"] / before["p50"], 2),
    }
    for process in (talking, silent):
        process.terminate()
        process.join()
    probing.cancel()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    return result


async def _part(
    watch: Stopwatch, seconds: float, playing: "asyncio.Task[None]", host: int, disk: Disk
) -> dict[str, Any]:
    watch.times.clear()
    disk.times.clear()
    used, since = _processor_seconds(host), time.monotonic()
    await asyncio.wait((playing,), timeout=seconds)
    if playing.done():
        playing.result()
    busy = (_processor_seconds(host) - used) / (time.monotonic() - since)
    load = {"host_busy": round(busy, 2), "load_of_the_machine": round(os.getloadavg()[0], 1)}
    return {**figures(watch.times), **load, "fsync_ms": {**figures(disk.times)}}


def _processor_seconds(process: int) -> float:
    """Processor time that a process has used; 0 where the system does not report it."""
    try:
        parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def _wait_until_open(held: "Synchronized[int]", wanted: int) -> None:
    deadline = time.monotonic() + STARTING_SECONDS
    while held.value < 0.9 * wanted and time.monotonic() < deadline:
        await asyncio.sleep(0.2)


async def _play(where: tuple[str, int], tables: int) -> None:
    """Play game after game with two bots at each of *tables* tables."""
    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            habits = BotConfig(company=2, stay=True, options={"target": 5000})
            first = _robot(where, habits)
            group.create_task(first.run())
            second = _robot(where, replace(habits, table=await first.seated))
            group.create_task(second.run())
            while not _is_playing(second):  # else the next table's first bot could sit down here
                await asyncio.sleep(0.05)


def _is_playing(robot: Robot) -> bool:
    table = robot.link.session.model.table
    return table is not None and table.stage == "playing"


def _robot(where: tuple[str, int], habits: BotConfig) -> Robot:
    robot = Robot(ConnectOptions(where, "bot"), habits, secrets.randbelow)
    robot._strategy = Steady(robot._strategy)
    return robot


def _megabytes(process: int) -> int | None:
    """Peak memory of a process; None where the system does not report it."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    sys.exit(main())
