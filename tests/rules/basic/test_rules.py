"""Each sentence of basic rummy's rules, one test or more: the deal, the turn, lay-offs over sets."""

from typing import Any

import pytest

from rummynet.engine import Engine
from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.melds import ends
from rummynet.rules.core.errors import (
    BadDeck,
    BadOption,
    BadSeats,
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    DoesNotFit,
    IllegalAction,
    NoCardsLeft,
    NotAMeld,
    NothingLeftToThrow,
    NotInThisGame,
    NotYourTurn,
    OneAtATime,
    WrongPhase,
)
from rummynet.rules.core.variety import Timer
from rummynet_protocol.actions import CloseCall
from rummynet_protocol.cards import code, face, full_deck
from rummynet_protocol.notation import parse
from tests.rules.basic import after, hand, laid, legal, meld, plays, state

DECK = full_deck()


def codes(text: str) -> list[int]:
    return [code(word) for word in text.split()]


def refused(at: Any, action: str, seat: int | None = None) -> type[Exception]:  # noqa: ANN401
    with pytest.raises(IllegalAction) as caught:
        VARIETY.apply(at, at.turn if seat is None else seat, parse(action))
    return caught.type


# -- cards, seats, options


def test_the_deck_is_52_cards() -> None:
    assert VARIETY.deck(VARIETY.resolve({}), None, 4) == list(range(52))


@pytest.mark.parametrize(("players", "size"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_the_hand_goes_by_the_number_of_players(players: int, size: int) -> None:
    at, _ = VARIETY.deal(VARIETY.resolve({}), players, 0, DECK)
    assert [at.count(seat) for seat in range(players)] == [size] * players
    assert len(at.stock) == 52 - players * size - 1


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(BadSeats):
        VARIETY.deal(VARIETY.resolve({}), players, 0, DECK)


def test_options_and_their_defaults() -> None:
    assert dict(VARIETY.resolve({})) == {
        "target": 500, "deals": 0, "hand": 0, "discard_to_go_out": False, "final_melds": True, "turn_limit": 3,
        "call_seconds": 3, "first_dealer": "draw", "turn_seconds": 0, "voids": 3,
        "idle_seconds": 180, "break_seconds": 30, "hints": False, "deck": "plain", "escrow": True,
        "rummy_hints": False, "cooldown_seconds": 3,
    }  # fmt: skip


def test_at_most_48_cards_are_dealt() -> None:
    VARIETY.check(VARIETY.resolve({"hand": 12}), 4)
    with pytest.raises(BadOption):
        VARIETY.check(VARIETY.resolve({"hand": 13}), 4)


# -- who deals first


def drawn(players: int, deck: str) -> tuple[list[tuple[int, str]], int]:
    rest = [card for card in DECK if card not in codes(deck)]
    draws, dealer = VARIETY.first_starter.from_cards(players, codes(deck) + rest)
    return [(seat, face(card)) for seat, card in draws], dealer


def test_the_lowest_card_deals() -> None:
    assert drawn(3, "7H 2C 9D") == ([(0, "7H"), (1, "2C"), (2, "9D")], 1)


def test_the_ace_is_high_when_drawing_for_the_deal() -> None:
    assert drawn(2, "AC KD")[1] == 1


def test_who_tie_for_lowest_draw_again_in_seat_order() -> None:
    draws, dealer = drawn(4, "3H 9C 3D 3S KC 5H KD 4C")
    assert draws == [(0, "3H"), (1, "9C"), (2, "3D"), (3, "3S"), (0, "KC"), (2, "5H"), (3, "KD")]
    assert dealer == 2
    assert drawn(4, "3H 9C 3D 3S 5C 5H KD 4C 2S") == (
        [(0, "3H"), (1, "9C"), (2, "3D"), (3, "3S"), (0, "5C"), (2, "5H"), (3, "KD"), (0, "4C"), (2, "2S")],
        2,
    )


def test_where_the_cards_do_not_suffice_the_lowest_seat_of_the_tied_deals() -> None:
    assert VARIETY.first_starter.from_cards(3, codes("KC 2C 2D 5H")) == (list(enumerate(codes("KC 2C 2D"))), 1)
    assert VARIETY.first_starter.from_cards(3, codes("KC 2C 2D 5H 4H"))[1] == 2


def test_a_draw_for_the_deal_needs_cards_that_exist_once() -> None:
    for deck in (codes("2C"), codes("2C 2C"), [52, 53]):
        with pytest.raises(BadDeck):
            VARIETY.first_starter.from_cards(2, deck)
    with pytest.raises(BadSeats):
        VARIETY.first_starter.from_cards(7, DECK)


def test_the_seat_after_the_dealer_begins() -> None:
    assert VARIETY.first_starter.draws_cards
    assert [VARIETY.first_starter.from_seat(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert VARIETY.first_starter.named(VARIETY.resolve({}), 3) is None
    assert VARIETY.first_starter.named(VARIETY.resolve({"first_dealer": 2}), 3) == 0


def test_the_deal_moves_one_seat_clockwise() -> None:
    over = after(state(hands=[["2C"], ["3C"]], starter=1), "pass")
    fresh, _ = VARIETY.next_round(over, DECK)
    assert (fresh.starter, fresh.turn, fresh.round, fresh.scores) == (0, 0, 2, (-5, -5))
    assert VARIETY.positions.write(fresh)["pickups"] == [0, 0]


def test_cards_are_dealt_one_at_a_time_from_the_starter_and_one_is_turned_up() -> None:
    at, told = VARIETY.deal(VARIETY.resolve({}), 3, 2, DECK)
    assert [at.hands[seat] >> card & 1 for seat, card in ((2, 0), (0, 1), (1, 2), (2, 3))] == [1] * 4
    assert (at.discard, at.stock[0], at.turn) == ((21,), 22, 2)
    assert [type(event).__name__ for event in told] == ["Dealt", "TurnedUp"]


def test_nobody_threw_the_first_card_so_nobody_can_call_it() -> None:
    at, _ = VARIETY.deal(VARIETY.resolve({}), 3, 2, DECK)
    assert at.claims == () and VARIETY.offers.holds(at) == 0


# -- picking up


def test_draw_or_take_the_top_without_any_duty() -> None:
    at = state(stock=["9C"], discard=["KS", "4H"])
    assert legal(at) == ["draw", "take 4H"]
    taken = after(at, "take 4H")
    assert (hand(taken, 0), taken.taken, taken.idle, taken.pickups) == (["2C", "3D", "4H"], code("4H"), 1, (3, 2))
    assert after(taken, "throw 2C").taken is None


def test_the_card_taken_alone_may_not_be_thrown_out_in_this_turn_but_in_the_next() -> None:
    at = after(state(stock=["9C", "9D"], discard=["4H"]), "take 4H")
    assert refused(at, "throw 4H") is IllegalAction
    later = after(at, "throw 2C", "draw", "throw 9C", "draw")
    assert "throw 4H" in legal(later)


def test_a_card_drawn_may_be_thrown_out_in_the_same_turn() -> None:
    assert "throw 9C" in legal(after(state(stock=["9C"]), "draw"))


def test_a_deeper_card_is_taken_with_all_above_it_and_used_at_once() -> None:
    at = state(discard=["2S", "4H", "9D", "KS"], hands=[["4C", "4D", "7C"], ["6D"]], stock=["9C"])
    assert refused(at, "take 4H") is CardNotUsed
    assert refused(at, "take 9D meld 4C 4D 4H") is CardNotUsed
    assert refused(at, "take 3H lay 3H on 0") is CardNotInPile
    took = after(at, "take 4H meld 4C 4D 4H")
    assert (hand(took, 0), took.discard, took.taken, took.idle) == (["7C", "9D", "KS"], (code("2S"),), None, 0)
    assert {"throw 7C", "throw 9D", "throw KS"} <= set(legal(took))


def test_a_deep_take_lays_off_exactly_as_far_as_its_card() -> None:
    at = state(discard=["9H", "TH"], hands=[["8H", "2C"], ["6D"]], melds=[meld("5H 6H 7H")], stock=["9C"])
    assert legal(at) == ["draw", "take 9H lay 8H 9H on 0", "take 9H meld 8H 9H TH", "take TH"]
    assert refused(at, "take 9H lay 8H 9H TH on 0") is CardNotUsed
    assert refused(at, "take 9H lay 9H on 0") is DoesNotFit
    assert refused(at, "take 9H trade 9H for *1") is NotInThisGame


def test_a_draw_never_makes_a_new_stock() -> None:
    at = state(discard=["9C", "TC"])
    assert refused(at, "draw") is NoCardsLeft
    assert VARIETY.chance.reshuffle_cards(at) is None
    with pytest.raises(IllegalAction):
        VARIETY.chance.reshuffle(at, codes("9C"))


def test_turning_over_needs_an_empty_stock_two_cards_and_a_turn_left() -> None:
    assert refused(state(stock=["9C"], discard=["2S", "3S"]), "turn") is NoCardsLeft
    assert refused(state(discard=["2S"]), "turn") is NoCardsLeft
    assert refused(state(discard=["2S", "3S"], turned=3), "turn") is NoCardsLeft
    assert legal(state(discard=["2S", "3S"], options={"turn_limit": 0})) == ["take 3S"]


def test_a_turned_stock_is_public_and_is_no_pick_up() -> None:
    at = after(state(discard=["2S", "3S", "4S"]), "turn")
    assert (at.pickups, at.phase, at.stock) == ((2, 2), "pickup", tuple(codes("3S 4S")))
    blind = VARIETY.positions.read(VARIETY.positions.write(at) | {"hands": [[None], [None]]})
    known, told = VARIETY.apply(blind, 0, parse("draw"))
    assert known.hands[0] == 1 << code("3S")
    assert told[0].card == "3S"  # type: ignore[union-attr]


# -- plays


@pytest.mark.parametrize("cards", ["5C 5D", "QS KS AS 2S", "KS AS 2S", "5C 6D 7C", "5D 5C 5H", "7C 6C 5C", "5C 5C 5D"])
def test_what_is_no_meld(cards: str) -> None:
    held = [["5C", "5D", "5H", "6C", "6D", "7C", "QS", "KS", "AS", "2S", "3S"], ["9D"]]
    assert refused(state(phase="play", hands=held), f"meld {cards}") is NotAMeld


def test_melding_is_optional_and_many_plays_fit_in_a_turn() -> None:
    at = state(phase="play", hands=["5C 5D 5S 5H 2C 3C 4C KD".split(), ["6D"]])
    assert "throw KD" in legal(at)
    at = after(at, "meld 5C 5D 5S", "meld 2C 3C 4C", "lay 5H on 0")
    assert (at.turn, at.phase, hand(at, 0)) == (0, "play", ["KD"])


def test_lay_offs_on_own_and_others_melds_one_card_at_a_time() -> None:
    at = state(phase="play", hands=[["8H", "9H", "5S", "2C"], ["9D"]], melds=[meld("5H 6H 7H", 1)])
    assert refused(at, "lay 8H 9H on 0") is OneAtATime
    assert refused(at, "lay 9H on 0") is DoesNotFit
    assert refused(at, "lay 8H on 1") is DoesNotFit
    assert refused(at, "lay 4H on 0") is CardNotHeld
    assert laid(after(at, "lay 8H on 0", "lay 9H on 0")) == "5H 6H 7H 8H 9H"


# -- over a set


def over(cards: str, *others: str) -> tuple[list[str], list[str]]:
    """What can follow below and above a run, with these melds beside it."""
    at = state(melds=[meld(cards), *map(meld, others)], hands=[["2C"], ["2D"]])
    low, high = ends(at.melds, 0)
    return list(map(face, low)), list(map(face, high))


def test_a_place_whose_card_lies_in_a_set_is_passed_over_at_either_end() -> None:
    low, high = over("5H 6H 7H", "8C 8D 8H", "4C 4H 4S")
    assert (low, high) == (["3H", "2H", "AH"], ["9H", "TH", "JH", "QH", "KH", "AH"])


def test_several_places_in_a_row_are_passed_over() -> None:
    assert over("5H 6H 7H", "8C 8D 8H", "9C 9D 9H", "TC TD TH")[1][:2] == ["JH", "QH"]


def test_a_place_whose_card_lies_in_a_run_is_not_passed_over() -> None:
    at = state(phase="play", melds=[meld("5H 6H 7H"), meld("8H 9H TH", 1)], hands=[["JH", "2C"], ["2D"]])
    assert plays(at) == ["lay JH on 1"]


def test_nothing_lies_beyond_an_ace() -> None:
    assert over("2H 3H 4H", "AC AD AH")[0] == []
    assert over("JH QH KH", "AC AD AH")[1] == []
    assert over("QH KH AH")[1] == [] and over("AH 2H 3H")[0] == []


def test_the_run_then_has_a_gap_and_goes_on_beyond_it() -> None:
    at = state(phase="play", melds=[meld("4H 5H 6H"), meld("7C 7D 7H")], hands=[["8H", "9H", "KC"], ["2D"]])
    at = after(at, "lay 8H on 0", "lay 9H on 0")
    assert laid(at) == "4H 5H 6H 8H 9H"
    assert laid(at, 1) == "7C 7D 7H"


def test_over_a_set_never_makes_a_new_meld() -> None:
    at = state(phase="play", melds=[meld("7C 7D 7H")], hands=[["5H", "6H", "8H", "KC"], ["2D"]])
    assert refused(at, "meld 5H 6H 8H") is NotAMeld


# -- what a play may leave


def test_in_the_first_own_turn_two_cards_stay_in_the_hand() -> None:
    held = "5C 5D 5H 2C 2D 2H 9S".split()
    at = state(phase="play", pickups=[1, 0], hands=[held, ["KD"]])
    at = after(at, "meld 5C 5D 5H")
    assert plays(at) == []
    assert refused(at, "meld 2C 2D 2H") is NothingLeftToThrow
    assert after(state(phase="play", pickups=[2, 0], hands=[held, ["KD"]]), "meld 5C 5D 5H", "meld 2C 2D 2H").turn == 0


def test_later_a_play_leaves_a_card_to_throw_or_nothing() -> None:
    held = {"phase": "play", "hands": [["7D", "8D", "9D"], ["KD"]]}
    assert plays(state(**held)) == ["meld 7D 8D 9D"]
    strict = state(**held, options={"discard_to_go_out": True})
    assert plays(strict) == []
    assert refused(strict, "meld 7D 8D 9D") is NothingLeftToThrow


def test_the_card_taken_alone_may_be_left_alone_only_if_it_can_be_laid_off() -> None:
    held: dict[str, Any] = {"phase": "play", "taken": "9S", "hands": [["5C", "5D", "5H", "9S"], ["KD"]]}
    assert plays(state(**held)) == []
    fits = state(**held, melds=[meld("9C 9D 9H", 1)])
    assert plays(fits) == ["lay 9S on 0", "meld 5C 5D 5H"]
    assert after(fits, "meld 5C 5D 5H", "lay 9S on 0").out == 0
    made_to_fit = state(phase="play", taken="9S", hands=[["6S", "7S", "8S", "9S"], ["KD"]])
    assert plays(made_to_fit) == ["meld 6S 7S 8S", "meld 6S 7S 8S 9S", "meld 7S 8S 9S"]
    strict = state(**held, melds=[meld("9C 9D 9H", 1)], options={"discard_to_go_out": True})
    assert plays(strict) == ["lay 9S on 0"]


# -- throwing out and going out


def test_a_throw_out_ends_the_turn_and_play_goes_clockwise() -> None:
    at = after(state(players=3, turn=2, phase="play", hands=[["2C"], ["3C"], ["4C", "5C"]]), "throw 4C")
    assert (at.turn, at.phase, at.discard) == (0, "pickup", (code("4C"),))
    assert refused(state(phase="play"), "throw 9S") is CardNotHeld


def test_going_out_by_a_play_is_at_once() -> None:
    at = after(state(phase="play", hands=[["7D", "8D", "9D"], ["KD"]]), "meld 7D 8D 9D")
    assert (at.out, at.phase, at.turn) == (0, "final", 1)


def test_going_out_by_a_throw_out_waits_whether_the_card_fits_or_not() -> None:
    at = after(state(phase="play", hands=[["2C"], ["KD"]]), "throw 2C")
    assert (at.phase, at.turn, at.out, at.claims) == ("call", 0, None, ())
    assert VARIETY.timers(at) == [Timer(0, CloseCall(), 3, "rule")]
    assert VARIETY.offers.holds(at) == 3
    assert refused(at, "draw", 1) is NotYourTurn
    closed = after(at, "out")
    assert (closed.out, closed.phase, closed.turn) == (0, "final", 1)


def test_only_the_seat_on_turn_acts_and_each_action_has_its_phase() -> None:
    at = state(stock=["9C"], discard=["4H"])
    assert refused(at, "draw", 1) is NotYourTurn
    for action in ("throw 2C", "meld 2C 2D 2H", "lay 2C on 0", "out", "penalty draw", "declare meld 2C 3C 4C"):
        assert refused(at, action) is WrongPhase
    drew = after(at, "draw")
    for action in ("draw", "take 4H", "turn", "pass", "out"):
        assert refused(drew, action) is WrongPhase
    for action in ("trade 2C for *1", "swap 2C on 0", "want 2C", "waive", "contract 2C 3C 4C"):
        assert refused(at, action) is NotInThisGame


# -- blocked rounds


def idle(count: int, **keys: Any) -> Any:  # noqa: ANN401
    plain = {"discard": ["9S", "4H"], "hands": [["2C", "3D"], ["5C", "6D"]], "idle": count, "turned": 3}
    return state(**(plain | keys))


# -- the clock


def test_the_engine_draws_for_the_deal_from_a_deck_that_may_end_early() -> None:
    request = {"cmd": "draw_for_deal", "variant": "basic", "players": 3, "deck": ["KC", "2C", "2D", "5H"]}
    assert Engine().answer(request) == {"draws": [[0, "KC"], [1, "2C"], [2, "2D"]], "dealer": 1}
    with pytest.raises(BadDeck):
        Engine().answer(request | {"deck": ["KC", "2C"]})
