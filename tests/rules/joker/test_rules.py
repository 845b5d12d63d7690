"""Each sentence of joker rummy's rules, one test or more."""

import pytest

from rummynet.rules.core.errors import (
    BadOption,
    CannotPass,
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    CardTwice,
    DoesNotFit,
    GameOver,
    IllegalAction,
    NeedsShuffle,
    NoCardsLeft,
    NotAMeld,
    NotInThisGame,
    OneAtATime,
    RoundOver,
)
from rummynet.rules.joker.game import VARIETY
from rummynet_protocol.cards import code, full_deck
from rummynet_protocol.notation import parse
from tests.rules.joker import after, hand, legal, meld, state

DECK = full_deck(jokers=True)


def codes(text: str) -> list[int]:
    return [code(word) for word in text.split()]


def refused(at: object, action: str) -> type[Exception]:
    with pytest.raises(IllegalAction) as caught:
        after(at, action)  # type: ignore[arg-type]
    return caught.type


# -- cards, options, seats


def test_the_deck_is_52_cards_and_two_jokers() -> None:
    assert VARIETY.deck(VARIETY.resolve({}), None, 2) == DECK
    assert len(DECK) == 54


def test_options_and_their_defaults() -> None:
    options = dict(VARIETY.resolve({}))
    assert options == {
        "target": 500,
        "deals": 0,
        "hand": 8,
        "reshuffle_limit": 3,
        "idle_stocks": 1,
        "first_dealer": "draw",
        "trade_points": "joker",
        "turn_seconds": 0,
        "voids": 3,
        "idle_seconds": 180,
        "break_seconds": 30,
        "hints": False,
        "deck": "plain",
        "escrow": True,
    }
    assert VARIETY.resolve({"target": 350})["target"] == 350


# -- the deal


def test_the_seat_drawn_deals_and_the_next_begins() -> None:
    assert VARIETY.first_starter.named(VARIETY.resolve({}), 4) is None
    assert [VARIETY.first_starter.from_seat(seat, 4) for seat in range(4)] == [1, 2, 3, 0]


def test_the_first_dealer_can_be_named() -> None:
    assert VARIETY.first_starter.named(VARIETY.resolve({"first_dealer": 3}), 4) == 0
    with pytest.raises(BadOption):
        VARIETY.check(VARIETY.resolve({"first_dealer": 3}), 3)


def test_eight_cards_each_one_at_a_time_from_the_starter_then_one_is_turned_up() -> None:
    at, told = VARIETY.deal(VARIETY.resolve({}), 3, 1, DECK)
    assert [at.hands[1] >> card & 1 for card in (0, 3, 21)] == [1, 1, 1]
    assert [at.count(seat) for seat in range(3)] == [8, 8, 8]
    assert (at.discard, at.stock[0], len(at.stock)) == ((24,), 25, 29)
    assert (at.turn, at.starter, VARIETY.positions.write(at)["dealer"]) == (1, 1, 0)
    assert [type(event).__name__ for event in told] == ["Dealt", "TurnedUp"]


def test_a_joker_turned_up_stays_the_first_card_of_the_pile() -> None:
    deck = [card for card in DECK if card != 52]
    deck.insert(16, 52)
    at, _ = VARIETY.deal(VARIETY.resolve({}), 2, 0, deck)
    assert at.discard == (52,)


def test_the_deal_moves_one_seat_clockwise_each_round() -> None:
    over = after(state(players=3, phase="play", starter=2, hands=[["2C"], ["3C"], ["4C"]]), "throw 2C")
    fresh, _ = VARIETY.next_round(over, DECK)
    assert (fresh.starter, fresh.turn, fresh.round, fresh.scores) == (0, 0, 2, (0, -5, -5))
    assert fresh.out is None and fresh.round_scores is None and fresh.reshuffles == 0


# -- picking up


def test_the_starter_may_draw_or_take() -> None:
    at = state(stock=["9C"], discard=["4H"], hands=[["4C", "4D"], ["5D"]])
    assert legal(at) == ["draw", "take 4H meld 4C 4D 4H"]
    assert legal(at, 1) == []


def test_the_card_of_the_pile_is_used_at_once() -> None:
    at = state(stock=["9C"], discard=["4H", "9D"], hands=[["4C", "4D", "5C", "5D", "5S"], ["6D"]])
    assert refused(at, "take 4H") is CardNotUsed
    assert refused(at, "take 4H meld 5C 5D 5S") is CardNotUsed
    assert refused(at, "take 9D meld 4C 4D 4H") is CardNotUsed
    assert refused(at, "take 2H meld 2H 4C 4D") is CardNotInPile


def test_all_cards_above_are_taken_too_and_may_stay_in_the_hand() -> None:
    at = after(state(discard=["2S", "4H", "9D", "KS"], hands=[["4C", "4D"], ["6D"]]), "take 4H meld 4C 4D 4H")
    assert hand(at, 0) == ["9D", "KS"]
    assert at.discard == (code("2S"),)
    assert at.phase == "play"


def test_cards_from_above_may_be_used_with_it() -> None:
    at = state(discard=["4H", "4D", "4C"], hands=[["2C"], ["6D"]])
    assert legal(at) == ["draw", "take 4H meld 4C 4D 4H"]


def test_cards_below_are_not_taken() -> None:
    assert "take 4D meld 4C 4D 4H" not in legal(state(discard=["4H", "4D", "4C"], hands=[["2C"], ["6D"]]))


def test_a_lay_off_from_the_pile_goes_exactly_as_far_as_the_card_taken() -> None:
    at = state(discard=["9H", "TH"], hands=[["8H", "2C"], ["6D"]], melds=[meld("5H 6H 7H")])
    assert legal(at) == ["draw", "take 9H lay 8H 9H on 0", "take 9H meld 8H 9H TH"]
    assert refused(at, "take 9H lay 8H 9H TH on 0") is CardNotUsed
    assert refused(at, "take 9H lay 9H on 0") is DoesNotFit
    low = state(discard=["3H"], hands=[["4H", "2C"], ["6D"]], melds=[meld("5H 6H 7H")])
    assert "take 3H lay 3H 4H on 0" in legal(low)


# -- plays


def test_a_drawn_card_need_not_be_in_what_is_laid() -> None:
    at = after(state(stock=["9C"], hands=[["5C", "5D", "5S", "2C"], ["6D"]]), "draw", "meld 5C 5D 5S")
    assert hand(at, 0) == ["2C", "9C"]


def test_any_number_of_plays_and_a_play_does_not_end_the_turn() -> None:
    at = state(phase="play", hands=[["5C", "5D", "5S", "5H", "2C", "3C", "4C", "KD"], ["6D"]])
    at = after(at, "meld 5C 5D 5S", "meld 2C 3C 4C", "lay 5H on 0")
    assert (at.turn, at.phase, hand(at, 0)) == (0, "play", ["KD"])


@pytest.mark.parametrize(
    "cards",
    ["5C 5D", "5C 6C", "QS KS AS 2S", "KS AS 2S", "5C 6D 7C", "5D 5C 5H", "7C 6C 5C", "5C 5C 5D", "5C", "2S 3S 4S AS"],
)
def test_what_is_no_meld(cards: str) -> None:
    held = [["5C", "5D", "5H", "6C", "6D", "7C", "QS", "KS", "AS", "2S", "3S", "4S"], ["9D"]]
    twice = len({*cards.split()}) < len(cards.split())
    assert refused(state(phase="play", hands=held), f"meld {cards}") is (CardTwice if twice else NotAMeld)


def test_the_ace_is_low_or_high() -> None:
    found = legal(state(phase="play", hands=[["QS", "KS", "AS", "2S", "3S"], ["9D"]]))
    assert [text for text in found if "meld" in text] == ["meld AS 2S 3S", "meld QS KS AS"]


def test_lay_offs_on_own_and_others_melds_score_for_who_lays_them() -> None:
    at = after(state(phase="play", hands=[["8H", "2C"], ["9D"]], melds=[meld("5H 6H 7H", 0)]), "lay 8H on 0")
    assert at.melds[0].by == (0, 0, 0, 0)
    other = after(state(phase="play", hands=[["5S", "2C"], ["9D"]], melds=[meld("5C 5D 5H", 1)]), "lay 5S on 0")
    assert other.melds[0].by == (1, 1, 1, 0)
    assert after(other, "throw 2C").round_scores == (5, 10)


def test_one_card_is_laid_off_at_a_time() -> None:
    at = state(phase="play", hands=[["8H", "9H", "2C"], ["9D"]], melds=[meld("5H 6H 7H")])
    assert refused(at, "lay 8H 9H on 0") is OneAtATime
    assert refused(at, "lay 9H on 0") is DoesNotFit
    assert refused(at, "lay 8H on 1") is DoesNotFit
    after(at, "lay 8H on 0", "lay 9H on 0")


def test_there_is_no_call() -> None:
    at = state(discard=["8H"], melds=[meld("5H 6H 7H")], stock=["9C"])
    assert VARIETY.positions.write(at)["claims"] == []
    with pytest.raises(NotInThisGame):
        VARIETY.apply(at, 1, parse("rummy lay 8H on 0"))
    assert not VARIETY.offers.out_of_turn(parse("rummy lay 8H on 0"))


# -- throwing out and the end of a round


def test_any_card_may_be_thrown_also_one_picked_up_in_this_turn() -> None:
    at = after(state(stock=["9C"], hands=[["*1", "2C"], ["6D"]]), "draw")
    assert [text for text in legal(at) if text.startswith("throw")] == ["throw *1", "throw 2C", "throw 9C"]
    thrown = after(at, "throw 9C")
    assert (thrown.turn, thrown.phase, thrown.discard) == (1, "pickup", (code("9C"),))
    assert refused(at, "throw 3S") is CardNotHeld
    assert refused(at, "throw 6D") is CardNotHeld


def test_an_empty_hand_ends_the_round_by_a_throw_out_or_by_a_play() -> None:
    thrown = after(state(phase="play", hands=[["2C"], ["3C"]]), "throw 2C")
    melded = after(state(phase="play", hands=[["2C", "2D", "2H"], ["3C"]]), "meld 2C 2D 2H")
    laid = after(state(phase="play", hands=[["2S"], ["3C"]], melds=[meld("2C 2D 2H")]), "lay 2S on 0")
    taken = after(state(discard=["2S"], hands=[["2C", "2D"], ["3C"]]), "take 2S meld 2C 2D 2S")
    for over in (thrown, melded, laid, taken):
        assert (over.phase, over.out) == ("over", 0)
        assert legal(over) == legal(over, 1) == []
        assert VARIETY.actors(over) == ()


def test_nobody_acts_after_the_end() -> None:
    over = after(state(phase="play", hands=[["2C"], ["3C"]]), "throw 2C")
    with pytest.raises(RoundOver):
        VARIETY.apply(over, 1, parse("draw"))


# -- jokers


def test_a_joker_is_named_for_one_card() -> None:
    at = state(phase="play", hands=[["5H", "6H", "*1", "2C"], ["9D"]])
    assert refused(at, "meld 5H 6H *1") is NotAMeld
    assert refused(at, "meld 5H 6H *1=7?") is NotAMeld
    assert refused(at, "meld 5H 6H *1=8H") is NotAMeld
    assert refused(at, "meld 5H 6H 2C=7H") is NotAMeld
    assert after(at, "meld 5H 6H *1=7H").melds[0].stands == tuple(codes("5H 6H 7H"))


def test_no_joker_for_a_card_on_the_table() -> None:
    at = state(phase="play", hands=[["7C", "7D", "*2", "2C"], ["9D"]], melds=[meld("5H 6H *1=7H"), meld("7S 8S 9S")])
    assert not [text for text in legal(at) if text.startswith("meld 7")]
    assert refused(at, "meld 7C 7D *2=7H") is DoesNotFit
    assert refused(at, "meld 7C 7D *2=7S") is DoesNotFit


def test_the_real_card_of_a_laid_joker_cannot_be_laid_but_kept_traded_or_thrown() -> None:
    at = state(phase="play", hands=[["7H", "7D", "7C", "8H", "9H"], ["9D"]], melds=[meld("5H 6H *1=7H", 1)])
    found = legal(at)
    assert not [text for text in found if "7H" in text and text not in ("throw 7H", "trade 7H for *1")]
    assert refused(at, "meld 7C 7D 7H") is DoesNotFit
    assert refused(at, "meld 7H 8H 9H") is DoesNotFit
    assert {"throw 7H", "trade 7H for *1", "throw 7D"} <= set(found)


def test_a_joker_may_stand_for_a_card_in_any_hand_in_the_pile_or_in_the_stock() -> None:
    held = ["5H", "6H", "7H", "*1", "2C"]
    at = state(phase="play", hands=[held, ["4H"]], discard=["5C"], stock=["5D"])
    found = legal(at)
    assert {"meld 5H 6H *1=7H", "meld *1=4H 5H 6H", "meld 5H 6H 7H *1=8H"} <= set(found)
    pairs = state(phase="play", hands=[["5H", "5S", "*1"], ["4H"]], discard=["5C"], stock=["5D"])
    assert {"meld *1=5C 5H 5S", "meld *1=5D 5H 5S"} <= set(legal(pairs))


def test_both_jokers_may_be_in_one_meld_each_in_either_place() -> None:
    found = [text for text in legal(state(phase="play", hands=[["5H", "*1", "*2"], ["4H"]])) if "meld" in text]
    assert {"meld 5H *1=6H *2=7H", "meld 5H *2=6H *1=7H", "meld *1=3H *2=4H 5H", "meld *1=5C *2=5D 5H"} <= set(found)
    # Runs 3-5, 4-6, 5-7 and three pairs of other suits, with the jokers either way round.
    assert len(found) == 2 * 3 + 2 * 3


def test_a_trade_takes_a_joker_out_of_anybodys_meld() -> None:
    for by in (0, 1):
        at = state(phase="play", hands=[["7H", "2C"], ["4H"]], melds=[meld("5H 6H *1=7H", by)])
        traded = after(at, "trade 7H for *1")
        assert hand(traded, 0) == ["*1", "2C"]
        assert traded.melds[0].cards == tuple(codes("5H 6H 7H"))
        assert traded.melds[0].by == (by,) * 3


def test_a_trade_is_never_forced() -> None:
    at = state(phase="play", hands=[["7H", "2C"], ["4H"]], melds=[meld("5H 6H *1=7H")])
    assert after(at, "throw 2C").turn == 1


def test_the_place_of_a_traded_joker_scores_for_who_laid_the_joker() -> None:
    at = state(phase="play", hands=[["7H", "2C"], ["4H"]], melds=[meld("5H 6H *1=7H", 1)])
    over = after(at, "trade 7H for *1", "lay *1=8H on 0", "throw 2C")
    assert over.round_scores == (5, 15 - 5)


def test_at_a_table_that_says_so_the_place_scores_for_who_laid_the_real_card() -> None:
    melds = [meld("5H 6H *1=7H", 1)]
    at = state(phase="play", hands=[["7H", "2C"], ["4H"]], melds=melds, options={"trade_points": "card"})
    over = after(at, "trade 7H for *1", "lay *1=8H on 0", "throw 2C")
    assert over.round_scores == (5 + 5, 10 - 5)
    assert over.melds[0].by == (1, 1, 0, 0)


# -- the stock


def test_a_draw_from_an_empty_stock_asks_for_a_shuffle_of_the_pile_but_its_top() -> None:
    at = state(discard=["9C", "*1", "2D"])
    assert refused(at, "draw") is NeedsShuffle
    assert VARIETY.chance.reshuffle_cards(at) == codes("9C *1")
    fresh, told = VARIETY.chance.reshuffle(at, codes("*1 9C"))
    assert (fresh.stock, fresh.discard, fresh.reshuffles) == (tuple(codes("*1 9C")), (code("2D"),), 1)
    assert type(told[0]).__name__ == "Shuffled"
    assert "*1" in hand(after(fresh, "draw"), 0)


def test_reshuffles_are_limited() -> None:
    at = state(discard=["9C", "TC"], reshuffles=3)
    assert legal(at) == ["pass"]
    assert refused(at, "draw") is NoCardsLeft
    assert legal(state(discard=["9C", "TC"], options={"reshuffle_limit": 0})) == ["pass"]
    assert legal(state(discard=["9C"])) == ["pass"]


def test_with_a_sealed_deck_who_can_take_may_pass() -> None:
    """As in Keilty rummy: nobody else can see what a hidden hand could use."""
    at = state(discard=["4S"], hands=[["4C", "4D"], ["2C"]], options={"deck": "sealed"})
    assert "pass" in legal(at) and len(legal(at)) > 1
    assert after(at, "pass").phase == "over"
    assert refused(state(stock=["9C"], options={"deck": "sealed"}), "pass") is CannotPass


def test_a_blocked_round_is_scored_and_nobody_is_out() -> None:
    over = after(state(hands=[["2C", "*1"], ["KD"]], melds=[meld("5H 6H 7H", 1)]), "pass")
    assert (over.phase, over.out, over.round_scores) == ("over", None, (-30, 5))


# -- scores


def test_values_on_the_table_and_in_the_hand() -> None:
    melds = [meld("9C TC JC QC KC AC", 0), meld("*1=AH 2H 3H", 1)]
    over = after(state(phase="play", hands=[["2C"], ["KD", "AD", "5D", "*2"]], melds=melds), "throw 2C")
    assert over.round_scores == (5 + 40 + 15, 15 + 10 - 10 - 15 - 5 - 25)


def test_the_highest_total_wins_once_the_target_is_reached() -> None:
    for target, winner in ((350, 1), (351, None)):
        laid = meld("5H 6H 7H", [0, 0, 1])
        options = {"target": target}
        at = state(phase="play", hands=[["2C"], ["3C"]], scores=[335, 350], melds=[laid], options=options)
        over = after(at, "throw 2C")
        assert (over.scores, over.winner, over.finished) == ((345, 350), winner, winner is not None)
    with pytest.raises(GameOver):
        VARIETY.next_round(after(state(phase="play", hands=[["2C"], ["3C"]], scores=[500, 0]), "throw 2C"), DECK)


def test_a_game_of_a_fixed_number_of_deals() -> None:
    for number, winner in ((2, None), (3, 1)):
        at = state(
            phase="play", hands=[["2C"], ["3C"]], scores=[600, 700], round=number, options={"deals": 3, "target": 50}
        )
        over = after(at, "throw 2C")
        assert (over.winner, over.finished) == (winner, winner is not None)


def test_a_tie_goes_to_who_led_before_and_otherwise_another_round_is_played() -> None:
    at = state(phase="play", hands=[["2C"], ["3C"]], scores=[500, 505])
    assert after(at, "throw 2C").winner == 1
    three = state(players=3, phase="play", hands=[["2C"], ["3C"], ["3D"]], scores=[500, 505, 505])
    assert after(three, "throw 2C").winner is None
