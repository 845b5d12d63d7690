"""The worked examples of the rules page."""

from typing import Any

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import IllegalAction
from rummynet_protocol.cards import code
from tests.rules.basic import after, by, hand, laid, legal, meld, state
from tests.support.errors import raises

MELDS = [meld("4H 5H 6H", 0), meld("7C 7D 7H", 1)]
STOCK = ["2S", "3S", "4S"]


def over_a_set(**keys: Any) -> Any:  # noqa: ANN401
    plain = {"melds": MELDS, "discard": ["TD", "3H"], "hands": [["8H", "KC"], ["2C", "2D"]], "stock": STOCK}
    return state(**(plain | keys))


def test_over_a_set_and_a_card_taken_alone() -> None:
    assert legal(over_a_set()) == ["draw", "take 3H"]
    taken = after(over_a_set(), "take 3H")
    assert legal(taken) == ["lay 3H on 0", "lay 8H on 0", "throw 8H", "throw KC"]
    with raises(IllegalAction, "illegal", "3H"):
        after(taken, "throw 3H")
    off = after(taken, "lay 8H on 0")
    assert laid(off) == "4H 5H 6H 8H"
    assert legal(off) == ["lay 3H on 0", "throw KC"]


def test_what_a_single_card_beside_the_one_taken_allows() -> None:
    alone = {"hands": [["8H"], ["2C", "2D"]]}
    assert legal(after(over_a_set(**alone), "take 3H")) == ["lay 3H on 0", "lay 8H on 0", "throw 8H"]
    strict = over_a_set(**alone, options={"discard_to_go_out": True})
    assert legal(after(strict, "take 3H")) == ["lay 3H on 0", "throw 8H"]


def test_the_same_card_deeper_in_the_pile() -> None:
    assert legal(over_a_set(discard=["3H", "TD"])) == ["draw", "take 3H lay 3H on 0", "take TD"]


def called(**keys: Any) -> Any:  # noqa: ANN401
    plain = {
        "players": 3, "options": {"discard_to_go_out": True}, "melds": MELDS, "discard": ["TD"], "turn": 1,
        "phase": "play", "hands": [["2C", "2D"], ["8H"], ["3C", "3D"]], "stock": STOCK,
    }  # fmt: skip
    return state(**(plain | keys))


def test_a_going_out_that_is_called() -> None:
    assert legal(called()) == ["throw 8H"]
    waiting = after(called(), "throw 8H")
    assert (waiting.phase, waiting.turn, waiting.out) == ("call", 1, None)
    assert legal(waiting) == ["out"]
    assert legal(waiting, 0) == legal(waiting, 2) == ["rummy lay 8H on 0"]
    penalty = by(waiting, 2, "rummy lay 8H on 0")
    assert VARIETY.positions.write(penalty)["melds"][0] == {"cards": ["4H", "5H", "6H", "8H"], "by": [0, 0, 0, 2]}
    assert (penalty.phase, penalty.turn) == ("penalty", 1)
    assert legal(penalty) == ["penalty draw", "penalty pile"]
    paid = after(penalty, "penalty pile")
    assert hand(paid, 1) == ["TD"]
    assert (paid.discard, paid.turn, paid.phase, legal(paid)) == ((), 2, "pickup", ["draw"])


def test_turning_over() -> None:
    at = state(discard=["9C", "2D", "KS", "4C"], hands=[["QH", "7D"], ["3C"]])
    assert legal(at) == ["take 4C", "turn"]
    turned = after(at, "turn")
    assert VARIETY.positions.write(turned)["stock"] == ["2D", "KS", "4C"]
    assert VARIETY.positions.write(turned)["discard"] == ["9C"]
    assert (turned.turn, turned.turned, legal(turned)) == (0, 1, ["draw", "take 9C"])


def declaring(**options: Any) -> Any:  # noqa: ANN401
    hands = ["2S 3S 4S 5S 9C 9D 9H", "2C", "2D", "2H", "3C", "3D"]
    return state(
        players=6, phase="play", hands=[held.split() for held in hands], pickups=[2, 1, 1, 1, 1, 1], options=options
    )


def test_declaring() -> None:
    both = [
        "declare meld 2S 3S 4S meld 9C 9D 9H throw 5S",
        "declare meld 3S 4S 5S meld 9C 9D 9H throw 2S",
    ]
    whole = "declare meld 2S 3S 4S 5S meld 9C 9D 9H"
    assert [one for one in legal(declaring()) if one.startswith("declare")] == sorted([*both, whole])
    strict = legal(declaring(discard_to_go_out=True))
    assert [one for one in strict if one.startswith("declare")] == both


@pytest.mark.parametrize(
    ("declared", "out", "scores"), [(0, 0, (165, -45, -25)), (None, 0, (95, -45, -25)), (None, None, (0, -45, -25))]
)
def test_the_score(declared: int | None, out: int | None, scores: tuple[int, ...]) -> None:
    hands: list[list[str]] = [[], ["QS", "3D"], ["KC", "AD"]]
    if out is None:
        over = after(state(players=3, hands=hands), "pass")
    else:
        over = after(state(players=3, hands=hands, phase="final", turn=1, out=0, declared=declared), "pass", "pass")
    assert (over.phase, over.out, over.round_scores) == ("over", out, scores)


def test_the_notation_of_what_is_left() -> None:
    deep = state(discard=["6S", "KD"], hands=[["5S", "7S", "2C"], ["3C"]], stock=STOCK)
    assert "take 6S meld 5S 6S 7S" in legal(deep)
    over = state(discard=["8H", "KD"], melds=MELDS, hands=[["2C"], ["3C"]], stock=STOCK)
    assert "take 8H lay 8H on 0" in legal(over)
    assert code("8H") in after(over, "take 8H lay 8H on 0").melds[0].cards
    final = state(phase="final", out=1, hands=[["2C"], []])
    assert legal(final) == ["pass"]
