"""A copy of plain values (lists, dictionaries, text, numbers) at the speed of C: referees make one for each action."""

import pickle
from typing import TypeVar

Plain = TypeVar("Plain")


def copied(value: Plain) -> Plain:
    """An independent copy."""
    same: Plain = pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    return same
