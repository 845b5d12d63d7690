"""Addresses of onion services and the keys behind them, in the form of Tor's files (rend-spec-v3)."""

import base64
from hashlib import sha3_256, sha512
from typing import Final

from nacl.bindings import crypto_sign_seed_keypair

from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.address import BadAddress

SUFFIX: Final = ".onion"
_VERSION: Final = b"\x03"


def onion_address(seed: bytes) -> str:
    """The address of the service with the Ed25519 key of this *seed* of 32 bytes: 56 letters and digits, ``.onion``."""
    public, _ = crypto_sign_seed_keypair(seed)
    return base64.b32encode(public + _checksum(public) + _VERSION).decode().lower() + SUFFIX


def secret_key_file(seed: bytes) -> bytes:
    """What Tor reads as ``hs_ed25519_secret_key``."""
    expanded = bytearray(sha512(seed).digest())
    expanded[0] &= 248
    expanded[31] = expanded[31] & 63 | 64
    return b"== ed25519v1-secret: type0 ==".ljust(32, b"\0") + expanded


def check_onion(host: str) -> bool:
    """Whether *host* is the address of an onion service. Raises BadAddress if it is a damaged one."""
    host = host.lower()
    if not host.endswith(SUFFIX):
        return False
    try:
        parts = base64.b32decode(host.removesuffix(SUFFIX).rpartition(".")[2].upper())
    except ValueError:
        parts = b""
    public = parts[:32]
    if len(parts) != 35 or parts[32:] != _checksum(public) + _VERSION:
        raise BadAddress(sentence("this .onion address is damaged; copy the whole line that the host printed"))
    return True


def _checksum(public: bytes) -> bytes:
    return sha3_256(b".onion checksum" + public + _VERSION).digest()[:2]
