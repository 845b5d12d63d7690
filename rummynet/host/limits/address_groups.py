"""Which addresses count as one: the holder of an IPv6 network has 2^64 addresses in it."""

from ipaddress import IPv6Address, ip_address
from typing import Final

# The longest prefix that is usually assigned to one customer (RFC 6177): its holder has 2^64 addresses, and limits
# by address would bind nobody.
IPV6_BITS: Final = 64


def address_group(host: str) -> str:
    """The group that *host* is counted in: an IPv4 address (also one written as IPv6), or the /64 of an IPv6 address.

    Text that is no address (a transport without one) is its own group.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.is_loopback:
        return str(address)
    prefix = int(address) >> (128 - IPV6_BITS) << (128 - IPV6_BITS)
    return f"{IPv6Address(prefix)}/{IPV6_BITS}"
