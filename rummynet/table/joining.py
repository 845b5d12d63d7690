"""Who comes in to a game that has begun: new players in seats beyond those of the game, and those who sit out again.

They sit down (or still sit there) and say that they are ready; before the next round the game asks for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rummynet.rules.options import Options
from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.table.refusals import GameRunning
from rummynet.table.seating import Seat, Seating
from rummynet_protocol.errors import Refusal


@dataclass(frozen=True, slots=True)
class Coming:
    """Seats of the game whose players come in again, and (key, name) of further ones, in the order of their seats."""

    back: tuple[int, ...] = ()
    new: tuple[tuple[bytes, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.back or self.new)


class Door:
    """The way into a game at one table."""

    def __init__(self, variety: Variety, options: Options, seating: Seating) -> None:
        self._variety, self._options, self._seating = variety, options, seating

    def check(self, seat: int, state: State | None, players: int) -> None:
        """Whether the seat could come in before the next round. Raises GameRunning, or why there is no room for it.

        *state* is the round being played, None before the first deal; *players* have seats in the game.
        """
        if not self._variety.takes_newcomers:
            raise GameRunning("a game is being played at this table; it began when all were ready")
        if seat < players and (state is None or seat not in self._variety.outside(state)):
            raise GameRunning("a game is being played at this table, and you play in it")
        if state is not None:
            others = sum(one.ready for number, one in self._seating.seats.items() if number != seat)
            self._variety.deck(self._options, state, players, 1 + others)

    def coming(self, state: State, players: int) -> Coming:
        """Who comes in after this round: all that are ready and here, as far as there are cards for them."""
        back: list[int] = []
        new: list[tuple[bytes, str]] = []
        outside = self._variety.outside(state) if self._variety.takes_newcomers else ()
        for number, seat in self._seating.seats.items():
            wants = seat.ready and seat.connected and self._variety.takes_newcomers
            if not wants or (number < players and number not in outside):
                continue
            if not self._is_room(state, players, len(back) + len(new) + 1):
                break
            if number < players:
                back.append(number)
            else:
                new.append((seat.key, seat.name))
        return Coming(tuple(back), tuple(new))

    def seated(self, keys: Sequence[bytes]) -> None:
        """The game's players are these now: they have its seats, whoever still waits the next ones."""
        by_key: dict[bytes, Seat] = {seat.key: seat for seat in self._seating.seats.values()}
        order = [*(by_key.pop(key) for key in keys if key in by_key), *by_key.values()]
        self._seating.seats = dict(enumerate(order))
        for seat in order[: len(keys)]:
            seat.ready = False

    def _is_room(self, state: State, players: int, joining: int) -> bool:
        try:
            self._variety.deck(self._options, state, players, joining)
        except Refusal:
            return False
        return True
