"""The fitted tables: what each pattern is worth in points, by how near the round is to its end.

Made again by ``python -m rummynet_research.training.fit tables`` (research/). A file (``packed_numbers``) has them in
steps of ``UNIT`` points: first for positions after a throw, then for those before a draw; each half by phase and
pattern, then by sizes.
"""

from array import array
from functools import cache
from typing import Final, Literal

from rummynet.bots.packed_numbers import loaded
from rummynet.bots.patterns.card_states import PATTERNS

When = Literal["after_throw", "before_draw"]

# 16 bits then reach 6,500 points either way; the largest number of a table is 181.
UNIT: Final = 0.2  # points of one step
_NAMES: Final = (
    "keilty_two",
    "keilty_more",
    "joker_two",
    "joker_more",
    "jokers_two",  # of `master`: fitted with the jokers, those of `expert` without
    "basic_two",
    "basic_more",
    "vegas_two",
    "vegas_more",
)
FILES: Final = {name: f"{name}.tables" for name in _NAMES}
"""The files, beside this module: by game, for two players and for three to six."""
# All of these are those of positions.h in research/: a file has no other description of its shape.
_PHASES: Final = 12
_MOST_COUNTED: Final = 22
_STOCKS: Final = (5, 10, 16, 24)
_SIZES: Final = _PHASES * PATTERNS  # where the numbers by sizes begin
HALF: Final = _SIZES + _MOST_COUNTED**2 * (len(_STOCKS) + 1)  # numbers of one half


class PatternTables:
    """The tables for one number of players."""

    def __init__(self, numbers: "array[int]") -> None:
        """*numbers*: both halves. Raises ValueError if that is not their size."""
        if len(numbers) != 2 * HALF:
            raise ValueError(f"{len(numbers)} numbers in place of {2 * HALF}")
        self.numbers = numbers
        self._halves: dict[When, int] = {"after_throw": 0, "before_draw": HALF}

    def phase(self, when: When, own: int, others: int) -> memoryview:
        """By pattern: what it is worth, in ``UNIT``; by the cards held, and by those of the smallest other hand."""
        start = self._halves[when] + phase_number(own, others) * PATTERNS
        # No copy: a phase has 15,000 numbers, and each decision asks for one or two phases.
        return memoryview(self.numbers)[start : start + PATTERNS]

    def sizes(self, when: When, own: int, others: int, third: int) -> int:
        """What the sizes of hands and a third are worth, in ``UNIT``; that is ``stock_size`` or the wild cards held."""
        own, others = min(own, _MOST_COUNTED - 1), min(others, _MOST_COUNTED - 1)
        place = (own * _MOST_COUNTED + others) * (len(_STOCKS) + 1) + min(third, len(_STOCKS))
        return self.numbers[self._halves[when] + _SIZES + place]


def stock_size(stock: int) -> int:
    """The class of a stock of so many cards."""
    return _bucket(stock, _STOCKS)


def phase_number(own: int, others: int) -> int:
    """The phase of a round, by the cards held, and by those of the smallest other hand."""
    return 3 * _bucket(others, (3, 5, 8)) + _bucket(own, (4, 8))


def _bucket(size: int, bounds: tuple[int, ...]) -> int:
    return sum(size >= bound for bound in bounds)


@cache
def tables_for(game: str, players: int) -> PatternTables | None:
    """The tables of a game for this number of players, loaded once; None without any. Raises FileNotFoundError."""
    name = f"{game}_{'two' if players == 2 else 'more'}"
    return PatternTables(loaded(__package__, FILES[name])) if name in FILES else None
