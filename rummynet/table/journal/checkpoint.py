"""The state of a table as plain values: compared after inputs, written between games and at the beginning of a round.

The values are read from the objects themselves: every attribute of the table and of its parts, whatever its name. So an
attribute that is added later cannot be left out of the comparison or of the checkpoint by oversight. What never changes
(name, variety, options, creator) is in ``TableOpened``.

A game is recomputed from its inputs; but when a round begins, all that matters of the earlier ones is the position at
their end and a few numbers (``HostedGame.round_end``), and the game is part of the checkpoint too.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import fields
from typing import Any, Final

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.variety import Variety
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.seats.consent import Terms
from rummynet.table.seats.late_joins import LateJoins
from rummynet.table.seats.received_statements import NewestStatement, Received, SignedRefusal, Statements
from rummynet.table.seats.seating import Seat, Seating
from rummynet.table.table import Table
from rummynet_protocol import codec
from rummynet_protocol.codec import Measure
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statement_order import StatementLink
from rummynet_protocol.fairness.statements import Agreed
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.values import Value

State = dict[str, Any]  # by path (``seating.seats``), the plain value there

GameState = list[Any]  # the game of a table at the beginning of a round, as ``_game_state`` makes it

# Restored from ``TableOpened``; the game from its own part of the checkpoint.
_FIXED: Final = {"context", "number", "name", "variety", "options", "by", "game", "running"}
"""Attributes of a table that are restored from elsewhere."""
_ELSEWHERE: Final = (HostContext, Variety, Signer, Ledger)  # types of objects that a table refers to and does not own
_NOT_IN_GAME: Final = (*_ELSEWHERE, Statements, LateJoins, Terms, Seating)
"""Types of objects that a game refers to and that belong to its table."""
_MADE_AGAIN: Final = {"play", "_round_start", "dealer._batch", "dealer.gathering"}
"""Parts of a game at the beginning of a round that are made again from a few values."""
_RECORDS: Final[dict[str, Any]] = {
    kind.__name__: kind
    for kind in (
        Seat,
        Received,
        SignedRefusal,
        NewestStatement,
        Agreed,
        StatementLink,
        TimeBound,
        TimerId,
    )
}
"""Classes whose instances are written field by field, as elements of lists and maps."""
_SCALARS: Final = {type(None), bool, int, str, bytes}
# Journals of running hosts outlive an update: without an entry here their checkpoints would be refused.
_ADDED: Final = frozenset({"bots.levels", "bots._asked_levels"})
"""Attributes that checkpoints of earlier versions lack: there they are as in a new table."""
# What this program wrote itself, a long game too; the limits only stop a damaged length from filling the memory.
_MEASURE: Final = Measure(bytes=2**28, items=2**24, depth=12)


def table_state(table: Table) -> State:
    """Everything of the table that can change without marking it; equal values mean that nothing has changed.

    Its game, and the statements for the next one, may be large, and mark their changes (``Effects.kept``).
    """
    attributes = _table_attributes(table, (*_ELSEWHERE, Statements))
    return {path: _copy(getattr(part, name)) for path, part, name in attributes}


def pack_checkpoint(table: Table, timers: dict[TimerId, int]) -> bytes:
    """The table between two games or rounds, and when (milliseconds) each of its timers expires."""
    state = {path: _plain(getattr(part, name)) for path, part, name in _table_attributes(table, _ELSEWHERE)}
    game = _game_state(table.running) if table.running is not None else None
    return codec.pack([state, _plain(timers), game])


def restore_checkpoint(table: Table, body: bytes) -> dict[TimerId, int]:
    """Bring a new table to the state in a checkpoint and return its timers. Raises BadHistory."""
    try:
        state, timers, game = codec.unpack(body, _MEASURE)
        _set_all(_table_attributes(table, _ELSEWHERE), state)
        restored: dict[TimerId, int] = _value(timers)
        if game is not None:
            _restore_game(table, game)
    except BadHistory:
        raise
    except (RummynetError, ValueError, TypeError, KeyError, AttributeError):
        # A damaged checkpoint may hold anything: this table stays closed, the host starts.
        raise BadHistory("the checkpoint of the table cannot be read") from None
    return restored


def _game_state(game: HostedGame) -> GameState:
    """A game of which ``round_end`` is known."""
    batch, ledger = game.dealer.first_batch, game.statements.ledger
    assert batch is not None  # a game is written down at the beginning of a round alone
    assert game.round_end is not None
    packed = ledger.pack()
    # From here on the live table knows what a restored one would: so nothing can be in it that is not written down.
    ledger.restore(packed, game.round_end)
    state = {path: _plain(getattr(part, name)) for path, part, name in _attributes(game, _NOT_IN_GAME, _MADE_AGAIN)}
    return [state, _plain(batch.secrets), packed]


def _restore_game(table: Table, game_state: GameState) -> None:
    state, secrets, packed = game_state
    # Time 0 and effects thrown away: the game began long ago, and its own times are among the attributes.
    game = table.new_game(Effects(0, 0))
    _set_all(_attributes(game, _NOT_IN_GAME, _MADE_AGAIN), state)
    ledger = game.statements.ledger
    ledger.restore(packed)
    if ledger.play is None or ledger.play.before is None:
        raise BadHistory("the checkpoint of the table is of a game that stands at no beginning of a round")
    game.restore_round_end(ledger.play.before)
    game.dealer.restore_first_batch(_value(secrets))
    table.game = table.running = game


def _set_all(attributes: Iterable[tuple[str, object, str]], state: State) -> None:
    places = {path: (part, name) for path, part, name in attributes}
    # An unknown or a missing attribute means another version: guessing would make a table that differs from its log.
    if not state.keys() <= places.keys() <= state.keys() | _ADDED:
        raise BadHistory("the checkpoint of the table was written by another version of this program")
    for path, value in state.items():
        part, name = places[path]
        setattr(part, name, _value(value))


def _table_attributes(table: Table, without: tuple[type, ...]) -> Iterator[tuple[str, object, str]]:
    return _attributes(table, without, _FIXED, table.options)


def _attributes(
    root: object, without: tuple[type, ...], fixed: Container[str] = (), *visited_before: object
) -> Iterator[tuple[str, object, str]]:
    """(path, object, name) of each attribute with a plain value, in *root* and its parts, but for *fixed* paths."""
    # Parts refer to each other (the seating is in most of them): each is read once, under its first path.
    visited: set[int] = {id(root), *map(id, visited_before)}
    waiting: list[tuple[str, object]] = [("", root)]
    while waiting:
        prefix, part = waiting.pop(0)
        for name in _names(part):
            value = getattr(part, name)
            # Callables are wiring, not state.
            if prefix + name in fixed or callable(value) or isinstance(value, without):
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
    return kind in _SCALARS or kind in (bytearray, list, tuple, set, dict) or kind.__name__ in _RECORDS


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
    return [_copy(getattr(value, name)) for name in _field_names(value)]


def _field_names(value: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The fields of a value, or of a dataclass: what changes in place is one."""
    return value.__struct_fields__ if isinstance(value, Value) else tuple(field.name for field in fields(value))


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Lists and scalars only, so that it can be packed; each list begins with the name of its type."""
    match value:
        case None | bool() | int() | str() | bytes():
            return value
        case bytearray():
            return ["bytearray", bytes(value)]
        case list() | tuple():
            return [type(value).__name__, *map(_plain, value)]
        case set():
            # A set has no order, and equal tables must give equal bytes.
            return ["set", *sorted(map(_plain, value), key=repr)]
        case dict():
            return ["dict", *(_plain(item) for pair in value.items() for item in pair)]
    kind = type(value).__name__
    if kind not in _RECORDS:
        # Found by the first test that keeps such a table: better than a value that is silently lost.
        raise TypeError(f"a table holds a {kind}: say in checkpoint.py how it is written down")
    return [kind, *(_plain(getattr(value, name)) for name in _field_names(value))]


def _value(plain: Any) -> Any:  # noqa: ANN401
    """The inverse of ``_plain``. Raises KeyError, TypeError, ValueError."""
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    values = [_value(item) for item in parts]
    match kind:
        case "bytearray":
            return bytearray(values[0])
        case "list":
            return values
        case "tuple":
            return tuple(values)
        case "set":
            return set(values)
        case "dict":
            return dict(zip(values[::2], values[1::2], strict=True))
    return _RECORDS[kind](*values)
