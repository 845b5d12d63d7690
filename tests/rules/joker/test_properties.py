"""What holds in every round of random play."""

from random import Random

import pytest

from rummynet.rules.joker.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.actions import Pass
from rummynet_protocol.notation import parse, text
from tests.support.joker_positions import play_round


@pytest.mark.parametrize("seed", range(10))
def test_rounds_end_cards_stay_and_there_is_always_something_to_do(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        turns = 0
        for at, action, after in play_round(rng, rng.randint(2, 6), reshuffle_limit=1):
            found = [text(one) for one in VARIETY.legal(at, at.turn)]
            assert found == sorted(set(found))
            assert all(text(parse(one)) == one for one in found)
            laid = [code for meld in after.melds for code in meld.cards]
            held = [code for mask in after.hands for code in cards.members(mask)]
            assert sorted([*laid, *held, *after.stock, *after.discard]) == list(range(54))
            faces = [face for meld in after.melds for face in meld.stands]
            assert len(faces) == len(set(faces))
            assert isinstance(action, Pass) == (found == ["pass"])
            turns += 1
        assert after.phase == "over"
        assert turns < 4 * (2 * 54 + 52 * 3)
        assert after.round_scores is not None
