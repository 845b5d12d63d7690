"""Actions that came before their time: answers of seats that are not asked yet, and one action that has to wait.

What waits is secret: nobody is told of it until it is done. Nothing here knows the log.
"""

from dataclasses import dataclass, field

from rummynet.rules.state import State
from rummynet.rules.variety import Timer, Variety
from rummynet.table.refusals import NotDue
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.entries import Envelope


@dataclass(frozen=True, slots=True)
class Doing:
    """An action about to be logged: by a seat's signature, or by a clock (``why``)."""

    seat: int
    action: Action
    signed: Envelope | None
    why: str | None
    ms: int
    """When it came."""


@dataclass(slots=True)
class Holding:
    """What waits at one table. ``due`` is when (milliseconds) the action that waits may be done."""

    answers: dict[int, Doing] = field(default_factory=dict)
    """Answers given before their seats are asked, by seat."""
    action: Doing | None = None
    due: int = 0
    acted_at: int = 0
    """When the newest position came about."""
    moved_at: int = 0
    """When the newest position came about that made older aims stale."""

    def rest(self, variety: Variety, state: State, ms: int) -> int:
        """Milliseconds for which everything but calls has to wait."""
        return max(0, self.acted_at + 1000 * variety.holds(state) - ms)

    def keep_answer(self, doing: Doing) -> None:
        """Keep an answer until its seat is asked. Raises NotDue for a second, other one."""
        kept = self.answers.setdefault(doing.seat, doing)
        if kept.signed != doing.signed:
            raise NotDue("you have answered already; the first answer counts")

    def keep_action(self, doing: Doing, due: int) -> None:
        """Let an action wait. Raises NotDue while another one waits."""
        if self.action is not None and self.action.signed != doing.signed:
            raise NotDue("another action waits for its time already; it will be done first")
        self.action, self.due = doing, due

    def moved(self, ms: int, keeps_aim: bool) -> None:
        """There is a new position; if older aims are stale by it, so is the action that waits."""
        self.acted_at = ms
        if not keeps_aim:
            self.moved_at, self.action = ms, None

    def forget_answers(self, wanted: set[int]) -> None:
        """Answers of other seats than these are not asked for any more."""
        self.answers = {seat: doing for seat, doing in self.answers.items() if seat in wanted}


def by_clock(timer: Timer, ms: int) -> Doing:
    """What a clock of the rules does for its seat."""
    return Doing(timer.seat, notation.parse(timer.action), None, timer.kind, ms)
