"""A plain second implementation agrees on thousands of positions."""

from random import Random

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.notation import parse, text
from tests.support import naive_basic
from tests.support.basic_positions import Position, made, play_round, random_options
from tests.support.cases import seeds
from tests.support.referees import sorted_hands


def compare(state: State, rng: Random, tries: int) -> None:
    """The lists agree for every seat, and so do the results of some of the actions."""
    position = VARIETY.positions.write(state)
    for seat in range(state.players):
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        assert listed == naive_basic.legal(position, seat)
        for action in rng.sample(listed, min(tries, len(listed))):
            after, _ = VARIETY.apply(state, seat, parse(action))
            ours, theirs = VARIETY.positions.write(after), naive_basic.apply(position, seat, action)
            assert sorted_hands(ours) == sorted_hands(theirs), action
        compare_call(state, position, seat, rng)


def compare_call(state: State, position: Position, seat: int, rng: Random) -> None:
    """Of a call that is not listed they say the same: refused, or what it costs."""
    card = rng.choice([*position["discard"][-1:], "7H"])
    call = rng.choice((f"rummy lay {card} on {rng.randrange(3)}", f"rummy meld {card} 8H 9H"))
    if state.phase == "over" or call in naive_basic.legal(position, seat):
        return
    if not naive_basic.is_false_call(position, seat, call):
        with pytest.raises(IllegalAction):
            VARIETY.apply(state, seat, parse(call))
        return
    after = VARIETY.positions.write(VARIETY.apply(state, seat, parse(call))[0])
    assert sorted_hands(after) == sorted_hands(naive_basic.apply(position, seat, call)), call


@pytest.mark.parametrize("seed", seeds(4, 12))
def test_positions_of_random_play(seed: int) -> None:
    rng = Random(seed)
    for _ in range(3):
        for state, _, _, last in play_round(rng, rng.randint(2, 6), **random_options(rng)):
            compare(state, rng, 2)
            after = last
        assert after.phase == "over"


@pytest.mark.parametrize("seed", seeds(6, 20))
def test_positions_made_by_hand(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(120):
        compare(VARIETY.positions.read(made(rng)), rng, 4)


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
    cards, one = " ".join(rng.choice(pool) for _ in range(rng.choice((1, 1, 3, 4)))), rng.choice(pool)
    number = rng.randrange(6)
    return rng.choice(
        (f"meld {cards}", f"lay {cards} on {number}", f"throw {one}", f"trade {one} for *1", f"take {one}",
         f"take {one} meld {cards}", f"take {one} lay {cards} on {number}", "draw", "pass", "turn", "out",
         f"rummy lay {one} on {number}", f"rummy meld {cards}", "penalty draw", "penalty pile",
         f"declare meld {cards} throw {one}", f"declare meld {cards}"),
    )  # fmt: skip


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """The list and ``apply`` are two pieces of code; they agree on actions that nobody listed, too."""
    rng = Random(77 + seed)
    seen = accepted = 0
    for _ in range(100):
        state = VARIETY.positions.read(made(rng))
        seat = rng.choice((state.turn, state.turn, rng.randrange(state.players)))
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        pool = [card for hand in VARIETY.positions.write(state)["hands"] for card in hand]
        pool += [*VARIETY.positions.write(state)["discard"], "*1", "7H.0", "2C=9D"]
        for _ in range(40):
            wild = wild_action(rng, listed, pool)
            try:
                action = parse(wild)
            except BadNotation:
                continue
            seen += 1
            try:
                VARIETY.apply(state, seat, action)
            except IllegalAction:
                assert wild not in listed
            else:
                accepted += 1
                assert wild in listed or naive_basic.is_false_call(VARIETY.positions.write(state), seat, wild)
    assert seen > 500 and accepted > 20
