"""Determinization: a whole state drawn from what one seat knows.

Every arrangement that agrees with the observation is equally likely: how the others chose among their cards is not
taken into account. In Crummy rummy the wild cards that were put back into the stock count as unseen cards like others.
"""

from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.library.game_state import GameState
from rummynet.rules.library.observation import Observation
from rummynet.rules.library.randomness import Randomness, permuted, source
from rummynet_protocol import cards
from rummynet_protocol.values import replace


def determinize(observation: Observation, random: Randomness | int) -> GameState:
    """A state in which every card is known, drawn uniformly from those that agree with the observation.

    *random* is a source of randomness or a seed. What everybody knows is in it as it was, so the state can be played
    on and observed by every seat.
    """
    position = _filled(observation, source(random))
    chance = observation.chance
    return GameState(
        position.variety,
        position.options,
        position.players,
        position,
        observation.public,
        observation.reshuffled,
        chance,
        log_before=observation.log,
    )


def _filled(observation: Observation, random: Randomness) -> State:
    """The observed position with every hidden card drawn."""
    seen = observation.position
    hands = list(seen.hands)
    unlocated: list[int] = []
    for pool in observation.pools:
        order = permuted(pool.cards, random)
        for seat, count in enumerate(pool.hands):
            hands[seat] |= cards.mask(order[:count])
            del order[:count]
        unlocated += order
    stock = iter(unlocated)
    return replace(
        seen,
        hands=tuple(hands),
        hidden=(0,) * seen.players,
        stock=tuple(next(stock) if code == HIDDEN else code for code in seen.stock),
    )
