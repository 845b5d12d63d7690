"""The data directory and the clock of this machine. Nothing is made or changed, but for one file that is removed."""

import os
import secrets
import shutil
import stat
import sys
import time
from pathlib import Path
from typing import Final

from rummynet_client.checkup.finding import Finding

_LITTLE: Final = 50 * 1024 * 1024
_BUILT: Final = 1_767_225_600
"""No clock that is right shows less: the first day of 2026, in seconds since 1970."""
_FAR: Final = 4_102_444_800
"""The first day of 2100."""
_APART: Final = 60.0
"""Seconds by which the clock of the disk and ours may differ."""
_PRIVATE: Final = stat.S_IRWXG | stat.S_IRWXO


def data_directory(data: Path) -> list[Finding]:
    """Whether keys and transcripts can be kept there, and whether others can read the keys."""
    if not data.exists():
        above = next(folder for folder in data.absolute().parents if folder.exists())
        if os.access(above, os.W_OK):
            return [Finding("data directory", "ok", f"{data} is not there yet; it is made when it is needed")]
        return [Finding("data directory", "fail", f"{data} is not there and cannot be made in {above}",
                        "choose another with --data DIR or RUMMYNET_HOME")]  # fmt: skip
    if not data.is_dir() or not os.access(data, os.W_OK | os.X_OK):
        return [Finding("data directory", "fail", f"{data} is no folder that you may write to",
                        "choose another with --data DIR or RUMMYNET_HOME, or change its owner")]  # fmt: skip
    return [_space(data), _keys(data)]


def clock(data: Path, now: float | None = None) -> Finding:
    """Whether the clock is plausible. No rule and no proof rests on it: it dates logs and names of files."""
    now = time.time() if now is None else now
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if not _BUILT <= now < _FAR:
        return Finding("clock", "warn", f"shows {shown}, which cannot be right",
                       "set it; games are fair without it, but logs and transcripts get wrong dates")  # fmt: skip
    apart = _disk_is_apart(data, now)
    if abs(apart) > _APART:
        return Finding("clock", "warn", f"shows {shown}, the disk of the data directory is {apart:+.0f} seconds apart",
                       "set the clocks of both machines")  # fmt: skip
    return Finding("clock", "ok", shown)


def _space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    if free < _LITTLE:
        return Finding("data directory", "warn", f"{data} has {free // 1024 // 1024} MB left",
                       "make room: a host stops when it cannot write")  # fmt: skip
    return Finding("data directory", "ok", f"{data} can be written, {free // 1024 // 1024} MB left")


def _keys(data: Path) -> Finding:
    folder = data / "identity"
    if not folder.exists():
        return Finding("keys", "ok", "none yet; they are made when they are needed")
    if sys.platform == "win32":
        return Finding("keys", "ok", f"in {folder}")
    try:
        inside = sorted(path for path in folder.iterdir() if path.suffix in (".key", ".secret"))
        shown = [path for path in (folder, *inside) if path.stat().st_mode & _PRIVATE]
        locked = [path for path in inside if not os.access(path, os.R_OK)]
    except OSError as problem:
        return Finding("keys", "fail", f"{folder} cannot be read ({problem.strerror})", "change its owner to yourself")
    if shown:
        return Finding("keys", "fail", f"other users may read {', '.join(map(str, shown))}",
                       f"chmod 700 {folder}; chmod 600 {folder}/*")  # fmt: skip
    if locked:
        return Finding("keys", "fail", f"{locked[0]} cannot be read", "change its owner to yourself")
    return Finding("keys", "ok", f"{len(inside)} in {folder}, readable by you alone")


def _disk_is_apart(data: Path, now: float) -> float:
    """By how many seconds the disk's clock is ahead: it is another machine's where home directories are."""
    probe = data / f".clock-{secrets.token_hex(4)}"
    try:
        probe.touch()
        stamped = probe.stat().st_mtime
        probe.unlink()
    except OSError:
        return 0.0
    return stamped - now
