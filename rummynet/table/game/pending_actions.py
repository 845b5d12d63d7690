"""Actions that came before their time: answers of seats that are not asked yet, and one action that has to wait.

What waits is secret: nobody is told of it until it is done. What is overtaken is handed back, to be refused after all.
Nothing here knows the log.
"""

from dataclasses import dataclass, field

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, Variety
from rummynet.table.game.received_statements import Received
from rummynet.table.refusals import NotDue
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.entries import Envelope


@dataclass(frozen=True, slots=True)
class ActionAttempt:
    """An action about to be logged: by a seat's signature, or by a clock (``why``)."""

    seat: int
    action: Action
    signed: Received | None
    why: str | None
    ms: int
    """When it came."""
    brings: tuple[int, ...] = ()
    """The cards of the pile that it would have brought where it was aimed."""

    @property
    def envelope(self) -> Envelope | None:
        """As the log holds it."""
        return None if self.signed is None else self.signed.envelope

    @property
    def statements(self) -> tuple[Received, ...]:
        """The statement in it, if there is one."""
        return () if self.signed is None else (self.signed,)


@dataclass(slots=True)
class PendingActions:
    """What waits at one table. ``due`` is when (milliseconds) the action that waits may be done."""

    answers: dict[int, ActionAttempt] = field(default_factory=dict)
    """Answers given before their seats are asked, by seat."""
    action: ActionAttempt | None = None
    due: int = 0
    acted_at: int = 0
    """When the newest position came about."""
    moved_at: int = 0
    """When the newest position came about that made older aims stale."""

    def hold_millis(self, variety: Variety, state: State, ms: int) -> int:
        """Milliseconds for which everything but calls has to wait."""
        wait = 1000 * variety.holds(state)
        return min(wait, max(0, self.acted_at + wait - ms))

    def has_pending(self, seat: int) -> bool:
        """Whether something that this seat has signed waits here."""
        return (self.action is not None and self.action.seat == seat) or seat in self.answers

    def keep_answer(self, doing: ActionAttempt) -> None:
        """Keep an answer until its seat is asked. Raises NotDue for a second one."""
        if doing.seat in self.answers:
            raise NotDue("you have answered already; the first answer counts")
        self.answers[doing.seat] = doing

    def keep_action(self, doing: ActionAttempt, due: int) -> None:
        """Let an action wait. Raises NotDue while another one waits."""
        if self.action is not None:
            raise NotDue("another action waits for its time already; it will be done first")
        self.action, self.due = doing, due

    def position_changed(self, ms: int, keeps_aim: bool) -> list[ActionAttempt]:
        """There is a new position; if older aims are stale by it, so is the action that waits, which is handed back."""
        self.acted_at = ms
        if keeps_aim:
            return []
        gone, self.action, self.moved_at = self.action, None, ms
        return [] if gone is None else [gone]

    def remove_unasked(self, wanted: set[int]) -> list[ActionAttempt]:
        """Answers of other seats than these are not asked for any more: they are handed back."""
        gone = [doing for seat, doing in self.answers.items() if seat not in wanted]
        self.answers = {seat: doing for seat, doing in self.answers.items() if seat in wanted}
        return gone

    def remove_for_seat(self, seat: int) -> list[ActionAttempt]:
        """What waits of a seat that has acted is handed back."""
        gone = [
            doing for doing in (self.answers.pop(seat, None), self.action) if doing is not None and doing.seat == seat
        ]
        self.action = None if self.action in gone else self.action
        return gone

    def remove_all(self) -> list[ActionAttempt]:
        """Nothing waits any more: all that did, in the order of the seats."""
        gone = [self.answers[seat] for seat in sorted(self.answers)]
        gone += [] if self.action is None else [self.action]
        self.answers, self.action = {}, None
        return gone


def timer_attempt(timer: Timer, ms: int) -> ActionAttempt:
    """What a clock of the rules does for its seat."""
    return ActionAttempt(timer.seat, notation.parse(timer.action), None, timer.kind, ms)
