"""The help page: the rule that applies now, and the table of keys, shared with the client's README."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.core.text.guide import rule_now
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import N_, _
from rummynet_client.terminal.choice import Choice
from rummynet_client.terminal.mouse import key_mark
from rummynet_client.terminal.styled_text import Line, clipped, width_of, wrapped
from rummynet_protocol.actions import CallRummy, LayDown

Keys = tuple[tuple[str, str], ...]
"""(key, what it does), what matters most first."""
_PICK: Final = ((N_("space"), N_("pick")), ("tab", N_("pile")))
_ALWAYS: Final = ((":", N_("commands")), ("c", N_("chat")), ("?", N_("help")))
_FREE: Final = (("tab", N_("pile")), ("m", N_("melds")), ("e", N_("last round")), ("g", N_("points")))
LOBBY_KEYS: Final[Keys] = (("1-9", N_("sit down")), *_ALWAYS)
WAITING_KEYS: Final[Keys] = (("p", N_("ready")), *_ALWAYS)
CALLING_KEYS: Final[Keys] = (
    (N_("enter"), N_("call the card")), (N_("left right"), N_("point")), (N_("space"), N_("add a card")),
    (N_("escape"), N_("no call")),
)  # fmt: skip
OVER_KEYS: Final[Keys] = (
    ("p", N_("play again")), ("e", N_("who had what")), ("g", N_("points")), ("v", N_("verify")), ("w", N_("why fair")),
    *_ALWAYS,
)  # fmt: skip


def table_keys(model: ViewModel, choice: Choice) -> Keys:
    """The keys that can do something now, but those that stand beside an offer."""
    if model.table is None:
        return LOBBY_KEYS
    if model.over is not None or model.called_off:
        return OVER_KEYS
    if model.state is None:
        return WAITING_KEYS
    calls = (("r", "RUMMY"),) if can_call(model) else ()
    if not model.may_act:
        return (*calls, *_FREE, *_ALWAYS)
    legal = model.legal()
    acting: Keys = (("d", N_("draw")),) if "draw" in legal else ()
    if any(action.startswith("throw ") for action in legal) and not choice.offered_throws(model):
        acting += (("t", N_("throw")),)
    undo: Keys = (("u", N_("put back")),) if choice.picked else ()
    return (*acting, *_PICK, *calls, *undo, *_ALWAYS)


def can_call(model: ViewModel) -> bool:
    """Whether the game has calls out of turn and the player has a seat in it; whether one holds now is not asked."""
    call = CallRummy(LayDown(("7C",)))
    return model.me is not None and model.variety is not None and model.variety.offers.out_of_turn(call)


def keys_line(keys: Sequence[tuple[str, str]], width: int) -> Line:
    """As many keys as fit, the last one always among them."""
    pieces = [_key_piece(key, does) for key, does in keys]
    while len(pieces) > 1 and sum(map(width_of, pieces)) > width:
        pieces.pop(-2)
    line = clipped([part for piece in pieces for part in piece], width)
    return [*line, ("class:keys", " " * (width - width_of(line)))]


def _key_piece(key: str, does: str) -> Line:
    at = key_mark(key)
    return [("class:keys", " "), (f"class:key {at}", f" {_(key)} "), (f"class:keys {at}", f" {_(does)} ")]


KEYS: Final = (
    (N_("left, right"), N_("move along the hand, the pile or the melds; home and end go to the ends")),
    ("tab", N_("go to the pile, and back to the hand; there the line below tells what taking would bring")),
    (N_("up, down"), N_("go to the pile, the melds, the hand; with a meld picked only what changes it is offered")),
    (N_("space"), N_("pick the card under the cursor, or put it back")),
    (N_("u, escape"), N_("put the card picked last back; all of them")),
    (N_("enter, 1 to 9"), N_("do what is offered for the picked cards; in the lobby a digit sits down at that table")),
    ("d", N_("draw")),
    ("t", N_("throw out the picked card, or the one under the cursor; of several picked ones it asks which")),
    ("r", N_("RUMMY, at any time: the cursor goes to the pile; enter calls the card that it points at")),
    ("o", N_("other offers, if there are more than nine")),
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
    (N_("ctrl-c, :quit"), N_("leave, after a question; the seat stays yours; while typing ctrl-c clears the line")),
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
