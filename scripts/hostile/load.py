#!/usr/bin/env python3
"""Effect of hostile connections on players: answer times without and with an attack on the host, as JSON.

    python scripts/hostile/load.py                        2,000 half-open, 500 slow, 200 talking; 30 seconds each part
    python scripts/hostile/load.py --seconds 20 --half-open 200 --slow 50 --talkers 100

A real host on a loopback port, with its limits on the number of connections raised so that all of them are admitted;
every other limit is the default. Half-open connections never begin TLS; slow ones greet in TLS, one byte a second;
talking ones (the third part, beside the silent ones) have greeted and send requests of every kind as fast as the host
allows, from several addresses where the system has those (Linux); one in ten never reads. Whenever the host closes one
it is opened again. Two seats play at each table all the while; an answer time is that of one action.

Status 1 if p99 more than doubles in either attack, if the host uses more memory than docs/host.md says, or if less
than half of the hostile connections exist at the end: then the attack did not take place.
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "client"), str(ROOT / "protocol")]

from benchmarks.lean_client import LeanPlayers  # noqa: E402
from benchmarks.load import Where, check_refusals, connect_player, raise_file_limit, running_host, spread  # noqa: E402
from benchmarks.processes import Process  # noqa: E402
from cryptography import x509  # noqa: E402

from rummynet.rules.varieties import variety  # noqa: E402
from rummynet_client.net.tls import context  # noqa: E402
from rummynet_protocol.errors import RummynetError  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload  # noqa: E402
from rummynet_protocol.wire import messages as wire  # noqa: E402
from rummynet_protocol.wire.connection import Connection, Role, Stage  # noqa: E402
from rummynet_protocol.wire.versions import VERSIONS  # noqa: E402

MEMORY: Final = 400
"""Most megabytes that the host may use; docs/host.md states the same figure."""
LIMITS: Final = """[limits]
connections = 10000
per_address = 10000
ungreeted = 10000
dials_per_second = 10000
dials_burst = 10000
"""
SETTLE_SECONDS: Final = 8.0
"""Delay before each part, for players and hostile connections to reach a steady state."""
STARTING_SECONDS: Final = 60.0
ADDRESSES: Final = 10
"""Number of loopback addresses from which talkers connect."""
UNANSWERED: Final = 24
"""Unanswered requests that a talker keeps in flight."""


def main() -> int:
    """Measure; print JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="length of each of the three parts")
    parser.add_argument("--half-open", type=int, default=2000)
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--talkers", type=int, default=200, help="greeted connections that ask without end")
    parser.add_argument("--tables", type=int, default=4, help="of two players each")
    parser.add_argument("--data", metavar="DIR", help="where the host's folder is made; /dev/shm: no disk")
    args = parser.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory(prefix="rummynet-load-", dir=args.data) as data:
        with running_host(Path(data), LIMITS) as (where, host):
            result = asyncio.run(_measure(where, host, args))
    print(json.dumps(result))
    took_place = all(2 * one["connected"] >= one["wanted"] for one in result["attackers"].values())
    ratios = (result["ratio_p99_silent"], result["ratio_p99_talking"])
    return 0 if took_place and max(ratios) <= 2 and result["host_megabytes_at_most"] <= MEMORY else 1


async def _measure(where: Where, host: Process, args: argparse.Namespace) -> dict[str, Any]:
    game = variety("keilty")
    players = [LeanPlayers(game, {"target": 10_000}, 2, lambda: random.uniform(0.1, 0.3)) for _ in range(args.tables)]
    for one in players:
        await one.join(lambda make: connect_player(where, make))
    await asyncio.sleep(SETTLE_SECONDS)
    spawning = multiprocessing.get_context("spawn")
    waves = {
        "without": {},
        "silent": {"half_open": args.half_open, "slow": args.slow},
        "talking": {"talking": args.talkers},
    }
    parts, attackers, started = dict[str, Any](), dict[str, Any](), list[Any]()
    for name, wave in waves.items():
        for kind, count in wave.items():
            attackers[kind] = spawning.Value("i", 0)
            started.append(spawning.Process(target=attack, args=(where, kind, count, attackers[kind]), daemon=True))
            started[-1].start()
            for _ in range(int(STARTING_SECONDS * 5)):
                if attackers[kind].value >= 0.9 * count:
                    break
                await asyncio.sleep(0.2)
        await asyncio.sleep(SETTLE_SECONDS if wave else 0)
        parts[name] = await _part(players, host, args.seconds)
    wanted = {kind: count for wave in waves.values() for kind, count in wave.items()}
    connected = {kind: {"wanted": wanted[kind], "connected": held.value} for kind, held in attackers.items()}
    for process in started:
        process.kill()
        process.join()
    for one in players:
        one.close()
    status = Path(f"/proc/{host.pid}/status").read_text().splitlines()
    return {
        "attackers": connected,
        **parts,
        "ratio_p99_silent": round(parts["silent"]["p99"] / parts["without"]["p99"], 2),
        "ratio_p99_talking": round(parts["talking"]["p99"] / parts["without"]["p99"], 2),
        "host_megabytes_at_most": next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM")),
    }


async def _part(players: list[LeanPlayers], host: Process, seconds: float) -> dict[str, Any]:
    times, before = list[float](), host.usage()
    for one in players:
        one.acknowledged = times
    await asyncio.sleep(seconds)
    check_refusals(players)
    after = host.usage()
    busy = round((after.cpu - before.cpu) / (after.time - before.time), 2)
    if not (found := spread(times)):
        raise SystemExit(f"{len(times)} answers in a part are too few; give it more --seconds")
    return {"answers": len(times), **found, "host_busy": busy, "load_of_the_machine": round(os.getloadavg()[0], 1)}


# -- attackers, each kind in a process of its own


def attack(where: Where, kind: str, count: int, held: Any) -> None:  # noqa: ANN401 - a shared number
    """Hold so many connections of this kind, until the process is ended."""
    # Real attackers use machines of their own; these must not take processor time from the host and its players.
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)
    raise_file_limit()
    asyncio.run(_attack(where, KINDS[kind], count, held))


async def _attack(where: Where, kind: Callable[..., Any], count: int, held: Any) -> None:  # noqa: ANN401
    async def again(number: int) -> None:
        await asyncio.sleep(random.random() * 8)
        while True:
            try:
                await kind(where, number, held)
            except (OSError, EOFError, RummynetError, ValueError):
                pass  # disconnected by the host, as expected
            await asyncio.sleep(0.5 + random.random())

    await asyncio.gather(*map(again, range(count)))


async def _half_open(where: Where, _number: int, held: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where)
    held.value += 1
    try:
        await reader.read()
    finally:
        held.value -= 1
        writer.close()


async def _slow(where: Where, _number: int, held: Any) -> None:  # noqa: ANN401
    reader, writer = await asyncio.open_connection(*where, ssl=context(), ssl_handshake_timeout=60)
    held.value += 1
    reading = asyncio.create_task(reader.read())
    try:
        for byte in Connection(Role.CLIENT).send(wire.Hello(1, 1, "x" * 100, Signer(bytes(32)).public, "x" * 60)):
            writer.write(bytes([byte]))
            await asyncio.wait((reading,), timeout=1)
            if reading.done():
                break
    finally:
        held.value -= 1
        reading.cancel()
        writer.close()


async def _talk(where: Where, number: int, held: Any) -> None:  # noqa: ANN401
    """Greet, then send requests until the host ends the connection; one in ten reads no answer."""
    address = f"127.0.0.{2 + number % ADDRESSES}" if sys.platform == "linux" else "127.0.0.1"
    reader, writer = await asyncio.open_connection(*where, ssl=context(), local_addr=(address, 0), limit=2**16)
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    host: Any = x509.load_der_x509_certificate(certificate).public_key()
    signer, end, asks, tables = Signer(secrets.token_bytes(32)), Connection(Role.CLIENT), _requests(number), [1]
    is_open = False
    try:
        writer.write(end.send(wire.Hello(VERSIONS[0], VERSIONS[-1], f"talker {number}", signer.public, "load")))
        while data := await reader.read(2**16):
            for message in end.receive(data):
                match message:
                    case wire.Challenge(nonce=nonce):
                        proof = signer.sign("hello", hello_payload(host.public_bytes_raw(), nonce, signer.public))
                        writer.write(end.send(wire.Proof(proof)))
                    case wire.LobbyShown(tables=rows) if rows:
                        tables[:] = [row[0] for row in rows]
                    case wire.Ping(asked):
                        writer.write(end.send(wire.Pong(asked)))
            if end.stage is not Stage.OPEN:
                continue
            held.value += not is_open
            is_open = True
            if number % 10 == 0:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                for n in range(1, 240):
                    writer.write(end.send(wire.AskLog(n, tables[0], 0)))
                await asyncio.sleep(60)
                break
            while len(end.unanswered) < UNANSWERED:
                writer.write(end.send(next(asks)(random.choice(tables))))
    finally:
        held.value -= is_open
        writer.transport.abort()


def _requests(number: int) -> Iterator[Callable[[int], wire.Request]]:
    """Requests of every kind about a table, without end."""
    kinds: list[Callable[[int, int], wire.Request]] = [
        lambda n, _: wire.Create(n, "keilty", {}, f"t{number}"),
        lambda n, table: wire.Sit(n, table, None),
        lambda n, table: wire.Ready(n, table, None),
        lambda n, table: wire.Say(n, table, "x" * 500),
        lambda n, table: wire.Manage(n, table, "pause", None),
        wire.Stand,
        wire.Watch,
        lambda n, table: wire.AskLog(n, table, 0),
        wire.Here,
        wire.Leave,
    ]
    for n, make in enumerate(itertools.cycle(kinds), 1):
        yield lambda table, n=n, make=make: make(n, table)  # type: ignore[misc]


KINDS: Final = {"half_open": _half_open, "slow": _slow, "talking": _talk}


if __name__ == "__main__":
    sys.exit(main())
