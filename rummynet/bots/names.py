"""Names of bots, so that people at a table can tell them apart."""

from collections.abc import Collection
from typing import Final

NAMES: Final = ("Ada", "Bruno", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hanna", "Ivo", "Juno", "Karl", "Lotte")


def bot_name(number: int, taken: Collection[str] = ()) -> str:
    """The name with this number, counted from 0 and cyclic, or the next that is not *taken*; the first if all are."""
    rotated = [f"{NAMES[(number + step) % len(NAMES)]} (bot)" for step in range(len(NAMES))]
    return next((name for name in rotated if name not in taken), rotated[0])
