"""What keys and clicks do with the cards: move the cursor and pick, take an offer, throw out, call a rummy."""

from collections.abc import Callable
from typing import Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.ranking import gain_of, price_of
from rummynet_client.language import _
from rummynet_client.terminal.input.pages import Questions
from rummynet_client.terminal.state.choice import MOST_OFFERED, Choice, Row, can_call, in_sequence, melds_of, named
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, LayDown, LayOff, ThrowOut
from rummynet_protocol.values import replace

_LEAST_MELD: Final = 3  # fewer cards lie down in no game: they can only be called onto a meld


class Cursor:
    """The cursor and the picked cards, which follow the position, and whether a rummy is being called with them."""

    def __init__(self, get_model: Callable[[], ViewModel], tell: Callable[[str], None]) -> None:
        """*tell* gets a sentence for the player."""
        self._get_model, self.tell = get_model, tell
        self.choice = Choice()
        self.is_calling = False  # the card under the cursor is what is called
        self.offers_from = 0  # index of the first offer that is shown

    def move(self, how: Callable[..., Choice], *by: int) -> None:
        """Move the cursor, or the card under it along the hand: *how* is a method of ``Choice``."""
        self.choice = how(self.choice, self._get_model(), *by)

    def sort(self) -> None:
        """The next order of the hand."""
        self.choice = self.choice.reordered()

    def pick(self) -> None:
        """Pick the card under the cursor, or unpick it."""
        self._choose(self.choice.toggled(self._get_model()))

    def point(self, row: Row, at: int) -> None:
        """A click: move the cursor to a card or meld, and pick or unpick it."""
        self._choose(self.choice.pointed(self._get_model(), row, at))

    def undo(self) -> None:
        """Unpick the card picked last."""
        self._choose(self.choice.undone())

    def clear(self) -> None:
        """Unpick all cards; with none picked go back to the hand. Give up a call."""
        # The cursor stays with cards to put back: sent from the pile to the hand, Enter would draw in place of taking.
        stays = bool(self.choice.picked) and not self.is_calling
        self.is_calling = False
        self._choose(replace(self.choice, picked=()) if stays else self.choice.cleared())

    def _choose(self, choice: Choice) -> None:
        """Change what is picked; the offers begin with the best again."""
        self.choice, self.offers_from = choice, 0

    def fit(self) -> None:
        """Adapt to the position as it is now.

        If the card that the player points at or has picked for a call has left the pile, the aim ends: Enter would do
        with other cards what was meant for that one.
        """
        model = self._get_model()
        gone, self.choice = self.choice.gone_card(model, is_calling=self.is_calling), self.choice.fitted(model)
        if gone is None:
            return
        self.choice = self.choice.unaimed(gone)
        if self.is_calling:  # else the line below the hand says it
            self.is_calling = False
            self.tell(_("{card} has left the pile, so you called nothing. r begins another call.", card=face(gone)))

    def start_calling(self) -> None:
        """Begin to call a rummy: the cursor goes to the pile, in games that have calls."""
        model = self._get_model()
        if not can_call(model) or not self.choice.cards(model, "pile"):
            return
        points = self.choice.row == "pile" and self.choice.card_under_cursor(model) is not None
        choice = self.choice if points else self.choice.put_in(model, "pile")
        # A call names cards of the pile alone; a card picked in the hand would make it another call.
        self._choose(replace(choice, picked=tuple(one for one in choice.picked if one[0] != "hand")))
        self.is_calling = True


class CardOffers:
    """Sends what is offered for the picked cards, and the throws and calls that have keys of their own."""

    def __init__(
        self, get_model: Callable[[], ViewModel], cursor: Cursor, questions: Questions,
        send_command: Callable[[str | Action], None],
    ) -> None:  # fmt: skip
        self._get_model, self._cursor, self._questions, self._send = get_model, cursor, questions, send_command
        self.confirms = False  # whether to ask before a card is thrown out

    def take(self, number: int) -> None:
        """Carry out the offer with this index among those that are shown."""
        model = self._get_model()
        choice, at = self._cursor.choice, self._cursor.offers_from + number
        actions = choice.offers(model) if model.may_act and number < choice.most_offered else []
        if at < len(actions):
            self.submit(actions[at])

    def turn(self) -> None:
        """Show the next offers, after the last ones the first."""
        start = self._cursor.offers_from + self._cursor.choice.most_offered
        count = len(self._cursor.choice.offers(self._get_model()))
        self._cursor.offers_from = start if start < count else 0

    def throw_out(self) -> None:
        """Throw out the picked card, or the one under the cursor; of several picked ones ask which."""
        model, choice = self._get_model(), self._cursor.choice
        throws = choice.throws(model)
        if len(throws) > 1:
            numbered = [(str(number), action) for number, action in enumerate(throws[:MOST_OFFERED], 1)]
            which = " · ".join(f"{key} {action.card}" for key, action in numbered)
            self._questions.ask(_("Throw out which card? {which}", which=which), *numbered)
        elif throws:
            self.submit(throws[0])
        elif (card := choice.card_to_throw(model)) is not None:
            self.submit(ThrowOut(card))
        elif choice.row == "pile":
            self._cursor.tell(_("t throws out a card of your hand; to take a card of the pile, press Enter"))

    def press_enter(self) -> None:
        """Call the card that is pointed at, or carry out the first offer; nothing if it has just left the pile."""
        was_calling = self._cursor.is_calling
        self._cursor.fit()
        if self._cursor.is_calling:
            self._call_rummy()
        elif not was_calling:
            self.take(0)

    def _call_rummy(self) -> None:
        """Call the card under the cursor, with the picked ones; whether it holds, the host says."""
        call = _call_of(self._get_model(), self._cursor.choice)
        self._cursor.is_calling = False
        if call is not None:
            self.send(call)

    def submit(self, action: Action) -> None:
        """Send an action, after a question where it can only cost or the settings ask."""
        if self._is_under_way(action):
            return
        price = price_of(self._get_model(), action)
        if price or (self.confirms and isinstance(action, ThrowOut)):
            says = _("{action}? y does it, any other key does not", action=worded(action, ()))
            self._questions.ask(f"{price}: {says}" if price else says, ("y", action))
        else:
            self.send(action)

    def _is_under_way(self, action: Action | str) -> bool:
        return not isinstance(action, str) and notation.text(action) == self._get_model().waiting

    def send(self, action: Action | str) -> None:
        """Send an action at once, or a command that was asked about; unpicks cards, but none of the hand for a draw.

        What is under way is not sent again: a key pressed twice would be refused the second time.
        """
        if self._is_under_way(action):
            return
        self._cursor.choice = self._cursor.choice.kept_after(action)
        self._cursor.is_calling = False
        self._send(action)
        self._cursor.choice = self._cursor.choice.fitted(self._get_model())


def _call_of(model: ViewModel, choice: Choice) -> CallRummy | None:
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
    # Of all plays that lie there: whether one can still be called, the host says.
    calls = model.variety.offers.lying(model.state) if model.variety is not None else ()
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
