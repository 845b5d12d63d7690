"""Bots of one table: who requested each, which have no seat yet, and when their programs rest or end.

Bots are there for people. A waiting table that all people have left loses its bots at once. When no person is connected
for a while the programs stop, and start again under the same keys as soon as a person is back.
"""

from collections.abc import Iterable

from rummynet.table.api.effects import Effects, RecallBot, RestBot, SpawnBot, StopBot, TimerId
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.api.refusals import NoBot, SeatTakenAlready, TooManyBots, UnknownStrategy
from rummynet.table.seats.seating import Seating
from rummynet_protocol.sentences import sentence
from rummynet_protocol.text import clean


class BotSeats:
    """The bots of a *table*. ``keys`` are those of the bots started for it, each with the key of who requested it."""

    def __init__(self, context: HostContext, table: int, seating: Seating) -> None:
        self._context, self._table, self._seating = context, table, seating
        self.keys: dict[bytes, bytes] = {}
        self.resting = False  # their programs are stopped because no person is connected
        self.levels: dict[bytes, str] = {}  # the strategies of these bots, by key
        self._asked: list[bytes] = []
        """Who requested the bots that have no key yet, in the order in which the host starts them."""
        self._asked_levels: list[str] = []  # the strategies of these, in the same order

    @property
    def coming(self) -> int:
        """The number of requested bots that have no seat yet."""
        return len(self._asked) + sum(self._seating.seat_of(key) is None for key in self.keys)

    @property
    def requesters(self) -> tuple[bytes, ...]:
        """For each bot, seated or still to come, the key of the person who requested it."""
        return (*self.keys.values(), *self._asked)

    # -- requests

    def request_bot(self, strategy: str, by: bytes, effects: Effects) -> None:
        """Request a bot; without a strategy named, of the usual one. Raises UnknownStrategy, SeatTakenAlready."""
        known = self._context.limits.strategies
        chosen = strategy or self._usual
        if chosen not in known:
            raise UnknownStrategy(
                sentence(
                    "there is no bot {name!r}; the bots are: {known}", name=clean(chosen, 20), known=", ".join(known)
                )
            )
        # Seats of bots that are still starting count as taken, or two requests at once would call a bot that finds no
        # seat.
        if len(self._seating.seats) + self.coming >= self._seating.most:
            raise SeatTakenAlready("every seat at this table is taken or kept for a bot")
        self._asked.append(by)
        self._asked_levels.append(chosen)
        effects.items.append(SpawnBot(self._table, chosen))

    def last_bot_seat(self, strategy: str) -> int:
        """The highest seat in which a bot sits, one of this strategy unless it is empty. Raises NoBot."""
        bots = [(number, self.levels.get(seat.key)) for number, seat in self._seating.seats.items() if seat.bot]
        found = [number for number, level in bots if strategy in ("", level)]
        if not bots:
            raise NoBot("no bot sits at this table")
        if not found:
            raise NoBot(sentence("no bot here plays {strategy}", strategy=clean(strategy, 20)))
        return max(found)

    # -- starts and ends

    def bot_started(self, key: bytes, effects: Effects) -> None:
        """A bot was started under this key; it is stopped again if its request was cancelled."""
        if self._asked:
            self.keys[key], self.levels[key] = self._pop_request()
        else:
            # The table gave up the request while the program started; without this the bot would run on without a
            # table.
            effects.items.append(StopBot(key))

    def bot_failed(self, key: bytes | None) -> bool:
        """A bot could not be started (its key is None), or has ended. Returns whether it was still without a seat."""
        if key is None:
            return bool(self._asked and self._pop_request())
        self.levels.pop(key, None)
        # A bot in its seat counts as disconnected, as its connection has ended; only one on its way has kept the game
        # waiting.
        return self.keys.pop(key, None) is not None and self._seating.seat_of(key) is None

    def seat_freed(self, key: bytes, effects: Effects) -> None:
        """The key has lost its seat: if it is a bot's, the bot is stopped."""
        self.levels.pop(key, None)
        if self.keys.pop(key, None) is not None:
            effects.items.append(StopBot(key))

    def stop_all(self, effects: Effects) -> None:
        """Stop all bots and cancel all requests."""
        # Sorted, as the order of effects has to be the same when a restart replays the inputs.
        effects.items.extend(StopBot(key) for key in sorted(self.keys))
        effects.stop_timer(TimerId(self._table, "alone"))
        self.keys, self.levels, self._asked, self._asked_levels, self.resting = {}, {}, [], [], False

    # -- tables without people

    def start_rest_timer(self, effects: Effects) -> None:
        """No person is connected: start the time after which the bots rest."""
        # Not at once: a phone that changes networks would stop and start all programs each time.
        if self.keys and not self.resting:
            effects.start_timer(TimerId(self._table, "alone"), 1000 * self._context.limits.alone_seconds)

    def rest_all(self, effects: Effects) -> None:
        """Stop all programs until a person returns."""
        self.resting = True
        effects.items.extend(RestBot(key) for key in sorted(self.keys))

    def person_arrived(self, effects: Effects) -> None:
        """A person is connected: keep the bots running, or start them again."""
        effects.stop_timer(TimerId(self._table, "alone"))
        if self.resting:
            self.resting = False
            # While people are away a resting bot stays at rest, also over a restart: ``person_arrived`` recalls it.
            self._recall_all(effects)

    def recall_after_restart(self, effects: Effects) -> None:
        """The host has restarted: start all bots again that did not rest, and repeat requests not yet fulfilled."""
        if not self.resting:
            self._recall_all(effects)
        # The list of strategies came later: a checkpoint of an older program has requests without one
        # (``checkpoint._ADDED``).
        unknown = len(self._asked) - len(self._asked_levels)  # asked for before this program kept their strategies
        self._asked_levels += [self._usual] * unknown
        effects.items.extend(SpawnBot(self._table, level) for level in self._asked_levels)

    def _recall_all(self, effects: Effects) -> None:
        effects.items.extend(RecallBot(self._table, key) for key in sorted(self.keys))

    def _pop_request(self) -> tuple[bytes, str]:
        """Who made the first request, and for which strategy."""
        return self._asked.pop(0), self._asked_levels.pop(0)

    @property
    def _usual(self) -> str:
        known = self._context.limits.strategies
        return "simple" if "simple" in known else known[0]


def check_bot_limits(tables: Iterable[BotSeats], by: bytes, limits: Limits) -> None:
    """Check that this person may request one more bot at the host with these tables. Raises TooManyBots."""
    # Counted by who asked, not by table: opening a second table gives nobody more bots.
    askers = [key for table in tables for key in table.requesters]
    if len(askers) >= limits.bots:
        raise TooManyBots(
            sentence("this host has its {bots} bots at its tables already; try again later", bots=limits.bots)
        )
    if askers.count(by) >= limits.bots_each:
        raise TooManyBots(sentence("you have already asked for {bots} bots; remove one first", bots=limits.bots_each))
