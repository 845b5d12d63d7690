"""Signatures of the second verifier's tests are checked once each."""

from collections.abc import Iterator
from functools import lru_cache

import pytest
from stranger import log, statements
from stranger.proofs import is_signed


@pytest.fixture(scope="session", autouse=True)
def _one_verification_of_each_signature() -> Iterator[None]:
    """The transcripts here are a few games, altered in four hundred ways: most of the signatures are the same."""
    kept = lru_cache(20_000)(is_signed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "is_signed", kept)
        patch.setattr(statements, "is_signed", kept)
        yield
