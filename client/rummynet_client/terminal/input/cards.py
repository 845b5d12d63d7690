"""What keys and clicks do with the cards: take an offer, throw out, call a rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.ranking import gain_of
from rummynet_client.language import _
from rummynet_client.terminal.pages.help import can_call
from rummynet_client.terminal.state.choice import MOST_OFFERED, NO_CARD, Choice, in_sequence, melds_of, named
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, LayDown, LayOff, ThrowOut
from rummynet_protocol.values import replace

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

_LEAST_MELD: Final = 3  # fewer cards lie down in no game: they can only be called onto a meld


def take_offer(screen: Screen, number: int) -> None:
    """Carry out the offer with this index among those that are shown."""
    model = screen.get_model()
    actions = screen.choice.offers(model)[screen.view.offers_from :] if model.may_act else []
    if number < len(actions):
        screen.submit_action(actions[number])


def turn_offers(screen: Screen) -> None:
    """Show the next offers, after the last ones the first."""
    start = screen.view.offers_from + MOST_OFFERED
    count = len(screen.choice.offers(screen.get_model()))
    screen.view = replace(screen.view, offers_from=start if start < count else 0)


def throw_out(screen: Screen) -> None:
    """Throw out the picked card, or the one under the cursor; of several picked ones ask which."""
    model = screen.get_model()
    throws = screen.choice.throws(model)
    if len(throws) > 1:
        numbered = [(str(number), action) for number, action in enumerate(throws[:MOST_OFFERED], 1)]
        which = " · ".join(f"{key} {action.card}" for key, action in numbered)
        screen.ask(_("Throw out which? {which}", which=which), *numbered)
    elif throws:
        screen.submit_action(throws[0])
    elif (card := screen.choice.card_to_throw(model)) is not None:
        screen.submit_action(ThrowOut(card))


def fit_choice(screen: Screen) -> None:
    """Adapt cursor and picks to the position as it is now.

    If the card that the player points at or has picked for a call has left the pile, the aim ends: Enter would do
    with other cards what was meant for that one.
    """
    model, before = screen.get_model(), screen.choice
    screen.choice = before.fitted(model)
    if before.row != "pile" or model.position is None:
        return
    pile = screen.choice.cards(model, "pile")
    picked = [card for row, card in before.picked if row == "pile"] if screen.view.is_calling else []
    pointed = [before.aim] if before.aim and before.at != NO_CARD else []
    gone = next((card for card in (*pointed, *picked) if card not in pile), None)
    if gone is None:
        return
    screen.choice = screen.choice.unaimed(gone)
    if screen.view.is_calling:
        stop_calling(screen)
        says = _("{card} has left the pile, so nothing is called. r begins another call.", card=face(gone))
        screen.answer_lines = (*screen.answer_lines, says)
    elif not model.my_turn:  # on one's own turn the line below the hand says so
        screen.answer_lines = (*screen.answer_lines, _("{card} has left the pile.", card=face(gone)))


def press_enter(screen: Screen) -> None:
    """Call the card that is pointed at, or carry out the first offer; nothing if it has just left the pile."""
    was_calling = screen.view.is_calling
    fit_choice(screen)
    if screen.view.is_calling:
        call_rummy(screen)
    elif not was_calling:
        take_offer(screen, 0)


def start_calling(screen: Screen) -> None:
    """Begin to call a rummy: the cursor goes to the pile, in games that have calls."""
    model = screen.get_model()
    if not can_call(model) or not screen.choice.cards(model, "pile"):
        return
    points = screen.choice.row == "pile" and screen.choice.card_under_cursor(model) is not None
    choice = screen.choice if points else screen.choice.put_in(model, "pile")
    # A call names cards of the pile alone; a card picked in the hand would make it another call.
    screen.choose(replace(choice, picked=tuple(one for one in choice.picked if one[0] != "hand")))
    screen.view = replace(screen.view, is_calling=True)


def stop_calling(screen: Screen) -> None:
    """Give up the call."""
    screen.view = replace(screen.view, is_calling=False)


def call_rummy(screen: Screen) -> None:
    """Call the card under the cursor, with the picked ones; whether it holds, the host says."""
    call = call_of(screen.get_model(), screen.choice)
    stop_calling(screen)
    if call is not None:
        screen.send_action(call)


def call_of(model: ViewModel, choice: Choice) -> CallRummy | None:
    """The call of the card under the cursor and the picked ones, on a picked meld; None with nothing to call.

    Nothing of it is shown before the call is sent: whether a card can be called changes no offer, no colour and no
    refusal of this program. A card that fits nowhere is called as well, and the host says that it was no rummy.

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
