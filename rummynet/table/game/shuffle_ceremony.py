"""The host's side of the shuffle ceremonies: one signed statement of a kind from each seat, checked when received.

A ``Gathering`` collects one statement per seat. What a statement has to contain follows from the log alone, so that a
wrong one is refused to its author and never logged. ``Statements`` has checked signature, log, number and time before.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from rummynet.ledger.asked import AskedPart
from rummynet.table.api.refusals import NotDue, WrongStatement
from rummynet.table.seats.received_statements import Received
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.ceremony import HostDeal
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statements import Statement

S = TypeVar("S", bound=Statement)
Secrets = tuple[tuple[bytes, bytes], ...]  # (s_deck, s_pub) of each epoch of a batch
# An epoch is one byte in the deal id (FAIRNESS.md, "Hashes").
LAST_EPOCH: Final = 255


class Gathering:
    """Collects the part that is *asked* of each seat."""

    def __init__(self, asked: AskedPart) -> None:
        self.what = asked.kind.kind
        self._asked = asked
        self._parts: dict[int, Received] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose statement is missing."""
        lost = self._asked.lost
        return tuple(seat for seat in range(self._seats) if seat not in self._parts and seat not in lost)

    @property
    def _seats(self) -> int:
        return len(self._asked.keys)

    @property
    def parts(self) -> tuple[Received, ...]:
        """The statements received, in seat order."""
        return tuple(self._parts[seat] for seat in range(self._seats) if seat in self._parts)

    @property
    def parts_or_none(self) -> tuple[Envelope | None, ...]:
        """By seat: its envelope, None for a seat whose statement is missing."""
        return tuple(self._parts[seat].envelope if seat in self._parts else None for seat in range(self._seats))

    @property
    def envelopes(self) -> tuple[Envelope, ...]:
        """The envelopes in seat order; complete once no seat is missing."""
        return tuple(part.envelope for part in self.parts)

    def statements(self, kind: type[S]) -> list[S]:
        """The statements of this *kind*, in seat order; all of one gathering are."""
        return [part.statement for part in self.parts if isinstance(part.statement, kind)]

    def fault_of(self, seat: int, statement: Statement) -> str | None:
        """What is wrong with this as the part of *seat*; None if nothing is."""
        return self._asked.fault_of(seat, statement)

    def add_part(self, seat: int, part: Received) -> None:
        """Add a seat's statement. Raises WrongStatement; NotDue if the seat has already sent one."""
        if seat in self._asked.lost:
            raise NotDue("the others have given your program up in this round; the next one is yours again")
        if seat in self._parts:
            raise NotDue("your part has already been taken, and this is another one; the first one counts")
        # Before it is kept: a wrong part is refused to its author alone, and the gathering waits on.
        problem = self.fault_of(seat, part.statement)
        if problem is not None:
            raise WrongStatement(problem)
        self._parts[seat] = part

    def take_out(self, seat: int) -> Received | None:
        """Take a seat's statement out again and return it; None if it is missing."""
        return self._parts.pop(seat, None)


def fresh_secrets(count: int, chance: Callable[[int], bytes]) -> Secrets:
    """(s_deck, s_pub) for each of *count* epochs."""
    return tuple((chance(32), chance(32)) for _ in range(count))


class Batch:
    """Epochs of a *round* that are committed to together, first by the host with these *secrets*, then by all seats."""

    def __init__(self, session: bytes, host: bytes, round: int, first: int, secrets: Secrets) -> None:
        self.session = session
        self.host = host
        self.secrets = secrets
        self.first = first
        self.next = first  # the next epoch that can be used
        self.deals = [
            HostDeal(fair.deal_id(session, round, epoch), host, s_deck, s_pub)
            for epoch, (s_deck, s_pub) in enumerate(secrets, first)
        ]

    @property
    def end(self) -> int:
        """The epoch after the last one of the batch."""
        return self.first + len(self.deals)

    @property
    def commits(self) -> tuple[tuple[bytes, bytes], ...]:
        """The host's commitments, as logged."""
        return tuple(deal.commits for deal in self.deals)
