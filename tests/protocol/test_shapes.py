from typing import Annotated, Any, ClassVar

import pytest

from rummynet_protocol import codec
from rummynet_protocol.shapes import (
    FlatForm,
    MissingField,
    Shape,
    ShapeError,
    StrayField,
    check_record,
    integer,
    list_of,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    read_record,
    row,
    words,
    yes_no,
)
from rummynet_protocol.values import Value, asdict
from tests.support.errors import raises


@pytest.mark.parametrize(
    ("shape", "value", "read"),
    [
        (integer(0, 5), 0, 0),
        (integer(0, 5), 5, 5),
        (octets(2), b"ab", b"ab"),
        (octets_to(2), b"", b""),
        (words(3), "äöü", "äöü"),
        (one_of("turn", "rule"), "rule", "rule"),
        (one_of(True, False), False, False),
        (yes_no, True, True),
        (maybe(integer(0, 5)), None, None),
        (maybe(integer(0, 5)), 3, 3),
        (list_of(integer(0, 5), 2), [1, 2], (1, 2)),
        (list_of(integer(0, 5), 2), (), ()),
        (row(integer(0, 5), words(3)), [1, "a"], (1, "a")),
        (option_map, {"target": 500, "hands": [1, 2], "x": None}, {"target": 500, "hands": [1, 2], "x": None}),
    ],
)
def test_a_value_of_its_shape_is_read(shape: Shape, value: object, read: object) -> None:
    assert shape(value) == read


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (integer(0, 5), -1),
        (integer(0, 5), 6),
        (integer(0, 5), True),
        (integer(0, 5), "3"),
        (integer(0, 5), 3.0),
        (integer(0, 5), None),
        (octets(2), b"abc"),
        (octets(2), "ab"),
        (octets_to(2), b"abc"),
        (octets_to(2), [1]),
        (words(3), "abcd"),
        (words(3), b"ab"),
        (one_of("turn", "rule"), "other"),
        (one_of("turn", "rule"), None),
        (one_of(1), True),
        (one_of(True, False), 1),
        (yes_no, 1),
        (yes_no, None),
        (maybe(integer(0, 5)), 9),
        (list_of(integer(0, 5), 2), [1, 2, 3]),
        (list_of(integer(0, 5), 2), [9]),
        (list_of(integer(0, 5), 2), "12"),
        (list_of(integer(0, 5), 2), {1: 2}),
        (row(integer(0, 5), words(3)), [1]),
        (row(integer(0, 5), words(3)), [1, "a", 2]),
        (row(integer(0, 5), words(3)), ["a", 1]),
        (option_map, [1]),
        (option_map, {"x": 1.5}),
        (option_map, {"x": b"bytes"}),
        (option_map, {"x": {"deep": 1}}),
        (option_map, {"x": [True]}),
        (option_map, {"x": [1] * 13}),
        (option_map, {"x": "long" * 60}),
        (option_map, {"n" * 31: 1}),
        (option_map, {1: 1}),
        (option_map, {str(n): n for n in range(41)}),
    ],
)
def test_another_value_is_refused(shape: Shape, value: object) -> None:
    with raises(ShapeError, "shape", "should"):
        shape(value)


class Point(Value):
    x: Annotated[int, integer(0, 9)]
    tags: Annotated[tuple[str, ...], list_of(words(3), 2)]


def test_a_record_goes_to_a_map_and_back() -> None:
    point = Point(3, ("a", "b"))
    assert read_record(Point, asdict(point), strict=True) == point
    assert list(asdict(point)) == ["x", "tags"]


@pytest.mark.parametrize(
    ("values", "kind", "field"),
    [
        ({"x": 1}, MissingField, "tags"),
        ({"x": 10, "tags": []}, ShapeError, "x "),
        ({"x": 1, "tags": ["long"]}, ShapeError, "tags"),
    ],
)
def test_a_record_says_which_field_is_wrong(values: dict[str, Any], kind: type[ShapeError], field: str) -> None:
    with raises(kind, kind.code, field):
        read_record(Point, values, strict=False)


def test_unknown_fields_matter_to_the_strict_only() -> None:
    values = {"x": 1, "tags": [], "more": 1}
    assert read_record(Point, values, strict=False) == Point(1, ())
    with raises(StrayField, "stray_field"):
        read_record(Point, values, strict=True)


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
OTHERS: list[Any] = [-1, 6, True, 2**53 + 1, 2**64 - 1, None, b"abc", "abcd", "ab", "YWI=", "a", "", [], {}, [7]]
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


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field in asdict(FLAT) for value in OTHERS],
)
def test_what_is_read_at_once_is_what_is_read_field_by_field(field: str, value: object) -> None:
    data = codec.pack({**asdict(FLAT), field: value})
    assert FlatForm(KINDS).read(data) == slowly(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field in asdict(FLAT) for value in (*OTHERS, 3.0)],
)
def test_what_is_packed_at_once_is_what_is_packed_field_by_field(field: str, value: object) -> None:
    values: dict[str, Any] = {**asdict(FLAT), field: value}
    record = Flat(**values)
    try:
        check_record(record)
    except ShapeError:
        assert FlatForm(KINDS).pack(record) is None
    else:
        assert FlatForm(KINDS).pack(record) == codec.pack(asdict(record))


@pytest.mark.parametrize(
    "data",
    [
        codec.pack({**asdict(FLAT), "more": 1}),
        codec.pack({name: value for name, value in asdict(FLAT).items() if name != "last"}),
        codec.pack(dict(reversed(asdict(FLAT).items()))),
        codec.pack(asdict(FLAT)).replace(b"\xa1n\x07", b"\xa1n\xcc\x07"),
        b"\x88" + codec.pack(asdict(FLAT))[1:] + b"\xa1n\x07",
        codec.pack(asdict(FLAT)) + b"\x01",
        codec.pack(asdict(FLAT))[:-1] + b"\xff",
        codec.pack(asdict(FLAT))[:-2] + b"\xca\x00\x00\x00\x00",
        b"\x91" * 60_000,
        b"",
    ],
    ids=["more", "less", "order", "longer form", "key twice", "behind it", "no text", "float", "deep", "nothing"],
)
def test_what_msgspec_would_let_pass_is_left_to_the_codec(data: bytes) -> None:
    assert FlatForm(KINDS).read(data) is None
