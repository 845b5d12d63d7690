"""Tiny rummy: a toy game of one deck, as small as a game can be. Its rules are in ``tests/tiny/tiny.md``.

It stands for a game that somebody adds: this file, its page and one line in the list of games, and nothing else knows
its name. What it is made of is the frame in ``rules.shared``.
"""

from typing import Final

from rummynet.rules.core.options import with_defaults
from rummynet.rules.core.state import State
from rummynet.rules.shared.one_deck import DrawLayThrow
from rummynet.rules.shared.scoring import Scoring, in_hand

PIPS: Final = tuple(min(code % 13 + 1, 10) for code in range(52))
"""By code: an ace one, court cards ten, others their pips."""


def gained_by_who_is_out(state: State) -> tuple[int, ...]:
    """By seat: who is out gains what the others hold; nobody loses anything."""
    held = [in_hand(hand, PIPS.__getitem__) for hand in state.hands]
    return tuple(sum(held) if seat == state.out else 0 for seat in range(state.players))


class Tiny(DrawLayThrow):
    """Five cards each, aces low, the last card is thrown out."""

    name = "tiny"
    title = "tiny rummy"
    summary = ("Five cards each, and who is out first gains what the others still hold.",)
    seats = range(2, 5)
    options = with_defaults(DrawLayThrow.options, target=100, hand=5, reshuffle_limit=2)
    aces = "low"
    scoring = Scoring(gained_by_who_is_out, worth_held=PIPS)


VARIETY: Final = Tiny()
