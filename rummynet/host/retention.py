"""While the host runs, games that are over take less room a day later, and with ``--keep-days`` none in the end.

Their transcripts are compressed: till then anybody who looks for the newest one can read it without a program that
knows gzip.

Some at a time, in the thread that writes the journal: nobody waits long for the disk. The newest two games of an open
table stay, since the table goes on from them. A clock that is before the newest game, or so long after it that
everything would go, may be wrong: nothing is deleted by it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.transcripts import Transcripts, compress

DAY: Final = 86_400
# Not at the start, when everybody comes back at once.
FIRST_SECONDS: Final = 60.0
# Often enough that a day's games go in small parts, and nothing beside what the host does otherwise.
EVERY_SECONDS: Final = 3600.0
MOST_LOOKED_AT: Final = 100  # tables or files without anything old, in a piece: a millisecond
PAUSE_SECONDS: Final = 0.1  # between two pieces, so that what players wait for is written meanwhile


class Retention:
    """Deletes what has been over for *days* days, None: nothing. *write* is that of the journal; *unix* the time."""

    _pieces: Iterator[int | None]
    _deleted: int

    def __init__(
        self,
        journal: Journal,
        transcripts: Transcripts,
        write: Write,
        reactor: Any,  # noqa: ANN401 - Twisted's own type
        logbook: Logbook,
        days: int | None,
        unix: Callable[[], float] = time.time,
    ) -> None:
        self._journal, self._transcripts, self._write = journal, transcripts, write
        self._reactor, self._logbook, self._days, self._unix = reactor, logbook, days, unix

    def start(self) -> None:
        """Look some time after the start, and every hour."""
        self._reactor.callLater(FIRST_SECONDS, self._look)

    def _look(self) -> None:
        now = int(self._unix())
        before = 0 if self._days is None else now - self._days * DAY
        self._pieces, self._deleted = self._work(before, now - DAY), 0
        self._next()

    def _next(self) -> None:
        found: list[int] = []
        self._write(lambda: found.extend(self._piece()), lambda problem: self._done(found, problem))

    def _piece(self) -> Iterator[int]:
        for deleted in islice(self._pieces, MOST_LOOKED_AT):
            yield deleted or 0
            if deleted != 0:
                return

    def _done(self, found: list[int], problem: Exception | None) -> None:
        if problem is not None:
            # What it did not delete is there the next time; the games need none of it.
            self._logbook.warn("old games could not be deleted", why=str(problem))
        self._deleted += sum(found)
        if found:
            self._reactor.callLater(PAUSE_SECONDS, self._next)
            return
        if self._deleted:
            self._logbook.note("old games and transcripts are deleted", days=self._days, deleted=self._deleted)
        self._reactor.callLater(EVERY_SECONDS, self._look)

    def _work(self, before: int, packed: int) -> Iterator[int | None]:
        """Delete what is of before *before* piece by piece; yields how much each was. Used in the writer's thread.

        What stays is packed if it is of before *packed*; a piece of that is None.
        """
        if not before <= self._journal.newest() <= packed + DAY:
            before = 0
        for table in self._journal.prunable(before):
            self._journal.prune(table)
            yield 1
        for table in self._journal.open_tables():
            yield self._journal.prune_games(table, before)
        for path in self._transcripts.folder.glob("*.rummy"):
            yield self._shrink(path, before, packed)

    def _shrink(self, path: Path, before: int, packed: int) -> int | None:
        """Delete or compress, or neither: 1, None or 0."""
        written = path.stat().st_mtime
        if written < before:
            path.unlink()
            return 1
        with suppress(OSError):  # no room for both, till what is older has gone
            if written < packed and compress(path):
                return None
        return 0
