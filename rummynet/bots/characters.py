"""Characters: bots, each with its name, level, temper and pace. Values only.

What a character is like and what it says is in the client, where sentences are translated
(``rummynet_client.core.text.character_words``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from rummynet.bots.levels import NAMES
from rummynet.bots.names import bot_name


@dataclass(frozen=True, slots=True)  # no Value: the command names them in its help, which should not wait for msgspec
class Character:
    """Who a bot is."""

    name: str
    level: str
    # the times of docs/bots.md; characters go from 0.6 to 2: below nobody sees a bot think, above people wait for it
    pace: float = 1.0  # how long it thinks, compared with others
    misses_percent: int | None = None  # rummies that it misses, of a hundred; None: as many as its level
    call_seconds: tuple[float, float] | None = None  # shortest and longest time to a call; None: that of its level
    talks_percent: int = 50  # chosen: every other occasion; who speaks at each is soon muted
    """How often it speaks, of a hundred occasions."""
    temper: Mapping[str, float] = field(default_factory=dict)
    """Factors by which its weights differ from those of its level (``Weights``)."""


# Found by trying: each differs clearly from its level in Keilty, and stays about as strong (docs/bots.md).
CHARACTERS: Final[Mapping[str, Character]] = {
    "benno": Character("Benno", "random", pace=0.8, talks_percent=70),
    "mats": Character("Mats", "simple", pace=0.6, misses_percent=75, call_seconds=(2.0, 5.0), talks_percent=80),
    "pippa": Character("Pippa", "simple", pace=0.8, talks_percent=90),
    "rosa": Character(
        "Rosa", "steady", 1.4, misses_percent=0, call_seconds=(0.9, 1.8), talks_percent=60, temper={"gain": 0.88}
    ),
    "nils": Character(
        "Nils", "steady", 2.0, call_seconds=(2.0, 5.0), talks_percent=25, temper={"take": 0.0, "draw": 3.0}
    ),
    "selma": Character("Selma", "steady", 1.2, talks_percent=40, temper={"danger": 3.0, "call": 2.0, "hold": 2.0}),
    "otto": Character("Otto", "strong", pace=1.1, temper={"gain": 2.9, "held": 1.03}),
    "yara": Character("Yara", "strong", 0.7, talks_percent=70, temper={"danger": 0.3, "call": 0.0, "take": 2.0}),
    "xaver": Character("Xaver", "strong", pace=0.9, temper={"held": 0.88, "hold": 4.0, "hold_near_end": 2.0}),
    "wanda": Character("Wanda", "strong", temper={"take": 0.0, "draw": 4.0, "arrivals": 1.5}),
    "viktor": Character("Viktor", "master", pace=1.3, talks_percent=20),
    "tilda": Character("Tilda", "expert", pace=0.7, talks_percent=50),
}
"""By the word that asks for them, the weakest first."""

ANYBODY: Final = "anybody"  # in place of a character: one of them at random
COMPANY: Final = (*NAMES, *CHARACTERS, ANYBODY)  # all that can be asked for where a bot is wanted


def name_of(who: str, number: int, taken: Collection[str] = ()) -> str:
    """What a bot is called at a table where the names *taken* are: a character by its own name, if that is free."""
    # "(bot)" is in the name, since it is signed into the log: nobody may pass a bot off as a person.
    own = f"{CHARACTERS[who].name} (bot)" if who in CHARACTERS else ""
    return own if own and own not in taken else bot_name(number, taken)


def somebody(chance_index: int, taken: Collection[str] = ()) -> str:
    """One of the characters whose name is not *taken*, by a number from anywhere; of all if every name is."""
    # Two of one name would be told apart by a number alone.
    free = [who for who, one in CHARACTERS.items() if f"{one.name} (bot)" not in taken] or list(CHARACTERS)
    return free[chance_index % len(free)]


def character_named(name: str) -> str | None:
    """Which character has this name at a table; None for another player."""
    return next((who for who, one in CHARACTERS.items() if f"{one.name} (bot)" == name), None)
