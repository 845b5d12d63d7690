"""A turn: picking up, laying, throwing out; each row of the rules page."""

import pytest

from rummynet.rules.core.errors import (
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    CardTwice,
    DoesNotFit,
    IllegalAction,
    NeedsShuffle,
    NoCardsLeft,
    NotAMeld,
    NothingLeftToThrow,
    WrongOrder,
    WrongPhase,
)
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.events import Drew, LaidDown, LaidOff, ThrewOut, Took
from tests.support.errors import raises
from tests.support.keilty_play import apply_step, at, do, hand, legal, pile, table


def refused(kind: type[IllegalAction], named: object, hands: list[str], step: str, **more: object) -> None:
    state = at(hands, **more)  # type: ignore[arg-type]
    with raises(kind, kind.code, named):
        do(state, step)


# -- picking up


def test_a_draw_takes_the_top_of_the_stock() -> None:
    state, happened = apply_step(at(["2C 3D", "4H"], "9C", stock="KD QD"), "0 draw")
    assert hand(state, 0) == {"2C", "3D", "KD"} and state.stock == (cards.code("QD"),)
    assert state.phase == "play" and happened == (Drew(0, "KD"),)


def test_a_taken_card_is_laid_at_once_and_all_above_it_come_along() -> None:
    before = at(["5S 7S 2D", "4H"], "9C 6S KD 3H")
    state, happened = apply_step(before, "0 take 6S meld 5S 6S 7S")
    assert hand(state, 0) == {"2D", "KD", "3H"} and pile(state) == ["9C"] and table(state) == ["5S 6S 7S"]
    assert happened == (Took(0, ("6S", "KD", "3H")), LaidDown(0, 0, ("5S", "6S", "7S")))


def test_a_take_may_use_cards_that_come_along() -> None:
    state = do(at(["5S 2D", "4H"], "9C 6S KD 7S"), "0 take 6S meld 5S 6S 7S")
    assert hand(state, 0) == {"2D", "KD"}


def test_a_card_is_taken_for_use_only() -> None:
    refused(CardNotUsed, "5D", ["2D 9C", "4S"], "0 take 5D", discard="5D")
    refused(CardNotUsed, "'take 5D meld 5C 5D 5H'", ["2D 5C 5H", "4S"], "0 take 5D", discard="5D")
    refused(CardNotUsed, "KD", ["5C 5D 5H 9C", "4S"], "0 take KD meld 5C 5D 5H", discard="KD")
    refused(CardNotUsed, "KD", ["5C 5D", "4S"], "0 take KD trade KD for *1", discard="KD")


def test_a_take_has_to_leave_a_card_to_throw_out() -> None:
    refused(NothingLeftToThrow, "5D", ["5C 5H", "4S"], "0 take 5D meld 5C 5D 5H", discard="9C 5D")
    refused(CardNotUsed, "5D", ["5C 5H", "4S"], "0 take 5D", discard="9C 5D")
    assert legal(at(["5C 5H", "4S"], "9C 5D", stock="2C"), 0) == ["draw"]
    assert legal(at(["5C 5H", "4S"], "5D 9C", stock="2C"), 0) == ["draw", "take 5D meld 5C 5D 5H"]


def test_what_is_not_in_the_pile_cannot_be_taken() -> None:
    refused(CardNotInPile, "8D", ["5C 5H", "4S"], "0 take 8D meld 5C 5H 8D", discard="5D")
    refused(CardNotInPile, "*1", ["5C 5H", "4S"], "0 take *1", discard="5D")
    refused(CardNotHeld, "5H", ["5C 2H", "4S 5H"], "0 take 5D meld 5C 5D 5H", discard="5D 9D")


def test_one_picks_up_once_and_first() -> None:
    refused(WrongPhase, "pick up", ["5C 5H", "4S"], "0 throw 5C")
    refused(WrongPhase, "pick up", ["5C 5H 5S 2D", "4S"], "0 meld 5C 5H 5S")
    refused(WrongPhase, "picked up", ["5C 5H", "4S"], "0 draw", phase="play")
    refused(WrongPhase, "picked up", ["5C 5H 2D", "4S"], "0 take 5D meld 5C 5D 5H", discard="5D", phase="play")


# -- plays


@pytest.mark.parametrize(
    "meld", ["JH QH KH", "5C 5D 5S", "5C 5D 5H 5S", "AS 2S 3S", "QS KS AS", "4D 5D 6D 7D 8D 9D TD"]
)
def test_melds(meld: str) -> None:
    state, happened = apply_step(at([meld + " 2C", "9H"], phase="play"), f"0 meld {meld}")
    assert table(state) == [meld] and hand(state, 0) == {"2C"} and happened == (LaidDown(0, 0, tuple(meld.split())),)
    assert state.melds[0].by == (0,) * len(meld.split()) and state.phase == "play"


@pytest.mark.parametrize(
    "meld", ["KH AH 2H", "QH KH AH 2H", "5C 5D", "5C 6C", "5C 6D 7C", "5C 5D 6C", "5C 7C 8C", "AH KH 2H"]
)
def test_what_is_no_meld(meld: str) -> None:
    state = at([meld + " 9S", "9H"], phase="play")
    assert f"meld {meld}" not in legal(state, 0)
    with raises(NotAMeld, "not_a_meld"):
        do(state, f"0 meld {meld}")


def test_the_longest_run_has_thirteen_cards_and_its_ace_is_low() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    state = at([suit + " 2C", "9H"], phase="play")
    assert f"meld {suit}" in legal(state, 0)
    high = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    with raises(WrongOrder, "wrong_order", f"'meld {suit}'"):
        do(state, f"0 meld {high}")
    with raises(CardTwice, "card_twice", "AS"):
        do(state, f"0 meld {suit} AS")


def test_a_play_has_to_leave_a_card_to_throw_out() -> None:
    refused(NothingLeftToThrow, "", ["JH QH KH", "5S"], "0 meld JH QH KH", phase="play")
    refused(
        NothingLeftToThrow,
        "no card to throw out",
        ["6H", "5S"],
        "0 lay 6H on 0",
        phase="play",
        table=("3H 4H 5H",),
    )
    assert legal(at(["JH QH KH", "5S"], phase="play"), 0) == ["throw JH", "throw KH", "throw QH"]


@pytest.mark.parametrize(
    ("card", "before", "after", "by"),
    [
        ("6H", "3H 4H 5H", "3H 4H 5H 6H", (1, 1, 1, 0)),
        ("2H", "3H 4H 5H", "2H 3H 4H 5H", (0, 1, 1, 1)),
        ("AH", "2H 3H 4H", "AH 2H 3H 4H", (0, 1, 1, 1)),
        ("AH", "JH QH KH", "JH QH KH AH", (1, 1, 1, 0)),
        ("5H", "5C 5D 5S", "5C 5D 5H 5S", (1, 1, 0, 1)),
        ("5C", "5D 5H 5S", "5C 5D 5H 5S", (0, 1, 1, 1)),
    ],
)
def test_lay_offs_on_anybodys_meld_belong_to_who_lays_them(
    card: str, before: str, after: str, by: tuple[int, ...]
) -> None:
    state = at([f"{card} 9C", "TS"], table=(f"{before} by 1 1 1",), phase="play")
    assert f"lay {card} on 0" in legal(state, 0)
    laid, happened = apply_step(state, f"0 lay {card} on 0")
    assert table(laid) == [after] and laid.melds[0].by == by and happened == (LaidOff(0, 0, (card,)),)


def test_full_melds_and_melds_that_are_not_there() -> None:
    full = "5C 5D 5H 5S"
    refused(DoesNotFit, full, ["6H 9C", "TS"], "0 lay 6H on 0", table=(full,), phase="play")
    refused(DoesNotFit, "0 to 0", ["6H 9C", "TS"], "0 lay 6H on 1", table=(full,), phase="play")
    refused(DoesNotFit, "meld 0", ["6H 9C", "TS"], "0 lay 6H on 0", phase="play")


def test_any_number_of_plays_in_a_turn_and_melds_are_numbered_as_laid() -> None:
    state = at(["6H 9C 9D 9H JS QS KS 2D", "TS"], table=("3H 4H 5H",), phase="play")
    state = do(state, "0 meld JS QS KS", "0 lay 6H on 0", "0 meld 9C 9D 9H")
    assert table(state) == ["3H 4H 5H 6H", "JS QS KS", "9C 9D 9H"] and hand(state, 0) == {"2D"}


# -- throwing out


def test_any_card_may_be_thrown_out_also_one_just_picked_up() -> None:
    state = do(at(["5S 7S 2D", "4H"], "6S KD"), "0 take 6S meld 5S 6S 7S")
    after, happened = apply_step(state, "0 throw KD")
    assert pile(after) == ["KD"] and after.turn == 1 and after.phase == "pickup" and happened == (ThrewOut(0, "KD"),)
    drawn = do(at(["5S", "4H"], "6S", stock="2C 3C"), "0 draw", "0 throw 2C")
    assert pile(drawn) == ["6S", "2C"]


# -- an empty stock


def test_a_draw_from_an_empty_stock_waits_for_a_shuffle() -> None:
    state = at(["2D 9S", "4H"], "6S KD 3C", stock="")
    assert "draw" in legal(state, 0) and VARIETY.chance.reshuffle_cards(state) == sorted(map(cards.code, ["6S", "KD"]))
    with pytest.raises(NeedsShuffle):
        do(state, "0 draw")
    fresh, happened = VARIETY.chance.reshuffle(state, [cards.code("6S"), cards.code("KD")])
    assert pile(fresh) == ["3C"] and fresh.reshuffles == 1 and len(happened) == 1
    assert hand(do(fresh, "0 draw"), 0) == {"2D", "9S", "6S"}


def test_the_pile_stays_spread_until_somebody_draws() -> None:
    state = do(at(["2D 9S", "5S 7S 2C"], "6S KD 3C", stock="8H", phase="pickup"), "0 draw", "0 throw 9S")
    assert state.stock == () and "take 6S meld 5S 6S 7S" in legal(state, 1)


@pytest.mark.parametrize(
    ("discard", "limit", "reshuffles"), [("6S", 10, 0), ("", 10, 0), ("6S KD 3C", 0, 0), ("6S KD 3C", 2, 2)]
)
def test_where_nothing_can_be_drawn_or_taken_the_round_is_passed_and_blocked(
    discard: str, limit: int, reshuffles: int
) -> None:
    options = {"reshuffle_limit": limit}
    state = at(["2D 9S", "4H"], discard, stock="", options=options, reshuffles=reshuffles)
    assert legal(state, 0) == ["pass"] and VARIETY.chance.reshuffle_cards(state) is None
    with pytest.raises(NoCardsLeft):
        do(state, "0 draw")
    with pytest.raises(IllegalAction):
        VARIETY.chance.reshuffle(state, list(state.discard[:-1]))
    over = do(state, "0 pass")
    assert over.phase == "over" and over.out is None and over.round_scores == (-10, -5)
