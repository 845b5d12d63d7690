"""The rules run where hands are not known, and never disagree with the truth."""

from typing import Any

import pytest

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.notation import parse, text
from tests.support.crummy_positions import at, do, position
from tests.support.errors import raises
from tests.support.in_notation import clock_texts


def hidden(count: int, **more: Any) -> State:  # noqa: ANN401 - JSON values
    return VARIETY.positions.read(position(["", "3C"], **more) | {"hands": [[None] * count, ["3C"]]})


def test_hidden_cards_can_be_any_that_are_not_known_to_be_elsewhere() -> None:
    state = hidden(9, discard="9C")
    laid = do(state, "0 contract 4H 5H *1=6H 7H / KC KD 2S=K?")
    assert (laid.hidden, laid.hands[0], laid.count(0)) == ((2, 0), 0, 2)
    for words in ("throw 9C", "throw 3C", "contract 4H 5H 6H 7H / 9C 9D 9H"):
        with raises(IllegalAction, "card_not_held"):
            do(state, f"0 {words}")


def test_no_more_hidden_cards_can_be_laid_than_there_are() -> None:
    with raises(IllegalAction, "card_not_held"):
        do(hidden(6), "0 contract 4H 5H 6H 7H / KC KD KH")
    assert do(hidden(7), "0 contract 4H 5H 6H 7H / KC KD KH").out == 0


def test_a_hand_of_round_7_is_counted_not_seen() -> None:
    runs = "3H 4H 5H 6H / 9C TC JC QC / 3D 4D 5D 6D"
    assert do(hidden(12, round=7), f"0 contract {runs}").out == 0


def test_explicit_names_the_deck_where_more_than_one_card_may_be_meant() -> None:
    state = at(["7H.1 KD.0 9S.0 9S.1 QC.1", "3C.0", "3C.1"], ("9C.0 9D.0 9H.1",), discard="QC.0", laid=[True] * 3)

    def explicit(words: str) -> str:
        return text(VARIETY.explicit(state, 0, parse(words)))

    assert explicit("throw 7H") == "throw 7H.1"
    assert explicit("throw QC") == "throw QC"
    assert explicit("lay 9S on 0") == "lay 9S.0 on 0"
    assert explicit("lay 9S.1 on 0") == "lay 9S.1 on 0"
    assert explicit("swap 9S on 0 lay *1=KD on 0") == "swap 9S.0 on 0 lay *1=KD on 0"
    assert explicit("contract 9S 9S KD / 7H QC") == "contract 9S.0 9S.1 KD.0 / 7H.1 QC"
    assert explicit("take QC") == "take QC"
    with raises(IllegalAction, "card_not_held"):
        explicit("throw AC")
    one = at(["7H KD", "3C"])
    assert text(VARIETY.explicit(one, 0, parse("throw 7H"))) == "throw 7H"


def test_the_clock_names_no_card_that_is_not_known() -> None:
    given = position(["", "5C"], phase="pickup", discard="9C", options={"turn_seconds": 30})
    state = VARIETY.positions.read(given | {"hands": [[None, "4C"], ["5C"]], "stock": [None, None]})
    drawn = do(state, "0 draw", "1 waive")
    assert clock_texts(VARIETY, drawn) == [None]
    first = VARIETY.reveal(drawn, 0, cards.code("KH"))
    assert clock_texts(VARIETY, first) == [None]
    mine = VARIETY.reveal(first, 0, cards.code("3H"))
    assert clock_texts(VARIETY, mine) == ["throw 3H"]


def test_a_card_that_lies_open_is_not_revealed() -> None:
    state = hidden(2, discard="9C", stock="8C")
    for card in (cards.code("9C"), cards.code("8C"), cards.code("3C"), 54, -1):
        with pytest.raises(HiddenCard):
            VARIETY.reveal(state, 0, card)


def test_an_unscored_round_has_no_next() -> None:
    over = do(VARIETY.positions.read(position(["KD", ""]) | {"hands": [["KD"], [None]]}), "0 throw KD")
    assert (over.phase, over.round_scores, over.scores) == ("over", None, (0, 0))
    with pytest.raises(HiddenCard):
        VARIETY.next_round(over, cards.full_deck(1, jokers=True))
    assert VARIETY.reveal(over, 1, cards.code("*1")).round_scores == (0, 15)
