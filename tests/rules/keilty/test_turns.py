"""A turn: picking up, laying, throwing out; each row of the rules page."""

from rummynet.rules.core.errors import (
    CardNotUsed,
    IllegalAction,
    NothingLeftToThrow,
)
from tests.support.errors import raises
from tests.support.keilty_play import at, do, legal


def refused(kind: type[IllegalAction], named: object, hands: list[str], step: str, **more: object) -> None:
    state = at(hands, **more)  # type: ignore[arg-type]
    with raises(kind, kind.code, named):
        do(state, step)


# -- picking up


def test_a_take_has_to_leave_a_card_to_throw_out() -> None:
    refused(NothingLeftToThrow, "5D", ["5C 5H", "4S"], "0 take 5D meld 5C 5D 5H", discard="9C 5D")
    refused(CardNotUsed, "5D", ["5C 5H", "4S"], "0 take 5D", discard="9C 5D")
    assert legal(at(["5C 5H", "4S"], "9C 5D", stock="2C"), 0) == ["draw"]
    assert legal(at(["5C 5H", "4S"], "5D 9C", stock="2C"), 0) == ["draw", "take 5D meld 5C 5D 5H"]
