"""The script that fits weights: what it moves, that its result follows from the seed, and what it writes."""

from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.weights import LAID_POINTS
from rummynet_protocol.values import asdict
from rummynet_research.training import tune


def test_a_move_is_relative_and_probabilities_stay_below_one() -> None:
    weights = asdict(LAID_POINTS)
    up = tune.moved(weights, {"danger": 1.0, "held": 1.0}, 0.25)
    assert up["danger"] == weights["danger"] * 1.25
    assert weights["held"] < up["held"] < 1
    assert all(up[name] == value for name, value in weights.items() if name not in ("danger", "held"))
    down = tune.moved(weights, {"danger": -1.0, "pile": -1.0}, 2.0)
    assert down["danger"] == down["pile"] == tune.LEAST


def test_the_result_follows_from_the_seed() -> None:
    first, again = (tune.tuned("keilty", 3, 1, 1, 5) for _ in range(2))
    assert first == again != LAID_POINTS
    assert tune.tuned("keilty", 3, 1, 1, 6) != first


def test_weights_for_more_than_two_are_fitted_among_four() -> None:
    two, four = (tune.tuned("vegas", 2, 1, 1, 5, seats=seats) for seats in (2, 4))
    assert two != four


def test_what_it_writes_is_the_module_that_is_there() -> None:
    assert tune.TARGET.read_text("utf-8") == tune.written(STRONG)
