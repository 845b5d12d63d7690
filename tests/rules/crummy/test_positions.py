"""Positions as JSON: every key, there and back, and what is refused."""

from random import Random
from typing import Any

import pytest

from rummynet.engine import Engine
from rummynet.rules.core.errors import BadPosition
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol.errors import Refusal
from tests.support.crummy_positions import at, dealt, do, play_round, position, scattered

KEYS = {
    "variant", "options", "players", "round", "starter", "turn", "phase", "hands", "stock", "discard", "melds",
    "claims", "reshuffles", "stocks_since_lay", "scores", "round_scores", "out", "winner", "decks",
    "asked", "laid", "aside", "takes", "places",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_there_and_back(seed: int) -> None:
    rng = Random(seed)
    for state, _, _, after in play_round(rng, dealt(rng, 2 + seed, 1 + seed, ace_low=bool(seed % 2))):
        for one in (state, after):
            written = VARIETY.positions.write(one)
            assert set(written) == KEYS and VARIETY.positions.read(written) == one


def test_scattered_positions_are_positions() -> None:
    rng = Random(5)
    for _ in range(100):
        state = VARIETY.positions.read(scattered(rng))
        assert VARIETY.positions.read(VARIETY.positions.write(state)) == state


def test_what_may_be_left_out() -> None:
    given = position(["3C", "4C"], phase="offer", discard="9C", stock="8C")
    for key in ("laid", "asked", "aside", "takes", "places", "decks", "claims", "reshuffles"):
        del given[key]
    state = VARIETY.positions.read(given)
    shown = VARIETY.positions.write(state)
    assert (shown["laid"], shown["asked"], shown["takes"]) == ([False, False], 1, 0)


OVER: dict[str, Any] = {"phase": "over", "out": 0, "round_scores": [0, 5], "scores": [7, 5]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": "vegas"}, {"players": 9}, {"round": 8}, {"round": 0}, {"turn": 2}, {"phase": "call"},
        {"hands": [["3C", "3C"], ["4C"]]}, {"hands": [["3C"], []]}, {"hands": [["3C.0"], ["4C"]]},
        {"hands": [["3C"]]}, {"discard": ["4C"]}, {"stock": ["4C"]}, {"decks": 2}, {"laid": [True]},
        {"laid": [1, 0]}, {"asked": 1}, {"aside": ["*1"]}, {"takes": 5}, {"takes": -1}, {"reshuffles": 11},
        {"phase": "offer", "asked": 0, "discard": ["9C"], "stock": ["8C"]},
        {"phase": "offer", "asked": 1, "discard": [], "stock": ["8C"]},
        {"phase": "offer", "asked": 1, "discard": ["9C"], "stock": []}, {"phase": "offer", "discard": ["9C"]},
        {"phase": "turnup"}, {"phase": "turnup", "aside": ["9C"]}, {"phase": "turnup", "aside": ["*1", "*1"]},
        {"phase": "turnup", "aside": ["*1"], "stock": ["*1"]}, {"claims": [{"action": "draw", "by": 0}]},
        {"out": 0}, {"winner": 0}, {"round_scores": [0, 0]}, {"places": [[0, 1]]},
        {**OVER, "hands": [[], ["4C"]], "round_scores": [0, 10]}, {**OVER, "hands": [["3C"], ["4C"]]},
        {**OVER, "hands": [[], ["4C"]], "winner": 1}, {**OVER, "hands": [[], ["4C"]], "places": [[1], [0]]},
        {**OVER, "hands": [[], ["4C"]], "round": 7, "places": [[0], [1]], "winner": 1},
        {**OVER, "hands": [[], ["4C"]], "round": 7, "places": [[1], [0]], "winner": None},
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        VARIETY.positions.read(position(["3C", "4C"]) | wrong)


def test_a_finished_game() -> None:
    given = position(["", "4C"], round=7, winner=1, places=[[1], [0]], **OVER)
    state = VARIETY.positions.read(given)
    assert state.finished and VARIETY.positions.write(state) == given | {
        "options": VARIETY.positions.write(state)["options"],
        "stocks_since_lay": 0,
    }
    with pytest.raises(BadPosition):
        VARIETY.positions.read(given | {"scores": [7, -5]})


def test_two_decks_carry_their_numbers() -> None:
    state = at(["3C.0 3C.1", "4C.0", "4C.1"], ("7C.0 7C.1 2D.1=7?",), discard="*1.0", laid=[True] * 3)
    shown = VARIETY.positions.write(state)
    assert (shown["hands"][0], shown["melds"][0]["cards"], shown["discard"]) == (
        ["3C.0", "3C.1"], ["7C.0", "7C.1", "2D.1=7?"], ["*1.0"],
    )  # fmt: skip


def test_a_two_in_its_own_place_says_so() -> None:
    state = at(["2C KD", "3S"], ("3C 4C 5C 6C",), laid=[True, True])
    assert VARIETY.positions.write(do(state, "0 lay 2C=2C on 0"))["melds"][0]["cards"] == [
        "2C=2C",
        "3C",
        "4C",
        "5C",
        "6C",
    ]


def test_through_the_engine() -> None:
    engine = Engine()
    ask = engine.answer
    deck = [name for name in (f"{r}{s}" for s in "CDHS" for r in "A23456789TJQK") if name not in ("2S", "KS")]
    deck = [*deck[:14], "*1", "2S", "KS", *deck[14:], "*2"]
    first = ask({"cmd": "new", "variant": "crummy", "players": 2, "starter": 1, "deck": deck})["position"]
    assert (first["phase"], first["aside"], first["turn"]) == ("turnup", ["*1", "2S"], 1)
    assert ask({"cmd": "legal", "seat": 1}) == {"actions": []}
    answer = ask({"cmd": "insert", "places": [5, 0]})
    assert (answer["position"]["phase"], answer["position"]["stock"][0]) == ("pickup", "2S")
    assert ask({"cmd": "legal", "seat": 1})["actions"] == ["draw", "take KS"]
    assert ask({"cmd": "perft", "depth": 3})["nodes"] == [1, 2, 10, 32]
    told = ask({"cmd": "apply", "seat": 1, "action": "draw"})
    assert told["events"] == [{"event": "drew", "seat": 1, "card": "2S"}]
    assert ask({"cmd": "new", "variant": "crummy", "players": 3, "seed": 4})["position"]["phase"] == "pickup"
    over = position(["", "5C"], phase="over", out=0, round=1, starter=1, round_scores=[0, 5], scores=[20, 35])
    ask({"cmd": "set", "position": over})
    after = ask({"cmd": "next", "deck": deck})["position"]
    assert (after["phase"], after["round"], after["starter"], after["scores"]) == ("pickup", 2, 0, [20, 35])
