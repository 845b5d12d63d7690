"""Thinking time of one decision, on a clock that is passed in."""

from collections.abc import Callable
from typing import Final

# Short beside the seconds that a bot seems to think; the levels need a hundredth of it on average (docs/bots.md).
DECISION_MS: Final = 200  # milliseconds that a bot at a table has for a decision


class Budget:
    """Milliseconds for one decision, counted from when it is made; *clock* gives seconds."""

    __slots__ = ("_clock", "_end")

    def __init__(self, milliseconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        # An end, not a sum of pieces: what runs beside the choice counts too, as it does for who waits.
        self._end = clock() + milliseconds / 1000

    def is_spent(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._end


class StepClock:
    """A clock that advances by *milliseconds* at each reading: a budget on it is a number of steps, not of seconds.

    What is decided on it depends neither on the machine nor on its load.
    """

    __slots__ = ("_now", "_step")

    def __init__(self, milliseconds: float) -> None:
        self._now, self._step = 0.0, milliseconds / 1000

    def __call__(self) -> float:
        """The time of this step."""
        self._now += self._step
        return self._now
