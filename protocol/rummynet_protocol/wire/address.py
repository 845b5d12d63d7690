"""A host's address and key fingerprint, as people write and compare them."""

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

DEFAULT_PORT: Final = 7866  # the port of a host without a configured one (``RUMM`` on a telephone's keys)

# Bounded digits: Python refuses to read very long numbers, and nobody should make it try.
_IPV4_PART: Final = re.compile(r"0[xX][0-9a-fA-F]{1,8}|[0-9]{1,11}", re.ASCII)
_SPKI_ED25519: Final = bytes.fromhex("302a300506032b6570032100")
"""The prefix of the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo. Source: RFC 8410, section 4."""


class BadAddress(Refusal):
    """A text is no address of a host."""

    code = "address"


class BadPort(BadAddress):
    """What follows the colon of an address is no port."""

    code = "port"


class BadInvitation(BadAddress):
    """A link is no invitation to a host, or a damaged one."""

    code = "invitation"


def read_address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Host and port of ``name``, ``name:port``, ``192.0.2.1:port``, ``::1`` or ``[::1]:port``. Raises BadAddress."""
    host, port = _split(text.strip())
    if not host or not host.isprintable() or any(c in host for c in " /@[]") or len(host) > 253:
        raise BadAddress(f"{text[:60]!r} is no address; write a name or number, such as 192.168.1.20:{DEFAULT_PORT}")
    if not port:
        return host, default_port
    # `isascii` too: `isdigit` takes digits of every script, and superscripts that `int` refuses.
    if not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65535):
        raise BadPort(f"{port[:12]!r} is no port; write a number from 1 to 65535 after the colon")
    return host, int(port)


def address(host: str, port: int) -> str:
    """The text of an address, IPv6 in brackets: ``read_address(address(h, p)) == (h, p)``."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


# Lists of known hosts and of announced ones compare all their addresses again at each change.
@lru_cache(maxsize=4096)
def canonical(text: str) -> str:
    """The address in canonical form, so that texts for the same place are equal; always with its port.

    Names lose case and a trailing dot, and are written as DNS is asked for them (IDNA); numbers are written as usual,
    whatever their form (``127.1``, ``0x7f000001``, IPv4 inside IPv6); a zone is kept for link-local addresses. Text
    that is no address is only stripped and lowered.
    """
    try:
        host, port = read_address(text)
    except BadAddress:
        return text.strip().lower()
    return address(_canonical_host(host), port)


def _canonical_host(host: str) -> str:
    if ":" in host:
        number, _, zone = host.partition("%")
        try:
            sixth = IPv6Address(number)
        except AddressValueError:
            return host.lower()
        # One place, so one entry among the known hosts: else its key would be asked about twice.
        if sixth.ipv4_mapped is not None:
            return str(sixth.ipv4_mapped)
        zone = re.sub(r"^25(?=[A-Za-z])", "", zone)  # as it is written inside a link (RFC 6874)
        # A zone tells networks apart for link-local addresses alone; kept elsewhere it would make two places of one.
        return f"{sixth}%{zone}" if zone and sixth.is_link_local else str(sixth)
    try:
        name = host.encode("idna").decode("ascii").lower()
    # IDNA refuses names that some resolvers take, such as those with an underscore or an overlong label.
    except UnicodeError:
        name = unicodedata.normalize("NFKC", host).lower()
    name = name[:-1] if name.endswith(".") and name != "." else name
    fourth = _ipv4(name)
    return name if fourth is None else str(IPv4Address(fourth))


def _ipv4(name: str) -> int | None:
    """The number of an IPv4 address in any form that systems accept: one to four parts, decimal, octal or hex."""
    parts = name.split(".")
    if len(parts) > 4 or not all(_IPV4_PART.fullmatch(part) for part in parts):
        return None
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return None
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return None
    return sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last


def _number(part: str) -> int:
    if part[:2] in ("0x", "0X"):
        return int(part[2:], 16)
    # A leading zero means octal, as inet_aton(3) has it: 010.0.0.1 is 8.0.0.1 for the system that connects.
    return int(part, 8 if part.startswith("0") else 10)


def key_fingerprint(public: bytes) -> str:
    """``sha256:HEX`` of a 32-byte Ed25519 key, over its SubjectPublicKeyInfo. Source: RFC 7469, section 2.4."""
    return "sha256:" + sha256(_SPKI_ED25519 + public).hexdigest()


def _split(text: str) -> tuple[str, str]:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        well_formed = bracket and (not rest or (rest.startswith(":") and len(rest) > 1))
        return (host, rest[1:]) if well_formed else ("", "")
    # Without brackets the last group of an IPv6 address cannot be told from a port, so there is no port.
    if text.count(":") > 1:
        return text, ""
    host, colon, port = text.partition(":")
    return (host, port) if port or not colon else ("", "")


SCHEME: Final = "rummynet://"
_KEY: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})\Z", re.IGNORECASE)


class HostPlace(Value):
    """A host's address; ``fingerprint`` is the key that an invitation promises there, or None."""

    host: str
    port: int
    fingerprint: str | None = None

    @property
    def where(self) -> tuple[str, int]:
        """Host and port."""
        return self.host, self.port


def read_place(text: str) -> HostPlace:
    """An address in any form of ``read_address``, or ``rummynet://HOST:PORT/#sha256:HEX``. Raises BadAddress."""
    text = text.strip()
    if text.lower().startswith(("http://", "https://")):  # of a host's page: what is wrong with its port, the host says
        text = text.split("/")[2]
    if "://" not in text:
        return HostPlace(*read_address(text))
    if not text.lower().startswith(SCHEME):
        raise BadInvitation(f"{text[:60]!r} is no invitation; one begins with {SCHEME}")
    # Behind a `#`: what opens links as web pages does not send that part to a server.
    where, _, key = text[len(SCHEME) :].partition("#")
    # `invitation` writes a slash; a link without one means the same place.
    where = where.removesuffix("/")
    if not key:
        return HostPlace(*read_address(where))
    found = _KEY.match(key)
    if found is None:
        raise BadInvitation("the invitation's key is damaged: after the # there are 64 digits; copy the whole link")
    return HostPlace(*read_address(where), f"sha256:{found[1].lower()}")


def invitation(host: str, port: int, fingerprint: str) -> str:
    """The link: ``read_place`` reads it back."""
    return f"{SCHEME}{address(host, port)}/#{fingerprint}"
