"""Games of the journal as files: transcripts that any verifier reads."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rummynet.files import append, open_to_append
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record

_FRESH: Final = ".fresh"


class TranscriptError(RummynetError):
    """A transcript cannot be written; the journal has what should be in it."""

    code = "transcripts"


def export(folder: Path, table: int, game: int, log: Iterable[tuple[bytes, bytes]]) -> Path:
    """Write a game's log as ``table-N-game-M.rummy`` into *folder* (created if missing), replacing an older one.

    Raises TranscriptError; then the older one is still there.
    """
    path = folder / f"table-{table}-game-{game}.rummy"
    with _writing(path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Beside it and renamed: a reader, or a crash, meets the old file or the new one, whole.
        fresh = path.with_suffix(_FRESH)
        fresh.unlink(missing_ok=True)
        file = open_to_append(fresh)
        try:
            append(file, HEADER + b"".join(pack_entry_record(entry, signature) for entry, signature in log))
            os.fsync(file)
        except OSError:
            fresh.unlink()
            raise
        finally:
            os.close(file)
        return fresh.replace(path)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise TranscriptError(
            f"the transcript {path} cannot be written ({problem.strerror}); make room on the disk, or see that you "
            "may write there"
        ) from problem
