"""What the turn clock alone makes of a round."""

from random import Random

from rummynet.rules.keilty.game import VARIETY
from tests.support.cases import case
from tests.support.keilty_play import new_game


def test_what_is_left_to_the_clock_is_legal_and_ends_every_round() -> None:
    for seed in range(30):
        rng = Random(seed)
        state = new_game(rng, rng.randint(2, 6), reshuffle_limit=rng.randint(0, 2), turn_seconds=5)
        done = 0
        with case(seed):
            while state.phase != "over":
                (timer,) = VARIETY.timers(state)
                assert (timer.seat, timer.seconds, timer.kind) == (state.turn, 5, "turn")
                assert timer.action is not None and timer.action in VARIETY.legal(state, timer.seat)
                order = VARIETY.chance.reshuffle_cards(state)
                chance = VARIETY.chance.reshuffle(state, order) if order else None
                state, _ = chance or VARIETY.apply(state, timer.seat, timer.action)
                done += 1
                assert done < 1000
            assert state.round_scores is not None
