"""Late joins: players who enter a running game between two rounds.

They sit in seats beyond those of the game, or in seats of the game that sit out. They send ``ready``; the owner of the
table admits each of them, once; before the next round the game opens a session with them.
"""

from collections.abc import Mapping, Sequence

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import MOST_HOLDERS, is_sealed, key_holders
from rummynet.table.api.refusals import GameRunning, NoSuchSeat
from rummynet.table.seats.ownership import Ownership
from rummynet.table.seats.received_statements import Received, Statements
from rummynet.table.seats.seating import Seat, Seating
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value


class Joiners(Value):
    """Seats of the game whose players return, and names of further players in the order of their seats.

    Each with the player's consent.
    """

    back: tuple[tuple[int, Received], ...] = ()
    new: tuple[tuple[str, Received], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.back or self.new)


def without_silent(
    players: Sequence[tuple[bytes, str]], agreed: Mapping[int, Received], dealt: int, silent: Sequence[int]
) -> tuple[tuple[tuple[bytes, str], ...], dict[int, Received]]:
    """Players, and consents by seat of those who join, without the *silent* ones of them.

    The first *dealt* players keep their seats; new ones close up.
    """
    # Only players who have never been dealt cards can be left out (FAIRNESS.md, "The ceremony", step 2).
    new = [seat for seat in sorted(agreed) if seat >= dealt and seat not in silent]
    back = {seat: consent for seat, consent in agreed.items() if seat not in new and seat not in silent}
    left = (*players[:dealt], *(players[seat] for seat in new))
    return left, back | {dealt + place: agreed[seat] for place, seat in enumerate(new)}


class LateJoins:
    """Rules of late joins at one table."""

    def __init__(self, variety: Variety, options: Options, seating: Seating, ownership: Ownership) -> None:
        self._variety, self._options, self._seating, self._ownership = variety, options, seating, ownership

    def check_may_join(self, seat: int, state: State | None, players: int) -> None:
        """Check that the seat could join before the next round. Raises GameRunning, or why there are not enough cards.

        *state* is the round being played, None before the first deal; *players* is the number of seats in the game.
        """
        if not self._variety.newcomers.may_join:
            raise GameRunning("a game is being played at this table; it began when all were ready")
        # A seat of the game may come back only where the rules have put it out; one that plays has nothing to join.
        if seat < players and (state is None or seat not in self._variety.newcomers.outside(state)):
            raise GameRunning("a game is being played at this table, and you play in it")
        if state is not None:
            # Admitted players come first: a refusal now is better than a seat that is passed over later.
            others = sum(self.is_admitted(other) for number, other in self._seating.seats.items() if number != seat)
            self._check_room(state, players, 1 + others)

    # -- admission by the owner

    def is_admitted(self, seat: Seat) -> bool:
        """Whether the seat's player has agreed and may join: the table's owner, and those admitted by the owner."""
        # Owners need nobody's admission: nobody else could give it.
        return seat.ready and (seat.admitted or seat.key == self._ownership.owner)

    @property
    def asking(self) -> tuple[int, ...]:
        """The seats that have agreed during a game and wait for the owner to admit them."""
        return tuple(
            number for number, seat in self._seating.seats.items() if seat.ready and not self.is_admitted(seat)
        )

    def admit(self, number: int | None) -> Seat:
        """Admit the player of this seat and return the seat. Raises NoSuchSeat unless it waits for admission."""
        if number is None or number not in self.asking:
            raise NoSuchSeat("nobody in that seat is waiting to come in; name the seat of somebody who is")
        seat = self._seating.seats[number]
        seat.admitted = True  # until the round begins; a withdrawn consent or a lost connection ends it
        return seat

    # -- before a round

    def next_joiners(self, state: State, players: int, statements: Statements) -> Joiners:
        """Who joins after this round: all admitted and connected players, as far as there are enough cards."""
        found: list[tuple[int, str, Received]] = []
        outside = self._variety.newcomers.outside(state) if self._variety.newcomers.may_join else ()
        for number, seat in self._seating.seats.items():
            may = seat.connected and self._variety.newcomers.may_join and self.is_admitted(seat)
            consent = seat.consent if may else None
            # A consent that its author has signed past cannot stand in the log: it would be out of order (FAIRNESS.md,
            # "Consent").
            if consent is None or not statements.can_follow(consent) or (number < players and number not in outside):
                continue
            try:
                self._check_room(state, players, len(found) + 1)
            except Refusal:
                break  # in the order of seats: a later one must not be preferred to this one
            found.append((number, seat.name, consent))
        back = tuple((number, consent) for number, _, consent in found if number < players)
        return Joiners(back, tuple((name, consent) for number, name, consent in found if number >= players))

    def reseat_players(self, keys: Sequence[bytes], joining: Sequence[int]) -> set[int]:
        """Renumber the seats: the game's players in the order of *keys*, then those who still wait.

        The consents of the seats *joining* are in the log, and removed here. Returns the players that are not
        connected.
        """
        # The log numbers its players; the table's seats follow it, so that a seat has one number everywhere.
        by_key: dict[bytes, Seat] = {seat.key: seat for seat in self._seating.seats.values()}
        order = [*(by_key.pop(key) for key in keys if key in by_key), *by_key.values()]
        self._seating.seats = dict(enumerate(order))
        for number in joining:
            self._seating.seats[number].consent = None
        return {number for number, seat in enumerate(order[: len(keys)]) if not seat.connected}

    def _check_room(self, state: State, players: int, joiners: int) -> None:
        """Check that so many can join before the next round. Raises Refusal."""
        self._variety.deck(self._options, state, players, joiners)
        if is_sealed(self._options) and len(key_holders(self._variety, state, players, ())) + joiners > MOST_HOLDERS:
            raise GameRunning(sentence("a sealed deck is for up to {most} players", most=MOST_HOLDERS))
