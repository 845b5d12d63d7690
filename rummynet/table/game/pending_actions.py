"""Actions kept until they are due: early answers of seats not asked yet, and one action that the rules hold back.

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
    ms: int  # when it was received
    brings: tuple[int, ...] = ()  # the cards of the pile that it would have brought at its aim
    proof: bytes = b""  # what proves the hidden cards of a sealed deck that it plays

    @property
    def logged(self) -> tuple[Envelope | None, tuple[Received, ...]]:
        """What its entry holds: payload and signature, and the statement in them; None and no statement if unsigned."""
        return (None, ()) if self.signed is None else (self.signed.envelope, (self.signed,))


@dataclass(slots=True)
class PendingActions:
    """The pending actions of one round. ``due`` is when (milliseconds) ``action`` may be applied."""

    answers: dict[int, ActionAttempt] = field(default_factory=dict)  # early answers, by seat
    action: ActionAttempt | None = None
    due: int = 0
    acted_at: int = 0  # when the newest position arose
    moved_at: int = 0  # when the newest position arose that made older aims stale

    def hold_millis(self, variety: Variety, state: State, ms: int) -> int:
        """Milliseconds for which everything but calls has to wait."""
        wait = 1000 * variety.offers.holds(state)
        # Never more than the wait itself, whatever pauses and restarts have made of ``acted_at``.
        return min(wait, max(0, self.acted_at + wait - ms))

    def stood_still(self, millis: int) -> None:
        """The table rested so long: none of that counts."""
        self.acted_at, self.moved_at, self.due = self.acted_at + millis, self.moved_at + millis, self.due + millis

    def has_pending(self, seat: int) -> bool:
        """Whether something that this seat has signed is pending."""
        return (self.action is not None and self.action.seat == seat) or seat in self.answers

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

    def position_changed(self, ms: int, keeps_aim: bool) -> ActionAttempt | None:
        """Note a new position. Unless it keeps older aims valid, the kept action is removed and returned."""
        self.acted_at = ms
        # An answer to an offer changes nothing that the kept action plays with.
        if keeps_aim:
            return None
        removed, self.action, self.moved_at = self.action, None, ms
        return removed

    def remove_unasked(self, asked: set[int]) -> list[ActionAttempt]:
        """Remove and return the answers of all seats but these."""
        removed = [attempt for seat, attempt in self.answers.items() if seat not in asked]
        self.answers = {seat: attempt for seat, attempt in self.answers.items() if seat in asked}
        return removed

    def remove_for_seat(self, seat: int) -> list[ActionAttempt]:
        """Remove and return everything pending of a seat."""
        answer = self.answers.pop(seat, None)
        removed = [attempt for attempt in (answer, self.action) if attempt is not None and attempt.seat == seat]
        self.action = None if self.action in removed else self.action
        return removed

    def remove_all(self) -> list[ActionAttempt]:
        """Remove and return everything, answers first, in the order of their seats."""
        removed = [self.answers[seat] for seat in sorted(self.answers)]
        # In a fixed order: refusals are signed one after another, and a replay has to sign the same.
        removed += [] if self.action is None else [self.action]
        self.answers, self.action = {}, None
        return removed


def timer_attempt(timer: Timer, ms: int) -> ActionAttempt:
    """The action that a timer of the rules makes for its seat."""
    if timer.action is None:
        raise RuntimeError("a timer on the host depends on a card that the host does not know")
    return ActionAttempt(timer.seat, timer.action, None, timer.kind, ms)
