"""The host's certificate and TLS context: one self-signed certificate, made with the identity key itself.

Clients read only the key from it. Its bytes are always the same: no clock (it is valid from 1970 to the latest time
that X.509 can express, RFC 5280 section 4.1.2.5), no randomness (Ed25519 signs deterministically).
"""

from datetime import UTC, datetime
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID
from OpenSSL import SSL
from twisted.internet.interfaces import IOpenSSLContextFactory
from zope.interface import implementer

SUBJECT: Final = "rummynet host"
_FROM: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def certificate(private: bytes) -> x509.Certificate:
    """The certificate of the host whose identity is the 32-byte Ed25519 seed *private*."""
    key = Ed25519PrivateKey.from_private_bytes(private)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SUBJECT)])
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), 1, _FROM, _UNTIL)
    return builder.sign(key, None)


@implementer(IOpenSSLContextFactory)
class HostContextFactory:
    """Context factory for ``reactor.listenSSL`` and ``SSL4ServerEndpoint``: TLS 1.3 only, with our certificate."""

    def __init__(self, private: bytes) -> None:
        """*private* is the host's 32-byte identity seed; it stays inside OpenSSL's context."""
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.use_certificate(certificate(private))
        context.use_privatekey(Ed25519PrivateKey.from_private_bytes(private))
        context.check_privatekey()
        self._context: Final = context

    def getContext(self) -> SSL.Context:
        """The context, shared by all connections."""
        return self._context
