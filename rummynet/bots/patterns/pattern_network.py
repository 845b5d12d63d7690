"""What ``master`` adds to the tables: a row of numbers for each pattern, and a small network over their sums.

Made again by ``python -m rummynet_research.training.fit networks`` (research/). A file (``packed_numbers``) has the
rows for positions after a throw, then those before a draw, in steps of ``STEP``; then what is above them in the same
order, in steps of ``TOP_STEP``.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from operator import mul
from typing import Final

from rummynet.bots.packed_numbers import loaded
from rummynet.bots.patterns.card_states import PATTERNS
from rummynet.bots.patterns.tables import When, phase_number

# All of these are those of scripts/patterns/network.h: a file has no other description of its shape.
UNITS: Final = 16
_MOST_COUNTED: Final = 22
_MOST_STOCK: Final = 55
_PHASES: Final = 12
_ROWS: Final = PATTERNS + 2 * _MOST_COUNTED + _MOST_STOCK + 1 + _PHASES
_SCALE: Final = 50.0  # points were divided by it in fitting, so that outputs are near 1
_LEAK: Final = 0.05  # with 0 a unit that is below 0 everywhere would not learn any more
# 8 bits hold nearly all numbers of the rows then, which halves the file; a finer step changed no choice of 2,000.
STEP: Final = 1 / 128
TOP_STEP: Final = 1 / 8192
_TOP: Final = UNITS * (UNITS + 3) + 1
"""Numbers above the rows: two biases and the last weights by unit, the middle weights, the last bias."""
ROW_NUMBERS: Final = 2 * _ROWS * UNITS
SIZE: Final = ROW_NUMBERS + 2 * _TOP  # numbers of a file
_NAMES: Final = ("keilty_two",)
FILES: Final = {name: f"{name}.networks" for name in _NAMES}
"""The files, beside this module, by game and number of players."""

Sums = list[float]  # the sums of rows by unit


class PatternNetwork:
    """The network for one kind of position; *rows* and *top* are numbers of the file."""

    def __init__(self, rows: "array[int]", top: Sequence[int]) -> None:
        self._rows, self._made = rows, dict[int, Sequence[int]]()
        real = [TOP_STEP * number for number in top]
        self._bias = tuple(number / STEP for number in real[:UNITS])
        middle = real[UNITS : UNITS * (UNITS + 1)]
        # By unit above, and for sums in steps.
        self._middle = tuple(tuple(STEP * number for number in middle[unit::UNITS]) for unit in range(UNITS))
        self._middle_bias, self._last = real[-2 * UNITS - 1 : -UNITS - 1], real[-UNITS - 1 : -1]
        self._last_bias = real[-1]

    def sums(self, patterns: Iterable[int], own: int, others: int, third: int) -> Sums:
        """Of a position by its patterns, the sizes of its hands, and its stock or the wild cards held."""
        sizes = (
            PATTERNS + min(own, _MOST_COUNTED - 1),
            PATTERNS + _MOST_COUNTED + min(others, _MOST_COUNTED - 1),
            PATTERNS + 2 * _MOST_COUNTED + min(third, _MOST_STOCK),
            PATTERNS + 2 * _MOST_COUNTED + _MOST_STOCK + 1 + phase_number(own, others),
        )
        return list(map(sum, zip(self._bias, *map(self._row, (*patterns, *sizes)), strict=True)))

    def changed(self, sums: Sums, gone: Iterable[int], come: Iterable[int]) -> Sums:
        """The sums with some patterns in place of others."""
        less = map(sum, zip(*map(self._row, gone), strict=True))
        return [
            total - one
            for total, one in zip(map(sum, zip(sums, *map(self._row, come), strict=True)), less, strict=True)
        ]

    def points(self, sums: Sums) -> float:
        """What the position is worth more than by the tables."""
        below = [one if one > 0 else _LEAK * one for one in sums]
        total = self._last_bias
        for row, bias, last in zip(self._middle, self._middle_bias, self._last, strict=True):
            unit = bias + sum(map(mul, row, below))
            total += last * (unit if unit > 0 else _LEAK * unit)
        return _SCALE * total

    def _row(self, number: int) -> Sequence[int]:
        # Kept: a tuple is summed faster than a slice of the array is made, and rounds meet the same patterns again.
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = tuple(self._rows[number * UNITS : (number + 1) * UNITS])
        return made


class PatternNetworks:
    """The networks for one number of players."""

    def __init__(self, numbers: "array[int]") -> None:
        """*numbers*: those of a file. Raises ValueError if that is not their size."""
        if len(numbers) != SIZE:
            raise ValueError(f"{len(numbers)} numbers in place of {SIZE}")
        self.numbers = numbers
        half = ROW_NUMBERS // 2
        self._networks: dict[When, PatternNetwork] = {
            when: PatternNetwork(
                numbers[place * half : (place + 1) * half],
                numbers[ROW_NUMBERS + place * _TOP : ROW_NUMBERS + (place + 1) * _TOP],
            )
            for place, when in enumerate[When](("after_throw", "before_draw"))
        }

    def network(self, when: When) -> PatternNetwork:
        """The network for positions after a throw, or before a draw."""
        return self._networks[when]


@cache
def networks_for(game: str, players: int) -> PatternNetworks | None:
    """The networks of a game for this number of players, loaded once; None without any. Raises FileNotFoundError."""
    name = f"{game}_two"
    return PatternNetworks(loaded(__package__, FILES[name])) if players == 2 and name in FILES else None
