"""Each sentence of basic rummy's rules, one test or more: calls, penalties, declaring, the last melds, points."""

from typing import Any

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import (
    CardTwice,
    GameOver,
    IllegalAction,
    NoCardsLeft,
    NoSuchCall,
    NotAMeld,
    NothingLeftToThrow,
    OwnDoing,
)
from rummynet_protocol.cards import code, full_deck
from rummynet_protocol.notation import parse
from tests.rules.basic import after, by, hand, laid, legal, meld, state
from tests.support.errors import raises
from tests.support.in_notation import claim

RUN = meld("4H 5H 6H", 0)


def refused(at: Any, seat: int, action: str) -> type[Exception]:  # noqa: ANN401
    with pytest.raises(IllegalAction) as caught:
        VARIETY.apply(at, seat, parse(action))
    return caught.type


def thrown(**keys: Any) -> Any:  # noqa: ANN401
    """Three seats; seat 0 has just thrown 3H, which fits a run; it holds one card more."""
    plain = {
        "players": 3, "phase": "play", "hands": [["3H", "KC"], ["2C", "2D"], ["3C", "3D"]], "melds": [RUN],
        "discard": ["TD"], "stock": ["2S", "3S", "4S"],
    }  # fmt: skip
    return after(state(**(plain | keys)), "throw 3H")


# -- calling


def test_any_seat_but_the_one_that_threw_may_call_in_turn_or_not() -> None:
    at = thrown()
    assert at.claims == (claim("rummy lay 3H on 0", 0),)
    assert legal(at, 0) == []
    assert legal(at, 2) == ["rummy lay 3H on 0"]
    assert legal(at, 1) == ["draw", "rummy lay 3H on 0", "take 3H"]
    assert refused(at, 0, "rummy lay 3H on 0") is OwnDoing


def test_a_call_brings_the_card_thrown_and_no_other_action_brings_anything() -> None:
    brings = VARIETY.offers.call_brings
    assert brings(thrown(), parse("rummy lay 3H on 0")) == (code("3H"),)
    for other in ("rummy lay 7H on 0", "rummy lay 2H 3H on 0", "rummy meld 3H 3C 3D", "lay 3H on 0", "draw"):
        assert brings(thrown(), parse(other)) == ()
    assert brings(thrown(discard=[]), parse("rummy lay TD on 0")) == ()


def test_the_caller_plays_this_card_and_takes_nothing_else() -> None:
    called = by(thrown(), 2, "rummy lay 3H on 0")
    assert laid(called) == "3H 4H 5H 6H"
    assert called.melds[0].by == (2, 0, 0, 0)
    assert hand(called, 2) == ["3C", "3D"]
    assert called.discard == (code("TD"),)
    assert (called.claims, called.idle) == ((), 0)


@pytest.mark.parametrize("first", ["draw", "take 3H"])
def test_a_pick_up_closes_the_call(first: str) -> None:
    at = after(thrown(), first)
    assert at.claims == ()
    assert refused(at, 2, "rummy lay 3H on 0") is NoSuchCall


def test_what_becomes_playable_in_the_pile_cannot_be_called() -> None:
    at = after(
        state(phase="play", hands=[["3H", "KC"], ["4H", "5H", "6H", "9D", "9S"]], stock=["2S", "2D"]),
        "throw 3H", "draw", "meld 4H 5H 6H", "throw 9D",
    )  # fmt: skip
    assert at.claims == ()
    top = after(
        state(hands=[["KC", "KD"], ["4H", "5H", "6H", "9D", "9S"]], turn=1, discard=["3H"], stock=["2S"]),
        "draw", "meld 4H 5H 6H",
    )  # fmt: skip
    assert top.claims == ()


# -- the penalty


def test_who_threw_chooses_two_cards_of_the_stock_or_the_pile() -> None:
    called = by(thrown(), 2, "rummy lay 3H on 0")
    assert (called.phase, called.turn, VARIETY.actors(called)) == ("penalty", 0, (0,))
    assert legal(called) == ["penalty draw", "penalty pile"]
    assert legal(called, 1) == []
    drew = after(called, "penalty draw")
    assert (hand(drew, 0), len(drew.stock)) == (["2S", "3S", "KC"], 1)
    assert (drew.turn, drew.phase, drew.pickups) == (1, "pickup", (2, 2, 2))
    pile = after(called, "penalty pile")
    assert (hand(pile, 0), pile.discard, pile.turn) == (["KC", "TD"], (), 1)


@pytest.mark.parametrize(
    ("stock", "pile", "penalties"),
    [
        (["2S"], ["TD"], ["penalty pile"]),
        ([], ["TD"], ["penalty pile"]),
        (["2S", "3S"], [], ["penalty draw"]),
        (["2S"], [], ["penalty draw"]),
    ],
)
def test_the_penalty_is_what_there_is(stock: list[str], pile: list[str], penalties: list[str]) -> None:
    called = by(thrown(stock=stock, discard=pile), 1, "rummy lay 3H on 0")
    assert legal(called) == penalties
    assert called.count(0) + len(stock or pile) >= after(called, penalties[0]).count(0)
    for other in {"penalty draw", "penalty pile"} - set(penalties):
        with raises(NoCardsLeft, "no_cards_left", *penalties):
            VARIETY.apply(called, 0, parse(other))


def test_a_called_last_card_does_not_go_out() -> None:
    waiting = thrown(hands=[["3H"], ["2C", "2D"], ["3C", "3D"]])
    assert waiting.phase == "call"
    paid = after(by(waiting, 1, "rummy lay 3H on 0"), "penalty pile")
    assert (paid.out, paid.phase, paid.turn, hand(paid, 0)) == (None, "pickup", 1, ["TD"])


# -- declaring


DECLARABLE = "2S 3S 4S 5H 6H 7H 9C 9D 9H TC KD".split()


def declarer(**keys: Any) -> Any:  # noqa: ANN401
    plain = {"phase": "play", "hands": [DECLARABLE, ["QS", "3D"]], "options": {"hand": 10}, "stock": ["JC", "JD"]}
    return state(**(plain | keys))


def declared(at: Any) -> list[str]:  # noqa: ANN401
    return [action for action in legal(at) if action.startswith("declare")]


WHOLE = "2S 3S 4S 5H 6H 7H 9C 9D 9H 9S KD".split()
LINE = "declare meld 2S 3S 4S meld 5H 6H 7H meld 9C 9D 9H 9S throw KD"


def test_every_card_is_in_a_meld_but_one_thrown_out() -> None:
    assert declared(declarer()) == []
    at = declarer(hands=[WHOLE, ["QS"]])
    assert declared(at) == [LINE]
    assert refused(at, 0, LINE.removesuffix(" throw KD")) is NotAMeld
    assert refused(at, 0, "declare meld 2S 3S 4S meld 5H 6H 7H throw KD") is NotAMeld


def test_no_card_twice_in_a_declaration() -> None:
    at = declarer(hands=["2S 3S 4S 5S 6S 2H 2D".split(), ["QS"]], options={"hand": 6})
    assert "declare meld 2D 2H 2S meld 3S 4S 5S throw 6S" in declared(at)
    assert refused(at, 0, "declare meld 2D 2H 2S meld 2S 3S 4S throw 6S") is CardTwice


def test_not_after_having_laid_anything_by_own_plays_or_by_a_call() -> None:
    for seats in ([0, 0, 0], [1, 1, 0]):
        at = declarer(hands=[WHOLE, ["QS"]], melds=[meld("AC AD AH", seats)])
        assert declared(at) == []
        assert refused(at, 0, LINE) is IllegalAction
    assert declared(declarer(hands=[WHOLE, ["QS"]], melds=[meld("AC AD AH", 1)])) == [LINE]


def test_where_the_last_card_is_thrown_out_a_declaration_does_so() -> None:
    held = "2S 3S 4S 5H 6H 7H 9C 9D 9H TC JC QC".split()
    free = declarer(hands=[held, ["QS"]], options={"hand": 11}, stock=[])
    strict = declarer(hands=[held, ["QS"]], options={"hand": 11, "discard_to_go_out": True}, stock=[])
    line = "declare meld 2S 3S 4S meld 5H 6H 7H meld 9C 9D 9H meld TC JC QC"
    assert line in declared(free)
    assert line not in declared(strict)
    assert refused(strict, 0, line) is NothingLeftToThrow
    out = after(free, line)
    assert (out.out, out.declared, out.phase) == (0, 0, "final")


def test_a_declaration_that_stands_doubles_what_the_others_hold() -> None:
    over = after(declarer(hands=[WHOLE, ["QS", "3D"]]), LINE, "out", "pass")
    assert (over.out, over.declared, over.round_scores) == (0, 0, (115, -45))


def test_a_called_declaration_counts_for_nothing_but_its_melds_stay() -> None:
    held = "2S 3S 4S 5H 6H 7H 9C 9D 9H 9S 8H".split()
    at = declarer(hands=[held, ["QS", "3D"]])
    waiting = after(at, "declare meld 2S 3S 4S meld 5H 6H 7H meld 9C 9D 9H 9S throw 8H")
    assert (waiting.declared, legal(waiting, 1)) == (0, ["rummy lay 8H on 1"])
    called = by(waiting, 1, "rummy lay 8H on 1")
    assert (called.declared, called.phase, len(called.melds)) == (None, "penalty", 3)
    paid = after(called, "penalty draw")
    assert (hand(paid, 0), paid.turn, paid.out) == (["JC", "JD"], 1, None)
    later = after(
        state(**VARIETY.positions.write(paid) | {"stock": ["2H", "AH"]}), "draw", "throw 3D", "draw", "throw JD"
    )
    assert later.phase == "pickup"
    assert after(later, "take JD", "throw 2H").phase == "pickup"


def test_a_player_whose_declaration_was_called_may_go_out_later() -> None:
    at = state(phase="play", hands=[["JC"], ["3D", "4D"]], melds=[meld("2S 3S 4S")])
    assert after(at, "throw JC", "out").out == 0


ONE_SUIT = "2S 3S 4S 5S 6S 7S 8S 9S TS JS KD".split()


def test_a_declaration_of_one_suit_wins_the_game_whatever_the_totals() -> None:
    at = declarer(hands=[ONE_SUIT, ["QS", "3D"]], scores=[-300, 450])
    waiting = after(at, "declare meld 2S 3S 4S meld 5S 6S 7S 8S 9S TS JS throw KD")
    assert (waiting.phase, waiting.wins_game) == ("call", None)
    over = after(waiting, "out")
    assert (over.phase, over.out, over.wins_game, over.winner, over.finished) == ("over", 0, 0, 0, True)
    assert (over.round_scores, over.scores) == ((115, -45), (-185, 405))
    with pytest.raises(GameOver):
        VARIETY.next_round(over, full_deck())


# -- the last melds


def final(**keys: Any) -> Any:  # noqa: ANN401
    plain = {
        "players": 3, "phase": "play", "hands": [["2C", "2D", "2H"], ["8H", "9C", "9D", "9H"], ["2S"]],
        "melds": [meld("5H 6H 7H", 1)], "stock": ["AC"], "discard": ["KC"],
    }  # fmt: skip
    return after(state(**(plain | keys)), "meld 2C 2D 2H")


def test_every_other_player_may_lay_once_more_clockwise_from_the_one_who_is_out() -> None:
    at = final()
    assert (at.phase, at.turn, at.out) == ("final", 1, 0)
    assert legal(at) == ["lay 8H on 0", "meld 9C 9D 9H", "pass"]
    assert legal(at, 0) == legal(at, 2) == []
    at = after(at, "lay 8H on 0", "meld 9C 9D 9H")
    assert (at.turn, hand(at, 1), legal(at)) == (1, [], ["pass"])
    at = after(at, "pass")
    assert (at.turn, legal(at)) == (2, ["lay 2S on 1", "pass"])
    over = after(at, "pass")
    assert (over.phase, over.out, over.round_scores) == ("over", 0, (25 + 5, 0, -5))


def test_without_final_melds_the_round_is_over_at_once() -> None:
    over = final(options={"final_melds": False})
    assert (over.phase, over.turn, over.round_scores) == ("over", 0, (25 + 5 + 15 + 5, -20, -5))


# -- points


def test_the_worth_of_cards_in_a_hand() -> None:
    held = ["QS", "AC", "KD", "JD", "QC", "TC", "9D", "2H"]
    over = after(state(hands=[held, ["3C"]]), "pass")
    assert over.round_scores == (-(40 + 15 + 10 + 10 + 10 + 10 + 5 + 5), -5)


def test_cards_on_the_table_score_nothing() -> None:
    over = after(state(hands=[["2C"], ["3C"]], melds=[meld("AC AD AH", 0)]), "pass")
    assert over.round_scores == (-5, -5)


def ended(scores: list[int], options: dict[str, object], number: int = 1, players: int = 2) -> Any:  # noqa: ANN401
    """The end of a round in which seat 0 gains 40 and another loses 15."""
    hands: list[list[str]] = [[], ["AC"], ["AD"]][:players]
    at = state(phase="final", out=0, turn=1, hands=hands, scores=scores, options=options, players=players, round=number)
    return after(at, *["pass"] * (players - 1))


@pytest.mark.parametrize(
    ("scores", "winner"), [([460, 0], 0), ([459, 0], None), ([0, 520], 1), ([470, 530], 1), ([460, 514], 0)]
)
def test_the_highest_total_wins_once_the_target_is_reached(scores: list[int], winner: int | None) -> None:
    assert ended(scores, {}).winner == winner


def test_a_tie_goes_to_who_led_before_the_round_and_else_another_is_played() -> None:
    assert ended([460, 515], {}).scores == (500, 500)
    assert ended([460, 515], {}).winner == 1
    tied = after(state(scores=[505, 505]), "pass")
    assert (tied.scores, tied.winner, tied.finished) == ((495, 495), None, False)
    tied = after(state(scores=[510, 510]), "pass")
    assert (tied.scores, tied.winner, tied.finished) == ((500, 500), None, False)
    assert VARIETY.next_round(tied, full_deck())[0].round == 2


def test_a_game_of_a_fixed_number_of_deals() -> None:
    assert ended([600, 0], {"deals": 3}, 2).winner is None
    assert ended([0, 0], {"deals": 3}, 3).winner == 0
    assert ended([-100, -200], {"deals": 3}, 3).winner == 0
    tied = after(state(options={"deals": 1}), "pass")
    assert (tied.winner, tied.scores) == (None, (-10, -10))
    again = VARIETY.next_round(tied, full_deck())[0]
    assert again.round == 2


def test_totals_may_be_negative() -> None:
    assert after(state(), "pass").scores == (-10, -10)


# -- what is told


def test_events() -> None:
    def names(at: Any, seat: int, action: str) -> list[str]:  # noqa: ANN401
        return [type(event).__name__ for event in VARIETY.apply(at, seat, parse(action))[1]]

    assert names(thrown(), 2, "rummy lay 3H on 0") == ["CalledRummy", "LaidOff"]
    called = by(thrown(), 2, "rummy lay 3H on 0")
    assert names(called, 0, "penalty draw") == ["Chose", "Drew", "Drew"]
    assert names(called, 0, "penalty pile") == ["Chose", "Took"]
    assert names(state(discard=["2S", "3S"]), 0, "turn") == ["TurnedOver", "TurnedUp"]
    assert names(declarer(hands=[WHOLE, ["QS"]]), 0, LINE) == ["Declared", *["LaidDown"] * 3, "ThrewOut"]
    assert names(after(declarer(hands=[WHOLE, ["QS"]]), LINE), 0, "out") == ["WentOut"]
    assert names(state(phase="final", out=1, hands=[["2C"], []]), 0, "pass") == ["Passed", "RoundEnded"]
    told = VARIETY.presentation.facts(after(declarer(hands=[WHOLE, ["QS"]]), LINE))
    assert any(fact.startswith("seat 0 has declared") for fact in told)
