"""The host's own transcripts, one file a game, written from the rows of the journal as the game goes on."""

import gzip
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from rummynet.files import append, open_to_append, replace_file
from rummynet.revision import this_program
from rummynet.table.api.records import EntryLogged, GameBegun, GameClosed, InputRecorded, JournalRow
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.entries import Ended, read_entry
from rummynet_protocol.fairness.transcript import GZIP, header, pack_entry_record

# Entries of a game are written this many at a time: each write changes a page of the disk, and the journal has all of
# them anyway (ARCHITECTURE.md).
ENTRIES_AT_ONCE: Final = 32


class TranscriptError(RummynetError):
    """A transcript cannot be written; the journal has what should be in it."""

    code = "transcripts"


class Transcripts:
    """Files in *folder* (created if missing) called ``table-N-game-M.rummy``."""

    def __init__(self, folder: Path) -> None:
        """Create the folder. Raises TranscriptError."""
        with _writing(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._open: dict[tuple[int, int], int] = {}
        self._waiting: dict[tuple[int, int], list[EntryLogged]] = {}  # by game the entries that are not in its file yet
        self._stale: dict[tuple[int, int], Callable[[], Iterable[tuple[bytes, bytes]]]] = {}
        """By game how its log is read whole: its file is of an earlier run."""

    def append(self, rows: Iterable[JournalRow]) -> None:
        """Append rows to the games' files: the first entries, then some at a time, and the rest when a game closes.

        The journal is durable and a file is rewritten from it after a crash, so files are synced only at the end of a
        game. Raises TranscriptError.
        """
        touched, begun, closed = dict[tuple[int, int], None](), list[tuple[int, int]](), list[tuple[int, int]]()
        for row in rows:
            if type(row) is InputRecorded:  # first, as half of all rows are
                continue
            match row:
                case EntryLogged() if (game := (row.table, row.game)) in self._open or game in self._stale:
                    self._waiting.setdefault(game, []).append(row)
                    touched[game] = None
                case GameBegun():
                    self._begin(row.table, row.game)
                    begun.append((row.table, row.game))
                case GameClosed() if (game := (row.table, row.game)) in self._open or game in self._stale:
                    closed.append(game)
        if self._stale:  # one at a time: everybody who waits for the disk waits for this as well
            self._append_waiting(next((game for game in touched if game in self._stale), next(iter(self._stale))))
        for game in {**touched, **dict.fromkeys(closed)}:
            if game in begun or game in closed or len(self._waiting.get(game, ())) >= ENTRIES_AT_ONCE:
                self._append_waiting(game)
        for game in closed:
            path = self.path(*game)
            with _writing(path):
                # A finished game is what people keep; until then the journal can make the file again.
                os.fsync(self._open[game])
                os.close(self._open.pop(game))

    def _append_waiting(self, game: tuple[int, int]) -> None:
        """Append to a game's file what waits. Raises TranscriptError, JournalError.

        The journal has all of it already: so a file of an earlier run is written again from there.
        """
        rows = self._waiting.pop(game, [])
        log = self._stale.pop(game, None)
        if log is not None:
            path = export(self.folder, *game, log(), sync=False)
            with _writing(path):
                self._open[game] = open_to_append(path)
            return
        with _writing(self.path(*game)):
            append(self._open[game], b"".join([pack_entry_record(row.entry, row.signature) for row in rows]))

    def resume(self, table: int, game: int, log: Callable[[], Iterable[tuple[bytes, bytes]]]) -> None:
        """Go on with a game's file. The last records may be missing or cut, and *log* reads it whole from the journal.

        It is read at one of the next calls of ``append``, one game at each: so the start waits for no file.
        """
        self._stale[table, game] = log

    def give_up(self, table: int) -> None:
        """Close and remove the files of a table's games that are being played: another host goes on with them.

        Left as it is, such a file would be a game that stops in the middle. Raises TranscriptError.
        """
        for game in [one for one in {**self._open, **self._stale} if one[0] == table]:
            self._waiting.pop(game, None)
            self._stale.pop(game, None)
            path = self.path(*game)
            with _writing(path):
                if game in self._open:
                    os.close(self._open.pop(game))
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Append what waits, and close all files."""
        for game in [*self._stale, *self._waiting]:
            with suppress(RummynetError):
                self._append_waiting(game)
        for file in self._open.values():
            with suppress(OSError):
                os.close(file)
        self._open.clear()

    def path(self, table: int, game: int) -> Path:
        """The file of a game."""
        return _path(self.folder, table, game)

    def is_written(self, path: Path) -> bool:
        """Whether this is the file of a game that is being played."""
        return any(path == self.path(*game) for game in (*self._open, *self._stale))

    def finished(self, table: int, game: int, log: Callable[[], Sequence[tuple[bytes, bytes]]]) -> Path | None:
        """The file of a game that is over; None if there is none. Raises TranscriptError, JournalError.

        Where it is missing, as after a move with the journal alone, it is made again from *log*, that of the journal.
        """
        path = self.path(table, game)
        if self.is_written(path):
            return None
        if path.exists():
            return path
        rows = log()
        is_over = bool(rows) and isinstance(read_entry(rows[-1][0]), Ended)
        return export(self.folder, table, game, rows) if is_over else None

    def _begin(self, table: int, game: int) -> None:
        path = self.path(table, game)
        with _writing(path):
            if path.exists():
                # The journal gives every table its own number, so this file belongs to a journal since removed.
                path.replace(path.with_suffix(f".{int(path.stat().st_mtime)}.rummy"))
            self._open[table, game] = file = open_to_append(path)
            append(file, header(this_program()))


def export(folder: Path, table: int, game: int, log: Iterable[tuple[bytes, bytes]], *, sync: bool = True) -> Path:
    """Write a game's log as one whole transcript into *folder* (created if missing), replacing an older one.

    Without *sync* a crash of the machine may leave it cut. Raises TranscriptError; then the older one is still there.
    """
    path = _path(folder, table, game)
    with _writing(path):
        records = [pack_entry_record(entry, signature) for entry, signature in log]
        replace_file(path, b"".join([header(this_program()), *records]), sync=sync)
    return path


def compress(path: Path) -> bool:
    """Compress a transcript to little more than half; False if it is compressed. Its age stays. Raises OSError."""
    with path.open("rb") as file:
        if file.read(len(GZIP)) == GZIP:
            return False
    age, data = path.stat().st_mtime_ns, gzip.compress(path.read_bytes(), mtime=0)
    replace_file(path, data, sync=True)
    os.utime(path, ns=(age, age))
    return True


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise TranscriptError(
            f"the transcript {path} cannot be written ({problem.strerror}); make room on the disk, or see that the "
            "host may write there, then start it again"
        ) from problem


def _path(folder: Path, table: int, game: int) -> Path:
    return folder / f"table-{table}-game-{game}.rummy"
