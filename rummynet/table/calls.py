"""Calls out of turn: the pause after an invalid one, and the evidence of a race.

Whether a call is refused, and how, follows from that call alone: a refusal never tells whether another play is there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rummynet.rules.refusals import IllegalAction
from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.table.refusals import CoolingDown
from rummynet_protocol.actions import Action


@dataclass(frozen=True, slots=True)
class Call:
    """A call that was done: the log's index of it, whose it was, when it came, the position on both sides of it."""

    index: int
    seat: int
    ms: int
    before: State
    after: State


class Calls:
    """The calls of one game: a pause outlives the round, the evidence of races is that of one round."""

    def __init__(self, variety: Variety, options: Mapping[str, object]) -> None:
        self._variety = variety
        seconds = options.get("cooldown_seconds", 0)
        self._cooldown = 1000 * seconds if isinstance(seconds, int) else 0
        self._until: dict[int, int] = {}
        self._done: list[Call] = []

    def begin_round(self) -> None:
        """No call of an earlier round can be raced any more."""
        self._done.clear()

    def check(self, seat: int, ms: int) -> None:
        """Raises CoolingDown while the seat's pause runs."""
        left = self._until.get(seat, 0) - ms
        if left > 0:
            seconds = -(-left // 1000)
            unit = "second" if seconds == 1 else "seconds"
            raise CoolingDown(f"your last call was not valid; you can call again in {seconds} {unit}")

    def failed(self, seat: int, ms: int) -> None:
        """The seat's call was invalid: its pause begins."""
        self._until[seat] = ms + self._cooldown

    def done(self, call: Call) -> None:
        """A call was valid and is in the log."""
        self._done.append(call)

    def winner(self, seat: int, action: Action, aimed: int) -> Call | None:
        """The call of another seat, logged after index *aimed*, that made this seat's call impossible."""
        for call in reversed(self._done):
            if call.index <= aimed:
                break
            if call.seat != seat and self.legal(call.before, seat, action) and not self.legal(call.after, seat, action):
                return call
        return None

    def legal(self, state: State, seat: int, action: Action) -> bool:
        """Whether the seat could have done this there."""
        try:
            self._variety.apply(state, seat, action)
        except IllegalAction:
            return False
        return True
