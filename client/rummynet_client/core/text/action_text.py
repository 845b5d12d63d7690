"""Actions as people say them: ``take 9C and lay 9C 9D 9H`` for ``take 9C meld 9C 9D 9H``, with no number of a meld.

Cards stay in notation; a screen writes them with signs.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rummynet_client.core.text.card_names import face, faces
from rummynet_client.language import N_, _
from rummynet_protocol import notation
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    BuyIn,
    CallRummy,
    CloseCall,
    CountAces,
    Declare,
    Decline,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Pass,
    Swap,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
    Waive,
    Want,
)
from rummynet_protocol.errors import Refusal

Melds = Sequence[Sequence[str]]
"""The cards of each meld on the table, by its number."""
_PLAIN: Final[dict[type[Action], str]] = {
    Draw: N_("draw"),
    Pass: N_("pass"),
    TurnOver: N_("turn the pile over"),
    CloseCall: N_("go out"),
    Waive: N_("leave it"),
    BuyIn: N_("buy in"),
    Decline: N_("sit out"),
}
_PENALTIES: Final = {
    "draw": N_("pick up the top two cards of the stock"),
    "pile": N_("pick up the whole pile"),
}


def action_text(action: str, melds: Melds = ()) -> str:
    """An action in notation, in words; as it is if it cannot be read."""
    try:
        return worded(notation.parse(action), melds)
    # A newer host may send an action that this program does not know.
    except Refusal:
        return action


def worded(action: Action, melds: Melds) -> str:
    """An action in words."""
    plain = _PLAIN.get(type(action))
    return _(plain) if plain is not None else _TEXTS[type(action)](action, melds)


def meld_name(melds: Melds, number: int) -> str:
    """A meld by its cards."""
    return faces(melds[number]) if number < len(melds) else _("a meld that is not there")


def _take(action: Take, melds: Melds) -> str:
    if action.play is None:
        return _("take {card}", card=face(action.card))
    return _("take {card} and {play}", card=face(action.card), play=worded(action.play, melds))


def _declare(action: Declare, melds: Melds) -> str:
    laid = " · ".join(map(faces, action.melds))
    if action.throw is None:
        return _("declare {melds}", melds=laid)
    return _("declare {melds} and throw {card}", melds=laid, card=face(action.throw))


def _swap(action: Swap, melds: Melds) -> str:
    meld = meld_name(melds, action.meld)
    if action.onward is None:
        return _("swap {card} for the wild card in {meld}", card=face(action.card), meld=meld)
    return _(
        "swap {card} for the wild card in {meld} and {play}",
        card=face(action.card), meld=meld, play=worded(action.onward, melds),
    )  # fmt: skip


def _aces(action: CountAces, melds: Melds) -> str:
    return _("count {high} of my aces as 13", high=action.high) if action.high else _("count all my aces as 1")


_TEXTS: Final[dict[type[Action], Callable[[Any, Melds], str]]] = {
    LayDown: lambda action, melds: _("lay {cards}", cards=faces(action.cards)),
    LayOff: lambda action, melds: _(
        "lay {cards} on {meld}", cards=faces(action.cards), meld=meld_name(melds, action.meld)
    ),
    Trade: lambda action, melds: _("trade {card} for {joker}", card=face(action.card), joker=face(action.joker)),
    Take: _take,
    ThrowOut: lambda action, melds: _("throw {card}", card=face(action.card)),
    CallRummy: lambda action, melds: _("RUMMY: {play}", play=worded(action.play, melds)),
    Declare: _declare,
    AcceptPenalty: lambda action, melds: _(_PENALTIES[action.source]),
    Swap: _swap,
    LayContract: lambda action, melds: _("lay the contract {melds}", melds=" · ".join(map(faces, action.melds))),
    Want: lambda action, melds: _("want {card}", card=face(action.card)),
    CountAces: _aces,
}
