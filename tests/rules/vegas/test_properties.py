"""What holds in every position of every game."""

from random import Random

import pytest

from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import below
from rummynet.rules.vegas.turn import meld_actions, wild_count
from rummynet_protocol.actions import Draw, Swap, ThrowOut
from rummynet_protocol.cards import mask
from tests.support.vegas_positions import any_options, begun, play_round, vegas


@pytest.mark.parametrize("seed", range(6))
def test_the_argument_why_rounds_end(seed: int) -> None:
    """Turns in a round are bounded by the stocks and by 2n takes between two draws; within a turn plays run out."""
    rng = Random(40 + seed)
    options = any_options(rng) | {"reshuffle_limit": rng.choice((0, 1))}
    state = begun(rng, rng.randint(2, 5), options)
    turns = draws = takes = 0
    most = 0
    for before, action, after in play_round(rng, state):
        if before.phase == "pickup":
            turns += 1
            draws += isinstance(action, Draw)
            takes = after.takes
            most = max(most, takes)
        if isinstance(action, Swap):
            wild = sum(wild_count(meld) for meld in before.melds)
            assert sum(wild_count(meld) for meld in after.melds) == wild - 1
        elif before.phase == "play" and not isinstance(action, ThrowOut):
            assert after.count(before.turn) < before.count(before.turn)
    limit = 2 * before.players
    assert most <= limit
    stocks = (1 + before.options["reshuffle_limit"]) * 54 * before.decks
    assert draws <= stocks and turns <= (draws + 1) * (limit + 1)


@pytest.mark.parametrize("seed", range(6))
def test_the_argument_why_games_end(seed: int) -> None:
    """Without joiners the sum of the two lowest totals of the players rises with every round."""
    rng = Random(60 + seed)
    state = begun(rng, rng.randint(2, 6), any_options(rng) | {"max_score": 60})
    lowest = -1
    for _ in range(2 * 60):
        for _, _, after in play_round(rng, state):
            state = after
        now = sum(sorted(total for total, plays in zip(state.scores, state.playing, strict=True) if plays)[:2])
        assert now > lowest
        lowest = now
        if state.finished:
            return
        assert len(below(state)) >= 2
        deck = VARIETY.deck(state.options, state, state.players)
        rng.shuffle(deck)
        state = vegas(VARIETY.next_round(state, deck)[0])
    raise AssertionError("the game went on")


def test_the_longest_list_stays_readable_to_programs() -> None:
    """Thirteen cards, eight of them jokers: the list is long but bounded, and made at once."""
    hand = mask([*(54 * deck + joker for deck in range(4) for joker in (52, 53)), 0, 20, 30, 40, 51])
    state = begun(Random(1), 12, {"hand": 12})
    found = list(meld_actions(hand, state.wilds, strict=False))
    assert 100 < len(found) < 400
