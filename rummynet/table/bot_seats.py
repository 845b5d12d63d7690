"""The bots of one table: who asked for each, which of them have no seat yet, and when their programs rest or end.

They are there for people. When nobody is left at a table that waits they leave at once; when nobody is connected for a
while their programs rest, and begin again under the same keys as soon as somebody is back.
"""

from collections.abc import Iterable

from rummynet.table.effects import Effects, RecallBot, RestBot, SpawnBot, StopBot, TimerId
from rummynet.table.host_context import HostContext, Limits
from rummynet.table.refusals import NoBot, SeatTakenAlready, TooManyBots, UnknownStrategy
from rummynet.table.seating import Seating
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean


class BotSeats:
    """``keys`` are those of the bots that the host has started for this *table*, with the key of who asked for each."""

    def __init__(self, context: HostContext, table: int, seating: Seating) -> None:
        self._context, self._table, self._seating = context, table, seating
        self.keys: dict[bytes, bytes] = {}
        self.resting = False
        """Their programs do not run, as nobody is connected."""
        self._asked: list[bytes] = []
        """Who asked for the bots that have no key yet, in the order in which the host makes them."""

    @property
    def coming(self) -> int:
        """Bots asked for that have no seat yet."""
        return len(self._asked) + sum(self._seating.seat_of(key) is None for key in self.keys)

    @property
    def requesters(self) -> tuple[bytes, ...]:
        """For each bot that is here or on its way the person who asked for it."""
        return (*self.keys.values(), *self._asked)

    # -- what people ask for

    def request_bot(self, strategy: str, by: bytes, effects: Effects) -> None:
        """Have one started, of the usual strategy if none is named. Raises NoSuchStrategy, SeatTakenAlready."""
        known = self._context.limits.strategies
        wanted = strategy or self._usual
        if wanted not in known:
            raise UnknownStrategy(
                said("there is no bot {name!r}; there are: {known}", name=clean(wanted, 20), known=", ".join(known))
            )
        if len(self._seating.seats) + self.coming >= self._seating.most:
            raise SeatTakenAlready("every seat at this table is taken or kept for a bot")
        self._asked.append(by)
        effects.items.append(SpawnBot(self._table, wanted))

    def last_bot_seat(self) -> int:
        """The last seat in which a bot sits. Raises NoBot."""
        seats = self._seating.seats
        found = next((number for number in reversed(seats) if seats[number].bot), None)
        if found is None:
            raise NoBot("no bot sits at this table")
        return found

    # -- what becomes of them

    def bot_started(self, key: bytes, effects: Effects) -> None:
        """A bot was started under this key; one that nobody wants any more is stopped again."""
        if self._asked:
            self.keys[key] = self._asked.pop(0)
        else:
            effects.items.append(StopBot(key))

    def bot_failed(self, key: bytes | None) -> bool:
        """A bot could not be started (it has no key), or has ended; whether one that was coming will not come."""
        if key is None:
            return bool(self._asked and self._asked.pop(0))
        return self.keys.pop(key, None) is not None and self._seating.seat_of(key) is None

    def seat_freed(self, key: bytes, effects: Effects) -> None:
        """Whoever has this key has no seat any more: a bot of ours has nothing to do here."""
        if self.keys.pop(key, None) is not None:
            effects.items.append(StopBot(key))

    def stop_all(self, effects: Effects) -> None:
        """Have all of them stopped, and let none come that was asked for."""
        effects.items.extend(StopBot(key) for key in sorted(self.keys))
        effects.stop_timer(TimerId(self._table, "alone"))
        self.keys, self._asked, self.resting = {}, [], False

    # -- when nobody is connected

    def start_rest_timer(self, effects: Effects) -> None:
        """Nobody is connected: they rest after a while."""
        if self.keys and not self.resting:
            effects.start_timer(TimerId(self._table, "alone"), 1000 * self._context.limits.alone_seconds)

    def rest_all(self, effects: Effects) -> None:
        """Nobody has come back."""
        self.resting = True
        effects.items.extend(RestBot(key) for key in sorted(self.keys))

    def person_arrived(self, effects: Effects) -> None:
        """Somebody is here: they go on."""
        effects.stop_timer(TimerId(self._table, "alone"))
        if self.resting:
            self.resting = False
            self._recall_all(effects)

    def recall_after_restart(self, effects: Effects) -> None:
        """The host was away: have all of them started again that did not rest, and those that were coming."""
        if not self.resting:
            self._recall_all(effects)
        effects.items.extend(SpawnBot(self._table, self._usual) for _ in self._asked)

    def _recall_all(self, effects: Effects) -> None:
        effects.items.extend(RecallBot(self._table, key) for key in sorted(self.keys))

    @property
    def _usual(self) -> str:
        known = self._context.limits.strategies
        return "simple" if "simple" in known else known[0]


def check_bot_limits(tables: Iterable[BotSeats], by: bytes, limits: Limits) -> None:
    """Whether this person may ask for one more bot at this host, whose tables' bots these are. Raises TooManyBots."""
    askers = [key for table in tables for key in table.requesters]
    if len(askers) >= limits.bots:
        raise TooManyBots(
            said("this host has its {bots} bots at its tables already; try again later", bots=limits.bots)
        )
    if askers.count(by) >= limits.bots_each:
        raise TooManyBots(said("you have asked for {bots} bots already; take one away first", bots=limits.bots_each))
