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
from rummynet.rules.core.sight import view
from rummynet.rules.library.game_state import GameState
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Draw, Pass, ThrowOut, Waive
from rummynet_protocol.values import replace
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
        seen = state.observation(state.actor).to_view()
        views.append({"hand": seen["hands"][state.actor], "pile": seen["discard"], "legal": seen["legal"][:400]})
    return states, views


def reach(views: "list[Any]") -> Any:  # noqa: ANN401
    """What is sent when somebody touches what an action names, and how often more buttons were asked for."""
    done = subprocess.run(
        ["node", "--no-warnings", "tests/reach.js"],
        cwd=WEB, input=json.dumps(views), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
    assert all(one["legal"] for one in views)
    explicit = variety(name).explicit
    for state, found in zip(states, reach(views), strict=True):
        actor = state.actor
        assert actor is not None
        for text, more in found:
            action = notation.parse(text)
            assert state.is_legal(action), text
            assert explicit(state.position, actor, action) == action, f"{text} may mean two equal cards"
            assert more <= MOST_MORE, text


def test_both_of_two_equal_cards_are_among_the_hands() -> None:
    """Else the test above would say nothing about copies."""
    hands = [one["hand"] for one in tried("crummy", 5)[1]]
    assert any(len({card[:2] for card in hand}) < len(hand) for hand in hands)


# fmt: off
LONGEST: dict[str, tuple[str, str, int, int, dict[str, Any]]] = {
    # name: game, phase, cards in hand, most cards of the pile, further fields
    "both jokers, nearly all other cards in the pile": ("joker", "pickup", 3, 46, {}),
    "nearly all cards in hand": ("joker", "play", 52, 0, {}),
    "a contract of three melds": ("crummy", "play", 52, 0, {"round": 6}),
}
# fmt: on


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", LONGEST)
def test_actions_of_the_longest_lists_are_reached_by_touch(name: str) -> None:
    need_pages()
    game, phase, held, most, fields = LONGEST[name]
    state = rules.variety(game).deal(players=2).resolved(3).position
    every = range(getattr(state, "decks", 1) * cards.PER_DECK)
    deck = sorted(every, key=lambda code: code % cards.PER_DECK < 52)  # the jokers first
    hands = [cards.mask(deck[-1:])] * 2
    hands[state.turn] = cards.mask(deck[:held])
    state = replace(
        state, hands=tuple(hands), hidden=(0, 0), stock=tuple(deck[held + most : -1]), phase=phase, melds=(),
        discard=tuple(deck[held : held + most][::-1]), drawn=None, **fields,
    )  # fmt: skip
    shown = view(variety(game), state, state.turn)
    legal = shown["legal"]
    tried = [*random.Random(1).sample(legal, 4), max(legal, key=len), legal[0], legal[-1]]
    sent = reach([{"hand": shown["hands"][state.turn], "pile": shown["discard"], "legal": legal, "tried": tried}])
    assert [text.split(".")[0] for text, _ in sent[0][::2]] == [text.split(".")[0] for text in tried]
    assert all(pushes <= MOST_MORE for _, pushes in sent[0])
