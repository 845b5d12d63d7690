"""The transcripts on disk: one file per game, appended to during the game, readable by its owner only.

Beside each lies a file of the same name with the suffix ``.private``: the private records of that game.
"""

import errno
import os
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from rummynet.files import append, open_to_append, read_file, replace_file, set_aside
from rummynet.revision import this_program
from rummynet.verifier.offline import check_transcript
from rummynet_client.core.log import private_records
from rummynet_client.core.log.player import UnfinishedGame
from rummynet_client.core.session.outbox import EVIDENCE, PRIVATE, TRANSCRIPT, Keep
from rummynet_client.language import _, system_words
from rummynet_protocol.errors import Cheat, RummynetError, Unknown
from rummynet_protocol.fairness import transcript
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.commitment import log_id
from rummynet_protocol.fairness.entries import Ended, Opened, read_entry
from rummynet_protocol.values import replace

# Bytes of a log's id in its file's name: names stay short enough to read, and 2^64 logs do not meet by chance.
_NAMED: Final = 8
_NOT_IN_NAMES: Final = re.compile("[^a-z0-9]+")
# The variant in a file's name is the host's word: it gives letters, no folders, and no name too long for a disk.
_MOST_VARIANT: Final = 20
# A game that goes on is among the newest; what is older was looked at when it was. So many are read in a second or two.
_MOST_LOOKED_AT: Final = 200
_SUFFIX: Final = {TRANSCRIPT: ".rummy", PRIVATE: ".private", EVIDENCE: ".evidence.rummy"}


class TranscriptStoreError(RummynetError):
    """A transcript cannot be read or written."""

    code = "transcript_store"


class TranscriptStore:
    """The folder of transcripts. ``now`` returns the time used in the names of new files.

    With ``is_for_secrets`` it has only the private records of the newest game, as a bot of a host needs them: nobody
    reads its transcripts. Without ``is_synced`` private records outlive the program, and a power cut may cost the last.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], datetime] = datetime.now,
        *,
        is_for_secrets: bool = False,
        is_synced: bool = True,
    ) -> None:
        self.folder: Final = folder
        self.paths: Final[list[Path]] = []  # the transcripts written to by this program, oldest first
        self.damage_reports: Final[list[str]] = []
        """Sentences about files found damaged, for the player; removed once they have been delivered."""
        self._now, self._is_for_secrets, self._is_synced = now, is_for_secrets, is_synced
        self._files: dict[tuple[bytes, str], int] = {}

    def recall(self, log: bytes) -> bytes:
        """What an earlier run kept of this log, complete records only; b"" if nothing. Raises StoreError.

        Of a damaged file all records before the damage are kept; the original stays beside, as ``.damaged``.
        """
        return self._recall(log, TRANSCRIPT, sound_transcript)

    def recall_private(self, log: bytes) -> bytes:
        """The private records of this log, as ``recall``."""
        return self._recall(log, PRIVATE, private_records.sound_prefix)

    def unfinished_games(self, hosts: Collection[bytes], me: bytes) -> tuple[UnfinishedGame, ...]:
        """The games of player *me* at the host with these keys whose newest transcripts here have no end."""
        paths = sorted(self.folder.glob("*.rummy"))[-_MOST_LOOKED_AT:]
        games = ((unfinished_game(_read_or_none(path), hosts, me), path) for path in paths)
        return tuple(replace(game, at=_written_at(path)) for game, path in games if game is not None)

    def _recall(self, log: bytes, where: str, sound: Callable[[bytes], tuple[bytes, bool]]) -> bytes:
        path = self._find(log, where)
        if path is None:
            return b""
        # A repair replaces the file: with the old descriptor, further records would go to the one set aside.
        if (log, where) in self._files:
            os.close(self._files.pop((log, where)))
        try:
            data = read_file(path, transcript.MOST_FILE)
            whole, damaged = sound(data)
            if damaged:
                self._repair(path, whole)
            # A write that was interrupted: what is appended behind half a record cannot be read.
            elif len(whole) < len(data):
                os.truncate(path, len(whole))
        except OSError as problem:
            raise TranscriptStoreError(
                _(
                    "the transcript {path} cannot be read or repaired ({reason}); move it away, and join again",
                    path=path,
                    reason=system_words(problem),
                )
            ) from None
        return whole

    def _repair(self, path: Path, whole: bytes) -> None:
        # The second name comes first: whatever fails below, no byte of the original is lost.
        aside = set_aside(path, ".damaged")
        if whole:
            # Only content that is on the disk may take the name: a power cut would leave an empty transcript.
            replace_file(path, whole)
        else:
            path.unlink()
        self.damage_reports.append(
            _(
                "the transcript {path} was damaged. The readable part is kept, and the host is asked for the "
                "rest. The old file is now {aside}",
                path=path.name,
                aside=aside.name,
            )
        )

    def append_record(self, keep: Keep) -> None:
        """Append a record; it has been handed to the system when this returns, a private one is on the disk.

        Raises StoreError. A record that could not be written completely is removed.
        """
        if self._is_for_secrets and keep.where != PRIVATE:
            return
        try:
            if keep.where == EVIDENCE:
                self._write_evidence(keep)
            else:
                file = self._open(keep)
                self._append(file, keep.record)
                # What is signed is never signed in another form, not even after a power cut.
                if keep.where == PRIVATE and self._is_synced:
                    os.fsync(file)
        except OSError as problem:
            raise TranscriptStoreError(
                _(
                    "the transcript in {folder} cannot be written ({reason}); the game stops here, because "
                    "without the transcript you could prove nothing",
                    folder=self.folder,
                    reason=system_words(problem),
                )
            ) from None

    def _append(self, file: int, record: bytes) -> None:
        # Neither this program nor the verifier reads a longer file, so the record would be lost when it is needed.
        if os.fstat(file).st_size + len(record) > transcript.MOST_FILE:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        append(file, record)

    def close(self) -> None:
        """Close all files."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()

    def _open(self, keep: Keep) -> int:
        file = self._files.get((keep.log, keep.where))
        if file is None:
            path = self._find(keep.log, keep.where) or self._name(keep)
            if self._is_for_secrets:
                self._remove_all_but(path)
            file = open_to_append(path)
            try:
                if not os.fstat(file).st_size:
                    append(
                        file, transcript.header(this_program()) if keep.where == TRANSCRIPT else private_records.HEADER
                    )
            except OSError:
                os.close(file)
                path.unlink()
                raise
            self._files[keep.log, keep.where] = file
            if keep.where == TRANSCRIPT and path not in self.paths:
                self.paths.append(path)
        return file

    def _remove_all_but(self, path: Path) -> None:
        self.close()
        for old in self.folder.glob(f"*{_SUFFIX[PRIVATE]}"):
            if old != path:
                old.unlink()

    def _write_evidence(self, keep: Keep) -> None:
        path = self._name(keep)
        file = open_to_append(path)
        try:
            append(file, keep.record.replace(transcript.HEADER, transcript.header(this_program()), 1))
        finally:
            os.close(file)
        self.paths.append(path)

    def _find(self, log: bytes, where: str) -> Path | None:
        return min(self.folder.glob(f"*-{log[:_NAMED].hex()}{_SUFFIX[where]}"), default=None)

    def _name(self, keep: Keep) -> Path:
        """The path of a new file; all files of one log share the name except for the suffix."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for where in (PRIVATE, TRANSCRIPT):
            beside = self._find(keep.log, where)
            if beside is not None:
                return beside.with_suffix(_SUFFIX[keep.where])
        variant = _NOT_IN_NAMES.sub("", keep.variant)[:_MOST_VARIANT] or "game"
        stem = f"{self._now():%Y-%m-%d-%H%M}-{variant}-{keep.log[:_NAMED].hex()}"
        return self.folder / f"{stem}{_SUFFIX[keep.where]}"


def _read_or_none(path: Path) -> bytes:
    try:
        return read_file(path, transcript.MOST_FILE)
    except OSError:
        return b""  # whoever plays on in it is told why


def _written_at(path: Path) -> int:
    """When the file was last written, in milliseconds of Unix time; 0 if that cannot be read."""
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return 0


def unfinished_game(data: bytes, hosts: Collection[bytes], me: bytes) -> UnfinishedGame | None:
    """The game of a transcript, if *me* plays in it at the host with these keys, and it has no end; else None."""
    if me not in data or not any(host in data for host in hosts):  # a seat's key stands in `seats`
        return None
    entries: list[bytes] = []
    with suppress(transcript.NotATranscript):  # what stands before the damage is known
        entries.extend(
            record.entry for record in transcript.read_records(data) if isinstance(record, transcript.EntryRecord)
        )
    try:
        opened, last = read_entry(entries[0]), read_entry(entries[-1])
    except (Cheat, Unknown, IndexError):
        return None
    if not isinstance(opened, Opened) or opened.host not in hosts or isinstance(last, Ended):
        return None
    head = NO_HEAD
    for entry in entries:
        head = next_head(head, entry)
    return UnfinishedGame(log_id(opened.host, opened.table, opened.game), opened.table, opened.game, head)


def sound_transcript(data: bytes) -> tuple[bytes, bool]:
    """The transcript up to its first damage, complete records only, b"" for none; and whether there is any damage.

    A record is damaged if it cannot be read, or if it fails its check although others follow it: had the host sent it
    like that, the game would have stopped there. A file that ends within a record is a write that was interrupted.
    """
    records: list[transcript.Record] = []
    head, begins = (
        data[: len(transcript.HEADER)],
        transcript.HEADER[: len(transcript.MAGIC) + 1],
    )  # what follows names the writer
    damaged = not head.startswith(begins) and not begins.startswith(head)
    head = transcript.header(this_program()) if damaged else head
    try:
        for record in transcript.read_records(
            transcript.HEADER + data[len(transcript.HEADER) :]
        ):  # read on behind a damaged header
            records.append(record)
    except transcript.NotATranscript:
        damaged = True
    failed_at = check_transcript(transcript.Transcript(tuple(records), cut=False), partial=True).record
    if failed_at is not None and (damaged or failed_at < len(records) - 1):
        del records[failed_at:]
        damaged = True
    return (head + b"".join(map(transcript.pack_record, records)) if records else b""), damaged
