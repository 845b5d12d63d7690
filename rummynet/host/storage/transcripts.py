"""The host's own transcripts: of each game that is over a file, a copy of its log in the journal."""

import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rummynet.files import replace_file
from rummynet.revision import this_program
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.entries import Ended, read_entry
from rummynet_protocol.fairness.transcript import GZIP, header, pack_entry_record

NO_TRANSCRIPT: Final = "a game that is over has no transcript; the journal has it, for rummynet host --export"


class TranscriptError(RummynetError):
    """A transcript cannot be written; the journal has what should be in it."""

    code = "transcripts"


class Transcripts:
    """Files in *folder* called ``table-N-game-M.rummy``, made with the first; *entries* reads a log of the journal."""

    def __init__(self, folder: Path, entries: Callable[[int, int], list[tuple[bytes, bytes]]]) -> None:
        self.folder, self._entries = folder, entries

    def path(self, table: int, game: int) -> Path:
        """The file of a game."""
        return _path(self.folder, table, game)

    def copy(self, table: int, game: int) -> None:
        """Copy the log of a game that has just ended. Raises TranscriptError, JournalError."""
        path = self.path(table, game)
        with _writing(path):
            if path.exists():
                # The journal gives every table its own number, so this file belongs to a journal since removed.
                path.replace(path.with_suffix(f".{int(path.stat().st_mtime)}.rummy"))
        export(self.folder, table, game, self._entries(table, game))

    def finished(self, table: int, game: int) -> Path | None:
        """The file of a game that is over; None if there is none. Raises TranscriptError, JournalError.

        Where it is missing, as after a move with the journal alone, it is copied now.
        """
        path = self.path(table, game)
        with _writing(path):
            if path.exists():
                return path
        log = self._entries(table, game)
        if not log or not isinstance(read_entry(log[-1][0]), Ended):
            return None
        return export(self.folder, table, game, log)


def export(folder: Path, table: int, game: int, log: Iterable[tuple[bytes, bytes]]) -> Path:
    """Write a game's log as one whole transcript into *folder* (created if missing), replacing an older one.

    Raises TranscriptError; then the older one is still there.
    """
    path = _path(folder, table, game)
    with _writing(path):
        records = [pack_entry_record(entry, signature) for entry, signature in log]
        replace_file(path, b"".join([header(this_program()), *records]))
    return path


def compress(path: Path) -> bool:
    """Compress a transcript to little more than half; False if it is compressed. Its age stays. Raises OSError."""
    with path.open("rb") as file:
        if file.read(len(GZIP)) == GZIP:
            return False
    age, data = path.stat().st_mtime_ns, gzip.compress(path.read_bytes(), mtime=0)
    replace_file(path, data)
    os.utime(path, ns=(age, age))
    return True


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise TranscriptError(
            f"the transcript {path} cannot be written ({problem.strerror}); make room on the disk, or see that the "
            "host may write there"
        ) from problem


def _path(folder: Path, table: int, game: int) -> Path:
    return folder / f"table-{table}-game-{game}.rummy"
