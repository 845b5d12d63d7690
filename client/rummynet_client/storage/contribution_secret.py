"""The secret that contributions to shuffles are derived from: one file that never leaves its machine.

Beside the 32 bytes the file holds its own inode. A copy has another inode, so a program that finds a copied data
directory makes a new secret: the same key on two machines then never gives the same contribution. Source: FAIRNESS.md,
"Contributions".
"""

import os
import re
import secrets
import stat
import sys
from pathlib import Path
from typing import Final

from rummynet.keyfile import SIZE, KeyFileError
from rummynet_client.language import _

NAME: Final = "contribution.secret"
_CONTENT: Final = re.compile(rb"([0-9a-f]{64}) ([0-9]+)\n\Z")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def contribution_secret(folder: Path) -> bytes:
    """The secret in *folder*, created if there is none or only a copy. Raises KeyFileError."""
    path = folder / NAME
    try:
        known = _read(path)
        if known is not None:
            return known
        fresh = secrets.token_bytes(SIZE)
        _write(path, fresh)
        return _read(path) or fresh  # a file system without stable inodes keeps a secret for one run
    except OSError as problem:
        raise KeyFileError(
            _(
                "the key file {path} cannot be used ({reason}); mend that and try again",
                path=path,
                reason=problem.strerror,
            )
        ) from None


def _read(path: Path) -> bytes | None:
    """The secret if the file exists, is valid and is no copy; else None. Raises KeyFileError, OSError."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        status, content = os.fstat(file.fileno()), file.read(256)
    if sys.platform != "win32" and status.st_mode & _OTHERS:
        raise KeyFileError(_("other users may read {path}; close it with: chmod 600 {path}", path=path))
    match = _CONTENT.match(content)
    return bytes.fromhex(match[1].decode()) if match is not None and int(match[2]) == status.st_ino else None


def _write(path: Path, secret: bytes) -> None:
    """Write atomically and durably. If two programs create it at once, the first wins; a copy is replaced."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(b"%s %d\n" % (secret.hex().encode(), os.fstat(file.fileno()).st_ino))
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        beside.replace(path)
        return
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink()
