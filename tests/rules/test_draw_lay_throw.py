"""The plain turn of one-deck games, by the toy game and by games that state other parameters."""

from typing import Any

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import FirstStarter
from rummynet.rules.shared.one_deck import DrawLayThrow
from rummynet_protocol import notation
from tests.support.errors import raises
from tests.tiny.game import VARIETY, Tiny


class High(DrawLayThrow):
    """The toy game with aces above the king only; a hand may be emptied by a play; the seat named begins."""

    name, title, seats, options, scoring = Tiny.name, Tiny.title, Tiny.seats, Tiny.options, Tiny.scoring
    aces = "high"
    last_card_is_thrown = False
    start_moves = "counter-clockwise"
    first_starter = FirstStarter("first_dealer", "begins")


HIGH = High()


def at(hands: list[str], melds: tuple[str, ...] = (), game: DrawLayThrow = VARIETY, **keys: Any) -> State:  # noqa: ANN401
    position: dict[str, Any] = {
        "variant": "tiny", "players": len(hands), "turn": 0, "phase": "play", "hands": [one.split() for one in hands],
        "stock": ["2C", "3C"], "discard": ["9D"],
        "melds": [{"cards": one.split(), "by": [0] * len(one.split())} for one in melds],
    }  # fmt: skip
    return game.positions.read(position | keys)


def do(state: State, text: str, game: DrawLayThrow = VARIETY, seat: int = 0) -> State:
    return game.apply(state, seat, notation.parse(text))[0]


def action_texts(state: State, game: DrawLayThrow = VARIETY) -> list[str]:
    return [notation.text(action) for action in game.legal(state, state.turn)]


def test_where_aces_lie() -> None:
    hand = ["AS 2S 3S QS KS 9H", "4D"]
    low, high = at(hand), at(hand, game=HIGH)
    assert "meld AS 2S 3S" in action_texts(low) and "meld QS KS AS" not in action_texts(low)
    assert "meld QS KS AS" in action_texts(high, HIGH) and "meld AS 2S 3S" not in action_texts(high, HIGH)
    with raises(IllegalAction, "not_a_meld"):
        do(low, "meld QS KS AS")
    with raises(IllegalAction, "not_a_meld"):
        do(high, "meld AS 2S 3S", HIGH)
    with raises(IllegalAction, "not_a_meld", "a set is 3 or 4 of a rank, a run 3 or more"):
        do(low, "meld 2S 3S KS")


def test_a_play_leaves_a_card_to_throw_out_or_ends_the_round() -> None:
    hand = ["7C 7D 7H", "4D"]
    assert "meld 7C 7D 7H" not in action_texts(at(hand))
    with raises(IllegalAction, "nothing_left_to_throw"):
        do(at(hand), "meld 7C 7D 7H")
    over = do(at(hand, game=HIGH), "meld 7C 7D 7H", HIGH)
    assert over.phase == "over" and over.out == 0 and over.scores == (4, 0)


def test_a_lay_begins_the_count_of_takes_again() -> None:
    hands = ["7C 7D 7H 8H 4D", "5D"]
    for play in ("meld 7C 7D 7H", "lay 8H on 0"):
        laid = do(at(hands, ("9H TH JH",), takes_in_a_row=3), play)
        assert VARIETY.positions.write(laid)["takes_in_a_row"] == 0
