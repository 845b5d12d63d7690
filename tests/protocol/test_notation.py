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
