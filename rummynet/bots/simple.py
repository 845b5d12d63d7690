"""Plays what it sees: lays what it can, takes from the pile when that pays, throws the least useful card.

It looks one action ahead on the cards it knows and compares positions by ``worth``; the few best takes are followed a
little further, since what comes with a take is often laid at once. Very long lists of actions are thinned out first.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.bots.strategy import Chance, NothingToDo, PlannedCall, choices
from rummynet.bots.worth import given_away, word_value, worth
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import (
    Action,
    CountAces,
    Declare,
    Decline,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Swap,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
    Waive,
)
from rummynet_protocol.errors import Refusal

_DRAW: Final = -2
"""What an unknown card is hoped to bring."""
_BETTER: Final = 8
"""What a card of the stock is hoped to be better than one taken for no play; the worst is thrown either way. Found by
playing, as the next two."""
_BETTER_FOR_A_CONTRACT: Final = 4
"""The same while a contract is to be collected for, where a card that is seen is worth more."""
_TAKING: Final = 20
"""What a take with a play is worth beyond what can be seen: more cards, more melds to come."""
_MOST_WEIGHED: Final = 48
_FOLLOWED: Final = 3
_FOLLOWED_FOR: Final = 4
_MISSES_PERCENT: Final = 20
_HARDER_PERCENT: Final = 10
_LAST: Final = -1000


class Simple:
    """The strategy ``simple``."""

    name = "simple"

    def choose_action(self, variety: Variety, state: State, seat: int, chance: Chance) -> Action:
        """The best-looking action; chance decides among equals."""
        state = variety.once_answered(state, seat)
        found = choices(variety, state, seat)
        if len(found) == 1:
            return found[0]
        best = _best_play(variety, state, seat, found)
        return best if best is not None else _best_non_play(variety, state, seat, found, chance)

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """The dearest rummy, after one and a half to five seconds; one in five is missed, more among many."""
        mine = [claim for claim in claims if claim.by != seat]
        if not mine or chance(100) < _MISSES_PERCENT + _HARDER_PERCENT * min(len(mine) - 1, 3):
            return None
        best = max(mine, key=lambda claim: _points_named(notation.parse(claim.action)))
        return PlannedCall(best.action, 1.5 + chance(3501) / 1000)

    def thinking_seconds(self, chance: Chance) -> float:
        """One to two and a half seconds."""
        return 1 + chance(1501) / 1000


STRATEGY: Final = Simple()

_PLAYS: Final = (LayDown, LayOff, Take, Trade, Swap, Declare, LayContract)


def _is_play(action: Action) -> bool:
    """Whether cards are laid; the top of the pile may be taken for later."""
    return isinstance(action, _PLAYS) and not (isinstance(action, Take) and action.play is None)


def _best_play(variety: Variety, state: State, seat: int, found: Sequence[Action]) -> Action | None:
    """The play that gains most, if one gains more than the draw that it would stand for."""
    plays = _limited([action for action in found if _is_play(action)])
    if not plays:
        return None
    hoped = _DRAW if any(isinstance(action, Draw) for action in found) else 0
    now = worth(variety, state, seat)
    gains = sorted(((_after(variety, state, seat, play) - now, n) for n, play in enumerate(plays)), reverse=True)
    gains[:_FOLLOWED] = [
        (_followed_gain(variety, state, seat, plays[n], gain, now), n) for gain, n in gains[:_FOLLOWED]
    ]
    gain, n = max(gains)
    return plays[n] if gain > hoped else None


def _followed_gain(variety: Variety, state: State, seat: int, play: Action, gain: int, now: int) -> int:
    """The gain of one of the best plays: a take that uses its card is followed a little further."""
    if not isinstance(play, Take) or play.play is None:
        return gain
    return max(gain, _followed(variety, state, seat, play) - now) + _TAKING


def _best_non_play(variety: Variety, state: State, seat: int, found: Sequence[Action], chance: Chance) -> Action:
    """Draw, throw out, pass and the like; a play that does not gain only where there is nothing else."""
    quiet = [action for action in found if not _is_play(action)]
    weighed = [(_non_play_worth(variety, state, seat, action), action) for action in _limited(quiet or found)]
    top = max(points for points, _ in weighed)
    best = [action for points, action in weighed if points == top]
    return best[chance(len(best))]


def _non_play_worth(variety: Variety, state: State, seat: int, action: Action) -> int:
    match action:
        case Draw() | TurnOver():
            collects = variety.contract(state, seat) is not None
            return worth(variety, state, seat) + (_BETTER_FOR_A_CONTRACT if collects else _BETTER)
        case Take():
            return _kept(variety, state, seat, action)
        case Waive():
            return worth(variety, state, seat)
        case CountAces(high):
            return -high
        case Decline():
            return _LAST
    return _after(variety, state, seat, action)


def _kept(variety: Variety, state: State, seat: int, take: Take) -> int:
    """The position after the top of the pile was taken, and then the best play or the throw of another card."""
    try:
        after, _ = variety.apply(state, seat, take)
    except Refusal:
        return _LAST
    others = [one for one in choices(variety, after, seat) if one != ThrowOut(take.card)]
    return max((_after(variety, after, seat, one) for one in _limited(others)), default=_LAST)


def _after(variety: Variety, state: State, seat: int, action: Action) -> int:
    try:
        after, _ = variety.apply(state, seat, action)
    except Refusal:  # chance has to act first, or a card is not known: no reason to choose it, none to stumble
        return _LAST
    return worth(variety, after, seat) - given_away(after, seat)


def _followed(variety: Variety, state: State, seat: int, take: Action) -> int:
    """The position some plays after a take."""
    try:
        state, _ = variety.apply(state, seat, take)
        for _ in range(_FOLLOWED_FOR):
            play = _best_play(variety, state, seat, _only_laying(choices(variety, state, seat)))
            if play is None:
                break
            state, _ = variety.apply(state, seat, play)
    except (IllegalAction, NothingToDo):
        return _LAST
    return worth(variety, state, seat) - given_away(state, seat)


def _only_laying(found: Iterable[Action]) -> list[Action]:
    return [action for action in found if isinstance(action, LayDown | LayOff)]


def _limited(found: Sequence[Action]) -> Sequence[Action]:
    """At most so many that weighing them stays quick: those that name the most points, in the order given."""
    if len(found) <= _MOST_WEIGHED:
        return found
    dearest = sorted(range(len(found)), key=lambda n: -_points_named(found[n]))[:_MOST_WEIGHED]
    return [found[n] for n in sorted(dearest)]


def _points_named(action: Action) -> int:
    """The points of all cards that the action names."""
    words = notation.text(action).split()
    return sum(word_value(word) for word in words if word[0] in "*A23456789TJQK" and len(word) > 1)
