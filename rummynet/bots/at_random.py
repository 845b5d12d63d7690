"""Any legal action, evenly: good for trying the house out, bad company."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.strategy import Chance, PlannedCall, choices
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action

_NOTICES_ONE_IN: Final = 4


class AtRandom:
    """The strategy ``random``."""

    name = "random"

    def choose_action(self, variety: Variety, state: State, seat: int, chance: Chance) -> Action:
        """An even choice among what is legal."""
        found = choices(variety, variety.once_answered(state, seat), seat)
        return found[chance(len(found))]

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """One rummy in four, after one to four seconds."""
        mine = [claim for claim in claims if claim.by != seat]
        if not mine or chance(_NOTICES_ONE_IN):
            return None
        return PlannedCall(mine[chance(len(mine))].action, 1 + chance(3001) / 1000)

    def thinking_seconds(self, chance: Chance) -> float:
        """About a second."""
        return 0.5 + chance(1001) / 1000


STRATEGY: Final = AtRandom()
