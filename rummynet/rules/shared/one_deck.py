"""The frame of a game with one deck: who begins, the deal, the turn clock, scores, revealing.

A game states its parameters as class attributes and overrides the few methods that are its own. Who may act when is
``turn_game``; what an action does, each game says itself, ``draw_lay_throw`` has a plain turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core.errors import BadOption
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import ChanceSteps, FirstStarter, Presentation, S
from rummynet.rules.core.wording import round_of_deals
from rummynet.rules.shared.position_json import Positions
from rummynet.rules.shared.scoring import on_table
from rummynet.rules.shared.stock import StockFromPile, stock_words
from rummynet.rules.shared.turn import THROWS
from rummynet.rules.shared.turn_game import TurnGame
from rummynet_protocol.actions import Action, Pass, Take, ThrowOut
from rummynet_protocol.notation import text

# With fewer the first players would have to make a new stock of a pile that has nothing to give yet.
UNDEALT: Final = 4  # cards that the hands have to leave in the deck: one to turn up, and three for the first stock


class OneDeckPresentation(Presentation[State]):
    """What is worth knowing of the next stock; points of melds where they count."""

    def facts(self, state: State) -> Iterator[str]:
        """Which of the agreed rounds this is; that the next stock is one of the last, or will not come."""
        yield from (*round_of_deals(state), *stock_words(state))

    def points_on_table(self, state: State) -> tuple[int, ...]:
        """By seat: the worth of the cards it has laid."""
        return tuple(on_table(state.melds, state.players)) if self.melds_count else ()


class OneDeckGame(TurnGame[S]):
    """A game with one deck. The class attributes are its parameters; the methods below them its hooks."""

    deck_cards: ClassVar[range] = range(52)  # the cards of the deck; ``range(54)`` has the two jokers

    first_starter = FirstStarter("first_dealer", "deals")
    chance: ClassVar[ChanceSteps[Any]] = StockFromPile()
    presentation: ClassVar[Presentation[Any]] = OneDeckPresentation()
    codec: ClassVar[type[Positions[Any]]] = Positions
    score_option = "target"
    highest_wins = True
    one_deck = True
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150}  # a few rounds, for tests and the demonstration

    @property
    def bot_points(self) -> Sequence[int] | None:
        """What the scoring takes a card in a hand to be worth."""
        return self.scoring.worth_held

    @property
    def positions(self) -> Positions[S]:
        """The codec of this game's positions, with its deck and scoring."""
        return self.codec(self)

    # -- hooks

    def codes(self, decks: int) -> range:
        """The cards of ``deck_cards``."""
        return self.deck_cards

    def least_harm(self, state: S) -> Action:
        """The card that is worth least is thrown out."""
        return THROWS[self.scoring.cheapest(state.hands[state.turn])]

    def pickup_without_stock(self, state: S) -> Action | None:
        """The first action listed, which depends on the hand where only a card that is used may be taken."""
        return None if state.hidden[state.turn] else min(self.pickups(state), key=text)

    # -- before a game

    def check(self, options: Options, players: int) -> None:
        """As for every variety; the deck has to have enough cards for the hands."""
        super().check(options, players)
        # The option's own range is for two players; with six of them 13 cards each are more than a deck.
        most = (len(self.deck_cards) - UNDEALT) // players
        if options["hand"] > most:
            raise BadOption(
                "hand is at most {most} with {players} players, so that a stock is left", most=most, players=players
            )

    # -- a round

    def deck(self, options: Options, state: S | None, players: int, joining: int = 0) -> list[int]:
        """The cards of ``deck_cards``."""
        return list(self.deck_cards)

    def clock_kinds(self, state: S) -> tuple[type[Action], ...]:
        """A card of the hand is thrown out; where nothing can be drawn the hand decides what can be taken."""
        return (Take, Pass) if state.phase == "pickup" else (ThrowOut,)
