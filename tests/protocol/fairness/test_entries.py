import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.entries import KINDS, Acted, Ended, Shuffle, Wanted, pack_entry, read_entry
from tests.support.cases import case

VECTORS = Path(__file__).resolve().parents[3] / "protocol" / "vectors" / "fairness.json"
ALL: list[bytes] = [bytes.fromhex(one["entry"]) for one in json.loads(VECTORS.read_text(encoding="utf-8"))["entries"]]
WRONG: tuple[object, ...] = (2**63, [[[]]], -(10**10))


def kind_of(data: bytes) -> str:
    return str(codec.unpack(data)["e"])


def refused(values: object) -> None:
    with pytest.raises(Cheat) as caught:
        read_entry(codec.pack(values))
    assert caught.value.check == "format"


def test_there_is_a_vector_of_each_kind() -> None:
    assert set(map(kind_of, ALL)) == set(KINDS)


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_an_entry_comes_back_byte_for_byte(data: bytes) -> None:
    entry = read_entry(data)
    assert pack_entry(entry) == data
    assert entry.kind == kind_of(data)


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_the_kind_stands_first(data: bytes) -> None:
    assert next(iter(codec.unpack(data))) == "e"


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_a_missing_field_is_refused(data: bytes) -> None:
    values = codec.unpack(data)
    for name in values:
        refused({key: value for key, value in values.items() if key != name})


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_an_unknown_field_is_refused(data: bytes) -> None:
    refused(codec.unpack(data) | {"more": None})


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_a_field_given_twice_is_refused(data: bytes) -> None:
    values: dict[str, Any] = codec.unpack(data)
    name, value = list(values.items())[-1]
    twice = bytes([data[0] + 1]) + data[1:] + codec.pack(name) + codec.pack(value)
    with pytest.raises(Cheat):
        read_entry(twice)


@pytest.mark.parametrize("data", ALL, ids=kind_of)
def test_a_value_of_another_form_is_refused(data: bytes) -> None:
    values = codec.unpack(data)
    for name in values:
        for wrong in WRONG:
            if name == "version" and isinstance(wrong, int):
                with pytest.raises(Unknown):  # a newer program may know it
                    read_entry(codec.pack(values | {name: wrong}))
            else:
                refused(values | {name: wrong})


@pytest.mark.parametrize("values", [[], {}, None, 1, "open", {"e": 1}, {"e": "opened"}, {"e": None}, {"e": ["act"]}])
def test_what_is_no_entry_is_refused(values: object) -> None:
    refused(values)


def test_the_forms_have_edges() -> None:
    assert read_entry(pack_entry(Shuffle(1, 255, bytes(216), 0))).kind == "shuffle"
    refused(codec.unpack(pack_entry(Shuffle(1, 255, bytes(217), 0))))
    refused(codec.unpack(pack_entry(Shuffle(0, 0, b"", 0))))
    refused(codec.unpack(pack_entry(Shuffle(1, 256, b"", 0))))
    refused(codec.unpack(pack_entry(Ended("played", -1))))
    refused(codec.unpack(pack_entry(Ended("played", True))))
    refused(codec.unpack(pack_entry(Ended("bored", 1))))
    refused(codec.unpack(pack_entry(Wanted(0, "draw", None, "want", 1))))


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


def test_an_opening_names_a_place_and_a_card_from_0_to_215() -> None:
    values = next(found for found in map(codec.unpack, ALL) if found.get("up"))
    opening = values["up"][0]
    for field in (0, 1):
        for number in (-1, 0, 215, 216):
            changed = [*opening[:field], number, *opening[field + 1 :]]
            entry = values | {"up": [changed]}
            if 0 <= number <= 215:
                assert getattr(read_entry(codec.pack(entry)), "up")[0][field] == number  # noqa: B009 - of one kind
            else:
                refused(entry)


LONGEST = {
    "commits": 4,
    "joining": 12,
    "players": 12,
    "round_scores": 12,
    "scores": 12,
    "secrets": 256,
    "up": 64,
}


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


def test_an_entry_does_not_follow_from_its_record_alone() -> None:
    """The same record in a longer encoding reads the same, but its bytes, which are hashed and signed, differ."""
    short = pack_entry(Ended("played", 7))
    longer = short[:-1] + b"\xcd\x00\x07"
    assert read_entry(longer) == read_entry(short)
    assert longer != short


def test_an_action_of_the_host_has_no_signature() -> None:
    acted = read_entry(pack_entry(Acted(0, "pass", None, "turn", 0, None, 1)))
    assert isinstance(acted, Acted)
    assert acted.signed is None


@given(st.binary(max_size=200))
def test_any_bytes_are_an_entry_or_a_cheat(data: bytes) -> None:
    try:
        read_entry(data)
    except Cheat as cheat:
        assert cheat.check == "format"


@given(st.sampled_from(ALL), st.integers(0, 10_000), st.integers(1, 255))
def test_any_changed_byte_is_an_entry_or_a_cheat(data: bytes, at: int, flip: int) -> None:
    at %= len(data)
    try:
        read_entry(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
    except Cheat as cheat:
        assert cheat.check == "format"
