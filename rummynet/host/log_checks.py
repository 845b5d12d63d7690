"""``--check-data``, the logs: that of each game verifies, and goes on from the game before it at its table.

Games are checked on all processors. What a good check has found is noted in a file, so that a quick one looks at newer
games only.
"""

import json
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from functools import reduce
from itertools import groupby, islice, starmap
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from rummynet.files import read_file, replace_file
from rummynet.host.storage.journal import NO_VALUE, Journal, JournalError
from rummynet.verifier.offline import check
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Opened, read_entry
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record

AHEAD: Final = 2  # the game that a worker checks, and one more so that it need not wait
MOST_BYTES: Final = 2**28  # of the file: a table takes ninety, so two million tables

Log = list[tuple[bytes, bytes]]
Known = dict[int, tuple[int, bytes]]
"""By table the last game up to which all are whole and over, and the head of its log."""
Progress = Callable[[int, int], None]
"""Called with the number of games that have been checked, and of all that are to be."""


class CheckedLog(NamedTuple):
    """What a check of one log has found."""

    problem: str | None  # why it does not verify
    opened: tuple[bytes, int, bytes] | None = None
    """Of its first entry the table's id, the game, and the head of the game before."""
    head: bytes = NO_HEAD
    is_over: bool = False


def read_known(path: Path) -> Known:
    """What the last good check has noted in this file; nothing if it cannot be read."""
    try:
        found = json.loads(read_file(path, MOST_BYTES))
        return {int(table): (int(game), bytes.fromhex(head)) for table, (game, head) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # the file is no promise: without it all is checked


def keep_known(path: Path, known: Known) -> None:
    """Write what ``read_known`` reads."""
    with suppress(OSError):  # as on a full disk: then the next check takes longer
        replace_file(path, json.dumps({table: (game, head.hex()) for table, (game, head) in known.items()}).encode())


def wrong_games(journal: Journal, known: Known, progress: Progress | None = None) -> tuple[list[str], int, Known]:
    """A line for each game that is wrong; the number of games that were checked; what is known now.

    A *known* game is not checked again, but it has to be there. Raises JournalError.
    """
    with journal.reading():
        games, deleted = journal.every_game(), journal.deleted()
        # Another journal may be in the place of the one that was checked.
        known = {
            table: (game, head) for table, (game, head) in known.items() if _head(journal.entries(table, game)) == head
        }
        new = [(table, game) for table, game in games if game > known.get(table, (0, NO_HEAD))[0]]
        found = _checked((_log(journal, *one) for one in new), len(new), progress)
        wrong = []
        for table, numbers in groupby(games, itemgetter(0)):
            id, expected, is_good = journal.table_id(table), deleted.get(table, 0) + 1, True
            passed, passed_head = known.get(table, (0, NO_HEAD))
            head: bytes | None = None  # a first game that names one before it is wrong by itself
            for _, game in numbers:
                if game > passed:
                    log = next(found)
                    if log.problem is not None:
                        wrong.append(f"game {game} at table {table}: {log.problem}")
                    before = log.opened[2] if log.opened is not None and head is None else head
                    follows = game == expected and log.opened == (id, game, before)
                    head, is_good = log.head, is_good and follows and log.problem is None and log.is_over
                    if is_good:
                        known[table] = game, head
                else:
                    follows, head = game == expected, passed_head
                if not follows:
                    wrong.append(f"game {game} at table {table} does not go on from the game before it")
                expected = game + 1
    return wrong, len(new), known


def _log(journal: Journal, table: int, game: int) -> Log | str:
    """A game's log, or why its rows cannot be read. Raises JournalError where none can be."""
    try:
        return journal.entries(table, game)
    except JournalError as problem:
        if not isinstance(problem.__cause__, (type(None), *NO_VALUE)):
            raise
        return f"its rows cannot be read: {problem.__cause__ or problem}"


def check_log(log: Log | str) -> CheckedLog:
    """Check one game."""
    if isinstance(log, str):
        return CheckedLog(log)
    report = check(HEADER + b"".join(starmap(pack_entry_record, log)), partial=True)
    try:
        first = read_entry(log[0][0]) if log else None
    except (Cheat, Unknown):
        first = None
    opened = (first.table, first.game, first.before) if isinstance(first, Opened) else None
    problem = None if report.verified else str(report.lines[-1])  # a Sentence cannot come from another process
    return CheckedLog(problem, opened, _head(log), report.auditor.ended is not None)


def _head(log: Log) -> bytes:
    return reduce(next_head, (entry for entry, _ in log), NO_HEAD)


def _checked(logs: Iterable[Log | str], count: int, progress: Progress | None) -> Iterator[CheckedLog]:
    workers = min(os.cpu_count() or 1, count)
    found = map(check_log, logs) if workers < 2 else _on_processors(iter(logs), workers)
    for done, one in enumerate(found, 1):
        if progress is not None:
            progress(done, count)
        yield one


def _on_processors(logs: Iterator[Log | str], workers: int) -> Iterator[CheckedLog]:
    # As in the check of one transcript: forking is sooner, and may hang in the libraries of macOS.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    try:
        with ProcessPoolExecutor(workers, context) as pool:
            waiting = deque(pool.submit(check_log, log) for log in islice(logs, AHEAD * workers))
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(check_log, log) for log in islice(logs, 1))
    except BrokenExecutor:
        # Not begun again here: what took the memory would take it again.
        raise JournalError(
            "the check is not complete: one of its processes was killed, as when memory runs out; run it again"
        ) from None
