"""The order in which actions are offered, on the screen and in sentences: what lays most points first, throws last."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import once_answered
from rummynet.rules.varieties import variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.card_names import face
from rummynet_client.language import _
from rummynet_protocol import notation
from rummynet_protocol.actions import (
    Action,
    CountAces,
    Declare,
    LayContract,
    LayDown,
    LayOff,
    Swap,
    Take,
    ThrowOut,
    Trade,
)
from rummynet_protocol.cards import FACE_OF
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

_PLAYS: Final = (Declare, LayContract, LayDown, LayOff, Swap, Trade)


class Gain(Value):
    """What an action brings."""

    points: int | None  # points that it lays on the table; None in games where the table does not count
    laid: int = 0  # cards that go from the hand to the table
    ends: bool = False  # the round is over then


def is_play(action: Action) -> bool:
    """Whether the action lays something on the table."""
    return isinstance(action, _PLAYS) or (isinstance(action, Take) and action.play is not None)


def best_first(model: ViewModel, actions: Sequence[Action]) -> list[Action]:
    """The actions in the order in which they are offered: plays by points laid, then cards kept; throws at the end."""
    if model.state is None or model.me is None:
        return sorted(actions, key=notation.text)
    return list(_ranked(model.state, model.me, tuple(actions)))


# Only the newest positions are asked about again, and each holds many actions.
@lru_cache(maxsize=64)
def _ranked(state: State, me: int, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """A screen asks several times for one key, and a contract can be laid in thousands of ways."""

    def key(action: Action) -> tuple[int | str, ...]:
        # Text comes last in each key: offers of equal worth must not change places between two drawings.
        text = notation.text(action)
        if not is_play(action):
            return (True, text)  # which puts a throw behind what else can be done
        gain = _gain(state, me, action)
        # Of equal points the play that keeps more cards. Where the table does not count, the one that lays more.
        return (False, -(gain.points or 0), gain.laid if gain.points else -gain.laid, text)

    return tuple(sorted(actions, key=key))


def gain_of(model: ViewModel, action: Action) -> Gain:
    """What the action brings the player."""
    assert model.state is not None and model.me is not None
    return _gain(model.state, model.me, action)


@lru_cache(maxsize=1024)
def _gain(state: State, me: int, action: Action) -> Gain:
    game = variety(state.variety)
    try:
        after, _events = game.apply(once_answered(game, state, me), me, action)
    except Refusal:
        return Gain(None)
    before, now = game.presentation.points_on_table(state), game.presentation.points_on_table(after)
    laid = sum(len(meld.cards) for meld in after.melds) - sum(len(meld.cards) for meld in state.melds)
    return Gain(now[me] - before[me] if now else None, laid, after.phase == "over")


def price_of(model: ViewModel, action: Action) -> str:
    """What speaks against an action that nobody means but by accident; "" for the others."""
    if isinstance(action, CountAces) and action.high:
        return _("This costs you {points} points more, and brings nothing", points=12 * action.high)
    return _("This card is wild") if _wastes_wild(model, action) else ""


def _wastes_wild(model: ViewModel, action: Action) -> bool:
    """Whether a wild card would be thrown out where another card could be."""
    game, state = model.variety, model.state
    if game is None or state is None or not isinstance(action, ThrowOut):
        return False

    def is_wild(card: str) -> bool:
        return game.presentation.is_wild(state, FACE_OF[face(card)])

    throws = [one for one in model.legal() if isinstance(one, ThrowOut)]
    return action in throws and is_wild(action.card) and not all(is_wild(one.card) for one in throws)
