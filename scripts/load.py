#!/usr/bin/env python3
"""How much hostile connections cost those who play: bots' answer times before and while a host is besieged, as JSON.

    python scripts/load.py                              2,000 half-open and 500 slow connections, 30 seconds each part
    python scripts/load.py --seconds 10 --half-open 200 --slow 50

A real host on a loopback port, with its limits on connections raised so that all of them are let in. Half-open ones
never begin TLS; slow ones greet in TLS, one byte a second. Whenever the host closes one it is opened again. Bots play
all the while; an answer time is that of one request, from its sending to its answer. `host_busy` is the part of one
processor that the host used, `load_of_the_machine` what else there was to do: figures of a machine that was busy with
other things say little. Status 1 if p99 more than doubles.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from rummynet_client.core.outbox import Outbox  # noqa: E402
from rummynet_client.robot import Habits, Robot  # noqa: E402
from rummynet_client.tls import context  # noqa: E402
from rummynet_client.visit import Visit  # noqa: E402
from rummynet_protocol.fairness.signing import Signer  # noqa: E402
from rummynet_protocol.wire.address import read_address  # noqa: E402
from rummynet_protocol.wire.connection import Connection, Role  # noqa: E402
from rummynet_protocol.wire.messages import Hello  # noqa: E402

LIMITS = "[limits]\nconnections = 10000\nper_address = 10000\n"
SETTLE_SECONDS = 8.0
"""Before each part: the bots begin, the siege stands."""


def main() -> int:
    """Measure; print JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="length of each of the two parts")
    parser.add_argument("--half-open", type=int, default=2000)
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--tables", type=int, default=4, help="of two bots each")
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    with tempfile.TemporaryDirectory(prefix="rummynet-load-") as data, _host(Path(data)) as (where, process):
        told = asyncio.run(_measure(where, args, process.pid))
    print(json.dumps({**told, "file_limit": {"was": soft, "used": min(hard, 20_000)}}, indent=2))
    return 0 if told["ratio_p99"] <= 2 else 1


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
        ask, answered = Outbox.ask, Outbox.answered

        def asks(box: Outbox, make: Any, what: str = "") -> None:  # noqa: ANN401
            ask(box, make, what)
            self._sent[id(box), box._numbers] = time.perf_counter()

        def answers(box: Outbox, number: int) -> Any:  # noqa: ANN401
            begun = self._sent.pop((id(box), number), None)
            if begun is not None:
                self.times.append(1000 * (time.perf_counter() - begun))
            return answered(box, number)

        Outbox.ask = asks  # type: ignore[method-assign]
        Outbox.answered = answers  # type: ignore[method-assign]


class Steady:
    """Another strategy's choices after short pauses, so that a player asks often but never floods."""

    def __init__(self, other: Any) -> None:  # noqa: ANN401
        self._other, self.name = other, other.name

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._other, name)

    def pause(self, chance: Any) -> float:  # noqa: ANN401
        """A tenth of a second to three."""
        return 0.1 + float(chance(200)) / 1000


def figures(times: list[float]) -> dict[str, Any]:
    """What is said of a list of answer times."""
    ordered = sorted(times)
    at = {f"p{part}": round(ordered[min(len(ordered) - 1, len(ordered) * part // 100)], 2) for part in (50, 90, 99)}
    return {"answers": len(times), "mean_ms": round(statistics.fmean(times), 2), **at, "most": round(ordered[-1], 2)}


async def _measure(where: tuple[str, int], args: argparse.Namespace, host: int) -> dict[str, Any]:
    watch = Stopwatch()
    playing = asyncio.create_task(_play(where, args.tables))
    await asyncio.sleep(SETTLE_SECONDS)
    before = await _part(watch, args.seconds, playing, host)
    spawning = multiprocessing.get_context("spawn")
    held, opened = spawning.Value("i", 0), spawning.Value("i", 0)
    siege = spawning.Process(target=besiege, args=(where, args.half_open, args.slow, held, opened), daemon=True)
    siege.start()
    await _stands(held, args.half_open + args.slow)
    await asyncio.sleep(SETTLE_SECONDS)
    begun = opened.value
    during = await _part(watch, args.seconds, playing, host)
    standing, again = held.value, opened.value - begun
    memory = _megabytes(host)
    siege.terminate()
    siege.join()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    return {
        "half_open": args.half_open,
        "slow": args.slow,
        "bots": 2 * args.tables,
        "seconds_each": args.seconds,
        "connections_held_at_the_end": standing,
        "opened_again_meanwhile": again,
        "host_megabytes": memory,
        "baseline": before,
        "besieged": during,
        "ratio_p99": round(during["p99"] / before["p99"], 2),
        "ratio_p50": round(during["p50"] / before["p50"], 2),
    }


async def _part(watch: Stopwatch, seconds: float, playing: "asyncio.Task[None]", host: int) -> dict[str, Any]:
    watch.times.clear()
    used, since = _processor_seconds(host), time.monotonic()
    await asyncio.wait((playing,), timeout=seconds)
    if playing.done():
        playing.result()
    busy = (_processor_seconds(host) - used) / (time.monotonic() - since)
    return {**figures(watch.times), "host_busy": round(busy, 2), "load_of_the_machine": round(os.getloadavg()[0], 1)}


def _processor_seconds(process: int) -> float:
    """What a process has used so far; 0 where the system does not tell."""
    try:
        parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def _stands(held: "Synchronized[int]", wanted: int) -> None:
    deadline = time.monotonic() + 60
    while held.value < 0.9 * wanted and time.monotonic() < deadline:
        await asyncio.sleep(0.2)


async def _play(where: tuple[str, int], tables: int) -> None:
    """Bots at so many tables, game after game."""
    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            habits = Habits(company=2, stay=True, options={"target": 5000})
            first = _robot(where, habits)
            group.create_task(first.run())
            second = _robot(where, replace(habits, table=await first.seated))
            group.create_task(second.run())
            await second.seated  # or the next table's first bot would sit down here


def _robot(where: tuple[str, int], habits: Habits) -> Robot:
    robot = Robot(Visit(where, "bot"), habits, secrets.randbelow)
    robot._strategy = Steady(robot._strategy)  # type: ignore[assignment]
    return robot


def _megabytes(process: int) -> int | None:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


# -- the siege, in a process of its own


def besiege(
    where: tuple[str, int], half_open: int, slow: int, held: "Synchronized[int]", opened: "Synchronized[int]"
) -> None:
    """Hold so many hostile connections until the process is ended."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    asyncio.run(_besiege(where, half_open, slow, held, opened))


async def _besiege(where: tuple[str, int], half_open: int, slow: int, held: Any, opened: Any) -> None:  # noqa: ANN401
    counts: Counter[str] = Counter()

    async def forever(kind: Any) -> None:  # noqa: ANN401
        await asyncio.sleep(random.random() * 8)
        while True:
            try:
                await kind(where, held, opened)
            except (OSError, asyncio.IncompleteReadError):
                counts["failed"] += 1
            await asyncio.sleep(0.5 + random.random())

    async with asyncio.TaskGroup() as group:
        for _ in range(half_open):
            group.create_task(forever(_half_open))
        for _ in range(slow):
            group.create_task(forever(_slow))


async def _half_open(where: tuple[str, int], held: Any, opened: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where)
    held.value += 1
    opened.value += 1
    try:
        await reader.read()
    finally:
        held.value -= 1
        writer.close()


async def _slow(where: tuple[str, int], held: Any, opened: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where, ssl=context(), ssl_handshake_timeout=60)
    held.value += 1
    opened.value += 1
    hello = Connection(Role.CLIENT).send(Hello(1, 1, "x" * 100, Signer(b"\1" * 32).public, "x" * 60))
    reading = asyncio.create_task(reader.read())
    try:
        for byte in hello:
            writer.write(bytes([byte]))
            await asyncio.wait((reading,), timeout=1)
            if reading.done():
                break
    finally:
        held.value -= 1
        reading.cancel()
        writer.close()


if __name__ == "__main__":
    sys.exit(main())
