"""Which action belongs where in basic rummy: one ``apply``, one ``legal`` and the clock, for every phase."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.basic import calls, turn
from rummynet.rules.basic.score import passed_final
from rummynet.rules.basic.state import BasicState, can_turn, penalties
from rummynet.rules.basic.turn import BasicStep
from rummynet.rules.core.errors import NotInThisGame, NotYourTurn, RoundOver, WrongPhase
from rummynet_protocol import cards
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    CallRummy,
    CloseCall,
    Declare,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Take,
    ThrowOut,
    TurnOver,
)
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import player_in, said

_BELONGS: Final[dict[str, tuple[type[Action], ...]]] = {
    "pickup": (Draw, Take, TurnOver, Pass),
    "play": (LayDown, LayOff, ThrowOut, Declare),
    "call": (CloseCall,),
    "penalty": (AcceptPenalty,),
    "final": (LayDown, LayOff, Pass),
}
_KNOWN: Final = (CallRummy, *{kind for kinds in _BELONGS.values() for kind in kinds})
_NEXT: Final = {
    "pickup": said("pick up first: draw, or take from the pile"),
    "play": said("you have picked up already; lay or throw out"),
    "call": said("your last card is thrown out; wait whether somebody calls it"),
    "penalty": said("your card was called; choose 'penalty draw' or 'penalty pile' first"),
    "final": said("somebody is out; lay what you can and pass"),
}


def apply(state: BasicState, seat: int, action: Action) -> BasicStep:
    """The position after the action. Raises IllegalAction."""
    _refuse_moment(state, seat, action)
    match action:
        case CallRummy():
            return calls.call(state, seat, action)
        case Draw():
            return turn.draw(state, seat)
        case Take(card, play):
            return turn.take(state, seat, card, play)
        case TurnOver():
            return turn.turn_over(state, seat)
        case Pass():
            return passed_final(state, seat) if state.phase == "final" else turn.pass_turn(state, seat)
        case LayDown():
            return _lay(state, seat, action)
        case LayOff():
            return _lay(state, seat, turn.single_lay(action))
        case ThrowOut(card):
            return turn.throw(state, seat, card)
        case Declare():
            return calls.declare(state, seat, action)
        case AcceptPenalty():
            return calls.accept_penalty(state, seat, action)
        case CloseCall():
            return calls.close(state, seat)
        case _:
            raise NotInThisGame("basic rummy does not know this action")


def _lay(state: BasicState, seat: int, play: LayDown | LayOff) -> BasicStep:
    return turn.laid(state, seat, play) if state.phase == "final" else turn.lay(state, seat, play)


def _refuse_moment(state: BasicState, seat: int, action: Action) -> None:
    """Refuse what comes at the wrong time or from the wrong seat."""
    if not isinstance(action, _KNOWN):
        raise NotInThisGame("basic rummy does not know this action")
    if state.phase == "over":
        raise RoundOver("the round is over; wait for the next deal")
    if isinstance(action, CallRummy):
        return
    if seat != state.turn:
        raise NotYourTurn(said("it is for {player} to act now; wait for your turn", player=player_in(state.turn)))
    if not isinstance(action, _BELONGS[state.phase]):
        raise WrongPhase(_NEXT[state.phase])


def legal(state: BasicState, seat: int) -> list[Action]:
    """All that the seat may do now, calls included; sorted by their notation."""
    found = list(_due(state)) if seat == state.turn else []
    found += calls.calls(state, seat)
    return sorted(found, key=text)


def _due(state: BasicState) -> Iterator[Action]:
    """What the seat on turn may do but for calls."""
    if state.phase == "pickup":
        yield from turn.pickups(state)
    elif state.phase == "play":
        yield from turn.plays(state)
        yield from calls.declarations(state)
    elif state.phase == "call":
        yield CloseCall()
    elif state.phase == "penalty":
        yield from _penalties(state)
    elif state.phase == "final":
        yield from calls.finals(state)


def _penalties(state: BasicState) -> list[AcceptPenalty]:
    """What the seat whose throw-out was called may pick up."""
    return [AcceptPenalty("draw" if source == "draw" else "pile") for source in penalties(state)]


# -- the clock


def left_to_the_clock(state: BasicState) -> Action:
    """What the host does for a seat whose time is up, but for throwing out. Public in each of these phases."""
    if state.phase == "pickup":
        if state.stock or not state.discard:
            return Draw() if state.stock else Pass()
        return TurnOver() if can_turn(state) else Take(cards.face(state.discard[-1]))
    return _penalties(state)[0] if state.phase == "penalty" else Pass()
