"""What people are told of a position beside the cards, and what the host waits for."""

from typing import Any

import pytest

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer
from rummynet.rules.varieties import variety
from rummynet_protocol.actions import CloseCall
from rummynet_protocol.cards import code
from rummynet_protocol.notation import parse
from rummynet_protocol.values import replace
from tests.support.errors import raises
from tests.support.rows import at


def facts(state: State) -> str:
    return "; ".join(variety(state.variety).presentation.facts(state))


# -- what people are told


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"false_call_points": 10, "false_call_cards": 2}, "costs 10 points and 2 cards"),
        ({"false_call_cards": 2}, "costs 2 cards"),
        ({"lapse_seconds": 0}, "a rummy can be called only until the next player picks up"),
    ],
)
def test_what_the_options_of_rummies_change(options: dict[str, Any], says: str) -> None:
    assert says in facts(at("keilty", hands=["2D", "4H"], options=options))
    assert says not in facts(at("keilty", hands=["2D", "4H"]))


def test_what_false_calls_cost_so_far() -> None:
    called = at("keilty", "1 rummy meld KC KD KH", hands=["2D", "4H"], options={"false_call_points": 10})
    assert "has called falsely 1 time: 10 points less" in facts(called)


def test_runs_that_go_on_past_the_ace_and_who_has_declared() -> None:
    around = at("basic", hands=["2D", "4H"], options={"around_the_corner": True})
    says = "runs go on past the ace here"
    assert says in facts(around) and says not in facts(at("basic", hands=["2D", "4H"]))
    declared = at("basic", "0 declare meld 9C 9D 9H throw KD", hands=["9C 9D 9H KD", "2D"], phase="play",
                  pickups=[2, 2], options={"hand": 3})  # fmt: skip
    assert "seat 0 has declared" in facts(declared)


def test_the_rule_of_the_moment_says_that_nobody_goes_out_in_the_first_turn() -> None:
    moment = variety("basic").presentation.rule_of_the_moment
    keys = {"hands": ["2D 3C", "4H"], "phase": "play"}
    for seat, picked, says in ((0, 1, True), (0, 2, False), (None, 2, True)):
        told = "; ".join(moment(at("basic", **keys, pickups=[picked, 0]), seat, True))
        assert ("you cannot go out in it" in told) is says


def test_over_which_sets_runs_go_on_and_how_often_the_pile_is_turned_over() -> None:
    says = "a gap over {} is allowed here"
    told = facts(at("basic", hands=["2D", "4C"], melds=["5H 6H 7H", "8C 8D 8H", "9C 9D 9S", "2C 2H 2S"]))
    assert says.format("8C 8D 8H") in told and says.format("9C 9D 9S") not in told and says.format("2C") not in told
    assert says.format("AC AD AH") in facts(at("basic", hands=["2D", "4D"], melds=["2C 3C 4C", "AC AD AH"]))
    for turned, times in ((3, "no more"), (2, "once more"), (1, "2 more times")):
        assert f"the pile can be turned over {times}" in facts(at("basic", hands=["2D", "4H"], turned=turned))
    assert "turned over" not in facts(at("basic", hands=["2D", "4H"]))


VEGAS = {"decks": 1, "wild": "7", "phase": "play"}


def test_of_the_pot_of_who_has_to_decide_and_on_what_terms_one_comes_in() -> None:
    keys = VEGAS | {"hands": ["2D", "KC", "KD AD", "3C"], "scores": [0, 95, 20, 30], "paid": [1, 1, 2, 1]}
    state = at("vegas", **keys)
    assert "7s and jokers are wild; 100 points put a player out; pot 5 chips:" in facts(state)
    assert "pot 5 chips: seat 2 paid 2, seat 0, seat 1 and seat 3 paid 1 each" in facts(state)
    assert "coming in before the next round: 1 chip, from 95 points" in facts(state)
    assert "pot 4 chips: everybody paid 1" in facts(replace(state, paid=(1, 1, 1, 1)))
    state = at("vegas", "0 throw 2D", **keys)
    assert "seat 2 says how many of their aces count 13, of 1" in facts(state) and "coming in" not in facts(state)
    state = at("vegas", "0 throw 2D", "2 aces 0", **keys)
    assert "seat 1 is out: they buy in for 1 chip and go on with 33 points, or decline" in facts(state)
    assert "coming in" not in facts(state), "not before it is settled who plays on"
    pot = "pot 6 chips: seat 1 and seat 2 paid 2 each, seat 0 and seat 3 paid 1 each"
    bought, declined = (at("vegas", "0 throw 2D", "2 aces 0", f"1 {choice}", **keys) for choice in ("buy", "decline"))
    assert f"{pot}; coming in before the next round: 1 chip, from 33" in facts(bought)
    assert "seat 1 sits out; pot 5 chips" in facts(declined)


def test_the_places_and_what_they_win() -> None:
    end = VEGAS | {"hands": ["2D", "KC", "3C"], "scores": [0, 95, 97]}
    assert "places: 1. seat 0, 2. seat 2, 3. seat 1; of the pot seat 0 gets 7, seat 2 gets 3" in facts(
        at("vegas", "0 throw 2D", **end, paid=[2, 4, 4])
    )
    friendly = end | {"paid": [0, 0, 0], "options": {"buy_in": 0}}
    assert "100 points put a player out; nobody pays into the pot; coming in" in facts(at("vegas", **friendly))
    told = facts(at("vegas", "0 throw 2D", **friendly))
    assert "places: 1. seat 0" in told and "gets" not in told


@pytest.mark.parametrize(
    ("refused", "keys", "action", "says"),
    [
        (
            "illegal",
            {"phase": "pickup", "hands": ["9H KD", "2S"], "discard": "4C", "takes": 4},
            "take 4C",
            "has to draw",
        ),
        ("does_not_fit", {"hands": ["7H KD", "2S"], "melds": ["9C 9D *1=9?"]}, "lay 7H=9? on 0", "one card"),
    ],
)
def test_a_refusal_says_what_is_due(refused: str, keys: dict[str, Any], action: str, says: str) -> None:
    with raises(IllegalAction, refused, says):
        at("vegas", f"0 {action}", **VEGAS | keys)


# -- calls and offers, for the host


@pytest.mark.parametrize(("seconds", "keeps"), [(None, False), (0, False), (1, True)])
def test_only_a_table_where_rummies_lapse_later_keeps_actions_back(seconds: int | None, keeps: bool) -> None:
    game = variety("keilty")
    assert game.offers.keeps_actions(game.resolve({"lapse_seconds": seconds})) is keeps


def test_a_call_brings_the_card_thrown_and_no_other_action_brings_anything() -> None:
    keys = {"hands": ["3H KC", "2C 2D"], "phase": "play", "pickups": [2, 2], "stock": "2S"}
    thrown = at("basic", "0 throw 3H", **keys, melds=["4H 5H 6H"], discard="TD")
    brings = variety("basic").offers.call_brings
    assert brings(thrown, parse("rummy lay 3H on 0")) == (code("3H"),)
    for other in ("rummy lay 7H on 0", "rummy lay 2H 3H on 0", "rummy meld 3H 3C 3D", "lay 3H on 0", "draw"):
        assert brings(thrown, parse(other)) == ()


def test_a_rummy_brings_the_pile_from_its_lowest_card_up() -> None:
    lying = at("keilty", hands=["2D", "4H"], discard="9C 5S 7S JD 6S")
    brings = variety("keilty").offers.call_brings
    assert brings(lying, parse("rummy meld 5S 6S 7S")) == tuple(map(code, ("5S", "7S", "JD", "6S")))
    assert brings(lying, parse("rummy lay 6S on 0")) == (code("6S"),)
    assert brings(lying, parse("rummy meld 6S 7S 8S")) == brings(lying, parse("draw")) == ()


def test_how_long_a_throw_out_can_be_called() -> None:
    game = variety("basic")
    waiting = at("basic", "0 throw 2C", hands=["2C", "KD"], phase="play", pickups=[2, 2])
    assert game.timers(waiting) == [Timer(0, CloseCall(), 3, "rule")] and game.offers.holds(waiting) == 3
    dealt, _ = game.deal(game.resolve({}), 3, 2, game.deck(game.resolve({}), None, 3))
    assert dealt.claims == () and game.offers.holds(dealt) == 0


def test_who_may_answer_an_offer_before_being_asked() -> None:
    early = variety("crummy").offers.offer_early
    keys = {"hands": ["3C.0 3D.0", "4C.0 4D.0", "5C.0 5D.0"], "discard": "9C.0 KD.0", "stock": "8C.0 9H.0 TD.0",
            "turn": 1, "round": 1}  # fmt: skip
    assert early(at("crummy", **keys)) == ()
    assert early(at("crummy", "1 draw", **keys)) == (0,)
    assert early(at("crummy", "1 draw", "2 waive", **keys)) == ()


def test_what_may_be_aimed_at_an_older_position() -> None:
    offers = {name: variety(name).offers for name in ("joker", "crummy", "keilty")}
    assert not offers["joker"].out_of_turn(parse("rummy lay 8H on 0"))
    assert offers["crummy"].out_of_turn(parse("want 9C")) and offers["crummy"].out_of_turn(parse("waive"))
    assert offers["keilty"].out_of_turn(parse("rummy lay 8H on 0"))
    assert not any(one.out_of_turn(parse("draw")) for one in offers.values())
