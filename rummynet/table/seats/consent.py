"""Consents: a player's signed ``ready`` names one game at one table, its rules, its players and the table's past.

One consent is good for one log. Source: FAIRNESS.md, "Consent".
"""

from collections.abc import Sequence

from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.refusals import Stale
from rummynet.table.seats.received_statements import Received, Statements
from rummynet.table.seats.seating import Seat, Seating
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.commitment import log_id, players_hash, rules_hash
from rummynet_protocol.fairness.statements import Agreed
from rummynet_protocol.values import Value

Players = Sequence[tuple[bytes, str]]  # (key, name) by seat


class Terms(Value):
    """What is agreed on: game number ``game`` at the table with this number (``table``) and ``id``."""

    table: int
    id: bytes  # 32 random bytes that identify the table in its logs
    game: int
    before: bytes  # the last head of the log before; zeros for the first game
    variety: Variety
    options: Options

    @property
    def rules(self) -> bytes:
        """The rules hash."""
        return rules_hash(self.variety.name, self.options)


class Consents:
    """Consents to the next game of a *table*, or to join the one being played. They are stored in the seats.

    ``game`` is the number of that game, ``before`` the last head of the table's log before it, ``statements`` are all
    that were received for its log. *players* are always those whom a consent has to name: all who sit at the table;
    during a game those who have agreed on its session.
    """

    def __init__(
        self, context: HostContext, table: int, id: bytes, variety: Variety, options: Options, seating: Seating
    ) -> None:
        self.id = id
        self.game = 1
        self.before = NO_HEAD
        self._context = context
        self._table = table
        self._variety = variety
        self._options = options
        self._seating = seating
        self.statements = self._of_this_game()

    @property
    def terms(self) -> Terms:
        """What a consent has to agree to now."""
        return Terms(self._table, self.id, self.game, self.before, self._variety, self._options)

    def next_game(self, head: bytes) -> None:
        """Begin to collect consents to the next game; *head* is the last of the log of the game that ended."""
        for seat in self._seating.seats.values():
            seat.consent = None  # it named the log that is over, and one consent buys one log
        self.before = head
        self.game += 1
        self.statements = self._of_this_game()  # their numbers begin at 0 in each log (FAIRNESS.md, "Statements")

    def check_consent(self, consent: Received, players: Players) -> None:
        """Accept a consent. Raises Stale if it names another game, rules or players, and as ``Statements.accept``."""
        # Accepted before it is checked, so that its number is used up: else the author could sign another one with the
        # same number.
        self.statements.accept(consent, None)
        if not self._holds(consent, players):
            raise Stale("the table has changed since you agreed to play; look again, and say 'ready' again")

    def withdraw(self, seat: Seat) -> bool:
        """Withdraw the consent of a seat; returns whether there was one."""
        had = seat.consent is not None
        if seat.consent is not None:
            # What is taken back must not come into the log later, when it is sent once more: its number stays used.
            self.statements.withdraw(seat.consent)
            seat.consent = None
        return had

    def withdraw_outdated(self, players: Players) -> bool:
        """Withdraw all consents that do not name these players; returns whether there were any."""
        seats = self._seating.seats.values()
        outdated = [seat for seat in seats if seat.consent is not None and not self._holds(seat.consent, players)]
        return any([self.withdraw(seat) for seat in outdated])  # a list: ``any`` of a generator would stop at the first

    def withdraw_lapsed(self) -> bool:
        """Withdraw all consents that the log cannot hold any more; returns whether there were any."""
        seats = self._seating.seats.values()
        lapsed = [seat for seat in seats if seat.consent is not None and not self.statements.can_follow(seat.consent)]
        return any([self.withdraw(seat) for seat in lapsed])

    def pop_consents(self, seats: Sequence[Seat]) -> list[Received]:
        """Remove the consents from these seats and return them, to be logged."""
        consents = [seat.consent for seat in seats if seat.consent is not None]
        for seat in seats:
            seat.consent = None
        return consents

    def _holds(self, consent: Received, players: Players) -> bool:
        statement, terms = consent.statement, self.terms
        return (
            isinstance(statement, Agreed)
            # FAIRNESS.md, "Consent": a consent names past, rules, players and which of them are bots; with any changed
            # it is void.
            and (statement.head, statement.rules) == (terms.before, terms.rules)
            and statement.players == players_hash(players, self._seating.bots_among(players))
        )

    def _of_this_game(self) -> Statements:
        return Statements(self._context, log_id(self._context.signer.public, self.id, self.game))
