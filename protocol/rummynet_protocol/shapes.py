"""Validators for values from outside: each shape reads one value or states what it should have been.

Where a record comes from outside (a log entry, a message), the types of its fields are annotated with their shapes, as
in ``Annotated[int, whole(0, 9)]``; ``read_record`` turns a map into a record, ``values.asdict`` back.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_type_hints

from msgspec import Meta, MsgspecError, Struct, defstruct
from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import astuple

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value

R = TypeVar("R", bound=Value)
Shape = Callable[[object], Any]
_FLAT: Final[dict[Shape, Any]] = {}
"""By shape the type by which msgspec checks the same; only of values that hold no others."""


class ShapeError(RummynetError):
    """A value from outside does not have the form that the protocol gives it."""

    code = "shape"


class MissingField(ShapeError):
    """A record lacks one of its fields."""

    code = "missing_field"


class StrayField(ShapeError):
    """A record has a field that its kind does not have."""

    code = "stray_field"


def integer(low: int, high: int) -> Shape:
    """A whole number from *low* to *high*."""

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:  # a bool is another type
            raise ShapeError(f"should be a whole number from {low} to {high}")
        return value

    _FLAT[read] = Annotated[int, Meta(ge=low, le=high)]
    return read


def octets(size: int) -> Shape:
    """A byte string of exactly *size* bytes."""

    def read(value: object) -> bytes:
        if type(value) is not bytes or len(value) != size:
            raise ShapeError(f"should be {size} bytes")
        return value

    _FLAT[read] = Annotated[bytes, Meta(min_length=size, max_length=size)]
    return read


def octets_to(most: int) -> Shape:
    """A byte string of at most *most* bytes."""

    def read(value: object) -> bytes:
        if type(value) is not bytes or len(value) > most:
            raise ShapeError(f"should be at most {most} bytes")
        return value

    _FLAT[read] = Annotated[bytes, Meta(max_length=most)]
    return read


def words(most: int) -> Shape:
    """Text of at most *most* characters."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise ShapeError(f"should be text of at most {most} characters")
        return value

    _FLAT[read] = Annotated[str, Meta(max_length=most)]
    return read


def one_of(*choices: object) -> Shape:
    """One of these values, of the same type."""

    def read(value: object) -> Any:  # noqa: ANN401
        for choice in choices:
            if value == choice and type(value) is type(choice):
                return choice
        raise ShapeError(f"should be one of {', '.join(map(str, choices))}")

    if all(isinstance(choice, str) for choice in choices):
        _FLAT[read] = Literal[choices]
    return read


def yes_no(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ShapeError("should be true or false")
    return value


def maybe(shape: Shape) -> Shape:
    """The shape, or None."""

    def read(value: object) -> Any:  # noqa: ANN401
        return None if value is None else shape(value)

    if shape in _FLAT:
        _FLAT[read] = _FLAT[shape] | None
    return read


def list_of(shape: Shape, most: int) -> Shape:
    """A list of at most *most* values of the shape, as a tuple."""

    def read(value: object) -> tuple[Any, ...]:
        # MessagePack gives lists, records hold tuples: `check_record` reads the latter before they are sent.
        if not isinstance(value, list | tuple) or len(value) > most:
            raise ShapeError(f"should be a list of at most {most}")
        # The length first: nobody should have 4,096 items read to be told that 12 are allowed.
        return tuple(shape(item) for item in value)

    return read


def row(*shapes: Shape) -> Shape:
    """A list with exactly one value of each shape, as a tuple."""

    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(shapes):
            raise ShapeError(f"should be a list of {len(shapes)}")
        return tuple(shape(item) for shape, item in zip(shapes, value, strict=True))

    return read


def option_map(value: object) -> dict[str, Any]:
    """Options of a table: at most 40 names with integers, booleans, text, None, or lists of integers."""
    # FAIRNESS.md, `options`. The bounds are small since anybody may send options, and a host keeps them for each table.
    if not isinstance(value, Mapping) or len(value) > 40:
        raise ShapeError("should be a map of at most 40 options")
    known = dict(value)
    for name, item in known.items():
        plain = item is None or isinstance(item, bool | int | str)
        numbers = isinstance(item, list | tuple) and len(item) <= 12 and all(type(one) is int for one in item)
        is_long = isinstance(item, str) and len(item) > 200
        if not isinstance(name, str) or len(name) > 30 or not (plain or numbers) or is_long:
            raise ShapeError("should hold options with short names and plain values")
    return known


# Type hints are evaluated from text, which takes longer than reading the record.
@cache
def shapes_of(kind: type[Value]) -> tuple[tuple[str, Shape], ...]:
    """The fields of this kind of record with their shapes, in their order."""
    types = get_type_hints(kind, include_extras=True)
    return tuple((name, types[name].__metadata__[0]) for name in kind.__struct_fields__)


def read_record(kind: type[R], values: Mapping[str, object], *, strict: bool) -> R:
    """The record in *values*. Missing keys are errors; unknown keys too if *strict*. Raises ShapeError."""
    found: dict[str, Any] = {}
    for name, shape in shapes_of(kind):
        if name not in values:
            raise MissingField(f"{name} is missing")
        try:
            found[name] = shape(values[name])
        except ShapeError as problem:
            raise ShapeError(f"{name} {problem}") from None
    if strict and len(values) != len(found):
        raise StrayField("has a field that does not belong there")
    return kind(**found)


def check_record(record: Value) -> None:
    """Check that every field has its shape. Raises ShapeError."""
    for name, shape in shapes_of(type(record)):
        try:
            shape(getattr(record, name))
        except ShapeError as problem:
            raise ShapeError(f"{name} {problem}") from None


class FlatForm:
    """Packs and reads records of some kinds in one step each; None where that cannot be done.

    That is: with a record that is wrong, or has lists or maps in it, and with bytes that ``codec.pack`` would not have
    made of it. *kind_key*: where the kind stands in the map, as its first key.
    """

    def __init__(self, kinds: Iterable[type[Value]], kind_key: str | None = None) -> None:
        self._types = {kind: flat for kind in kinds if (flat := _flat_type(kind, kind_key)) is not None}
        self._kinds = {flat: kind for kind, flat in self._types.items()}
        self._decode = Decoder(Union[tuple(self._kinds)] if self._kinds else None).decode  # noqa: UP007
        self._encode = Encoder().encode

    def read(self, data: bytes) -> Any:  # noqa: ANN401
        """The record, as ``read_record`` would read it."""
        try:
            found = self._decode(data)
        except (MsgspecError, ValueError, RecursionError):
            return None
        # msgspec skips keys that it does not know, and the last of two equal ones counts: then the bytes differ.
        kind = self._kinds.get(type(found))
        return kind(*astuple(found)) if kind is not None and self._encode(found) == data else None

    def pack(self, record: Value) -> bytes | None:
        """The bytes of a record that has its shape."""
        flat = self._types.get(type(record))
        if flat is None:
            return None
        try:
            data = self._encode(flat(*astuple(record)))
            self._decode(data)  # only this looks at types and bounds
        except (MsgspecError, ValueError, TypeError):
            return None
        return data


def _flat_type(kind: type[Value], kind_key: str | None) -> type[Struct] | None:
    fields = shapes_of(kind)
    if not all(shape in _FLAT for _, shape in fields):
        return None
    tag = None if kind_key is None else kind.kind  # type: ignore[attr-defined]
    return defstruct(kind.__name__, [(name, _FLAT[shape]) for name, shape in fields], tag_field=kind_key, tag=tag)
