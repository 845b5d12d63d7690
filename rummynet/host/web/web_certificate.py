"""The certificate that browsers see: the host's own, which they accept after a warning, or one that was given.

Browsers take no Ed25519 key, so it is not the one of the wire: a P-256 key of its own, self-signed, with the host's
addresses and names. It is kept, so that a browser that was told to accept it does not ask again, and made anew when it
runs out soon or the likeliest address is missing. Source: RFC 5280; browsers refuse certificates that are valid for
longer than 398 days.
"""

import ssl
from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from rummynet.files import replace_file
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value

FILE: Final = "web_certificate.pem"
# Browsers refuse certificates that are valid for longer than 398 days (CA/Browser Forum, 6.3.2); a day less, as some
# count both ends.
VALID: Final = timedelta(days=397)
# It is renewed this long before its end: clocks of phones are wrong by less.
RENEWED: Final = timedelta(days=30)
# For clocks of phones that are behind: they would find a certificate of the future, and say nothing of clocks.
_EARLIER: Final = timedelta(days=1)


class BadWebCertificate(RummynetError):
    """A certificate or key for the pages cannot be used."""

    code = "web_certificate"


class WebIdentity(Value):
    """A TLS context, the names and addresses in its certificate, and the certificate's SHA-256 as browsers show it."""

    context: ssl.SSLContext
    names: tuple[str, ...]
    digest: str


def own_identity(folder: Path, names: Sequence[str], addresses: Sequence[str], now: datetime) -> WebIdentity:
    """The host's own, kept in *folder*, made if need be for these names and addresses. Raises BadWebCertificate."""
    path = folder / FILE
    try:
        if not _still_holds(path, names, addresses, now):
            replace_file(path, _self_signed(names, addresses, now))
        return read_identity(path, path)
    except OSError as problem:
        raise BadWebCertificate(
            f"the certificate for browsers, {path}, cannot be kept ({problem.strerror}); mend that and try again"
        ) from None


def read_identity(certificate: Path, key: Path) -> WebIdentity:
    """The one in these PEM files. Raises BadWebCertificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
        first = x509.load_pem_x509_certificate(certificate.read_bytes())
    except (OSError, ValueError) as problem:  # ssl.SSLError is an OSError
        why = getattr(problem, "strerror", None) or problem
        raise BadWebCertificate(
            f"the certificate {certificate} and the key {key} cannot be used together ({why}); give --web-cert a "
            "chain in PEM, the host's own first, and --web-key its key without a password"
        ) from None
    digest = first.fingerprint(SHA256()).hex(":").upper()
    return WebIdentity(context, tuple(str(name.value) for name in _subject_names(first)), digest)


def _no_password() -> str:
    raise ValueError("it has a password")


def _subject_names(certificate: x509.Certificate) -> tuple[x509.GeneralName, ...]:
    try:
        return tuple(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)
    except x509.ExtensionNotFound:
        return ()


def _wanted(names: Sequence[str], addresses: Sequence[str]) -> list[x509.GeneralName]:
    ips = [x509.IPAddress(ip_address(address.partition("%")[0])) for address in addresses]
    return [*(x509.DNSName(name) for name in names), *ips]


def _still_holds(path: Path, names: Sequence[str], addresses: Sequence[str], now: datetime) -> bool:
    try:
        data = path.read_bytes()
        load_pem_private_key(data, None)
        kept = x509.load_pem_x509_certificate(data)
    except (FileNotFoundError, ValueError, TypeError, UnsupportedAlgorithm):
        return False
    fresh = kept.not_valid_before_utc <= now < kept.not_valid_after_utc - RENEWED
    # Of the addresses the one that guests come by: others of IPv6 change each day, and each browser would ask again.
    return fresh and set(_wanted(names, addresses[:1])) <= set(_subject_names(kept))


def _self_signed(names: Sequence[str], addresses: Sequence[str], now: datetime) -> bytes:
    """Key and certificate in PEM."""
    # The curve that every browser takes.
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "rummynet pages")])
    certificate = (
        x509.CertificateBuilder(
            subject, subject, key.public_key(), x509.random_serial_number(), now - _EARLIER, now - _EARLIER + VALID
        )
        .add_extension(x509.SubjectAlternativeName(_wanted(names, addresses)), critical=False)
        # Accepted once by a person, it must not be able to vouch for other sites.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)
