"""The strategy ``expert``: by pattern tables or networks fitted by self-play, elsewhere as ``strong`` plays."""

from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.contracts.contract_play import ranked_by_networks
from rummynet.bots.contracts.network import networks_for
from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weighing import Weighed, Weigher
from rummynet.bots.patterns.pattern_network import PatternNetworks
from rummynet.bots.patterns.pattern_play import keeping_melds, ranked_by_patterns
from rummynet.bots.patterns.reckoning import has_one_deck
from rummynet.bots.patterns.tables import PatternTables, tables_for
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance
from rummynet.rules.core.variety import Variety
from rummynet.rules.crummy.state import CrummyState
from rummynet_protocol.values import replace

_OWN_TURN: Final = frozenset({"pickup", "play"})
"""Phases in which a seat plays its turn: what the tables value. Elsewhere ``strong`` chooses."""


class FittedPlayer(Weigher):
    """Plays by patterns the games that have tables, by networks Crummy rummy."""

    def rank(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Weighed:
        """The seat's actions, the best first: where something was fitted each with the lead that it may expect."""
        position = view.position
        if isinstance(position, CrummyState):
            return ranked_by_networks(variety, view, networks_for(position.players))
        tables = self._tables(variety, position.players)
        if tables is None or position.phase not in _OWN_TURN or not has_one_deck(position):
            return super().rank(variety, view, chance, budget)
        # What can be called is for notice_call alone.
        seen = SeatView(view.seat, replace(view.position, claims=()), view.log)
        networks, tries_draws = self._networks(variety, position.players), self._tries_draws(variety, position.players)
        weighed = ranked_by_patterns(variety, seen, tables, networks, tries_draws=tries_draws)
        return self._considered(variety, seen, keeping_melds(variety, seen, weighed), weighed, chance, budget)

    def _considered(
        self, variety: Variety, view: SeatView, kept: Weighed, weighed: Weighed, chance: Chance, budget: Budget
    ) -> Weighed:
        """*kept*: *weighed* without what this level does not do."""
        return kept

    def _tables(self, variety: Variety, players: int) -> PatternTables | None:
        """What it plays by; None in a game without tables."""
        return tables_for(variety.name, players)

    def _tries_draws(self, variety: Variety, players: int) -> bool:
        """Whether a draw is tried with each card that it may bring."""
        return False

    def _networks(self, variety: Variety, players: int) -> PatternNetworks | None:
        """What corrects the tables."""
        return None


# 3 of 100 rummies missed, 1 to 2.6 seconds for the others (docs/bots.md).
STRATEGY: Final = FittedPlayer("expert", STRONG, 3, (1.0, 2.6))
