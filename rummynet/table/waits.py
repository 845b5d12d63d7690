"""The clocks of the rules: what the host will do for a seat that lets its time go by.

A turn's time runs from its beginning to its end, over all actions of the turn; a wait of the rules runs for one
action. While cards are shuffled nobody's time runs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rummynet.rules.variety import Timer
from rummynet.table.effects import Clock, Moment
from rummynet_protocol.wire.messages import ClockShown


@dataclass(frozen=True, slots=True)
class Wait:
    """A timer of the rules and when it is due."""

    timer: Timer
    due: int


class Waits:
    """The running waits of one table, one a seat."""

    def __init__(self, table: int) -> None:
        self.table = table
        self._running: dict[int, Wait] = {}
        self._rest: dict[int, tuple[Timer, int]] = {}

    def rang(self, seat: int, at: Moment) -> Timer | None:
        """What is to be done for the seat now; None if nothing is, or if its time is not quite up."""
        wait = self._running.get(seat)
        if wait is not None and wait.due > at.ms:
            at.start(Clock(self.table, "wait", seat), wait.due - at.ms)
            return None
        return wait.timer if wait is not None else None

    def set(self, timers: Iterable[Timer], members: Sequence[bytes], keys: Sequence[bytes], at: Moment) -> None:
        """These run now; *keys* are the seats', by seat. A wait that goes on keeps its time."""
        first: dict[int, Timer] = {}
        for timer in timers:
            first.setdefault(timer.seat, timer)
        for seat in [seat for seat in self._running if seat not in first]:
            self._stop(seat, members, at)
        for seat, timer in first.items():
            old = self._running.get(seat)
            if old is None or old.timer != timer:
                self._start(timer, self._millis(timer, old, at.ms), members, keys, at)
        self._rest.clear()

    def pause(self, members: Sequence[bytes], at: Moment) -> None:
        """Nobody's time runs until ``set`` is called again; the rest of each wait is kept."""
        self._rest = {seat: (wait.timer, max(0, wait.due - at.ms)) for seat, wait in self._running.items()}
        for seat in list(self._running):
            self._stop(seat, members, at)

    def clear(self, members: Sequence[bytes], at: Moment) -> None:
        """Stop and forget everything."""
        for seat in list(self._running):
            self._stop(seat, members, at)
        self._rest.clear()

    def show(self, key: bytes, keys: Sequence[bytes], at: Moment) -> None:
        """Tell one person what runs."""
        for seat, wait in self._running.items():
            at.tell((key,), self._shown(wait.timer, max(1, wait.due - at.ms), own=keys[seat] == key))

    def _millis(self, timer: Timer, old: Wait | None, ms: int) -> int:
        if old is not None and _goes_on(old.timer, timer):
            return max(0, old.due - ms)
        resting = self._rest.get(timer.seat)
        if resting is not None and _goes_on(resting[0], timer):
            return resting[1]
        return timer.seconds * 1000

    def _start(self, timer: Timer, millis: int, members: Sequence[bytes], keys: Sequence[bytes], at: Moment) -> None:
        self._running[timer.seat] = Wait(timer, at.ms + millis)
        at.start(Clock(self.table, "wait", timer.seat), millis)
        own = keys[timer.seat]
        at.tell((own,), self._shown(timer, max(1, millis), own=True))
        at.tell((key for key in members if key != own), self._shown(timer, max(1, millis), own=False))

    def _stop(self, seat: int, members: Sequence[bytes], at: Moment) -> None:
        timer = self._running.pop(seat).timer
        at.stop(Clock(self.table, "wait", seat))
        at.tell(members, self._shown(timer, 0, own=False))

    def _shown(self, timer: Timer, millis: int, own: bool) -> ClockShown:
        # The action may name a card that only its seat can see; others are told the verb.
        action = timer.action if own else timer.action.split(" ")[0]
        return ClockShown(self.table, timer.seat, action, millis)


def _goes_on(old: Timer, new: Timer) -> bool:
    return old.kind == new.kind and (new.kind == "turn" or old.action == new.action)
