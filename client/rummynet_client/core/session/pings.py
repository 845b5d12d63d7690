"""Pings that the host answers in order, and what their answers prove: PROTOCOL.md, "Pings"; FAIRNESS.md, "Kept back".

The pong of a ping sent at p says that the host had then nothing more for this client. So an entry that comes behind the
pong was made after p, and no more log time can pass behind that entry than passes here after p.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.player import PlayerClock
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.watch.watches import LONGEST_TICK
from rummynet_protocol.fairness.time_bound import TimeBound

PERIOD_MILLIS: Final = 2_000
"""A host may keep entries back for as long unseen, and the tolerance of a second: less than the shortest turn. It costs
a host a thirtieth of what a connection may ask for."""
SILENT_MILLIS: Final = 6_000
"""A segment that is lost twice comes again within three seconds (RFC 6298: a second, then two), and a busy disk takes
some; what takes longer a person would otherwise take for the others' thinking."""


DELAYS_KEPT: Final = 8
"""A pong waits for the host's disk too, so the least of some is the line's: a quarter of a minute of pings."""


@dataclass(slots=True)
class _Ping:
    clock: bytes
    at: int
    behind: OwnStatement | None  # the statement that was sent right before it
    waited: int = 0  # milliseconds without a pong


class OrderedPings:
    """The pings of one table, on one connection at a time."""

    def __init__(self, outbox: Outbox, clock: PlayerClock) -> None:
        self._outbox, self._clock = outbox, clock
        self._under_way: dict[int, _Ping] = {}
        self._answered: tuple[bytes, int] | None = None
        """Clock and time of the newest ping with a pong on this connection, if nothing was missing here when it was
        sent."""
        self._earlier: tuple[bytes, int] | None = None
        """The same of the connections before it: whatever of that game was not here then was made after it."""
        self._sent = self._whole_since = 0
        """Numbers of the newest ping, and of the last one before the log was whole here."""
        self._since = 0  # milliseconds since a ping was sent
        self._delays = deque[int](maxlen=DELAYS_KEPT)  # milliseconds from the newest pings to their pongs
        self._game = 0
        self._bound = TimeBound()

    # -- pings

    def send(self, behind: OwnStatement | None = None) -> int:
        """Send a ping, behind a statement or without one. Returns its number."""
        clock, at = self._clock.now()
        self._sent, self._since = self._outbox.send_ping(), 0
        self._under_way[self._sent] = _Ping(clock, at, behind)
        return self._sent

    def tick(self, millis: int, *, is_due: bool) -> None:
        """Add *millis* of connected time; *is_due*: pings are to be sent. There is one without an answer at most."""
        passed = min(millis, LONGEST_TICK)
        for ping in self._under_way.values():
            ping.waited += passed
        self._since += passed
        if is_due and not self._under_way and self._since >= PERIOD_MILLIS:
            self.send()

    def handle_pong(self, number: int) -> list[OwnStatement]:
        """A pong, which answers all pings before it too. Returns the statements that the host has read by now."""
        if number not in self._under_way:
            return []
        answered = {one: ping for one, ping in self._under_way.items() if one <= number}
        for one in answered:
            del self._under_way[one]
        clock, now = self._clock.now()
        if answered[number].clock == clock:
            self._delays.append(now - answered[number].at)
        # A pong to a ping of before says nothing of entries that were still missing here then.
        if number > self._whole_since:
            self._answered = answered[number].clock, answered[number].at
        return [ping.behind for ping in answered.values() if ping.behind is not None]

    @property
    def delay_millis(self) -> int | None:
        """What the way to the host and back takes; None until that is known."""
        return min(self._delays) if len(self._delays) == DELAYS_KEPT else None

    @property
    def is_silent(self) -> bool:
        """Whether a ping has had no pong for too long."""
        return any(ping.waited >= SILENT_MILLIS for ping in self._under_way.values())

    def connection_lost(self, *, was_whole: bool) -> None:
        """No pong will come. *was_whole*: nothing of the log that had been asked for was still on its way."""
        self._under_way.clear()
        self._delays.clear()
        if was_whole and self._answered is not None:
            self._earlier = self._answered
        self._answered, self._whole_since = None, self._sent

    # -- entries

    def log_is_behind(self, *, is_followed: bool) -> None:
        """Entries come that were asked for: no pong of this connection says when they were made.

        *is_followed*: they go on with a log that was whole on an earlier connection, so its last pong says it.
        """
        self._answered, self._whole_since = None, self._sent
        if not is_followed:
            self._earlier = None

    def withheld_millis(self, game: int, log: int) -> int:
        """A new entry of log time *log* has come. Returns how long it, or one before it, was kept back for certain."""
        if game != self._game:
            self._game, self._bound = game, TimeBound()
        clock, now = self._clock.now()
        kept = self._bound.lead_millis(clock, now, log) if self._bound.leads(clock, now, log) else 0
        if kept:
            self._bound = TimeBound()  # the next one is counted anew
        answered = self._answered or self._earlier
        if answered is not None:
            self._bound.add(*answered, log)
        return kept
