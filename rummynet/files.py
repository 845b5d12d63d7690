"""Bounded reading of files; appending a record, and making a file, whole or not at all.

A path that a person gives, or a name found in a folder, may be anything: a pipe without a writer, a device, a sparse
file of a terabyte. Only ordinary files up to a given size are read. All errors are OSErrors whose ``strerror`` can be
shown.
"""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from rummynet_protocol.sentences import sentence

# Thousands of hosts; each setting, secret or configuration is far smaller than its limit. More is no such file.
MOST_KNOWN_HOSTS: Final = 2**20
MOST_SETTINGS: Final = 2**16
MOST_CONFIG: Final = 2**20
MOST_SECRET: Final = 2**10  # bytes of the small files that are read whole. (Transcripts: ``transcript.MOST_FILE``.)
# Opening a pipe without a writer waits for one: a name in a folder could be one, and a command would hang.
_WAITS_FOR_NOBODY: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The bytes of an ordinary file of at most *most* bytes; anything else is refused without blocking.

    Raises OSError.
    """
    _check_ordinary(os.stat(path), path, most)  # before opening: to open a device may have side effects
    descriptor = os.open(path, os.O_RDONLY | _WAITS_FOR_NOBODY)
    try:
        _check_ordinary(os.fstat(descriptor), path, most)
        parts, left = [], most + 1  # one more than allowed, to notice a file that grows while it is read
        while left and (part := os.read(descriptor, min(left, 2**20))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(descriptor)
    if not left:
        raise _too_large(path, most)
    return b"".join(parts)


def open_to_append(path: str | os.PathLike[str]) -> int:
    """A descriptor of the ordinary file, created with mode 0600 if it is missing. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _WAITS_FOR_NOBODY, 0o600)
    try:
        _check_ordinary(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def append(descriptor: int, data: bytes) -> None:
    """Write all of *data* at the end of the file; a part written before a failure is truncated again.

    Raises OSError.
    """
    before = os.fstat(descriptor).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[write_some(descriptor, left) :]
    except OSError:
        _truncate_back(descriptor, before, len(data) - len(left))
        raise


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Context in which a file is written under the temporary name that it gives; at the end it appears at *path*.

    By then it is complete and on the disk, and only its owner can read it. After an error there is none. It replaces no
    file: *path* is created first, empty, since not every file system has links.
    Raises OSError.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    _make_empty(beside)
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        _make_empty(path)
        beside.replace(path)
        sync_folder(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, in place of an older one, whole or not at all. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        _make_empty(beside)
        file = open_to_append(beside)
        try:
            append(file, data)
            os.fsync(file)  # or a crash of the machine could leave it cut
        finally:
            os.close(file)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make new names in it durable, where the system can sync folders. Raises OSError."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def set_aside(path: Path, suffix: str) -> Path:
    """Link the file to a second name beside its own, with this suffix and if needed a number; return it.

    Raises OSError.
    """
    number = 1
    while True:
        aside = path.with_suffix(suffix if number == 1 else f"{suffix}.{number}")
        try:
            os.link(path, aside)
            return aside
        except FileExistsError:
            number += 1


def write_some(descriptor: int, data: memoryview) -> int:
    """Write as much of *data* as the system takes at once; return how many bytes. Raises OSError, also for none."""
    count = os.write(descriptor, data)
    # A write of nothing, again and again, would be a loop without an end.
    if not count:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return count


def _make_empty(path: Path) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _truncate_back(descriptor: int, size: int, written: int) -> None:
    """Truncate to *size*, unless another program has appended meanwhile."""
    with suppress(OSError):
        # Cutting off what another program has written since would damage its record.
        if os.fstat(descriptor).st_size == size + written:
            os.ftruncate(descriptor, size)


def _check_ordinary(found: os.stat_result, path: str | os.PathLike[str], most: int | None = None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, sentence("it is not an ordinary file"), os.fspath(path))
    if most is not None and found.st_size > most:
        raise _too_large(path, most)


def _too_large(path: str | os.PathLike[str], most: int) -> OSError:
    unit, name = (2**20, "MiB") if most >= 2**20 else (2**10, "KiB")
    says = sentence("it is too large: at most {most} {unit} are read", most=most // unit, unit=name)
    return OSError(errno.EFBIG, says, os.fspath(path))
