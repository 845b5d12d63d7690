"""The one place that loads libsodium's ristretto255, and the one error where it cannot be loaded."""

import os
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Protocol

from rummynet_protocol.errors import Refusal


class NoRistretto(Refusal):
    """The machine has no library for the group, so its programs take no part in a sealed deck."""

    code = "no-ristretto"


class Ristretto(Protocol):
    """The functions of libsodium that are used, by the names that it gives them. Each returns 32 bytes."""

    def crypto_core_ristretto255_is_valid_point(self, p: bytes, /) -> bool: ...
    def crypto_core_ristretto255_from_hash(self, h: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_add(self, p: bytes, q: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_sub(self, p: bytes, q: bytes, /) -> bytes: ...
    def crypto_scalarmult_ristretto255(self, s: bytes, p: bytes, /) -> bytes: ...
    def crypto_scalarmult_ristretto255_base_allow_scalar_zero(self, s: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_scalar_reduce(self, s: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_scalar_add(self, s: bytes, t: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_scalar_sub(self, s: bytes, t: bytes, /) -> bytes: ...
    def crypto_core_ristretto255_scalar_mul(self, s: bytes, t: bytes, /) -> bytes: ...


@cache
def ristretto() -> Ristretto:
    """The library, loaded at the first call. Raises NoRistretto."""
    # Not at import: rbcl writes libsodium to a temporary file of 2.8 MB and loads that, a third of a second; most
    # programs never sit at a table with a sealed deck. There is no wheel for every machine (armv7l).
    try:
        import rbcl
    except (ImportError, OSError) as reason:
        raise NoRistretto(
            "a sealed deck needs the Python package rbcl, which is not here: install it with 'pip install rbcl'"
        ) from reason
    # rbcl leaves the file there. Once loaded it is not needed; Windows keeps it all the same.
    with suppress(OSError, AttributeError, ImportError):
        os.unlink(import_module("rbcl._sodium").lib_path)
    loaded: Ristretto = rbcl
    return loaded
