"""On small positions every action of the notation is tried: accepted is what is listed, and nothing else.

The one thing that is accepted without being listed is a lay-off of several cards at once (others lay one by one).
"""

from collections.abc import Iterator
from itertools import permutations

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, CallRummy, LayDown, LayOff, Take, ThrowOut
from tests.support import naive_keilty as naive
from tests.support.keilty_play import at, legal

POSITIONS = {
    "a meld in the pile, runs on the table": at(["5S 7S 2D", "4H", "KC"], "6S 6H 3H", ("3C 4C 5C", "QH KH AH")),
    "a pile of three that fits a run": at(["9S 8H", "TD 2C"], "9C 7H 6H", ("3H 4H 5H",)),
    "a pile with a meld and a set that lacks one": at(["JC 8H", "TD 2C"], "9C 7H 6H 5H", ("9D 9H 9S",)),
    "in play, with the last three cards": at(["JH QH KH", "TH", "2C"], "9H", ("3H 4H 5H",), phase="play"),
    "in play, lay-offs at both ends": at(["2H 6H 7H AH 9S", "5D"], "", ("3H 4H 5H", "9C 9D 9H"), phase="play"),
    "in play, a call by the seat on turn": at(
        ["2H KS", "5D"], "6H 7H", ("3H 4H 5H",), phase="play",
        claims=[{"action": "rummy lay 6H on 0", "by": 1}, {"action": "rummy lay 6H 7H on 0", "by": 0}],
    ),
    "the stock and the pile are empty": at(["2H 3H", "5D"], "", ("4H 5H 6H",), stock=""),
    "a draw that needs a shuffle": at(["2H 3H", "5D"], "7H 9C", ("4H 5H 6H",), stock=""),
    "a run that takes the ace at either end": at(["KS 2S 9D", "5D"], "AS", ("3S 4S 5S 6S 7S 8S 9S TS JS QS",)),
    "over": at(["", "5D"], "7H", ("4H 5H 6H",), phase="over", out=0, round_scores=[15, -5], scores=[15, -5]),
}  # fmt: skip


def words_of(state: State) -> list[str]:
    """The cards of hands and pile, at most eight."""
    near = [cards.face(code) for hand in state.hands for code in cards.members(hand)]
    return [*near, *(cards.face(code) for code in state.discard)][:8]


def everything(state: State) -> Iterator[Action]:
    """All actions that can be written with these cards, up to four in a play and in any order."""
    words = words_of(state)
    plays: list[LayDown | LayOff] = []
    for size in range(1, 5):
        for group in permutations(words, size):
            plays.append(LayDown(group))
            plays += [LayOff(group, number) for number in range(len(state.melds) + 1)]
    yield from (notation.parse(text) for text in ("draw", "pass", "turn", "out", "waive", "buy", "decline", "aces 0"))
    yield from (ThrowOut(name) for name in [*cards.FACES, "7H.1"])
    for play in plays:
        yield play
        yield CallRummy(play)
        yield from (Take(cards.face(code), play) for code in state.discard)
    yield from (Take(name) for name in cards.FACES)


def accepts(state: State, seat: int, action: Action) -> bool:
    try:
        VARIETY.apply(state, seat, action)
    except NeedsShuffle:
        return True
    except IllegalAction as refusal:
        assert str(refusal) and "\n" not in str(refusal)
        return False
    return True


def several_at_once(state: State) -> set[str]:
    if state.phase != "play":
        return set()
    position = VARIETY.positions.write(state)
    held = position["hands"][state.turn]
    return {
        f"lay {' '.join(group)} on {number}"
        for number, meld in enumerate(position["melds"])
        for group in naive.all_lay_offs(meld["cards"], held)
        if 1 < len(group) <= 4 and len(group) < len(held)
    }


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", POSITIONS)
def test_accepted_is_what_is_listed(name: str) -> None:
    state = POSITIONS[name]
    actions = list(everything(state))
    for seat in range(state.players):
        accepted = {notation.text(action) for action in actions if accepts(state, seat, action)}
        unlisted = several_at_once(state) if seat == state.turn else set()
        assert accepted == set(legal(state, seat)) | unlisted
