"""A real host under the load of many tables, beside a bare TLS relay in the same run. See ``scripts/bench.py load``."""

import argparse
import asyncio
import contextlib
import os
import resource
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import uvloop
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from benchmarks import relay
from benchmarks.lean_client import Frames, LeanPlayers
from benchmarks.processes import Process, Usage
from rummynet.host.net.certificate import certificate
from rummynet.rules.varieties import variety
from rummynet_client.net.tls import context
from rummynet_protocol.wire.address import read_address

ROOT = Path(__file__).resolve().parents[2]
LIMITS = """[limits]
connections = 100000
per_address = 100000
ungreeted = 100000
dials_per_second = 100000
dials_burst = 100000
share_per_second = 1000000
share_burst = 1000000
spare_per_second = 1000000
tables = {tables}
tables_per_address = {tables}
tables_per_minute_address = 10000
changes_per_minute_address = 1000000
"""
"""All players come from one address here, and each plays as fast as a hundred people."""
JOINING = 20
"""Tables that join at the same time."""
STARTING_SECONDS = 120.0
TURNS = 7  # of each: the slowest and the fastest do not move the median
WARM_UP, SETTLING = 8.0, 0.5
"""Seconds, of both together and of each turn, that are not counted."""
LONG_TARGET = 10_000
Where = tuple[str, int]


def measure(wish: argparse.Namespace) -> dict[str, Any]:
    """Figures of the host and of the relay, for the words of ``scripts/bench.py load``."""
    raise_file_limit()
    ours, bare = _host(wish), uvloop.run(_relay(wish))
    return {
        "tables": wish.tables, "seats": wish.seats, "variant": wish.variety,
        "actions_per_second_and_table": wish.rate or "as fast as they come", "host": ours, "relay": bare,
        "ratio_of_rates": round(ours["per_second"] / bare["per_second"], 3),
    }  # fmt: skip


def _host(wish: argparse.Namespace) -> dict[str, Any]:
    """The host under load, and how soon it starts: killed at full load, and without tables."""
    limits, starts, returned = LIMITS.format(tables=max(wish.tables, 200)), [], 0.0
    with contextlib.ExitStack() as folders:
        full, empty = (
            Path(folders.enter_context(tempfile.TemporaryDirectory(prefix="rummynet-bench-", dir=wish.data)))
            for _ in range(2)
        )
        with running_host(full, limits, wish.host) as (where, process):
            figures = uvloop.run(_host_load(where, process, wish, folders))
            os.kill(process.pid, signal.SIGKILL)
        for folder in (full, empty):
            begun = time.perf_counter()
            with running_host(folder, limits, wish.host):
                starts.append(round(time.perf_counter() - begun, 2))
                while folder is full and " resumed " not in (folder / "host.log").read_text():
                    time.sleep(0.01)
                    returned = round(time.perf_counter() - begun, 2)
    return {
        **figures, "start_after_kill_s": starts[0], "all_tables_after_s": returned, "start_without_tables_s": starts[1]
    }  # fmt: skip


def raise_file_limit() -> None:
    """Let this process and those that it starts have as many connections as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextlib.contextmanager
def running_host(folder: Path, limits: str, further: Sequence[str] = ()) -> Iterator[tuple[Where, Process]]:
    """A host with its data in this folder and this section of its settings; where it listens, and its process."""
    (folder / "host.toml").write_text(limits)
    words = ["host", "--bind", "127.0.0.1", "--port", "0", "--data", str(folder), "--no-announce", "--name", "bench"]
    line = [sys.executable, "-m", "rummynet", *words, "--config", str(folder / "host.toml"), *further]
    with (folder / "host.log").open("wb") as log:
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        first = process.stdout.readline().split()
        if len(first) < 2:
            raise RuntimeError((folder / "host.log").read_text())
        yield read_address(first[1]), Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


async def _host_load(
    where: Where, host: Process, wish: argparse.Namespace, folders: contextlib.ExitStack
) -> dict[str, Any]:
    game = variety(wish.variety)
    options = {"target": LONG_TARGET} if "target" in game.resolve({}) else {}
    idle, pause, gate = host.usage(), _pause(wish.rate), asyncio.Semaphore(JOINING)
    players = [LeanPlayers(game, options, wish.seats, pause) for _ in range(wish.tables)]

    async def join(one: LeanPlayers) -> None:
        async with gate:
            await one.join(lambda make: connect_player(where, make))

    begun = time.monotonic()
    await asyncio.gather(*map(join, players))
    while not all(one.table.is_dealt for one in players):
        await asyncio.sleep(0.1)
        check_refusals(players)
        if time.monotonic() - begun > STARTING_SECONDS:
            raise RuntimeError("not all tables have been dealt their cards in time")
    await asyncio.sleep(1.0)
    acknowledged, seen = list[float](), list[float]()
    for one in players:
        one.acknowledged, one.seen = acknowledged, seen
    before, own = host.usage(), Process(os.getpid()).usage()
    acts, rounds = _done(players)
    await asyncio.sleep(wish.seconds)
    check_refusals(players)
    after, own_after = host.usage(), Process(os.getpid()).usage()
    count, finished = (max(1, now - then) for now, then in zip(_done(players), (acts, rounds), strict=True))
    figures = _figures(before, after, count, acknowledged, seen)
    if wish.boardgame_io:
        figures["beside_boardgame_io"] = await _in_turns(host, players, wish, folders)
    for one in players:
        one.close()
    return {
        **figures,
        "entries_per_table_in_the_end": round(sum(one.table.entries for one in players) / wish.tables),
        "actions_per_round": round(count / finished, 1),
        "written_bytes_per_action": round((after.written - before.written) / count),
        "kib_per_table_joined": round((before.resident - idle.resident) / 1024 / wish.tables, 1),
        "kib_growth_per_entry": round((after.resident - before.resident) / 1024 / count, 3),
        "generator_cpu_us_per_action": round(1e6 * (own_after.cpu - own.cpu) / count, 1),
    }


async def _in_turns(
    host: Process, players: list[LeanPlayers], wish: argparse.Namespace, folders: contextlib.ExitStack
) -> dict[str, Any]:
    """Ratios to boardgame.io: one has the machine for some seconds, then the other, while the first one stands still.

    The processor's speed drifts within a minute by more than they differ.
    """
    sys.path.append(str(ROOT / "research"))
    boardgame_io = import_module("rummynet_research.comparisons.boardgame_io")
    private = bytes(32)
    pair = (
        certificate(private).public_bytes(Encoding.PEM),
        Ed25519PrivateKey.from_private_bytes(private).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )
    running = boardgame_io.running(wish.tables, wish.rate, wish.data, pair)
    peer = await asyncio.to_thread(folders.enter_context, running)
    server = Process(peer.server)
    await asyncio.sleep(WARM_UP)  # both: at 500 matches Node takes a move 1.4 times as long until it has compiled
    peer.stand_still()

    async def turn(process: Process, moves: Callable[[], int]) -> tuple[float, float]:
        await asyncio.sleep(SETTLING)
        before, count = process.usage(), moves()
        await asyncio.sleep(wish.seconds)
        after, count = process.usage(), moves() - count
        return count / (after.time - before.time), 1e6 * (after.cpu - before.cpu) / max(1, count)

    pairs = []
    for _ in range(TURNS):
        ours = await turn(host, lambda: _done(players)[0])
        os.kill(host.pid, signal.SIGSTOP)
        peer.go()
        theirs = await turn(server, peer.moves)
        peer.stand_still()
        os.kill(host.pid, signal.SIGCONT)
        pairs.append((*ours, *theirs))
    check_refusals(players)
    rates, costs = [[pair[at] / pair[at + 2] for pair in pairs] for at in (0, 1)]
    return {
        "version": boardgame_io.VERSION, "turns": TURNS, "ratio_of_rates": _range(rates), "ratio_of_cpu": _range(costs),
        "per_second": round(statistics.median(pair[2] for pair in pairs), 1),
        "cpu_us_per_move": round(statistics.median(pair[3] for pair in pairs), 1),
    }  # fmt: skip


def _range(ratios: list[float]) -> dict[str, float]:
    found = {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}
    return {name: round(value, 3) for name, value in found.items()}


def _done(players: list[LeanPlayers]) -> tuple[int, int]:
    """How many actions and rounds there have been."""
    return sum(one.table.acts for one in players), sum(one.table.rounds for one in players)


def check_refusals(players: list[LeanPlayers]) -> None:
    """Raises RuntimeError if the host has refused anything."""
    for one in players:
        if one.table.refused:
            raise RuntimeError(f"the host refused what honest players did, {one.table.refused}")


async def _relay(wish: argparse.Namespace) -> dict[str, Any]:
    program = str(ROOT / "scripts" / "benchmarks" / "relay.py")
    child = subprocess.Popen([sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdin is not None
    where, server = ("127.0.0.1", int(child.stdout.readline())), Process(child.pid)
    loop, pause = asyncio.get_running_loop(), _pause(wish.rate)
    sent, acknowledged, seen = dict[int, float](), list[float](), list[float]()

    def send(number: int) -> None:
        sent[number // 2] = time.perf_counter()
        seats[number].send(relay.MOVE)

    def handle(number: int, body: bytes) -> None:
        spent = 1000 * (time.perf_counter() - sent[number // 2])
        if len(body) == len(relay.BACK):
            acknowledged.append(spent)
            return
        seen.append(spent)
        if wait := pause():
            loop.call_later(wait, send, number)
        else:
            send(number)

    idle = server.usage()
    seats = [Frames(lambda body, number=one: handle(number, body)) for one in range(2 * wish.tables)]  # type: ignore[misc]
    for frames in seats:
        await connect_player(where, lambda frames=frames: frames)  # type: ignore[misc]
    joined = server.usage()
    for number in range(0, 2 * wish.tables, 2):
        loop.call_later(pause(), send, number)
    await asyncio.sleep(1.0)
    acknowledged.clear()
    seen.clear()
    before = server.usage()
    await asyncio.sleep(wish.seconds)
    figures = _figures(before, server.usage(), len(seen), acknowledged, seen)
    for frames in seats:
        frames.close()
    child.stdin.close()
    child.wait(20)
    child.stdout.close()
    return {**figures, "kib_per_table_joined": round((joined.resident - idle.resident) / 1024 / wish.tables, 1)}


async def connect_player(where: Where, make: Callable[[], Frames]) -> None:
    """Connect to a host by TLS."""
    await asyncio.get_running_loop().create_connection(make, *where, ssl=_CONTEXT, ssl_handshake_timeout=60)


_CONTEXT = context()


def _pause(rate: float | None) -> Callable[[], float]:
    """Seconds before the next action of a table, spread evenly around 1/rate so that tables do not move in step."""
    return lambda: 0.0 if rate is None else (500 + secrets.randbelow(1000)) / 1000 / rate


def _figures(before: Usage, after: Usage, count: int, acknowledged: list[float], seen: list[float]) -> dict[str, Any]:
    wall, cpu = after.time - before.time, after.cpu - before.cpu
    return {
        "per_second": round(count / wall, 1),
        "cpu_us_per_action": round(1e6 * cpu / max(1, count), 1),
        "busy": round(cpu / wall, 3),
        "acknowledged_ms": spread(acknowledged),
        "seen_by_the_next_seat_ms": spread(seen),
    }


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and longest; nothing of too few."""
    if len(times) < 100:
        return {}
    parts = statistics.quantiles(times, n=1000)
    return {"p50": round(parts[499], 2), "p99": round(parts[989], 2), "most": round(max(times), 1)}
