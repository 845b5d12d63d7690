"""Checks by log time that the host acted for a seat when a clock of the game allows it, and not before.

Log time is the host's; that it does not run ahead of any player's own is another check (``fairness.time_bound``).
"""

from dataclasses import dataclass, field

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, Variety, stand_in
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, TurnLate, Wanted


@dataclass(slots=True)
class LogClocks:
    """The waits of one round. Times are milliseconds since the log began."""

    variety: Variety
    now: int = 0  # log time of the newest entry that has one
    _since: dict[tuple[int, str], int] = field(default_factory=dict)
    """Since when a wait of this kind has run for the seat without a break."""
    keeps_aim: bool = False  # the newest position leaves older aims valid
    _moved: int = 0  # log time of the newest position that made older aims stale
    cut: int | None = None  # when others' time was cut short for a seat in a hurry, which has to act at that moment
    _renewed: set[tuple[int, str]] = field(default_factory=set)  # waits that began again with an objection
    waits: dict[int, int] = field(default_factory=dict)
    """By seat on turn: since when it has been, without an action that it signed itself or an objection."""
    objections: set[int] = field(default_factory=set)  # seats that have objected in the wait that goes on
    stood_in_for: set[int] = field(default_factory=set)
    """Seats that were played for by votes, and have neither acted nor objected since."""

    def clocked_since(self, seat: int) -> int | None:
        """Since when a clock runs for the seat that an objection would begin again; None if there is none."""
        clocks = (since for wait, since in self._since.items() if wait[0] == seat and wait not in self._renewed)
        return max(clocks, default=None)

    def object(self, seat: int) -> None:
        """The seat has signed that it is there: what it has time for begins again, once each."""
        self.stood_in_for.discard(seat)
        if seat in self.waits.keys() - self.objections:
            self.objections.add(seat)
            self.waits[seat] = self.now
        for wait in self._since.keys() - self._renewed:
            if wait[0] == seat:
                self._renewed.add(wait)
                self._since[wait] = self.now

    def stood_still(self, millis: int) -> None:
        """A shuffle in mid-turn took so long: none of that is time of a wait that goes on."""
        self._since = {wait: since + millis for wait, since in self._since.items()}
        self.waits = {seat: since + millis for seat, since in self.waits.items()}

    def pause_ended(self, began: int, ended: int) -> None:
        """The table rested between these log times: no wait goes on meanwhile, and one that began then begins now."""
        self._since = {wait: _after_pause(since, began, ended) for wait, since in self._since.items()}
        self.waits = {seat: _after_pause(since, began, ended) for seat, since in self.waits.items()}
        self._moved = _after_pause(self._moved, began, ended)

    def position_changed(self, state: State, action: Action | None = None, signer: int | None = None) -> None:
        """Take a new position, behind an *action* that seat *signer* signed itself; None where it was no action.

        Older aims stay valid behind an answer to an offer. A wait that ran before goes on, over all actions of a turn.
        """
        self.keeps_aim = action is not None and self.variety.offers.keeps_aim(action)
        if not self.keeps_aim:
            self._moved = self.now
        if action is None:
            self.cut = None
        on_turn = set(self.variety.on_clock(state))
        # An objection holds for one wait; a turn that begins, or an action of its seat, begins another.
        self.objections &= self.waits.keys() & (on_turn - {signer})
        self.stood_in_for -= {signer}
        self.waits = {seat: self.now if seat == signer else self.waits.get(seat, self.now) for seat in on_turn}
        timers = self.variety.timers(state)
        if timers or self._since:
            running = {(one.seat, one.kind) for one in timers}
            self._since = {wait: self._since.get(wait, self.now) for wait in running}
            self._renewed &= running

    def check_time(self, before: State, entry: Acted | Wanted, action: Action) -> int | None:
        """Check the time of an entry, whose action this is. Raises Cheat.

        That is the clock of an action by the host, and a cut that nobody used. Returns ``cut`` behind it.
        """
        if self.cut not in (None, entry.t):
            raise Cheat("clock", "the host cut the time of others short, but nobody was in a hurry then")
        timers = [one for one in self.variety.timers(before) if one.seat == entry.seat]
        if entry.why is None:
            # An early answer equal to the clock's own passes the hurry on to the next seat; any other ends it.
            return None if all(one.kind != "rule" or one.action != action for one in timers) else self.cut
        self.check_allowed(before, entry, action)
        if entry.why in ("vote", "gone"):  # neither has a clock
            return None
        return self._short(before, entry, 1000 * timers[0].seconds)

    def _short(self, before: State, entry: Acted | Wanted | TurnLate, needed: int) -> int | None:
        """When the wait was cut short; None if it was not. Raises Cheat if the rules allow nobody to hurry."""
        waited = entry.t - self._since.get((entry.seat, entry.why or ""), self.now)
        if waited >= needed:
            return self.cut
        # Time may be cut only for a seat that plays on while others are asked, and not before the rules let it: else a
        # host could cut short whom it likes.
        haste = [self.variety.offers.hurries(before, seat) for seat in range(before.players)]
        if all(least is None or entry.t - self._moved < 1000 * least for least in haste):
            short = f"{waited / 1000:g} of {needed / 1000:g} seconds"
            did = (
                f"called seat {entry.seat} late"
                if isinstance(entry, TurnLate)
                else f"did {entry.do!r} for seat {entry.seat}"
            )
            raise Cheat("clock", f"the host {did} after {short}")
        return entry.t

    def check_allowed(self, before: State, entry: Acted | Wanted, action: Action) -> None:
        """Check that some clock of the game does this for the seat, at whatever time. Raises Cheat.

        Which card the clock throws out or takes may depend on hidden cards. Then only the kind of the action counts
        here, and the replay with open cards checks again.
        """
        if not any(self._does(before, one, action) for one in self.running(before, entry)):
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat}, which no clock of the game allows")

    def running(self, before: State, entry: Acted | Wanted | TurnLate) -> list[Timer]:
        """The clocks of the game, or what stands in for one by votes, that the entry's seat and ``why`` name."""
        if entry.why in ("vote", "gone"):
            return [one for one in stand_in(self.variety, before, 1) if one.seat == entry.seat]
        return [one for one in self.variety.timers(before) if (one.seat, one.kind) == (entry.seat, entry.why)]

    def check_late(self, before: State, entry: TurnLate, timer: Timer) -> None:
        """Check that the time of a seat is up, where its own program does what the clock asks. Raises Cheat."""
        if entry.why != "vote":
            self.cut = self._short(before, entry, 1000 * timer.seconds)

    def _does(self, before: State, timer: Timer, action: Action) -> bool:
        """Whether the timer may do this, as far as the cards are known."""
        if timer.action is not None:
            return timer.action == action
        return before.hidden[timer.seat] > 0 and isinstance(action, self.variety.clock_kinds(before))


def _after_pause(since: int, began: int, ended: int) -> int:
    """The beginning of a wait, later by what a pause took of it."""
    return since + ended - max(since, began)
