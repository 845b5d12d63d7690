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

KNOWN: dict[str, Action] = {
    "draw": Draw(),
    "pass": Pass(),
    "turn": TurnOver(),
    "out": CloseCall(),
    "waive": Waive(),
    "buy": BuyIn(),
    "decline": Decline(),
    "take 6S meld 5S 6S 7S": Take("6S", LayDown(("5S", "6S", "7S"))),
    "take 4H lay 4H on 2": Take("4H", LayOff(("4H",), 2)),
    "take 7H lay 6H 7H on 2": Take("7H", LayOff(("6H", "7H"), 2)),
    "take 7H": Take("7H"),
    "take 7H trade 7H for *1": Take("7H", Trade("7H", "*1")),
    "meld JH QH KH": LayDown(("JH", "QH", "KH")),
    "meld 7H.0 *1.1=8H 9H.1": LayDown(("7H.0", "*1.1=8H", "9H.1")),
    "meld 7C 7D *2=7?": LayDown(("7C", "7D", "*2=7?")),
    "lay 4H on 2": LayOff(("4H",), 2),
    "lay *1=KD on 12": LayOff(("*1=KD",), 12),
    "throw 9C": ThrowOut("9C"),
    "trade 7H for *1": Trade("7H", "*1"),
    "rummy meld 5S 6S 7S": CallRummy(LayDown(("5S", "6S", "7S"))),
    "rummy lay 4H 5H on 2": CallRummy(LayOff(("4H", "5H"), 2)),
    "declare meld 2S 3S 4S meld 9C 9D 9H throw KD": Declare((("2S", "3S", "4S"), ("9C", "9D", "9H")), "KD"),
    "declare meld 2S 3S 4S": Declare((("2S", "3S", "4S"),)),
    "penalty draw": AcceptPenalty("draw"),
    "penalty pile": AcceptPenalty("pile"),
    "swap 7H on 2": Swap("7H", 2),
    "swap 7H on 3 lay *1=KD on 5": Swap("7H", 3, LayOff(("*1=KD",), 5)),
    "contract 2S 3S 4S / 9C 9D 9H": LayContract((("2S", "3S", "4S"), ("9C", "9D", "9H"))),
    "want 9C.1": Want("9C.1"),
    "aces 2": CountAces(2),
}


def test_every_action_has_a_notation() -> None:
    assert {type(action) for action in KNOWN.values()} == set(Action.__subclasses__())


card = st.builds(lambda face, deck: face + deck, st.sampled_from(FACES), st.sampled_from(["", ".0", ".3"]))
stands = st.builds(lambda rank, suit: f"={rank}{suit}", st.sampled_from("A23456789TJQK"), st.sampled_from("CDHS?"))
word = card | st.builds(lambda one, other: one + other, card, stands)
some = st.lists(word, min_size=1, max_size=6).map(tuple)
number = st.integers(0, 999)
lay = st.builds(LayOff, some, number)
down = st.builds(LayDown, some)
actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([Draw(), Pass(), TurnOver(), CloseCall(), Waive(), BuyIn(), Decline()]),
    down,
    lay,
    st.builds(Trade, card, card),
    st.builds(Take, card, st.none() | down | lay | st.builds(Trade, card, card)),
    st.builds(ThrowOut, card),
    st.builds(CallRummy, down | lay),
    st.builds(Declare, st.lists(some, min_size=1, max_size=4).map(tuple), st.none() | card),
    st.builds(Swap, card, number, st.none() | lay),
    st.builds(LayContract, st.lists(some, min_size=1, max_size=4).map(tuple)),
    st.builds(Want, card),
    st.builds(CountAces, number),
)


@given(actions)
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
