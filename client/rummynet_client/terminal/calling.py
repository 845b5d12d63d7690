"""A call of a rummy by pointing at a card of the pile. Pure.

Nothing here is shown before the call is sent: whether a card can be called changes no offer, no colour and no refusal
of this program. A card that fits nowhere is called as well, and the host says that it was no rummy.
"""

from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.terminal.choice import Choice, in_sequence, named
from rummynet_client.core.views.ranking import gain_of
from rummynet_protocol import notation

_LEAST_MELD = 3


def call_of(model: ViewModel, choice: Choice) -> str:
    """The call of the card under the cursor in the pile and the picked ones; "" with nothing pointed at.

    Among several possible calls it is the one with most points.
    """
    under = choice.card_under_cursor(model) if choice.row == "pile" else None
    picked = [face(card) for row, card in choice.picked if row == "pile"]
    cards = list(dict.fromkeys([*picked, *([face(under)] if under is not None else [])]))
    if not cards or model.state is None:
        return ""
    calls = [notation.text(claim.action) for claim in model.state.claims]
    found = [call for call in calls if set(cards) <= set(named(call))]
    if found:
        return max(found, key=lambda call: (gain_of(model, call).points or 0, len(named(call)), call))
    words = " ".join(in_sequence(cards))
    return f"rummy meld {words}" if len(cards) >= _LEAST_MELD or not model.state.melds else f"rummy lay {words} on 0"
