"""The network interfaces of this machine, and the order in which to try another machine's addresses."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface

import ifaddr

from rummynet_protocol.values import Value


class Interface(Value):
    """One address of one interface, with the length of its network's prefix in bits."""

    name: str
    index: int
    address: str
    prefix: int

    @property
    def ip(self) -> IPv4Address | IPv6Address:
        """The address as an ``ipaddress`` object."""
        return ip_address(self.address)


def interfaces() -> tuple[Interface, ...]:
    """Every address of this machine, loopback included, in the system's order."""
    return tuple(
        Interface(str(adapter.nice_name), adapter.index or 0, ip.ip if isinstance(ip.ip, str) else ip.ip[0],
                  ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )  # fmt: skip


def own_addresses(bind: str, found: Iterable[Interface], both: bool = True) -> tuple[str, ...]:
    """Where a host that listens on *bind* is reached: IPv4 first, loopback only if there is nothing else.

    *both*: a host on all IPv4 addresses listens on all IPv6 addresses as well.
    """
    if bind not in ("0.0.0.0", "::", ""):
        return (bind.partition("%")[0],)
    versions = {4, 6} if both or bind == "::" else {4}
    usable = [one for one in found if one.ip.version in versions]
    # A machine without a network still has players of its own: loopback reaches them.
    outside = [one for one in usable if not one.ip.is_loopback] or usable
    reached = tuple(dict.fromkeys(one.address for one in sorted(outside, key=_rank)))
    return reached or ("::1" if bind == "::" else "127.0.0.1",)  # not even loopback is up, as on a machine that starts


def without_link_local(addresses: Sequence[str]) -> tuple[str, ...]:
    """Those that mean the same on all machines: a link-local one names a place on each cable. All, if none is left."""
    return tuple(one for one in addresses if not ip_address(one.partition("%")[0]).is_link_local) or tuple(addresses)


def nearest_first(addresses: Iterable[str], own: Sequence[Interface]) -> tuple[str, ...]:
    """Addresses of one host in the order to try them: this machine, networks it is in, others, link-local ones."""
    return tuple(sorted(addresses, key=lambda address: _distance(address, own)))


def _rank(one: Interface) -> tuple[int, bool]:
    return one.ip.version, one.ip.is_link_local


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
