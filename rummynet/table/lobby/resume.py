"""Restores a table from its journal: its newest checkpoint, then the inputs since, applied by the same code.

The inputs meet the times and random bytes of then. The result has to be what the journal holds of the game being
played, entry by entry and signature by signature, and the checkpoint has to agree with the host's signature under the
game before; otherwise the table is not resumed. Of finished games nothing but that signature is read.

Statements in the log are not verified again, which would take a third of a start: the host's signatures cover them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rummynet.rules.varieties import variety
from rummynet.table.api.effects import Append, TimerId
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.api.records import EntryLogged
from rummynet.table.game.game_log import GameLog
from rummynet.table.journal.checkpoint import restore_checkpoint
from rummynet.table.journal.table_history import BadHistory, TableHistory, read_input
from rummynet.table.journal.table_journal import TableJournal
from rummynet.table.lobby.lobby import Lobby
from rummynet.table.table import Table
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.values import replace

Logs = dict[int, list[tuple[bytes, bytes]]]
# No limit, as far as a number of bots goes.
_PLENTY = 2**31
_SIGNATURE: Final = re.compile(rb"\xc4\x40(.{64})", re.DOTALL)  # in MessagePack: 64 bytes


@dataclass(slots=True)
class Resumed:
    """A table as it was after its last input, with its journal and the time (milliseconds) of that input."""

    table: Table
    journal: TableJournal
    ms: int

    @property
    def timers(self) -> dict[TimerId, int]:
        """When (milliseconds) each of its timers expires."""
        return self.journal.timers


def resume_table(history: TableHistory, context: HostContext) -> Resumed:
    """Restore the table with this history. Raises BadHistory, whatever a damaged journal may contain."""
    try:
        return _resume_table(history, context)
    except BadHistory:
        raise
    except Exception as problem:
        # A damaged journal may break anything on the way; one table must not keep the host from starting.
        number, kind = history.opened.table, type(problem).__name__
        raise BadHistory(f"table {number} cannot be made again from the journal: {kind}: {problem}") from problem


def _resume_table(history: TableHistory, context: HostContext) -> Resumed:
    number = history.opened.table
    drawn = iter(history.chance)

    def recorded_chance(size: int) -> bytes:
        random_bytes = next(drawn, b"")
        if len(random_bytes) != size:
            raise BadHistory("more was left to chance than the journal holds")
        return random_bytes

    # ``bytes(n)`` are zeros: restoring a checkpoint draws nothing, so these are never used.
    own = HostContext(history.opened.host, context.signer, bytes, _limits(history.opened.limits))
    table, timers = _at_checkpoint(history, own)
    own.chance = recorded_chance
    entries = (entry for rows in history.logs.values() for entry, _ in rows)
    logged = {signature for entry in entries for signature in _SIGNATURE.findall(entry)}
    own.verify = lambda *signed: None if signed[-1] in logged else context.verify(*signed)
    journal = TableJournal(table, timers)
    # Its own lobby: inputs went through one, and other tables must not see a replay.
    lobby = Lobby(HostContext(own.name, own.signer, recorded_chance, _without_host_limits(own.limits)))
    lobby.adopt_table(table, journal)
    logs, ms = _replay_inputs(lobby, history)
    # A table that fails is closed by the lobby without an exception.
    if number not in lobby.tables:
        raise BadHistory(f"table {number} cannot be made again from the journal: it fails, or ends, on the way")
    if logs != {game: rows for game, rows in history.logs.items() if rows} or next(drawn, None) is not None:
        raise BadHistory(f"table {number} cannot be made again from the journal: its log would be another one")
    # Only now: until here the table has to draw what it drew then.
    own.chance, own.verify = context.chance, context.verify
    return Resumed(table, journal, ms)


def _at_checkpoint(history: TableHistory, context: HostContext) -> tuple[Table, dict[TimerId, int]]:
    """The table between two games, as in the checkpoint, and its timers."""
    opened = history.opened
    try:
        game = variety(opened.variant)
        table = Table(context, opened.table, opened.id, opened.name, game, game.resolve(opened.options), opened.by)
    except RummynetError as problem:
        raise BadHistory(f"table {opened.table} is of a kind that this program does not know: {problem}") from None
    timers = restore_checkpoint(table, history.checkpoint.body)
    try:
        games = table.consents.game - 1  # those that are over
        # The row beside the checkpoint is not covered by a signature, so it is held against what is.
        if (games, games > 0) != (history.checkpoint.games, history.signed is not None):
            raise BadSignature("the checkpoint counts other games")
        if table.running is not None:
            _check_log(table.running.game_log, history.newest, context)
        if history.signed is not None:
            # The last game's head is signed in its log: a checkpoint of other games cannot name it.
            verify(context.signer.public, "head", table.consents.before, history.signed)
    except BadSignature:
        raise BadHistory(f"the checkpoint of table {opened.table} contradicts the log of its game") from None
    return table, timers


def _check_log(log: GameLog, newest: tuple[bytes, bytes] | None, context: HostContext) -> None:
    """Raises BadSignature unless the game in the checkpoint stands at this entry of the log in the journal."""
    if newest is None or log.rows[-1] != newest:
        raise BadSignature("the checkpoint stands at another entry")
    verify(context.signer.public, "head", log.head, newest[1])


def _limits(recorded: Mapping[str, Any]) -> Limits:
    """The limits under which the table was opened; one that was added since has its default."""
    known: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in recorded.items()
    }
    # A limit that was removed since is ignored: the table cannot be held to it.
    return Limits(**{name: known[name] for name in Limits.__struct_fields__ if name in known})


def _without_host_limits(limits: Limits) -> Limits:
    """Limits without those that depend on other tables: what they allowed then has to be allowed again."""
    return replace(limits, bots=_PLENTY, bots_each=_PLENTY)


def _replay_inputs(lobby: Lobby, history: TableHistory) -> tuple[Logs, int]:
    """The logs of the games begun since the checkpoint, and the time of the last input."""
    logs: Logs = {}
    ms = history.checkpoint.ms
    for row in history.inputs:
        input, name = read_input(row.body)
        key, ms = getattr(input, "key", None), row.ms
        # Requests name nobody: the name is taken from the lobby, where the person was known.
        if isinstance(key, bytes) and name:
            lobby.people[key] = name
        for effect in lobby.take_input(input, ms, row.unix):
            if isinstance(effect, Append) and isinstance(effect.row, EntryLogged):
                logs.setdefault(effect.row.game, []).append((effect.row.entry, effect.row.signature))
    return logs, ms
