"""Laying cards onto melds, swapping wild cards on, cards of several decks, and the lean list of contracts."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    CardNotHeld,
    ContractFirst,
    DoesNotFit,
    IllegalAction,
    NowhereToGo,
    OneAtATime,
    TooManyWild,
    WildStays,
)
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from tests.support.crummy_positions import at, do, hand, legal, table
from tests.support.errors import raises


def laid(held: str, *melds: str, **more: object) -> State:
    """Seat 0 has laid its contract, these melds are on the table."""
    keys: dict[str, Any] = {"laid": [True, True], "stock": "8C", **more}
    return at([held, "3C"], melds, **keys)


def plays(state: State) -> list[str]:
    return [action for action in legal(state) if not action.startswith("throw")]


# -- before and after the contract


def test_nothing_is_laid_before_the_contract() -> None:
    state = at(["7H 4S", "3C"], ("3H 4H 5H 6H",), laid=[False, True])
    assert plays(state) == []
    for words in ("lay 7H on 0", "swap 7H on 0 lay *1=8H on 0"):
        with pytest.raises(ContractFirst):
            do(state, f"0 {words}")


def test_after_the_contract_more_is_laid_in_the_same_turn() -> None:
    state = do(at(["3H 4H 5H 6H 7H 9C 9D 9S KD", "3C"]), "0 contract 3H 4H 5H 6H / 9C 9D 9S")
    assert plays(state) == ["lay 7H on 0"]
    assert table(do(state, "0 lay 7H on 0")) == ["3H 4H 5H 6H 7H", "9C 9D 9S"]


def test_cards_go_onto_the_melds_of_others_too() -> None:
    state = laid("7H KD", "3H 4H 5H 6H by 1 1 1 1")
    after = do(state, "0 lay 7H on 0")
    assert VARIETY.positions.write(after)["melds"] == [{"cards": ["3H", "4H", "5H", "6H", "7H"], "by": [1, 1, 1, 1, 0]}]


def test_never_a_new_meld_after_the_contract() -> None:
    state = laid("AC AD AS KD", "3H 4H 5H 6H")
    assert plays(state) == []
    for words in ("contract AC AD AS / 3H 4H 5H 6H", "meld AC AD AS"):
        with pytest.raises(IllegalAction):
            do(state, f"0 {words}")


def test_the_last_card_may_be_laid() -> None:
    over = do(laid("7H", "3H 4H 5H 6H"), "0 lay 7H on 0")
    assert (over.phase, over.out) == ("over", 0)


def test_the_contract_may_use_the_last_card() -> None:
    over = do(at(["3H 4H 5H 6H 9C 9D 9S 9H", "3C"]), "0 contract 3H 4H 5H 6H / 9C 9D 9S 9H")
    assert (over.phase, over.out, over.round_scores) == ("over", 0, (0, 5))


# -- lay-offs


def test_one_card_at_a_time() -> None:
    with raises(OneAtATime, "one_at_a_time"):
        do(laid("7H 8H KD", "3H 4H 5H 6H"), "0 lay 7H 8H on 0")


def test_onto_a_set_goes_any_card_of_its_rank() -> None:
    state = laid("7H 7S KD 2C", "7C 7D *1=7?")
    assert plays(state) == ["lay 7H on 0", "lay 7S on 0"]
    assert table(do(state, "0 lay 7H on 0")) == ["7C 7D 7H *1=7?"]
    for words in ("lay KD on 0", "lay 2C on 0", "lay 2C=7H on 0", "lay 2C=8? on 0", "lay 7H on 1", "lay 8S on 0"):
        with pytest.raises(IllegalAction):
            do(state, f"0 {words}")


def test_onto_a_run_go_the_next_cards_at_its_ends() -> None:
    state = laid("3D 8D 9D", "4D 5D 6D 7D")
    assert plays(state) == ["lay 3D on 0", "lay 8D on 0"]
    assert table(do(state, "0 lay 3D on 0", "0 lay 8D on 0")) == ["3D 4D 5D 6D 7D 8D"]
    with raises(DoesNotFit, "does_not_fit", "3D", "8D"):
        do(state, "0 lay 9D on 0")


def test_the_twos_place_takes_a_wild_card_only_and_below_it_is_nothing() -> None:
    state = laid("2D AD 2C KD", "3D 4D 5D 6D")
    assert plays(state) == ["lay 2C=2D on 0", "lay 2C=7D on 0"]
    low = do(state, "0 lay 2D=2D on 0")
    assert table(low) == ["2D=2D 3D 4D 5D 6D"]
    assert plays(low) == ["lay 2C=7D on 0"]


def test_a_wild_card_is_listed_where_no_natural_one_is_held() -> None:
    state = laid("7D 2H *1 9S", "3D 4D 5D 6D", "9C 9D 9H", "KC KD KH")
    assert plays(state) == ["lay 2H=2D on 0", "lay 2H=K? on 2", "lay 7D on 0", "lay 9S on 1"]
    for words in ("lay *1=7D on 0", "lay *1=9? on 1", "lay *1=K? on 2"):
        do(state, f"0 {words}")


def test_half_holds_after_every_lay_off() -> None:
    state = laid("2H 5H *1 KD", "7C 7D *2=7?")
    half = do(state, "0 lay 2H=7? on 0")
    assert table(half) == ["7C 7D 2H=7? *2=7?"]
    assert "lay *1=7? on 0" not in legal(half)
    with pytest.raises(TooManyWild):
        do(half, "0 lay *1=7? on 0")


def test_wild_cards_may_be_all_that_is_left_and_fit_nowhere() -> None:
    state = laid("2H *1", "7C 7D 2C=7? *2=7?", "3D 4D 2D=5D 2S=6D")
    assert legal(state) == ["throw *1", "throw 2H"]


def test_with_ace_low_an_ace_onto_2_to_king_is_low() -> None:
    run = "2C=2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    for low, end in ((True, 0), (False, -1)):
        state = laid("AH KD", run, options={"ace_low": low})
        assert plays(state) == ["lay AH on 0"]
        after = do(state, "0 lay AH on 0")
        assert table(after)[0].split()[end] == "AH"
        assert [action for action in legal(after) if "lay" in action] == []


def test_with_ace_low_a_run_grows_down_to_the_ace() -> None:
    state = laid("AH 2C KD", "3H 4H 5H 6H", options={"ace_low": True})
    after = do(state, "0 lay 2C=2H on 0")
    assert plays(after) == ["lay AH on 0"]
    assert table(do(after, "0 lay AH on 0")) == ["AH 2C=2H 3H 4H 5H 6H"]


# -- swaps


def test_in_a_run_the_very_card_takes_the_place() -> None:
    state = laid("5H 5D KD", "4H *1=5H 6H 7H", "9C 9D 9S")
    assert "swap 5H on 0 lay *1=9? on 1" in legal(state)
    after = do(state, "0 swap 5H on 0 lay *1=9? on 1")
    assert table(after) == ["4H 5H 6H 7H", "9C 9D 9S *1=9?"]
    assert hand(after, 0) == ["5D", "KD"]
    with pytest.raises(DoesNotFit):
        do(state, "0 swap 5D on 0 lay *1=9? on 1")


def test_in_a_set_any_card_of_the_rank_takes_the_place() -> None:
    state = laid("7H 7S KD", "7C 7D *1=7?", "4H 5H 6H 2C=7H")
    assert {f"swap {card} on 0 lay *1={face} on 1" for card in ("7H", "7S") for face in ("3H", "8H")} <= set(
        legal(state)
    )
    assert table(do(state, "0 swap 7S on 0 lay *1=3H on 1")) == ["7C 7D 7S", "*1=3H 4H 5H 6H 2C=7H"]


def test_a_wild_card_of_a_run_may_go_to_either_end_of_it() -> None:
    state = laid("5H KD", "4H *1=5H 6H 7H")
    assert plays(state) == ["swap 5H on 0 lay *1=3H on 0", "swap 5H on 0 lay *1=8H on 0"]
    assert table(do(state, "0 swap 5H on 0 lay *1=3H on 0")) == ["*1=3H 4H 5H 6H 7H"]


def test_a_wild_card_of_a_set_does_not_come_back_to_it() -> None:
    state = laid("7H KD", "7C 7D *1=7?")
    assert plays(state) == ["lay 7H on 0"]
    with pytest.raises(DoesNotFit):
        do(state, "0 swap 7H on 0 lay *1=7? on 0")


def test_a_swapped_wild_card_never_comes_into_a_hand() -> None:
    with raises(NowhereToGo, "nowhere_to_go"):
        do(laid("5H KD", "4H *1=5H 6H 7H"), "0 swap 5H on 0")


def test_no_swap_where_no_place_will_have_the_wild_card() -> None:
    run = "2C=2H 3H 4H *1=5H 6H 7H 8H 9H TH JH QH KH AH"
    state = laid("5H KS", run, "7C 7D 2D=7? *2=7?")
    assert plays(state) == []
    with pytest.raises(TooManyWild):
        do(state, "0 swap 5H on 0 lay *1=7? on 1")


def test_the_wild_card_that_goes_is_the_one_that_stands_there() -> None:
    state = laid("5H KD", "4H *1=5H 2C=6H 7H", "9C 9D 9S")
    for words in ("swap 5H on 0 lay 2C=9? on 1", "swap 5H on 0 lay *2=9? on 1", "swap KD on 0 lay *1=9? on 1",
                  "swap 5H on 1 lay *1=9? on 1", "swap 5H on 0 lay *1 on 1", "swap 5H on 0 lay *1=TD on 1",
                  "swap 5H on 0 lay *1=9? on 2", "swap 5H on 3 lay *1=9? on 1"):  # fmt: skip
        with pytest.raises(IllegalAction):
            do(state, f"0 {words}")


def test_a_wild_card_of_the_hand_takes_no_place() -> None:
    with raises(DoesNotFit, "does_not_fit", "2H"):
        do(laid("2H KD", "*1=2H 3H 4H 5H", "9C 9D 9S"), "0 swap 2H on 0 lay *1=9? on 1")


def test_the_first_wild_card_of_a_set_is_listed_and_any_may_be_named() -> None:
    state = laid("7H KD", "7C 7D 7S 2D=7? *1=7? *2=7?", "3H 4H 5H 6H")
    swaps = [action for action in plays(state) if action.startswith("swap")]
    assert swaps == ["swap 7H on 0 lay 2D=2H on 1", "swap 7H on 0 lay 2D=7H on 1"]
    assert table(do(state, "0 swap 7H on 0 lay *2=7H on 1")) == ["7C 7D 7H 7S 2D=7? *1=7?", "3H 4H 5H 6H *2=7H"]


def test_with_move_jokers_a_two_stays_in_its_meld() -> None:
    melds = ("7C 7D 7S 2D=7? *1=7?", "3H 4H 5H 2C=6H", "9C 9D 9S")
    state = laid("7H 6H KD", *melds, options={"move": "jokers"})
    swaps = [action for action in plays(state) if action.startswith("swap")]
    assert swaps == [
        "swap 6H on 1 lay 2C=2H on 1", "swap 6H on 1 lay 2C=7H on 1",
        "swap 7H on 0 lay *1=2H on 1", "swap 7H on 0 lay *1=7H on 1", "swap 7H on 0 lay *1=9? on 2",
    ]  # fmt: skip
    for words in ("swap 7H on 0 lay 2D=9? on 2", "swap 6H on 1 lay 2C=9? on 2"):
        with raises(WildStays, "wild_stays"):
            do(state, f"0 {words}")
        do(laid("7H 6H KD", *melds), f"0 {words}")


def test_both_cards_of_a_swap_are_the_swappers() -> None:
    state = laid("5H KD", "4H *1=5H 6H 7H by 1 1 1 1", "9C 9D 9S by 1 1 1")
    position = VARIETY.positions.write(do(state, "0 swap 5H on 0 lay *1=9? on 1"))
    assert [meld["by"] for meld in position["melds"]] == [[1, 0, 1, 1], [1, 1, 1, 0]]


def test_the_last_card_may_be_swapped_in() -> None:
    assert do(laid("5H", "4H *1=5H 6H 7H"), "0 swap 5H on 0 lay *1=3H on 0").out == 0


# -- several decks


def two_decks(held: str, *melds: str, **more: object) -> State:
    keys: dict[str, Any] = {"laid": [True] * 3, "stock": "8C.0", "round": 1, **more}
    return at([held, "3C.0", "3C.1"], melds, **keys)


def test_a_face_means_the_lowest_deck_that_is_there() -> None:
    state = two_decks("7H.1 7H.0 KD.0 QS.0")
    thrown = do(state, "0 throw 7H")
    assert VARIETY.positions.write(thrown)["discard"] == ["7H.0"]
    assert VARIETY.positions.write(do(state, "0 throw 7H.1"))["discard"] == ["7H.1"]
    assert legal(state) == ["throw 7H", "throw KD", "throw QS"]


def test_two_equal_faces_are_the_two_lowest_and_named_cards_come_first() -> None:
    state = two_decks("7H.0 7H.1 7C.0 8C.1 8D.0 8H.0 8H.1 KD.1", laid=[False] * 3)
    after = do(state, "0 contract 7H 7C 7H / 8H.0 8H 8C")
    assert table(after) == ["7C.0 7H.0 7H.1", "8C.1 8H.0 8H.1"]
    with pytest.raises(CardNotHeld):
        do(state, "0 contract 7H 7H 7H / 8H 8C 8D")
    with pytest.raises(CardNotHeld):
        do(state, "0 contract 7H 7H.0 7H.0 / 8H 8C 8D")


def test_a_set_lies_with_equal_cards_by_deck_and_wild_cards_in_their_order() -> None:
    state = two_decks("7S.1 2H.1 2H.0 KD.0", "7C.1 7C.0 7H.0 7D.0 *1.1=7?")
    after = do(state, "0 lay 7S on 0", "0 lay 2H.1=7? on 0", "0 lay 2H=7? on 0")
    assert table(after) == ["7C.0 7C.1 7D.0 7H.0 7S.1 2H.0=7? 2H.1=7? *1.1=7?"]


def test_the_wild_card_named_by_face_is_the_lowest_that_stands_for_the_card() -> None:
    state = two_decks("5H.0 6H.0 KD.0", "4H.0 2C.1=5H 2C.0=6H 7H.0", "9C.0 9C.1 9D.0", "QC.0 QC.1 2D.0=Q? 2D.1=Q?")
    assert table(do(state, "0 swap 5H on 0 lay 2C=9? on 1"))[1] == "9C.0 9C.1 9D.0 2C.1=9?"
    with pytest.raises(DoesNotFit):
        do(state, "0 swap 5H on 0 lay 2C.0=9? on 1")
    queens = two_decks("QH.0 KD.0", "QC.0 QC.1 2D.1=Q? 2D.0=Q?", "9C.0 9C.1 9D.0")
    assert table(do(queens, "0 swap QH on 0 lay 2D=9? on 1")) == ["QC.0 QC.1 QH.0 2D.1=Q?", "9C.0 9C.1 9D.0 2D.0=9?"]
    assert table(do(queens, "0 swap QH on 0 lay 2D.1=9? on 1"))[1] == "9C.0 9C.1 9D.0 2D.1=9?"


def test_one_deck_has_no_deck_numbers() -> None:
    for words in ("throw KD.0", "lay 7H.0 on 0", "swap 5H on 0 lay *1.0=8H on 0"):
        with pytest.raises(IllegalAction):
            do(laid("7H 5H KD", "3H 4H *1=5H 6H"), f"0 {words}")


# -- the lean list


def contracts(held: str, number: int) -> list[str]:
    others = ["AS.0", "AS.1"] if "." in held else ["AS"]
    state = at([held, *others], round=number)
    return [action.removeprefix("contract ") for action in legal(state) if action.startswith("contract")]


def test_lean_melds_have_the_shortest_length() -> None:
    assert contracts("3H 4H 5H 6H 7H 9C 9D 9S KD", 2) == ["3H 4H 5H 6H / 9C 9D 9S", "4H 5H 6H 7H / 9C 9D 9S"]
    assert contracts("3H 4H 5H 6H 7H 8H 9H TH 9C 9D 9S KD", 5) == ["3H 4H 5H 6H 7H 8H 9H / 9C 9D 9S",
                                                                  "4H 5H 6H 7H 8H 9H TH / 9C 9D 9S"]  # fmt: skip


def test_no_natural_card_stays_where_a_wild_card_lies() -> None:
    assert contracts("9C 9D 9S *1 8C 8D 8H KD", 1) == ["8C 8D 8H / 9C 9D 9S"]
    assert contracts("3H 4H 5H 6H *1 9C 9D KD JS", 2) == ["3H 4H 5H 6H / 9C 9D *1=9?"]


def test_a_set_takes_the_first_natural_cards_that_the_runs_leave() -> None:
    assert contracts("9C 9D 9H 9S 8C 8D 8H KD", 1) == ["8C 8D 8H / 9C 9D 9H"]
    assert contracts("9D TD JD QD 9C 9H 9S KC KS", 2) == ["9D TD JD QD / 9C 9H 9S"]


def test_equal_cards_are_listed_once() -> None:
    held = "9C.0 9C.1 9D.0 8C.0 8C.1 8D.1 KD.0 KD.1"
    assert contracts(held, 1) == ["8C 8C 8D / 9C 9C 9D"]


def test_a_set_may_free_the_place_of_a_run_for_a_wild_card() -> None:
    found = contracts("6H 7H 8H 9H 9C 9D *1 KD JS", 2)
    assert found == [
        "*1=5H 6H 7H 8H / 9C 9D 9H",
        "6H 7H 8H *1=9H / 9C 9D 9H",
        "6H 7H 8H 9H / 9C 9D *1=9?",
    ]


def test_both_copies_of_a_card_have_to_be_gone() -> None:
    found = contracts("6H.0 7H.0 8H.0 9H.0 9H.1 9S.0 9C.0 *1.0 KD.0", 2)
    assert "6H 7H 8H *1=9H / 9C 9H 9H" in found
    many = contracts("6H.0 7H.0 8H.0 9H.0 9H.1 9D.0 9C.0 *1.0 KD.0", 2)
    assert "6H 7H 8H *1=9H / 9C 9D 9H" not in many


def test_the_first_wild_cards_come_to_the_first_places() -> None:
    assert contracts("3H 5H 6H *2 2S 9C 9D KD JS", 2) == ["3H 2S=4H 5H 6H / 9C 9D *2=9?"]


def test_round_7_uses_up_the_hand_whatever_the_lengths() -> None:
    held = "3H 4H 5H 6H 9C TC JC QC 3D 4D 5D 6D 7D"
    runs = ["9C TC JC QC / 3D 4D 5D 6D 7D / 3H 4H 5H 6H"]
    assert contracts(held, 7) == runs
    assert contracts(f"{held} KS", 7) == []
    with_wild = contracts(f"{held} 2S", 7)
    assert len(with_wild) == 6 and "9C TC JC QC 2S=KC / 3D 4D 5D 6D 7D / 3H 4H 5H 6H" in with_wild


def test_what_is_not_listed_can_still_be_laid() -> None:
    state = at(["3H 4H 5H 6H 7H *1 9C 9D 9S KD", "AS"], round=2)
    for melds in ("3H 4H 5H 6H 7H / 9C 9D 9S", "3H 4H 5H *1=6H / 9C 9D 9S", "9S 9D *1=9? 9C / 4H 5H 6H 7H"):
        assert f"contract {melds}" not in legal(state)
        do(state, f"0 contract {melds}")
