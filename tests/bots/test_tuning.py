"""The weights that ``strong`` has for each game."""

from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weights import MORE
from rummynet.bots.strategies.strong_strategy import STRATEGY
from rummynet.rules.varieties import NAMES, variety


def test_weights_for_more_than_two_are_others_where_there_are_any() -> None:
    vegas, keilty = variety("vegas"), variety("keilty")
    assert STRATEGY.weights_for(vegas, 2) == STRONG["vegas"] != STRATEGY.weights_for(vegas, 3)
    assert STRATEGY.weights_for(vegas, 3) == STRONG["vegas" + MORE]
    assert STRATEGY.weights_for(keilty, 4) == STRONG["keilty"], "the same where there are no others"


def test_fitted_are_games_of_the_list() -> None:
    """One that is not fitted plays by the usual weights."""
    assert STRONG and set(STRONG) <= {*NAMES, *(name + MORE for name in NAMES)}
