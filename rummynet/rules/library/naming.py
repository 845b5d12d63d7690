"""Names of cards and moves, for people and files; inside the rules a card is a number, its code."""

from rummynet.rules.library.game_state import Move
from rummynet_protocol import cards


def card(name: str) -> int:
    """The code of the card: ``QS`` in a game of one deck, ``QS.1`` the one of the second deck. Raises BadCard."""
    return cards.code(name, cards.MOST_DECKS if "." in name else 1)


def name(code: int) -> str:
    """The card's name without its deck: ``QS``, ``*1`` for a joker."""
    return cards.face(code)


def text(move: Move) -> str:
    """The notation of an action, or the words of an outcome of chance; ``apply`` takes both."""
    return str(move)
