"""A host that was killed: its tables made again from the rows it had written, and what can be seen of a table."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, Final

from rummynet.ledger.aimed_actions import ActionChecks
from rummynet.ledger.clocks import LogClocks
from rummynet.ledger.ledger import Ledger
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.ledger.shuffles import Ceremony
from rummynet.ledger.signed_statements import Signatures
from rummynet.rules.core.options import Options
from rummynet.table.api.effects import TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.records import (
    Checkpoint,
    EntryLogged,
    GameBegun,
    InputRecorded,
    JournalRow,
    SecretKept,
    TableClosed,
    TableOpened,
)
from rummynet.table.journal.checkpoint import pack_checkpoint, restore_checkpoint
from rummynet.table.journal.table_history import TableHistory
from rummynet.table.lobby.resume import Resumed, resume_table
from rummynet.table.table import Table
from rummynet_protocol.values import Value

_NOTES: Final[dict[type, set[str]]] = {
    Signatures: {"passed", "now", "index"},
    Ceremony: {"_passed"},
    SealedCeremony: {"_passed"},
    ActionChecks: {"acting"},
    SealedPlay: {"signed"},
    Ledger: {"passed", "events"},
    LogClocks: {"now"},
}
"""What a ledger notes of an entry while that is checked, and counts; nothing is decided by it later."""


def stories(rows: Sequence[JournalRow]) -> list[TableHistory]:
    """The open tables of a journal."""
    closed = {row.table for row in rows if isinstance(row, TableClosed)}
    return [story(row, rows) for row in rows if isinstance(row, TableOpened) and row.table not in closed]


def story(opened: TableOpened, rows: Iterable[JournalRow]) -> TableHistory:
    """What the archive would hand out, for rows none of which was deleted."""
    point: Checkpoint | None = None
    happened: list[InputRecorded] = []
    chance: list[bytes] = []
    logs: dict[int, list[tuple[bytes, bytes]]] = {}
    signed: bytes | None = None
    newest: tuple[bytes, bytes] | None = None
    for row in rows:
        if row.table != opened.table:
            continue
        match row:
            case Checkpoint():
                if row.games in logs:
                    signed = logs[row.games][-1][1]
                newest = logs[row.games + 1][-1] if row.entries else None
                point, happened, chance = row, [], []
                logs = {row.games + 1: []} if row.entries else {}
            case InputRecorded():
                happened.append(row)
            case GameBegun():
                logs[row.game] = []
            case SecretKept():
                chance += [row.deck, row.pub]
            case EntryLogged():
                logs[row.game].append((row.entry, row.signature))
    assert point is not None
    return TableHistory(opened, point, tuple(happened), tuple(chance), logs, signed, newest)


def again(rows: Sequence[JournalRow], house: HostContext) -> list[Resumed]:
    return [resume_table(one, house) for one in stories(rows)]


def comes_back(hall: Any) -> None:  # noqa: ANN401 - a ``TableHarness``, which stands on this
    """A host killed now would restore the very same tables, with the same clocks; from a checkpoint written now too."""
    came_back = again(hall.rows, hall.house)
    assert [one.table.number for one in came_back] == sorted(hall.lobby.tables)
    for one in came_back:
        table = hall.lobby.tables[one.table.number]
        timers = {timer: due for timer, due in hall.clocks.items() if timer.table == table.number}
        assert (anatomy(one.table), one.timers) == (anatomy(table), timers)
        if table.running is None or table.running.round_end is not None:
            fresh, restored = from_checkpoint(table, timers)
            assert (anatomy(fresh), restored) == (anatomy(table), timers)


def anatomy(table: Table) -> Any:  # noqa: ANN401 - nested values
    """Everything that a table consists of, down to the last attribute; the host's part of it left out.

    Whatever is added to a table is compared too, without anybody having to think of it. The one thing that a table
    has and does not get back is the game that is over.
    """
    name, parts = _part(table, {id(table.game): 0} if table.stage == "waiting" else {})
    return [name, [part for part in parts if table.stage == "playing" or part[0] != "game"]]


def attributes(ledger: Ledger) -> Any:  # noqa: ANN401
    """All that a ledger holds, but what it notes of an entry while that is checked."""
    return _part(ledger, {})


def from_checkpoint(table: Table, clocks: dict[TimerId, int]) -> tuple[Table, dict[TimerId, int]]:
    """A waiting table as a checkpoint written now would bring it back."""
    fresh = Table(table.context, table.number, table.consents.id, table.name, table.variety, table.options, table.by)
    return fresh, restore_checkpoint(fresh, pack_checkpoint(table, clocks))


def _part(value: Any, met: dict[int, int]) -> Any:  # noqa: ANN401
    match value:
        case None | bool() | int() | str() | bytes() | Enum():
            return value
        case HostContext() | type():
            return type(value).__name__
        case Options():  # without the hash that it keeps once it was asked for
            return _part(dict(value), met)
        case list() | tuple() | range():
            return [_part(one, met) for one in value]
        case set() | frozenset():
            return sorted((_part(one, met) for one in value), key=repr)
        case dict():
            return sorted(
                ((_part(key, met), _part(one, met)) for key, one in value.items()), key=lambda one: repr(one[0])
            )
    if (callable(value) and not hasattr(value, "__dict__")) or type(value).__name__ in ("function", "method"):
        return "function"
    if not isinstance(value, Value):  # one that cannot change is the same wherever it stands
        if id(value) in met:
            return ["met", met[id(value)]]
        met[id(value)] = len(met)
    return [type(value).__name__, [(name, _part(getattr(value, name), met)) for name in _names(value)]]


def _names(value: object) -> list[str]:
    if isinstance(value, Value):
        return list(value.__struct_fields__)
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return sorted(
        {*slots, *getattr(value, "__dict__", {})} - {"__weakref__", "__dict__"} - _NOTES.get(type(value), set())
    )
