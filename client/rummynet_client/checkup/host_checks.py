"""Checks the host at an address: port, TLS, key and version; and with ``--far`` what play with another home takes."""

import asyncio
import socket
import time
from pathlib import Path

from rummynet.far.way_process import PUBLIC_RELAY, PUBLIC_RENDEZVOUS, NoEngine, WayProcess, check
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, sentence_of, system_words
from rummynet_client.net.probe import read_lobby
from rummynet_client.net.tls import CannotConnect, NotAHost, connect, keys_before
from rummynet_client.net.way import Way
from rummynet_client.storage.known_hosts import HostKeyChanged, KnownHosts
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import address, key_fingerprint
from rummynet_protocol.wire.versions import VERSIONS


def own_versions() -> Finding:
    """The protocol versions that this program supports."""
    return Finding(
        N_("protocol"), "ok", _("this program speaks versions {low} to {high}", low=VERSIONS[0], high=VERSIONS[-1])
    )


async def host_at(place: Way, data: Path, seconds: float = 5.0) -> list[Finding]:
    """The findings up to the first failure."""
    port = await _port(place, seconds) if place.dial is None else _far_way()
    if port.verdict == "fail":
        return [port]
    try:
        keys = await _keys(place, seconds)
    except NotAHost as problem:
        return [
            port,
            Finding(N_("TLS"), "fail", sentence_of(problem), _("check that this is the line the host printed")),
        ]
    except CannotConnect as problem:
        return [
            port,
            Finding(N_("TLS"), "fail", sentence_of(problem), _("try again; if that does not help, restart the host")),
        ]
    secured = Finding(N_("TLS"), "ok", _("TLS 1.3, key {key}", key=key_fingerprint(keys[0])))
    identity = _identity(place, keys, data)
    if identity.verdict == "fail":
        return [port, secured, identity]
    return [port, secured, identity, await _greeting(place, keys[0])]


async def _port(place: Way, seconds: float) -> Finding:
    where, began = address(*place.where), time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            _reader, writer = await asyncio.open_connection(*place.where)
    except TimeoutError:
        return Finding(
            N_("port"),
            "fail",
            _("nothing answers at {where} within {seconds:g} seconds", where=where, seconds=seconds),
            _("open TCP port {port} in the host's firewall; check the network", port=place.where[1]),
        )
    except socket.gaierror:
        return Finding(
            N_("port"),
            "fail",
            _("no machine here is called {host}", host=place.where[0]),
            _("use the number that the host printed"),
        )
    except OSError as problem:
        return Finding(
            N_("port"),
            "fail",
            _("{where} cannot be reached ({reason})", where=where, reason=system_words(problem)),
            _("start the host, or check the port: it is in the line that the host printed"),
        )
    writer.transport.abort()
    return Finding(
        N_("port"),
        "ok",
        _("{where} answers after {millis:.0f} ms", where=where, millis=(time.monotonic() - began) * 1000),
    )


def _far_way() -> Finding:
    return Finding(N_("other home"), "ok", _("there is a way to it"))


async def _keys(place: Way, seconds: float) -> tuple[bytes, ...]:
    """The host's key, and those that it had before."""
    _reader, writer, key = await (place.dial or connect)(*place.where, seconds)
    before = keys_before(writer, key)
    writer.transport.abort()
    return key, *before


def _identity(place: Way, keys: tuple[bytes, ...], data: Path) -> Finding:
    """Whether this is the host of the invitation, or one met before."""
    if place.fingerprint not in (None, *map(key_fingerprint, keys)):
        return Finding(
            N_("key"),
            "fail",
            _(
                "THIS IS NOT THE HOST THAT INVITED YOU: the invitation names {fingerprint}",
                fingerprint=place.fingerprint,
            ),
            _("ask the person who runs the host for a new invitation"),
        )
    try:
        # ``KnownHosts`` would create the folder, and a check changes nothing.
        known = (data / "identity").exists() and KnownHosts(data).check(address(*place.where), keys[0], keys[1:])
    except HostKeyChanged as problem:
        return Finding(N_("key"), "fail", sentence_of(problem), _("compare it with what the host printed"))
    except RummynetError as problem:
        return Finding(
            N_("key"), "warn", _("the list of known hosts cannot be used: {problem}", problem=problem), _("repair it")
        )
    if known or place.fingerprint:
        return Finding(N_("key"), "ok", _("the same host as before") if known else _("the one in the invitation"))
    return Finding(N_("key"), "ok", _("a new host: compare the key with what the host printed"))


async def _greeting(place: Way, key: bytes) -> Finding:
    try:
        tables = await read_lobby(replace(place, fingerprint=key_fingerprint(key)))
    except RummynetError as problem:
        return Finding(
            N_("greeting"),
            "fail",
            sentence_of(problem),
            _("upgrade the side named here, or ask the person who runs the host"),
        )
    return Finding(
        N_("greeting"), "ok", _("the versions match, and the lobby came (tables: {tables})", tables=len(tables))
    )


_SECONDS = 10.0  # how long a server may take. A slow phone network needs three.


async def far_play(rendezvous: str | None, relay: str | None) -> list[Finding]:
    """A finding for each server, or one that says what is not installed."""
    try:
        check()
    except NoEngine as problem:
        return [Finding(N_("other homes"), "fail", sentence_of(problem), _("install it, or play on one network"))]
    return [
        await asyncio.get_running_loop().run_in_executor(None, _rendezvous, rendezvous, relay),
        await _relay(relay or PUBLIC_RELAY),
    ]


def _rendezvous(rendezvous: str | None, relay: str | None) -> Finding:
    """Take a code, as a host would, and give it back."""
    what, url, begun = N_("rendezvous"), rendezvous or PUBLIC_RENDEZVOUS, time.monotonic()
    engine = WayProcess(rendezvous, relay)
    try:
        engine.control.settimeout(_SECONDS)
        engine.open("1", None, {})
        while not (messages := engine.receive()) and messages is not None:
            pass  # not a whole line yet
        if messages and messages[0]["is"] == "code":
            taken = time.monotonic() - begun
            return Finding(what, "ok", _("{url} answers ({seconds:.1f} s)", url=url, seconds=taken))
        return Finding(what, "fail", _("{url} does not answer", url=url), _("is this machine online?"))
    finally:
        engine.end()


async def _relay(url: str) -> Finding:
    what = N_("relay")
    host, _colon, port = url.removeprefix("tcp:").rpartition(":")
    try:
        async with asyncio.timeout(_SECONDS):
            _reader, writer = await asyncio.open_connection(host, int(port))
    except (OSError, ValueError) as problem:
        why = system_words(problem) if isinstance(problem, OSError) and problem.strerror else _("no answer")
        return Finding(
            what, "warn", _("{url} cannot be reached ({reason})", url=url, reason=why),
            _("two homes then need a direct way to each other, which routers often refuse"),
        )  # fmt: skip
    writer.close()
    return Finding(what, "ok", _("{url} can be reached", url=url))
