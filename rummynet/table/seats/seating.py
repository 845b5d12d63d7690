"""Seats and watchers of one table, and who may take a seat. Seat numbers may have gaps until a game begins."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from rummynet.table.api.refusals import AlreadySeated, NoKnock, NoSuchSeat, NotSeated, SeatTakenAlready
from rummynet.table.seats.received_statements import Received
from rummynet_protocol.lookalikes import distinct
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.messages import MOST_KNOCKS, NAME

MOST_REMEMBERED: Final = 64
"""People let in or removed that a table remembers, the newest: several times the seats of the largest one. More are
strangers with a new key each, against whom closed seats help and no list does."""


@dataclass(slots=True)
class Entrance:
    """Who may take a seat at a table: everybody, or once its seats are closed those whom the owner lets in.

    A person who may not sit *knocks*: the owner sees who asks, and nothing else happens. ``knocks`` are names by key of
    those who asked, the newest last. Keys cost nothing, so the lists are bounded.
    """

    closed: bool = False  # only those who were let in can sit down
    knocks: dict[bytes, str] = field(default_factory=dict)
    _let_in: list[bytes] = field(default_factory=list)
    _removed: list[bytes] = field(default_factory=list)

    def may_sit(self, key: bytes) -> bool:
        """Whether this person may take a seat."""
        # Being let in outweighs both, so the owner can let somebody back in whom they have removed.
        return key in self._let_in or not (self.closed or key in self._removed)

    def knock(self, key: bytes, name: str) -> bool:
        """Record that somebody who may not sit asked for a seat; returns whether that was not known."""
        if key in self.knocks:
            return False  # the owner has been shown this person already: knocking again sends nothing
        self.knocks[key] = name
        # The newest stay: a person who knocks with many keys cannot keep later people from being seen.
        for oldest in list(self.knocks)[:-MOST_KNOCKS]:
            del self.knocks[oldest]
        return True

    def close(self, seated: Iterable[bytes]) -> None:
        """Let nobody sit down but those who sit here now, and those whom the owner lets in."""
        self.closed = True
        for key in seated:
            self._admit(key)

    def open(self) -> None:
        """Let everybody sit down whom the owner has not removed."""
        self.closed = False
        # People whom only the closed seats kept out can sit down now; a removed person still waits for the owner.
        self.knocks = {key: name for key, name in self.knocks.items() if key in self._removed}

    def let_in(self, key: bytes | None) -> str:
        """Let somebody sit down who has asked for it, and return their name. Raises NoKnock."""
        name = self.knocks.pop(key, None) if key is not None else None
        if key is None or name is None:
            raise NoKnock("nobody with this key is asking for a seat; 'table' shows who is")
        self._admit(key)
        return name

    def remove(self, key: bytes) -> None:
        """The owner has removed this person, who comes back only when the owner lets them."""
        self._let_in = [one for one in self._let_in if one != key]  # else they could sit down again at once
        self._removed = _newest(self._removed, key)

    def _admit(self, key: bytes) -> None:
        self._removed = [one for one in self._removed if one != key]
        self._let_in = _newest(self._let_in, key)


def _newest(keys: list[bytes], key: bytes) -> list[bytes]:
    # A repeated key moves to the end, so the oldest is dropped, and a key stands in a list once.
    return [*(one for one in keys if one != key), key][-MOST_REMEMBERED:]


@dataclass(slots=True)
class Seat:
    """A seat that belongs to a key."""

    key: bytes
    name: str
    bot: bool = False
    consent: Received | None = None  # the player's consent to the next game, or to join the one being played
    connected: bool = True
    admitted: bool = False  # the owner has admitted the player to the game being played

    @property
    def ready(self) -> bool:
        """Whether the player has agreed."""
        return self.consent is not None


@dataclass(slots=True)
class Seating:
    """Seats by number, and watchers' names by key, in order of arrival. ``most`` is the number of seats."""

    most: int
    seats: dict[int, Seat] = field(default_factory=dict)
    watchers: dict[bytes, str] = field(default_factory=dict)

    @property
    def members(self) -> tuple[bytes, ...]:
        """The keys of all players and watchers, to whom the table's messages go."""
        return (*map(attrgetter("key"), self.seats.values()), *self.watchers)

    @property
    def players(self) -> tuple[tuple[bytes, str], ...]:
        """(key, name) of all players, in the order of their seats."""
        return tuple((seat.key, seat.name) for seat in self.seats.values())

    def bots_among(self, players: Sequence[tuple[bytes, str]]) -> tuple[int, ...]:
        """The places of the host's own bots among these players."""
        bots = {seat.key for seat in self.seats.values() if seat.bot}
        return tuple(number for number, (key, _) in enumerate(players) if key in bots)

    @property
    def has_people(self) -> bool:
        """Whether a person, other than the host's own bots, is connected here."""
        # A watcher who disconnects is removed, so each one here is connected; bots never watch.
        return bool(self.watchers) or any(seat.connected and not seat.bot for seat in self.seats.values())

    def name_of(self, key: bytes) -> str:
        """The name under which this key is known here; "" for a person who is not here."""
        seat = self.seat_of(key)
        return self.seats[seat].name if seat is not None else self.watchers.get(key, "")

    def distinct_name(self, key: bytes, wanted: str) -> str:
        """The name of this key at this table: numbered where somebody else has a name that looks the same.

        The first keeps the bare name. Refusing the second would let anybody keep people out by their names.
        """
        seated = [seat.name for seat in self.seats.values() if seat.key != key]
        return distinct(wanted, [*seated, *(name for other, name in self.watchers.items() if other != key)], NAME)

    def seat_of(self, key: bytes) -> int | None:
        """The seat of this key, None without one."""
        for number, seat in self.seats.items():
            if seat.key == key:
                return number
        return None

    def require_seat(self, key: bytes) -> int:
        """The seat of this key. Raises NotSeated."""
        seat = self.seat_of(key)
        if seat is None:
            raise NotSeated("you have no seat at this table; take one first")
        return seat

    def choose_seat(self, key: bytes, requested: int | None) -> int:
        """The seat that this key can take. Raises AlreadySeated, NoSuchSeat, SeatTakenAlready."""
        if self.seat_of(key) is not None:
            raise AlreadySeated("you have a seat at this table already")
        free = [number for number in range(self.most) if number not in self.seats]
        # Before the check for free seats: a number that does not exist is the client's mistake, full table or not.
        if requested is not None and requested >= self.most:
            raise NoSuchSeat(sentence("this table has the seats 0 to {last}", last=self.most - 1))
        if not free:
            raise SeatTakenAlready("every seat at this table is taken; you can watch")
        if requested is not None and requested not in free:
            name = self.seats[requested].name
            raise SeatTakenAlready(
                sentence("{name} sits there; free seats: {free}", name=name, free=", ".join(map(str, free)))
            )
        return free[0] if requested is None else requested

    def seat_player(self, number: int, seat: Seat) -> None:
        """Put a player into a seat, and remove them from the watchers."""
        self.watchers.pop(seat.key, None)
        self.seats[number] = seat
        # Seats are shown, named in consents and numbered in the log in this order.
        self.seats = dict(sorted(self.seats.items()))

    def clear_seats(self) -> tuple[int, ...]:
        """Empty all seats and return the numbers of those that were taken."""
        taken, self.seats = tuple(self.seats), {}
        return taken

    def close_gaps(self) -> None:
        """Number the seats from 0 on, in their order."""
        self.seats = dict(enumerate(self.seats.values()))
