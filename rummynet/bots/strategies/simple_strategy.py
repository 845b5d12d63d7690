"""The strategy ``simple``: lays what it can, takes from the pile when that pays, throws the least useful card.

It looks one action ahead on the cards it knows and compares positions by ``worth``; the best few takes are followed
further, since what comes with a take can often be laid at once. Very long lists of actions are cut first.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.bot_plays import is_play, most_valuable, points_named
from rummynet.bots.evaluation.worth import given_away, worth
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, NothingToDo, PlannedCall, choices, hardness
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import (
    Action,
    CountAces,
    Decline,
    Draw,
    LayDown,
    LayOff,
    Take,
    ThrowOut,
    TurnOver,
    Waive,
)
from rummynet_protocol.errors import Refusal

# Below 0, so that a gain goes before a draw. From -8 to 4 nothing that was measured changes (150 deals of Keilty);
# neither does half or twice as much of the other three.
_DRAW: Final = -2  # assumed worth of drawing an unknown card
_BETTER: Final = 8
"""Assumed advantage of a card from the stock over one taken without a play, as the worst card is thrown either way.

Found by playing, as are the next two.
"""
_BETTER_FOR_A_CONTRACT: Final = 4
"""The same while the hand collects for a contract, where a card that is seen is worth more."""
_TAKING: Final = 20  # worth of a take with a play beyond what can be seen: more cards, more melds to come
# Takes that are followed, and plays of each: what comes with a take can often be laid at once; each step weighs all
# plays again, and this level has to be quick with a whole pile to take from.
_FOLLOWED: Final = 3
_FOLLOWED_FOR: Final = 4
# Of several at once each is easier to overlook, up to half of them (docs/bots.md).
_MISSES_PERCENT: Final = 20
_HARDER_PERCENT: Final = 10  # from one of five to half in three steps
_LAST: Final = -1000  # below every worth: no hand costs as many points


class Simple:
    """The strategy ``simple``."""

    name = "simple"

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The action with the highest worth; chance decides among equals."""
        seat = view.seat
        state = once_answered(variety, view.position, seat)
        actions = choices(variety, state, seat)
        if len(actions) == 1:
            return actions[0]
        best = _best_play(variety, state, seat, actions)
        return best if best is not None else _best_non_play(variety, state, seat, actions, chance)

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """The rummy with the most points, after 1.5 to 5 seconds; one in five is missed, more among many."""
        claims_of_others = [claim for claim in claims if claim.by != seat]
        if not claims_of_others or chance(100) < _MISSES_PERCENT + _HARDER_PERCENT * min(len(claims_of_others) - 1, 3):
            return None
        best = max(claims_of_others, key=lambda claim: points_named(claim.action))
        return PlannedCall(best.action, 1.5 + chance(3501) / 1000)

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """One to two and a half seconds for a middling choice."""
        return hardness(cards) * (1 + chance(1501) / 1000)


STRATEGY: Final = Simple()


def _best_play(variety: Variety, state: State, seat: int, actions: Sequence[Action]) -> Action | None:
    """The play that gains most; before a draw only if it gains more than that."""
    plays = most_valuable([action for action in actions if is_play(action)])
    if not plays:
        return None
    hoped = _DRAW if any(isinstance(action, Draw) for action in actions) else _LAST
    now = worth(variety, state, seat)
    gains = sorted(((_after(variety, state, seat, play) - now, n) for n, play in enumerate(plays)), reverse=True)
    gains[:_FOLLOWED] = [
        (_followed_gain(variety, state, seat, plays[n], gain, now), n) for gain, n in gains[:_FOLLOWED]
    ]
    gain, n = max(gains)
    return plays[n] if gain > hoped else None


def _followed_gain(variety: Variety, state: State, seat: int, play: Action, gain: int, now: int) -> int:
    """The gain of one of the best plays; a take that uses its card is followed further."""
    if not isinstance(play, Take) or play.play is None:
        return gain
    return max(gain, _followed(variety, state, seat, play) - now) + _TAKING


def _best_non_play(variety: Variety, state: State, seat: int, actions: Sequence[Action], chance: Chance) -> Action:
    """Draw, throw out, pass and the like; a play without gain only if there is nothing else."""
    non_plays = [action for action in actions if not is_play(action)]
    weighed = [
        (_non_play_worth(variety, state, seat, action), action) for action in most_valuable(non_plays or actions)
    ]
    top = max(points for points, _ in weighed)
    best = [action for points, action in weighed if points == top]
    return best[chance(len(best))]


def _non_play_worth(variety: Variety, state: State, seat: int, action: Action) -> int:
    match action:
        case Draw() | TurnOver():
            collects = variety.presentation.contract(state, seat) is not None
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
    """The worth after taking the top of the pile, and then the best play or the throw of another card."""
    try:
        after, _ = variety.apply(state, seat, take)
    except Refusal:
        return _LAST
    next_actions = [action for action in choices(variety, after, seat) if action != ThrowOut(take.card)]
    return max((_after(variety, after, seat, action) for action in most_valuable(next_actions)), default=_LAST)


def _after(variety: Variety, state: State, seat: int, action: Action) -> int:
    try:
        after, _ = variety.apply(state, seat, action)
    except Refusal:  # chance has to act first, or a card is not known: legal, but not worth choosing
        return _LAST
    return worth(variety, after, seat) - given_away(after, seat)


def _followed(variety: Variety, state: State, seat: int, take: Action) -> int:
    """The worth some plays after a take."""
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


def _only_laying(actions: Iterable[Action]) -> list[Action]:
    return [action for action in actions if isinstance(action, LayDown | LayOff)]
