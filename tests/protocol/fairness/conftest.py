"""Here libsodium makes and checks every signature, each time."""

import pytest
from nacl.bindings import crypto_sign, crypto_sign_open

from rummynet_protocol.fairness import signing


@pytest.fixture(autouse=True)
def _libsodium_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "crypto_sign", crypto_sign)
    monkeypatch.setattr(signing, "crypto_sign_open", crypto_sign_open)
