"""Who may manage a table: its owner, a successor when the owner leaves, the players who end a long pause."""

from rummynet.table.api.refusals import NoSuchSeat, NotOwner, NotSeated
from rummynet.table.seats.seating import Seat, Seating


class Ownership:
    """Ownership of a table. ``owner`` is the owner's key; None while no one is there who could own it.

    The argument *players* is how many of the seats, from the first, belong to the game being played; 0 while none is.
    """

    def __init__(self, owner: bytes | None, seating: Seating) -> None:
        self.owner = owner
        self._seating = seating
        self._wishes: set[bytes] = set()
        """Players who wish to resume a paused game against the owner's pause, or while the owner is away."""

    def require_owner(self, key: bytes) -> None:
        """Raises NotOwner unless the key is the owner's."""
        if key != self.owner:
            raise NotOwner("only the owner of this table can do that; 'table' shows whose it is")

    def require_may_ask_bots(self, key: bytes) -> None:
        """Raises NotSeated unless the key may ask for bots: people who sit here, and an owner who watches."""
        number = self._seating.seat_of(key)
        sits = number is not None and not self._seating.seats[number].bot
        if not sits and key != self.owner:
            raise NotSeated("only people at the table can ask for bots; sit down first")

    # -- the owner

    def hand_on(self, seat: int | None) -> None:
        """Make the person in this seat the owner. Raises NoSuchSeat for an empty seat, and for bots."""
        player = self._seating.seats.get(seat) if seat is not None else None
        if player is None or player.bot:
            raise NoSuchSeat("no person sits there; name a seat with a person")
        self._give(player.key)

    def member_arrived(self, key: bytes, players: int) -> None:
        """A person has joined the table, or reconnected.

        A table without an owner becomes theirs if they are entitled to it; the owner's return drops all wishes to
        resume.
        """
        if key == self.owner:
            # The wishes were for going on without the owner, who can now do it.
            self._wishes.clear()
        elif self.owner is None and key in self._entitled(players):
            self._give(key)

    def member_left(self, key: bytes, players: int) -> None:
        """A person has left the table: if they owned it, the first entitled person becomes the owner."""
        if key == self.owner:
            self._give(next((heir for heir in self._entitled(players) if heir != key), None))

    def _give(self, key: bytes | None) -> None:
        self.owner = key
        self._wishes.clear()

    def _entitled(self, players: int) -> tuple[bytes, ...]:
        """Who may become owner: the connected people by seat, then the watchers; during a game only its players."""
        seats = self._seating.seats
        # During a game its players come before all others: a watcher who owned the table could pause their game.
        inside = [seat for number, seat in seats.items() if number < players and not seat.bot]
        if inside:
            # Empty while all of them are away: the first to return gets it (``member_arrived``), and no watcher
            # meanwhile.
            return tuple(seat.key for seat in inside if seat.connected)
        sitting = (seat.key for seat in seats.values() if seat.connected and not seat.bot)
        return (*sitting, *self._seating.watchers)

    # -- pauses

    def owner_is_here(self) -> bool:
        """Whether the owner is at the table and connected."""
        return self.owner in self._seating.watchers or any(
            seat.connected and seat.key == self.owner for seat in self._seating.seats.values()
        )

    def may_wish_resume(self, key: bytes, players: int) -> bool:
        """Whether this person, who is not the owner, is a connected player of the game."""
        return any(seat.key == key for seat in self._connected_players(players))

    def add_resume_wish(self, key: bytes) -> bool:
        """Record a wish to resume; return whether it is new."""
        is_new = key not in self._wishes
        self._wishes.add(key)
        return is_new

    def majority_wishes_resume(self, players: int) -> bool:
        """Whether more than half of the connected players (bots and the owner apart) wish to resume."""
        # The owner has paused, so theirs is no wish to go on; with the wishes of people who have gone nothing is
        # decided.
        here = {seat.key for seat in self._connected_players(players)} - {self.owner}
        return 2 * len(here & self._wishes) > len(here)  # more than half; with nobody here 0 > 0 keeps the pause

    def clear_resume_wishes(self) -> None:
        """Drop all wishes: the game has been paused or resumed."""
        self._wishes.clear()

    def _connected_players(self, players: int) -> list[Seat]:
        """The seats of the connected people who play in the game."""
        seats = self._seating.seats.items()
        return [seat for number, seat in seats if number < players and seat.connected and not seat.bot]
