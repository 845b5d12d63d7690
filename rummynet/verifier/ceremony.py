"""The shuffles of one round: who committed when, who was shown what, and which deck everybody signed."""

from dataclasses import dataclass

from rummynet.verifier.epochs import Epoch, batch
from rummynet.verifier.sessions import Session
from rummynet.verifier.signatures import Signatures
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import Commits, Cosigns, HostCommit, Reveals, Root, Shuffle, Voided
from rummynet_protocol.fairness.statements import Committed, Cosigned, NonceCommitted, NonceShown, Revealed

Owed = NonceCommitted | NonceShown | Committed | Revealed | Cosigned


@dataclass(frozen=True, slots=True)
class Expect:
    """What every seat owes now, so that the log can go on."""

    owed: type[Owed]
    round: int
    epochs: tuple[Epoch, ...]
    """The epochs to commit to, or the one being shuffled; none for nonces."""
    head: bytes
    """The head to be signed over."""


class Ceremony:
    """Checks the entries between a host's commitment and a deck that cards may be accepted from. One a round."""

    def __init__(self, session: Session, signatures: Signatures, number: int) -> None:
        self.round = number
        self.epochs: dict[int, Epoch] = {}
        """Committed by the host, neither used nor void."""
        self.next_epoch = 0
        self.shuffling: Epoch | None = None
        self._session = session
        self._signatures = signatures
        self._passed = signatures.passed

    def fresh(self, first: int) -> tuple[Epoch, ...]:
        """The epochs of the newest commitment."""
        return tuple(epoch for number, epoch in self.epochs.items() if number >= first)

    def commit_host(self, entry: HostCommit) -> None:
        """The host has committed first. Raises Cheat."""
        if entry.first < self.next_epoch:
            raise Cheat("recommit", f"the host committed a second time to shuffle {entry.first} of round {self.round}")
        if entry.first != self.next_epoch or not entry.commits or self.epochs:
            raise Cheat("commit-order", "the host's commitments are not for the next shuffles that are due")
        count = fair.NEXT_BATCH if entry.first else fair.FIRST_BATCH
        if len(entry.commits) != count:
            raise Cheat("commit-order", f"the host committed to {len(entry.commits)} shuffles at once, not {count}")
        for epoch in batch(self._session.id, self.round, entry.first, entry.commits):
            self.epochs[epoch.number] = epoch
        self.next_epoch = entry.first + len(entry.commits)
        self._passed["recommit"] += 1

    def commit_seats(self, entry: Commits, answered: HostCommit, head: bytes) -> None:
        """All seats have committed, after having seen the log up to *head*. Raises Cheat."""
        self._same_round(entry.round)
        said = self._signatures.statements(Committed, entry.signed, "commitment")
        fresh = self.fresh(answered.first)
        for seat, one in enumerate(said):
            if one.session != self._session.id or one.round != self.round:
                raise Cheat("commit-order", f"seat {seat}'s commitment was made for another game or round")
            if (one.head, one.first, len(one.commits), entry.first) != (head, entry.first, len(fresh), answered.first):
                raise Cheat("commit-order", f"seat {seat} committed before the host did, or to other shuffles")
        for offset, epoch in enumerate(fresh):
            epoch.close([one.commits[offset] for one in said])
        self._passed["commit-order"] += 1

    def begin(self, entry: Shuffle, due: bytes, head: bytes) -> None:
        """The cards *due* are to be shuffled; *head* is that after the entry. Raises Cheat."""
        self._same_round(entry.round)
        if not self.epochs or entry.epoch != min(self.epochs):
            raise Cheat("commit-order", f"shuffle {entry.epoch} is not the next one committed to")
        if entry.cards != due:
            raise Cheat("deck", "the cards to be shuffled are not the ones that the rules say")
        self.shuffling = self.epochs.pop(entry.epoch)
        self.shuffling.begin(head, entry.cards)

    def reveal(self, entry: Reveals) -> None:
        """All contributions are there. Raises Cheat."""
        epoch = self._current(entry.round, entry.epoch)
        said = self._signatures.statements(Revealed, entry.signed, "reveal")
        if any(one.session != self._session.id for one in said):
            raise Cheat("reveal", "a contribution was made for another game")
        epoch.mix(said, self._signatures.keys, entry.pub, self._session.opened.host)
        self._passed["commit-set"] += 1
        self._passed["commitment"] += 1

    def fix(self, entry: Root) -> None:
        """The host has sealed the deck. Raises Cheat."""
        self._current(entry.round, entry.epoch).fix(entry.root, entry.deal_root)
        self._passed["root"] += 1

    def cosign(self, entry: Cosigns, head: bytes) -> Epoch:
        """Every seat has signed the deck, with the log up to *head*; the deck. Raises Cheat."""
        epoch = self._current(entry.round, entry.epoch)
        said = self._signatures.statements(Cosigned, entry.signed, "co-signature")
        if any(one.session != self._session.id for one in said):
            raise Cheat("co-signature", "a seat signed the root of another game")
        epoch.cosign(said, head)
        self.shuffling = None
        return epoch

    def void(self, entry: Voided) -> None:
        """Somebody stayed silent: what was committed is void. Raises Cheat."""
        self._same_round(entry.round)
        if not entry.silent or max(entry.silent) >= len(self._signatures.keys):
            raise Cheat("chain", "a shuffle was put aside without a silent seat")
        self.epochs, self.shuffling = {}, None

    def _same_round(self, number: int) -> None:
        if number != self.round:
            raise Cheat("chain", f"an entry of round {number} stands in round {self.round}")

    def _current(self, number: int, epoch: int) -> Epoch:
        self._same_round(number)
        if self.shuffling is None or self.shuffling.number != epoch:
            raise Cheat("chain", f"an entry of shuffle {epoch} stands in another shuffle")
        return self.shuffling
