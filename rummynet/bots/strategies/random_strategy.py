"""The strategy ``random``: any legal action with equal probability. For trying out a host."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, PlannedCall, choices, hardness
from rummynet.rules.core.state import Claim
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import Action

_NOTICES_ONE_IN: Final = 4  # a beginner overlooks most rummies, and still shows now and then that there are any


class AtRandom:
    """The strategy ``random``."""

    name = "random"

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """A uniform choice among the legal actions."""
        actions = choices(variety, once_answered(variety, view.position, view.seat), view.seat)
        return actions[chance(len(actions))]

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """One rummy in four, after one to four seconds."""
        claims_of_others = [claim for claim in claims if claim.by != seat]
        if not claims_of_others or chance(_NOTICES_ONE_IN):
            return None
        return PlannedCall(claims_of_others[chance(len(claims_of_others))].action, 1 + chance(3001) / 1000)

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """Half a second to one and a half for a middling choice."""
        return hardness(cards) * (0.5 + chance(1001) / 1000)


STRATEGY: Final = AtRandom()
