"""Who comes in to a game that has begun: new players in seats beyond those of the game, and those who sit out again.

They sit down (or still sit there) and say that they are ready; the owner of the table lets them in, each person for
once; before the next round the game asks for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.game.received_statements import Received, Statements
from rummynet.table.ownership import Ownership
from rummynet.table.refusals import GameRunning, NoSuchSeat
from rummynet.table.seating import Seat, Seating
from rummynet_protocol.errors import Refusal


@dataclass(frozen=True, slots=True)
class Joiners:
    """Seats of the game whose players come in again, and names of further ones in the order of their seats.

    With each that its player has agreed.
    """

    back: tuple[tuple[int, Received], ...] = ()
    new: tuple[tuple[str, Received], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.back or self.new)


def without_silent(
    players: Sequence[tuple[bytes, str]], agreed: Mapping[int, Received], dealt: int, silent: Sequence[int]
) -> tuple[tuple[tuple[bytes, str], ...], dict[int, Received]]:
    """The players, and by seat the consents of those who come in, when these *silent* ones of them do not.

    The first *dealt* players keep their seats; new ones close up.
    """
    new = [seat for seat in sorted(agreed) if seat >= dealt and seat not in silent]
    back = {seat: one for seat, one in agreed.items() if seat < dealt and seat not in silent}
    left = (*players[:dealt], *(players[seat] for seat in new))
    return left, back | {dealt + place: agreed[seat] for place, seat in enumerate(new)}


class LateJoins:
    """The way into a game at one table."""

    def __init__(self, variety: Variety, options: Options, seating: Seating, ownership: Ownership) -> None:
        self._variety, self._options, self._seating, self._ownership = variety, options, seating, ownership

    def check_may_join(self, seat: int, state: State | None, players: int) -> None:
        """Whether the seat could come in before the next round. Raises GameRunning, or why there is no room for it.

        *state* is the round being played, None before the first deal; *players* have seats in the game.
        """
        if not self._variety.takes_newcomers:
            raise GameRunning("a game is being played at this table; it began when all were ready")
        if seat < players and (state is None or seat not in self._variety.outside(state)):
            raise GameRunning("a game is being played at this table, and you play in it")
        if state is not None:
            others = sum(self.is_admitted(one) for number, one in self._seating.seats.items() if number != seat)
            self._variety.deck(self._options, state, players, 1 + others)

    # -- whom the owner lets in

    def is_admitted(self, seat: Seat) -> bool:
        """Whether the player of this seat is ready and may come in: the owner may, and whom the owner has admitted."""
        return seat.ready and (seat.admitted or seat.key == self._ownership.owner)

    @property
    def asking(self) -> tuple[int, ...]:
        """While a game is played: the seats whose players are ready and wait for the owner to let them in."""
        return tuple(
            number for number, seat in self._seating.seats.items() if seat.ready and not self.is_admitted(seat)
        )

    def admit(self, number: int | None) -> Seat:
        """Let the player of this seat come in. Raises NoSuchSeat where nobody asks."""
        if number is None or number not in self.asking:
            raise NoSuchSeat("nobody there waits to come in; name the seat of somebody who does")
        seat = self._seating.seats[number]
        seat.admitted = True
        return seat

    # -- before a round

    def next_joiners(self, state: State, players: int, statements: Statements) -> Joiners:
        """Who comes in after this round: all that may and are here, as far as there are cards for them."""
        back: list[tuple[int, Received]] = []
        new: list[tuple[str, Received]] = []
        outside = self._variety.outside(state) if self._variety.takes_newcomers else ()
        for number, seat in self._seating.seats.items():
            may = seat.connected and self._variety.takes_newcomers and self.is_admitted(seat)
            consent = seat.consent if may else None
            if consent is None or not statements.can_follow(consent) or (number < players and number not in outside):
                continue
            if not self._is_room(state, players, len(back) + len(new) + 1):
                break
            if number < players:
                back.append((number, consent))
            else:
                new.append((seat.name, consent))
        return Joiners(tuple(back), tuple(new))

    def reseat_players(self, keys: Sequence[bytes], joining: Sequence[int]) -> set[int]:
        """The game's players are these now: they have its seats, whoever still waits the next ones.

        The consent of those in the seats *joining* is in the log. Answers which of the players are not connected.
        """
        by_key: dict[bytes, Seat] = {seat.key: seat for seat in self._seating.seats.values()}
        order = [*(by_key.pop(key) for key in keys if key in by_key), *by_key.values()]
        self._seating.seats = dict(enumerate(order))
        for number in joining:
            self._seating.seats[number].consent, self._seating.seats[number].admitted = None, False
        return {number for number, seat in enumerate(order[: len(keys)]) if not seat.connected}

    def _is_room(self, state: State, players: int, joining: int) -> bool:
        try:
            self._variety.deck(self._options, state, players, joining)
        except Refusal:
            return False
        return True
