"""The page of keys, one table for the screen and for the client's README."""

from typing import Final

from rummynet_client.core.picture import Picture
from rummynet_client.terminal.draw import Line, Size, cut, wrapped

FOOTER: Final = "arrows move · tab pile/hand · space pick · enter do · r rummy · ? help"

KEYS: Final = (
    ("left, right", "move along the hand or the pile"),
    ("tab, up, down", "go to the pile, and back to the hand"),
    ("space", "pick the card under the cursor, or put it back; escape puts all back"),
    ("enter, 1 to 9", "do what is offered for the picked cards"),
    ("d", "draw"),
    ("t", "throw out the picked card, or the one under the cursor"),
    ("r", "RUMMY, at any time: pick cards of the pile first, complete the line, enter"),
    ("s", "order the hand by suit, by rank, or as you lay it; < and > shift the card"),
    (":", "any command, such as  :say hello  :table  :scores  :verify  :stand"),
    ("c", "chat"),
    ("?", "this page; any key closes it"),
    ("ctrl-c, :quit", "leave; the seat stays yours"),
)
"""(key, what it does)."""


def help_page(picture: Picture, size: Size) -> list[Line]:
    """Keys, and how the checks of this game stand."""
    lines: list[Line] = [[("class:title", " Keys")]]
    lines += [[("class:offer", f"  {key:<16}"), ("", says)] for key, says in KEYS]
    lines += [[], [("class:title", " Fairness")], *wrapped("", picture.fairness.summary, size.width)]
    return cut([*lines, *wrapped("class:dim", picture.fairness.honest, size.width)], size)
