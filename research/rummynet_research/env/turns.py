"""A round as strictly one seat after the other, which is what libraries for learning ask for.

At a table anybody may call at any time. Here whoever can make a new call is asked once after the action that made it
possible, clockwise from the seat after the one that acted, and answers with the call or with ``pass``. The seat whose
turn it is has its calls among its actions.
"""

from collections.abc import Iterator

from rummynet.rules import ChanceOutcome, GameState, IllegalAction
from rummynet_protocol.actions import Action, CallRummy, Pass
from rummynet_protocol.events import Event
from rummynet_protocol.values import Value, replace


class TurnState(Value):
    """A state of a round, and the seats that are asked whether they call before play goes on."""

    state: GameState
    asked: tuple[int, ...] = ()

    @property
    def actor(self) -> int | None:
        """The one seat that acts now; None for chance and when the round is over."""
        return self.asked[0] if self.asked else self.state.actor

    def legal(self) -> list[Action]:
        """What the actor may do; nothing where chance decides or the round is over."""
        if self.asked:
            return [Pass(), *_calls(self.state, self.asked[0])]
        if self.state.is_chance or self.state.over:
            return []
        return [one for one in self.state.legal() if not isinstance(one, ChanceOutcome)]

    def apply(self, action: Action) -> "TurnState":
        """The state after an action of the actor. Raises IllegalAction."""
        return self.step(action)[0]

    def step(self, action: Action) -> tuple["TurnState", tuple[Event, ...]]:
        """As ``apply``, with the events. Raises IllegalAction."""
        if self.asked and isinstance(action, Pass):
            return replace(self, asked=self.asked[1:]), ()
        if self.asked and not isinstance(action, CallRummy):
            raise IllegalAction("the seat is asked whether it calls; it calls, or it passes")
        seat = self.actor
        after, events = self.state.step(action, seat)
        return TurnState(after, () if seat is None else tuple(self._to_ask(after, seat))), events

    def decide(self, outcome: ChanceOutcome) -> tuple["TurnState", tuple[Event, ...]]:
        """The state after an outcome of chance, with the events. Raises IllegalAction."""
        after, events = self.state.step(outcome)
        return TurnState(after), events

    def _to_ask(self, after: GameState, seat: int) -> Iterator[int]:
        """The seats that have a new call, or were asked about one and have not answered yet."""
        if after.is_chance or after.over:
            return
        for step in range(1, after.players):
            other = (seat + step) % after.players
            calls = set(_calls(after, other))
            # Asked before this call came, and not answered: it still has to be.
            waits = other in self.asked[1:] and calls
            # The actor has its calls among its actions, so it is not asked.
            if other != after.actor and (waits or calls - set(_calls(self.state, other))):
                yield other

    def __copy__(self) -> "TurnState":
        return self

    def __deepcopy__(self, memo: object) -> "TurnState":
        return self


def _calls(state: GameState, seat: int) -> list[CallRummy]:
    return [one for one in state.legal(seat) if isinstance(one, CallRummy)]
