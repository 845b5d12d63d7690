"""The script that fits weights: what it moves, that its result follows from the seed, and what it writes."""

from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weights import LAID_POINTS, MORE, Weights
from rummynet.bots.strategies.strong_strategy import STRATEGY
from rummynet.rules.varieties import NAMES, variety
from rummynet_protocol.values import asdict
from scripts import tune_bots


def test_a_move_is_relative_and_probabilities_stay_below_one() -> None:
    weights = asdict(LAID_POINTS)
    up = tune_bots.moved(weights, {"danger": 1.0, "held": 1.0}, 0.25)
    assert up["danger"] == weights["danger"] * 1.25
    assert weights["held"] < up["held"] < 1
    assert all(up[name] == value for name, value in weights.items() if name not in ("danger", "held"))
    down = tune_bots.moved(weights, {"danger": -1.0, "pile": -1.0}, 2.0)
    assert down["danger"] == down["pile"] == tune_bots.LEAST


def test_the_result_follows_from_the_seed() -> None:
    first, again = (tune_bots.tuned("keilty", 3, 1, 1, 5) for _ in range(2))
    assert first == again != LAID_POINTS
    assert tune_bots.tuned("keilty", 3, 1, 1, 6) != first


def test_weights_for_more_than_two_are_fitted_among_four() -> None:
    two, four = (tune_bots.tuned("vegas", 2, 1, 1, 5, seats=seats) for seats in (2, 4))
    assert two != four
    vegas, keilty = variety("vegas"), variety("keilty")
    assert STRATEGY.weights_for(vegas, 2) == STRONG["vegas"] != STRATEGY.weights_for(vegas, 3)
    assert STRATEGY.weights_for(vegas, 3) == STRONG["vegas" + MORE]
    assert STRATEGY.weights_for(keilty, 4) == STRONG["keilty"], "the same where there are no others"


def test_what_it_writes_is_the_module_that_is_there() -> None:
    space: dict[str, object] = {}
    exec(compile(tune_bots.written(STRONG), "fitted", "exec"), space)
    assert space["STRONG"] == STRONG
    # Of games of the list; one that has none plays by the usual weights.
    assert STRONG and set(STRONG) <= {*NAMES, *(name + MORE for name in NAMES)}
    assert all(isinstance(one, Weights) for one in STRONG.values())
