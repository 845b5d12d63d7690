"""The rules agree with the plain second implementation: legal actions of every seat, calls, positions afterwards."""

import random
from typing import Any

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import notation
from rummynet_protocol.errors import BadNotation
from tests.support import naive_keilty as naive
from tests.support.keilty_play import legal, new_game, pick, scattered
from tests.support.referees import sorted_hands


def compare_lists(state: State, position: dict[str, Any]) -> None:
    for seat in range(state.players):
        assert legal(state, seat) == naive.legal(position, seat)


def compare_step(state: State, position: dict[str, Any], seat: int, text: str) -> None:
    try:
        after = VARIETY.apply(state, seat, notation.parse(text))[0]
    except NeedsShuffle:
        assert text == "draw" and not position["stock"]
        return
    except IllegalAction:
        with pytest.raises(naive.No):
            naive.apply(position, seat, text)
        return
    assert sorted_hands(VARIETY.positions.write(after)) == sorted_hands(naive.apply(position, seat, text))


def test_on_positions_of_random_games() -> None:
    chance = random.Random(52)
    compared = 0
    while compared < 1500:
        state = new_game(
            chance, chance.randint(2, 6), target=chance.choice((1, 60, 500)), reshuffle_limit=1,
            lapse_seconds=chance.choice((None, None, 0)), false_call_points=chance.choice((0, 0, 10)),
        )  # fmt: skip
        while state.phase != "over" and compared < 1500:
            position = VARIETY.positions.write(state)
            compare_lists(state, position)
            compared += 1
            seat, action = pick(chance, state)
            order = VARIETY.chance.reshuffle_cards(state)
            if order is not None and notation.text(action) == "draw":
                chance.shuffle(order)
                state = VARIETY.chance.reshuffle(state, order)[0]
                continue
            compare_step(state, position, seat, notation.text(action))
            state = VARIETY.apply(state, seat, action)[0]


def test_on_scattered_positions() -> None:
    chance = random.Random(5)
    for _ in range(1500):
        position = scattered(chance)
        lapses = position["options"]["lapse_seconds"] is not None
        position["claims"] = [
            {"action": call, "by": chance.randrange(position["players"])}
            for call in naive.calls(position)
            if not lapses or chance.random() < 0.5
        ]
        state = VARIETY.positions.read(position)
        position = VARIETY.positions.write(state)
        if not lapses:
            assert [notation.text(claim.action) for claim in state.claims] == naive.calls(position)
        compare_lists(state, position)
        everything = [(seat, text) for seat in range(state.players) for text in legal(state, seat)]
        if everything:
            compare_step(state, position, *chance.choice(everything))
        compare_step(state, position, chance.randrange(state.players), scrambled(chance, everything))
        compare_step(state, position, chance.randrange(state.players), some_call(chance, position))


def some_call(chance: random.Random, position: dict[str, Any]) -> str:
    """A call of what lies there, or of cards about, with a meld that may be there."""
    pile = [*position["discard"], "7H", "8H", "9H"]
    cards = " ".join(chance.sample(pile, chance.choice((1, 1, 3))))
    made = f"rummy meld {cards}" if chance.random() < 0.5 else f"rummy lay {cards} on {chance.randrange(4)}"
    return chance.choice([made, *naive.calls(position)])


def scrambled(chance: random.Random, everything: list[tuple[int, str]]) -> str:
    """Some action that was legal for somebody, with a word of another: mostly not legal."""
    words = chance.choice(everything)[1].split() if everything else ["pass"]
    other = chance.choice(everything)[1].split() if everything else ["pass"]
    words[chance.randrange(len(words))] = chance.choice(other)
    try:
        notation.parse(" ".join(words))
    except BadNotation:
        return "pass"
    return " ".join(words)
