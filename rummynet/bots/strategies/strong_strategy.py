"""The strategy ``strong``: plays as ``steady`` does, by weights that were fitted by self-play."""

from typing import Final

from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weighing import Weigher

# 6 of 100 rummies missed, 1.1 to 3.2 seconds for the others (docs/bots.md).
STRATEGY: Final = Weigher("strong", STRONG, 6, (1.1, 3.2))
