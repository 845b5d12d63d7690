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

    def only_members(self, key: bytes) -> None:
        """Raises NotAtTable."""
        if self._seating.number(key) is None and key not in self._seating.watchers:
            raise NotAtTable("you are not at this table; sit down or watch it first")

    def show(self, effects: Effects) -> None:
        """Tell all at the table how it stands."""
        effects.send(self._seating.members, self._shown())

    def host_says(self, sentence: str, effects: Effects) -> None:
        """Tell all at the table in the host's name."""
        effects.send(self._seating.members, host_line(self._table, self._context.name, sentence))

    def say(self, key: bytes, text: str, effects: Effects) -> Said:
        """A line of chat to all at the table; no part of any log. Raises NotAtTable, NothingSaid."""
        self.only_members(key)
        line = clean(text, SAYING)
        if not line:
            raise NothingSaid("there is nothing to say in this text; write some letters")
        seat = self._seating.number(key)
        said = Said(self._table, self._seating.called(key), seat, line, "watcher" if seat is None else "player")
        effects.send(self._seating.members, said)
        return said

    # -- who comes and goes

    def watch(self, key: bytes, name: str, effects: Effects) -> None:
        """Follow the table from outside; one who is here already is only shown it again. Raises TableFull."""
        if self._seating.number(key) is None and key not in self._seating.watchers:
            if len(self._seating.watchers) >= self._context.limits.watchers:
                raise TableFull("as many people watch this table as may; try again later")
            self._seating.watchers[key] = self._seating.name_for(key, name)
            self._ownership.came(key)
            self.look_around(effects)
            self.show(effects)
        else:
            effects.send((key,), self._shown())

    def leave(self, key: bytes, effects: Effects) -> None:
        """Stop watching. Raises NotAtTable."""
        if self._seating.watchers.pop(key, None) is None:
            raise NotAtTable("you do not watch this table")
        self._ownership.went(key)
        self.look_around(effects)
        self.show(effects)

    def free(self, seat: int, effects: Effects) -> None:
        """The seat is nobody's any more."""
        gone = self._seating.seats.pop(seat)
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._bots.gone(gone.key, effects)
        self._ownership.went(gone.key)
        self.look_around(effects)
        effects.send((gone.key,), self._shown())
        self.show(effects)

    # -- who is connected

    def connected(self, seat: int, effects: Effects) -> None:
        """The seat's person is here again."""
        there = self._seating.seats[seat]
        there.connected = True
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._ownership.came(there.key)
        if there.key == self._ownership.owner:
            effects.stop_timer(TimerId(self._table, "owner"))
        self.look_around(effects)
        self.show(effects)

    def lost(self, key: bytes, plays: bool, effects: Effects) -> None:
        """Someone is not connected any more. Who watched has left; who *plays* keeps the seat for as long as that."""
        watched = self._seating.watchers.pop(key, None) is not None
        seat = self._seating.number(key)
        if seat is not None:
            self._seating.seats[seat].connected = self._seating.seats[seat].admitted = False
            if not plays:
                self.give_grace(seat, effects)
            if key == self._ownership.owner:
                effects.start_timer(TimerId(self._table, "owner"), 1000 * self._context.limits.lost_seconds)
        else:
            self._ownership.went(key)
        if watched or seat is not None:
            self.look_around(effects)
            self.show(effects)

    def give_grace(self, seat: int, effects: Effects) -> None:
        """From now on the seat is kept for a while for its person, who is not connected."""
        effects.start_timer(TimerId(self._table, "grace", seat), 1000 * self._context.limits.grace_seconds)

    def owner_rang(self, effects: Effects) -> None:
        """The owner has had time to come back: if they have not, the table is handed on."""
        owner = self._ownership.owner
        seat = self._seating.number(owner) if owner is not None else None
        if owner is not None and (seat is None or not self._seating.seats[seat].connected):
            self._ownership.went(owner)
            self.show(effects)

    def look_around(self, effects: Effects) -> None:
        """A table without people is closed after a while; its bots rest, or leave with the last of the people."""
        clock, limits = TimerId(self._table, "empty"), self._context.limits
        if self._seating.people:
            effects.stop_timer(clock)
            self._bots.joined(effects)
            return
        playing, never = self._is_playing(), not self._shown().game
        turn_clocks = limits.unused_seconds if never else limits.empty_seconds
        effects.start_timer(clock, 1000 * (limits.abandoned_seconds if playing else turn_clocks))
        if playing or not all(seat.bot for seat in self._seating.seats.values()):
            self._bots.left_alone(effects)
        else:
            self._bots.stop(effects)
            for seat in self._seating.clear():
                effects.stop_timer(TimerId(self._table, "grace", seat))
