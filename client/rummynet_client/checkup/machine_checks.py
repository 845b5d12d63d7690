"""Checks the data directory and the clock of this machine. Changes nothing: one probe file is created and removed."""

import os
import secrets
import shutil
import stat
import sys
import time
from pathlib import Path
from typing import Final

from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, system_words

# A game's transcript is a few hundred kilobytes (docs/host.md): when this warns there is room for a hundred games.
_LITTLE: Final = 50 * 1024 * 1024
# Seconds since 1970, the first day of 2026: no correct clock is earlier, as this program was not there before.
_BUILT: Final = 1_767_225_600
# Seconds since 1970, the first day of 2100: a clock beyond it has lost its battery or its setting.
_FAR: Final = 4_102_444_800
# Seconds between the disk's clock and this machine's: less is rounding (FAT: two seconds) and the delay of a network
# drive, and harms nobody.
_APART: Final = 60.0
_PRIVATE: Final = stat.S_IRWXG | stat.S_IRWXO


def data_directory(data: Path) -> list[Finding]:
    """Whether keys and transcripts can be kept there, and whether others can read the keys."""
    if not data.exists():
        above = next(folder for folder in data.absolute().parents if folder.exists())
        if os.access(above, os.W_OK):
            return [
                Finding(
                    N_("data directory"), "ok", _("{data} does not exist yet; it is created when needed", data=data)
                )
            ]
        return [
            Finding(
                N_("data directory"),
                "fail",
                _("{data} does not exist and cannot be created in {above}", data=data, above=above),
                _("choose another with --data DIR or RUMMYNET_HOME"),
            )
        ]
    if not data.is_dir() or not os.access(data, os.W_OK | os.X_OK):
        return [
            Finding(
                N_("data directory"),
                "fail",
                _("you cannot write to {data}", data=data),
                _("choose another with --data DIR or RUMMYNET_HOME, or change its owner"),
            )
        ]
    return [_space(data), _keys(data)]


def clock(data: Path, now: float | None = None) -> Finding:
    """Whether the clock is plausible. It only dates logs and file names: no rule and no proof depends on it."""
    now = time.time() if now is None else now
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if not _BUILT <= now < _FAR:
        return Finding(
            N_("clock"),
            "warn",
            _("shows {shown}, which cannot be right", shown=shown),
            _("set the clock; games stay fair, but logs and transcripts get wrong dates"),
        )
    apart = _disk_is_apart(data, now)
    if abs(apart) > _APART:
        return Finding(
            N_("clock"),
            "warn",
            _(
                "shows {shown}; the disk with the data directory differs by {apart:+.0f} seconds",
                shown=shown,
                apart=apart,
            ),
            _("set the clocks of both machines"),
        )
    return Finding(N_("clock"), "ok", shown)


def _space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    if free < _LITTLE:
        return Finding(
            N_("data directory"),
            "warn",
            _("{data} has {free} MB left", data=data, free=free // 1024 // 1024),
            _("free some space: a host stops when it cannot write"),
        )
    return Finding(
        N_("data directory"), "ok", _("you can write to {data}, {free} MB left", data=data, free=free // 1024 // 1024)
    )


def _keys(data: Path) -> Finding:
    folder = data / "identity"
    if not folder.exists():
        return Finding(N_("keys"), "ok", _("none yet; they are created when needed"))
    if sys.platform == "win32":
        return Finding(N_("keys"), "ok", _("in {folder}", folder=folder))
    try:
        inside = sorted(path for path in folder.iterdir() if path.suffix in (".key", ".secret"))
        shown = [path for path in (folder, *inside) if path.stat().st_mode & _PRIVATE]
        locked = [path for path in inside if not os.access(path, os.R_OK)]
    except OSError as problem:
        return Finding(
            N_("keys"),
            "fail",
            _("{folder} cannot be read ({reason})", folder=folder, reason=system_words(problem)),
            _("change its owner to yourself"),
        )
    if shown:
        return Finding(
            N_("keys"),
            "fail",
            _("other users can read {files}", files=", ".join(map(str, shown))),
            f"chmod 700 {folder}; chmod 600 {folder}/*",
        )
    if locked:
        return Finding(
            N_("keys"), "fail", _("{file} cannot be read", file=locked[0]), _("change its owner to yourself")
        )
    return Finding(N_("keys"), "ok", _("{files} in {folder}, readable by you alone", files=len(inside), folder=folder))


def _disk_is_apart(data: Path, now: float) -> float:
    """Seconds by which the disk's clock is ahead; it belongs to another machine if home directories are remote."""
    probe = data / f".clock-{secrets.token_hex(4)}"
    try:
        probe.touch()
        stamped = probe.stat().st_mtime
        probe.unlink()
    except OSError:
        return 0.0
    return stamped - now
