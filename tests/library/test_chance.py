"""Chance as explicit outcomes: deals, new stocks, cards put back."""

from rummynet import rules
from rummynet.rules import Chance, ChanceOutcome, GameState
from rummynet.rules.core.errors import NoSuchMove, NotDealt
from tests.support import keilty_play
from tests.support.errors import raises


def chance_of(state: GameState) -> Chance:
    assert state.chance is not None
    return state.chance


def test_a_deal_is_a_deck_card_by_card() -> None:
    game = rules.variety("keilty")
    deck = rules.shuffled(game, seed=9)
    state = game.deal(3)
    for number, code in enumerate(deck[:-1]):
        assert state.is_chance and state.actor is None and not state.over and len(state.legal()) == 52 - number
        assert state.legal() == chance_of(state).outcomes == tuple(state.all_legal())
        assert state.is_legal(ChanceOutcome("card", code)) and not state.is_legal("draw")
        state = state.apply(ChanceOutcome("card", code))
    assert state == game.deal(3, deck)  # the last card has no alternative


def test_before_the_deal_there_is_no_position() -> None:
    state = rules.variety("keilty").deal(2)
    assert state.scores == (0, 0) and "0 of 52 outcomes" in str(state)
    for ask in (lambda: state.position, lambda: state.public, lambda: state.observation(0)):
        with raises(NotDealt, "not_dealt"):
            ask()


def test_a_draw_from_an_empty_stock_waits_for_a_new_one() -> None:
    state = rules.variety("keilty").from_position(
        keilty_play.position(["2H 3H", "5D"], "7H 9C KD", ("4S 5S 6S",), stock="")
    )
    assert state.is_legal("draw")
    waiting = state.apply("draw")
    assert waiting.is_chance and waiting.position == state.position
    assert {str(outcome) for outcome in waiting.legal()} == {"card 7H", "card 9C"}
    drawn, events = waiting.step(ChanceOutcome("card", 8))
    assert drawn.actor == 0 and drawn.position.phase == "play"
    assert drawn.position.hands[0] >> 8 & 1 and drawn.position.stock == (32,)
    assert [type(event).__name__ for event in events] == ["Shuffled", "Drew"]
    for wrong in (ChanceOutcome("card", 3), ChanceOutcome("place", 8), "draw"):
        with raises(NoSuchMove, "no_such_move", wrong):
            waiting.apply(wrong)
