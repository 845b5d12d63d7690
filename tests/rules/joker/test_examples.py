"""The worked examples of the rules page."""

import pytest

from rummynet.rules.core.errors import DoesNotFit
from rummynet.rules.joker.game import VARIETY
from tests.rules.joker import after, hand, legal, meld, position, state
from tests.support.errors import raises

TRADE = state(
    melds=[meld("7C 7D *1=7H", 1), meld("9S TS JS", 0)],
    discard=["5C", "QS"],
    hands=[["7H", "8S", "*2", "KD"], ["2C", "2D"]],
    stock=["AC", "3C"],
)


def test_a_trade() -> None:
    assert legal(TRADE) == ["draw", "take QS lay QS on 1"]
    drawn = after(TRADE, "draw")
    assert legal(drawn) == sorted(
        ["lay *2=7S on 0", "lay *2=8S on 1", "lay *2=QS on 1", "lay 8S on 1", "trade 7H for *1"]
        + [f"throw {card}" for card in ("7H", "8S", "*2", "KD", "AC")]
    )
    with raises(DoesNotFit, "does_not_fit", "*1", "7H"):
        after(drawn, "lay 7H on 0")
    traded = after(drawn, "trade 7H for *1")
    assert VARIETY.positions.write(traded)["melds"][0] == {"cards": ["7C", "7D", "7H"], "by": [1, 1, 1]}
    assert hand(traded, 0) == sorted(["8S", "*2", "KD", "AC", "*1"])


def test_a_trade_and_what_the_hand_would_cost() -> None:
    """Seat 1 goes out at once: seat 0 scores what it laid less 7H, 8S, a joker and KD."""
    ended = after(state(**position(turn=1, phase="play", hands=[["7H", "8S", "*2", "KD"], ["2C"]],
                                   melds=[meld("7C 7D *1=7H", 1), meld("9S TS JS", 0)])), "throw 2C")  # fmt: skip
    assert ended.round_scores == (25 - 5 - 5 - 25 - 10, 15)


FROM_THE_PILE = state(hands=[["5H", "6H", "*1"], ["2C", "2D"]], discard=["5C", "*2", "7H"], stock=["KC"])


def test_a_joker_taken_from_the_pile() -> None:
    assert {"take *2 meld 5H 6H *2=7H", "take *2 meld 5H 6H 7H *2=8H"} <= set(legal(FROM_THE_PILE))
    taken = after(FROM_THE_PILE, "take *2 meld 5H 6H *2=7H")
    assert hand(taken, 0) == ["*1", "7H"]
    assert legal(taken) == ["lay *1=4H on 0", "lay *1=8H on 0", "throw *1", "throw 7H", "trade 7H for *2"]
    after(FROM_THE_PILE, "take *2 meld 5H 6H 7H *2=8H")


OUT = state(
    phase="play", stock=["KC"], hands=[["JC", "JD", "*1"], ["4C", "*2"]], melds=[meld("9S TS JS", 0)]
)  # fmt: skip


def test_out_without_a_throw_out() -> None:
    assert legal(OUT) == [
        "lay *1=8S on 0", "lay *1=QS on 0", "meld JC JD *1=JH", "throw *1", "throw JC", "throw JD",
    ]  # fmt: skip
    with pytest.raises(DoesNotFit):
        after(OUT, "meld JC JD *1=JS")
    over = after(OUT, "meld JC JD *1=JH")
    assert (over.phase, over.out, over.round_scores) == ("over", 0, (55, -30))


KINGS = [meld("AC AD AS"), meld("KC KD KS"), meld("5H 6H 7H", 1)]
FOURS = [meld("AC AD AS"), meld("KC KD KS"), meld("4H 5H 6H", 1)]
TRADABLE = [meld("7C 7D *1=7H", 1)]


@pytest.mark.parametrize(
    ("action", "hand_0", "discard", "melds"),
    [
        ("take 6S meld 5S 6S *1=7S", "5S *1", "2H 6S 9C", []),
        ("take 9H lay *1=8H 9H on 2", "QC", "9H *1", KINGS),
        ("take 9H lay *1=8H 9H on 2", "QC *1", "9H", KINGS),
        ("take *1 meld 5S 6S *1=7S", "5S 6S", "*1", []),
        ("take *1 lay 7H *1=8H on 2", "QC", "*1 7H", FOURS),
        ("take *1 lay 7H *1=8H on 2", "QC 7H", "*1", FOURS),
        ("take 7H trade 7H for *1", "QC", "7H", TRADABLE),
        ("pass", "QC", "9H", []),
    ],
)
def test_the_notation_of_pick_ups(action: str, hand_0: str, discard: str, melds: list[dict[str, object]]) -> None:
    at = state(hands=[hand_0.split(), ["4C"]], discard=discard.split(), melds=melds)
    assert action in legal(at)
    after(at, action)


@pytest.mark.parametrize(
    ("action", "hand_0", "melds"),
    [
        ("meld *1=AH 2H 3H", "*1 2H 3H", []),
        ("lay *1=8H on 2", "*1 2C", KINGS),
        ("trade 7H for *1", "7H", TRADABLE),
        ("throw *1", "*1", []),
    ],
)
def test_the_notation_of_plays(action: str, hand_0: str, melds: list[dict[str, object]]) -> None:
    at = state(phase="play", hands=[hand_0.split(), ["4C"]], melds=melds)
    assert action in legal(at)
    after(at, action)
