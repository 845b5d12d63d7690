import copy
import pickle
from typing import ClassVar

import pytest

from rummynet_protocol.values import Value, replace


class Point(Value):
    x: int
    tags: tuple[str, ...] = ()


class Even(Value):
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ZeroDivisionError


class Sealed(Value):
    unprinted: ClassVar = ("secret",)
    place: int
    secret: bytes


def test_it_is_equal_by_its_fields_and_its_kind() -> None:
    assert Point(1) == Point(1) != Point(2)
    assert hash(Point(1)) == hash(Point(1)) and len({Point(1), Point(1), Point(2)}) == 2
    other: Value = Even(2)
    assert other != Point(2)


def test_it_does_not_change() -> None:
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del point.x
    assert replace(point, x=2) == Point(2) and point == Point(1)
    assert pickle.loads(pickle.dumps(point)) == copy.copy(point) == copy.deepcopy(point) == point


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError) as refused:
        replace(Point(1), colour="red")
    assert "colour" in str(refused.value)


def test_what_a_kind_checks_when_it_is_made_is_checked_in_a_copy_too() -> None:
    with pytest.raises(ZeroDivisionError):
        replace(Even(2), number=3)


def test_a_secret_is_not_in_its_repr() -> None:
    assert repr(Sealed(4, b"hush")) == "Sealed(place=4)"
    assert repr(Point(1, ("a",))) == "Point(x=1, tags=('a',))"
