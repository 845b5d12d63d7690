"""The help page: the rule that applies now, and the table of keys, shared with the client's README."""

from typing import Final

from rummynet_client.core.text.guide import rule_now
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import N_, _
from rummynet_client.terminal.styled_text import Line, wrapped

FOOTER: Final = N_("? help · arrows move · tab pile/hand · space pick · enter do · r rummy")

KEYS: Final = (
    (N_("left, right"), N_("move along the hand or the pile; home and end go to its ends")),
    (
        N_("tab, up, down"),
        N_("go to the pile, and back to the hand; there the line below tells what taking would bring"),
    ),
    (N_("space"), N_("pick the card under the cursor, or put it back")),
    (N_("u, escape"), N_("put the card picked last back; all of them")),
    (N_("enter, 1 to 9"), N_("do what is offered for the picked cards; in the lobby a digit sits down at that table")),
    ("d", N_("draw")),
    ("t", N_("throw out the picked card, or the one under the cursor")),
    ("r", N_("RUMMY, at any time: pick cards of the pile first, complete the line, enter")),
    ("s", N_("order the hand by suit, by rank, or as you lay it; < and > shift the card")),
    ("m", N_("all melds with who laid what")),
    ("e", N_("a finished round with open cards, and the rummies that nobody called; left and right: other rounds")),
    ("g", N_("the table of rounds")),
    ("w", N_("why the deck is fair, check by check")),
    ("v", N_("verify the game so far")),
    ("p", N_("be ready to play, before a game and to play again after it")),
    (N_("pageup, pagedown"), N_("turn log and chat back, and forth")),
    (":", N_("any command, such as  :say hello  :scores  :set bell no  :stand")),
    ("c", N_("chat")),
    ("?", N_("this page")),
    (N_("ctrl-c, :quit"), N_("leave; the seat stays yours")),
)
"""(key, effect)."""


def help_lines(model: ViewModel, width: int) -> list[Line]:
    """The rule that applies now, the keys, and the state of this game's checks."""
    lines: list[Line] = [
        [("class:title", " " + _("Now"))],
        *wrapped("", rule_now(model), width),
        [],
        [("class:title", " " + _("Keys"))],
    ]
    for key, says in KEYS:
        first, *more = wrapped("", _(says), width - 18)
        lines.append([("class:offer", f"  {_(key):<16}"), *first])
        lines += [[("", " " * 18), *one] for one in more]
    lines += [[], [("class:title", " " + _("Fairness"))], *wrapped("", model.fairness.summary, width)]
    return [*lines, *wrapped("class:dim", model.fairness.limits, width)]
