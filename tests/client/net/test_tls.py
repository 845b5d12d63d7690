"""The key in a host's certificate: a weak key that anybody could sign with is no host's."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding

from rummynet_client.net.tls import NotAHost, key_of
from rummynet_protocol.fairness.signing import Signer
from tests.support import curve
from tests.support.errors import raises


def shown(public: bytes) -> asyncio.StreamWriter:
    """A connection whose peer has shown a certificate of this key (signed by another one, which is never checked)."""
    name, key = x509.Name([]), Ed25519PublicKey.from_public_bytes(public)
    start, end = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder(name, name, key, 1, start, end).sign(
        Ed25519PrivateKey.from_private_bytes(bytes(32)), None
    )
    data = made.public_bytes(Encoding.DER)
    secured = SimpleNamespace(getpeercert=lambda binary_form: data)
    return cast(asyncio.StreamWriter, SimpleNamespace(get_extra_info=lambda _: secured))


def test_a_good_key_is_the_hosts() -> None:
    public = Signer(bytes(32)).public
    assert key_of(shown(public), "hearth:7866") == public


@pytest.mark.parametrize("key", [*curve.SMALL, *curve.TWICE_WRITTEN], ids=bytes.hex)
def test_a_key_of_small_order_or_with_a_second_encoding_is_no_hosts(key: bytes) -> None:
    with raises(NotAHost, "not_a_host", "hearth:7866"):
        key_of(shown(key), "hearth:7866")
