"""What people should see of a position of basic rummy beside cards and points, in words."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.basic_state import BasicState, is_first_turn, penalties
from rummynet.rules.wording import times
from rummynet_protocol import cards

_PENALTIES: Final = {"draw": "the two top cards of the stock", "pile": "the whole pile"}


def facts(state: BasicState) -> tuple[str, ...]:
    """One fact each. None of them tells whether a card can be called."""
    return tuple(_facts(state))


def _facts(state: BasicState) -> Iterator[str]:
    yield f"seat {(state.starter - 1) % state.players} dealt"
    if state.options["deals"]:
        yield f"deal {state.round} of {state.options['deals']}"
    yield from _of_the_turn(state)
    if state.declared is not None:
        yield f"seat {state.declared} has declared: what it wins in this round counts twice"
    if state.phase not in ("final", "over"):
        yield f"the pile can be turned over {times(state.options['turn_limit'] - state.turned)}"


def _of_the_turn(state: BasicState) -> Iterator[str]:
    seat = state.turn
    match state.phase:
        case "play" if is_first_turn(state, seat):
            yield f"it is the first turn of seat {seat}: it cannot go out in it"
        case "call":
            yield f"seat {seat} has thrown its last card and is out when nobody calls it in time"
        case "penalty":
            choices = " or ".join(_PENALTIES[name] for name in penalties(state))
            yield f"the throw of seat {seat} was called: it has to pick up {choices}"
        case "final":
            yield f"seat {state.out} is out: the others lay a last time, now seat {seat}"
    if state.taken is not None and state.phase == "play":
        yield f"{cards.face(state.taken)} was taken alone: it may not be thrown out in this turn"
