"""One program at a time plays from a data folder at one host: a lock that ends with the program that holds it.

Two programs with one contribution secret could be shown two logs by a crooked host, which would learn a contribution
from one of them and choose the deck in the other. Another program that wants the seat holds a second lock; who has the
seat looks at that one from time to time and lets go. Source: FAIRNESS.md, "Contributions".
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummynet.keyfile import KeyFileError, identity_folder
from rummynet_client.language import _, system_words

# Bytes of a host's key in the name of its lock: two hosts that shared them would only exclude each other.
_NAMED: Final = 8
# Windows locks bytes, and nobody else can read those: this one lies behind the process number that others read.
_LOCKED_BYTE: Final = 4096


class SeatLock:
    """The lock for the host with this key in the data folder."""

    def __init__(self, data: Path, host: bytes) -> None:
        """Raises KeyFileError."""
        folder = identity_folder(data)
        self._seat = folder / f"seat-{host[:_NAMED].hex()}.lock"
        self._wish = folder / f"seat-{host[:_NAMED].hex()}.next"
        self._held: dict[Path, int] = {}
        self.is_held = False  # whether this program has the seat

    @property
    def holder(self) -> str:
        """The number of the process that has, or had, the seat; "?" if the file does not say."""
        try:
            # No process number is longer; a file of something else must not fill the sentence.
            text = self._seat.read_bytes()[:20].decode("ascii", "replace")
        except OSError:
            return "?"
        return text if text.isdigit() else "?"

    def take(self) -> bool:
        """Take the seat if it is free. Raises KeyFileError."""
        if not self._lock(self._seat):
            return False
        held = self._held.get(self._seat)
        if held is not None:
            with suppress(OSError):  # the number is only for a sentence
                os.ftruncate(held, 0)
                os.lseek(held, 0, os.SEEK_SET)
                os.write(held, str(os.getpid()).encode())
        self._unlock(self._wish)
        self.is_held = True
        return True

    def ask_for_it(self) -> None:
        """Ask the program that has the seat to let go. Raises KeyFileError."""
        self._lock(self._wish)

    @property
    def is_wanted(self) -> bool:
        """Whether another program has asked for the seat. Raises KeyFileError."""
        # Only taking a lock tells whether it is held. A program that asks just now asks again (``HostLink``).
        if not self._lock(self._wish):
            return True
        self._unlock(self._wish)
        return False

    def release(self) -> None:
        """Let go of the seat, or of the wish to have it."""
        self.is_held = False
        for path in list(self._held):
            self._unlock(path)

    def _lock(self, path: Path) -> bool:
        if path in self._held:
            return True
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock_file(file)
            except OSError:
                os.close(file)
                raise
        except BlockingIOError:
            return False
        except OSError as problem:
            raise KeyFileError(
                _(
                    "{path} cannot be locked ({reason}); choose another folder with --data DIR",
                    path=path,
                    reason=system_words(problem),
                )
            ) from None
        self._held[path] = file
        return True

    def _unlock(self, path: Path) -> None:
        file = self._held.pop(path, None)
        if file is not None:
            os.close(file)


def _lock_file(file: int) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError where another program has it, OSError."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
