"""Which inputs of one table belong into the journal, when its past is replaced by a checkpoint, and what bounds both.

An input is kept if anything of the table is different after it: its state, its clocks, its rows in the journal, or its
game, which says so itself (``Effects.keep``). So requests that are refused, repeated or mere questions cost no row.
"""

from collections.abc import Sequence
from typing import Final

from rummynet.table.effects import RETURN_MILLIS, Append, Effect, Effects, StartTimer, StopTimer, TimerId
from rummynet.table.inputs import HostRestarted, Input, RequestReceived, TimerExpired
from rummynet.table.journal.checkpoint import State, pack_checkpoint, table_state
from rummynet.table.journal.records import Checkpoint
from rummynet.table.refusals import TooManyChanges
from rummynet.table.table import Table
from rummynet_protocol.wire.messages import (
    AskLog,
    AskView,
    Done,
    Here,
    Leave,
    Message,
    Ready,
    Request,
    Say,
    Stand,
    Submit,
)

CHECKPOINT_AFTER: Final = 256
"""Inputs of a waiting table after which a checkpoint takes their place."""
OTHERS: Final = 4
"""All who have no seat may together change as much as so many who have one."""
READY: Final = 10
"""As how many changes a ``ready`` counts."""
HOUR: Final = 3_600_000
MOST_GIVEN_BACK: Final = 30_000
"""Milliseconds by which an action that waits is done later, at most, however often the host was away meanwhile."""
BudgetHolder = tuple[bytes, bool] | None
"""A person's changes, or (True) what they sign in vain; None for all without a seat."""
_FREE: Final = (Say, AskLog, AskView, Here, Leave, Stand)
"""Requests that change nothing, or only undo what was paid for."""


class TableJournal:
    """What of the table's journal matters for its next input. ``clocks`` are those that run, with when they ring."""

    def __init__(self, table: Table, clocks: dict[TimerId, int] | None = None) -> None:
        self.timers = clocks if clocks is not None else {}
        self._holds: dict[TimerId, int] = {}
        """When (milliseconds) an action that waits was to be done, by its clock: its player counts the time."""
        self._table = table
        self._state: State | None = None
        """As it was after the last input that is kept; None if it was not read since, and is to be read when needed."""
        self._inputs: int | None = None if clocks is None else 0
        """Since the checkpoint; None before the first one."""
        self._game = table.games
        """The newest game at the checkpoint."""
        self._budget = ChangeBudget(table.context.limits.changes_per_hour)
        self._budget_for = (table.games, table.stage)
        self._is_seated = False
        """Whether the author of the input had a seat before it."""

    # -- before an input

    def check_budget(self, key: bytes, request: Request, effects: Effects) -> None:
        """Raises TooManyChanges for a request that may change the table, if its author has changed it too often.

        Parts in ceremonies are always welcome: they are no more than the log asks for.
        """
        is_part = isinstance(request, Submit) and request.what not in ("action", "vote")
        if self._counts(request) and not isinstance(request, _FREE) and not is_part:
            self._budget.check(key, request, self._is_seated, effects.ms)

    def begin_input(self, came: Input, effects: Effects) -> None:
        """An input is about to be carried out."""
        effects.kept = False
        if self._state is None and not _marks_its_changes(came):
            self._state = table_state(self._table)
        self._is_seated = isinstance(came, RequestReceived) and self._table.seating.seat_of(came.key) is not None
        if self._budget_for != (self._table.games, self._table.stage):
            self._budget_for = self._table.games, self._table.stage
            self._budget = ChangeBudget(self._table.context.limits.changes_per_hour)
        match came:
            case TimerExpired(clock):
                self.timers.pop(clock, None)
            case HostRestarted():
                self.extend_timers(effects.ms)

    def extend_timers(self, ms: int) -> None:
        """The host was away: let no clock ring before people can be back."""
        for clock, due in self.timers.items():
            back = ms + RETURN_MILLIS
            if clock in self._holds:
                back = min(back, self._holds[clock] + MOST_GIVEN_BACK)
            self.timers[clock] = max(due, back)

    # -- after it

    def needs_record(self, came: Input, new: Sequence[Effect], effects: Effects, answer: Message | None = None) -> bool:
        """Whether the input, with its *new* effects and this answer, has changed anything: then it has to be kept."""
        clocks = dict(self.timers)
        self._track_timers(new, effects.ms)
        is_recorded = any(isinstance(effect, Append) for effect in new)
        request = came.request if isinstance(came, RequestReceived) else None
        is_late = isinstance(request, Submit) and self._table.stage == "waiting"  # for a game that is over
        must = isinstance(came, TimerExpired | HostRestarted) or (effects.kept and not is_late)
        if not (must or is_recorded or self.timers != clocks or self._differs()):
            return False
        self._state = None
        if self._inputs is None:
            return False  # the table was opened by it: the checkpoint will say all
        self._inputs += 1
        is_accepted = isinstance(answer, Done) and isinstance(request, Submit)
        if isinstance(came, RequestReceived) and not is_accepted and self._counts(came.request):
            self._budget.spend(came.key, came.request, self._is_seated, effects.ms)
        return True

    def append_checkpoint_if_due(self, effects: Effects) -> None:
        """Record one, if it is time: at the end of a game, and when a waiting table has gathered many inputs."""
        table = self._table
        if table.stage == "playing":
            return
        if self._inputs is None or self._inputs >= CHECKPOINT_AFTER or table.games != self._game:
            effects.append(
                Checkpoint(table.number, effects.ms, effects.unix, table.games, pack_checkpoint(table, self.timers))
            )
            self._inputs, self._game = 0, table.games

    def _differs(self) -> bool:
        return self._state is not None and table_state(self._table) != self._state

    def _counts(self, request: Request) -> bool:
        """Between games a checkpoint bounds the journal; only what was signed for the next log is remembered."""
        return self._table.stage == "playing" or isinstance(request, Ready)

    def _track_timers(self, effects: Sequence[Effect], ms: int) -> None:
        for effect in effects:
            match effect:
                case StartTimer(clock, millis):
                    self.timers[clock] = ms + millis
                    if clock.kind == "hold":
                        self._holds[clock] = ms + millis
                case StopTimer(clock):
                    self.timers.pop(clock, None)


def _marks_its_changes(came: Input) -> bool:
    """Whether the table marks whatever this input changes (``Effects.keep``), so that nothing has to be compared."""
    return isinstance(came, RequestReceived) and isinstance(came.request, Submit)


class ChangeBudget:
    """So many changes of one table by one person at once, and as many more an hour, until a game begins or ends.

    Each seat has its own, so that nobody can use up what another needs; what it signs in vain is counted apart from all
    else. Keys cost nothing: so those who have no seat, whatever their number, together have no more than OTHERS seats.
    A ``ready`` costs READY changes, of both: what was signed is remembered as long as its log, though its author may
    leave the seat to another key.
    """

    def __init__(self, per_hour: int) -> None:
        self._cost = HOUR // per_hour
        self._until: dict[BudgetHolder, int] = {}
        """When (milliseconds) all that was spent is there again."""

    def check(self, key: bytes, request: Request, sits: bool, ms: int) -> None:
        """Raises TooManyChanges if there is not enough left."""
        if any(self._until.get(one, 0) + cost - ms > HOUR for one, cost in self._shares(key, request, sits)):
            raise TooManyChanges("this table has been changed too often in a short time; try again in a minute")

    def spend(self, key: bytes, request: Request, sits: bool, ms: int) -> None:
        """One change was made."""
        for one, cost in self._shares(key, request, sits):
            self._until[one] = max(ms, self._until.get(one, 0)) + cost

    def _shares(self, key: bytes, request: Request, sits: bool) -> list[tuple[BudgetHolder, int]]:
        cost = READY * self._cost if isinstance(request, Ready) else self._cost
        shares: list[tuple[BudgetHolder, int]] = [((key, isinstance(request, Submit)), cost)]
        if not sits or isinstance(request, Ready):
            shares.append((None, cost // OTHERS))
        return shares
