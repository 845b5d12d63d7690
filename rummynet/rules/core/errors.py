"""Why the rules refuse an action: facts with a stable code and a sentence that a player can act on.

A refusal never changes the position. The sentence may name the asking seat's own cards and public cards, nothing else.
"""

from rummynet_protocol.errors import Refusal


class IllegalAction(Refusal):
    """The rules do not allow the action here; the root of the more telling ones."""

    code = "illegal"


class NotYourTurn(IllegalAction):
    """Another seat has to act."""

    code = "not_your_turn"


class WrongPhase(IllegalAction):
    """The action belongs to another part of the turn."""

    code = "wrong_phase"


class NotInThisGame(IllegalAction):
    """The notation knows the action, this variety does not."""

    code = "not_in_this_game"


class CardNotHeld(IllegalAction):
    """A card of the action is not in the seat's hand."""

    code = "card_not_held"


class CardNotInPile(IllegalAction):
    """A card of the action is not where in the discard pile it would have to be."""

    code = "card_not_in_pile"


class NotAMeld(IllegalAction):
    """The cards are neither a set nor a run of this game."""

    code = "not_a_meld"


class CardTwice(NotAMeld):
    """A card is named twice in one play."""

    code = "card_twice"


class WrongOrder(NotAMeld):
    """The cards of a meld, or the melds of a declaration, are written in another order than the notation's."""

    code = "wrong_order"


class DoesNotFit(IllegalAction):
    """The cards do not extend that meld, or there is no such meld."""

    code = "does_not_fit"


class OneAtATime(DoesNotFit):
    """Several cards are laid off at once, in a game that lays off one card at a time."""

    code = "one_at_a_time"


class NothingLeftToThrow(IllegalAction):
    """The play would leave no card to throw out."""

    code = "nothing_left_to_throw"


class CardNotUsed(IllegalAction):
    """The card taken from the pile is not in the play that has to use it."""

    code = "card_not_used"


class NoSuchCall(IllegalAction):
    """The play called is not possible with the cards of the discard pile."""

    code = "no_such_call"


class OwnDoing(IllegalAction):
    """The caller's own action made the rummy possible."""

    code = "own_doing"


class NoCardsLeft(IllegalAction):
    """The stock is empty and the pile cannot become a new one."""

    code = "no_cards_left"


class CannotPass(IllegalAction):
    """There is a card to pick up, so the seat may not pass."""

    code = "cannot_pass"


class MustDraw(IllegalAction):
    """So many turns in a row began with a take that this one begins with a draw."""

    code = "must_draw"


class RoundOver(IllegalAction):
    """The round has ended."""

    code = "round_over"


class RoundNotOver(IllegalAction):
    """There is no next round before this one has ended."""

    code = "round_not_over"


class TooManyWild(IllegalAction):
    """More of a meld's cards would be wild than the game allows."""

    code = "too_many_wild"


class WildStays(IllegalAction):
    """The wild card is of a kind that may not leave its meld at this table."""

    code = "wild_stays"


class NowhereToGo(IllegalAction):
    """A swap does not say where the wild card goes."""

    code = "nowhere_to_go"


class NotTheContract(IllegalAction):
    """The melds are not the contract of the round."""

    code = "not_the_contract"


class SameSuit(NotTheContract):
    """Two runs of a contract are of one suit."""

    code = "same_suit"


class SameRank(NotTheContract):
    """Two sets of a contract are of one rank."""

    code = "same_rank"


class ContractFirst(IllegalAction):
    """Before its contract lies on the table the seat may lay nothing else; after it no second one."""

    code = "contract_first"


class NeedsShuffle(IllegalAction):
    """The stock is empty: chance has to make a new one of the pile before this action can be done."""

    code = "needs_shuffle"


class BadOption(Refusal):
    """A table option is unknown, out of range or impossible with the others."""

    code = "option"


class BadSeats(Refusal):
    """The game cannot be played by that many."""

    code = "players"


class BadPosition(Refusal):
    """A position given from outside contradicts itself or the rules."""

    code = "position"


class BadDeck(Refusal):
    """A deck given from outside does not hold exactly the cards of the round."""

    code = "deck"


class GameOver(Refusal):
    """There is no next round."""

    code = "game_over"


class HiddenCard(Refusal):
    """A card has to be known for this step and is not: its opening is missing."""

    code = "hidden_card"
