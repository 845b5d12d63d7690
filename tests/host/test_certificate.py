from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from OpenSSL import SSL
from twisted.internet.interfaces import IOpenSSLContextFactory
from zope.interface.verify import verifyObject

from rummynet.host.net.certificate import HostContextFactory, certificate
from rummynet_protocol.fairness.signing import Signer

SEED = b"\x51" * 32


def test_the_certificate_holds_the_identity_key_and_is_signed_by_it() -> None:
    made = certificate(SEED)
    key = made.public_key()
    assert isinstance(key, Ed25519PublicKey)
    assert key.public_bytes_raw() == Signer(SEED).public
    made.verify_directly_issued_by(made)


def test_it_is_the_same_bytes_every_time_and_other_bytes_for_another_host() -> None:
    assert certificate(SEED) == certificate(SEED)
    assert certificate(SEED) != certificate(b"\x52" * 32)


def test_it_does_not_run_out() -> None:
    made = certificate(SEED)
    assert made.not_valid_before_utc.year == 1970
    assert made.not_valid_after_utc.year == 9999


def test_the_factory_is_one_and_gives_one_context() -> None:
    factory = HostContextFactory(SEED)
    verifyObject(IOpenSSLContextFactory, factory)
    assert isinstance(factory.getContext(), SSL.Context)
    assert factory.getContext() is factory.getContext()
