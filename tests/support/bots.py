"""A strategy asked for its action in a position that a test has made."""

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import Chance
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action

STEPS = 20
"""Steps that a search has for a decision here."""


def bot_action(name: str, variety: Variety, state: State, seat: int, chance: Chance = lambda most: 0) -> Action:
    """What the strategy does as *seat*, who knows its hand and the sizes of the others."""
    return strategy(name).choose_action(variety, view_without_log(state, seat), chance, Budget(STEPS, StepClock(1)))
