"""Players named in commands: ``vote anna`` is ``vote 1`` where anna sits in seat 1. Pure."""

from collections.abc import Mapping
from typing import Final

_ABOUT_SEATS: Final = frozenset({"vote", "end", "giveup", "owner", "remove", "admit"})
"""Commands whose first value is a seat."""


def with_seats(line: str, names: Mapping[int, str]) -> str:
    """The command with the seat's number in place of a player's name, or of the beginning that one name alone has.

    A number stays a number, and a name that nobody has stays for the parser to refuse.
    """
    verb, _, rest = line.strip().partition(" ")
    if verb.lower() not in _ABOUT_SEATS:
        return line
    said, takes_back = rest.strip().casefold(), ""
    # Before the name is looked for: with a player called "anna no" the number of the seat still serves.
    if verb.lower() == "vote" and said.endswith(" no"):
        said, takes_back = said.removesuffix("no").strip(), " no"
    if not said or said.isdigit():
        return line
    # A whole name before beginnings: with anna and annabel there, ``anna`` must mean one of them.
    whole = [seat for seat, name in names.items() if name.casefold() == said]
    found = whole or [seat for seat, name in names.items() if name.casefold().startswith(said)]
    return f"{verb} {found[0]}{takes_back}" if len(found) == 1 else line


def seat_word(seat: int, name: str) -> str:
    """What to type for a seat: the name, or the number where the name is one itself."""
    # A name of figures would be read as a seat, and could be another player's.
    return str(seat) if name.strip().isdigit() else name
