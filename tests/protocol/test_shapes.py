from typing import Annotated, ClassVar

import pytest

from rummynet_protocol import codec
from rummynet_protocol.shapes import (
    FlatForm,
    ShapeError,
    integer,
    list_of,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    read_record,
    words,
)
from rummynet_protocol.values import Value, asdict


class Point(Value):
    x: Annotated[int, integer(0, 9)]
    tags: Annotated[tuple[str, ...], list_of(words(3), 2)]


class Flat(Value):
    kind: ClassVar = "flat"
    n: Annotated[int, integer(0, 2**53)]
    seat: Annotated[int | None, maybe(integer(0, 5))]
    id: Annotated[bytes, octets(2)]
    blob: Annotated[bytes, octets_to(2)]
    name: Annotated[str, words(3)]
    do: Annotated[str, one_of("a", "b")]
    last: Annotated[str | None, maybe(words(1))] = None


KINDS: tuple[type[Value], ...] = (Flat, Point)
FLAT = Flat(7, None, b"ab", b"", "äöü", "b", "z")


def slowly(data: bytes) -> Flat | None:
    try:
        return read_record(Flat, codec.unpack(data), strict=True)
    except (ShapeError, codec.CodecError):
        return None


def test_a_flat_record_is_read_at_once() -> None:
    read = FlatForm(KINDS).read
    data = codec.pack(asdict(FLAT))
    assert read(data) == FLAT == slowly(data)
    assert FlatForm(KINDS, "m").read(codec.pack({"m": "flat", **asdict(FLAT)})) == FLAT
    assert read(codec.pack(asdict(Point(1, ())))) is None, "it holds a list"


def test_what_may_be_missing_may_have_any_shape() -> None:
    assert [maybe(option_map)(value) for value in (None, {"o": 1})] == [None, {"o": 1}]


def test_options_are_few_short_and_plain() -> None:
    few = {f"o{n}": 0 for n in range(40)}
    for good in (few, {"o": [0] * 12}, {"o": "x" * 200}, {"o" * 30: None}):
        assert option_map(good) == good
    for bad in ({**few, "more": 0}, {"o": [0] * 13}, {"o": "x" * 201}, {"o" * 31: None}, {"o": [True]}):
        with pytest.raises(ShapeError):
            option_map(bad)
