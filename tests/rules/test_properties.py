"""What holds in every position of every game whose players do rare things often."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Variety
from rummynet.rules.shared.faces import is_open, rank_of
from rummynet.rules.varieties import NAMES, variety
from rummynet.rules.vegas.melds import is_run, wild_count
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol import cards
from rummynet_protocol.actions import CallRummy, Draw, Pass, Want
from rummynet_protocol.notation import parse, text
from tests.support import basic_positions, naive_crummy, vegas_positions
from tests.support.cases import case
from tests.support.random_games import random_game

OPTIONS: Final[dict[str, Callable[[Random], dict[str, Any]]]] = {
    "keilty": lambda rng: {"reshuffle_limit": rng.randint(0, 2), "target": rng.choice((1, 50, 500))},
    "basic": basic_positions.random_options,
    "vegas": vegas_positions.any_options,
    "crummy": lambda rng: {"reshuffle_limit": 2, "ace_low": rng.random() < 0.5, "contracts": [1, 2, 3, 4, 5, 6, 7]},
    "joker": lambda rng: {"reshuffle_limit": 1},
}


def every_card(game: Variety, state: State) -> list[int]:
    held = [code for hand in state.hands for code in cards.members(hand)]
    laid = [code for meld in state.melds for code in meld.cards]
    aside = game.positions.write(state).get("aside", [])
    decks = max(game.deck(state.options, None, state.players)) // cards.PER_DECK + 1
    return sorted([*held, *laid, *state.stock, *state.discard, *(cards.code(name, decks) for name in aside)])


def keilty(state: State) -> None:
    """Round scores counted again, by the words of the rules page."""
    if state.round_scores is None:
        return
    position = variety("keilty").positions.write(state)
    worth = {rank: 5 for rank in "23456789"} | {rank: 10 for rank in "TJQK"} | {"A": 15}
    points = [0] * state.players
    for meld in position["melds"]:
        for card, seat in zip(meld["cards"], meld["by"], strict=True):
            points[seat] += worth[card[0]]
    for seat, hand in enumerate(position["hands"]):
        points[seat] -= sum(worth[card[0]] for card in hand)
    assert list(state.round_scores) == points
    assert (state.out is None) == all(map(state.count, range(state.players)))


def basic(state: State) -> None:
    assert isinstance(state, BasicState)
    assert state.turned <= state.options["turn_limit"] and state.idle <= 10 * state.players
    assert all(claim.by == state.thrown_by for claim in state.claims)
    assert state.out is None or state.pickups[state.out] >= 2  # nobody goes out in the first own turn
    if state.round_scores is not None and state.out is not None and not any(state.false_calls):
        # The winner of the round gains what the others lose, and the bonus.
        lost = -sum(points for seat, points in enumerate(state.round_scores) if seat != state.out)
        doubled = 2 if state.declared is not None else 1
        assert state.round_scores[state.out] == doubled * lost + 25


def vegas(state: State) -> None:
    assert isinstance(state, VegasState)
    for meld in state.melds:
        check_meld(state, meld)
    assert state.phase != "play" or state.count(state.turn)
    if state.finished:
        assert state.payout is not None and sum(state.payout) == sum(state.paid) and min(state.payout) >= 0
        assert sorted(seat for group in state.places or () for seat in group) == [*range(state.players)]


def check_meld(state: VegasState, meld: Meld) -> None:
    assert is_run(meld.stands) == meld.is_run
    assert len(meld.cards) == len(meld.stands) == len(meld.by) == len(set(meld.cards)) <= 13
    for code, stands in zip(meld.cards, meld.stands, strict=True):
        natural = code % 54 == stands
        assert natural or state.wilds.has(code % 54)
        assert not (natural and cards.is_joker(code))
    assert not state.strict or wild_count(meld) <= 1
    if not meld.is_run:
        assert len(meld.cards) <= 4 and len({rank_of(one) for one in meld.stands}) == 1
        assert not (len(meld.cards) == 4 and any(map(is_open, meld.stands)))


def crummy(state: State) -> None:
    position = variety("crummy").positions.write(state)
    assert all(naive_crummy.kind(meld["cards"], state.options["ace_low"]) for meld in position["melds"])
    if state.phase == "over":
        points = [sum(naive_crummy.POINTS[card[0]] for card in hand) for hand in position["hands"]]
        assert state.round_scores == tuple(points)
    if state.finished:
        totals = state.scores
        by_place = [[seat for seat, one in enumerate(totals) if one == total] for total in sorted(set(totals))]
        assert position["places"] == by_place


def joker(state: State) -> None:
    faces = [face for meld in state.melds for face in meld.stands]
    assert len(faces) == len(set(faces))
    listed = variety("joker").legal(state, state.turn)
    assert any(isinstance(action, Pass) for action in listed) == (listed == [Pass()])


OWN: Final[dict[str, Callable[[State], None]]] = {
    "keilty": keilty, "basic": basic, "vegas": vegas, "crummy": crummy, "joker": joker,
}  # fmt: skip


def check(game: Variety, state: State, rng: Random) -> None:
    """Nothing is lost, somebody is asked and can do more than call, and what is listed is read back and can be done."""
    before, actors = game.positions.write(state), game.actors(state)
    decks = state.decks if isinstance(state, VegasState) else 0  # fewer where seats are out of the game
    whole = cards.full_deck(decks, jokers=True) if decks else game.deck(state.options, None, state.players)
    assert every_card(game, state) == whole
    assert game.positions.read(before) == state
    assert bool(actors) == (state.phase != "over") == any(game.legal(state, seat) for seat in range(state.players))
    for seat in range(state.players):
        listed = game.legal(state, seat)
        texts = [text(action) for action in listed]
        assert texts == sorted(set(texts)) and [parse(one) for one in texts] == listed
        assert seat not in actors or any(not isinstance(action, CallRummy) for action in listed)
        for action in rng.sample(listed, min(6, len(listed))):
            try:
                assert game.apply(state, seat, action) == game.apply(state, seat, action)
            except NeedsShuffle:
                assert isinstance(action, Draw | Want) and not state.stock
        own = [action for action in listed if not isinstance(action, CallRummy)]
        other = (seat + 1) % state.players
        if own and other not in actors:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(state, other, rng.choice(own))
            assert refusal.value.code == "not_your_turn"
    assert game.positions.write(state) == before


@pytest.mark.drawn(15)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(10))
def test_what_holds_in_every_position(name: str, seed: int) -> None:
    game, rng, phases = variety(name), Random(seed), Counter[str]()
    paid: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    rounds = 7 if name == "crummy" else 3
    for state in random_game(game, seed, rounds, most=9, **OPTIONS[name](rng)):
        phases[state.phase] += 1
        if rng.random() < 0.5 or state.phase not in ("pickup", "play"):
            with case(game.positions.write(state)):
                check(game, state, rng)
                OWN[name](state)
        if isinstance(state, VegasState):
            assert sum(state.paid) >= sum(paid)
            paid = state.paid
        if state.phase != "over":
            totals = state.scores
        elif name in ("keilty", "crummy", "joker"):
            assert state.round_scores is not None
            assert state.scores == tuple(old + new for old, new in zip(totals, state.round_scores, strict=True))
    assert name != "joker" or sum(phases.values()) < 3 * 4 * (2 * 54 + 52 * 3)
    assert phases["over"] and state.round_scores is not None
    assert name != "crummy" or (state.round, state.finished) == (7, True)
