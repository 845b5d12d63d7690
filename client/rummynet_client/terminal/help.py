"""The page of keys, one table for the screen and for the client's README; and the rule that matters now."""

from typing import Final

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

_NOW: Final = {
    "pickup": "Begin your turn by picking up: d draws; or go to the pile (tab) and take a card with all above it, if "
    "you can play that card at once.",
    "play": "Lay sets (3 or 4 of a rank) and runs (3 or more of a suit in a row), lay off on melds of anybody, and end "
    "the turn by throwing out a card. In Keilty you must keep one for that.",
    "call": "The last card may be called: whoever sees that it goes on the table presses r.",
    "offer": "A card is offered to you out of turn: take it, or let it go.",
    "final": "The round is being settled; do what is offered below the hand.",
    "penalty": "Your throw-out was called: choose what to pick up.",
    "turnup": "The card turned up is offered: take it, or pass.",
    "aces": "Say how many of the aces you hold count high.",
    "buyin": "Pay to go on, or sit out.",
    "over": "The round is over; the next one begins by itself. e shows who had what.",
}
"""The rule that matters, by phase."""


def rule_now(picture: Picture) -> str:
    """What to know at this moment, in one or two sentences."""
    if picture.table is None:
        return "Sit down at a table with  :sit 1  or open one with  :create keilty."
    if picture.over is not None:
        return "The game is over. p says that you play again; the next begins when all have said so."
    if picture.state is None:
        return "The game begins when all who sit are ready:  :ready"
    if picture.shuffling:
        return "All players and the host shuffle together; nobody can choose the deck. w explains how."
    return _NOW[picture.state.phase] if picture.is_asked else "While others play, watch the pile: r calls a rummy."


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
