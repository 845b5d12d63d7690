"""Positions from outside; those that are refused are rows of docs/rules (``test_rows.py``)."""

from random import Random
from typing import Any, Final

import pytest

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.varieties import NAMES, variety
from tests.support import basic_positions, crummy_positions, joker_positions, keilty_play, vegas_positions
from tests.support.cases import case
from tests.support.errors import raises
from tests.support.rows import position

MADE: Final = {
    "keilty": keilty_play.scattered,
    "basic": basic_positions.made,
    "vegas": vegas_positions.made,
    "crummy": crummy_positions.scattered,
    "joker": joker_positions.made,
}
ALWAYS: Final = (
    "variant", "options", "players", "round", "starter", "turn", "phase", "hands", "stock", "discard", "melds",
    "claims", "reshuffles", "scores", "round_scores", "out", "winner", "stocks_since_lay",
)  # fmt: skip
OWN: Final = {
    "keilty": (),
    "basic": ("dealer", "pickups", "taken", "turned", "idle", "declared", "wins_game"),
    "vegas": ("decks", "wild", "first", "takes", "in", "aces", "expiries", "paid", "places", "payout"),
    "crummy": ("decks", "asked", "laid", "aside", "takes", "places"),
    "joker": ("dealer",),
}
NEEDED: Final = ("variant", "players", "turn", "phase", "hands", "stock", "discard")
GAMES_OWN_NEEDS: Final = {"vegas": ("decks", "wild"), "crummy": ("round",)}


def plain(name: str) -> dict[str, Any]:
    """A position of two seats with all keys."""
    own = {"decks": 1, "wild": "7"} if name == "vegas" else {}
    game = variety(name)
    return game.positions.write(game.positions.read(position(name, {"hands": ["3C", "4C"], "round": 1, **own})))


@pytest.mark.parametrize("name", NAMES)
def test_the_keys_in_their_order(name: str) -> None:
    assert tuple(plain(name)) == ALWAYS + OWN[name]
    options = plain(name)["options"]
    assert list(options) == [one.name for one in variety(name).options if not one.unwritten]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_as_the_same(name: str) -> None:
    game, rng = variety(name), Random(3)
    for _ in range(150):
        given = MADE[name](rng)
        with case(given):
            state = game.positions.read(given)
            written = game.positions.write(state)
            assert game.positions.read(written) == state
            same = set(given) - {"options", "hands", "claims", *(["melds"] if name == "crummy" else [])}
            assert {key: written[key] for key in same} == {key: given[key] for key in same}
            assert [sorted(hand) for hand in written["hands"]] == [sorted(hand) for hand in given["hands"]]


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_left_out_and_what_may_not(name: str) -> None:
    game, whole = variety(name), plain(name)
    needed = {*NEEDED, *GAMES_OWN_NEEDS.get(name, ())}
    for key in whole:
        rest = {other: value for other, value in whole.items() if other != key}
        if key in needed:
            with raises(BadPosition, "position", f"'{key}'"):
                game.positions.read(rest)
        else:
            assert game.positions.write(game.positions.read(rest)) == whole, key


@pytest.mark.parametrize("value", [None, 1, "position", [], [plain("keilty")]])
def test_what_is_no_position_at_all(value: Any) -> None:  # noqa: ANN401
    for name in NAMES:
        with pytest.raises(BadPosition):
            variety(name).positions.read(value)


def test_lists_that_are_none_are_refused() -> None:
    for key, value in (("hands", "7H"), ("hands", [["7H"], "AS"]), ("stock", "7H"), ("discard", 7)):
        with raises(BadPosition, "position", key):
            variety("keilty").positions.read(plain("keilty") | {key: value})


def test_where_nobody_is_named_the_nearest_is_asked() -> None:
    game = variety("crummy")
    keys = {"phase": "offer", "hands": ["3C", "4C"], "discard": "9C", "stock": "8C", "round": 1}
    assert game.positions.write(game.positions.read(position("crummy", keys)))["asked"] == 1


def test_while_aces_are_counted_the_turn_is_that_of_the_settling_order() -> None:
    game = variety("vegas")
    keys: dict[str, Any] = {"phase": "aces", "decks": 1, "wild": "7", "out": 0, "discard": "2D"}
    left_to_the_rules = position("vegas", {**keys, "hands": ["", "AC", "AH"], "turn": 1})
    aces = game.positions.write(game.positions.read(left_to_the_rules))
    assert aces["aces"] == [0, None, None]
    for turn in (0, 2):
        with pytest.raises(BadPosition):
            game.positions.read(aces | {"turn": turn})
    buying = position("vegas", {**keys, "phase": "buyin", "hands": ["", "KC", "3C", "KD"], "turn": 1,
                                "aces": [0, 0, 0, 0], "scores": [60, 105, 53, 109], "round_scores": [0, 10, 3, 10],
                                "expiries": [0, 1, 0, 1]})  # fmt: skip
    game.positions.read(buying)
    for turn in (2, 3):
        with pytest.raises(BadPosition):
            game.positions.read(buying | {"turn": turn})
