"""Laying cards onto melds, swapping wild cards on, cards of several decks, and the lean list of contracts."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    ContractFirst,
    DoesNotFit,
    IllegalAction,
    NowhereToGo,
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


# -- lay-offs


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


def test_a_swapped_wild_card_never_comes_into_a_hand() -> None:
    with raises(NowhereToGo, "nowhere_to_go"):
        do(laid("5H KD", "4H *1=5H 6H 7H"), "0 swap 5H on 0")


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


# -- the lean list


def contracts(held: str, number: int) -> list[str]:
    others = ["AS.0", "AS.1"] if "." in held else ["AS"]
    state = at([held, *others], round=number)
    return [action.removeprefix("contract ") for action in legal(state) if action.startswith("contract")]
