"""Before the first turn: players, deck, hands, who begins, options."""

import pytest

from rummynet.rules.core.errors import BadSeats, GameOver, RoundNotOver
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from tests.support.errors import raises
from tests.support.keilty_play import at, do

DECK = cards.full_deck()


def test_no_next_round_before_the_end_nor_after_the_game_nor_for_newcomers() -> None:
    with raises(RoundNotOver, "round_not_over"):
        VARIETY.next_round(at(["AC", "2C"]), DECK)
    over = do(at(["AC", "2C 9D"], "5D", phase="play"), "0 throw AC")
    with pytest.raises(BadSeats):
        VARIETY.next_round(over, DECK, [2])
    won = do(at(["AC", "2C 9D"], "5D", phase="play", scores=[500, 0]), "0 throw AC")
    assert won.winner == 0 and won.finished
    with pytest.raises(GameOver):
        VARIETY.next_round(won, DECK)
