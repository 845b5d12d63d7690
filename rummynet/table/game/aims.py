"""Actions and votes as they come: which moment of the round each was signed for, by what the log says."""

from typing import Final

from rummynet.ledger.ledger import Ledger
from rummynet.table.api.refusals import NoSuchSeat, NotDue, Stale
from rummynet.table.seats.received_statements import Received
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value

CHANGED: Final = sentence("the table has changed since you looked; look again")


class Aimed(Value):
    """A signed action of a seat, and the head that it was aimed at.

    ``is_free``: actions of this kind are out of turn, and may be aimed at an older position of the round.
    """

    seat: int
    action: Action
    signed: Received
    head: bytes
    is_free: bool


def read_action(seat: int, received: Received, ledger: Ledger) -> Aimed:
    """The action in a signed statement. Raises Stale, BadNotation."""
    statement = received.statement
    assert isinstance(statement, Acting)  # it was read as one
    session = ledger.session
    # First, as no other check means anything for another deal; the session is new whenever players change.
    if session is None or (statement.session, statement.round) != (session.id, ledger.round):
        raise Stale(sentence("the action was signed for another game or round; {then}", then=sentence(CHANGED)))
    action = notation.parse(statement.do)
    is_free = session.variety.offers.out_of_turn(action)
    if not ledger.is_aim(seat, statement.head, is_free=is_free):
        raise Stale(CHANGED)
    return Aimed(seat, action, received, statement.head, is_free)


def read_vote(seat: int, received: Received, ledger: Ledger, t: int) -> Voting:
    """The vote in a signed statement, at log time *t*. Raises Stale, NoSuchSeat, NotDue."""
    statement = received.statement
    assert isinstance(statement, Voting)  # it was read as one
    match ledger.fault_of_vote(seat, statement, t):
        case "seat":
            raise NoSuchSeat("a vote is about another seat of this game; name one")
        case "late":
            raise Stale(CHANGED)
        case "again" if statement.about == seat:
            raise Stale("you have already said that you are here")
        case "again":
            raise NotDue("you have said something about this a moment ago; wait a few seconds")
    return statement
