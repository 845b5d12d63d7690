"""What the person has under the cursor and picked, and what can be done with it. Pure; knows no keys and no colours.

Cards are picked in the hand and in the pile; what they can do now is looked up in the list of legal actions, so that
every game is played the same way. Calls are never looked up: the person picks cards of the pile and says ``rummy``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import N_, _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.cards import RANKS, SUITS
from rummynet_protocol.errors import Refusal

Row = Literal["pile", "hand"]
Order = Literal["suit", "rank", "own"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "rank", "own")
PICK: Final = N_("pick cards with space; t throws out the card under the cursor")
MOST_OFFERED: Final = 9
"""Actions offered at once: one for each digit."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The cursor, the picked cards, and the order of the hand."""

    row: Row = "hand"
    at: int = 0
    picked: tuple[tuple[Row, str], ...] = ()
    """(row, card name), in the order of picking."""
    order: Order = "suit"
    arranged: tuple[str, ...] = ()
    """The hand as the person has laid it out; cards that came since go to its end."""

    # -- moving

    def moved(self, model: ViewModel, step: int) -> "Choice":
        """The cursor goes *step* cards along its row and round its ends."""
        cards = self.cards(model, self.row)
        return replace(self, at=(self.at + step) % len(cards)) if cards else replace(self, at=0)

    def switched(self, model: ViewModel) -> "Choice":
        """The cursor goes to the other row, to its newest card in the pile."""
        row: Row = "pile" if self.row == "hand" else "hand"
        cards = self.cards(model, row)
        return replace(self, row=row, at=max(0, len(cards) - 1) if row == "pile" else 0)

    def toggled(self, model: ViewModel) -> "Choice":
        """Pick the card under the cursor, or put it back."""
        card = self.under(model)
        if card is None:
            return self
        one = (self.row, card)
        if one in self.picked:
            return replace(self, picked=tuple(other for other in self.picked if other != one))
        return replace(self, picked=(*self.picked, one))

    def undone(self) -> "Choice":
        """The card picked last is put back."""
        return replace(self, picked=self.picked[:-1])

    def jumped(self, model: ViewModel, last: bool) -> "Choice":
        """The cursor goes to the first or the last card of its row."""
        return replace(self, at=max(0, len(self.cards(model, self.row)) - 1) if last else 0)

    def pointed(self, model: ViewModel, row: Row, at: int) -> "Choice":
        """The cursor goes to this card, and it is picked or put back: a click."""
        return replace(self, row=row, at=at).fitted(model).toggled(model)

    def cleared(self) -> "Choice":
        """Nothing is picked, and the cursor is in the hand."""
        return replace(self, picked=(), row="hand", at=self.at if self.row == "hand" else 0)

    def reordered(self) -> "Choice":
        """The next way to order the hand."""
        return replace(self, order=ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)], at=0)

    def shifted(self, model: ViewModel, step: int) -> "Choice":
        """The card under the cursor moves along the hand; the hand is now in the person's own order."""
        cards = list(self.cards(model, "hand"))
        to = self.at + step
        if self.row != "hand" or not 0 <= to < len(cards):
            return self
        cards[self.at], cards[to] = cards[to], cards[self.at]
        return replace(self, order="own", arranged=tuple(cards), at=to)

    def fitted(self, model: ViewModel) -> "Choice":
        """The choice after the position changed: what is not there any more is not picked, the cursor is on a card."""
        rows = {row: self.cards(model, row) for row in ("hand", "pile")}
        picked = tuple((row, card) for row, card in self.picked if card in rows[row])
        return replace(self, picked=picked, at=min(self.at, max(0, len(rows[self.row]) - 1)))

    # -- what is there

    def cards(self, model: ViewModel, row: Row) -> tuple[str, ...]:
        """The cards of a row as they are shown."""
        if row == "pile":
            return tuple(model.position["discard"]) if model.position else ()
        if self.order == "own":
            kept = [card for card in self.arranged if card in model.hand]
            return (*kept, *(card for card in model.hand if card not in kept))
        return tuple(sorted(model.hand, key=by_rank if self.order == "rank" else by_suit))

    def under(self, model: ViewModel) -> str | None:
        """The card under the cursor."""
        cards = self.cards(model, self.row)
        return cards[self.at] if self.at < len(cards) else None

    # -- what can be done

    def offers(self, model: ViewModel) -> list[str]:
        """Legal actions with exactly the picked cards; if there are none, those that hold them all and others.

        With nothing picked: those that name no card, and picking up the top of the pile where that is all it takes.
        """
        legal = model.legal()
        if not self.picked:
            return [action for action in legal if not named(action) or _is_bare(action)][:MOST_OFFERED]
        wanted = Counter(face(card) for _, card in self.picked)
        from_pile = {face(card) for row, card in self.picked if row == "pile"}
        fitting = [action for action in legal if _fits(action, wanted, from_pile)]
        exact = [action for action in fitting if Counter(set(named(action))) == Counter(set(wanted))]
        return sorted(exact or fitting, key=lambda action: (len(named(action)), action))[:MOST_OFFERED]

    def why_not(self, model: ViewModel) -> str:
        """Why nothing is offered, in the rules' own words where they have some."""
        if model.state is None or model.variety is None or model.me is None:
            return _("no game is being played")
        if not model.may_act:
            return _("it is not your turn")
        action = self._attempt(model)
        state = once_answered(model.variety, model.state, model.me)
        return _objection(model.variety, state, model.me, action) if action else _(PICK)

    def _attempt(self, model: ViewModel) -> str:
        """What the person probably means by the picked cards."""
        hand = [face(card) for row, card in self.picked if row == "hand"]
        pile = [face(card) for row, card in self.picked if row == "pile"]
        if pile:
            lowest = min(pile, key=[face(card) for card in self.cards(model, "pile")].index)
            return f"take {lowest} meld {' '.join(in_sequence([*hand, *pile]))}"
        if len(hand) == 1:
            return f"throw {hand[0]}"
        return f"meld {' '.join(in_sequence(hand))}" if hand else ""

    def plays_with(self, model: ViewModel, card: str) -> list[str]:
        """What would be played at once with a card taken from the pile; empty where it cannot be taken."""
        start = f"take {face(card)}"
        found = [action for action in model.legal() if action == start or action.startswith(f"{start} ")]
        return [action.removeprefix(start).strip() or _("nothing, it goes to the hand") for action in found]

    def why_not_take(self, model: ViewModel, card: str) -> str:
        """Why a card of the pile cannot be taken, in the rules' own words."""
        if any(action.startswith("take ") for action in model.legal()):
            return _("nothing that you hold or that lies there uses {card} at once", card=face(card))
        return replace(self, picked=(("pile", card),)).why_not(model)

    def call(self) -> str:
        """The beginning of a call with the picked cards of the pile: the person completes and sends it."""
        cards = in_sequence([face(card) for row, card in self.picked if row == "pile"])
        if len(cards) >= 3:
            return f"rummy meld {' '.join(cards)}"
        return f"rummy lay {' '.join(cards)} on " if cards else "rummy "


def face(card: str) -> str:
    """A card's name without its deck."""
    return card.partition(".")[0]


def named(action: str) -> list[str]:
    """The cards that an action names, by face, a wild card as itself."""
    words = action.split(" ")
    return [face(word.partition("=")[0]) for word in words if len(word) > 1 and (word[0] in RANKS or word[0] == "*")
            and (word[1] in SUITS or word[0] == "*")]  # fmt: skip


def _is_bare(action: str) -> bool:
    """Whether it takes one card that lies open and does nothing else."""
    return action.startswith(("take ", "want ")) and action.count(" ") == 1


def _fits(action: str, wanted: Counter[str], from_pile: set[str]) -> bool:
    cards = named(action)
    taken = action.startswith(("take ", "want "))
    if bool(from_pile) != taken or (taken and cards[0] not in from_pile):
        return False
    return set(wanted) <= set(cards)


def _objection(variety: Variety, state: State, seat: int, action: str) -> str:
    try:
        variety.apply(state, seat, notation.parse(action))
    except Refusal as refusal:
        return f"{action}: {sentence_of(refusal)}"
    return _("more than one thing can be meant: type it after a colon")


def by_suit(card: str) -> tuple[int, int, str]:
    """Sorts by suit, then rank; jokers last."""
    if card[0] == "*":
        return (len(SUITS), 0, card)
    return (SUITS.index(card[1]), RANKS.index(card[0]), card)


def by_rank(card: str) -> tuple[int, int, str]:
    """Sorts by rank, then suit; jokers last."""
    if card[0] == "*":
        return (len(RANKS), 0, card)
    return (RANKS.index(card[0]), SUITS.index(card[1]), card)


def in_sequence(cards: Sequence[str]) -> list[str]:
    """Cards as a meld is written: by rank with the ace last if a king is there, then by suit."""
    faces = [card for card in cards if card[0] != "*"]
    high = any(card[0] == "K" for card in faces) and not any(card[0] == "2" for card in faces)

    def key(card: str) -> tuple[int, int, str]:
        rank, suit, text = by_rank(card)
        return (13 if high and card[0] == "A" else rank, suit, text)

    return sorted(cards, key=key)
