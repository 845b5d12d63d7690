import hashlib
import ipaddress

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import (
    DEFAULT_PORT,
    BadAddress,
    BadPort,
    address,
    canonical,
    key_fingerprint,
    read_address,
)
from tests.support.errors import raises


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
    with raises(BadAddress, "address", repr(text[:60]), DEFAULT_PORT):
        read_address(text)


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1", "1e3", "٣", "9" * 5000])
def test_what_is_no_port(port: str) -> None:
    with raises(BadPort, "port", repr(port[:12]), 65535):
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


SAME = [
    ("hearth:7866", ["hearth", "HEARTH", "hearth.", "Hearth.:7866", " hearth "]),
    ("hearth.local:80", ["Hearth.LOCAL:80", "hearth.local.:80", "hearth\u3002local:80"]),
    ("127.0.0.1:7866", ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "127.0.0.1.",
                        "::ffff:127.0.0.1", "[::FFFF:7f00:1]:7866", "\uff11\uff12\uff17.0.0.1"]),
    ("[2001:db8::1]:9", ["[2001:DB8::1]:9", "[2001:db8:0:0:0:0:0:1]:9", "[2001:db8::1%eth0]:9"]),
    ("[fe80::1%eth0]:7866", ["fe80::1%eth0", "[FE80:0::1%25eth0]"]),
    ("xn--kche-0ra:7866", ["K\u00fcche", "ku\u0308che.", "XN--KCHE-0RA"]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "texts"), SAME, ids=[form for form, _ in SAME])
def test_texts_for_one_place_have_one_form(form: str, texts: list[str]) -> None:
    assert {canonical(text) for text in texts} == {form} == {canonical(form)}


@pytest.mark.parametrize(
    "texts",
    [("hearth", "hearth:7867"), ("fe80::1%eth0", "fe80::1%eth1"), ("10.0.0.1", "10.0.0.10"), ("a.b", "ab"),
     ("::1", "127.1"), ("010.0.0.1", "10.0.0.1")],
)  # fmt: skip
def test_texts_for_two_places_have_two(texts: tuple[str, str]) -> None:
    assert len(set(map(canonical, texts))) == 2


@pytest.mark.parametrize(
    "text", ["", "bad address", "hearth:99999", "a..b", ".", "256.1.1.1", "08.1", "x" * 300, "[::1"]
)
def test_what_is_no_address_has_a_form_all_the_same(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)


@given(st.text(max_size=60))
def test_a_form_is_its_own(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
