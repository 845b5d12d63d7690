"""What a run and a set are: tried by laying contracts, and by positions that hold them."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    BadPosition,
    IllegalAction,
    NotAMeld,
    NotTheContract,
    SameRank,
    SameSuit,
    TooManyWild,
)
from rummynet.rules.crummy.contracts import CONTRACTS
from rummynet.rules.crummy.game import VARIETY
from tests.support.crummy_positions import at, do, legal, position, table
from tests.support.errors import raises

SET = "9C 9D 9H"


def laid(melds: str, number: int, **more: Any) -> list[str]:  # noqa: ANN401 - JSON values
    """The table after a contract from a hand that holds one card more than it needs (round 7: no more)."""
    own = [word.partition("=")[0] for word in melds.split() if word != "/"]
    many = any("." in word for word in own)
    spare = [] if number == 7 else ["7S.1" if many else "7S"]
    hands = [" ".join([*own, *spare]), *(["JS.0", "JS.1"] if many else ["JS"])]
    return table(do(at(hands, round=number, **more), f"0 contract {melds}"))


@pytest.mark.parametrize("run", ["9D TD JD QD", "3H 4H 5H 6H 7H 8H", "8S *2=9S TS *1=JS", "2C=2D 3D 4D 5D"])
def test_a_run_is_four_or_more_consecutive_cards_of_a_suit(run: str) -> None:
    assert laid(f"{run} / AC AD AH", 2)[0] == run


@pytest.mark.parametrize(
    "run",
    ["9D TD JD", "9D TD JD QH", "9D TD QD KD", "QD JD TD 9D", "QH KH AH *1=2H", "AH *1=2H 3H 4H", "KD AD *1=2D 3D",
     "9D.0 TD.0 TD.1 JD.0", "4H 5H 6H 7H 9S", "*1=2H *2=AH 3H 4H"],
)  # fmt: skip
def test_what_is_no_run(run: str) -> None:
    other = "8C.0 8D.0 8H.0" if "." in run else "8C 8D 8H"
    with pytest.raises(NotAMeld):
        laid(f"{run} / {other}", 2)


def test_a_run_of_round_5_has_seven_cards_or_more() -> None:
    with raises(NotAMeld, "not_a_meld", "7 cards"):
        laid(f"3H 4H 5H 6H 7H 8H / {SET}", 5)
    for run in ("3H 4H 5H 6H 7H 8H 9H", "3H 4H 5H 6H 7H 8H 9H TH"):
        assert laid(f"{run} / 4C 4D 4S", 5)[0] == run


@pytest.mark.parametrize("cards", ["9C 9D 9H", "9C 9D 9H 9S", "9C 9D *1=9?", "9C 9D *1=9? *2=9?"])
def test_a_set_is_three_or_more_of_a_rank(cards: str) -> None:
    assert laid(f"3H 4H 5H 6H / {cards}", 2)[1] == cards


def test_equal_cards_may_lie_in_a_set() -> None:
    many = "9C.0 9C.1 9D.0 9D.1 9H.0 9H.1 9S.0 9S.1 *1.0=9? *1.1=9?"
    assert laid(f"3H.0 4H.0 5H.0 6H.0 / {many}", 2)[1] == many


@pytest.mark.parametrize(
    "cards", ["9C 9D", "9C 9D TH", "9C TC JC", "*1=9? 2C=9? 9D", "2C=2? 2D=2? 2H=2?", "9C 9D *1=T?"]
)
def test_what_is_no_set(cards: str) -> None:
    with pytest.raises((NotAMeld, TooManyWild)):
        laid(f"3H 4H 5H 6H / {cards}", 2)


def test_there_is_no_set_of_twos() -> None:
    for cards in ("2C 2D 2H", "2C=2C 2D=2D 2H=2H", "2C=2? 2D=2? *1=2?"):
        with pytest.raises((NotAMeld, TooManyWild)):
            laid(f"3H 4H 5H 6H / {cards}", 2)


def test_three_wild_cards_are_no_set() -> None:
    with pytest.raises(TooManyWild):
        laid("3H 4H 5H 6H / *1=9? *2=9? 2C=9?", 2)


@pytest.mark.parametrize("run", ["3H 4H 2C=5H *1=6H", "2C=2H *1=3H 4H 5H 6H"])
def test_half_of_a_meld_may_be_wild(run: str) -> None:
    assert laid(f"{run} / {SET}", 2)[0] == run


def test_more_than_half_may_not_be_wild() -> None:
    for run in ("3H *2=4H 2C=5H *1=6H", "3H *2=4H 2C=5H *1=6H 7H"):
        with pytest.raises(TooManyWild):
            laid(f"{run} / {SET}", 2)


def test_a_two_is_wild_in_its_own_place_too() -> None:
    assert laid(f"2H=2H 3H 4H 5H / {SET}", 2)[0] == "2H=2H 3H 4H 5H"
    for run in ("2H 3H 4H 5H", "2H=2H *1=3H *2=4H 5H 6H"):
        with pytest.raises((NotAMeld, TooManyWild)):
            laid(f"{run} / {SET}", 2)


@pytest.mark.parametrize(
    ("run", "low", "high"),
    [("AH *1=2H 3H 4H", True, False), ("AH 2C=2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", True, False),
     ("JH QH KH AH", True, True)],
)  # fmt: skip
def test_the_ace_lies_low_only_with_ace_low(run: str, low: bool, high: bool) -> None:
    melds = f"{run} / 9C 9D 9S"
    assert low and laid(melds, 2, options={"ace_low": True})[0] == run
    if high:
        laid(melds, 2)
    else:
        with pytest.raises(NotAMeld):
            laid(melds, 2)


def test_the_ace_never_lies_at_both_ends_or_in_the_middle() -> None:
    options = {"ace_low": True}
    for run in ("QH KH AH *1=2H", "AH 2C=2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH *1=AH"):
        with pytest.raises(NotAMeld):
            laid(f"{run} / 9C 9D 9S", 2, options=options)
    high = at(["AH 2D KC", "3C"], ("2C=2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH *1=AH",), options=options, laid=[True, True])
    assert not [action for action in legal(high) if action.startswith("lay")]


# -- contracts


MELDS_OF = {
    1: "3C 3D 3H / 4C 4D 4H",
    2: "3H 4H 5H 6H / 9C 9D 9S",
    3: "3H 4H 5H 6H / 9C TC JC QC",
    4: "3C 3D 3H / 4C 4D 4H / 5C 5D 5H",
    5: "3H 4H 5H 6H 7H 8H 9H / TC TD TS",
    6: "3H 4H 5H 6H / 9C TC JC QC / KD KH *1=K?",
    7: "3H 4H 5H 6H / 9C TC JC QC / 3D 4D 5D 6D 7D",
}


@pytest.mark.parametrize("number", range(1, 8))
def test_the_contract_of_each_round(number: int) -> None:
    runs, sets = [(0, 2), (1, 1), (2, 0), (0, 3), (1, 1), (2, 1), (3, 0)][number - 1]
    assert (CONTRACTS[number - 1].runs, CONTRACTS[number - 1].sets) == (runs, sets)
    assert laid(MELDS_OF[number], number) == MELDS_OF[number].split(" / ")
    for other, melds in MELDS_OF.items():
        same = {number, other} == {2, 5} and number == 2
        if other != number and not same:
            with pytest.raises((NotTheContract, NotAMeld)):
                laid(melds, number)


def test_a_contract_is_laid_whole() -> None:
    for melds in ("3H 4H 5H 6H", "9C 9D 9S", "3H 4H 5H 6H / 9C 9D 9S / TC TD TS"):
        with pytest.raises(NotTheContract):
            laid(melds, 2)


def test_runs_of_a_contract_are_of_different_suits() -> None:
    with raises(SameSuit, "same_suit"):
        laid("3C 4C 5C 6C / TC JC QC KC", 3)


def test_sets_of_a_contract_are_of_different_ranks() -> None:
    with raises(SameRank, "same_rank"):
        laid("AC.0 AD.0 AH.0 / AC.1 AD.1 AH.1", 1)


def test_the_contract_of_round_7_takes_every_card() -> None:
    state = at([MELDS_OF[7].replace(" / ", " ") + " KS", "3C"], round=7)
    with raises(NotTheContract, "not_the_contract", 7, state.count(0)):
        do(state, f"0 contract {MELDS_OF[7]}")


def test_the_contract_of_round_7_ends_the_round() -> None:
    state = at([MELDS_OF[7].replace(" / ", " "), "3C AS"], round=7)
    over = do(state, f"0 contract {MELDS_OF[7]}")
    assert (over.phase, over.out, over.round_scores) == ("over", 0, (0, 20))


def test_nothing_but_the_contract_is_played_in_round_7() -> None:
    table_now = ("3H 4H 5H 6H by 1 1 1 1",)
    for has_laid in (False, True):
        state = at(["7H KS", "3C"], table_now, round=7, laid=[has_laid, True])
        assert legal(state) == ["throw 7H", "throw KS"]
        with pytest.raises(IllegalAction):
            do(state, "0 lay 7H on 0")


def test_melds_of_a_position_are_checked() -> None:
    for meld in (
        "9C 9D",
        "9C 9D TH",
        "4H 5H 6H",
        "2C 3C 4C 5C",
        "9C 9D *1",
        "9C 9D *1=TH",
        "AH 2C=2H 3H 4H",
        "9C 9D *1=x?",
    ):
        with pytest.raises(BadPosition):
            VARIETY.positions.read(position(["KS", "3S"], (meld,)))
    state = at(["KS", "3S"], ("*2=9? 9S *1=9? 9C by 0 1 0 1",))
    assert VARIETY.positions.write(state)["melds"] == [{"cards": ["9C", "9S", "*1=9?", "*2=9?"], "by": [1, 1, 0, 0]}]
