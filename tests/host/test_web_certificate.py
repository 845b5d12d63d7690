"""The certificate for browsers: kept, renewed when it has to be, refused when it is no use."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from rummynet.host.net.certificate import certificate as host_certificate
from rummynet.host.web.web_certificate import FILE, BadWebCertificate, own_identity, read_identity
from rummynet.host.web.web_server import WebServer, WebSettings

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES, ADDRESSES = ("host.local", "localhost"), ("192.168.1.7", "fe80::1%eth0", "127.0.0.1")


def kept(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / FILE).read_bytes())


def test_it_is_for_all_names_and_addresses_and_valid_as_long_as_browsers_allow(tmp_path: Path) -> None:
    made = own_identity(tmp_path, NAMES, ADDRESSES, NOW)
    assert set(made.names) == {"host.local", "localhost", "192.168.1.7", "fe80::1", "127.0.0.1"}
    found = kept(tmp_path)
    day = timedelta(days=1)
    assert (found.not_valid_before_utc, found.not_valid_after_utc) == (NOW - day, NOW + 396 * day)
    assert os.stat(tmp_path / FILE).st_mode & 0o777 == 0o600
    assert len(made.digest) == 95 and made.digest.count(":") == 31 and made.context.num_tickets == 0


@pytest.mark.parametrize(
    ("later", "addresses", "is_same"),
    [
        (timedelta(days=365), ADDRESSES, True),
        (timedelta(days=300), ADDRESSES[:1], True),
        (timedelta(0), (*ADDRESSES, "10.0.0.9"), True),
        (timedelta(0), ("10.0.0.9", *ADDRESSES), False),
        (timedelta(days=366), ADDRESSES, False),
    ],
)
def test_it_stays_while_it_is_good(tmp_path: Path, later: timedelta, addresses: tuple[str, ...], is_same: bool) -> None:
    first = own_identity(tmp_path, NAMES, addresses if later and is_same else ADDRESSES, NOW)
    again = own_identity(tmp_path, NAMES, addresses, NOW + later)
    assert (again.digest == first.digest) is is_same


@pytest.mark.parametrize("damage", [b"", b"-----BEGIN CERTIFICATE-----\nx\n", b"\x00\xff"])
def test_a_damaged_one_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    own_identity(tmp_path, NAMES, ADDRESSES, NOW)
    (tmp_path / FILE).write_bytes(damage)
    assert own_identity(tmp_path, NAMES, ADDRESSES, NOW).names


def test_one_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        own_identity(tmp_path / folder, NAMES, ADDRESSES, NOW)
    whole = (tmp_path / "a" / FILE).read_bytes()
    key = tmp_path / "key.pem"
    key.write_bytes((tmp_path / "b" / FILE).read_bytes().split(b"-----BEGIN CERTIFICATE")[0])
    cases = [(tmp_path / "a" / FILE, key), (tmp_path / "none.pem", key), (key, key), (tmp_path / "a", key)]
    for certificate, secret in cases:
        with pytest.raises(BadWebCertificate) as caught:
            read_identity(certificate, secret)
        assert "\n" not in str(caught.value) and "--web-cert" in str(caught.value)
    assert b"PRIVATE KEY" in whole


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadWebCertificate):
        own_identity(tmp_path / "file" / "none", NAMES, ADDRESSES, NOW)


def test_one_that_is_given_has_the_names_in_it_if_there_are_any(tmp_path: Path) -> None:
    given, key = tmp_path / "given.pem", tmp_path / "key.pem"
    given.write_bytes(host_certificate(b"k" * 32).public_bytes(Encoding.PEM))
    secret = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert read_identity(given, key).names == ()
    server = WebServer(WebSettings(0, given, key, names=("a.example",)), tmp_path, tuple, lambda: NOW)
    assert (server.names, server.certificate) == (("a.example",), read_identity(given, key).digest)
    own_identity(tmp_path, NAMES, ADDRESSES, NOW)
    server = WebServer(WebSettings(0, tmp_path / FILE, names=("a.example",)), tmp_path, tuple, lambda: NOW)
    assert server.names == ("a.example", "host.local", "localhost")
