"""Basic rummy where a false call has its price (options ``false_call_points`` and ``false_call_cards``)."""

from random import Random
from typing import Any

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.errors import IllegalAction, NoSuchCall, OwnDoing
from rummynet.rules.core.state import Claim, State
from rummynet_protocol.notation import parse
from tests.rules.basic import after, by, hand, meld, state
from tests.support.basic_positions import play_round
from tests.support.errors import raises

OPTIONS = {"false_call_points": 10, "false_call_cards": 2, "discard_to_go_out": True}


def thrown(card: str = "3H", **keys: Any) -> BasicState:  # noqa: ANN401
    """Three seats; seat 0 has just thrown the card, onto TD; 4H 5H 6H lie on the table."""
    plain = {
        "players": 3, "phase": "play", "hands": [[card, "KC"], ["2C", "2D"], ["3C", "3D"]], "melds": [meld("4H 5H 6H")],
        "discard": ["TD"], "stock": ["2S", "3S", "4S"], "options": OPTIONS,
    }  # fmt: skip
    return after(state(**(plain | keys)), f"throw {card}")


@pytest.mark.parametrize("call", ["rummy lay TD on 0", "rummy lay 9S on 0", "rummy lay 3H on 1", "rummy meld 2H 3H 4H"])
def test_another_card_than_the_top_or_a_meld_that_it_does_not_fit(call: str) -> None:
    paid = by(thrown(), 2, call)
    assert hand(paid, 2) == ["2S", "3C", "3D", "3S"] and paid.false_calls == (0, 0, 1)
    assert (paid.turn, paid.phase, paid.pickups, paid.idle) == (1, "pickup", (2, 2, 2), 0)
    assert paid.claims == thrown().claims
    with raises(NoSuchCall, "no_such_call"):
        by(thrown(options={}), 2, call)


def test_a_card_that_fits_nothing_may_be_called_by_its_thrower_too_and_costs_it() -> None:
    assert by(thrown("9S"), 0, "rummy lay 9S on 0").false_calls == (1, 0, 0)


def test_what_fits_is_never_false() -> None:
    with raises(OwnDoing, "own_doing"):
        by(thrown(), 0, "rummy lay 3H on 0")
    turned_up = state(discard=["3H"], melds=[meld("4H 5H 6H")], stock=["2S"], options=OPTIONS)
    with raises(NoSuchCall, "no_such_call"):
        by(turned_up, 1, "rummy lay 3H on 0")


def test_at_another_time_nobody_pays() -> None:
    for at in (after(thrown(), "draw"), by(thrown(), 2, "rummy lay 3H on 0")):
        with raises(NoSuchCall, "no_such_call", "until the next player picks up"):
            by(at, 2, "rummy lay 9S on 0")


def test_while_a_last_card_waits_all_others_may_call_falsely_but_not_who_threw_it() -> None:
    waits = thrown("9S", hands=[["9S"], ["2C", "2D"], ["3C", "3D"]])
    assert waits.phase == "call"
    paid = by(waits, 1, "rummy lay 9S on 0")
    assert (paid.phase, paid.turn, paid.false_calls) == ("call", 0, (0, 1, 0)) and len(hand(paid, 1)) == 4
    with pytest.raises(IllegalAction):
        by(waits, 0, "rummy lay 9S on 0")
    assert after(paid, "out").out == 0


def test_a_call_that_was_right_is_stale_before_it_can_be_false() -> None:
    """As in Keilty: so nobody pays for being late."""
    rng, compared, brings = Random(7), 0, VARIETY.offers.call_brings
    while compared < 100:
        right: list[tuple[State, Claim]] = []
        for at, _, _, _ in play_round(rng, 3, **OPTIONS):
            right += [(at, claim) for claim in at.claims]
            for seen, claim in right:
                if VARIETY.offers.is_false_call(at, (claim.by + 1) % 3, claim.action):
                    assert brings(seen, claim.action) != brings(at, claim.action)
                    compared += 1


def test_points_of_the_round_also_of_who_is_out() -> None:
    at = thrown("9S", hands=[["9S"], ["2C"], ["3C"]], options={**OPTIONS, "final_melds": False}, false_calls=[2, 1, 0])
    over = after(at, "out")
    assert over.round_scores == (5 + 5 + 25 - 20, -5 - 10, -5)
    assert VARIETY.positions.read(VARIETY.positions.write(over)) == over


def test_whoever_has_drawn_for_a_false_call_holds_too_many_to_declare() -> None:
    whole = [["2S", "3S", "4S", "9C", "9D", "9H", "KD"], ["2C"], ["3C", "3D"]]
    options = {"false_call_cards": 1, "hand": 6}
    at = state(players=3, phase="pickup", hands=[whole[0][:-1], *whole[1:]], stock=["KD", "8D", "8S"], discard=["TD"],
               options=options)  # fmt: skip
    declares = "declare meld 2S 3S 4S meld 9C 9D 9H throw KD"
    assert VARIETY.is_legal(after(at, "draw"), 0, parse(declares))
    paid = by(at, 0, "rummy lay TD on 0")
    assert not VARIETY.is_legal(after(paid, "draw"), 0, parse(declares.replace("KD", "8D")))
