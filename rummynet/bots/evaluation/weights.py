"""The parameters by which ``Outlook`` values a position, and the values of them that strategies use."""

from collections.abc import Mapping
from typing import Final

from rummynet.rules.core.variety import Variety
from rummynet_protocol.values import Value, replace


class Weights(Value):
    """Parameters of the evaluation. Probabilities are between 0 and 1, everything else is in points or cards."""

    # Chosen by hand, for `steady`. Only their order of size matters much: characters multiply single ones by 0.7 to 2.5
    # and stay about as strong as their level (docs/bots.md). `strong` has fitted ones (``fitted_weights``).
    arrivals: float = 8.0  # unseen cards that still come within reach before a round ends that nobody is about to end
    arrivals_per_card: float = 1.0  # the same for each card in the smallest other hand
    pile: float = 0.6  # probability that a card of a spread pile is still there when it is of use
    held: float = 0.97
    """Probability that a card in the hand is still there when it is of use: below 1, so that melds are laid."""
    under_contract: float = 0.5  # what a probability of laying counts while a contract has to be laid first
    gain: float = 1.0  # what a point is worth that is likely to be laid
    hold: float = 0.3  # what a point costs that is likely to stay in the hand
    hold_near_end: float = 1.5  # the same, divided by the cards of the smallest other hand
    danger: float = 0.6  # cost of a point that a card thrown out lets others lay
    companions: float = 12.0  # points of the cards that are laid together with a card thrown out
    call: float = 15.0  # cost of a rummy that one's own action makes possible for others
    draw: float = 6.0  # worth of a card of the stock to come
    contract_draw: float = 4.0  # the same while a contract has to be laid
    take: float = 6.0  # worth of a take with a play beyond what can be seen
    rival_card: float = 1.0  # what each card in the leading other hand is expected to bring it if the round goes on
    distance: float = 0.6  # by how much less the hand of each further neighbour counts for what is thrown out
    lacking: float = 15.0  # cost of each card that a contract lacks
    wild: float = 8.0  # worth of a wild card in the hand

    def multiplied(self, factors: Mapping[str, float]) -> "Weights":
        """The weights with some multiplied; probabilities end at ``MOST_LIKELY``, ``gain`` at ``MOST_GAIN``."""
        bounds = {**dict.fromkeys(BOUNDED, MOST_LIKELY), "gain": MOST_GAIN}
        changed = {name: factor * getattr(self, name) for name, factor in factors.items()}
        return replace(self, **{name: min(bounds.get(name, value), value) for name, value in changed.items()})


# A character's factor must not make a probability of more than 1.
BOUNDED: Final = frozenset({"pile", "held", "under_contract", "distance"})  # the weights that are probabilities
# Below 1: with `held` at 1 a meld in the hand would be as good as one on the table, and never be laid.
MOST_LIKELY: Final = 0.995  # their upper bound
# From about 1 a meld in the hand is worth more than one on the table: otto held his and lost 70 points a round.
MOST_GAIN: Final = 0.95  # the upper bound of a tempered ``gain``

LAID_POINTS: Final = Weights()  # chosen by hand for games in which points are laid
HELD_POINTS: Final = Weights(
    arrivals=4.0,
    arrivals_per_card=0.5,
    under_contract=0.3,
    gain=0.2,
    hold=1.0,
    hold_near_end=0.0,
    danger=0.1,
    companions=4.0,
    draw=8.0,
    take=0.0,
)
"""Chosen by hand for games in which only what is held counts."""

MORE: Final = "_more"  # behind the name of a game: its weights for more than two players, where it has others


def usual_weights(variety: Variety) -> Weights:
    """The weights of a game for which none were fitted, by what counts in it."""
    return LAID_POINTS if variety.presentation.melds_count else HELD_POINTS
