import hashlib
import ipaddress

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import DEFAULT_PORT, BadAddress, address, key_fingerprint, read_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("hearth", "hearth", DEFAULT_PORT),
        ("hearth.local:80", "hearth.local", 80),
        (" 192.0.2.1 ", "192.0.2.1", DEFAULT_PORT),
        ("192.0.2.1:65535", "192.0.2.1", 65535),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[fe80::1%eth0]:9", "fe80::1%eth0", 9),
    ],
)
def test_what_is_read(text: str, host: str, port: int) -> None:
    assert read_address(text) == (host, port)


@pytest.mark.parametrize(
    "text", ["", " ", ":", ":80", "host:", "[::1", "[::1]x", "[::1]:", "[]", "a b", "u@h", "h/x", "a\x07b", "x" * 254]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(BadAddress, match="is no address; write a name or number, such as"):
        read_address(text)


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1", "1e3", "٣", "9" * 5000])
def test_what_is_no_port(port: str) -> None:
    with pytest.raises(BadAddress, match="is no port; write a number from 1 to 65535"):
        read_address(f"host:{port}")


@given(st.ip_addresses().map(str) | st.from_regex(r"[a-z][a-z0-9.-]{0,30}", fullmatch=True), st.integers(1, 65535))
def test_an_address_written_is_read_again(host: str, port: int) -> None:
    assert read_address(address(host, port)) == (host, port)


def test_addresses_of_both_kinds_are_written_as_usual() -> None:
    assert address("192.0.2.1", 1) == "192.0.2.1:1"
    assert address(str(ipaddress.IPv6Address("2001:db8::1")), 1) == "[2001:db8::1]:1"


def test_the_fingerprint_is_that_of_the_key_as_cryptography_writes_it() -> None:
    public = Signer(b"\x07" * 32).public
    spki = Ed25519PublicKey.from_public_bytes(public).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert spki.endswith(public)
    assert key_fingerprint(public) == "sha256:" + hashlib.sha256(spki).hexdigest()
