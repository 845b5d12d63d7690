"""Whether two names look alike, so that nobody at a table, and no host, can pass for another.

A name's skeleton represents its looks: characters that are easily confused are mapped to the same one. Source: Unicode
Technical Standard 39, section 4, "Confusable Detection"; ``unicode_tables`` has the table and its version.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from rummynet_protocol.text import is_ignorable
from rummynet_protocol.unicode_tables import LOOKALIKES

_LONE: Final = frozenset("`^\u00a8\u00af\u00b4\u00b8")
"""Accents without a letter; other symbols, such as pictures and the plus, tell names apart."""
# No host has so many guests of one name; without an end a loop over numbers that all clash would stop the host.
_MOST_TRIES: Final = 10_000


def skeleton(text: str) -> str:
    """The skeleton of a text; people cannot distinguish two texts that have the same one."""
    # Twice NFD, as UTS 39 says: the table maps single code points, and what it maps to may be composed again.
    return unicodedata.normalize("NFD", "".join(map(_look, unicodedata.normalize("NFD", text))))


# A name at a table is compared again with each newcomer, and each look normalizes it six times.
@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """The skeletons for which the name may be taken, ignoring case, points and spaces.

    Three, since some letters look alike as capitals only (Cyrillic Н and H), others as small letters only. A name of
    points alone keeps them.
    """
    seen = skeleton(name)
    return frozenset(map(_letters, (seen, skeleton(name.casefold()), skeleton(seen.casefold()))))


def _letters(seen: str) -> str:
    """Without what nobody says aloud, and nobody misses in a name: points, quotes, hyphens, lone accents, spaces."""
    return "".join(char for char in seen if unicodedata.category(char)[0] not in "PZ" and char not in _LONE) or seen


def alike(one: str, other: str) -> bool:
    """Whether the names could be taken for each other."""
    return not looks(one).isdisjoint(looks(other))


def distinct(name: str, others: Iterable[str], most: int) -> str:
    """The name, with a number appended if one of the *others* looks like it; at most *most* characters."""
    taken: set[str] = set()
    for other in others:
        taken |= looks(other)
    # The first who came keeps the plain name.
    if looks(name).isdisjoint(taken):
        return name
    for number in range(2, _MOST_TRIES):
        behind = f" {number}"
        # The name is shortened, not the number: the number is all that tells the two apart.
        numbered = name[: most - len(behind)].rstrip() + behind
        if looks(numbered).isdisjoint(taken):
            return numbered
    raise ValueError("there are too many names")


def is_numbered(shown: str, name: str, most: int) -> bool:
    """Whether *shown* is what ``distinct`` makes of *name*: the name itself, or the name with a number."""
    number = shown.rpartition(" ")[2]
    if shown == name or not (number.isascii() and number.isdigit()):
        return shown == name
    behind = f" {number}"
    return shown == name[: most - len(behind)].rstrip() + behind


def all_distinct(names: Iterable[str], most: int) -> tuple[str, ...]:
    """The names, a number appended to each that looks like an earlier one; for a host's names, which may be alike."""
    found: list[str] = []
    for name in names:
        found.append(distinct(name, found, most))
    return tuple(found)


# Read at the first name: the table has some 2,000 characters, and most commands compare no names.
@cache
def _table() -> dict[str, str]:
    found: dict[str, str] = {}
    for group in LOOKALIKES.split(";")[:-1]:
        target, sources = group.split("=")
        looks_like = "".join(chr(int(code, 16)) for code in target.split("+"))
        found.update((chr(int(code, 16)), looks_like) for code in sources.split())
    return found


def _look(char: str) -> str:
    if is_ignorable(char):
        return ""
    found = _table().get(char)
    if found is not None:
        return found
    # Beyond the table: `scripts/make/lookalikes.py` leaves out what NFKD maps to plain letters anyway.
    plain = unicodedata.normalize("NFKD", char)
    return char if plain == char else "".join(map(_look, plain))
