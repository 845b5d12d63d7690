"""The transcripts on disk: one file per game, appended to as the game goes on, readable by their owner alone."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from rummynet_client.core.outbox import Keep
from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.transcript import (
    HEADER,
    EntryRecord,
    NotATranscript,
    Record,
    pack_entry_record,
    pack_opening_record,
    read_transcript,
)

_NAMED: Final = 8
"""Bytes of a log's id that name its file."""


class ShelfError(RummynetError):
    """A transcript cannot be written."""

    code = "shelf"


class Shelf:
    """The folder of transcripts. ``now`` tells the date that new files are named with."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self.folder: Final = folder
        self.paths: Final[list[Path]] = []
        """The transcripts written to by this program, oldest first."""
        self._now = now
        self._files: dict[bytes, int] = {}

    def recall(self, table: bytes) -> bytes:
        """What an earlier run kept of this log, whole records only; b"" if nothing. A damaged file is put aside."""
        path = self._find(table)
        if path is None:
            return b""
        data = path.read_bytes()
        try:
            whole = HEADER + b"".join(map(_packed, read_transcript(data).records))
        except NotATranscript:
            path.rename(path.with_suffix(".damaged"))
            return b""
        if len(whole) < len(data):
            os.truncate(path, len(whole))
        return whole

    def keep(self, keep: Keep) -> None:
        """Append a record; it has been handed to the system when this returns. Raises ShelfError."""
        try:
            if keep.whole:
                self._write_evidence(keep)
            else:
                os.write(self._open(keep), keep.record)
        except OSError as problem:
            raise ShelfError(
                _(
                    "the transcript in {folder} cannot be written ({reason}); the game stops here, since without it "
                    "nothing could be proven",
                    folder=self.folder,
                    reason=problem.strerror,
                )
            ) from None

    def close(self) -> None:
        """Close all files."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()

    def _open(self, keep: Keep) -> int:
        file = self._files.get(keep.table)
        if file is None:
            path = self._find(keep.table) or self._name(keep, ".rummy")
            fresh = not path.exists()
            file = self._files[keep.table] = _create(path)
            self.paths.append(path)
            if fresh:
                os.write(file, HEADER)
        return file

    def _write_evidence(self, keep: Keep) -> None:
        path = self._name(keep, ".evidence.rummy")
        file = _create(path)
        try:
            os.write(file, keep.record)
        finally:
            os.close(file)
        self.paths.append(path)

    def _find(self, table: bytes) -> Path | None:
        mark = table[:_NAMED].hex()
        found = sorted(path for path in self.folder.glob(f"*-{mark}.rummy"))
        return found[0] if found else None

    def _name(self, keep: Keep, suffix: str) -> Path:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.folder / f"{self._now():%Y-%m-%d-%H%M}-{keep.variant}-{keep.table[:_NAMED].hex()}{suffix}"


def _packed(record: Record) -> bytes:
    if isinstance(record, EntryRecord):
        return pack_entry_record(record.entry, record.signature)
    return pack_opening_record(record.seat, record.round, record.epoch, record.opening)


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
