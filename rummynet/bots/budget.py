"""Thinking time of one decision, on a clock that is passed in."""

from collections.abc import Callable
from typing import Final

from rummynet_protocol.errors import Refusal

# Short beside the seconds that a bot seems to think; the levels need a hundredth of it on average (docs/bots.md).
DECISION_MS: Final = 200  # milliseconds that a bot at a table has for a decision

_STEPS: Final = 0.7  # of a budget: a step that has begun ends then, and there is time for what is done with it


class TimeUp(Refusal):
    """What is being weighed takes longer than the decision may."""

    code = "time_up"


class Budget:
    """Milliseconds for one decision, counted from when it is made; *clock* gives seconds."""

    __slots__ = ("_clock", "_end", "_end_of_steps")

    def __init__(self, milliseconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        # An end, not a sum of pieces: what runs beside the choice counts too, as it does for who waits.
        begin = clock()
        self._end, self._end_of_steps = begin + milliseconds / 1000, begin + _STEPS * milliseconds / 1000

    def is_spent(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._end

    def check(self) -> None:
        """Raises TimeUp in the middle of a step that takes too long, which a clock of steps does not know."""
        if not isinstance(self._clock, StepClock) and self._clock() >= self._end_of_steps:
            raise TimeUp("the time for this decision is up")


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
