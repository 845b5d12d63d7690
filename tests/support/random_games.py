"""Random games, round after round, whose players do rare things often: the kind of action is drawn first."""

import random
from collections.abc import Iterator
from typing import Any

from rummynet.rules.core.errors import GameOver
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action, ThrowOut
from tests.support.games import moved, new_round, put_back, shuffled


def random_game(
    game: Variety, seed: int, rounds: int, *, most: int = 4, **options: Any  # noqa: ANN401
) -> Iterator[State]:  # fmt: skip
    """Every position of the first rounds of a game of *most* players at most."""
    chance = random.Random(f"{game.name} {seed}")
    state = new_round(game.name, chance, most, **options)
    for _ in range(rounds):
        while state.phase != "over":
            yield state
            seat, action = anything(game, state, chance)
            state = moved(game, chance, state, seat, game.explicit(state, seat, action))
        yield state
        try:
            state, _ = game.next_round(state, shuffled(game, chance, state, state.players, state.options))
        except GameOver:
            return
        state = put_back(game, chance, state)


def anything(game: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """What somebody may do: throwing out only now and then while anything else is possible."""
    may = {seat: game.legal(state, seat) for seat in range(state.players)}
    seat = chance.choice([seat for seat, listed in may.items() if listed])
    kinds = sorted({type(action) for action in may[seat]}, key=lambda kind: kind.__name__)
    kind = chance.choices(kinds, [1 if one is ThrowOut else 3 for one in kinds])[0]
    return seat, chance.choice([action for action in may[seat] if type(action) is kind])
