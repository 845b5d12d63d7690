"""Checks the shuffles of one round: order of commitments, contributions, and the deck that all seats signed."""

from itertools import pairwise

from rummynet.verifier.sealed_deck import Epoch, batch
from rummynet.verifier.session_replay import SessionReplay
from rummynet.verifier.signatures import Signatures
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import Commits, Cosigns, HostCommit, Reveals, Root, Shuffle, Voided
from rummynet_protocol.fairness.statements import Committed, Cosigned, NonceCommitted, NonceShown, Revealed
from rummynet_protocol.lookalikes import all_distinct
from rummynet_protocol.values import Value

Owed = NonceCommitted | NonceShown | Committed | Revealed | Cosigned
_LAST_EPOCH = 255
_MOST_NAME = 64


class Expect(Value):
    """What every seat owes now, so that the log can go on."""

    owed: type[Owed]
    round: int
    epochs: tuple[Epoch, ...]
    """The epochs to commit to, or the one being shuffled; none for nonces."""
    head: bytes
    """The head to be signed over."""


class VoidShuffle(Value):
    """A shuffle that the host voided because seats, by its own account, stayed silent."""

    round: int
    epoch: int
    silent: tuple[int, ...]
    """The seats named, as they were numbered then."""
    names: tuple[str, ...]
    """The names of their players, made distinct.

    A joining player may have been left out since, and the seat given away.
    """
    protests: tuple[int, ...] = ()
    """Those of them that state they had answered; known with the commitments after it."""

    @property
    def protesters(self) -> tuple[str, ...]:
        """The names of those who protest."""
        return tuple(name for seat, name in zip(self.silent, self.names, strict=True) if seat in self.protests)


class Ceremony:
    """Checks the entries from a host's commitment to a deck that cards may be accepted from. One a round."""

    def __init__(self, session: SessionReplay, signatures: Signatures, number: int) -> None:
        self.round = number
        self.epochs: dict[int, Epoch] = {}
        """Committed by the host, neither used nor void."""
        self.next_epoch = 0
        """The next one to be committed to."""
        self.shuffling: Epoch | None = None
        self.answered_due = False
        """Whether the seats' next commitments state if they had answered in the shuffle that was voided."""
        self._named: dict[bytes, int] | None = None
        """By key: the seats named by the void since the host's last commitments."""
        self._first = 0
        """The first epoch of the newest batch."""
        self._session = session
        self._signatures = signatures
        self._passed = signatures.passed

    @property
    def due(self) -> int:
        """The epoch that is shuffled now, or next."""
        if self.shuffling is not None:
            return self.shuffling.number
        return min(self.epochs, default=self.next_epoch)

    @property
    def used_up(self) -> bool:
        """Whether the round has no epoch left, committed to or not."""
        return not self.epochs and self.next_epoch > _LAST_EPOCH

    def fresh(self, first: int) -> tuple[Epoch, ...]:
        """The epochs of the newest commitment."""
        return tuple(epoch for number, epoch in self.epochs.items() if number >= first)

    def commit_host(self, entry: HostCommit) -> None:
        """Check the host's commitments, which come first. Raises Cheat."""
        if entry.first < self.next_epoch:
            raise Cheat("recommit", f"the host committed a second time to shuffle {entry.first} of round {self.round}")
        if entry.first != self.next_epoch or not entry.commits or self.epochs:
            raise Cheat("commit-order", "the host's commitments are not for the next shuffles that are due")
        count = fair.NEXT_BATCH if entry.first else fair.FIRST_BATCH
        if len(entry.commits) != count:
            raise Cheat("commit-order", f"the host committed to {len(entry.commits)} shuffles at once, not {count}")
        for epoch in batch(self._session.id, self.round, entry.first, entry.commits):
            self.epochs[epoch.number] = epoch
        self._first, self.next_epoch = entry.first, entry.first + len(entry.commits)
        self.answered_due = self._named is not None
        self._passed["recommit"] += 1

    def commit_seats(self, entry: Commits, head: bytes) -> tuple[int, ...] | None:
        """Check the commitments of all seats, made after the log up to *head*. Raises Cheat.

        After a void: return the seats that it named and that state they had answered.
        """
        statements = self._signatures.check_statements(Committed, entry.signed, "commitment")
        fresh = self.fresh(self._first)
        for seat, one in enumerate(statements):
            if one.session != self._session.id or one.round != self.round:
                raise Cheat("commit-order", f"seat {seat}'s commitment was made for another game or round")
            if (one.head, one.first, len(one.commits), entry.first) != (head, entry.first, len(fresh), self._first):
                raise Cheat("commit-order", f"seat {seat} committed before the host did, or to other shuffles")
            if (one.answered is None) == self.answered_due:
                raise Cheat("void", f"seat {seat} says nothing to the shuffle that was voided, or to none")
        for offset, epoch in enumerate(fresh):
            epoch.set_commitments([one.commits[offset] for one in statements])
        self._passed["commit-order"] += 1
        self.answered_due = False
        named, self._named = self._named, None
        if named is None:
            return None
        answered = dict(zip(self._signatures.keys, (one.answered for one in statements), strict=True))
        return tuple(seat for key, seat in named.items() if answered.get(key))

    def begin(self, entry: Shuffle, due: bytes, head: bytes) -> None:
        """Check that the cards to shuffle are *due*; *head* is that after the entry. Raises Cheat."""
        if not self.epochs:
            raise Cheat("commit-order", f"shuffle {entry.epoch} was never committed to")
        if entry.cards != due:
            raise Cheat("deck", "the cards to be shuffled are not the ones that the rules say")
        self.shuffling = self.epochs.pop(entry.epoch)
        self.shuffling.set_cards(head, entry.cards)

    def reveal(self, entry: Reveals) -> None:
        """Check the contributions of all seats. Raises Cheat."""
        epoch = self._current
        statements = self._signatures.check_statements(Revealed, entry.signed, "reveal")
        if any(one.session != self._session.id for one in statements):
            raise Cheat("reveal", "a contribution was made for another game")
        epoch.check_contributions(statements, self._signatures.keys)
        self._passed["commit-set"] += 1
        self._passed["commitment"] += 1

    def fix(self, entry: Root) -> None:
        """Check the root of the host's sealed deck. Raises Cheat."""
        self._current.set_root(entry.root, entry.deal_root)
        self._passed["root"] += 1

    def cosign(self, entry: Cosigns, head: bytes) -> Epoch:
        """Check every seat's signature of the deck, made after the log up to *head*; return the deck's epoch.

        Raises Cheat.
        """
        epoch = self._current
        statements = self._signatures.check_statements(Cosigned, entry.signed, "co-signature")
        if any(one.session != self._session.id for one in statements):
            raise Cheat("co-signature", "a seat signed the root of another game")
        epoch.cosign(statements, head, entry.pub, self._session.opened.host)
        self._passed["commitment"] += 1
        self.shuffling = None
        return epoch

    def void(self, entry: Voided) -> VoidShuffle:
        """Check a void and discard all open commitments. Raises Cheat."""
        if entry.epoch != self.due:
            raise Cheat("void", f"shuffle {entry.epoch} was voided, but shuffle {self.due} was being made")
        if not entry.silent or any(one >= later for one, later in pairwise(entry.silent)):
            raise Cheat("void", "a void names no silent seat, one twice, or not in order")
        if entry.silent[-1] >= len(self._signatures.keys):
            raise Cheat("void", "a void names a seat that nobody has")
        self.epochs, self.shuffling = {}, None
        self._passed["void"] += 1
        players = self._session.players
        self._named = {players[seat][0]: seat for seat in entry.silent}
        names = all_distinct((name for _, name in players), _MOST_NAME)
        return VoidShuffle(entry.round, entry.epoch, entry.silent, tuple(names[seat] for seat in entry.silent))

    @property
    def _current(self) -> Epoch:
        assert self.shuffling is not None  # ensured by the order of entries
        return self.shuffling
