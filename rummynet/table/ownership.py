"""Who may manage a table: its owner, whoever becomes it when the owner leaves, and the players while it is away."""

from collections.abc import Callable

from rummynet.table.refusals import NoSuchSeat, NotOwner, NotSeated
from rummynet.table.seating import Seat, Seating


class Ownership:
    """``owner`` is the key of the person who may; None while nobody is there who could.

    *players* answers how many of the seats, from the first, belong to the game being played; 0 while none is.
    """

    def __init__(self, owner: bytes | None, seating: Seating, players: Callable[[], int]) -> None:
        self.owner = owner
        self._seating, self._players = seating, players
        self._wishes: set[bytes] = set()
        """Who wants a table that rests to go on, while its owner is away."""

    def require_owner(self, key: bytes) -> None:
        """Raises NotOwner."""
        if key != self.owner:
            raise NotOwner("only the owner of this table can do that; 'table' shows whose it is")

    def require_may_ask_bots(self, key: bytes) -> None:
        """Those who may ask for bots: the people who sit here, and the owner who watches. Raises NotSeated."""
        number = self._seating.seat_of(key)
        sits = number is not None and not self._seating.seats[number].bot
        if not sits and not (key == self.owner and key in self._seating.watchers):
            raise NotSeated("bots are asked for by those who sit at the table; sit down first")

    # -- whose table it is

    def hand_on(self, seat: int | None) -> None:
        """Give the table to the person in this seat. Raises NoSuchSeat where none sits, and for bots."""
        there = self._seating.seats.get(seat) if seat is not None else None
        if there is None or there.bot:
            raise NoSuchSeat("no person sits there; name the seat of somebody who is to have the table")
        self._give(there.key)

    def member_arrived(self, key: bytes) -> None:
        """Somebody is at the table: one without an owner is theirs, but no game is a stranger's."""
        if key == self.owner:
            self._wishes.clear()
        elif self.owner is None and key in self._entitled():
            self._give(key)

    def member_left(self, key: bytes) -> None:
        """Somebody is not at the table any more: the owner's leaving hands it on."""
        if key == self.owner:
            self._give(next((heir for heir in self._entitled() if heir != key), None))

    def _give(self, key: bytes | None) -> None:
        self.owner = key
        self._wishes.clear()

    def _entitled(self) -> tuple[bytes, ...]:
        """Who can own the table: the connected people by seat, then those who watch; in a game only who plays in it."""
        seats, players = self._seating.seats, self._players()
        inside = [seat for number, seat in seats.items() if number < players and not seat.bot]
        if inside:
            return tuple(seat.key for seat in inside if seat.connected)
        sitting = (seat.key for seat in seats.values() if seat.connected and not seat.bot)
        return (*sitting, *self._seating.watchers)

    # -- while the owner is away

    def may_wish_resume(self, key: bytes) -> bool:
        """Whether this person may ask for a table that rests to go on: one who plays, while its owner is not there."""
        here = self.owner in self._seating.watchers or any(
            seat.connected and seat.key == self.owner for seat in self._seating.seats.values()
        )
        return not here and any(seat.key == key for seat in self._connected_players())

    def add_resume_wish(self, key: bytes) -> bool:
        """One who may wants the table to go on; whether that is new."""
        is_new = key not in self._wishes
        self._wishes.add(key)
        return is_new

    def majority_wishes_resume(self) -> bool:
        """Whether more than half of the people who play and are there want the table to go on."""
        here = {seat.key for seat in self._connected_players()}
        return 2 * len(here & self._wishes) > len(here)

    def clear_resume_wishes(self) -> None:
        """The table goes on, or its owner is back."""
        self._wishes.clear()

    def _connected_players(self) -> list[Seat]:
        """The seats of the people who play and are connected."""
        players, seats = self._players(), self._seating.seats
        return [seat for number, seat in seats.items() if number < players and seat.connected and not seat.bot]
