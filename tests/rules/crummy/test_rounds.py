"""What the hands cost, seven rounds, who wins; options."""

import pytest

from rummynet.rules.core.errors import BadOption, GameOver
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol.cards import full_deck
from rummynet_protocol.events import GameEnded, RoundEnded, WentOut
from tests.support.crummy_positions import apply_step, at, do


@pytest.mark.parametrize(
    ("held", "points"),
    [("3C 4C 5C 6C 7C 8C", 30), ("9C TC JC QC KC", 50), ("AC 2C *1", 45), ("AS 2H *2 3D 9H", 60)],
)
def test_values(held: str, points: int) -> None:
    over = do(at(["KD", held]), "0 throw KD")
    assert over.round_scores == (0, points)


def test_each_hand_counts_against_its_holder_and_who_is_out_has_none() -> None:
    over, events = apply_step(at(["KD.0", "3C.0 *1.0", "AC.0"], scores=[10, 20, 30]), "0 throw KD")
    assert (over.round_scores, over.scores, over.out) == ((0, 20, 15), (10, 40, 45), 0)
    assert events[-2:] == (WentOut(0), RoundEnded(0, (0, 20, 15), (10, 40, 45)))
    assert (over.finished, over.winner, VARIETY.positions.write(over)["places"]) == (False, None, None)


def test_after_round_7_the_lowest_total_wins() -> None:
    over, events = apply_step(at(["KD.0", "3C.0", "AC.0"], round=7, scores=[60, 20, 30]), "0 throw KD")
    assert (over.scores, over.winner, over.finished) == ((60, 25, 45), 1, True)
    assert VARIETY.positions.write(over)["places"] == [[1], [2], [0]]
    assert events[-1] == GameEnded(1)
    with pytest.raises(GameOver):
        VARIETY.next_round(over, full_deck(2, jokers=True))


def test_options_and_their_ranges() -> None:
    assert dict(VARIETY.resolve({})) == {
        "contracts": (1, 2, 3, 4, 5, 6, 7), "ace_low": False, "move": "any", "reshuffle_limit": 10, "idle_stocks": 1,
        "buys": None, "offer_seconds": 8, "turn_seconds": 0,
        "voids": 3, "idle_seconds": 180, "break_seconds": 30, "hints": False,
        "deck": "plain", "escrow": True,
    }  # fmt: skip
    good = {"contracts": (3, 3), "ace_low": True, "move": "jokers", "reshuffle_limit": 0, "idle_stocks": 10,
            "buys": 0, "offer_seconds": 60, "turn_seconds": 90, "voids": 1, "idle_seconds": 60, "break_seconds": 0,
            "hints": True, "deck": "sealed", "escrow": False}  # fmt: skip
    assert dict(VARIETY.resolve(good)) == good
    bad: list[dict[str, object]] = [
        {"ace_low": 1}, {"move": "twos"}, {"reshuffle_limit": 101}, {"idle_stocks": 11}, {"offer_seconds": 0},
        {"offer_seconds": 61}, {"target": 500}, {"hand": 7}, {"contracts": []}, {"contracts": [8]}, {"contracts": [0]},
        {"contracts": [1] * 13}, {"buys": 21},
    ]  # fmt: skip
    for wrong in bad:
        with pytest.raises(BadOption):
            VARIETY.resolve(wrong)
