"""The strategy ``steady``: counts what can still come, and minds what it gives away."""

from typing import Final

from rummynet.bots.evaluation.weighing import Weigher

STRATEGY: Final = Weigher("steady", {}, 12, (1.3, 4.0))
