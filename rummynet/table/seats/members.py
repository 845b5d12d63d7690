"""Members of one table: what they are sent, and how long the table waits for those who are disconnected."""

from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.refusals import NotAtTable, NothingSaid, TableFull
from rummynet.table.seats.bot_seats import BotSeats
from rummynet.table.seats.ownership import Ownership
from rummynet.table.seats.seating import Seating
from rummynet_protocol.text import clean, clean_sentence
from rummynet_protocol.wire.messages import NAME, SAYING, Said


def host_line(table: int, host: str, sentence: str) -> Said:
    """A chat line of the host's own, marked as such: no line of a person can bear that mark."""
    return Said(table, clean(host, NAME), None, clean_sentence(sentence, SAYING), "host")


class Members:
    """Members of one table. What they see of it changes with them: the table is sent to them by ``Table``.

    The argument *players* is how many of the seats, from the first, belong to the game being played; 0 while none is.
    """

    def __init__(
        self,
        context: HostContext,
        table: int,
        seating: Seating,
        ownership: Ownership,
        bots: BotSeats,
    ) -> None:
        self._context, self._table, self._seating, self._ownership = context, table, seating, ownership
        self._bots = bots

    # -- messages

    def require_member(self, key: bytes) -> None:
        """Raises NotAtTable unless the key sits or watches here."""
        if self._seating.seat_of(key) is None and key not in self._seating.watchers:
            raise NotAtTable("you are not at this table; sit down or watch it first")

    def announce(self, sentence: str, effects: Effects) -> None:
        """Send all members a line in the host's name."""
        effects.send(self._seating.members, host_line(self._table, self._context.name, sentence))

    def send_chat(self, key: bytes, text: str, effects: Effects) -> Said:
        """Send a line of chat to all members; it is in no log. Raises NotAtTable, NothingSaid."""
        self.require_member(key)
        line = clean(text, SAYING)
        if not line:
            raise NothingSaid("this text is empty; write some letters")
        seat = self._seating.seat_of(key)
        chat_line = Said(self._table, self._seating.name_of(key), seat, line, "watcher" if seat is None else "player")
        effects.send(self._seating.members, chat_line)
        return chat_line

    # -- joining and leaving

    def watch(self, key: bytes, name: str, players: int) -> bool:
        """Add a watcher, and return whether the key is new at the table. Raises TableFull."""
        # Not refused: a client that lost its place asks again, and gets table and log once more.
        if self._seating.seat_of(key) is not None or key in self._seating.watchers:
            return False
        if len(self._seating.watchers) >= self._context.limits.watchers:
            raise TableFull("this table has as many spectators as it allows; try again later")
        self._seating.watchers[key] = self._seating.distinct_name(key, name)
        self._ownership.member_arrived(key, players)
        return True

    def leave(self, key: bytes, players: int) -> None:
        """Remove a watcher. Raises NotAtTable."""
        if self._seating.watchers.pop(key, None) is None:
            raise NotAtTable("you are not watching this table")
        self._ownership.member_left(key, players)

    def vacate_seat(self, seat: int, players: int, effects: Effects) -> None:
        """Empty a seat: stop its timer and its bot, and hand the table on if it was the owner's."""
        vacated = self._seating.seats.pop(seat)
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._bots.seat_freed(vacated.key, effects)
        # After the seat is empty: the successor is chosen among those who are left.
        self._ownership.member_left(vacated.key, players)

    # -- connections

    def connected(self, seat: int, players: int, effects: Effects) -> None:
        """The player in a seat has connected."""
        player = self._seating.seats[seat]
        player.connected = True
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._ownership.member_arrived(player.key, players)
        if player.key == self._ownership.owner:
            effects.stop_timer(TimerId(self._table, "owner"))

    def connection_lost(self, key: bytes, plays: bool, players: int, effects: Effects) -> bool:
        """A person has disconnected. A watcher is removed; a player keeps the seat, without time limit if *plays*.

        Returns whether the person was a member.
        """
        watched = self._seating.watchers.pop(key, None) is not None
        seat = self._seating.seat_of(key)
        if seat is not None:
            # An owner's admission is for the person who was there when it was given: who was away is asked about again.
            self._seating.seats[seat].connected = self._seating.seats[seat].admitted = False
            # In a game the seat is part of the log until its end; the turn clock and votes care for it there.
            if not plays:
                self.start_grace_timer(seat, effects)
            if key == self._ownership.owner:
                # Not at once: an owner whose phone sleeps for a minute keeps the table.
                effects.start_timer(TimerId(self._table, "owner"), 1000 * self._context.limits.lost_seconds)
        else:
            self._ownership.member_left(key, players)  # a watcher has no seat that could be kept for the time of a loss
        return watched or seat is not None

    def start_grace_timer(self, seat: int, effects: Effects) -> None:
        """Start the time after which a disconnected player's seat is emptied."""
        effects.start_timer(TimerId(self._table, "grace", seat), 1000 * self._context.limits.grace_seconds)

    def owner_timer_expired(self, players: int) -> bool:
        """Hand the table on unless its owner has reconnected; return whether that was done."""
        owner = self._ownership.owner
        seat = self._seating.seat_of(owner) if owner is not None else None
        if owner is None or (seat is not None and self._seating.seats[seat].connected):
            return False
        self._ownership.member_left(owner, players)
        return True

    def update_occupancy(self, playing: bool, games: int, effects: Effects) -> None:
        """Start or stop the timers of a table without people: it is closed after a while, its bots rest.

        *playing*: a game is being played; *games* is the number of games that have begun. Without a game, a table at
        which only bots sit loses them at once.
        """
        timer, limits = TimerId(self._table, "empty"), self._context.limits
        if self._seating.has_people:
            effects.stop_timer(timer)
            self._bots.person_arrived(effects)
            return
        # A table at which nobody has played has nothing to come back to.
        waiting_seconds = limits.empty_seconds if games else limits.unused_seconds
        effects.start_timer(timer, 1000 * (limits.abandoned_seconds if playing else waiting_seconds))
        # A person who has a seat here may return, and wants to meet the same bots.
        if playing or not all(seat.bot for seat in self._seating.seats.values()):
            self._bots.start_rest_timer(effects)
        else:
            self._bots.stop_all(effects)
            for seat in self._seating.clear_seats():
                effects.stop_timer(TimerId(self._table, "grace", seat))
