"""Themes: the colours of the table, its cards and its players. Each colour repeats what letters and signs show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from rummynet_protocol.values import Value, replace

# More colours are not told apart on a table; the seventh player has the first again, and sits far from it.
SEAT_COLOURS: Final = 6


class Theme(Value):
    """One set of colours, as prompt_toolkit writes them; "" is the terminal's own."""

    table: str
    ink: str
    dim: str
    accent: str
    line: str
    keys: str
    card: str
    card_ink: str
    card_edge: str
    card_cursor: str
    reds: str  # hearts and diamonds on a card
    reds_in_text: str
    green: str  # clubs on a card, with four colours
    blue: str  # diamonds on a card, with four colours
    back: str
    joker: str
    alarm: str
    seats: tuple[str, ...]


_PASTEL: Final = ("#ffd75f", "#87d7ff", "#ffaf87", "#d7afff", "#afff87", "#ff87af")
_DEEP: Final = ("#875f00", "#005f87", "#af3a00", "#5f00af", "#005f00", "#af005f")
_NAMED: Final = (
    "ansibrightyellow",
    "ansibrightcyan",
    "ansibrightmagenta",
    "ansibrightgreen",
    "ansibrightblue",
    "ansibrightred",
)
_NAMED_DEEP: Final = ("ansiyellow", "ansiblue", "ansimagenta", "ansigreen", "ansicyan", "ansired")

# On a background that nobody knows: each of these can be read on black and on white.
_EITHER: Final = ("#af5f00", "#0087af", "#af5faf", "#5f8700", "#5f87d7", "#d75f5f")
_FULL: Final[dict[str, Theme]] = {
    "terminal": Theme(
        table="", ink="", dim="#878787", accent="#af5f00", line="#878787", keys="",
        card="#f8f4e6", card_ink="#1c1c1c", card_edge="#8f887a", card_cursor="#ffd75f", reds="#c4161c",
        reds_in_text="#d75f5f", green="#1d6b1d", blue="#1747b5", back="#c9d8f2 bg:#33528c", joker="#8a1fa8",
        alarm="#ffffff bg:#b3261e", seats=_EITHER,
    ),
    "felt": Theme(
        table="#17503a", ink="#eef5ee", dim="#a9cbb8", accent="#ffd75f", line="#4f8f74", keys="#eef5ee bg:#0f3a2a",
        card="#f8f4e6", card_ink="#1c1c1c", card_edge="#a89f86", card_cursor="#ffd75f", reds="#c4161c",
        reds_in_text="#ff9a94", green="#1d6b1d", blue="#1747b5", back="#c9d8f2 bg:#33528c", joker="#8a1fa8",
        alarm="#ffffff bg:#b3261e", seats=_PASTEL,
    ),
    "dark": Theme(
        table="#1c1e22", ink="#e4e4e4", dim="#9a9fa8", accent="#ffd75f", line="#4a4f58", keys="#e4e4e4 bg:#2c3038",
        card="#e9e7df", card_ink="#1c1c1c", card_edge="#98958a", card_cursor="#ffd75f", reds="#c4161c",
        reds_in_text="#ff8f88", green="#1d6b1d", blue="#1747b5", back="#c9d8f2 bg:#3b4f7a", joker="#8a1fa8",
        alarm="#ffffff bg:#b3261e", seats=_PASTEL,
    ),
    "light": Theme(
        table="#e6ece4", ink="#1d2420", dim="#566259", accent="#7a4b00", line="#9fb0a3", keys="#1d2420 bg:#cdd8cd",
        card="#ffffff", card_ink="#111111", card_edge="#8f8f8f", card_cursor="#ffe08a", reds="#b80d14",
        reds_in_text="#a80d14", green="#1d6b1d", blue="#1747b5", back="#e8eefb bg:#4a68a8", joker="#8a1fa8",
        alarm="#ffffff bg:#b3261e", seats=_DEEP,
    ),
    "high-contrast": Theme(
        table="#000000", ink="#ffffff", dim="#ffffff", accent="#ffff00", line="#ffffff", keys="#000000 bg:#ffff00",
        card="#ffffff", card_ink="#000000", card_edge="#000000", card_cursor="#ffff00", reds="#c00000",
        reds_in_text="#ff9090", green="#005000", blue="#0000c0", back="#000000 bg:#00ffff", joker="#700090",
        alarm="#ffffff bg:#d00000", seats=_PASTEL,
    ),
}  # fmt: skip
# Of 256 colours the nearest to these greens is a grey; a green of the palette's own is further off, and is green.
_PALETTE: Final[dict[str, Theme]] = _FULL | {
    "felt": replace(_FULL["felt"], table="#005f00", line="#5faf5f", dim="#afd7af", keys="#eeeeee bg:#1c1c1c"),
    "light": replace(_FULL["light"], table="#d7ffd7", line="#87af87", keys="#1c1c1c bg:#afd7af"),
}
_ON_DARK: Final = Theme(
    table="", ink="", dim="", accent="ansibrightyellow", line="ansigreen", keys="reverse", card="ansiwhite",
    card_ink="ansiblack", card_edge="ansibrightblack", card_cursor="ansibrightyellow", reds="ansired",
    reds_in_text="ansibrightred", green="ansigreen", blue="ansiblue", back="ansiwhite bg:ansiblue", joker="ansimagenta",
    alarm="ansiwhite bg:ansired", seats=_NAMED,
)  # fmt: skip
_ON_LIGHT: Final = Theme(
    table="", ink="", dim="", accent="ansiblue", line="ansigreen", keys="reverse", card="ansiwhite",
    card_ink="ansiblack", card_edge="ansibrightblack", card_cursor="ansibrightyellow", reds="ansired",
    reds_in_text="ansired", green="ansigreen", blue="ansiblue", back="ansiwhite bg:ansiblue", joker="ansimagenta",
    alarm="ansiwhite bg:ansired", seats=_NAMED_DEEP,
)  # fmt: skip
_SIXTEEN: Final[dict[str, Theme]] = {
    "terminal": replace(
        _ON_DARK, accent="ansimagenta", line="", keys="", reds_in_text="ansired", joker="ansimagenta",
        seats=_NAMED_DEEP,
    ),
    "felt": _ON_DARK, "dark": _ON_DARK, "light": _ON_LIGHT, "high-contrast": _ON_DARK,
}  # fmt: skip
"""With the terminal's own sixteen colours its own background stays: its green is made for letters, not for a table."""

_MONO: Final = {
    "title": "bold", "me": "bold", "turn": "bold underline", "cursor": "reverse", "pointed": "reverse",
    "picked": "bold",
    "offer": "", "key": "bold reverse", "quiet": "bold", "keys": "reverse", "head": "bold", "refusal": "bold",
    "alarm": "bold reverse",
    "facts": "italic", "chat": "italic", "host": "bold", "words": "bold", "changed": "bold reverse",
    "rummy": "bold reverse",
    "best": "bold underline",
}  # fmt: skip
"""What is seen without any colour."""


@lru_cache(maxsize=32)
def style_of(theme: str, depth: ColorDepth, four_suits: bool = False) -> Style:
    """The style of a theme at a colour depth; without colours every theme is ``mono``."""
    if theme == "mono" or depth == ColorDepth.DEPTH_1_BIT:
        return Style.from_dict(_MONO)
    themes = {ColorDepth.DEPTH_4_BIT: _SIXTEEN, ColorDepth.DEPTH_8_BIT: _PALETTE}.get(depth, _FULL)
    return Style.from_dict(_rules(themes[theme], four_suits))


def _rules(theme: Theme, four_suits: bool) -> dict[str, str]:
    paper = f" bg:{theme.table}" if theme.table else ""
    ink = theme.ink or "default"
    on_card = f"bg:{theme.card} {theme.card_ink}"
    rules = {
        "table": f"{theme.ink}{paper}", "title": f"bold {ink}", "me": f"bold {ink}", "dim": theme.dim,
        "line": theme.line, "turn": f"bold {theme.accent}", "head": f"bold {ink}", "fair": theme.dim,
        "offer": ink, "key": f"bold reverse {theme.accent}", "quiet": "bold", "best": f"bold {theme.accent}",
        "keys": theme.keys, "words": f"bold {theme.accent}", "refusal": f"bold {theme.reds_in_text}",
        "alarm": f"bold {theme.alarm}", "facts": f"italic {theme.dim}", "chat": f"italic {ink}", "host": f"bold {ink}",
        "hearts": theme.reds_in_text, "diamonds": theme.reds_in_text, "joker": f"bold {theme.accent}",
        "card": on_card, "card hearts": theme.reds, "card diamonds": theme.blue if four_suits else theme.reds,
        "card clubs": theme.green if four_suits else theme.card_ink, "card spades": theme.card_ink,
        "card joker": f"bold {theme.joker}", "edge": f"bg:{theme.card} {theme.card_edge}", "back": theme.back,
        "card pointed": f"bold bg:{theme.card_cursor}", "edge pointed": f"bold bg:{theme.card_cursor} {theme.card_ink}",
        "cursor": f"reverse {theme.accent}", "picked": "bold", "card picked": "bold", "card new": "bold underline",
        "rummy": f"bold reverse {theme.accent}", "changed": f"bold reverse {theme.accent}",
        "card changed": f"bold noreverse bg:{theme.card_cursor}",
        "edge changed": f"noreverse bg:{theme.card_cursor} {theme.card_ink}",
    }  # fmt: skip
    seats = {f"seat-{at}": f"bold {colour}" for at, colour in enumerate(theme.seats)}
    # Letters on a card stand on white in every theme, so they take the deep colours.
    on_cards = _NAMED_DEEP if theme.card.startswith("ansi") else _DEEP
    seats |= {f"seat-{at}-card": f"bold {colour}" for at, colour in enumerate(on_cards)}
    return {name: look for name, look in (rules | seats).items() if look}


def seat_class(seat: int) -> str:
    """The style class with the colour of a player."""
    return f"class:seat-{seat % SEAT_COLOURS}"


def colours(environment: Mapping[str, str], wish: str = "auto") -> ColorDepth | None:
    """The colour depth: the setting *wish* (``auto``, ``16``, ``none``), within what the terminal can do.

    One bit if NO_COLOR is set (https://no-color.org) or the terminal is dumb; truecolor if COLORTERM says so, 256
    colours if TERM does, else sixteen; None lets prompt_toolkit decide, where no TERM is set.
    """
    if wish == "none" or environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return ColorDepth.DEPTH_1_BIT
    if wish == "16":
        return ColorDepth.DEPTH_4_BIT
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    kind = environment.get("TERM", "")
    return ColorDepth.DEPTH_8_BIT if "256" in kind else ColorDepth.DEPTH_4_BIT if kind else None
