"""What takes so long that a key press would notice: mixes, their proofs and the checks of them, in a sealed deck.

The core says what is to be computed, and goes on without it; whoever runs the core computes it, in a thread if it has
one, and hands it back. A computation reads and changes nothing of the core but what it was given.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")


class StillComputing(Exception):
    """What was asked for is not there yet: ask again when a computation is done."""


class Computation:
    """Something to compute. ``run`` never raises: what went wrong is raised where the result is asked for."""

    def __init__(self, compute: Callable[[], object]) -> None:
        self._compute = compute
        self._result: object = None
        self._problem: Exception | None = None

    def run(self) -> None:
        """Compute it, in any thread."""
        try:
            self._result = self._compute()
        except Exception as problem:
            self._problem = problem

    @property
    def result(self) -> Any:  # noqa: ANN401 - by what was asked for
        """What came out. Raises what the computation raised."""
        if self._problem is not None:
            raise self._problem
        return self._result


class Computations:
    """Asks for results by what they follow from. Without *elsewhere*, all is computed at once where it is asked for."""

    def __init__(self, *, elsewhere: bool = False) -> None:
        self.elsewhere = elsewhere
        self._asked: dict[Hashable, Computation] = {}
        self._done: dict[Hashable, Computation] = {}
        self._new: list[Computation] = []

    def ask(self, name: Hashable, begin: Callable[[], Callable[[], T]], *, at_once: bool = False) -> T:
        """What *begin* says how to compute; *name* holds all that it follows from, but for fresh bytes.

        Raises StillComputing, or what the computation raises.
        """
        if name in self._done:
            return cast(T, self._done.pop(name).result)
        if at_once or not self.elsewhere:
            return begin()()
        if name not in self._asked:
            self._done.clear()  # what nobody has asked for since it was done is not needed any more
            self._asked[name] = computation = Computation(begin())
            self._new.append(computation)
        raise StillComputing

    def take_new(self) -> list[Computation]:
        """Take what is to be computed since the last call."""
        new, self._new = self._new, []
        return new

    def add(self, done: Computation) -> None:
        """A computation is done."""
        for name, one in list(self._asked.items()):
            if one is done:
                del self._asked[name]
                self._done[name] = done
