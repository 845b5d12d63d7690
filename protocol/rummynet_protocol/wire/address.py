"""Where a host is and which key it has, as people write and compare them."""

from hashlib import sha256
from typing import Final

from rummynet_protocol.errors import Refusal

DEFAULT_PORT: Final = 7866
"""The port of a host that was told no other (``RUMM`` on a telephone's keys)."""

_SPKI_ED25519: Final = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo. Source: RFC 8410, section 4."""


class BadAddress(Refusal):
    """A text is no address of a host."""

    code = "address"


def read_address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Host and port of ``name``, ``name:port``, ``192.0.2.1:port``, ``::1`` or ``[::1]:port``. Raises BadAddress."""
    host, port = _split(text.strip())
    if not host or not host.isprintable() or any(c in host for c in " /@[]") or len(host) > 253:
        raise BadAddress(f"{text[:60]!r} is no address; write a name or number, such as 192.168.1.20:{DEFAULT_PORT}")
    if not port:
        return host, default_port
    if not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65535):
        raise BadAddress(f"{port[:12]!r} is no port; write a number from 1 to 65535 after the colon")
    return host, int(port)


def address(host: str, port: int) -> str:
    """The text of an address, IPv6 in brackets: ``read_address(address(h, p)) == (h, p)``."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def key_fingerprint(public: bytes) -> str:
    """``sha256:HEX`` of a 32-byte Ed25519 key, over its SubjectPublicKeyInfo. Source: RFC 7469, section 2.4."""
    return "sha256:" + sha256(_SPKI_ED25519 + public).hexdigest()


def _split(text: str) -> tuple[str, str]:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        well_formed = bracket and (not rest or (rest.startswith(":") and len(rest) > 1))
        return (host, rest[1:]) if well_formed else ("", "")
    if text.count(":") > 1:
        return text, ""
    host, colon, port = text.partition(":")
    return (host, port) if port or not colon else ("", "")
