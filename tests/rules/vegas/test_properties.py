"""What holds in every position of every game."""

from collections import Counter
from random import Random

import pytest

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import is_open, rank_of
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.legal import meld_actions
from rummynet.rules.vegas.melds import is_run, wild_count
from rummynet.rules.vegas.state import VegasState, below
from rummynet_protocol.actions import Draw, LayDown, Swap, ThrowOut
from rummynet_protocol.cards import full_deck, is_joker, mask, members
from tests.support.vegas_positions import any_options, begun, made, play_game, play_round, vegas


def every_card(state: VegasState) -> list[int]:
    held = [code for hand in state.hands for code in members(hand)]
    laid = [code for meld in state.melds for code in meld.cards]
    return sorted([*held, *laid, *state.stock, *state.discard])


def check_meld(state: VegasState, meld: Meld) -> None:
    assert is_run(meld.stands) == meld.is_run
    assert len(meld.cards) == len(meld.stands) == len(meld.by) == len(set(meld.cards)) <= 13
    for index, (code, stands) in enumerate(zip(meld.cards, meld.stands, strict=True)):
        natural = code % 54 == stands
        assert natural or state.wilds.has(code % 54), index
        assert not (natural and is_joker(code))
    if state.strict:
        assert wild_count(meld) <= 1
    if not meld.is_run:
        assert len(meld.cards) <= 4 and len({rank_of(one) for one in meld.stands}) == 1
        assert not (len(meld.cards) == 4 and any(map(is_open, meld.stands)))


@pytest.mark.parametrize("seed", range(12))
def test_whole_games(seed: int) -> None:
    """Cards of all decks are conserved, melds keep their limits, somebody can always act, and the game ends."""
    rng = Random(seed)
    for state, action, after in play_game(rng, rng.randint(2, 9), any_options(rng)):
        assert every_card(after) == full_deck(after.decks, jokers=True)
        for meld in after.melds:
            check_meld(after, meld)
        assert (after.phase == "over") == (not VARIETY.actors(after)) == (not VARIETY.legal(after, after.turn))
        assert sum(after.paid) >= sum(state.paid)
        if isinstance(action, LayDown):
            assert after.count(state.turn) >= 1
    assert after.finished and after.payout is not None and sum(after.payout) == sum(after.paid)
    assert min(after.payout) >= 0 and sorted(s for group in after.places or () for s in group) == [
        *range(after.players)
    ]


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


@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_listed_is_accepted(seed: int) -> None:
    rng = Random(80 + seed)
    for _ in range(100):
        state = vegas(VARIETY.positions.read(made(rng, rng.choice(("play", "pickup")))))
        for action in VARIETY.legal(state, state.turn):
            try:
                VARIETY.apply(state, state.turn, action)
            except NeedsShuffle:
                assert isinstance(action, Draw) and not state.stock


def test_no_action_is_listed_twice() -> None:
    rng = Random(90)
    for _ in range(300):
        state = vegas(VARIETY.positions.read(made(rng)))
        assert max(Counter(VARIETY.legal(state, state.turn)).values()) == 1


def test_the_longest_list_stays_readable_to_programs() -> None:
    """Thirteen cards, eight of them jokers: the list is long but bounded, and made at once."""
    hand = mask([*(54 * deck + joker for deck in range(4) for joker in (52, 53)), 0, 20, 30, 40, 51])
    state = begun(Random(1), 12, {"hand": 12})
    found = list(meld_actions(hand, state.wilds, strict=False))
    assert 100 < len(found) < 400
