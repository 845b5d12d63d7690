"""Many cases in one test, where a node of its own for each would cost more than the case; and random games by seed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def case(*what: object) -> Iterator[None]:
    """Add a note to what fails inside: which case it was."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"in the case {', '.join(map(str, what))}")
        raise


def seeds(gate: int, deep: int) -> list[Any]:
    """Seeds for a test of random games: so many for the gate, and the further ones marked `long`."""
    return [*range(gate), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(gate, deep))]
