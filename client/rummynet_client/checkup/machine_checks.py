"""Checks this machine: data directory, clock, terminal. Changes nothing: one probe file is created and removed."""

import os
import secrets
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TextIO

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import get_cwidth

from rummynet.keyfile import KeyFileError, identity_folder, secret
from rummynet.letters import environ_locale
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, sentence_of, system_words
from rummynet_client.storage.settings import Settings, SettingsError, load_settings

# A game's transcript is a few hundred kilobytes (docs/host.md): when this warns there is room for a hundred games.
_LITTLE: Final = 50 * 1024 * 1024
# Seconds since 1970, the first day of 2026: no correct clock is earlier, as this program was not there before.
_BUILT: Final = 1_767_225_600
# Seconds since 1970, the first day of 2100: a clock beyond it has lost its battery or its setting.
_FAR: Final = 4_102_444_800
# Seconds between the disk's clock and this machine's: less is rounding (FAT: two seconds) and the delay of a network
# drive, and harms nobody.
_APART: Final = 60.0


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
    return [_space(data), _keys(data), *_kept_settings(data)]


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
    try:
        # As a program reads them: it has a sentence for each thing that can be wrong.
        for path in sorted(identity_folder(data).iterdir()):
            if path.suffix == ".key":
                secret(folder, path.name)
    except (KeyFileError, OSError) as problem:
        says = system_words(problem) if isinstance(problem, OSError) else sentence_of(problem)
        return _failure(N_("keys"), says)
    return Finding(N_("keys"), "ok", _("in {folder}", folder=folder))


def _kept_settings(data: Path) -> list[Finding]:
    try:
        load_settings(data)
    except SettingsError as problem:
        return [_failure(N_("settings"), sentence_of(problem))]
    return []


def _failure(what: str, says: str) -> Finding:
    """What a program would say, its second part as what to do."""
    wrong, _semicolon, do = says.partition("; ")
    return Finding(what, "fail", wrong, do)


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


_DEFAULTS: Final = Settings()
# What a terminal window opens with since the VT100; the client plays on less (``painting.LEAST``), but tightly.
COLUMNS: Final = 80
LINES: Final = 24
_SIGNS: Final = "♠♥♦♣ █▀▄ ▁▄█ ·"
# Languages whose terminals may show characters of ambiguous width (UAX #11) in two columns, which shifts every card
# after one.
_WIDE: Final = ("zh", "ja", "ko")
_COLOURS: Final = {
    ColorDepth.DEPTH_1_BIT: N_("no colours"),
    ColorDepth.DEPTH_4_BIT: N_("16 colours"),
    ColorDepth.DEPTH_8_BIT: N_("256 colours"),
    ColorDepth.DEPTH_24_BIT: N_("16 million colours"),
}


def terminal(
    environ: Mapping[str, str], stdin: TextIO = sys.stdin, stdout: TextIO = sys.stdout, settings: Settings = _DEFAULTS
) -> list[Finding]:
    """Findings on the program's terminal; without a terminal only on characters."""
    if not (stdin.isatty() and stdout.isatty()):
        says = _("standard input or output is not a terminal, so 'join' works line by line")
        return [Finding(N_("terminal"), "ok", says), characters(environ, stdout.encoding, settings)]
    size = os.get_terminal_size(stdout.fileno())
    return [dimensions(size.columns, size.lines), colours(environ), characters(environ, stdout.encoding, settings)]


def dimensions(columns: int, lines: int) -> Finding:
    """Whether the screen fits."""
    says = _("{columns} columns, {lines} lines", columns=columns, lines=lines)
    if columns < COLUMNS or lines < LINES:
        return Finding(
            N_("size"),
            "warn",
            _("{says}; the screen wants {columns} by {lines}", says=says, columns=COLUMNS, lines=LINES),
            _("enlarge the window, choose a smaller font, or use --plain"),
        )
    return Finding(N_("size"), "ok", says)


def colours(environ: Mapping[str, str]) -> Finding:
    """The colour depth; colours are optional."""
    kind = environ.get("TERM", "")
    if kind in ("", "dumb", "unknown"):
        return Finding(
            N_("colours"),
            "warn",
            _("TERM is {kind}: rummynet cannot draw a screen there", kind=kind or _("not set")),
            _("use 'join --plain', or set TERM to your terminal's type, such as xterm-256color"),
        )
    if environ.get("NO_COLOR"):
        return Finding(
            N_("colours"), "ok", _("TERM {kind}, none because NO_COLOR is set; letters show everything", kind=kind)
        )
    depth = ColorDepth.from_env() or _by_term(kind, environ)
    return Finding(N_("colours"), "ok", _("TERM {kind}, {colours}", kind=kind, colours=_(_COLOURS[depth])))


def characters(environ: Mapping[str, str], encoding: str | None, settings: Settings = _DEFAULTS) -> Finding:
    """Which suit signs the screen shows, and why: those of the settings, else what encoding and locale allow."""
    if settings.ascii == "yes" or settings.signs == "no":
        which = "ascii yes" if settings.ascii == "yes" else "signs no"
        return Finding(N_("characters"), "ok", _("the setting {which} shows suits as C D H S", which=which))
    locale = environ_locale(environ)
    if settings.ascii == "auto" and locale and "utf" not in locale.lower():
        return Finding(
            N_("characters"),
            "warn",
            _("the locale is {locale}: suits are shown as C D H S", locale=locale),
            _("set LANG to a UTF-8 locale, such as C.UTF-8"),
        )
    try:
        _SIGNS.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return Finding(
            N_("characters"),
            "warn",
            _("the encoding is {encoding}: suits are shown as C D H S", encoding=encoding or _("unknown")),
            _("set LANG to a UTF-8 locale, such as C.UTF-8"),
        )
    if locale[:2] in _WIDE or any(get_cwidth(sign) > 1 for sign in _SIGNS):
        return Finding(
            N_("characters"),
            "warn",
            _("{encoding}, locale {locale}: suits may take two columns", encoding=encoding, locale=locale),
            _("if rows do not line up, set ambiguous width to narrow in the terminal, or use --plain"),
        )
    return Finding(
        N_("characters"), "ok", _("{encoding}, suits are shown as ♣ ♦ ♥ ♠, one column each", encoding=encoding)
    )


def _by_term(kind: str, environ: Mapping[str, str]) -> ColorDepth:
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return ColorDepth.DEPTH_8_BIT if "256" in kind else ColorDepth.DEPTH_4_BIT
