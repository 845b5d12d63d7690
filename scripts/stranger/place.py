"""The reader's place in a log: the entry being checked, and what is right before it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Place:
    """The place in a log; `last` is the kind of the entry before, votes left out."""

    record: int = 0
    head: bytes = bytes(32)
    before: bytes = bytes(32)
    time: int = 0
    last: str = ""
    round: int = 0
    counts: Counter[str] = field(default_factory=Counter)
