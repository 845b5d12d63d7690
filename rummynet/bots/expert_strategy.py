"""The strategy ``expert``: tries the best actions of ``strong`` in positions sampled from what it knows."""

from typing import Final

from rummynet.bots.fitted_weights import STRONG
from rummynet.bots.searching import Searcher

STRATEGY: Final = Searcher("expert", STRONG, 3, (1.0, 2.6))
