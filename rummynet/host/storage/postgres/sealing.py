"""Encrypts what the database must not read: secrets of deals, checkpoints, inputs, keys of bots.

XChaCha20-Poly1305 with a random nonce before each text. The key is derived from the identity key of the hosts by HKDF,
so the hosts have it and the database, its copies and those who administer it have not. Each text is bound to its place
by the associated data: at another place it does not open.
"""

from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as _decrypt
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as _encrypt
from nacl.exceptions import CryptoError

from rummynet.host.storage.journal import JournalError
from rummynet_protocol import codec

# Bytes of XChaCha20's nonce: long enough to be drawn at random for any number of texts, where 12 bytes would repeat
# after some 2^32 (draft-irtf-cfrg-xchacha).
NONCE: Final = 24
_INFO: Final = b"rummynet journal 1"


class Sealing:
    """Encrypts under a key derived from the 32-byte seed *identity*; ``chance(n)`` returns n random bytes."""

    def __init__(self, identity: bytes, chance: Callable[[int], bytes]) -> None:
        self._key = HKDF(SHA256(), 32, None, _INFO).derive(identity)
        self._chance = chance

    def seal(self, text: bytes, *place: str | int | bytes) -> bytes:
        """The nonce and the encrypted *text*, bound to *place*."""
        nonce = self._chance(NONCE)
        return nonce + _encrypt(text, codec.pack(list(place)), nonce, self._key)

    def open(self, sealed: bytes, *place: str | int | bytes) -> bytes:
        """The text. Raises JournalError if it was changed, moved, or sealed under another identity."""
        try:
            return _decrypt(sealed[NONCE:], codec.pack(list(place)), sealed[:NONCE], self._key)
        except (CryptoError, ValueError):
            raise JournalError(
                f"a sealed part of the journal ({place[0]!s}) does not open under this host's key; it was changed, or "
                "written under another identity: put a backup in its place"
            ) from None
