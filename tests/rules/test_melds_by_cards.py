"""Refusals about a meld name it by its cards: nobody sees the numbers of melds."""

import re
from itertools import chain

import pytest

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.wording import meld_named
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.language import translated
from rummynet_protocol.actions import LayOff, Swap
from rummynet_protocol.cards import FACES, face, members
from tests.support.random_games import random_game

NUMBERED = re.compile(r"\bmeld \d")
SEEDS = range(1, 6)  # in one random game of some little may be laid
OPTIONS = {"vegas": {"solidarity": False}}


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_card_that_does_not_fit_is_refused_with_the_cards_of_the_meld(name: str) -> None:
    """Every card held is laid off on every meld, and put in the place of a wild card there."""
    game, said = variety(name), set[str]()
    games = (random_game(game, seed, 2, **OPTIONS.get(name, {})) for seed in SEEDS)
    for state in chain.from_iterable(games):
        if state.phase != "play":
            continue
        for number in range(len(state.melds)):
            for one in {face(card) for card in members(state.hands[state.turn])} | {*FACES[:52:13]}:
                for action in (LayOff((one,), number), Swap(one, number), Swap(one, number, LayOff((one,), number))):
                    try:
                        game.apply(state, state.turn, action)
                    except IllegalAction as refusal:
                        text = translated(refusal.says)
                        assert not NUMBERED.search(text), text
                        said |= {text} if meld_named(state.melds[number]) in text else set()
        if len(said) > 3:
            break
    assert bool(said) is (name != "crummy"), "Crummy rummy says what fits there"
