"""Positions as JSON: their keys, there and back, and what is refused."""

from random import Random
from typing import Any

import pytest

from rummynet.engine import Engine
from rummynet.rules.core.errors import BadOption, BadPosition
from rummynet.rules.vegas.game import VARIETY
from rummynet_protocol.cards import name
from rummynet_protocol.errors import RummynetError
from tests.support.errors import raises
from tests.support.vegas_positions import any_options, made, play_game
from tests.support.vegas_tables import did, position, table

KEYS = {
    "variant", "options", "players", "round", "starter", "turn", "phase", "hands", "stock", "discard", "melds",
    "claims", "reshuffles", "stocks_since_lay", "scores", "round_scores", "out", "winner", "decks",
    "wild", "first", "takes", "in", "aces", "expiries", "paid", "places", "payout",
}  # fmt: skip


def test_every_key_is_always_there() -> None:
    rng = Random(4)
    phases = set()
    for number, (state, _, after) in enumerate(play_game(rng, 4, any_options(rng) | {"max_score": 40})):
        phases |= {state.phase, after.phase}
        assert set(VARIETY.positions.write(after)) == KEYS
        if number % 7 == 0 or after.phase not in ("pickup", "play"):
            assert VARIETY.positions.read(VARIETY.positions.write(after)) == after
    assert phases == {"pickup", "play", "aces", "buyin", "over"}


def test_there_and_back() -> None:
    rng = Random(5)
    for _ in range(100):
        given = made(rng)
        again = VARIETY.positions.write(VARIETY.positions.read(given))
        assert {key: again[key] for key in given if key not in ("options", "hands")} == {
            key: given[key] for key in given if key not in ("options", "hands")
        }
        assert [sorted(hand) for hand in again["hands"]] == [sorted(hand) for hand in given["hands"]]


def test_with_several_decks_every_card_carries_its_deck_but_not_what_a_wild_card_stands_for() -> None:
    state = table(["9H.1 KD.0", "*2.1"], ["*1.0=4C 5C.1 6C.0"], pile="JS.1", stock="TS.0", decks=2)
    shown = VARIETY.positions.write(state)
    assert shown["melds"][0]["cards"] == ["*1.0=4C", "5C.1", "6C.0"]
    assert (shown["hands"], shown["stock"], shown["discard"]) == (
        [["KD.0", "9H.1"], ["*2.1"]], ["TS.0"], ["JS.1"],
    )  # fmt: skip


def over() -> dict[str, Any]:
    return VARIETY.positions.write(did(table(["2D", "KC", "3C"], scores=[60, 95, 90]), "throw 2D", "buy"))


def ended() -> dict[str, Any]:
    return VARIETY.positions.write(did(table(["2D", "KC"], scores=[60, 95]), "throw 2D"))


WRONG: list[dict[str, Any]] = [
    {"hands": [["9H"], ["9H"]]},
    {"hands": [["9H.1"], ["8H"]]},
    {"hands": [["9H"], []]},
    {"hands": [[], ["9H"]]},
    {"hands": [["9H"]]},
    {"decks": 5}, {"decks": None}, {"wild": "X"}, {"wild": "7H"}, {"wild": None}, {"first": 1}, {"takes": -1},
    {"in": [True]}, {"in": [True, False]}, {"in": [1, 1]}, {"aces": [0, 0]}, {"expiries": [0]}, {"expiries": [0, -1]},
    {"paid": [1, -1]},
    {"places": [[0], [1]]}, {"payout": [1, 1]}, {"claims": [{"action": "rummy meld 5H 6H 7H", "by": 0}]},
    {"out": 0}, {"winner": 0}, {"round_scores": [0, 0]}, {"scores": [100, 0]}, {"turn": 2}, {"phase": "offer"},
    {"phase": "buyin"}, {"phase": "over"}, {"phase": "aces"}, {"variant": "crummy"}, {"players": 13},
    {"options": {"decks": 9}}, {"options": 3}, {"options": {"handicaps": [1, 2, 3]}}, {"reshuffles": 11},
    {"melds": [{"cards": ["9C", "9D"], "by": [0, 0]}]},
    {"melds": [{"cards": ["9D", "9C", "9S"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["6C", "5C", "4C"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["6C", "5C", "*1"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["9C", "9D", "*1=9"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["9C", "9D", "*1=*2"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["9C", "9D", "8S=9S"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["7C=7C", "7D", "7S"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["9C", "9D", "9S", "*1=9?"], "by": [0, 0, 0, 0]}]},
    {"melds": [{"cards": ["*1=9?", "9D", "9S"], "by": [0, 0, 0]}]},
    {"melds": [{"cards": ["9C", "9D", "9S"], "by": [0, 0]}]},
    {"melds": [{"cards": ["9C", "*1=9D", "*2=9S"], "by": [0, 0, 0]}], "options": {"strict": True}},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    given = position(["8H KD", "2S"], wild="7") | wrong
    with pytest.raises(RummynetError) as caught:
        VARIETY.positions.read(given)
    assert len(str(caught.value)) > 20


@pytest.mark.parametrize(
    "wrong",
    [{"aces": None}, {"aces": [0, 1, 0]}, {"aces": [0, None, 0]}, {"round_scores": None}, {"round_scores": [0, 9, 3]},
     {"places": [[0], [1], [2]]}, {"winner": 0}, {"scores": [60, 105, 93]}],
    ids=str,
)  # fmt: skip
def test_a_round_that_is_over_has_to_add_up(wrong: dict[str, Any]) -> None:
    VARIETY.positions.read(over())
    with pytest.raises(BadPosition):
        VARIETY.positions.read(over() | wrong)


@pytest.mark.parametrize("wrong", [{"places": None}, {"winner": None}, {"payout": [2, 1]}, {"places": [[1], [0]]}])
def test_so_has_a_game(wrong: dict[str, Any]) -> None:
    VARIETY.positions.read(ended())
    with pytest.raises(BadPosition):
        VARIETY.positions.read(ended() | wrong)


def test_nobody_plays_a_round_alone() -> None:
    given = VARIETY.positions.write(table(["2D", "AC", "AH"]))
    alone = given | {"in": [True, False, False], "hands": [["2D"], [], []]}
    with raises(BadPosition, "position", "in ", "two"):
        VARIETY.positions.read(alone)
    VARIETY.positions.read(alone | {"in": [True, True, False], "hands": [["2D"], ["AC"], []]})


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"in": [True, True, False]}, ("seat 2",)),
        ({"out": 1, "hands": [["2D"], [], ["AH"]]}, ("out ",)),
        ({"in": [False, True, True], "hands": [[], ["AC"], ["AH"]]}, ("turn", "seat 0")),
    ],
)
def test_who_sits_out_has_no_cards_and_no_turn(wrong: dict[str, Any], named: tuple[str, ...]) -> None:
    with raises(BadPosition, "position", *named):
        VARIETY.positions.read(VARIETY.positions.write(table(["2D", "AC", "AH"])) | wrong)


def test_turns_while_settling_are_those_of_the_settling_order() -> None:
    aces = VARIETY.positions.write(did(table(["2D", "AC", "AH"]), "throw 2D"))
    buying = VARIETY.positions.write(did(table(["2D", "KC", "3C", "KD"], scores=[60, 95, 50, 99]), "throw 2D"))
    for given, turn in ((aces, 2), (aces, 0), (buying, 3), (buying, 2)):
        VARIETY.positions.read(given)
        with pytest.raises(BadPosition):
            VARIETY.positions.read(given | {"turn": turn})


def test_a_position_waiting_for_aces_may_leave_the_list_to_the_rules() -> None:
    aces = VARIETY.positions.write(did(table(["2D", "AC", "AH"]), "throw 2D"))
    assert VARIETY.positions.write(VARIETY.positions.read(aces | {"aces": None})) == aces


# -- through the engine


def test_the_engine_deals_plays_and_deals_on() -> None:
    engine = Engine()
    begun = engine.answer({"cmd": "new", "variant": "vegas", "players": 5, "seed": 1, "options": {"max_score": 1000}})
    assert begun["position"]["decks"] == 2 and begun["position"]["hands"][0][0][-2] == "."
    engine.answer({"cmd": "set", "position": over()})
    assert engine.answer({"cmd": "perft", "depth": 1}) == {"nodes": [1, 0]}
    options = VARIETY.resolve({})
    deck = [name(code) for code in VARIETY.deck(options, None, 4)]
    dealt = engine.answer({"cmd": "next", "deck": deck, "join": [3]})["position"]
    assert (dealt["round"], dealt["starter"], dealt["players"], dealt["in"]) == (2, 1, 4, [True] * 4)
    assert dealt["hands"][1] == ["AC", "5C", "9C", "KC", "4D", "8D", "QD"]
    with pytest.raises(RummynetError):
        engine.answer({"cmd": "next", "deck": deck})


def test_the_engine_refuses_more_players_than_the_decks_hold_cards_for() -> None:
    with raises(BadOption, "option", 7, "decks"):
        Engine().answer({"cmd": "new", "variant": "vegas", "players": 7, "seed": 1, "options": {"decks": 1}})
