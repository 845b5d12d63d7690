"""What a run and a set are: tried by laying contracts, and by positions that hold them."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    BadPosition,
    NotAMeld,
    NotTheContract,
    SameRank,
    SameSuit,
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


def test_a_run_of_round_5_has_seven_cards_or_more() -> None:
    with raises(NotAMeld, "not_a_meld", "7 cards"):
        laid(f"3H 4H 5H 6H 7H 8H / {SET}", 5)
    for run in ("3H 4H 5H 6H 7H 8H 9H", "3H 4H 5H 6H 7H 8H 9H TH"):
        assert laid(f"{run} / 4C 4D 4S", 5)[0] == run


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


def test_runs_of_a_contract_are_of_different_suits() -> None:
    with raises(SameSuit, "same_suit"):
        laid("3C 4C 5C 6C / TC JC QC KC", 3)


def test_sets_of_a_contract_are_of_different_ranks() -> None:
    with raises(SameRank, "same_rank"):
        laid("AC.0 AD.0 AH.0 / AC.1 AD.1 AH.1", 1)


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
