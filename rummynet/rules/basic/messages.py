"""What people should see of a position of basic rummy beside cards and points, in words."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.basic.state import BasicState, is_first_turn, own, penalties
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Presentation
from rummynet.rules.core.wording import times
from rummynet_protocol import cards
from rummynet_protocol.sentences import either, said

_PENALTIES: Final = {"draw": said("the two top cards of the stock"), "pile": said("the whole pile")}


class BasicPresentation(Presentation):
    """Hands alone count; turns, declarations and penalties are worth knowing."""

    def facts(self, state: State) -> tuple[str, ...]:
        """Who deals, who may not go out yet, cards taken alone, declarations, penalties, who lays a last time.

        None of them tells whether a card can be called.
        """
        return tuple(_facts(own(state)))


def _facts(state: BasicState) -> Iterator[str]:
    yield said("seat {seat} dealt", seat=(state.starter - 1) % state.players)
    if state.options["deals"]:
        yield said("deal {round} of {deals}", round=state.round, deals=state.options["deals"])
    yield from _of_the_turn(state)
    if state.declared is not None:
        yield said("seat {seat} has declared: what it wins in this round counts twice", seat=state.declared)
    if state.phase not in ("final", "over"):
        yield said("the pile can be turned over {times}", times=times(state.options["turn_limit"] - state.turned))


def _of_the_turn(state: BasicState) -> Iterator[str]:
    seat = state.turn
    match state.phase:
        case "play" if is_first_turn(state, seat):
            yield said("it is the first turn of seat {seat}: it cannot go out in it", seat=seat)
        case "call":
            yield said("seat {seat} has thrown its last card and is out when nobody calls it in time", seat=seat)
        case "penalty":
            choices = either([_PENALTIES[name] for name in penalties(state)])
            yield said("the throw of seat {seat} was called: it has to pick up {choices}", seat=seat, choices=choices)
        case "final":
            yield said("seat {seat} is out: the others lay a last time, now seat {turn}", seat=state.out, turn=seat)
    if state.taken is not None and state.phase == "play":
        yield said("{card} was taken alone: it may not be thrown out in this turn", card=cards.face(state.taken))
