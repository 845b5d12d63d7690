"""Actions kept until they are due: early answers of seats not asked yet, one that the rules hold back, and calls.

Pending actions are secret: no one learns of them before they are applied. What is overtaken is returned to the caller,
who refuses it. Nothing here knows the log.
"""

from dataclasses import dataclass, field

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, Variety
from rummynet.table.api.refusals import NotDue
from rummynet.table.seats.received_statements import Received
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.values import Value


class ActionAttempt(Value):
    """An action about to be applied and logged: signed by a seat, or made by a timer of the rules (``why``)."""

    seat: int
    action: Action
    signed: Received | None
    why: str | None
    ms: int
    """When it was received."""
    brings: tuple[int, ...] = ()
    """The cards of the pile that it would have brought at its aim."""
    proof: bytes = b""
    """What proves the hidden cards of a sealed deck that it plays."""

    @property
    def logged(self) -> tuple[Envelope | None, tuple[Received, ...]]:
        """What its entry holds: payload and signature, and the statement in them; None and no statement if unsigned."""
        return (None, ()) if self.signed is None else (self.signed.envelope, (self.signed,))


@dataclass(slots=True)
class PendingActions:
    """The pending actions of one round. ``due`` is when (milliseconds) ``action`` may be applied."""

    answers: dict[int, ActionAttempt] = field(default_factory=dict)
    """Early answers, by seat."""
    action: ActionAttempt | None = None
    due: int = 0
    calls: list[ActionAttempt] = field(default_factory=list)
    """Calls that wait for others, so that lots decide between them; in the order of arrival, one of a seat."""
    lots_at: int = 0
    """When the lots are drawn, if there are calls."""
    acted_at: int = 0
    """When the newest position arose."""
    moved_at: int = 0
    """When the newest position arose that made older aims stale."""

    def hold_millis(self, variety: Variety, state: State, ms: int) -> int:
        """Milliseconds for which everything but calls has to wait."""
        wait = 1000 * variety.offers.holds(state)
        # Never more than the wait itself, whatever pauses and restarts have made of ``acted_at``.
        rest = min(wait, max(0, self.acted_at + wait - ms))
        # The lots come first, or what is done meanwhile would decide the race.
        return max(rest, self.lots_at - ms, 1) if self.calls else rest

    def stood_still(self, millis: int) -> None:
        """The table rested so long: none of that counts."""
        self.acted_at, self.moved_at, self.due = self.acted_at + millis, self.moved_at + millis, self.due + millis

    def has_pending(self, seat: int) -> bool:
        """Whether something that this seat has signed is pending."""
        return any(attempt.seat == seat for attempt in (*self._kept(), *self.answers.values()))

    def _kept(self) -> list[ActionAttempt]:
        return [*self.calls, *([] if self.action is None else [self.action])]

    def keep_answer(self, attempt: ActionAttempt) -> None:
        """Keep an answer until its seat is asked. Raises NotDue for a second one."""
        if attempt.seat in self.answers:
            # A second one could react to what its author has seen since.
            raise NotDue("you have already answered; the first answer counts")
        self.answers[attempt.seat] = attempt

    def keep_action(self, attempt: ActionAttempt, due: int) -> None:
        """Keep an action until it is due. Raises NotDue while another one is kept."""
        if self.action is not None:
            # One is enough: only the seat on turn can be early, and a second one of it might contradict the first.
            raise NotDue("another action is already waiting for its time; it will be done first")
        self.action, self.due = attempt, due

    def keep_call(self, attempt: ActionAttempt, millis: int) -> None:
        """Keep a call; the first begins the wait of so many milliseconds. Raises NotDue for a second one of a seat."""
        if any(call.seat == attempt.seat for call in self.calls):
            raise NotDue("you have called already; lots are drawn in a moment")
        if not self.calls:
            self.lots_at = attempt.ms + millis
        self.calls.append(attempt)

    def take_calls(self) -> list[ActionAttempt]:
        """Remove and return the calls that wait."""
        calls, self.calls = self.calls, []
        return calls

    @property
    def rings_at(self) -> int | None:
        """When the next of what is kept is due, answers aside."""
        if self.calls:
            return self.lots_at
        return self.due if self.action is not None else None

    def position_changed(self, ms: int, keeps_aim: bool) -> list[ActionAttempt]:
        """Note a new position. Unless it keeps older aims valid, the kept action is removed and returned."""
        self.acted_at = ms
        # An answer to an offer changes nothing that the kept action plays with.
        if keeps_aim:
            return []
        removed, self.action, self.moved_at = self.action, None, ms
        return [] if removed is None else [removed]

    def remove_unasked(self, asked: set[int]) -> list[ActionAttempt]:
        """Remove and return the answers of all seats but these."""
        removed = [attempt for seat, attempt in self.answers.items() if seat not in asked]
        self.answers = {seat: attempt for seat, attempt in self.answers.items() if seat in asked}
        return removed

    def remove_for_seat(self, seat: int) -> list[ActionAttempt]:
        """Remove and return everything pending of a seat."""
        answer = self.answers.pop(seat, None)
        removed = [attempt for attempt in (answer, *self._kept()) if attempt is not None and attempt.seat == seat]
        self.action = None if self.action in removed else self.action
        self.calls = [call for call in self.calls if call.seat != seat]
        return removed

    def remove_all(self) -> list[ActionAttempt]:
        """Remove and return everything, answers first, in the order of their seats."""
        removed = [self.answers[seat] for seat in sorted(self.answers)]
        # In a fixed order: refusals are signed one after another, and a replay has to sign the same.
        removed += self._kept()
        self.answers, self.action, self.calls = {}, None, []
        return removed


def timer_attempt(timer: Timer, ms: int) -> ActionAttempt:
    """The action that a timer of the rules makes for its seat."""
    if timer.action is None:
        raise RuntimeError("a timer on the host depends on a card that the host does not know")
    return ActionAttempt(timer.seat, timer.action, None, timer.kind, ms)
