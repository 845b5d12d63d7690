"""The rules run where hands are not known, and never disagree with the truth."""

import pytest

from rummynet.rules.core.errors import BadDeck, HiddenCard, IllegalAction
from rummynet.rules.joker.game import VARIETY
from rummynet_protocol.cards import HIDDEN, JOKERS
from rummynet_protocol.notation import parse
from tests.support.errors import raises
from tests.support.in_notation import clock_texts
from tests.support.rows import position


def test_a_hidden_card_can_be_played_as_any_card_that_is_not_known_to_be_elsewhere() -> None:
    state = VARIETY.positions.read(
        position("joker", dict(hands=[[None, None, None, None], ["5C", "*2"]], phase="play", discard=["KD"]))
    )
    laid, _ = VARIETY.apply(state, 0, parse("meld 5H 6H *1=7H"))
    assert (laid.hidden, laid.hands[0]) == ((1, 0), 0)
    for taken in ("meld 5H 6H *2=7H", "meld 5C 5D 5H", "throw KD"):
        with raises(IllegalAction, "card_not_held"):
            VARIETY.apply(state, 0, parse(taken))


def test_no_more_hidden_cards_can_be_played_than_there_are() -> None:
    state = VARIETY.positions.read(position("joker", dict(hands=[["2C", None, None], ["5C"]], phase="play")))
    with raises(IllegalAction, "card_not_held"):
        VARIETY.apply(state, 0, parse("meld 5H 6H 7H"))
    assert VARIETY.apply(state, 0, parse("meld 2C 2D 2H"))[0].out == 0


def test_a_round_with_unknown_hands_has_no_scores() -> None:
    state = VARIETY.positions.read(position("joker", dict(hands=[["2C"], [None]], phase="play")))
    over, told = VARIETY.apply(state, 0, parse("throw 2C"))
    assert (over.phase, over.round_scores, over.scores, over.out) == ("over", None, (0, 0), 0)
    assert [type(event).__name__ for event in told] == ["ThrewOut", "WentOut"]
    with pytest.raises(HiddenCard):
        VARIETY.next_round(over, range(54))
    assert VARIETY.reveal(over, 1, JOKERS[0]).round_scores == (0, -25)
    with pytest.raises(HiddenCard):
        VARIETY.reveal(over, 1, 1)  # 2C lies in the pile


def test_the_card_turned_up_has_to_be_known() -> None:
    options = VARIETY.resolve({})
    with pytest.raises(HiddenCard):
        VARIETY.deal(options, 2, 0, [HIDDEN] * 54)
    with pytest.raises(BadDeck):
        VARIETY.deal(options, 2, 0, [HIDDEN] * 16 + [7, 7] + [HIDDEN] * 36)


def test_the_clock_names_no_card_that_is_not_known() -> None:
    state = VARIETY.positions.read(
        position("joker", dict(hands=[[None, "2C"], ["5C"]], stock=[None, None], options={"turn_seconds": 30}))
    )
    assert VARIETY.timers(state)[0].seat == 0 and clock_texts(VARIETY, state) == ["draw"]
    drawn, told = VARIETY.apply(state, 0, parse("draw"))
    assert clock_texts(VARIETY, drawn) == [None]
    assert told[0].card is None  # type: ignore[attr-defined]
    mine = VARIETY.reveal(VARIETY.reveal(drawn, 0, 30), 0, 31)
    assert clock_texts(VARIETY, mine) == ["throw 6H"]
