"""Every legal action of every game can be reached by touch on a page, with one deck and with several.

What is sent then is legal, and says which of two equal cards it means, as a table demands.
"""

import json
import random
import subprocess
from functools import cache
from typing import Any

import pytest

import rummynet.rules as rules
from rummynet.rules.library.game_state import GameState
from rummynet.rules.varieties import variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw, Pass, ThrowOut, Waive
from tests.support.pages import WEB, need_pages

MOST_MORE = 2
"""How often somebody has to ask for more buttons at most, once all cards and melds are touched."""
ROUNDS = {"keilty": 1, "basic": 1, "vegas": 2, "crummy": 3, "joker": 1}
"""Rounds to play of each game; in Crummy rummy contracts grow with them."""


def positions(name: str, players: int, seed: int) -> "list[GameState]":
    """The positions of some rounds that are played at random, but rather laid than thrown."""
    chance = random.Random(seed)
    game = rules.variety(name)
    found = []
    state = game.deal(players=players).resolved(chance.getrandbits(30))
    for _ in range(ROUNDS[name]):
        while not state.over:
            found.append(state)
            legal = state.legal()
            plays = [one for one in legal if not isinstance(one, Draw | ThrowOut | Waive | Pass)]
            state = state.apply(chance.choice(plays if plays and chance.random() < 0.7 else legal))
            state = state.resolved(chance.getrandbits(30))
        if state.game_over:
            break
        state = state.next_round().resolved(chance.getrandbits(30))
    return found


@cache
def tried(name: str, players: int) -> "tuple[list[GameState], list[Any]]":
    """Some of the positions of four games, and what a page is told of each."""
    chance = random.Random(players)
    states = [one for seed in range(4) for one in positions(name, players, seed)]
    states = chance.sample(states, min(len(states), 150))
    views: list[Any] = []
    for state in states:
        view = state.observation(state.actor).to_view()
        views.append({"hand": view["hands"][state.actor], "pile": view["discard"], "legal": view["legal"][:400]})
    return states, views


@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("keilty", 2), ("keilty", 5), ("basic", 2), ("basic", 5), ("joker", 2), ("joker", 4),
        ("vegas", 2), ("vegas", 7), ("vegas", 12), ("crummy", 2), ("crummy", 3), ("crummy", 5), ("crummy", 8),
    ],
)  # fmt: skip
def test_each_legal_action_is_reached_by_touch(name: str, players: int) -> None:
    need_pages()
    states, views = tried(name, players)
    assert all(view["legal"] for view in views)
    done = subprocess.run(
        ["node", "--no-warnings", "tests/reach.js"],
        cwd=WEB, input=json.dumps(views), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    explicit = variety(name).explicit
    for state, found in zip(states, json.loads(done.stdout), strict=True):
        actor = state.actor
        assert actor is not None
        for text, more in found:
            action = notation.parse(text)
            assert state.is_legal(action), text
            assert explicit(state.position, actor, action) == action, f"{text} may mean two equal cards"
            assert more <= MOST_MORE, text


def test_both_of_two_equal_cards_are_among_the_hands() -> None:
    """Else the test above would say nothing about copies."""
    hands = [view["hand"] for view in tried("crummy", 5)[1]]
    assert any(len({card[:2] for card in hand}) < len(hand) for hand in hands)
