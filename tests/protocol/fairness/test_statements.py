from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statements import (
    KINDS,
    Acting,
    Agreed,
    Closing,
    Committed,
    Cosigned,
    KeyShown,
    LastWord,
    NonceCommitted,
    NonceShown,
    PartGiven,
    Revealed,
    Statement,
    Voting,
    pack_statement,
    read_statement,
)
from rummynet_protocol.values import asdict
from tests.support.cases import case

A, B, C, D = (bytes([n]) * 32 for n in range(4))
BEGIN = (A, 2**31, B, C, bytes(8), 2**53)
"""The common fields of a statement."""
ALL: list[Statement] = [
    Agreed(*BEGIN, C, D),
    NonceCommitted(*BEGIN, 11, B),
    NonceShown(*BEGIN, B, C),
    Committed(*BEGIN, A, 1, 0, (C, D), ("silent", "read")),
    Revealed(*BEGIN, A, B, C, D),
    KeyShown(*BEGIN, A, B, C, D, A, A + B),
    PartGiven(*BEGIN, A, 100_000, "share", B),
    Cosigned(*BEGIN, A, B, C),
    Acting(*BEGIN, A, 100_000, "take 6S meld 5S 6S 7S"),
    Voting(*BEGIN, A, 100_000, 11, False),
    Closing(*BEGIN, 11),
    LastWord(*BEGIN, ("sent",)),
]


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_a_statement_comes_back_as_it_was(one: Statement) -> None:
    assert read_statement(one.kind, pack_statement(one)) == one


def test_there_is_a_sample_of_each_kind() -> None:
    assert {one.kind for one in ALL} == set(KINDS)


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_a_field_more_or_less_or_of_another_kind_is_refused(one: Statement) -> None:
    values = asdict(one)
    for name in values:
        for spoilt in (
            {key: value for key, value in values.items() if key != name},
            values | {name: [None]},
            values | {name: {}},
        ):
            with pytest.raises(Cheat) as caught:
                read_statement(one.kind, codec.pack(spoilt))
            assert caught.value.check == "format"
    with pytest.raises(Cheat):
        read_statement(one.kind, codec.pack(values | {"more": 1}))


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_nothing_may_be_nil(one: Statement) -> None:
    values = asdict(one)
    for name in values.keys() - {"proof"} if isinstance(one, Acting) else values:  # it plays no hidden card then
        with pytest.raises(Cheat):
            read_statement(one.kind, codec.pack(values | {name: None}))
    if "answered" in values:
        for answered in (["late"], [True], ["read"] * 21):
            with pytest.raises(Cheat):
                read_statement(one.kind, codec.pack(values | {"answered": answered}))


EDGES: dict[str, tuple[Any, Any, Any, Any]] = {
    "n": (-1, 0, 2**31, 2**31 + 1),
    "t": (-1, 0, 2**53, 2**53 + 1),
    "round": (0, 1, 100_000, 100_001),
    "do": (1, "", "d" * 400, "d" * 401),
    "about": (-1, 0, 11, 12),
}
"""By field: below, lowest, highest, above."""


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_every_number_and_text_has_its_own_edges(one: Statement) -> None:
    values = asdict(one)
    for name in EDGES.keys() & values.keys():
        with case(name):
            below, lowest, highest, above = EDGES[name]
            for good in (lowest, highest):
                assert getattr(read_statement(one.kind, codec.pack(values | {name: good})), name) == good
            for bad in (below, above):
                with pytest.raises(Cheat):
                    read_statement(one.kind, codec.pack(values | {name: bad}))


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_the_chain_and_the_clock_have_edges(one: Statement) -> None:
    values = asdict(one)
    for spoilt in ({"n": -1}, {"n": 2**31 + 1}, {"n": True}, {"t": 2**53 + 1}, {"clock": bytes(7)}, {"prev": b""}):
        with pytest.raises(Cheat):
            read_statement(one.kind, codec.pack(values | spoilt))


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_a_statement_is_not_read_as_another_kind(one: Statement) -> None:
    for kind in set(KINDS) - {one.kind}:
        with pytest.raises(Cheat):
            read_statement(kind, pack_statement(one))


def test_hashes_have_32_bytes() -> None:
    for wrong in (bytes(31), bytes(33), b"", "x" * 32):
        with pytest.raises(Cheat):
            read_statement("root", codec.pack(asdict(ALL[5]) | {"root": wrong}))


def test_a_secret_is_not_in_a_statements_repr() -> None:
    assert "x=" not in repr(Revealed(*BEGIN, A, B, C, D))
    assert "nonce=" not in repr(NonceShown(*BEGIN, B, C))


@given(st.sampled_from([*KINDS, "head", "", "other"]), st.binary(max_size=200))
def test_any_bytes_are_a_statement_or_a_cheat(kind: str, data: bytes) -> None:
    try:
        read_statement(kind, data)
    except Cheat as cheat:
        assert cheat.check == "format"
