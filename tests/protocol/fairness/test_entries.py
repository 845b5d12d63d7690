import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.entries import VERSION, read_entry
from rummynet_protocol.fairness.statements import Statement, read_statement
from rummynet_protocol.values import asdict
from tests.support.cases import case

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "protocol/vectors/fairness.json").read_text("utf-8"))
ALL: list[bytes] = [bytes.fromhex(one["entry"]) for one in VECTORS["entries"]]
STATEMENTS = [read_statement(one["kind"], bytes.fromhex(one["payload"])) for one in VECTORS["statements"]]


def refused(values: object) -> None:
    with pytest.raises(Cheat) as caught:
        read_entry(codec.pack(values))
    assert caught.value.check == "format"


@pytest.mark.parametrize("values", [[], {}, None, 1, "open", {"e": 1}, {"e": "opened"}, {"e": None}, {"e": ["act"]}])
def test_what_is_no_entry_is_refused(values: object) -> None:
    refused(values)


EDGES: dict[str, tuple[Any, Any, Any, Any]] = {
    "at": (-1, 0, 2**53, 2**53 + 1),
    "count": (0, 1, 64, 65),
    "drawn": (-1, 0, 4, 5),
    "epoch": (-1, 0, 255, 256),
    "first": (-1, 0, 255, 256),
    "game": (0, 1, 2**31, 2**31 + 1),
    "out": (-1, 0, 11, 12),
    "position": (-1, 0, 215, 216),
    "round": (0, 1, 100_000, 100_001),
    "seat": (-1, 0, 11, 12),
    "starter": (-1, 0, 11, 12),
    "t": (-1, 0, 2**53, 2**53 + 1),
    "winner": (-1, 0, 11, 12),
    "do": (1, "", "d" * 400, "d" * 401),
    "host_name": (1, "", "h" * 64, "h" * 65),
    "variant": (1, "", "v" * 20, "v" * 21),
}
"""By field: below, lowest, highest, above."""


def test_every_number_and_text_has_its_own_edges() -> None:
    seen = set()
    for data in ALL:
        values = codec.unpack(data)
        for name in EDGES.keys() & values.keys():
            with case(values["e"], name):
                below, lowest, highest, above = EDGES[name]
                seen.add(name)
                for good in (lowest, highest):
                    assert getattr(read_entry(codec.pack(values | {name: good})), name) == good
                for bad in (below, above):
                    refused(values | {name: bad})
    assert seen == EDGES.keys()


LONGEST = {"commits": 4, "joining": 12, "players": 12, "round_scores": 12, "scores": 12, "secrets": 256, "up": 64}


def test_every_list_has_its_own_length() -> None:
    seen = set()
    for data in ALL:
        values = codec.unpack(data)
        for name in LONGEST.keys() & values.keys():
            with case(values["e"], name):
                seen.add(name)
                one = values[name][:1] or [0]
                longest = one * LONGEST[name]
                assert len(getattr(read_entry(codec.pack(values | {name: longest})), name)) == LONGEST[name]
                refused(values | {name: longest + one})
    assert seen == LONGEST.keys()


@given(st.sampled_from(ALL), st.integers(0, 10_000), st.integers(1, 255))
def test_any_changed_byte_is_an_entry_or_a_cheat(data: bytes, at: int, flip: int) -> None:
    at %= len(data)
    try:
        read_entry(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
    except Unknown:
        assert data[at] == VERSION, "a log of another version"
    except Cheat as cheat:
        assert cheat.check == "format"


OF_STATEMENTS: dict[str, tuple[Any, Any, Any, Any]] = {
    "n": (-1, 0, 2**31, 2**31 + 1),
    "t": (-1, 0, 2**53, 2**53 + 1),
    "round": (0, 1, 100_000, 100_001),
    "do": (1, "", "d" * 400, "d" * 401),
    "about": (-1, 0, 11, 12),
}
"""By field: below, lowest, highest, above."""


@pytest.mark.parametrize("one", STATEMENTS, ids=lambda one: str(one.kind))
def test_every_number_and_text_of_a_statement_has_its_own_edges(one: Statement) -> None:
    values = asdict(one)
    for name in OF_STATEMENTS.keys() & values.keys():
        with case(name):
            below, lowest, highest, above = OF_STATEMENTS[name]
            for good in (lowest, highest):
                assert getattr(read_statement(one.kind, codec.pack(values | {name: good})), name) == good
            for kind, bad in ((one.kind, below), (one.kind, above), ("none", lowest)):
                with pytest.raises(Cheat):
                    read_statement(kind, codec.pack(values | {name: bad}))
