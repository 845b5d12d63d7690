"""Fitted numbers as a file of the package: signed 16 bits each, little end first, zlib-compressed."""

import sys
import zlib
from array import array
from collections.abc import Iterable
from pkgutil import get_data
from typing import Final

# Not -32,768 either: the range is the same on both sides, so that a cut never changes the sign of an error.
_MOST: Final = 32_767


def packed(numbers: Iterable[float], step: float) -> bytes:
    """The file that holds these numbers, each rounded to a multiple of *step* and cut off at 32,767 of them."""
    # Compressed 16 bits: the tables are 1.2 of the 3 MB of this package; floats would be several times as large.
    steps = array("h", [max(-_MOST, min(_MOST, round(number / step))) for number in numbers])
    return zlib.compress(_little_endian(steps).tobytes(), 9)


def loaded(package: str, name: str) -> "array[int]":
    """The numbers in a package's file, in steps. Raises FileNotFoundError."""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{name} is not installed")
    steps = array("h")
    steps.frombytes(zlib.decompress(data))
    return _little_endian(steps)


def _little_endian(steps: "array[int]") -> "array[int]":
    """Steps in the order of bytes of the file for steps in this machine's, or the other way."""
    # The file has one order of bytes, whatever machine fitted it.
    if sys.byteorder == "big":
        steps.byteswap()
    return steps
