"""Calls out of turn: the pause after an invalid one, and the evidence of a race.

Whether a call is refused, and how, follows from that call alone: a refusal never tells whether another play is there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummynet.rules.refusals import IllegalAction
from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.table.acting import Aimed
from rummynet.table.chronicle import Chronicle
from rummynet.table.effects import Moment
from rummynet.table.refusals import CoolingDown, LostRace, TooLate
from rummynet_protocol.actions import Action
from rummynet_protocol.wire.messages import Race


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

    def done(self, call: Call) -> None:
        """A call was valid and is in the log."""
        self._done.append(call)

    def failed(self, aimed: Aimed, seen: State, names: Sequence[str], chronicle: Chronicle, at: Moment) -> None:
        """A call could not be done: tell an invalid one from one that came too late.

        *seen* is the position at which it was aimed, *names* are the seats'. Raises LostRace (everybody is told the
        evidence), TooLate; else the seat's pause begins.
        """
        call = self._winner(aimed.seat, aimed.action, aimed.index)
        if call is not None:
            millis = max(0, at.ms - call.ms)
            race = Race(chronicle.table, chronicle.game, aimed.seat, call.seat, millis, *aimed.signed)
            at.tell(chronicle.members(), race)
            raise LostRace(f"{names[call.seat]} was {millis} ms quicker with a call that took these cards")
        if self._legal(seen, aimed.seat, aimed.action):
            raise TooLate("these cards have gone since you looked; look again")
        self._until[aimed.seat] = at.ms + self._cooldown
        at.keep()

    def _winner(self, seat: int, action: Action, aimed: int) -> Call | None:
        """The call of another seat, logged after index *aimed*, that made this seat's call impossible."""
        for call in reversed(self._done):
            if call.index <= aimed:
                break
            could = call.seat != seat and self._legal(call.before, seat, action)
            if could and not self._legal(call.after, seat, action):
                return call
        return None

    def _legal(self, state: State, seat: int, action: Action) -> bool:
        """Whether the seat could have done this there."""
        try:
            self._variety.apply(state, seat, action)
        except IllegalAction:
            return False
        return True
