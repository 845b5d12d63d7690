"""The rules run where hands are not known, and never disagree with the truth."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from rummynet.rules.core.variety import Step
from rummynet.rules.varieties import variety
from tests.support import basic_positions, vegas_positions
from tests.support.cases import seeds
from tests.support.games import EVERY
from tests.support.random_games import anything
from tests.support.watching import Watched

OPTIONS: Final[dict[str, Callable[[Random], dict[str, Any]]]] = {
    "basic": basic_positions.random_options,
    "vegas": lambda rng: vegas_positions.any_options(rng) | {"max_score": 30, "decks": None},
    "crummy": lambda rng: {
        "reshuffle_limit": 1,
        "ace_low": rng.random() < 0.5,
        "contracts": rng.sample(range(1, 8), 7),
    },
}


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("seed", seeds(4, 12))
def test_every_viewer_agrees_with_the_truth(name: str, seed: int) -> None:
    """Three rounds of one game, the later ones of Vegas rummy with seats that sit out and seats that come in."""
    game, rng = variety(name), Random(seed)
    more = OPTIONS[name](rng) if name in OPTIONS else {"reshuffle_limit": rng.randint(1, 2)}
    options, players = game.resolve({**more, "turn_seconds": 20}), min((2, 3, 5, 8)[seed % 4], game.seats[-1])
    deal: Callable[[Sequence[int]], Step] = partial(game.deal, options, players, rng.randrange(players))
    deck = game.deck(options, None, players)
    for _ in range(3):
        rng.shuffle(deck)
        watched = Watched.dealt(game, deal, deck)
        watched.play(rng)
        if name != "vegas":  # aces in hands are counted, and the buy-ins follow, when the cards are open
            watched.check()
        watched.open_all()
        state = watched.true
        while state.phase != "over":
            state, _ = game.apply(state, *anything(game, state, rng))
        if state.finished:
            break
        join = vegas_positions.joiners(rng, vegas_positions.vegas(state)) if name == "vegas" else []
        deal = partial(lambda before, join, deck: game.next_round(before, deck, join), state, join)
        deck = game.deck(state.options, state, state.players, len(join))
    assert state.round_scores is not None
