"""The strategy ``master``: the tables of ``expert`` with networks over them; where none were fitted, as ``expert``."""

from typing import Final

from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.patterns.pattern_network import PatternNetworks, networks_for
from rummynet.bots.strategies.expert_strategy import FittedPlayer
from rummynet.rules.core.variety import Variety


class MasterPlayer(FittedPlayer):
    """Plays by the tables as the networks correct them."""

    def _networks(self, variety: Variety, players: int) -> PatternNetworks | None:
        return networks_for(variety.name, players)


# Calls as `expert` does (docs/bots.md): what it gains is by its play alone.
STRATEGY: Final = MasterPlayer("master", STRONG, 3, (1.0, 2.6))
