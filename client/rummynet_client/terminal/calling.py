"""A call of a rummy by pointing at a card of the pile. Pure.

Nothing here is shown before the call is sent: whether a card can be called changes no offer, no colour and no refusal
of this program. A card that fits nowhere is called as well, and the host says that it was no rummy.
"""

from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.ranking import gain_of
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.terminal.choice import Choice, in_sequence, melds_of, named
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, LayDown, LayOff

_LEAST_MELD = 3


def call_of(model: ViewModel, choice: Choice) -> CallRummy | None:
    """The call of the card under the cursor and the picked ones, on a picked meld; None with nothing to call.

    Among several possible calls it is the one of exactly these cards if any was picked, else that with most points.
    """
    under = choice.card_under_cursor(model) if choice.row == "pile" else None
    picked, melds = choice.picked_cards("pile"), choice.picked_melds
    cards = list(dict.fromkeys([*picked, *([face(under)] if under is not None else [])]))
    if not cards or model.state is None:
        return None
    calls = [claim.action for claim in model.state.claims]
    found = [call for call in calls if set(cards) <= set(named(call)) and melds <= melds_of(call, model)]
    exact = [call for call in found if picked and set(cards) == set(named(call))]
    if found:
        return max(
            exact or found, key=lambda call: (gain_of(model, call).points or 0, len(named(call)), notation.text(call))
        )
    called = tuple(in_sequence(cards))
    if not melds and (len(cards) >= _LEAST_MELD or not model.state.melds):
        return CallRummy(LayDown(called))
    return CallRummy(LayOff(called, min(melds, default=0)))
