"""The bots of one table: those that were asked for and have no seat yet, and those that the host has started."""

from rummynet.table.effects import Moment, RecallBot, SpawnBot, StopBot
from rummynet.table.house import House
from rummynet.table.refusals import NoBot, NoSuchStrategy, SeatTakenAlready
from rummynet.table.seating import Seating
from rummynet_protocol.text import clean


class Hiring:
    """``keys`` are those of the bots that the host has started for this *table*."""

    def __init__(self, house: House, table: int, seating: Seating) -> None:
        self._house, self._table, self._seating = house, table, seating
        self.keys: set[bytes] = set()
        self.coming = 0
        """Bots asked for that have no seat yet."""

    def add(self, strategy: str, at: Moment) -> None:
        """Have one started, of the usual strategy if none is named. Raises NoSuchStrategy, SeatTakenAlready."""
        known = self._house.limits.strategies
        wanted = strategy or ("simple" if "simple" in known else known[0])
        if wanted not in known:
            raise NoSuchStrategy(f"there is no bot {clean(wanted, 20)!r}; there are: {', '.join(known)}")
        if len(self._seating.seats) + self.coming >= self._seating.most:
            raise SeatTakenAlready("every seat at this table is taken or kept for a bot")
        self.coming += 1
        at.effects.append(SpawnBot(self._table, wanted))

    def last(self) -> int:
        """The last seat in which a bot sits. Raises NoBot."""
        seats = self._seating.seats
        found = next((number for number in reversed(seats) if seats[number].bot), None)
        if found is None:
            raise NoBot("no bot sits at this table")
        return found

    def dismiss(self, key: bytes, at: Moment) -> None:
        """Have this one stopped."""
        self.keys.discard(key)
        at.effects.append(StopBot(key))

    def hired(self, key: bytes) -> None:
        """A bot was started under this key."""
        self.keys.add(key)

    def failed(self, key: bytes | None) -> bool:
        """A bot could not be started (it has no key), or has ended; whether one that was coming will not come."""
        at_table = key is not None and self._seating.number(key) is not None
        is_lost = (key is None or key in self.keys) and not at_table
        if is_lost:
            self.arrived()
        if key is not None:
            self.keys.discard(key)
        return is_lost

    def arrived(self) -> None:
        """One that was coming is waited for no longer."""
        self.coming = max(0, self.coming - 1)

    def recall(self, at: Moment) -> None:
        """The host was away: have all of them started again, and those that were coming."""
        at.effects.extend(RecallBot(self._table, key) for key in sorted(self.keys))
        on_their_way = sum(self._seating.number(key) is None for key in self.keys)
        known = self._house.limits.strategies
        for _ in range(self.coming - on_their_way):
            at.effects.append(SpawnBot(self._table, known[-1]))

    def stop(self, at: Moment) -> None:
        """The table is being closed: have all of them stopped."""
        at.effects.extend(StopBot(key) for key in sorted(self.keys))
