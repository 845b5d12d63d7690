from typing import Any

import pytest

from rummynet_protocol import codec
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
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
    Voting(*BEGIN, 11, False),
    LastWord(*BEGIN, ("sent",)),
]


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
