"""The host at an address: whether its port answers, with TLS, with the right key, in a version that we speak."""

import asyncio
import socket
import time
from pathlib import Path

from rummynet_client.checkup.finding import Finding
from rummynet_client.identity import HostKeyChanged, KnownHosts
from rummynet_client.peek import lobby_of
from rummynet_client.tls import CannotConnect, NotAHost, connect
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.wire.address import address, key_fingerprint
from rummynet_protocol.wire.invitation import Place
from rummynet_protocol.wire.versions import VERSIONS


def own_versions() -> Finding:
    """What this program speaks."""
    return Finding("protocol", "ok", f"this program speaks versions {VERSIONS[0]} to {VERSIONS[-1]}")


async def host_at(place: Place, data: Path, seconds: float = 5.0) -> list[Finding]:
    """What is found there, up to the first thing that fails."""
    port = await _port(place, seconds)
    if port.verdict == "fail":
        return [port]
    try:
        key = await _key(place, seconds)
    except NotAHost as problem:
        return [port, Finding("TLS", "fail", str(problem), "see that this is the line the host printed")]
    except CannotConnect as problem:
        return [port, Finding("TLS", "fail", str(problem), "try again; if it stays so, start the host anew")]
    secured = Finding("TLS", "ok", f"TLS 1.3, key {key_fingerprint(key)}")
    identity = _identity(place, key, data)
    if identity.verdict == "fail":
        return [port, secured, identity]
    return [port, secured, identity, await _greeting(place, key)]


async def _port(place: Place, seconds: float) -> Finding:
    where, began = address(*place.where), time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(*place.where)
    except TimeoutError:
        return Finding("port", "fail", f"nothing answers at {where} within {seconds:g} seconds",
                       f"let TCP port {place.port} through the host's firewall; check the network")  # fmt: skip
    except socket.gaierror:
        return Finding("port", "fail", f"no machine is called {place.host} here",
                       "use the number that the host printed")  # fmt: skip
    except OSError as problem:
        return Finding("port", "fail", f"{where} cannot be reached ({problem.strerror or problem})",
                       "start the host, or check the port: it is in the line that the host printed")  # fmt: skip
    writer.transport.abort()
    return Finding("port", "ok", f"{where} answers after {(time.monotonic() - began) * 1000:.0f} ms")


async def _key(place: Place, seconds: float) -> bytes:
    _, writer, key = await connect(place.host, place.port, seconds)
    writer.transport.abort()
    return key


def _identity(place: Place, key: bytes, data: Path) -> Finding:
    """Whether this is the host that was invited to, or met before."""
    if place.fingerprint not in (None, key_fingerprint(key)):
        return Finding("key", "fail", f"THIS IS NOT THE HOST OF THE INVITATION, which has {place.fingerprint}",
                       "ask whoever runs the host for a new invitation")  # fmt: skip
    try:
        known = (data / "identity").exists() and KnownHosts(data).check(address(*place.where), key)
    except HostKeyChanged as problem:
        return Finding("key", "fail", str(problem), "compare it with what the host printed")
    except RummynetError as problem:
        return Finding("key", "warn", f"the list of known hosts cannot be used: {problem}", "mend it")
    if known or place.fingerprint:
        return Finding("key", "ok", "the host met before" if known else "the one of the invitation")
    return Finding("key", "ok", "not met before: compare the key with what the host printed")


async def _greeting(place: Place, key: bytes) -> Finding:
    try:
        tables = await lobby_of(place.where, key_fingerprint(key))
    except RummynetError as problem:
        return Finding("greeting", "fail", str(problem), "upgrade the side named, or ask who runs the host")
    return Finding("greeting", "ok", f"a version in common, and the lobby (tables: {len(tables)})")
