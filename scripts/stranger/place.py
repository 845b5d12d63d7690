"""The entry that is being checked, and what stands right before it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Place:
    """Where in a log its reader is; `last` is the kind of the entry before, votes left out."""

    record: int = 0
    head: bytes = bytes(32)
    before: bytes = bytes(32)
    time: int = 0
    last: str = ""
    round: int = 0
    counts: Counter[str] = field(default_factory=Counter)
