"""The worked examples of the rules page."""

import pytest

from rummynet.rules.core.errors import IllegalAction, NotAMeld, NotTheContract, NotYourTurn, TooManyWild, WrongPhase
from rummynet.rules.crummy.game import VARIETY
from tests.support.crummy_positions import apply_step, at, do, hand, legal, table

LEAN = at(["4H 5H 7C 7D 7H KD QC 2S *1", "3C"], stock="3D 4D", discard="9C")
CONTRACTS = [
    "contract 2S=2H *1=3H 4H 5H / 7C 7D 7H",
    "contract 2S=3H 4H 5H *1=6H / 7C 7D 7H",
    "contract 4H 5H 2S=6H *1=7H / 7C 7D 7H",
    "contract 4H 5H 2S=6H 7H / 7C 7D *1=7?",
]


def test_a_lean_list() -> None:
    throws = [f"throw {card}" for card in "4H 5H 7C 7D 7H KD QC 2S *1".split()]
    assert legal(LEAN) == sorted(CONTRACTS + throws)
    assert legal(LEAN, 1) == []


def test_a_contract_that_is_legal_but_not_lean() -> None:
    other = do(LEAN, "0 contract *1=2H 2S=3H 4H 5H / 7C 7D 7H")
    assert table(other) == ["*1=2H 2S=3H 4H 5H", "7C 7D 7H"]


def test_a_contract_without_its_set() -> None:
    with pytest.raises(NotAMeld):
        do(LEAN, "0 contract 4H 5H 2S=6H *1=7H / 7C 7D")


def test_after_the_contract_the_rest_can_only_be_thrown() -> None:
    laid = do(LEAN, "0 contract 4H 5H 2S=6H 7H / 7C 7D *1=7?")
    assert hand(laid, 0) == ["KD", "QC"]
    assert legal(laid) == ["throw KD", "throw QC"]
    assert VARIETY.positions.write(laid)["laid"] == [True, False]


RUNS = ("4H 5H 6H *1=7H by 1 1 1 1", "TD JD QD KD by 0 0 0 0", "3S 4S 2C=5S 6S by 0 0 0 0")
SWAPS = at(["7H KS", "3C"], RUNS, round=3, laid=[True, True], discard="9C", stock="3D")


def test_swaps() -> None:
    homes = ["*1=3H on 0", "*1=8H on 0", "*1=9D on 1", "*1=AD on 1", "*1=2S on 2", "*1=7S on 2"]
    assert legal(SWAPS) == sorted([f"swap 7H on 0 lay {home}" for home in homes] + ["throw 7H", "throw KS"])


def test_after_a_swap_the_last_card_is_thrown_and_the_round_is_over() -> None:
    swapped = do(SWAPS, "0 swap 7H on 0 lay *1=9D on 1")
    assert table(swapped) == ["4H 5H 6H 7H", "*1=9D TD JD QD KD", "3S 4S 2C=5S 6S"]
    assert [meld["by"] for meld in VARIETY.positions.write(swapped)["melds"]] == [
        [1, 1, 1, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0],
    ]
    assert legal(swapped) == ["throw KS"]
    over = do(swapped, "0 throw KS")
    assert (over.phase, over.out, over.round_scores) == ("over", 0, (0, 5))


OFFERED = at(["3C.0", "4C.0", "5C.0"], phase="pickup", discard="9C.0 KD.0", stock="8C.0 9H.0 TD.0")


def test_out_of_turn() -> None:
    drawn = do(OFFERED, "0 draw")
    assert (drawn.phase, drawn.turn, VARIETY.positions.write(drawn)["asked"]) == ("offer", 0, 1)
    assert hand(drawn, 0) == ["3C.0", "8C.0"]
    assert (legal(drawn, 0), legal(drawn, 1), legal(drawn, 2)) == ([], ["waive", "want KD"], [])
    waived = do(drawn, "1 waive")
    assert legal(waived, 2) == ["waive", "want KD"]
    wanted = do(waived, "2 want KD")
    assert hand(wanted, 2) == ["5C.0", "9H.0", "KD.0"]
    position = VARIETY.positions.write(wanted)
    assert (position["phase"], position["turn"], position["asked"]) == ("play", 0, None)
    assert (position["discard"], position["stock"]) == (["9C.0"], ["TD.0"])
    assert legal(wanted, 0) == ["throw 3C", "throw 8C"]


def test_only_the_seat_asked_answers() -> None:
    drawn = do(OFFERED, "0 draw")
    with pytest.raises(NotYourTurn):
        do(drawn, "2 want KD")
    with pytest.raises(WrongPhase):
        do(drawn, "0 throw 8C")


SETS = at(["9H TH 7H KD QC 2C *1", "3C"], ("7C 7D 7S", "9C 9D 9S"), laid=[True, True], discard="8C")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("lay 7H on 0", "7C 7D 7H 7S"),
        ("lay *1=7? on 0", "7C 7D 7S *1=7?"),
        ("lay 2C=7? on 0", "7C 7D 7S 2C=7?"),
        ("lay 9H on 1", "9C 9D 9H 9S"),
    ],
)
def test_lay_offs_onto_sets(words: str, text: str) -> None:
    assert text in table(do(SETS, f"0 {words}"))


def test_the_wild_card_of_a_set_carries_the_rank_and_no_suit() -> None:
    for words in ("lay *1=7H on 0", "lay *1 on 0", "lay *1=8? on 0", "lay 7H=7? on 0", "lay 7H=7H on 0"):
        with pytest.raises(IllegalAction):
            do(SETS, f"0 {words}")


def test_both_errors_of_a_contract_are_told_apart() -> None:
    with pytest.raises(TooManyWild):
        do(at(["4H 5H 7C 7D 7H 2S *1 2H", "3C"]), "0 contract 2S=2H *1=3H 4H 2H=5H / 7C 7D 7H")
    with pytest.raises(NotTheContract):
        do(at(["7C 7D 7H 8C 8D 8H", "3C"]), "0 contract 7C 7D 7H / 8C 8D 8H")


def test_what_a_turn_tells() -> None:
    assert [type(event).__name__ for event in apply_step(OFFERED, "0 draw")[1]] == ["Drew"]
    drawn = do(OFFERED, "0 draw", "1 waive")
    assert [type(event).__name__ for event in apply_step(drawn, "2 want KD")[1]] == ["Took", "Drew"]
    events = apply_step(SWAPS, "0 swap 7H on 0 lay *1=9D on 1")[1]
    assert [type(event).__name__ for event in events] == ["Exchanged", "LaidOff"]
    assert (events[0].card, events[0].wild) == ("7H", "*1=7H")  # type: ignore[union-attr]
    assert events[1].cards == ("*1=9D",)  # type: ignore[union-attr]
