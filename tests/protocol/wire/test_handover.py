"""Hand-overs from a host's old keys: which keys a certificate proves."""

from itertools import pairwise

import pytest

from rummynet_protocol.fairness.signing import Signer, handover_payload
from rummynet_protocol.wire.handover import MOST, SIZE, former_keys, hand_over

KEYS = [Signer(bytes([number]) * 32) for number in range(1, MOST + 3)]


def chain(*keys: Signer) -> bytes:
    """The hand-overs from each key to the next."""
    steps = [hand_over(old, new.public) for old, new in pairwise(keys)]
    return b"".join(reversed(steps))


def publics(*keys: Signer) -> tuple[bytes, ...]:
    return tuple(key.public for key in reversed(keys))


def test_each_key_that_signed_the_next_counts() -> None:
    first, second, third = KEYS[:3]
    assert former_keys(third.public, chain(first, second, third)) == publics(first, second)
    assert former_keys(third.public, b"") == ()


def test_nothing_counts_from_the_first_that_does_not_verify() -> None:
    first, second, third, thief = KEYS[:4]
    good = chain(first, second, third)
    assert former_keys(second.public, good) == () == former_keys(thief.public, good)
    for at in (3, 40, 95):
        bad = bytearray(good)
        bad[at] ^= 1
        assert former_keys(third.public, bytes(bad)) == ()
        bad = bytearray(good)
        bad[SIZE + at] ^= 1
        assert former_keys(third.public, bytes(bad)) == (second.public,)
    assert former_keys(third.public, good[:-1]) == (second.public,)


@pytest.mark.parametrize("kind", ["head", "hello", "web", "refusal"])
def test_a_signature_of_another_kind_is_none(kind: str) -> None:
    old, new = KEYS[:2]
    signed = old.sign(kind, handover_payload(old.public, new.public))
    assert former_keys(new.public, old.public + signed) == ()


def test_no_more_than_the_newest_are_looked_at() -> None:
    assert former_keys(KEYS[-1].public, chain(*KEYS)) == publics(*KEYS[:-1])[:MOST]
