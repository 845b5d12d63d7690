"""What the hands cost, seven rounds, who wins; options."""

import pytest

from rummynet.rules.core.errors import BadOption, GameOver, NotTheContract
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


def test_cards_on_the_table_count_for_nobody() -> None:
    over = do(at(["KD", "3C"], ("4H 5H 6H 7H by 1 1 1 1",), laid=[False, True]), "0 throw KD")
    assert over.round_scores == (0, 5)


def test_after_round_7_the_lowest_total_wins() -> None:
    over, events = apply_step(at(["KD.0", "3C.0", "AC.0"], round=7, scores=[60, 20, 30]), "0 throw KD")
    assert (over.scores, over.winner, over.finished) == ((60, 25, 45), 1, True)
    assert VARIETY.positions.write(over)["places"] == [[1], [2], [0]]
    assert events[-1] == GameEnded(1)
    with pytest.raises(GameOver):
        VARIETY.next_round(over, full_deck(2, jokers=True))


def test_equal_totals_share_their_place() -> None:
    shared = do(at(["KD.0", "3C.0", "3D.0"], round=7, scores=[60, 20, 20]), "0 throw KD")
    assert (shared.winner, shared.finished) == (None, True)
    assert VARIETY.positions.write(shared)["places"] == [[1, 2], [0]]
    behind = do(at(["KD.0", "AC.0", "AD.0"], round=7, scores=[0, 45, 45]), "0 throw KD")
    assert (behind.winner, VARIETY.positions.write(behind)["places"]) == (0, [[0], [1, 2]])


def test_the_last_round_may_be_blocked() -> None:
    state = at(["KD", "3C"], round=7, phase="pickup", discard="9C", takes=4, scores=[10, 60])
    over = do(state, "0 pass")
    assert (over.out, over.round_scores, over.winner) == (None, (10, 5), 0)


def test_a_table_plays_the_contracts_that_it_names() -> None:
    options = {"contracts": [7, 2]}
    first, _ = VARIETY.deal(VARIETY.resolve(options), 2, 0, full_deck(1, jokers=True))
    assert (first.count(0), len(first.discard)) == (13, 1)
    whole = ["4C 5C 6C 7C 4D 5D 6D 7D 4H 5H 6H 7H 8S", "3C"]
    state = at(whole, options=options, round=1)
    with pytest.raises(NotTheContract):
        do(state, "0 contract 4C 5C 6C 7C / 4D 5D 6D 7D / 4H 5H 6H 7H")
    over = do(at([whole[0].removesuffix(" 8S"), "3C"], options=options, round=1),
              "0 contract 4C 5C 6C 7C / 4D 5D 6D 7D / 4H 5H 6H 7H")  # fmt: skip
    assert (over.out, over.finished) == (0, False)
    second, _ = VARIETY.next_round(over, full_deck(1, jokers=True))
    assert second.count(0) == 8  # the hand of contract 2
    last = do(at(["KD", "3C"], options=options, round=2, scores=[50, 10]), "0 throw KD")
    assert (last.finished, last.winner) == (True, 1)


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
