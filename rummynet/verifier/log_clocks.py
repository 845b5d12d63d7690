"""Whether the host acted for a seat when a clock of the game says so, and not before: by the log's own time.

That time is the host's; that it does not run ahead of any player's own is another check (``fairness.time_bound``).
"""

from dataclasses import dataclass, field

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, Variety, stand_in
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, Wanted


@dataclass(slots=True)
class LogClocks:
    """The waits of one round. Times are milliseconds since the log began."""

    variety: Variety
    now: int = 0
    """The time of the newest entry that has one."""
    _since: dict[tuple[int, str], int] = field(default_factory=dict)
    """Since when a wait of this kind has run for the seat without a break."""
    _moved: int = 0
    """When the newest position came about that made older aims stale."""
    _cut: int | None = None
    """When others' time was cut short for a seat in a hurry, which has to act at that moment."""

    def look(self, state: State) -> None:
        """These waits run from now on. One that ran already goes on, over all actions of a turn."""
        running = {(one.seat, one.kind) for one in self.variety.timers(state)}
        self._since = {wait: self._since.get(wait, self.now) for wait in running}

    def moved(self, action: Action | None = None) -> None:
        """The position is another; after an answer to an offer it is not, for who plays on."""
        if action is None or not self.variety.offers.keeps_aim(action):
            self._moved = self.now
        if action is None:
            self._cut = None

    def allow(self, before: State, entry: Acted | Wanted) -> None:
        """Raises Cheat if the host could not do this for the seat at ``entry.t``, or cut others short for nobody."""
        timers = [one for one in self.variety.timers(before) if one.seat == entry.seat]
        if self._cut not in (None, entry.t):
            raise Cheat("clock", "the host cut the time of others short, but nobody was in a hurry then")
        if entry.why == "vote":  # it has no time of its own
            self.right(before, entry)
            self._cut = None
        elif entry.why is not None:
            self.right(before, entry)
            self._cut = self._short(before, entry, 1000 * timers[0].seconds)
        elif all(one.kind != "rule" or one.action != entry.do for one in timers):
            # An answer given ahead that is the clock's own leaves the next one to be asked; all else ends the haste.
            self._cut = None

    def _short(self, before: State, entry: Acted | Wanted, needed: int) -> int | None:
        """When the wait was cut short, None if it was not. Raises Cheat where the rules let nobody hurry."""
        waited = entry.t - self._since.get((entry.seat, entry.why or ""), self.now)
        if waited >= needed:
            return self._cut
        haste = [self.variety.offers.hurries(before, seat) for seat in range(before.players)]
        if all(least is None or entry.t - self._moved < 1000 * least for least in haste):
            short = f"{waited / 1000:g} of {needed / 1000:g} seconds"
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat} after {short}")
        return entry.t

    def right(self, before: State, entry: Acted | Wanted) -> None:
        """Raises Cheat if no clock of the game ever does this for the seat.

        Which card the clock throws out or takes may depend on hidden cards; then only the kind of the action counts
        here, and the replay with open cards asks again.
        """
        running = stand_in(self.variety, before, 1) if entry.why == "vote" else self.variety.timers(before)
        timers = [one for one in running if (one.seat, one.kind) == (entry.seat, entry.why)]
        if not any(self._does(before, one, entry.do) for one in timers):
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat}, which no clock of the game allows")

    def _does(self, before: State, timer: Timer, do: str) -> bool:
        """Whether the timer may do this, as far as the cards are known."""
        if timer.action:
            return timer.action == do
        return before.hidden[timer.seat] > 0 and do.split(" ")[0] in self.variety.clock_verbs(before)
