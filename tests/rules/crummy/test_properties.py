"""What holds in every game: cards conserved, half wild at most, every round ends, what is listed can be done."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.crummy.contracts import CONTRACTS, lean
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.actions import Draw, Want
from rummynet_protocol.notation import parse, text
from tests.support import naive_crummy as naive
from tests.support.crummy_positions import Position, decks, play_round, put_back

WILD = [cards.FACE_OF[name] for name in naive.WILD]


def games(rng: Random, players: int, **options: object) -> Iterator[State]:
    """Every position of a whole game of random play."""
    deck = cards.full_deck(decks(players), jokers=True)
    rng.shuffle(deck)
    state, _ = VARIETY.deal(VARIETY.resolve(options), players, rng.randrange(players), deck)
    while True:
        yield state
        last = put_back(rng, state)
        for before, _, _, after in play_round(rng, last):
            yield before
            last = after
        yield last
        if last.finished:
            return
        rng.shuffle(deck)
        state, _ = VARIETY.next_round(last, deck)


def everything(shown: Position) -> list[int]:
    names = [*shown["stock"], *shown["discard"], *shown["aside"], *(card for hand in shown["hands"] for card in hand)]
    names += [word.partition("=")[0] for meld in shown["melds"] for word in meld["cards"]]
    return sorted(cards.code(name, shown["decks"]) for name in names)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("seed", range(7))
def test_whole_games(seed: int) -> None:
    rng, players = Random(seed), 2 + seed
    rounds, last = set(), None
    for state in games(rng, players, reshuffle_limit=2, ace_low=bool(seed % 2)):
        shown = VARIETY.positions.write(state)
        assert everything(shown) == cards.full_deck(decks(players), jokers=True)
        for meld in shown["melds"]:
            assert naive.kind(meld["cards"], bool(seed % 2))
        actors = VARIETY.actors(state)
        assert bool(actors) == (state.phase not in ("over", "turnup"))
        assert all(VARIETY.legal(state, seat) for seat in actors)
        rounds.add(state.round)
        last = state
    assert last is not None and rounds == set(range(1, 8)) and last.finished
    assert VARIETY.positions.write(last)["places"] == naive_places(last.scores)


def naive_places(totals: tuple[int, ...]) -> list[list[int]]:
    return [[seat for seat, total in enumerate(totals) if total == one] for one in sorted(set(totals))]


@pytest.mark.parametrize("seed", range(5))
def test_scores_are_what_hands_hold(seed: int) -> None:
    before: tuple[int, ...] = (0,) * 3
    for state in games(Random(100 + seed), 3):
        if state.phase != "over":
            assert (state.round_scores, state.scores) == (None, before)
            continue
        hands = VARIETY.positions.write(state)["hands"]
        points = tuple(sum(naive.POINTS[card[0]] for card in hand) for hand in hands)
        assert state.round_scores == points
        assert state.scores == tuple(old + new for old, new in zip(before, points, strict=True))
        before = state.scores


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_can_be_done_and_nothing_else_changes(seed: int) -> None:
    rng = Random(seed)
    for state in games(rng, 2 + seed % 3, reshuffle_limit=1):
        for seat in range(state.players):
            listed = VARIETY.legal(state, seat)
            assert [text(action) for action in listed] == sorted({text(action) for action in listed})
            for action in rng.sample(listed, min(2, len(listed))):
                assert parse(text(action)) == action
                try:
                    VARIETY.apply(state, seat, action)
                except NeedsShuffle:
                    assert isinstance(action, Draw | Want) and not state.stock


@pytest.mark.parametrize("seed", range(4))
def test_a_round_of_nothing_but_takes_and_throws_ends_too(seed: int) -> None:
    """With no shuffle left: a draw after 2n takes at the latest, so the stock runs out and somebody passes."""
    rng = Random(seed)
    deck = cards.full_deck(decks(4), jokers=True)
    rng.shuffle(deck)
    state, _ = VARIETY.deal(VARIETY.resolve({"reshuffle_limit": 0}), 4, 0, deck)
    state = put_back(rng, state)
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
