"""The journal of one table: which inputs are recorded, when a checkpoint replaces them, and the limits of both.

An input is recorded if anything of the table differs after it: its state, its timers, its rows in the journal, or its
game, which marks that itself (``Effects.kept``). So refused and repeated requests and mere questions cost no row.
"""

from collections.abc import Sequence
from typing import Final

from rummynet.table.api.effects import RETURN_MILLIS, Append, Effect, Effects, StartTimer, StopTimer, TimerId
from rummynet.table.api.inputs import HostRestarted, Input, RequestReceived, TimerExpired
from rummynet.table.api.records import Checkpoint
from rummynet.table.journal.change_budget import ChangeBudget
from rummynet.table.journal.checkpoint import State, pack_checkpoint, table_state
from rummynet.table.table import Table
from rummynet_protocol.wire.messages import (
    AskLog,
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

# What a waiting table can make the journal keep (docs/host.md, "Limits"): with more a start takes longer, with fewer
# the whole table is written more often.
CHECKPOINT_AFTER: Final = 256  # recorded inputs of a waiting table after which a checkpoint replaces them
# FAIRNESS.md, "Refusals": an action that waits may be late by 30 seconds, however often the host was away; more is a
# doubt.
MOST_GIVEN_BACK: Final = 30_000
"""Most milliseconds by which restarts of the host, however many, may delay a pending action."""
# Refusing one of these would save no row, and would keep people in a seat or at a table.
_FREE: Final = (Say, AskLog, Here, Leave, Stand)
"""Requests that change nothing, or only undo what was paid for."""


class TableJournal:
    """The part of a table's journal that its next input depends on. ``timers`` are the running ones and their times."""

    def __init__(self, table: Table, timers: dict[TimerId, int] | None = None) -> None:
        self.timers = timers if timers is not None else {}
        self._holds: dict[TimerId, int] = {}
        """By timer, when (milliseconds) a pending action was due at first: its player counts on that time."""
        self._table = table
        self._state: State | None = None
        """The table after the last recorded input; None if not read since, and read when needed."""
        # A new table has no checkpoint yet; its first input writes one.
        self._inputs: int | None = None if timers is None else 0
        """Inputs recorded since the checkpoint; None before the first one."""
        self._place = _place(table)  # of the checkpoint
        self._budget = ChangeBudget(table.context.limits.changes_per_hour)
        self._budget_for = (table.consents.game, table.running is None)
        self._is_seated = False  # whether the author of the input had a seat before it

    # -- before an input

    def check_budget(self, key: bytes, request: Request, effects: Effects) -> None:
        """Raises TooManyChanges for a request that may change the table if its author has changed it too often.

        Parts in ceremonies are always allowed: the log itself bounds their number. Those of a sealed deck, which may be
        large, are as actions: only refused ones cost anything.
        """
        # A shuffle that one seat could not answer would stop the game for all.
        is_part = isinstance(request, Submit) and request.what not in ("action", "vote", "part")
        if self._counts(request) and not isinstance(request, _FREE) and not is_part:
            self._budget.check(key, request, self._is_seated, effects.ms)

    def begin_input(self, input: Input, effects: Effects) -> None:
        """Prepare for an input that is about to be applied."""
        effects.kept = False
        # Not for statements: a game marks its changes, and most inputs are statements.
        if self._state is None and not _marks_its_changes(input):
            self._state = table_state(self._table)
        self._is_seated = isinstance(input, RequestReceived) and self._table.seating.seat_of(input.key) is not None
        # At the end of a game everybody has the whole budget again, as its rows are deleted with the checkpoint.
        stands = self._table.consents.game, self._table.running is None
        if self._budget_for != stands:
            self._budget_for = stands
            self._budget = ChangeBudget(self._table.context.limits.changes_per_hour)
        match input:
            case TimerExpired(timer):
                self.timers.pop(timer, None)  # it has rung: a checkpoint must not start it again
            case HostRestarted():
                self.extend_timers(effects.ms)

    def extend_timers(self, ms: int) -> None:
        """The host has restarted: let no timer expire before people can be back."""
        for timer, due in self.timers.items():
            earliest = ms + RETURN_MILLIS
            if timer in self._holds:
                # Else a host that is killed again and again could hold an action back for as long as it likes.
                earliest = min(earliest, self._holds[timer] + MOST_GIVEN_BACK)
            self.timers[timer] = max(due, earliest)

    # -- after it

    def finish_input(
        self, input: Input, new: Sequence[Effect], effects: Effects, answer: Message | None = None
    ) -> bool:
        """Finish an input with its *new* effects and answer: track its timers and spend its author's budget.

        Returns whether it has changed anything and has to be recorded.
        """
        kinds = set(map(type, new))
        are_timers_changed = not kinds.isdisjoint((StartTimer, StopTimer)) and self._track_timers(new, effects.ms)
        is_recorded = Append in kinds
        request = input.request if isinstance(input, RequestReceived) else None
        # A timer that has rung is one timer less, whatever it did; a restart moves all of them.
        is_recorded = is_recorded or are_timers_changed or isinstance(input, (TimerExpired, HostRestarted))
        # Nothing that is signed for a game that is over can change the table.
        if not is_recorded and effects.kept:
            is_recorded = not (isinstance(request, Submit) and self._table.stage == "waiting")
        if not (is_recorded or self._differs()):
            return False
        self._state = None
        if self._inputs is None:
            return False  # the input opened the table: the first checkpoint contains it
        self._inputs += 1
        # Moves cost nothing: the rules bound their number, and a player who moves must not be stopped.
        is_accepted = isinstance(answer, Done) and isinstance(request, Submit)
        if isinstance(input, RequestReceived) and not is_accepted and self._counts(input.request):
            self._budget.spend(input.key, input.request, self._is_seated, effects.ms)
        return True

    def append_checkpoint_if_due(self, effects: Effects) -> None:
        """Append a checkpoint: at the end of a game, when a round begins, when a waiting table has many inputs."""
        table, game, place = self._table, self._table.running, _place(self._table)
        if game is not None:
            # Once a round, at the one moment at which a game is small (``HostedGame.round_end``).
            is_due = place != self._place and game.round_end is not None
        else:
            is_due = self._inputs is None or self._inputs >= CHECKPOINT_AFTER or place != self._place
        if is_due:
            self._place, self._inputs = place, 0
            entries = game.game_log.newest + 1 if game is not None else 0
            body, (number, round) = pack_checkpoint(table, self.timers), place
            effects.append(Checkpoint(table.number, effects.ms, effects.unix, number - 1, body, entries, round))

    def _differs(self) -> bool:
        return self._state is not None and table_state(self._table) != self._state

    def _counts(self, request: Request) -> bool:
        """Between games a checkpoint bounds the journal; only statements signed for the next log count."""
        return self._table.running is not None or isinstance(request, Ready)

    def _track_timers(self, effects: Sequence[Effect], ms: int) -> bool:
        """Note which timers run and until when; returns whether that has changed."""
        # Starting a timer at the same time once more is no change.
        before = dict(self.timers)
        for effect in effects:
            match effect:
                case StartTimer(timer, millis):
                    self.timers[timer] = ms + millis
                    if timer.kind == "hold":
                        self._holds[timer] = ms + millis
                case StopTimer(timer):
                    self.timers.pop(timer, None)
        return self.timers != before


def _place(table: Table) -> tuple[int, int]:
    """The number of the game that is played or comes next, and its round; 0 between two games."""
    return table.consents.game, table.running.round if table.running is not None else 0


def _marks_its_changes(input: Input) -> bool:
    """Whether the table marks all changes by this input (``Effects.kept``), so that nothing has to be compared."""
    return isinstance(input, RequestReceived) and isinstance(input.request, Submit)
