"""Secrets on disk: 32 random bytes in a file that only its owner can read, created at first use.

They are in the folder ``identity`` (0700) of the user's data directory, each in a file (0600) of one line of
hexadecimal. A file or folder that others can read is refused, not silently repaired: the secret may have been read
already.
"""

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rummynet.files import MOST_SECRET, read_file, sync_folder
from rummynet_protocol.errors import RummynetError

SIZE: Final = 32  # as long as a private key of Ed25519 and a secret of FAIRNESS.md
"""Bytes of every secret here."""
HOST_KEY: Final = "host.key"  # in the folder ``identity`` of a host
HOME_VARIABLE: Final = "RUMMYNET_HOME"

_LINE: Final = re.compile(rb"[0-9a-f]{64}\n?\Z")
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class KeyFileError(RummynetError):
    """A secret cannot be read or created safely."""

    code = "key_file"


class NoRoom(KeyFileError):
    """A secret cannot be created because the disk is full."""

    code = "no_room"


def home(given: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The data directory: *given* (``--data``), else RUMMYNET_HOME, else the system's place for user data."""
    if given is not None:
        return Path(given).expanduser()
    chosen = environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs  # imported only where it is needed

    return platformdirs.user_data_path("rummynet", appauthor=False)


def identity_folder(data: Path) -> Path:
    """The folder for secrets under *data*, created (0700) if it is missing. Raises KeyFileError."""
    folder = data / "identity"
    try:
        data.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _refuse_if_open(folder, "700")
    except OSError as problem:
        # Apart: who has no room can make some and try again; in other cases the folder is wrong.
        kind = NoRoom if problem.errno in _FULL else KeyFileError
        raise kind(f"the folder {folder} cannot be used ({problem.strerror}); choose another with --data DIR") from None
    return folder


def secret(folder: Path, name: str) -> bytes:
    """The 32 bytes in the file *name* of *folder*, created at random if it is missing. Raises KeyFileError.

    Two programs that call this at the same moment get the same bytes: the file appears whole, and the first one wins.
    """
    path = folder / name
    try:
        if not path.exists():
            _create(path, secrets.token_bytes(SIZE))
        _refuse_if_open(path, "600")
        line = read_file(path, MOST_SECRET)
    except OSError as problem:
        if problem.errno in _FULL and not path.exists():
            raise NoRoom(
                f"the key file {path} cannot be written ({problem.strerror}); make room on the disk and try again"
            ) from None
        raise KeyFileError(
            f"the key file {path} cannot be used ({problem.strerror}); mend that and try again"
        ) from None
    if not _LINE.match(line):
        raise KeyFileError(f"the key file {path} is damaged; put a copy back, or move it away to get a new identity")
    return bytes.fromhex(line.decode())


def store(folder: Path, name: str, value: bytes) -> None:
    """Store these 32 bytes in the file *name* of *folder*; a different secret there is renamed. Raises OSError."""
    path = folder / name
    if path.exists():
        if secret(folder, name) == value:
            return
        number = 1
        while (aside := path.with_name(f"{name}.{number}")).exists():
            number += 1
        path.rename(aside)
    _create(path, value)


def _refuse_if_open(path: Path, mode: str) -> None:
    # Modes say nothing there; a user's own folders are private by their access lists.
    if sys.platform != "win32" and path.stat().st_mode & _OTHERS:
        raise KeyFileError(f"other users may read {path}; close it with: chmod {mode} {_quoted(path)}")


def _quoted(path: Path) -> str:
    text = str(path)
    return text if re.fullmatch(r"[\w@%+=:,./-]+", text, re.ASCII) else "'" + text.replace("'", "'\\''") + "'"


def _create(path: Path, value: bytes) -> None:
    """Write a temporary file, sync it, link it into place: the name never shows half a secret or replaces another."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(value.hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        # A link fails where the name exists, a rename would replace another program's secret.
        os.link(beside, path)
    except FileExistsError:
        pass  # another program was first; its secret counts
    finally:
        beside.unlink()
    sync_folder(path.parent)
