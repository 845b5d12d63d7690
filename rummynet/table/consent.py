"""What a player agrees to when they say that they are ready: one game at one table, its rules, its players, its past.

One consent buys one log. Source: FAIRNESS.md, "Consent".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummynet.rules.core.variety import Variety
from rummynet.table.game.received_statements import Received, Statements
from rummynet.table.refusals import Stale
from rummynet.table.seating import Seat, Seating
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.commitment import log_id, players_hash, rules_hash
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Agreed

Players = Sequence[tuple[bytes, str]]
"""(key, name) by seat."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played at a table: game number ``game`` at the table with this number (``table``) and ``id``."""

    table: int
    id: bytes
    """32 random bytes: the table's name in its logs."""
    game: int
    before: bytes
    """The last head of the log before; zeros for the first game."""
    variety: Variety
    options: Mapping[str, Any]

    @property
    def rules(self) -> bytes:
        """The rules hash."""
        return rules_hash(self.variety.name, self.options)


class Consents:
    """Who has agreed to the next game of a *table*, or while that is played to come in to it.

    The players' consents lie in their seats. ``game`` is the number of that game, ``before`` the last head of the
    table's log before it, ``statements`` are all that came for its log. *players* are always those whom a consent has
    to name: who sits at the table; while a game is played who has agreed on its session.
    """

    def __init__(
        self, signer: Signer, table: int, id: bytes, variety: Variety, options: Mapping[str, Any], seating: Seating
    ) -> None:
        self.id = id
        self.game = 1
        self.before = NO_HEAD
        self._signer = signer
        self._table = table
        self._variety = variety
        self._options = options
        self._seating = seating
        self.statements = self._of_this_game()

    @property
    def terms(self) -> Terms:
        """What is agreed on."""
        return Terms(self._table, self.id, self.game, self.before, self._variety, self._options)

    def next_game(self, head: bytes) -> None:
        """The game is over, *head* is its log's last: nobody has agreed to another one yet."""
        for seat in self._seating.seats.values():
            seat.consent = None
        self.before = head
        self.game += 1
        self.statements = self._of_this_game()

    def check_consent(self, one: Received, players: Players) -> None:
        """Whether this is a consent to the game, and may be logged. Raises Stale, WrongStatement, WrongClock."""
        self.statements.accept(one, None)
        if not self._holds(one, players):
            raise Stale("the table has changed since you agreed to play; look again, and say 'ready' again")

    def withdraw(self, seat: Seat) -> bool:
        """The seat's player has not agreed to anything any more; whether they had."""
        had = seat.consent is not None
        if seat.consent is not None:
            self.statements.withdraw(seat.consent)
            seat.consent = None
        return had

    def withdraw_outdated(self, players: Players) -> bool:
        """Whoever agreed to something that is no more has not agreed; whether anybody had."""
        seats = self._seating.seats.values()
        outdated = [seat for seat in seats if seat.consent is not None and not self._holds(seat.consent, players)]
        return any([self.withdraw(seat) for seat in outdated])

    def pop_consents(self, seats: Sequence[Seat]) -> list[Received]:
        """The consents of these, which now go into the log."""
        found = [seat.consent for seat in seats if seat.consent is not None]
        for seat in seats:
            seat.consent = None
        return found

    def _holds(self, one: Received, players: Players) -> bool:
        said, terms = one.statement, self.terms
        return (
            isinstance(said, Agreed)
            and (said.head, said.rules) == (terms.before, terms.rules)
            and said.players == players_hash(players)
        )

    def _of_this_game(self) -> Statements:
        return Statements(self._signer, log_id(self._signer.public, self.id, self.game))
