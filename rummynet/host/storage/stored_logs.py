"""Logs that are read from the journal, by the thread that writes it: finished games, earlier rounds of others."""

from collections.abc import Iterable

from rummynet.host.effect_runner import SendPong
from rummynet.host.storage.journal import Journal, JournalError
from rummynet.table.api.effects import Effect, OperatorNote, SendEntries, SendStoredLog

LogKey = tuple[int, int, int, int | None]
"""Table, game, index of the first entry, and of the one after the last."""


class StoredLogs:
    """The logs that one group of effects asks for; each is read once."""

    def __init__(self, wanted: Iterable[SendStoredLog]) -> None:
        self._rows: dict[LogKey, list[tuple[bytes, bytes]] | JournalError] = {_log_key(one): [] for one in wanted}

    def read(self, journal: Journal) -> None:
        """Read them. A log that cannot be read affects only those who asked for it."""
        for key in self._rows:
            try:
                self._rows[key] = journal.entries(*key)
            except JournalError as problem:
                self._rows[key] = problem

    def expand(self, effect: Effect | SendPong) -> Iterable[Effect | SendPong]:
        """The effect itself or, for a ``SendStoredLog``, one that sends the entries it asks for."""
        if not isinstance(effect, SendStoredLog):
            return (effect,)
        rows = self._rows[_log_key(effect)]
        if isinstance(rows, JournalError):
            return (OperatorNote(effect.table, "a log could not be read", rows),)
        return (SendEntries(effect.to, effect.table, effect.game, effect.start, rows),)


def _log_key(effect: SendStoredLog) -> LogKey:
    return effect.table, effect.game, effect.start, effect.end
