"""Groups of effects: what the inputs of one turn of the reactor have caused, durable together."""

from collections.abc import Container, Iterable, Mapping

from rummynet.host.dispatch.effect_runner import SendPong
from rummynet.host.net.table_updates import Peer
from rummynet.host.storage.journal import Journal, JournalError
from rummynet.host.storage.transcripts import TranscriptError, Transcripts
from rummynet.table.api.effects import Effect, OperatorNote, Send, SendEntries, SendStoredLog
from rummynet.table.api.records import GameClosed, JournalRow
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.wire.messages import Done

Waiting = tuple[Effect | SendPong, tuple[Peer, ...], int]
"""An effect that waits for the disk, the peers that it goes to, and the table of the request that it answers (or 0)."""


LogKey = tuple[int, int, int, int | None]  # table, game, index of the first entry, and of the one after the last


class EffectGroup:
    """Journal rows, ``rows``, and the ``effects`` that wait until these are durable, both in order.

    ``lost`` are the tables that another host had taken over when the group was recorded, ``not_copied`` why transcripts
    could not be written; ``since``: when its first request came, in the reactor's seconds.
    """

    __slots__ = ("effects", "lost", "not_copied", "rows", "since")

    def __init__(self) -> None:
        self.rows: list[JournalRow] = []
        self.effects: list[Waiting] = []
        self.lost: set[int] = set()
        self.not_copied: list[RummynetError] = []
        self.since: float | None = None

    @property
    def tables(self) -> set[int]:
        """The tables that the effects belong to, and 0 if some belong to none."""
        return {_table_of(one) for one in self.effects}

    def record(self, journal: Journal, transcripts: Transcripts, unsure: set[int], tokens: Mapping[int, int]) -> None:
        """Write the rows and confirm the *unsure* tables, in the writer's thread.

        Nothing else uses journal and transcripts while the host runs.
        """
        rows = self.rows
        if rows:
            self.lost.update(journal.append(rows, tokens))
        if unsure:
            self.lost.update(journal.confirm(unsure, tokens))
        for row in rows:
            if type(row) is GameClosed and row.table not in self.lost:
                try:
                    transcripts.copy(row.table, row.game)
                except (TranscriptError, JournalError) as problem:
                    self.not_copied.append(problem)

    def drop_tables(self, tables: Container[int]) -> dict[int, list[Peer]]:
        """Drop all that belongs to these tables; returns by table the peers that waited for something of it."""
        dropped: dict[int, list[Peer]] = {}
        kept: list[Waiting] = []
        for one in self.effects:
            # Their senders are named, since each has to ask again at the host that has the table.
            if (table := _table_of(one)) in tables:
                dropped.setdefault(table, []).extend(one[1])
            else:
                kept.append(one)
        self.effects = kept
        self.rows = [row for row in self.rows if row.table not in tables]
        return dropped

    def split_readers(self) -> tuple[list[Waiting], list[Waiting]]:
        """The effects without the peers that ask for stored logs, and those for these peers alone.

        A peer that asks for a log waits for it, in the order of all that it is sent; nobody else does.
        """
        readers = {peer for effect, peers, _ in self.effects if type(effect) is SendStoredLog for peer in peers}
        now: list[Waiting] = []
        later: list[Waiting] = []
        for effect, peers, table in self.effects:
            others = tuple([peer for peer in peers if peer not in readers])
            if others or not peers:
                now.append((effect, others, table))
            if len(others) < len(peers):
                later.append((effect, tuple([peer for peer in peers if peer in readers]), table))
        return now, later


def recipient(effect: Effect, requester: Peer | None, connected: Mapping[bytes, Peer]) -> tuple[Peer, ...]:
    """The recipient of an effect that is for one peer, if there is one."""
    if type(effect) is Send:
        # A key that connected again meanwhile has asked nothing: numbers of requests belong to one connection.
        return () if requester is None else (requester,)
    if isinstance(effect, (SendStoredLog, SendEntries)):
        return (connected[effect.to],) if effect.to in connected else ()
    return ()


def _table_of(waiting: Waiting) -> int:
    effect, _, asked = waiting
    match effect:
        case Send(_, Done(table=table)):
            return table or asked
        case Send(_, message):
            return int(getattr(message, "table", asked))
    return int(getattr(effect, "table", asked))


class StoredLogs:
    """The logs of finished games and earlier rounds that one group asks for; the writer's thread reads each once."""

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
