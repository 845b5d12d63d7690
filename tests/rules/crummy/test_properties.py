"""What holds in every game: cards conserved, half wild at most, every round ends, what is listed can be done."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.rules.crummy.game import VARIETY
from rummynet.rules.crummy.state import CONTRACTS
from rummynet.rules.crummy.turn import lean
from rummynet_protocol import cards
from rummynet_protocol.notation import parse, text
from tests.support import naive_crummy as naive
from tests.support.crummy_positions import decks
from tests.support.games import put_back

WILD = [cards.FACE_OF[name] for name in naive.WILD]


@pytest.mark.parametrize("seed", range(4))
def test_a_round_of_nothing_but_takes_and_throws_ends_too(seed: int) -> None:
    """With no shuffle left: a draw after 2n takes at the latest, so the stock runs out and somebody passes."""
    rng = Random(seed)
    deck = cards.full_deck(decks(4), jokers=True)
    rng.shuffle(deck)
    state, _ = VARIETY.deal(VARIETY.resolve({"reshuffle_limit": 0}), 4, 0, deck)
    state = put_back(VARIETY, rng, state)
    turns, stock = 0, len(state.stock)
    while state.phase != "over":
        seat = VARIETY.actors(state)[0]
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        pickup = [words for words in listed if words.split()[0] in ("take", "waive", "pass")]
        action = (pickup or [words for words in listed if words.startswith(("throw", "draw"))])[0]
        turns += action.startswith(("take", "draw"))
        state, _ = VARIETY.apply(state, seat, parse(action))
    assert state.out is None and turns <= (stock + 1) * (2 * 4 + 1)


@settings(max_examples=150)
@given(
    st.integers(1, 7), st.booleans(), st.randoms(use_true_random=False), st.integers(0, 9), st.sampled_from([1, 2, 4])
)
def test_lean_lists_of_hands_full_of_wild_cards(
    number: int, ace_low: bool, rng: Random, wild: int, in_play: int
) -> None:
    """All of a hand close together, the richest case; and each contract once."""
    twos = [54 * deck + face for deck in range(in_play) for face in WILD]
    close = [54 * deck + 13 * suit + rank for deck in range(in_play) for suit in range(3) for rank in range(3, 9)]
    chosen = rng.sample(twos, min(wild, len(twos))) + rng.sample(close, min(number + 7 - min(wild, 6), len(close)))
    names = [cards.name(code, in_play) for code in chosen]
    found = [text(contract) for contract in lean(cards.mask(chosen), CONTRACTS[number - 1], ace_low)]
    assert len(set(found)) == len(found) < 5000
    assert sorted(found) == sorted(naive.lean(names, number, ace_low))
