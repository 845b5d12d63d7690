"""Members of one table: what they are sent, and how long the table waits for those who are disconnected."""

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
    """A chat line of the host's own, marked as such: no line of a person can bear that mark."""
    return Said(table, clean(host, NAME), None, clean_sentence(sentence, SAYING), "host")


class Members:
    """Members of one table. ``shown`` returns the message that shows it, ``is_playing`` whether a game is played."""

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

    # -- messages

    def require_member(self, key: bytes) -> None:
        """Raises NotAtTable unless the key sits or watches here."""
        if self._seating.seat_of(key) is None and key not in self._seating.watchers:
            raise NotAtTable("you are not at this table; sit down or watch it first")

    def send_table(self, effects: Effects) -> None:
        """Send the table to all members."""
        effects.send(self._seating.members, self._shown())

    def announce(self, sentence: str, effects: Effects) -> None:
        """Send all members a line in the host's name."""
        effects.send(self._seating.members, host_line(self._table, self._context.name, sentence))

    def send_chat(self, key: bytes, text: str, effects: Effects) -> Said:
        """Send a line of chat to all members; it is in no log. Raises NotAtTable, NothingSaid."""
        self.require_member(key)
        line = clean(text, SAYING)
        if not line:
            raise NothingSaid("there is nothing to say in this text; write some letters")
        seat = self._seating.seat_of(key)
        chat_line = Said(self._table, self._seating.name_of(key), seat, line, "watcher" if seat is None else "player")
        effects.send(self._seating.members, chat_line)
        return chat_line

    # -- joining and leaving

    def watch(self, key: bytes, name: str, effects: Effects) -> None:
        """Add a watcher; a member is only sent the table again. Raises TableFull."""
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
        """Remove a watcher. Raises NotAtTable."""
        if self._seating.watchers.pop(key, None) is None:
            raise NotAtTable("you do not watch this table")
        self._ownership.member_left(key)
        self.update_occupancy(effects)
        self.send_table(effects)

    def vacate_seat(self, seat: int, effects: Effects) -> None:
        """Empty a seat: stop its timer and its bot, and hand the table on if it was the owner's."""
        vacated = self._seating.seats.pop(seat)
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._bots.seat_freed(vacated.key, effects)
        self._ownership.member_left(vacated.key)
        self.update_occupancy(effects)
        effects.send((vacated.key,), self._shown())
        self.send_table(effects)

    # -- connections

    def connected(self, seat: int, effects: Effects) -> None:
        """The player in a seat has connected."""
        player = self._seating.seats[seat]
        player.connected = True
        effects.stop_timer(TimerId(self._table, "grace", seat))
        self._ownership.member_arrived(player.key)
        if player.key == self._ownership.owner:
            effects.stop_timer(TimerId(self._table, "owner"))
        self.update_occupancy(effects)
        self.send_table(effects)

    def connection_lost(self, key: bytes, plays: bool, effects: Effects) -> None:
        """A person has disconnected. A watcher is removed; a player keeps the seat, without time limit if *plays*."""
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
        """Start the time after which a disconnected player's seat is emptied."""
        effects.start_timer(TimerId(self._table, "grace", seat), 1000 * self._context.limits.grace_seconds)

    def owner_timer_expired(self, effects: Effects) -> None:
        """Hand the table on unless its owner has reconnected."""
        owner = self._ownership.owner
        seat = self._seating.seat_of(owner) if owner is not None else None
        if owner is not None and (seat is None or not self._seating.seats[seat].connected):
            self._ownership.member_left(owner)
            self.send_table(effects)

    def update_occupancy(self, effects: Effects) -> None:
        """Start or stop the timers of a table without people: it is closed after a while, its bots rest.

        Without a game, a table at which only bots sit loses them at once.
        """
        timer, limits = TimerId(self._table, "empty"), self._context.limits
        if self._seating.has_people:
            effects.stop_timer(timer)
            self._bots.person_arrived(effects)
            return
        playing, never = self._is_playing(), not self._shown().game
        waiting_seconds = limits.unused_seconds if never else limits.empty_seconds
        effects.start_timer(timer, 1000 * (limits.abandoned_seconds if playing else waiting_seconds))
        if playing or not all(seat.bot for seat in self._seating.seats.values()):
            self._bots.start_rest_timer(effects)
        else:
            self._bots.stop_all(effects)
            for seat in self._seating.clear_seats():
                effects.stop_timer(TimerId(self._table, "grace", seat))
