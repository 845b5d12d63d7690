"""Why the rules refuse an action: a stable code, and a sentence that a player can act on.

A refusal never changes the position. The sentence may name the asking seat's own cards and public cards, nothing else.
"""

from collections.abc import Mapping
from typing import Final, NoReturn

from rummynet_protocol.errors import Refusal

CODES: Final[Mapping[str, str]] = {
    "not_your_turn": "Another seat has to act.",
    "wrong_phase": "The action belongs to another part of the turn.",
    "not_in_this_game": "The notation knows the action, this variety does not.",
    "card_not_held": "A card of the action is not in the seat's hand.",
    "card_not_in_pile": "A card of the action is not where in the discard pile it would have to be.",
    "not_a_meld": "The cards are neither a set nor a run of this game.",
    "card_twice": "A card is named twice in one play.",
    "wrong_order": "The cards of a meld, or the melds of a declaration, are written in another order than the "
    "notation's.",
    "does_not_fit": "The cards do not extend that meld, or there is no such meld.",
    "one_at_a_time": "Several cards are laid off at once, in a game that lays off one card at a time.",
    "nothing_left_to_throw": "The play would leave no card to throw out.",
    "card_not_used": "The card taken from the pile is not in the play that has to use it.",
    "no_such_call": "The play called is not possible with the cards of the discard pile.",
    "own_doing": "The caller's own action made the rummy possible.",
    "no_cards_left": "The stock is empty and the pile cannot become a new one.",
    "cannot_pass": "There is a card to pick up, so the seat may not pass.",
    "must_draw": "So many turns in a row began with a take that this one begins with a draw.",
    "round_over": "The round has ended.",
    "round_not_over": "There is no next round before this one has ended.",
    "too_many_wild": "More of a meld's cards would be wild than the game allows.",
    "wild_stays": "The wild card is of a kind that may not leave its meld at this table.",
    "nowhere_to_go": "A swap does not say where the wild card goes.",
    "not_the_contract": "The melds are not the contract of the round.",
    "same_suit": "Two runs of a contract are of one suit.",
    "same_rank": "Two sets of a contract are of one rank.",
    "contract_first": "Before its contract lies on the table the seat may lay nothing else; after it no second one.",
}
"""What ``code`` of an ``IllegalAction`` may be beside its own, by code what it means."""


class IllegalAction(Refusal):
    """The rules do not allow the action here; the root of the more telling ones."""

    code = "illegal"

    def __init__(self, *says: str, code: str | None = None, **values: object) -> None:
        super().__init__(*says, **values)
        if code is not None:
            self.code = code


def refuse(code: str, says: str, **values: object) -> NoReturn:
    """Raises IllegalAction with one of ``CODES``."""
    raise IllegalAction(says, code=code, **values)


def demand(holds: object, code: str, says: str, **values: object) -> None:
    """Raises IllegalAction with one of ``CODES`` where it does not hold."""
    if not holds:
        raise IllegalAction(says, code=code, **values)


class NeedsShuffle(IllegalAction, code="needs_shuffle"):
    """The stock is empty: chance has to make a new one of the pile before this action can be done."""


class BadOption(Refusal, code="option"):
    """A table option is unknown, out of range or impossible with the others."""


class BadSeats(Refusal, code="players"):
    """The game cannot be played by that many."""


class BadPosition(Refusal, code="position"):
    """A position given from outside contradicts itself or the rules."""


class BadDeck(Refusal, code="deck"):
    """A deck given from outside does not hold exactly the cards of the round."""


class GameOver(Refusal, code="game_over"):
    """There is no next round."""


class HiddenCard(Refusal, code="hidden_card"):
    """A card has to be known for this step and is not: its opening is missing."""


class NotDealt(IllegalAction, code="not_dealt"):
    """The library has no position yet: chance is still dealing. No player meets it, so it has no German."""


class NoSuchMove(IllegalAction, code="no_such_move"):
    """The move means nothing in a state: no outcome of its chance, no id of an action, nobody to act."""
