from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.hashing import TAGS, H, u8, u32

fields = st.lists(st.binary(max_size=40), max_size=4)


def test_the_hash_is_sha256_over_tag_and_measured_fields() -> None:
    written_out = b"rummynet/v1/node\x00" + b"\x00\x00\x00\x02ab" + b"\x00\x00\x00\x01c"
    assert H("node", b"ab", b"c") == sha256(written_out).digest()


def test_no_fields_and_an_empty_field_differ() -> None:
    assert H("chain") != H("chain", b"")


@given(fields, fields)
def test_other_fields_give_another_hash(one: list[bytes], other: list[bytes]) -> None:
    assume(one != other)
    assert H("commit", *one) != H("commit", *other)


def test_every_tag_gives_another_hash() -> None:
    assert len(set(TAGS)) == len(TAGS) == len({H(tag, b"same") for tag in TAGS})


def test_tags_are_plain_words_that_cannot_reach_over_their_end() -> None:
    assert all(tag.isascii() and "\0" not in tag and "/" not in tag for tag in TAGS)


@pytest.mark.parametrize("tag", ["", "Chain", "sig/head", "drbg"])
def test_an_unknown_tag_is_refused(tag: str) -> None:
    with pytest.raises(KeyError):
        H(tag, b"field")


def test_numbers_are_big_endian_and_never_cut() -> None:
    assert (u8(255), u32(258)) == (b"\xff", b"\x00\x00\x01\x02")
    for too_much in (256, -1):
        with pytest.raises(OverflowError):
            u8(too_much)
    with pytest.raises(OverflowError):
        u32(2**32)


def test_a_head_stands_for_all_entries_in_their_order() -> None:
    one, two = b"one", b"two"
    assert next_head(next_head(NO_HEAD, one), two) != next_head(next_head(NO_HEAD, two), one)
    assert next_head(NO_HEAD, one + two) != next_head(next_head(NO_HEAD, one), two)
    assert next_head(NO_HEAD, one) == H("chain", bytes(32), one)
