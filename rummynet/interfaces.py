"""The network interfaces of this machine, and the order in which to try another machine's addresses."""

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface
from pathlib import Path
from typing import Final

import ifaddr

from rummynet_protocol.values import Value

# Any addresses behind the default route would do; those of a.root-servers.net change least. Nothing is sent there.
_FAR: Final = ((socket.AF_INET, "198.41.0.4"), (socket.AF_INET6, "2001:503:ba3e::2:30"))
_POINT_TO_POINT: Final = 0x10  # IFF_POINTOPOINT: set for tun, WireGuard, PPP and IP in IP. Source: linux/if.h


class Interface(Value):
    """One address of one interface, with the length of its network's prefix in bits."""

    name: str
    index: int
    address: str
    prefix: int
    is_default: bool = False  # whether this machine sends from it to places beyond its networks
    is_inner: bool = False  # whether it is a bridge to containers of this machine, or a tunnel: no guest comes that way

    @property
    def ip(self) -> IPv4Address | IPv6Address:
        """The address as an ``ipaddress`` object."""
        return ip_address(self.address)


def interfaces() -> tuple[Interface, ...]:
    """Every address of this machine, loopback included, in the system's order."""
    found, defaults = [], _default_addresses()
    for adapter in ifaddr.get_adapters():
        name, addresses = str(adapter.nice_name), [(str(ip.ip[0] if ip.is_IPv6 else ip.ip), ip) for ip in adapter.ips]
        is_inner = _is_inner(name, any(address in defaults for address, _ in addresses))
        found += [
            Interface(name, adapter.index or 0, address, ip.network_prefix, address in defaults, is_inner)
            for address, ip in addresses
        ]
    return tuple(found)


def _default_addresses() -> set[str]:
    """The addresses from which this machine sends by its default routes."""
    found = set()
    for family, far in _FAR:
        # Connecting a datagram socket chooses the route, and sends nothing.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((far, 9))
            found.add(sock.getsockname()[0])
    return found


def _is_inner(name: str, has_default: bool) -> bool:
    """What Linux knows; other systems' tunnels and bridges are told by their names, as macOS has them."""
    if not (folder := Path("/sys/class/net", name)).exists():
        return name.startswith(("utun", "bridge"))
    with suppress(OSError, ValueError):
        if int((folder / "flags").read_text(), 16) & _POINT_TO_POINT:
            return True
    # A bridge that the default route goes by has the cable or the Wi-Fi in it.
    return (folder / "bridge").exists() and not has_default


def own_addresses(bind: str, found: Iterable[Interface], both: bool = True) -> tuple[str, ...]:
    """Where a host that listens on *bind* is reached, the likeliest first: by the default route, then IPv4.

    Bridges and tunnels, and then loopback, only if there is nothing else. *both*: a host on all IPv4 addresses listens
    on all IPv6 addresses as well.
    """
    if bind not in ("0.0.0.0", "::", ""):
        return (bind.partition("%")[0],)
    versions = {4, 6} if both or bind == "::" else {4}
    usable = [one for one in found if one.ip.version in versions]
    # A machine without a network still has players of its own: loopback reaches them.
    outside = [one for one in usable if not one.ip.is_loopback] or usable
    outside = [one for one in outside if not one.is_inner] or outside
    reached = tuple(dict.fromkeys(one.address for one in sorted(outside, key=_rank)))
    return reached or ("::1" if bind == "::" else "127.0.0.1",)  # not even loopback is up, as on a machine that starts


def without_link_local(addresses: Sequence[str]) -> tuple[str, ...]:
    """Those that mean the same on all machines: a link-local one names a place on each cable. All, if none is left."""
    return tuple(one for one in addresses if not ip_address(one.partition("%")[0]).is_link_local) or tuple(addresses)


def nearest_first(addresses: Iterable[str], own: Sequence[Interface]) -> tuple[str, ...]:
    """Addresses of one host in the order to try them: this machine, networks it is in, others, link-local ones."""
    return tuple(sorted(addresses, key=lambda address: _distance(address, own)))


def _rank(one: Interface) -> tuple[bool, bool, int]:
    return one.ip.is_link_local, not one.is_default, one.ip.version


def _distance(text: str, own: Sequence[Interface]) -> tuple[int, int]:
    there = ip_address(text)
    plain = ip_address(text.partition("%")[0])
    if any(one.ip == plain for one in own) and not there.is_link_local:
        return 0, there.version
    near = any(plain in ip_interface(f"{one.address}/{one.prefix}").network for one in own)
    # Last: it needs a zone, which differs on the two machines.
    if there.is_link_local:
        return 3, there.version
    # IPv4 first among equals: at home it is what works without setting anything up.
    return (1 if near else 2), there.version
