"""Turn clocks: the rules' timers, each with the action that the host applies for a seat whose time is up.

A turn's time runs from its beginning to its end, over all actions of the turn; a wait of the rules runs for one action.
No time runs while cards are shuffled or the game is paused. Two things lengthen a turn: a player who acts by hand has
the whole time once more, once a turn; and a player who loses the connection is given a longer time to return, and then
has the time that was left when it broke.
"""

from collections.abc import Iterable
from typing import Final

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.variety import Timer
from rummynet.table.api.effects import RETURN_MILLIS, Effects, TimerId
from rummynet.table.game.dealer import Dealer
from rummynet.table.seats.seating import Seating
from rummynet_protocol import notation
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.messages import ClockShown

# Time to look at the hand and act; much longer and it would be on the screen for half of a turn.
WARNING_MILLIS: Final = 10_000
"""How long before the end of a turn a warning is sent; a third of the turn's time where that is less."""


class Wait(Value):
    """A running timer of the rules and when (milliseconds) it is due.

    ``extended`` is set once the player has had the whole time of the turn again. ``left`` is what was left of the time
    when the connection was lost, None while the player is connected. ``objected`` is set once the seat has objected.
    """

    timer: Timer
    due: int
    extended: bool = False
    left: int | None = None
    objected: bool = False


class TurnClocks:
    """The running waits of one table, at most one per seat. *grace* is the milliseconds granted to a lost connection.

    Clocks are sent to the members of *seating*; the players' keys by seat are those of *dealer*.
    """

    def __init__(self, table: int, seating: Seating, dealer: Dealer, grace: int, ledger: Ledger) -> None:
        self.table = table
        self._ledger = ledger
        self._seating, self._dealer, self._grace = seating, dealer, grace
        self._running: dict[int, Wait] = {}
        self._paused: dict[int, tuple[Wait, int]] = {}
        self.disconnected: set[int] = set()  # the seats whose players have lost the connection

    def timer_expired(self, seat: int, effects: Effects) -> Timer | None:
        """The timer of the rules that is due for the seat; None if there is none, or if its time is not quite up."""
        wait = self._running.get(seat)
        if wait is not None and wait.due > effects.ms:
            # The wait was lengthened since its timer was started, as by ``extend_after_restart``.
            effects.start_timer(TimerId(self.table, "wait", seat), wait.due - effects.ms)
            return None
        return wait.timer if wait is not None else None

    def send_warning(self, seat: int, effects: Effects) -> None:
        """Send the warning that a turn's time is nearly up."""
        wait = self._running.get(seat)
        # Nobody reads a warning on a lost connection.
        if wait is not None and wait.left is None:
            self._send_clock(wait, "warning", effects)

    def set_timers(self, timers: Iterable[Timer], effects: Effects) -> None:
        """Run exactly these timers, one per seat. A wait that continues keeps its time."""
        first: dict[int, Timer] = {}
        for timer in timers:
            first.setdefault(timer.seat, timer)
        for seat in tuple(self._running):
            if seat not in first:
                self._stop_wait(seat, effects)
        for seat, timer in first.items():
            old = self._running.get(seat)
            # An equal timer goes on untouched: restarting it would send a clock to everybody after each action.
            if old is None or old.timer != timer:
                self._start_wait(self._next_wait(timer, old, effects.ms), effects)
        # Waits that are not resumed now belong to turns that are over.
        self._paused.clear()

    def pause_all(self, effects: Effects) -> None:
        """Stop all waits and keep the rest of each until ``set_timers`` is called again."""
        # Merged, not replaced: a pause during a shuffle finds no running waits, and must not lose those kept before.
        self._paused |= {seat: (wait, wait.due - effects.ms) for seat, wait in self._running.items()}
        for seat in list(self._running):
            self._stop_wait(seat, effects)

    def stop_all(self, effects: Effects) -> None:
        """Stop and delete all waits, paused ones included."""
        for seat in list(self._running):
            self._stop_wait(seat, effects)
        self._paused.clear()

    def extend_after_restart(self, effects: Effects) -> None:
        """The host has restarted: give every running wait at least the time that people need to reconnect."""
        for seat, wait in self._running.items():
            # The timers themselves are extended by the journal (``TableJournal.extend_timers``).
            self._running[seat] = replace(wait, due=max(wait.due, effects.ms + RETURN_MILLIS))

    def send_clocks(self, key: bytes, effects: Effects) -> None:
        """Send one person the running clocks."""
        for wait in self._running.values():
            own = self._dealer.keys[wait.timer.seat] == key  # see ``_clock_message``: others learn the verb alone
            effects.send((key,), self._clock_message(wait, effects.ms, _stage(wait), own))

    # -- presence and connections

    def player_present(self, seat: int, effects: Effects) -> None:
        """The player acted by hand: restart the whole time of the turn, at most once a turn."""
        wait = self._running.get(seat)
        # Once a turn, or a player who keeps typing in the chat could hold up the others without end.
        if wait is None or wait.timer.kind != "turn" or wait.extended or wait.left is not None:
            return
        # No row shows that the turn was extended, and a replay has to extend it too.
        effects.kept = True
        self._start_wait(replace(wait, due=effects.ms + 1000 * wait.timer.seconds, extended=True), effects)

    def connection_lost(self, seat: int, effects: Effects) -> None:
        """The player's connection is lost: their turn gets the longer time."""
        self.disconnected.add(seat)
        wait = self._running.get(seat)
        if wait is not None and wait.left is None:
            self._start_wait(self._lengthened_if_disconnected(wait, effects.ms), effects)

    def set_disconnected(self, seats: Iterable[int]) -> None:
        """Replace the set of disconnected seats. Called while no time runs, as seats may have been renumbered."""
        self.disconnected = set(seats)

    def objected(self, seat: int, effects: Effects) -> None:
        """The seat has signed that it is there: it has the whole time again, once a wait."""
        paused = self._paused.get(seat)
        wait = self._running.get(seat, paused[0] if paused is not None else None)
        if wait is None or wait.objected:
            return
        whole = 1000 * wait.timer.seconds
        again = replace(wait, due=effects.ms + whole, left=None, objected=True)
        if seat in self._running:
            self._start_wait(self._lengthened_if_disconnected(again, effects.ms), effects)
        else:
            self._paused[seat] = again, whole

    def votes_changed(self, seat: int, effects: Effects) -> None:
        """The votes about this disconnected player have changed: lengthen or resume the turn accordingly."""
        wait = self._running.get(seat)
        if wait is None:
            return
        if wait.left is None:
            lengthened = self._lengthened_if_disconnected(wait, effects.ms)
            if lengthened != wait:  # a clock that does not change is not sent again
                self._start_wait(lengthened, effects)
        elif self._ledger.votes.carry(seat):
            # The longer time was for a return that the others no longer wait for.
            self._start_wait(replace(wait, due=effects.ms + wait.left, left=None), effects)

    def reconnected(self, seat: int, effects: Effects) -> None:
        """The player has reconnected: the turn continues with the time that was left."""
        self.disconnected.discard(seat)
        wait = self._running.get(seat)
        if wait is not None and wait.left is not None:
            self._start_wait(replace(wait, due=effects.ms + wait.left, left=None), effects)

    # -- running waits

    def _next_wait(self, timer: Timer, old: Wait | None, ms: int) -> Wait:
        if old is not None and _is_same_wait(old.timer, timer):
            # The same turn with another action due: its time runs on over all of its actions.
            return replace(old, timer=timer)
        paused = self._paused.get(timer.seat)
        if paused is not None and _is_same_wait(paused[0].timer, timer):
            wait, rest = paused
            # A disconnected player keeps what was left at the loss; the longer time begins again.
            left = rest if wait.left is None else wait.left
            return self._lengthened_if_disconnected(replace(wait, timer=timer, due=ms + left, left=None), ms)
        return self._lengthened_if_disconnected(Wait(timer, ms + 1000 * timer.seconds), ms)

    def _lengthened_if_disconnected(self, wait: Wait, ms: int) -> Wait:
        """The wait, with the longer time if it is a disconnected player's turn.

        Waits of the rules are not lengthened: other players wait for them.
        """
        seat = wait.timer.seat
        if seat not in self.disconnected or wait.timer.kind != "turn":
            return wait
        # Nobody waits for the return of a player whom most of the others want to go on without.
        if self._ledger.votes.carry(seat):
            return wait
        return replace(wait, due=max(wait.due, ms + self._grace), left=wait.due - ms)

    def _start_wait(self, wait: Wait, effects: Effects) -> None:
        seat, millis = wait.timer.seat, wait.due - effects.ms
        self._running[seat] = wait
        effects.start_timer(TimerId(self.table, "wait", seat), millis)
        # In a turn of ten seconds the warning would else come with its beginning.
        before = min(WARNING_MILLIS, 1000 * wait.timer.seconds // 3)
        if wait.timer.kind == "turn" and wait.left is None and millis > before:
            effects.start_timer(TimerId(self.table, "warn", seat), millis - before)
        else:
            effects.stop_timer(TimerId(self.table, "warn", seat))
        self._send_clock(wait, _stage(wait), effects)

    def _stop_wait(self, seat: int, effects: Effects) -> None:
        wait = self._running.pop(seat)
        effects.stop_timer(TimerId(self.table, "wait", seat))
        effects.stop_timer(TimerId(self.table, "warn", seat))
        effects.send(self._seating.members, self._clock_message(wait, None, "running", own=False))

    def _send_clock(self, wait: Wait, stage: str, effects: Effects) -> None:
        own = self._dealer.keys[wait.timer.seat]
        effects.send((own,), self._clock_message(wait, effects.ms, stage, own=True))
        others = (key for key in self._seating.members if key != own)
        effects.send(others, self._clock_message(wait, effects.ms, stage, own=False))

    def _clock_message(self, wait: Wait, ms: int | None, stage: str, own: bool) -> ClockShown:
        """The clock of this wait at this time; None: it has stopped."""
        # At least 1 while it runs: 0 milliseconds says that the clock has stopped.
        millis = 0 if ms is None else max(1, wait.due - ms)
        # The action may name a card that only its seat can see; others get the verb alone.
        do = "" if wait.timer.action is None else notation.text(wait.timer.action)
        return ClockShown(self.table, wait.timer.seat, do if own else do.split(" ")[0], millis, stage)


def _stage(wait: Wait) -> str:
    return "running" if wait.left is None else "lost"


def _is_same_wait(old: Timer, new: Timer) -> bool:
    # A turn is one wait whatever it asks for; each question of the rules is its own wait.
    return old.kind == new.kind and (new.kind != "rule" or old.action == new.action)
