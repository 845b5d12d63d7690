"""A variety with its options, ready to be dealt; names of cards and moves.

Inside the rules a card is a number, its code; names are for people and files.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rummynet.rules.core.errors import BadSeats, HiddenCard
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.library.chance import Randomness, ordering, permuted, source
from rummynet.rules.library.game_state import GameState, Move, dealt, deck_of, with_position
from rummynet.rules.varieties import variety as find_variety
from rummynet_protocol import cards
from rummynet_protocol.values import Value, replace


class CardGame(Value):
    """One of the games with every option set: a value, made by ``variety``."""

    name: str  # the variety: one of ``NAMES``
    options: Options  # every option with its value

    @property
    def title(self) -> str:
        """The name for people: ``Keilty rummy``."""
        return find_variety(self.name).title

    @property
    def seats(self) -> range:
        """How many can play."""
        return find_variety(self.name).seats

    @property
    def highest_wins(self) -> bool:
        """Whether the highest total wins, not the lowest."""
        return find_variety(self.name).highest_wins

    def deck(self, players: int | None = None) -> tuple[int, ...]:
        """The codes of round 1's cards, ascending. Raises BadSeats without *players* where the decks depend on them."""
        if players is not None:
            return tuple(deck_of(self.name, self.options, players))
        # Two and six play every game; where decks depend on the players these two differ.
        fewest, most = (deck_of(self.name, self.options, count) for count in (2, 6))
        if fewest != most:
            raise BadSeats(f"the number of decks in {self.title} depends on the players; say how many play")
        return tuple(fewest)

    def deal(self, players: int, deck: Sequence[int] | None = None, starter: int | None = None) -> GameState:
        """Round 1 from this deck, its top first; without a deck a state in which chance makes one, card by card.

        The starter is the seat that the options name, else seat 0, if it is not given.
        Raises BadDeck, BadSeats, BadOption.
        """
        if deck is None:
            codes = deck_of(self.name, self.options, players)
            start = replace(ordering("deal", codes), starter=starter)
            return GameState(self.name, self.options, players, None, None, (), start)
        if HIDDEN in deck:
            raise HiddenCard("a deck of the library has every card known")
        return dealt(players, self.name, self.options, starter, deck)

    def from_position(self, position: Mapping[str, Any]) -> GameState:
        """A state from a position as JSON-able values (docs/engine.md) with its options. Raises Refusal."""
        state = find_variety(self.name).positions.read(position)
        if not state.all_known or HIDDEN in state.stock:
            raise HiddenCard("a position of the library has every card known; name those that are null")
        return with_position(state)


def variety(name: str, **options: object) -> CardGame:
    """The game called *name* with the options given and defaults for the others. Raises BadOption."""
    return CardGame(name, find_variety(name).resolve(options))


def shuffled(
    game: CardGame, players: int | None = None, *, seed: int | None = None, random: Randomness | None = None
) -> tuple[int, ...]:
    """The deck of round 1 in a uniform order, its top first. Raises BadSeats where it depends on the players."""
    given = [one for one in (seed, random) if one is not None]
    # Neither would have to draw from the system, and then no result could be repeated.
    if len(given) != 1:
        raise ValueError("give either a seed or a source of randomness")
    return tuple(permuted(game.deck(players), source(given[0])))


def card(name: str) -> int:
    """The code of the card: ``QS`` in a game of one deck, ``QS.1`` the one of the second deck. Raises BadCard."""
    return cards.code(name, cards.MOST_DECKS if "." in name else 1)


def name(code: int) -> str:
    """The card's name without its deck: ``QS``, ``*1`` for a joker."""
    return cards.face(code)


def text(move: Move) -> str:
    """The notation of an action, or the words of an outcome of chance; ``apply`` takes both."""
    return str(move)
