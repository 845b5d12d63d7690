"""All sets and runs of natural cards, and what can be added to them."""

from rummynet.rules.core.state import Meld
from rummynet.rules.shared.melds import SHAPES, with_cards
from rummynet_protocol import cards


def codes(text: str) -> tuple[int, ...]:
    return tuple(cards.code(word) for word in text.split())


def meld(text: str) -> Meld:
    return Meld(codes(text), codes(text), tuple(range(len(text.split()))), SHAPES[codes(text)].is_run)


def test_nothing_added_is_no_lay_off() -> None:
    assert with_cards(meld("3H 4H 5H"), (), 0) is None
    assert with_cards(meld("3H 4H 5H"), (-1,), 0) is None
