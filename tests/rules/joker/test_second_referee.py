"""A plain second implementation agrees on thousands of positions."""

from random import Random

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.joker.game import VARIETY
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.notation import parse, text
from tests.support import naive_joker
from tests.support.cases import seeds
from tests.support.joker_positions import Position, made, play_round
from tests.support.referees import sorted_hands


def compare(state: State, rng: Random, tries: int) -> None:
    """The lists agree for every seat, and so do the results of some of the actions."""
    position = VARIETY.positions.write(state)
    for seat in range(state.players):
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        assert listed == naive_joker.legal(position, seat)
    listed = [text(action) for action in VARIETY.legal(state, state.turn)]
    for action in rng.sample(listed, min(tries, len(listed))):
        try:
            after, _ = VARIETY.apply(state, state.turn, parse(action))
        except NeedsShuffle:
            assert action == "draw" and not state.stock
            continue
        ours, theirs = VARIETY.positions.write(after), naive_joker.apply(position, state.turn, action)
        assert sorted_hands(ours) == sorted_hands(theirs), action


@pytest.mark.parametrize("seed", seeds(4, 12))
def test_positions_of_random_play(seed: int) -> None:
    rng = Random(seed)
    for _ in range(5):
        for state, _, last in play_round(rng, rng.randint(2, 6), reshuffle_limit=rng.randint(0, 3), target=60):
            compare(state, rng, 2)
            after = last
        assert after.phase == "over"


@pytest.mark.parametrize("seed", seeds(6, 20))
def test_positions_made_by_hand(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(200):
        compare(VARIETY.positions.read(made(rng)), rng, 6)


def words_about(position: Position) -> list[str]:
    held = [card for hand in position["hands"] for card in hand]
    laid = [word for meld in position["melds"] for word in meld["cards"]]
    named = [f"{j}={card}" for j in ("*1", "*2") for card in [*held, *position["discard"]] if card[0] != "*"]
    return [*held, *laid, *position["discard"], *named, "*1=AH", "*2=7S", "*1=7?", "7H.0", "2C=9D"]


def wild_action(rng: Random, listed: list[str], pool: list[str]) -> str:
    """A text near what is legal: a word changed, dropped or doubled, or a play made up of cards about."""
    if listed and rng.random() < 0.7:
        words = rng.choice(listed).split()
        at = rng.randrange(len(words))
        change = rng.choice(("swap", "drop", "double", "other", "number"))
        if change == "swap" and len(words) > 3:
            other = rng.randrange(1, len(words))
            words[at], words[other] = words[other], words[at]
        elif change == "drop":
            del words[at]
        elif change == "double":
            words.insert(at, words[at])
        elif change == "number":
            words[-1] = str(rng.randrange(6))
        else:
            words[at] = rng.choice(pool)
        return " ".join(words)
    cards = " ".join(rng.choice(pool) for _ in range(rng.choice((1, 1, 3, 4))))
    plain = rng.choice(pool)[:2]
    return rng.choice(
        (f"meld {cards}", f"lay {cards} on {rng.randrange(5)}", f"throw {plain}", f"trade {plain} for *1",
         f"take {plain} meld {cards}", f"take {plain} lay {cards} on {rng.randrange(4)}", "draw", "pass",
         f"take {plain}", f"take {plain} trade {plain} for *2", f"rummy lay {cards} on 0", "turn", "out"),
    )  # fmt: skip


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """The list and ``apply`` are two pieces of code; they agree on actions that nobody listed, too."""
    rng = Random(77 + seed)
    seen = accepted = 0
    for _ in range(60):
        state = VARIETY.positions.read(made(rng))
        listed = [text(action) for action in VARIETY.legal(state, state.turn)]
        pool = words_about(VARIETY.positions.write(state))
        for _ in range(40):
            wild = wild_action(rng, listed, pool)
            try:
                action = parse(wild)
            except BadNotation:
                continue
            seen += 1
            try:
                VARIETY.apply(state, state.turn, action)
            except NeedsShuffle:
                assert wild in listed
            except IllegalAction:
                assert wild not in listed
            else:
                accepted += 1
                assert wild in listed
    assert seen > 500 and accepted > 5
