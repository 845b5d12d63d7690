"""What a part of a ceremony has to say, by the entry that asks for it: by this a host refuses, and a reader judges it.

Source: FAIRNESS.md, "The ceremony" and "Refusals". The conditions are those by which a log with the part in it holds.
"""

from collections.abc import Sequence

from rummynet.ledger.epoch import Epoch
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    KeyShown,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
)
from rummynet_protocol.sealed.contexts import key_commit
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
    holders: Sequence[int] | None = None  # with a sealed deck: the seats that have a key
    root: bytes = b""  # what is to be signed of a sealed deck
    lost: frozenset[int] = frozenset()  # seats that were given up, of which nothing is asked

    def fits(self, seat: int, statement: Statement) -> bool:
        """Whether a reader can tell that this is the part of *seat*, and nothing is wrong about what it says."""
        # Whether another seat has shown the same key does not stand in the log.
        return self.kind is not KeyShown and self.fault_of(seat, statement) is None

    def fault_of(self, seat: int, statement: Statement) -> str | None:
        """What is wrong with this as the part of *seat*; None if nothing is."""
        match statement:
            case NonceCommitted() if self._is_asked(statement):
                # Of this log and this moment: another game's could be one whose nonce is known by now.
                is_right = statement.log == self.log and statement.seat == seat
                return None if is_right else f"the commitment to a nonce is not for seat {seat} of this game"
            case NonceShown() if self._is_asked(statement):
                return self._fault_of_nonce(seat, statement)
            case Committed() if self._is_asked(statement):
                return self._fault_of_commitments(seat, statement)
            case Revealed() | KeyShown() if self._is_asked(statement):
                return self._fault_of_contribution(seat, statement)
            case Cosigned() if self._is_asked(statement):
                (epoch,) = self.epochs
                if (statement.session, statement.deal) != (self.session, epoch.deal):
                    return "the signature is for the deck of another shuffle"
                is_right = statement.root == (self.root or epoch.deal_root)
                return None if is_right else "the signature is for another deck than this game's"
        return f"the {statement.kind} was made for another moment of this log"

    def _is_asked(self, statement: Statement) -> bool:
        return type(statement) is self.kind and statement.head == self.head

    def _fault_of_nonce(self, seat: int, statement: NonceShown) -> str | None:
        # Signed with each nonce, so that all prove to have been shown the same commitments.
        if statement.commits != fair.nonce_set(self.log, self.nonce_commits):
            return "the nonce was shown for another set of commitments than this game's"
        is_right = fair.nonce_commit(self.log, seat, self.keys[seat], statement.nonce) == self.nonce_commits[seat]
        return None if is_right else "the nonce is not the one you committed to"

    def _fault_of_commitments(self, seat: int, statement: Committed) -> str | None:
        if (statement.session, statement.round) != (self.session, self.round):
            return "the commitments are for another game or round"
        first, last = self.epochs[0].number, self.epochs[-1].number
        if (statement.first, len(statement.commits)) != (first, self._commitments_due(seat)):
            return f"the commitments do not answer the host's for the shuffles {first} to {last}"
        # Only counted: a commitment is checked when it is opened, and what a seat says of a void is its own word.
        is_right = len(statement.answered) == self.voids
        return (
            None
            if is_right
            else ("the commitments do not say what they have to about the shuffles put aside just before")
        )

    def _commitments_due(self, seat: int) -> int:
        """How many commitments this seat answers with: to its contributions, and to its key if it has one."""
        return len(self.epochs) + (self.holders is not None and seat in self.holders)

    def _fault_of_contribution(self, seat: int, statement: Revealed | KeyShown) -> str | None:
        (epoch,), key = self.epochs, self.keys[seat]
        if (statement.session, statement.deal) != (self.session, epoch.deal):
            return "the contribution is for another shuffle"
        if statement.cset != epoch.cset:
            return "the contribution was shown for another set of commitments than this game's"
        made = [fair.seat_commit(epoch.deal, seat, key, statement.x)]
        if isinstance(statement, KeyShown):
            if self._commitments_due(seat) == 2:
                made.append(key_commit(epoch.deal, seat, key, statement.public, statement.proof))
            elif statement.public or statement.proof:
                return "the key is for a round that its seat does not play"
        begin = sum(map(self._commitments_due, range(seat)))
        is_right = tuple(made) == epoch.seats[begin : begin + len(made)]
        return None if is_right else "the contribution, or the key, is not the one you committed to"
