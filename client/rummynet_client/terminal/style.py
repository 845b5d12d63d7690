"""Colours of the screen. Each repeats what letters and signs show already; without colours nothing is lost."""

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

_LOOKS: Final = {
    "head": "reverse",
    "title": "bold",
    "words": "bold",
    "dim": "",
    "me": "bold",
    "turn": "bold underline",
    "cursor": "reverse",
    "picked": "bold underline",
    "offer": "bold",
    "refusal": "bold ansired",
    "alarm": "bold reverse ansired",
    "facts": "italic",
    "clubs": "",
    "diamonds": "ansired",
    "hearts": "ansired",
    "spades": "",
    "joker": "ansimagenta",
    "chat": "italic",
    "host": "bold",
}
"""Only names of the 16 colours, so that the terminal's own light or dark palette decides."""
_FOUR: Final = {"clubs": "ansigreen", "diamonds": "ansiblue"}

STYLE: Final = Style.from_dict(_LOOKS)
FOUR_SUITS: Final = Style.from_dict({**_LOOKS, **_FOUR})
"""With a colour for each suit."""


def colours(environment: Mapping[str, str], wish: str = "auto") -> ColorDepth | None:
    """The colour depth: the setting *wish* (``auto``, ``16``, ``none``), within what the terminal can do.

    One bit if NO_COLOR is set (https://no-color.org) or the terminal is dumb; None lets prompt_toolkit decide.
    """
    if wish == "none" or environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return ColorDepth.DEPTH_1_BIT
    return ColorDepth.DEPTH_4_BIT if wish == "16" else None
