"""Before the first turn: players, deck, hands, who begins, options."""

import random

import pytest

from rummynet.rules.core.errors import BadOption, BadSeats, GameOver, RoundNotOver
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from tests.support.errors import raises
from tests.support.keilty_play import at, do, hand, new_game, pile

DECK = cards.full_deck()
PLAIN = VARIETY.resolve({})


@pytest.mark.parametrize(("players", "size"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_hand_sizes_by_the_table(players: int, size: int) -> None:
    state, happened = VARIETY.deal(PLAIN, players, 0, DECK)
    assert [state.count(seat) for seat in range(players)] == [size] * players
    assert len(state.stock) == 52 - players * size - 1 and len(state.discard) == 1
    assert [type(event).__name__ for event in happened] == ["Dealt", "TurnedUp"]


def test_cards_go_one_at_a_time_clockwise_from_the_starter_then_one_is_turned_up() -> None:
    state, _ = VARIETY.deal(VARIETY.resolve({"hand": 3}), 3, 1, DECK)
    assert hand(state, 1) == {"AC", "4C", "7C"}
    assert hand(state, 2) == {"2C", "5C", "8C"}
    assert hand(state, 0) == {"3C", "6C", "9C"}
    assert pile(state) == ["TC"]
    assert [cards.face(code) for code in state.stock[:2]] == ["JC", "QC"]
    assert (state.turn, state.phase, state.round) == (1, "pickup", 1)


@pytest.mark.parametrize("players", [0, 1, 7, 12])
def test_two_to_six_can_play(players: int) -> None:
    with raises(BadSeats, "players", 2, 6, players):
        VARIETY.deal(PLAIN, players, 0, DECK)


def test_default_options() -> None:
    expected = {"target": 500, "hand": 0, "first_starter": "draw", "reshuffle_limit": 10}
    assert expected.items() <= dict(PLAIN).items()
    assert (PLAIN["turn_seconds"], PLAIN["rummy_hints"], PLAIN["cooldown_seconds"]) == (0, False, 3)


def test_the_first_starter_is_drawn_or_named() -> None:
    assert VARIETY.first_starter.named(PLAIN, 3) is None
    assert VARIETY.first_starter.named(VARIETY.resolve({"first_starter": 2}), 3) == 2
    with raises(BadOption, "option", "first_starter", "0 to 2", 3):
        VARIETY.check(VARIETY.resolve({"first_starter": 3}), 3)
    assert [VARIETY.first_starter.from_seat(seat, 3) for seat in range(3)] == [0, 1, 2]


def test_turns_go_clockwise_and_starters_counter_clockwise() -> None:
    state = new_game(random.Random(1), 3)
    start = state.turn
    for step in range(1, 4):
        state = do(state, f"{state.turn} draw")
        state = do(state, f"{state.turn} throw {min(hand(state, state.turn))}")
        assert state.turn == (start + step) % 3
    over = do(at(["AC", "2C 9D", "KD"], "5D", starter=0, phase="play"), "0 throw AC")
    for expected in (2, 1, 0, 2):
        following, _ = VARIETY.next_round(over, DECK)
        assert following.starter == following.turn == expected
        assert following.round == over.round + 1 and following.scores == over.scores
        assert following.melds == () and following.claims == () and following.reshuffles == 0
        over = at(
            ["", "2C", "KD"], "5D", starter=expected, phase="over", out=0, round=following.round,
            round_scores=[0, -5, -10], scores=[0, -5, -10],
        )  # fmt: skip


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
