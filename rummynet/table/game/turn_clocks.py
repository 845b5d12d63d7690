"""The clocks of the rules: what the host will do for a seat that lets its time go by.

A turn's time runs from its beginning to its end, over all actions of the turn; a wait of the rules runs for one
action. While cards are shuffled, or the table is paused, nobody's time runs. Two things lengthen a turn: whoever shows
that they are there has the whole time once more, once a turn; and whoever has lost the connection is not absent: they
have a longer time to come back, and what was left when it broke is theirs again when they do.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rummynet.rules.core.variety import Timer
from rummynet.table.effects import RETURN_MILLIS, Effects, TimerId
from rummynet_protocol.wire.messages import ClockShown

WARNING_MILLIS: Final = 10_000
"""How long before the end of a turn's time it is told once more; less where a third of the time is less."""

Keys = Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Wait:
    """A timer of the rules and when it is due. ``left`` is what was left of it when the connection broke."""

    timer: Timer
    due: int
    extended: bool = False
    left: int | None = None


class TurnClocks:
    """The running waits of one table, one a seat. *grace* milliseconds are for lost connections.

    ``members`` answers who is told, ``keys`` are the seats', by seat; ``stood_in`` answers whether the others want a
    seat played for while its player is gone.
    """

    def __init__(
        self,
        table: int,
        members: Callable[[], Keys],
        keys: Callable[[], Keys],
        grace: int,
        stood_in: Callable[[int], bool],
    ) -> None:
        self.table = table
        self._members, self._keys, self._grace, self._is_stood_in_for = members, keys, grace, stood_in
        self._running: dict[int, Wait] = {}
        self._paused: dict[int, tuple[Wait, int]] = {}
        self._disconnected: set[int] = set()

    def timer_expired(self, seat: int, effects: Effects) -> Timer | None:
        """What is to be done for the seat now; None if nothing is, or if its time is not quite up."""
        wait = self._running.get(seat)
        if wait is not None and wait.due > effects.ms:
            effects.start_timer(TimerId(self.table, "wait", seat), wait.due - effects.ms)
            return None
        return wait.timer if wait is not None else None

    def send_warning(self, seat: int, effects: Effects) -> None:
        """The time of a turn is nearly up."""
        wait = self._running.get(seat)
        if wait is not None and wait.left is None:
            self._send_clock(wait, max(1, wait.due - effects.ms), "warning", effects)

    def set_timers(self, timers: Iterable[Timer], effects: Effects) -> None:
        """These run now. A wait that goes on keeps its time."""
        first: dict[int, Timer] = {}
        for timer in timers:
            first.setdefault(timer.seat, timer)
        for seat in [seat for seat in self._running if seat not in first]:
            self._stop_wait(seat, effects)
        for seat, timer in first.items():
            old = self._running.get(seat)
            if old is None or old.timer != timer:
                self._start_wait(self._next_wait(timer, old, effects.ms), effects)
        self._paused.clear()

    def pause_all(self, effects: Effects) -> None:
        """Nobody's time runs until ``set`` is called again; the rest of each wait is kept."""
        self._paused |= {seat: (wait, max(0, wait.due - effects.ms)) for seat, wait in self._running.items()}
        for seat in list(self._running):
            self._stop_wait(seat, effects)

    def stop_all(self, effects: Effects) -> None:
        """Stop and forget everything."""
        for seat in list(self._running):
            self._stop_wait(seat, effects)
        self._paused.clear()

    def extend_after_restart(self, effects: Effects) -> None:
        """The host was away: nobody's time is shorter now than people need to come back."""
        for seat, wait in self._running.items():
            self._running[seat] = replace(wait, due=max(wait.due, effects.ms + RETURN_MILLIS))

    def send_clocks(self, key: bytes, effects: Effects) -> None:
        """Tell one person what runs."""
        for wait in self._running.values():
            own = self._keys()[wait.timer.seat] == key
            effects.send((key,), self._clock_message(wait, max(1, wait.due - effects.ms), _stage(wait), own))

    # -- who is there

    def player_present(self, seat: int, effects: Effects) -> None:
        """The player did something: the whole time of the turn once more, but once a turn only."""
        wait = self._running.get(seat)
        if wait is None or wait.timer.kind != "turn" or wait.extended or wait.left is not None:
            return
        effects.keep()
        self._start_wait(Wait(wait.timer, effects.ms + 1000 * wait.timer.seconds, extended=True), effects)

    def connection_lost(self, seat: int, effects: Effects) -> None:
        """The player's connection is gone: a turn of theirs gets the longer time."""
        self._disconnected.add(seat)
        wait = self._running.get(seat)
        if wait is not None and wait.left is None:
            self._start_wait(self._extended_if_disconnected(wait, effects.ms), effects)

    def set_disconnected(self, seats: Iterable[int]) -> None:
        """Those in these seats are not connected, all others are; no time runs, and the seats may be others' now."""
        self._disconnected = set(seats)

    def is_disconnected(self, seat: int) -> bool:
        """Whether the player's connection is lost."""
        return seat in self._disconnected

    def votes_changed(self, seat: int, effects: Effects) -> None:
        """The others have thought again about how long to wait for this player, who is not connected."""
        wait = self._running.get(seat)
        if wait is None:
            return
        if wait.left is None:
            longer = self._extended_if_disconnected(wait, effects.ms)
            if longer != wait:
                self._start_wait(longer, effects)
        elif self._is_stood_in_for(seat):
            self._start_wait(Wait(wait.timer, effects.ms + wait.left, wait.extended), effects)

    def reconnected(self, seat: int, effects: Effects) -> None:
        """The player is connected again: what was left of the turn is left."""
        self._disconnected.discard(seat)
        wait = self._running.get(seat)
        if wait is not None and wait.left is not None:
            self._start_wait(Wait(wait.timer, effects.ms + wait.left, wait.extended), effects)

    # -- inside

    def _next_wait(self, timer: Timer, old: Wait | None, ms: int) -> Wait:
        if old is not None and _is_same_wait(old.timer, timer):
            return Wait(timer, max(ms, old.due), old.extended, old.left)
        resting = self._paused.get(timer.seat)
        if resting is not None and _is_same_wait(resting[0].timer, timer):
            wait, rest = resting
            left = rest if wait.left is None else wait.left
            return self._extended_if_disconnected(Wait(timer, ms + left, wait.extended), ms)
        return self._extended_if_disconnected(Wait(timer, ms + 1000 * timer.seconds), ms)

    def _extended_if_disconnected(self, wait: Wait, ms: int) -> Wait:
        """The same for one who is not connected. A wait of the rules is not lengthened: they are the others' time."""
        seat = wait.timer.seat
        if seat not in self._disconnected or self._is_stood_in_for(seat) or wait.timer.kind != "turn":
            return wait
        return Wait(wait.timer, max(wait.due, ms + self._grace), wait.extended, max(0, wait.due - ms))

    def _start_wait(self, wait: Wait, effects: Effects) -> None:
        seat, millis = wait.timer.seat, max(0, wait.due - effects.ms)
        self._running[seat] = wait
        effects.start_timer(TimerId(self.table, "wait", seat), millis)
        before = min(WARNING_MILLIS, 1000 * wait.timer.seconds // 3)
        if wait.timer.kind == "turn" and wait.left is None and millis > before:
            effects.start_timer(TimerId(self.table, "warn", seat), millis - before)
        else:
            effects.stop_timer(TimerId(self.table, "warn", seat))
        self._send_clock(wait, max(1, millis), _stage(wait), effects)

    def _stop_wait(self, seat: int, effects: Effects) -> None:
        wait = self._running.pop(seat)
        effects.stop_timer(TimerId(self.table, "wait", seat))
        effects.stop_timer(TimerId(self.table, "warn", seat))
        effects.send(self._members(), self._clock_message(wait, 0, "running", own=False))

    def _send_clock(self, wait: Wait, millis: int, stage: str, effects: Effects) -> None:
        own = self._keys()[wait.timer.seat]
        effects.send((own,), self._clock_message(wait, millis, stage, own=True))
        others = (key for key in self._members() if key != own)
        effects.send(others, self._clock_message(wait, millis, stage, own=False))

    def _clock_message(self, wait: Wait, millis: int, stage: str, own: bool) -> ClockShown:
        # The action may name a card that only its seat can see; others are told the verb.
        action = wait.timer.action if own else wait.timer.action.split(" ")[0]
        return ClockShown(self.table, wait.timer.seat, action, millis, stage)


def _stage(wait: Wait) -> str:
    return "running" if wait.left is None else "lost"


def _is_same_wait(old: Timer, new: Timer) -> bool:
    return old.kind == new.kind and (new.kind != "rule" or old.action == new.action)
