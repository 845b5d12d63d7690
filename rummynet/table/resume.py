"""A table made again from its journal: the same inputs through the same code, with the times and random bytes of then.

There is no second way to build a table, and nothing of it is stored: what the code makes of the inputs has to be what
the journal holds of the logs, entry by entry and signature by signature, or the table is not resumed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from rummynet.table.effects import RETURN_MILLIS, Clock, Effect, Record, StartClock, StopClock
from rummynet.table.house import House, Limits
from rummynet.table.inputs import Input, Rang, Restarted
from rummynet.table.lobby import Lobby
from rummynet.table.records import EntryLogged
from rummynet.table.story import BadStory, Story, read_input
from rummynet.table.table import Table

_PLENTY = 2**31


@dataclass(slots=True)
class Resumed:
    """A table as it was after its last input; when (milliseconds) each of its clocks rings; the time of that input."""

    table: Table
    clocks: dict[Clock, int]
    ms: int


def resume(story: Story, house: House) -> Resumed:
    """The table that this story tells of. Raises BadStory."""
    number = story.opened.table
    drawn = iter(story.chance)

    def recalled(size: int) -> bytes:
        found = next(drawn, b"")
        if len(found) != size:
            raise BadStory("more was left to chance than the journal holds")
        return found

    limits = _limits(story.opened.limits)
    lobby = Lobby(House(story.opened.host, house.signer, recalled, _generous(limits)), number)
    clocks, logs, ms = _relive(lobby, story)
    table = lobby.tables.get(number)
    if table is None:
        raise BadStory(f"table {number} cannot be made again from the journal: it fails, or ends, on the way")
    if logs != story.logs or next(drawn, None) is not None:
        raise BadStory(f"table {number} cannot be made again from the journal: its log would be another one")
    table.house.chance, table.house.limits = house.chance, limits
    return Resumed(table, clocks, ms)


def give_back(clocks: dict[Clock, int], ms: int) -> None:
    """Let no clock ring before people can be back."""
    for clock, due in clocks.items():
        clocks[clock] = max(due, ms + RETURN_MILLIS)


def _limits(kept: Mapping[str, Any]) -> Limits:
    """Those under which the table was opened; one that is new since has its default."""
    known: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return Limits(**{one.name: known[one.name] for one in fields(Limits) if one.name in known})


def _generous(limits: Limits) -> Limits:
    """What depended on other tables was allowed then, and has to be allowed again."""
    return replace(limits, tables=_PLENTY, tables_each=_PLENTY)


def _relive(lobby: Lobby, story: Story) -> tuple[dict[Clock, int], dict[int, list[tuple[bytes, bytes]]], int]:
    clocks: dict[Clock, int] = {}
    logs: dict[int, list[tuple[bytes, bytes]]] = {}
    ms = 0
    for row in story.happened:
        came, name = read_input(row.body)
        key, ms = getattr(came, "key", None), row.ms
        if isinstance(key, bytes) and name:
            lobby.people[key] = name
        _before(came, clocks, ms)
        for effect in lobby.take(came, ms, row.unix):
            _note(effect, clocks, logs, ms)
    return clocks, logs, ms


def _before(came: Input, clocks: dict[Clock, int], ms: int) -> None:
    match came:
        case Rang(clock):
            clocks.pop(clock, None)
        case Restarted():
            give_back(clocks, ms)


def _note(effect: Effect, clocks: dict[Clock, int], logs: dict[int, list[tuple[bytes, bytes]]], ms: int) -> None:
    match effect:
        case StartClock(clock, millis) if clock.table:
            clocks[clock] = ms + millis
        case StopClock(clock):
            clocks.pop(clock, None)
        case Record(EntryLogged() as row):
            logs.setdefault(row.game, []).append((row.entry, row.signature))
