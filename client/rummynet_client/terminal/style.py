"""Colours of the screen. Each repeats what letters and signs say already; without colours nothing is lost."""

from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

STYLE = Style.from_dict(
    {
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
        "clubs": "ansigreen",
        "diamonds": "ansiblue",
        "hearts": "ansired",
        "spades": "",
        "joker": "ansimagenta",
        "chat": "italic",
    }
)
"""Sixteen-colour names only, so that the terminal's own light or dark palette decides."""


def colours(environment: Mapping[str, str]) -> ColorDepth | None:
    """One bit where NO_COLOR is set (https://no-color.org) or the terminal is dumb, else what the terminal can do."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return ColorDepth.DEPTH_1_BIT
    return None
