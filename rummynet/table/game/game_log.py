"""The public log of a game as the host writes it: each entry is chained, signed, journalled, then sent.

Entries of earlier rounds are in the journal alone.
"""

from collections.abc import Iterable

from rummynet.table.api.effects import Effects, SendEntries, SendStoredLog
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.records import EntryLogged
from rummynet.table.seats.received_statements import Received, Statements
from rummynet.table.seats.seating import Seating
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, pack_entry
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.messages import LogEntry


class GameLog:
    """An append-only log. ``rows`` are (entry bytes, signature) from entry ``first`` on, ``head`` is the newest head.

    It is sent to the members of *seating*; log time counts milliseconds from *began*. *statements* are all that were
    received for this log.
    """

    def __init__(
        self,
        context: HostContext,
        table: int,
        game: int,
        seating: Seating,
        began: int,
        statements: Statements,
    ) -> None:
        self._context = context
        self._began = began
        self._statements = statements
        self.ledger = statements.ledger  # what follows from the log
        self.table = table
        self.game = game
        self.seating = seating
        self.head = NO_HEAD
        self.first = 0
        self.rows: list[tuple[bytes, bytes]] = []
        self.broken: str | None = None
        """Why no entry can follow, so that the table has to be closed; None as long as one can."""

    @property
    def newest(self) -> int:
        """The index of the newest entry."""
        return self.first + len(self.rows) - 1

    def elapsed(self, effects: Effects) -> int:
        """The log time now: milliseconds since *began*, never less than that of the newest entry."""
        # Log time never runs backwards (FAIRNESS.md, "Time"), whatever a restart has done to the table's clock.
        return max(self.ledger.clock, effects.ms - self._began)

    def append_entry(self, entry: Entry, effects: Effects, holds: Iterable[Received] = ()) -> None:
        """Append an entry that *holds* these statements: write it to the journal, then send it to all members."""
        data = pack_entry(entry)
        head = next_head(self.head, data)
        # First, as it raises Cheat where the entry would make the log invalid; then nothing is signed yet.
        known = {}
        for one in holds:  # their signatures were verified when they came (``Statements.read_signed``)
            known[one.key, one.envelope[0]] = one.statement, one.hash
        try:
            self.ledger.push(entry, head, known)
        except Cheat as problem:
            # Some program has cheated in a way that only the keys show. Its signatures are in the log, and this entry
            # proves it to everybody; nothing can follow.
            if not self.ledger.shows_cheat:
                raise
            self.broken = sentence("the open keys show that somebody cheated: {problem}", problem=str(problem))
        self._statements.mark_logged(holds)
        self.head = head
        signature = self._context.signer.sign("head", head)
        self.rows.append((data, signature))
        index = self.newest
        # In front of the message: nobody is shown an entry that is not durable.
        effects.append(EntryLogged(self.table, self.game, index, data, signature))
        effects.send(self.seating.members, LogEntry(self.table, self.game, index, data, signature))

    def begin_round(self) -> None:
        """Leave all entries but the newest to the journal: nobody can act at their heads any more."""
        # The newest entry stays: heads of statements for the new round are that of this one at the earliest.
        past = len(self.rows) - 1
        self.first += past
        del self.rows[:past]
        self.ledger.forget_heads()

    def send_entries(self, to: bytes, start: int, end: int, effects: Effects) -> None:
        """Send one person the entries from *start* to before *end*, if there are any."""
        if start < min(end, self.first):
            # Entries before ``first`` are in the journal alone; the dispatcher keeps the order of both parts for this
            # reader.
            effects.items.append(SendStoredLog(to, self.table, self.game, start, min(end, self.first)))
            start = min(end, self.first)
        if start < end:
            rows = self.rows[start - self.first : end - self.first]
            effects.items.append(SendEntries(to, self.table, self.game, start, rows))
