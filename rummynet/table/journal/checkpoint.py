"""The state of a table without its game, as one plain value: compared after inputs, written between games.

The value is read from the objects themselves: every attribute of the table and of its parts, whatever its name. So an
attribute that is added later cannot be left out of the comparison or of the checkpoint by oversight. What never changes
(name, variety, options, creator) is in ``TableOpened``; a game is recomputed from its inputs.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from rummynet.rules.core.variety import Variety
from rummynet.table.effects import TimerId
from rummynet.table.game.received_statements import Received, Statements
from rummynet.table.host_context import HostContext
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol import codec
from rummynet_protocol.codec import Measure
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statement_order import StatementLink
from rummynet_protocol.fairness.statements import Agreed
from rummynet_protocol.fairness.time_bound import TimeBound

State = dict[str, Any]
"""By path (``seating.seats``), the plain value there."""

_FIXED: Final = {"context", "number", "name", "variety", "options", "by", "game"}
"""Attributes of a table that are restored from elsewhere."""
_ELSEWHERE: Final = (HostContext, Variety, Signer)
"""Types of objects that a table refers to and does not own."""
_RECORDS: Final[dict[str, Any]] = {
    kind.__name__: kind for kind in (Seat, Received, Agreed, StatementLink, TimeBound, TimerId)
}
"""Dataclasses whose instances are values here, as elements of lists and maps."""
_SCALARS: Final = {type(None), bool, int, str, bytes}
_MEASURE: Final = Measure(bytes=2**28, items=2**24, depth=12)


def table_state(table: Table) -> State:
    """Everything of the table that can change without marking it; equal values mean that nothing has changed.

    Its game, and the statements for the next one, may be large, and mark their changes (``Effects.keep``).
    """
    attributes = _attributes(table, (*_ELSEWHERE, Statements))
    return {path: _copy(getattr(part, name)) for path, part, name in attributes}


def pack_checkpoint(table: Table, timers: dict[TimerId, int]) -> bytes:
    """The table between two games, and when (milliseconds) each of its timers expires."""
    state = {path: _plain(getattr(part, name)) for path, part, name in _attributes(table, _ELSEWHERE)}
    return codec.pack([state, _plain(timers)])


def restore_checkpoint(table: Table, body: bytes) -> dict[TimerId, int]:
    """Bring a new table to the state in a checkpoint and return its timers. Raises BadHistory."""
    try:
        state, timers = codec.unpack(body, _MEASURE)
        places = {path: (part, name) for path, part, name in _attributes(table, _ELSEWHERE)}
        if places.keys() != state.keys():
            raise BadHistory("the checkpoint of the table was written by another version of this program")
        for path, value in state.items():
            part, name = places[path]
            setattr(part, name, _value(value))
        restored: dict[TimerId, int] = _value(timers)
    except BadHistory:
        raise
    except (RummynetError, ValueError, TypeError, KeyError, AttributeError):
        raise BadHistory("the checkpoint of the table cannot be read") from None
    return restored


def _attributes(table: Table, without: tuple[type, ...]) -> Iterator[tuple[str, object, str]]:
    """(path, object, name) of each attribute with a plain value, in the table and its parts."""
    visited: set[int] = {id(table), id(table.options)}
    waiting: list[tuple[str, object]] = [("", table)]
    while waiting:
        prefix, part = waiting.pop(0)
        for name in _names(part):
            value = getattr(part, name)
            if (part is table and name in _FIXED) or callable(value) or isinstance(value, without):
                continue
            if _is_plain(value):
                if id(value) not in visited:
                    yield prefix + name, part, name
            elif id(value) not in visited:
                visited.add(id(value))
                waiting.append((f"{prefix}{name}.", value))


def _names(part: object) -> list[str]:
    slots = [name for kind in type(part).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(part, "__dict__", {})]


def _is_plain(value: object) -> bool:
    kind = type(value)
    return kind in _SCALARS or kind in (list, tuple, set, dict) or kind.__name__ in _RECORDS


def _copy(value: Any) -> Any:  # noqa: ANN401
    """A value that does not change with this one, and equals a copy of an equal one."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is dict:  # as a list: the order of arrival counts
        return [(key, item if type(item) in _SCALARS else _copy(item)) for key, item in value.items()]
    if kind in (list, tuple):
        return [_copy(item) for item in value]
    if kind is set:
        return set(value)
    return [_copy(getattr(value, field.name)) for field in fields(value)]


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Lists and scalars only, so that it can be packed; each list begins with the name of its type."""
    match value:
        case None | bool() | int() | str() | bytes():
            return value
        case list() | tuple():
            return [type(value).__name__, *map(_plain, value)]
        case set():
            return ["set", *sorted(map(_plain, value), key=repr)]
        case dict():
            return ["dict", *(_plain(item) for pair in value.items() for item in pair)]
    kind = type(value).__name__
    if kind not in _RECORDS:
        raise TypeError(f"a table holds a {kind}: say in checkpoint.py how it is written down")
    return [kind, *(_plain(getattr(value, field.name)) for field in fields(value))]


def _value(plain: Any) -> Any:  # noqa: ANN401
    """The inverse of ``_plain``. Raises KeyError, TypeError, ValueError."""
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    values = [_value(item) for item in parts]
    match kind:
        case "list":
            return values
        case "tuple":
            return tuple(values)
        case "set":
            return set(values)
        case "dict":
            return dict(zip(values[::2], values[1::2], strict=True))
    return _RECORDS[kind](*values)
