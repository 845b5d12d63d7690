"""Checks that multicast is sent and received on each interface: without it hosts can be dialled but not discovered.

A query for all mDNS services is sent from every address. The system loops a copy back to listeners on the same
interface: receiving it proves that sending and listening work here. Answers of others prove that the network works.
"""

import asyncio
import secrets
import socket
import struct
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Final

from rummynet.interfaces import Interface
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _
from rummynet_protocol.sentences import sentence

GROUP_4: Final = "224.0.0.251"  # RFC 6762, section 3, has these three
GROUP_6: Final = "ff02::fb"
PORT: Final = 5353
# Responders wait 20 to 120 ms before they answer a shared question (RFC 6762, 6), sleeping Wi-Fi much longer.
SECONDS: Final = 2.0
# Enumerates all service types, so every mDNS responder answers. Source: RFC 6763, section 9.
_QUESTION: Final = b"\x09_services\x07_dns-sd\x04_udp\x05local\0" + struct.pack("!2H", 12, 1)


@dataclass(slots=True)
class Echoes:
    """The results: addresses whose copy returned, addresses that failed to send with the reason, other senders."""

    returned: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    listen_error: str = ""  # why listening failed altogether; else ""


def interfaces_found(found: Sequence[Interface]) -> Finding:
    """The addresses of this machine."""
    outside = [one for one in found if not one.ip.is_loopback]
    if not outside:
        return Finding(
            N_("interfaces"),
            "warn",
            _("only loopback: this machine is not on a network"),
            _("plug in the cable or join the Wi-Fi"),
        )
    return Finding(N_("interfaces"), "ok", ", ".join(f"{one.name} {one.address}" for one in outside))


def judge_multicast(found: Sequence[Interface], echoes: Echoes) -> list[Finding]:
    """One finding for each address, and one for answers of others."""
    if echoes.listen_error:
        return [
            Finding(
                N_("multicast"),
                "fail",
                _("cannot listen on UDP port {port} ({reason})", port=PORT, reason=echoes.listen_error),
                _("stop the program that uses the port, or join by address"),
            )
        ]
    findings = [_judge_one(one, echoes) for one in found]
    if not any(not one.ip.is_loopback for one in found):
        return findings
    if echoes.others:
        result = _("heard from {others}", others=", ".join(sorted(echoes.others)[:5]))
        return [*findings, Finding(N_("multicast from others"), "ok", result)]
    return [
        *findings,
        Finding(
            N_("multicast from others"),
            "warn",
            _("nobody else answered within {seconds:g} seconds", seconds=SECONDS),
            _(
                "you may be alone here, the router may isolate its clients (guest Wi-Fi), or a firewall may "
                "drop UDP {port}; joining by address needs no multicast",
                port=PORT,
            ),
        ),
    ]


async def probe_multicast(found: Sequence[Interface], seconds: float = SECONDS) -> Echoes:
    """Send a query from every address and listen for *seconds*."""
    echoes = Echoes()
    # The query's ID tells whose copy came back: all interfaces may loop into one socket.
    marks = {secrets.token_bytes(2): one for one in found}
    with ExitStack() as stack:
        try:
            listeners = [stack.enter_context(_listening_socket(family, found)) for family in _families(found)]
        except OSError as problem:
            echoes.listen_error = problem.strerror or str(problem)
            return echoes
        loop = asyncio.get_running_loop()
        for listener in listeners:
            loop.add_reader(listener, _receive, listener, marks, echoes, {one.address for one in found})
        for mark, one in marks.items():
            try:
                _send(one, mark + struct.pack("!5H", 0, 1, 0, 0, 0) + _QUESTION)
            except OSError as problem:
                echoes.failed[one.address] = problem.strerror or str(problem)
        await asyncio.sleep(seconds)
        for listener in listeners:
            loop.remove_reader(listener)
    return echoes


def _judge_one(one: Interface, echoes: Echoes) -> Finding:
    what = sentence("multicast on {name} {address}", name=one.name, address=one.address)
    if one.address in echoes.returned:
        return Finding(what, "ok", _("sent and heard"))
    if one.ip.is_loopback or one.ip.version == 6:
        return Finding(what, "ok", _("none here; that is common and harmless"))
    if one.address in echoes.failed:
        return Finding(
            what,
            "fail",
            _("cannot be sent ({reason})", reason=echoes.failed[one.address]),
            _("check the interface and its routes, or join by address"),
        )
    return Finding(
        what,
        "fail",
        _("sent, but not heard back"),
        _("open UDP port {port} in this machine's firewall, or join by address", port=PORT),
    )


def _families(found: Sequence[Interface]) -> list[socket.AddressFamily]:
    versions = {one.ip.version for one in found}
    return [family for version, family in ((4, socket.AF_INET), (6, socket.AF_INET6)) if version in versions]


def _listening_socket(family: socket.AddressFamily, found: Sequence[Interface]) -> socket.socket:
    """A socket that receives the group's packets on every interface. Raises OSError."""
    listener = socket.socket(family, socket.SOCK_DGRAM)
    try:
        listener.setblocking(False)
        # The system's own responder has the port: it can be shared only with both options (macOS asks for the second).
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            # Else it would take IPv4 as well, and the port would not be free for the other socket.
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(("", PORT))
        for one in found:
            with suppress(OSError):  # the interface was joined before, or has no multicast: the check shows that
                _join_group(listener, family, one)
    except OSError:
        listener.close()
        raise
    return listener


def _join_group(listener: socket.socket, family: socket.AddressFamily, one: Interface) -> None:
    if family == socket.AF_INET and one.ip.version == 4:
        group = socket.inet_aton(GROUP_4) + one.ip.packed
        listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    elif family == socket.AF_INET6 and one.ip.version == 6:
        group = socket.inet_pton(socket.AF_INET6, GROUP_6) + struct.pack("@I", one.index)
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)


def _send(one: Interface, packet: bytes) -> None:
    """Send from this address to the group on its interface. Raises OSError."""
    version_4 = one.ip.version == 4
    with socket.socket(socket.AF_INET if version_4 else socket.AF_INET6, socket.SOCK_DGRAM) as sender:
        if version_4:
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, one.ip.packed)
            sender.bind((one.address, 0))
            sender.sendto(packet, (GROUP_4, PORT))
        else:
            sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, one.index)
            sender.sendto(packet, (GROUP_6, PORT, 0, one.index))


def _receive(listener: socket.socket, marks: dict[bytes, Interface], echoes: Echoes, own: set[str]) -> None:
    with suppress(OSError):
        # The longest packet of mDNS. Source: RFC 6762, section 17.
        packet, sender = listener.recvfrom(9000)
        one = marks.get(packet[:2])
        if one is not None and packet.endswith(_QUESTION):
            echoes.returned.add(one.address)
        elif (address := sender[0].partition("%")[0]) not in own:
            echoes.others.add(address)
