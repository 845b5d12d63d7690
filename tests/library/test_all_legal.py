"""``legal``, ``all_legal`` and ``is_legal`` held against each other, and against every action that can be written."""

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.library import port
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.events import CalledFalsely
from tests.support import crummy_positions
from tests.support.every_spelling import every_spelling, results


def is_false_call(state: State, seat: int, action: Action) -> bool:
    """Whether it is a call of a play that is not there: accepted where it costs something, and listed nowhere."""
    return isinstance(action, CallRummy) and any(
        isinstance(one, CalledFalsely) for one in port.variety_of(state).apply(state, seat, action)[1]
    )


def check(state: State) -> int:
    """All three say the same of the seat on turn and of another; how many actions there are."""
    count = 0
    for seat in (state.turn, (state.turn + 1) % state.players):
        every = list(port.listed_all(state, seat))
        texts = [notation.text(action) for action in every]
        assert len(set(texts)) == len(texts)
        assert all(port.variety_of(state).is_legal(state, seat, action) for action in every)
        mine = results(state, seat, iter(every))
        tried = results(state, seat, every_spelling(state, seat))
        missing = [
            notation.text(action)
            for what, action in tried.items()
            if what not in mine and not is_false_call(state, seat, action)
        ]
        assert missing == [], (missing, port.variety_of(state).positions.write(state))
        listed = results(state, seat, iter(port.variety_of(state).legal(state, seat)))
        assert listed.keys() <= mine.keys()
        assert bool(listed) == bool(mine)
        count += len(every)
    return count


def test_declarations_are_complete() -> None:
    hands = ["3C 4C 5C 3D 4D 5D 3H", "3C 3D 3H 3S 4S 5S KD", "AC 2C 3C QC KC JC 9S", "6C 6D 6H 7C 8C 9C TC"]
    for hand in hands:
        for must_throw in (False, True):
            state = port.variety_called("basic").positions.read(
                {"variant": "basic", "options": {"hand": 6, "discard_to_go_out": must_throw}, "players": 2, "turn": 0,
                 "phase": "play", "hands": [hand.split(), ["KS", "QS"]], "stock": ["2D"], "discard": ["9D"],
                 "pickups": [2, 2]}
            )  # fmt: skip
            check(state)
            assert any("declare" in notation.text(one) for one in port.listed_all(state, 0))


@pytest.mark.parametrize(
    ("number", "hand"),
    [
        (1, "7C 7D 7H 9C 9D 2C KS"),
        (1, "7C 7D 9C 9D 2C *1"),
        (1, "7C.0 7C.1 7D.0 9C.0 9D.0 *1.0"),
        (2, "4H 5H 6H 7H 9C 9D 9S"),
        (2, "4H 5H 6H *1 9C 9D 9H"),
        (2, "AC QC KC 2S 9C 9D 9H"),
        (3, "4H 5H 6H 7H 4C 5C 6C 7C"),
    ],
)
def test_contracts_are_complete(number: int, hand: str) -> None:
    players = 3 if "." in hand else 2
    hands = [hand, *["KS.1" if players == 3 else "KD"] * 1, *["KH.1"] * (players - 2)]
    check(crummy_positions.at(hands, round=number))
