"""What a part of a ceremony has to say, kept by the entry that asks for it: so a refusal of it can be judged.

Source: FAIRNESS.md, "Refusals". The conditions are those by which a log with the part in it would hold.
"""

from rummynet.ledger.epoch import Epoch
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
)
from rummynet_protocol.values import Value


class AskedPart(Value):
    """A part that every seat owes to an entry."""

    kind: type[Statement]
    head: bytes  # the head after that entry
    log: bytes
    keys: tuple[bytes, ...]  # the players' public keys by seat
    session: bytes
    round: int
    epochs: tuple[Epoch, ...]  # the epochs to commit to, or the one being shuffled; none for nonces
    nonce_commits: tuple[bytes, ...]
    voids: int  # how many voids a commitment has to answer

    def fits(self, seat: int, statement: Statement) -> bool:
        """Whether this is the part of *seat*, and nothing is wrong about what it says."""
        if type(statement) is not self.kind or statement.head != self.head:
            return False
        match statement:
            case NonceCommitted():
                return statement.seat == seat
            case NonceShown():
                commit = fair.nonce_commit(self.log, seat, self.keys[seat], statement.nonce)
                return (
                    statement.commits == fair.nonce_set(self.log, self.nonce_commits)
                    and commit == self.nonce_commits[seat]
                )
            case Committed():
                place = statement.session, statement.round, statement.first
                # Only counted: a commitment is checked when it is opened, and what a seat says of a void is its own
                # word.
                counts = len(statement.commits), len(statement.answered)
                is_here = place == (self.session, self.round, self.epochs[0].number)
                return is_here and counts == (len(self.epochs), self.voids)
            case Revealed():
                (epoch,) = self.epochs
                commit = fair.seat_commit(epoch.deal, seat, self.keys[seat], statement.x)
                shown = statement.session, statement.deal, statement.cset, commit
                return shown == (self.session, epoch.deal, epoch.cset, epoch.seats[seat])
            case Cosigned():
                (epoch,) = self.epochs
                signed = statement.session, statement.deal, statement.root
                return signed == (self.session, epoch.deal, epoch.deal_root)
        return False
