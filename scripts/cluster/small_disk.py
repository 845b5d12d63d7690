"""A disk of its own for the data of a database: a file system in a file, which can be filled. Needs root."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MEGABYTES: Final = 512
_BALLAST: Final = "ballast"


def why_no_disk() -> str | None:
    """Why no disk can be mounted here; None if one can."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        return "a small disk needs root and mkfs.ext4"
    try:
        with small_disk(16):
            return None
    except subprocess.CalledProcessError as problem:
        return f"no small disk can be mounted ({problem.stderr.strip()})"


@contextmanager
def small_disk(megabytes: int = MEGABYTES) -> Iterator[Path]:
    """The folder where the disk is mounted, with nothing kept back for root; afterwards both are gone."""
    with tempfile.TemporaryDirectory(prefix="rummynet-disk-") as made:
        Path(made).chmod(0o755)  # the server's user has to reach it
        image, folder = Path(made) / "image", Path(made) / "disk"
        folder.mkdir()
        with image.open("wb") as file:
            file.truncate(megabytes << 20)
        _run("mkfs.ext4", "-q", "-m", "0", str(image))
        _run("mount", "-o", "loop", str(image), str(folder))
        try:
            yield folder
        finally:
            _run("umount", "--lazy", str(folder))


def fill(folder: Path) -> None:
    """Leave no room on the disk at this folder."""
    with (folder / _BALLAST).open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def make_room(folder: Path) -> None:
    """Undo ``fill``."""
    (folder / _BALLAST).unlink(missing_ok=True)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)
