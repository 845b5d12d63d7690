"""Kinds of actions, what their cards are worth, and which melds a throw breaks up."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.evaluation.worth import word_value
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Declare, LayContract, LayDown, LayOff, Swap, Take, ThrowOut, Trade

# Each costs an evaluation of the position; with two jokers about there can be thousands of plays.
_MAX_WEIGHED: Final = 48
_PLAYS: Final = (LayDown, LayOff, Take, Trade, Swap, Declare, LayContract)


def is_play(action: Action) -> bool:
    """Whether the action lays cards; taking the top of the pile for later does not."""
    return isinstance(action, _PLAYS) and not (isinstance(action, Take) and action.play is None)


def most_valuable(actions: Sequence[Action]) -> Sequence[Action]:
    """The actions that name the most points, in the order given, as many as can be weighed quickly."""
    if len(actions) <= _MAX_WEIGHED:
        return actions
    most_valuable = sorted(range(len(actions)), key=lambda n: -points_named(actions[n]))[:_MAX_WEIGHED]
    # In the order given: ties are decided by it, and must not depend on whether a list was cut.
    return [actions[n] for n in sorted(most_valuable)]


def points_named(action: Action) -> int:
    """The points of all cards that the action names."""
    words = notation.text(action).split()
    return sum(word_value(word) for word in words if word[0] in "*A23456789TJQK" and len(word) > 1)


def broken_meld(variety: Variety, state: State, seat: int, action: Action) -> tuple[str, ...] | None:
    """The cards of a meld that lies ready in the hand, and is none without the card thrown out; None if none is broken.

    Of several the largest; with cards by name without their deck.
    """
    if not isinstance(action, ThrowOut):
        return None
    ready = [set(one.cards) for one in variety.legal(state, seat) if isinstance(one, LayDown)]
    # Whole melds alone: of a run of four an end can go, though it is also the end of a run of three.
    whole = [one for one in ready if action.card in one and not any(one < other for other in ready)]
    broken = [one for one in whole if not any(other <= one - {action.card} for other in ready)]
    largest = max(broken, key=lambda one: (len(one), sorted(one)), default=None)
    return None if largest is None else tuple(sorted(card.partition(".")[0] for card in largest))
