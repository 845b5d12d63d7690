"""The strategy ``expert``: in Keilty by pattern tables fitted by self-play, elsewhere as ``strong`` plays."""

from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.fitted_weights import STRONG
from rummynet.bots.patterns.pattern_play import GAMES, ranked_by_patterns
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance
from rummynet.bots.weighing import Weighed, Weigher
from rummynet.rules.core.replacing import replace
from rummynet.rules.core.variety import Variety


class PatternPlayer(Weigher):
    """Plays by patterns the games that have tables."""

    def ranked(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Weighed:
        """The seat's actions, the best first: in a game with tables each with the lead that it may expect."""
        if variety.name not in GAMES:
            return super().ranked(variety, view, chance, budget)
        # What can be called is for notice_call alone.
        return ranked_by_patterns(variety, SeatView(view.seat, replace(view.position, claims=()), view.log))


STRATEGY: Final = PatternPlayer("expert", STRONG, 3, (1.0, 2.6))
