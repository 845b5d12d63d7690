"""The page of keys, one table for the screen and for the client's README; above it the rule that matters now."""

from typing import Final

from rummynet_client.core.guide import rule_now
from rummynet_client.core.picture import Picture
from rummynet_client.terminal.text import Line, Size, cut, wrapped

FOOTER: Final = "? help · arrows move · tab pile/hand · space pick · enter do · r rummy"

KEYS: Final = (
    ("left, right", "move along the hand or the pile; home and end go to its ends"),
    ("tab, up, down", "go to the pile, and back to the hand; there the line below tells what taking would bring"),
    ("space", "pick the card under the cursor, or put it back"),
    ("u, escape", "put the card picked last back; all of them"),
    ("enter, 1 to 9", "do what is offered for the picked cards"),
    ("d", "draw"),
    ("t", "throw out the picked card, or the one under the cursor"),
    ("r", "RUMMY, at any time: pick cards of the pile first, complete the line, enter"),
    ("s", "order the hand by suit, by rank, or as you lay it; < and > shift the card"),
    ("m", "all melds with who laid what"),
    ("e", "the last round with open cards, and the rummies that nobody called"),
    ("g", "the table of rounds"),
    ("w", "why the deck is fair, check by check"),
    ("v", "verify the game so far"),
    ("p", "play again, when the game is over"),
    ("pageup, pagedown", "turn log and chat back, and forth"),
    (":", "any command, such as  :say hello  :scores  :set bell no  :stand"),
    ("c", "chat"),
    ("?", "this page"),
    ("ctrl-c, :quit", "leave; the seat stays yours"),
)
"""(key, what it does)."""


def help_lines(picture: Picture, width: int) -> list[Line]:
    """The rule that matters now, the keys, and how the checks of this game stand."""
    lines: list[Line] = [
        [("class:title", " Now")],
        *wrapped("", rule_now(picture), width),
        [],
        [("class:title", " Keys")],
    ]
    for key, says in KEYS:
        first, *more = wrapped("", says, width - 18)
        lines.append([("class:offer", f"  {key:<16}"), *first])
        lines += [[("", " " * 18), *one] for one in more]
    lines += [[], [("class:title", " Fairness")], *wrapped("", picture.fairness.summary, width)]
    return [*lines, *wrapped("class:dim", picture.fairness.honest, width)]


def help_page(picture: Picture, size: Size) -> list[Line]:
    """The beginning of the page, exactly as large as *size*."""
    return cut(help_lines(picture, size.width), size)
