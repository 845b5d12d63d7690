"""The strategy ``master``: tables with networks over them, or better ones and a search; elsewhere as ``expert``."""

from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weighing import Weighed
from rummynet.bots.patterns.pattern_network import PatternNetworks, networks_for
from rummynet.bots.patterns.tables import PatternTables, tables_for
from rummynet.bots.patterns.turn_search import searched
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import FittedPlayer
from rummynet.bots.strategy import Chance
from rummynet.rules.core.variety import Variety

# Each take is followed: in basic rummy, which has many, a decision took seconds with 18 cards in the pile.
_SEARCHED: Final = {"joker": 54, "basic": 10}
"""Games in which a search over the next turn gains points between two, and with how many cards in the pile at most."""
_DRAWS_TRIED: Final = frozenset({"basic", "vegas"})
"""Games in which a draw is worth more exactly what the turn is on average; elsewhere that gains nothing."""
_OWN_TABLES: Final = {"joker": "jokers"}
"""Games with better tables than those of ``expert``, and how the self-play calls them."""


class MasterPlayer(FittedPlayer):
    """Plays by the tables as the networks correct them, or as a search does."""

    def _considered(
        self, variety: Variety, view: SeatView, kept: Weighed, weighed: Weighed, chance: Chance, budget: Budget
    ) -> Weighed:
        position = view.position
        tables = self._tables(variety, position.players)
        is_searched = position.players == 2 and len(position.discard) <= _SEARCHED.get(variety.name, -1)
        if tables is None or not is_searched or position.phase != "play":
            return kept
        draws = self._tries_draws(variety, position.players)
        return searched(variety, view, kept, weighed, tables, chance, budget, draws=draws)

    def _tables(self, variety: Variety, players: int) -> PatternTables | None:
        own = _OWN_TABLES.get(variety.name) if players == 2 else None
        return tables_for(own or variety.name, players)

    def _tries_draws(self, variety: Variety, players: int) -> bool:
        return players == 2 and variety.name in _DRAWS_TRIED

    def _networks(self, variety: Variety, players: int) -> PatternNetworks | None:
        return networks_for(variety.name, players)


# Calls as `expert` does (docs/bots.md): what it gains is by its play alone.
STRATEGY: Final = MasterPlayer("master", STRONG, 3, (1.0, 2.6))
