"""Checks the terminal: whether there is one, its size, colours and characters."""

import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import environ_locale
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _
from rummynet_client.storage.settings import Settings

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
