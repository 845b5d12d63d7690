import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import notation
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    BuyIn,
    CallRummy,
    CloseCall,
    CountAces,
    Declare,
    Decline,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Pass,
    Swap,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
    Waive,
    Want,
)
from rummynet_protocol.cards import FACES
from rummynet_protocol.errors import BadNotation
from tests.support.errors import raises

card = st.builds(lambda face, deck: face + deck, st.sampled_from(FACES), st.sampled_from(["", ".0", ".3"]))
stands = st.builds(lambda rank, suit: f"={rank}{suit}", st.sampled_from("A23456789TJQK"), st.sampled_from("CDHS?"))
word = card | st.builds(lambda one, other: one + other, card, stands)
some = st.lists(word, min_size=1, max_size=6).map(tuple)
number = st.integers(0, 999)
lay = st.builds(LayOff, some, number)
down = st.builds(LayDown, some)
actions: dict[type[Action], st.SearchStrategy[Action]] = {
    **{one: st.just(one()) for one in (Draw, Pass, TurnOver, CloseCall, Waive, BuyIn, Decline)},
    LayDown: down,
    LayOff: lay,
    Trade: st.builds(Trade, card, card),
    Take: st.builds(Take, card, st.none() | down | lay | st.builds(Trade, card, card)),
    ThrowOut: st.builds(ThrowOut, card),
    CallRummy: st.builds(CallRummy, down | lay),
    Declare: st.builds(Declare, st.lists(some, min_size=1, max_size=4).map(tuple), st.none() | card),
    AcceptPenalty: st.builds(AcceptPenalty, st.sampled_from(["draw", "pile"])),
    Swap: st.builds(Swap, card, number, st.none() | lay),
    LayContract: st.builds(LayContract, st.lists(some, min_size=1, max_size=4).map(tuple)),
    Want: st.builds(Want, card),
    CountAces: st.builds(CountAces, number),
}


def test_every_action_has_a_notation() -> None:
    assert actions.keys() == set(Action.__subclasses__())


@given(st.one_of(*actions.values()))
def test_every_action_comes_back(action: Action) -> None:
    written = notation.text(action)
    assert notation.parse(written) == action


WORDS = "draw take meld lay on for throw rummy declare swap contract / 7H *1=7H 2 penalty pile aces want trade x"
words = st.sampled_from([*WORDS.split(), ""])


@given(st.lists(words, max_size=8).map(" ".join) | st.text(max_size=60))
def test_what_is_read_is_written_with_the_same_letters(text: str) -> None:
    try:
        action = notation.parse(text)
    except BadNotation:
        pass
    else:
        assert notation.text(action) == text


LONG = "x" * 50
REFUSED = {
    "draw" + " 7H" * 20: "'draw' takes nothing after it; leave out '" + "7H " * 13 + "7'",
    "take": "such as 'take 6S meld 5S 6S 7S'",
    "take 7H now": "'meld 5S 6S 7S' or 'lay 4H on 2'",
    "take " + LONG: f"'{LONG[:12]}' is not a card",
    "want 7H 8H": "such as 'want 9C'",
    "declare": "such as 'declare meld ",
    "penalty both": "'penalty draw' or 'penalty pile'",
    "trade 7H on *1": "such as 'trade 7H for *1'",
    "swap 7H on 3 5": "such as 'swap 7H on 3 lay *1=KD on 5'",
    "swap 7H": "such as 'swap 7H on 2'",
    "swap 7H on " + LONG: f"'{LONG[:12]}' is not the number of a meld",
    "aces high": "such as 'aces 1'",
    "meld": "cards are missing",
    "meld " + LONG: f"'{LONG[:12]}' is not a card",
    "lay on 2": "such as 'lay 4H on 2'",
    LONG: f"'{LONG[:20]}' is not an action; actions begin with one of: draw, ",
    "meld" + 132 * " 7H" + " ": "at most 400 characters, this text has 401",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_is_refused_with_what_would_work(text: str) -> None:
    with raises(BadNotation, BadNotation.code, REFUSED[text]):
        notation.parse(text)
