"""The people at one table: what they are told, and for how long the table waits for those who are not connected."""

from collections.abc import Callable

from rummynet.table.bot_seats import BotSeats
from rummynet.table.effects import Effects, TimerId
from rummynet.table.host_context import HostContext
from rummynet.table.ownership import Ownership
from rummynet.table.refusals import NotAtTable, NothingSaid, TableFull
from rummynet.table.seating import Seating
from rummynet_protocol.text import clean, clean_sentence
from rummynet_protocol.wire.messages import NAME, SAYING, Said, TableShown


def host_line(table: int, host: str, sentence: str) -> Said:
    """What the host itself says at a table, marked as such: nobody else's line can be."""
    return Said(table, clean(host, NAME), None, clean_sentence(sentence, SAYING), "host")


class Members:
    """``shown`` answers how the *table* stands, ``is_playing`` whether a game is being played at it."""

    def __init__(
        self,
        context: HostContext,
        table: int,
        seating: Seating,
        ownership: Ownership,
        bots: BotSeats,
        shown: Callable[[], TableShown],
        is_playing: Callable[[], bool],
    ) -> None:
        self._context, self._table, self._seating, self._ownership = context, table, seating, ownership
        self._bots = bots
        self._shown, self._is_playing = shown, is_playing

    # -- what is told

    def require_member(self, key: bytes) -> None:
        """Raises NotAtTable."""
        if self._seating.seat_of(key) is None and key not in self._seating.watchers:
            raise NotAtTable("you are not at this table; sit down or watch it first")

    def send_table(self, effects: Effects) -> None:
        """Tell all at the table how it stands."""
        effects.send(self._seating.members, self._shown())

    def announce(self, sentence: str, effects: Effects) -> None:
        """Tell all at the table in the host's name."""
        effects.send(self._seating.members, host_line(self._table, self._context.name, sentence))

    def send_chat(self, key: bytes, text: str, effects: Effects) -> Said:
        """A line of chat to all at the table; no part of any log. Raises NotAtTable, NothingSaid."""
        self.require_member(key)
        line = clean(text, SAYING)
        if not line:
            raise NothingSaid("there is nothing to say in this text; write some letters")
        seat = self._seating.seat_of(key)
        said = Said(self._table, self._seating.name_of(key), seat, line, "watcher" if seat is None else "player")
        effects.send(self._seating.members, said)
        return said

    # -- who comes and goes

    def watch(self, key: bytes, name: str, effects: Effects) -> None:
        """Follow the table from outside; one who is here already is only shown it again. Raises TableFull."""
        if self._seating.seat_of(key) is None and key not in self._seating.watchers:
            if len(self._seating.watchers) >= self._context.limits.watchers:
                raise TableFull("as many people watch this table as may; try again later")
            self._seating.watchers[key] = self._seating.distinct_name(key, name)
            self._ownership.member_arrived(key)
            self.update_occupancy(effects)
            self.send_table(effects)
        else:
            effects.send((key,), self._shown())

    def leave(self, key: bytes, effects: Effects) -> None:
        """Stop watching. Raises NotAtTable."""
        if self._seating.watchers.pop(key, None) is None:
            raise NotAtTable("you do not watch this table")
        self._ownership.member_left(key)
        self.update_occupancy(effects)
        self.send_table(effects)

    def vacate_seat(self, seat: int, effects: Effects) -> None:
        """The seat is nobody's any more."""
        gone = self._seating.seats.pop(seat)
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._bots.seat_freed(gone.key, effects)
        self._ownership.member_left(gone.key)
        self.update_occupancy(effects)
        effects.send((gone.key,), self._shown())
        self.send_table(effects)

    # -- who is connected

    def connected(self, seat: int, effects: Effects) -> None:
        """The seat's person is here again."""
        there = self._seating.seats[seat]
        there.connected = True
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._ownership.member_arrived(there.key)
        if there.key == self._ownership.owner:
            effects.stop_timer(TimerId(self._table, "owner"))
        self.update_occupancy(effects)
        self.send_table(effects)

    def connection_lost(self, key: bytes, plays: bool, effects: Effects) -> None:
        """Someone is not connected any more. Who watched has left; who *plays* keeps the seat for as long as that."""
        watched = self._seating.watchers.pop(key, None) is not None
        seat = self._seating.seat_of(key)
        if seat is not None:
            self._seating.seats[seat].connected = self._seating.seats[seat].admitted = False
            if not plays:
                self.start_grace_timer(seat, effects)
            if key == self._ownership.owner:
                effects.start_timer(TimerId(self._table, "owner"), 1000 * self._context.limits.lost_seconds)
        else:
            self._ownership.member_left(key)
        if watched or seat is not None:
            self.update_occupancy(effects)
            self.send_table(effects)

    def start_grace_timer(self, seat: int, effects: Effects) -> None:
        """From now on the seat is kept for a while for its person, who is not connected."""
        effects.start_timer(TimerId(self._table, "grace", seat), 1000 * self._context.limits.grace_seconds)

    def owner_timer_expired(self, effects: Effects) -> None:
        """The owner has had time to come back: if they have not, the table is handed on."""
        owner = self._ownership.owner
        seat = self._seating.seat_of(owner) if owner is not None else None
        if owner is not None and (seat is None or not self._seating.seats[seat].connected):
            self._ownership.member_left(owner)
            self.send_table(effects)

    def update_occupancy(self, effects: Effects) -> None:
        """A table without people is closed after a while; its bots rest, or leave with the last of the people."""
        clock, limits = TimerId(self._table, "empty"), self._context.limits
        if self._seating.has_people:
            effects.stop_timer(clock)
            self._bots.person_arrived(effects)
            return
        playing, never = self._is_playing(), not self._shown().game
        turn_clocks = limits.unused_seconds if never else limits.empty_seconds
        effects.start_timer(clock, 1000 * (limits.abandoned_seconds if playing else turn_clocks))
        if playing or not all(seat.bot for seat in self._seating.seats.values()):
            self._bots.start_rest_timer(effects)
        else:
            self._bots.stop_all(effects)
            for seat in self._seating.clear_seats():
                effects.stop_timer(TimerId(self._table, "grace", seat))
