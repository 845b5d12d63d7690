"""What holds in every round of random play."""

from random import Random

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.notation import parse, text
from tests.rules.basic import as_basic
from tests.support.basic_positions import play_round, random_options


@pytest.mark.parametrize("seed", range(12))
def test_rounds_end_cards_stay_and_there_is_always_something_to_do(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        players = rng.randint(2, 6)
        for at, _, _, after in play_round(rng, players, **random_options(rng)):
            found = [text(one) for one in VARIETY.legal(at, at.turn)]
            assert [one for one in found if not one.startswith("rummy")]
            assert found == sorted(set(found))
            assert all(text(parse(one)) == one for one in found)
            laid = [code for meld in after.melds for code in meld.cards]
            held = [code for mask in after.hands for code in cards.members(mask)]
            assert sorted([*laid, *held, *after.stock, *after.discard]) == list(range(52))
            assert as_basic(after).turned <= after.options["turn_limit"]
            assert as_basic(after).idle <= 10 * players
            assert all(claim.by == as_basic(after).thrown_by for claim in after.claims)
        assert after.phase == "over"
        assert after.round_scores is not None
        # The winner of the round gains what the others lose, and the bonus.
        if after.out is not None:
            lost = -sum(points for seat, points in enumerate(after.round_scores) if seat != after.out)
            doubled = 2 if as_basic(after).declared is not None else 1
            assert after.round_scores[after.out] == doubled * lost + 25


@pytest.mark.parametrize("seed", range(8))
def test_nobody_goes_out_in_the_first_own_turn(seed: int) -> None:
    rng = Random(500 + seed)
    for _ in range(10):
        for _, _, _, after in play_round(rng, rng.randint(2, 4), hand=3):
            if after.out is not None:
                assert as_basic(after).pickups[after.out] >= 2
