import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.wire.announcement import (
    MOST_BYTES,
    SERVICE,
    Announcement,
    BadAnnouncement,
    TableAnnounced,
    instance,
    read_txt,
    short,
    write_txt,
)
from rummynet_protocol.wire.messages import NAME

KEY = "sha256:" + "ab" * 32
TABLES = (TableAnnounced(1, "keilty", "waiting", 2, 6, "anna's table"), TableAnnounced(7, "vegas", "playing", 3, 3, ""))
SAID = Announcement("Kitchen ♥", KEY, 1, 3, ("keilty", "vegas"), 5, 2, TABLES)


def record(said: Announcement) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in write_txt(said).items()}


def test_what_is_written_is_read() -> None:
    assert read_txt(record(SAID)) == SAID


def test_unknown_keys_are_ignored_and_missing_counts_are_none() -> None:
    least = {b"v": b"1-1", b"fp": KEY.encode(), b"colour": b"red", b"t9": b"x", b"flag": None}
    assert read_txt(least) == Announcement("nameless", KEY, 1, 1, ())


@pytest.mark.parametrize(
    "change",
    [{b"v": b"1"}, {b"v": b"3-1"}, {b"v": b"x-y"}, {b"v": None}, {b"fp": b"sha256:ab"}, {b"fp": KEY.upper().encode()}],
)
def test_without_a_key_or_a_range_it_is_none(change: dict[bytes, bytes | None]) -> None:
    with pytest.raises(BadAnnouncement):
        read_txt(record(SAID) | change)


def test_of_many_tables_the_first_are_described_and_all_are_counted() -> None:
    many = tuple(TableAnnounced(n, "keilty", "waiting", 1, 6, "♥" * NAME) for n in range(1, 201))
    written = record(Announcement("♥" * NAME, KEY, 1, 1, ("keilty",), 200, 200, many))
    assert sum(len(key) + len(value or b"") + 2 for key, value in written.items()) <= MOST_BYTES
    said = read_txt(written)
    assert said.open == 200 and 1 <= len(said.tables)
    assert said.tables == many[: len(said.tables)]


@given(st.text(max_size=60))
def test_the_name_of_the_service_is_one_label(name: str) -> None:
    made = instance(Announcement(name, KEY, 1, 1, ()))
    label = made.removesuffix(f".{SERVICE}")
    assert label != made
    assert "." not in label
    assert len(label.encode()) <= 63
    assert label.endswith(short(KEY)) and len(short(KEY)) == 12


@given(st.dictionaries(st.binary(max_size=12), st.one_of(st.none(), st.binary(max_size=255)), max_size=12))
def test_no_record_is_anything_but_read_or_refused(found: dict[bytes, bytes | None]) -> None:
    try:
        read_txt(record(SAID) | found)
    except BadAnnouncement:
        pass
