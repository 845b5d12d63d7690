"""Why the rules refuse an action: facts with a stable code and a sentence that a player can act on.

A refusal never changes the position. The sentence may name the asking seat's own cards and public cards, nothing else.
"""

from rummynet_protocol.errors import Refusal
from rummynet_protocol.events import with_underscores


class IllegalAction(Refusal):
    """The rules do not allow the action here; the root of the more telling ones."""

    code = "illegal"

    # The code of each of them is its name.
    def __init_subclass__(cls) -> None:
        cls.code = with_underscores(cls.__name__)


class NotYourTurn(IllegalAction):
    """Another seat has to act."""


class WrongPhase(IllegalAction):
    """The action belongs to another part of the turn."""


class NotInThisGame(IllegalAction):
    """The notation knows the action, this variety does not."""


class CardNotHeld(IllegalAction):
    """A card of the action is not in the seat's hand."""


class CardNotInPile(IllegalAction):
    """A card of the action is not where in the discard pile it would have to be."""


class NotAMeld(IllegalAction):
    """The cards are neither a set nor a run of this game."""


class CardTwice(NotAMeld):
    """A card is named twice in one play."""


class WrongOrder(NotAMeld):
    """The cards of a meld, or the melds of a declaration, are written in another order than the notation's."""


class DoesNotFit(IllegalAction):
    """The cards do not extend that meld, or there is no such meld."""


class OneAtATime(DoesNotFit):
    """Several cards are laid off at once, in a game that lays off one card at a time."""


class NothingLeftToThrow(IllegalAction):
    """The play would leave no card to throw out."""


class CardNotUsed(IllegalAction):
    """The card taken from the pile is not in the play that has to use it."""


class NoSuchCall(IllegalAction):
    """The play called is not possible with the cards of the discard pile."""


class OwnDoing(IllegalAction):
    """The caller's own action made the rummy possible."""


class NoCardsLeft(IllegalAction):
    """The stock is empty and the pile cannot become a new one."""


class CannotPass(IllegalAction):
    """There is a card to pick up, so the seat may not pass."""


class MustDraw(IllegalAction):
    """So many turns in a row began with a take that this one begins with a draw."""


class RoundOver(IllegalAction):
    """The round has ended."""


class RoundNotOver(IllegalAction):
    """There is no next round before this one has ended."""


class TooManyWild(IllegalAction):
    """More of a meld's cards would be wild than the game allows."""


class WildStays(IllegalAction):
    """The wild card is of a kind that may not leave its meld at this table."""


class NowhereToGo(IllegalAction):
    """A swap does not say where the wild card goes."""


class NotTheContract(IllegalAction):
    """The melds are not the contract of the round."""


class SameSuit(NotTheContract):
    """Two runs of a contract are of one suit."""


class SameRank(NotTheContract):
    """Two sets of a contract are of one rank."""


class ContractFirst(IllegalAction):
    """Before its contract lies on the table the seat may lay nothing else; after it no second one."""


class NeedsShuffle(IllegalAction):
    """The stock is empty: chance has to make a new one of the pile before this action can be done."""


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
