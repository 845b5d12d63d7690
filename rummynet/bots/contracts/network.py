"""The fitted networks: one hidden layer each, one for each round, kind of position, and before or after the contract.

Made again by ``python -m rummynet_research.training.fit contracts`` (research/). A file (``packed_numbers``) has them
in steps of ``STEP``: of each network the weights by input and hidden unit, then biases, then weights and bias of the
output.
"""

from array import array
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from operator import mul
from typing import Final

from rummynet.bots.contracts.features import INPUTS
from rummynet.bots.packed_numbers import loaded
from rummynet.rules.crummy.state import CONTRACTS


class Kind(IntEnum):
    """What comes next in the position that a network values."""

    AFTER_THROW = 0
    BEFORE_DRAW = 1
    AFTER_WANT = 2  # the offered card is in the hand, that of the stock is still to come
    AFTER_WAIVE = 3


# As fitted. Plain Python computes it fast enough (1 ms a decision), so players need no numpy.
HIDDEN: Final = 24
# 16 bits then reach from -16 to 16; the largest fitted weight is 3.2.
STEP: Final = 1 / 2048
# UNIT of scripts/contracts/network.h: points were divided by it in fitting, so that outputs are near 1.
_UNIT: Final = 50.0
# LEAK of scripts/contracts/network.h: with 0 a unit that is below 0 everywhere would not learn any more.
_LEAK: Final = 0.1
_WEIGHTS: Final = INPUTS * HIDDEN
SIZE: Final = _WEIGHTS + 2 * HIDDEN + 1  # numbers of one network
NETWORKS: Final = 2 * len(Kind) * len(CONTRACTS)
FILES: Final = {"two": "crummy_two.networks", "more": "crummy_more.networks"}
"""The files, beside this module: for two players and for more."""


class Network:
    """One network; *numbers* are those of the file."""

    def __init__(self, numbers: Sequence[int]) -> None:
        real = [STEP * number for number in numbers]
        self._rows = tuple(tuple(real[unit:_WEIGHTS:HIDDEN]) for unit in range(HIDDEN))
        self._biases = real[_WEIGHTS : _WEIGHTS + HIDDEN]
        self._out, self._bias = real[_WEIGHTS + HIDDEN : -1], real[-1]

    def worth(self, inputs: Sequence[float]) -> float:
        """The points by which the seat may expect to be ahead of the mean of the others."""
        total = self._bias
        for row, bias, out in zip(self._rows, self._biases, self._out, strict=True):
            unit = bias + sum(map(mul, row, inputs))
            total += out * (unit if unit > 0 else _LEAK * unit)
        return _UNIT * total


class Networks:
    """The networks for one number of players."""

    def __init__(self, numbers: "array[int]") -> None:
        """*numbers*: all of them. Raises ValueError if that is not their size."""
        if len(numbers) != NETWORKS * SIZE:
            raise ValueError(f"{len(numbers)} numbers in place of {NETWORKS * SIZE}")
        self.numbers = numbers
        self._made: dict[int, Network] = {}

    def network(self, round_number: int, kind: Kind, has_laid: bool) -> Network:
        """The network for positions of that kind."""
        number = (2 * (round_number - 1) + has_laid) * len(Kind) + kind
        # Made at first use: a round needs eight of the 56, and unpacking all would delay the first action.
        if number not in self._made:
            self._made[number] = Network(self.numbers[number * SIZE : (number + 1) * SIZE])
        return self._made[number]


@cache
def networks_for(players: int) -> Networks:
    """The networks for this number of players, loaded once. Raises FileNotFoundError."""
    return Networks(loaded(__package__, FILES["two" if players == 2 else "more"]))
