"""Checks the shuffles of one round: order of commitments, contributions, and the deck that all seats signed."""

from collections.abc import Mapping, Sequence

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.epoch import Epoch, batch
from rummynet.ledger.signed_statements import Signatures
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import (
    VOID_MILLIS,
    Commits,
    Cosigns,
    Envelope,
    HostCommit,
    Keys,
    Reveals,
    Root,
    Shuffle,
    Voided,
)
from rummynet_protocol.fairness.statements import (
    CONTRADICTS,
    Committed,
    Cosigned,
    KeyShown,
    LastWord,
    NonceCommitted,
    NonceShown,
    Revealed,
)
from rummynet_protocol.lookalikes import all_distinct
from rummynet_protocol.values import Value, replace

Owed = NonceCommitted | NonceShown | Committed | Revealed | KeyShown | Cosigned
_LAST_EPOCH = 255  # a deal's id has one byte for the epoch (FAIRNESS.md, "Hashes")
_MOST_NAME = 64  # as long as a log's names may be: a number that tells two apart must not make them longer


class Expect(Value):
    """What every seat owes now, so that the log can go on."""

    owed: type[Owed]
    round: int
    epochs: tuple[Epoch, ...]  # the epochs to commit to, or the one being shuffled; none for nonces
    head: bytes  # the head to be signed over


class VoidShuffle(Value):
    """A shuffle that the host voided because seats, by its own account, stayed silent."""

    round: int
    epoch: int
    silent: tuple[int, ...]  # the seats named, as they were numbered then
    names: tuple[str, ...]
    """The names of their players, made distinct.

    A joining player may have been left out since, and the seat given away.
    """
    millis: int = 0  # how long (log time) their parts had been asked for
    answers: tuple[str, ...] = ()
    """What each of them says about it (one of ANSWERS), "" where nothing is known yet; empty at first."""
    keys: tuple[bytes, ...] = ()

    @property
    def protesters(self) -> tuple[str, ...]:
        """The names of those who contradict."""
        return tuple(name for name, says in zip(self.names, self.answers, strict=False) if says in CONTRADICTS)

    def with_answers(self, said: Mapping[bytes, str]) -> "VoidShuffle":
        """The same, with what these keys say."""
        before = self.answers or ("",) * len(self.silent)
        answers = tuple(said.get(key, says) for key, says in zip(self.keys, before, strict=True))
        return replace(self, answers=answers)


class Ceremony:
    """Checks the entries from a host's commitment to a deck that cards may be accepted from. One a round."""

    _batches = (fair.FIRST_BATCH, fair.NEXT_BATCH)
    """How many epochs the host commits to at once: first, and later in the round."""

    def __init__(self, session: SessionReplay, signatures: Signatures, number: int) -> None:
        self.round = number
        self.epochs: dict[int, Epoch] = {}  # committed by the host, neither used nor void
        self.next_epoch = 0  # the next one to be committed to
        self.shuffling: Epoch | None = None
        self.open_voids: list[VoidShuffle] = []
        """The voids since the last ``commits``, about each of which the next commitment of a seat says something."""
        self._first = 0  # the first epoch of the newest batch
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
        # The chosen deck lies between two commitments to one shuffle, so this has a check that says what it is.
        if entry.first < self.next_epoch:
            raise Cheat("recommit", f"the host committed a second time to shuffle {entry.first} of round {self.round}")
        if entry.first != self.next_epoch or not entry.commits or self.epochs:
            raise Cheat("commit-order", "the host's commitments are not for the next shuffles that are due")
        count = self._batches[bool(entry.first)]
        if len(entry.commits) != count:
            raise Cheat("commit-order", f"the host committed to {len(entry.commits)} shuffles at once, not {count}")
        for epoch in batch(self._session.id, self.round, entry.first, entry.commits):
            self.epochs[epoch.number] = epoch
        self._first, self.next_epoch = entry.first, entry.first + len(entry.commits)
        self._passed["recommit"] += 1

    def commit_seats(self, entry: Commits, head: bytes) -> list[VoidShuffle]:
        """Check the commitments of all seats, made after the log up to *head*. Raises Cheat.

        Returns the voids since the last ones, with what the seats say about them.
        """
        if entry.first != self._first:
            raise Cheat("commit-order", "commitments begin with another shuffle than the host's")
        statements = self._signatures.check_statements(Committed, entry.signed, "commitment")
        self._check_commitments(dict(enumerate(statements)), head)
        self._set_commitments(statements)
        self._passed["commit-order"] += 1
        answered, self.open_voids = self.open_voids, []
        return answered

    def _check_commitments(self, statements: Mapping[int, Committed], head: bytes) -> None:
        """Check what these seats say in their commitments, and take what they say about voids. Raises Cheat."""
        for seat, one in statements.items():
            count = self._commitments_due(seat)
            if one.session != self._session.id or one.round != self.round:
                raise Cheat("commit-order", f"seat {seat}'s commitment was made for another game or round")
            if (one.head, one.first, len(one.commits)) != (head, self._first, count):
                raise Cheat("commit-order", f"seat {seat} committed before the host did, or to other shuffles")
            self._take_answers(seat, one)

    def _commitments_due(self, seat: int) -> int:
        """How many commitments this seat answers the host's with."""
        return len(self.fresh(self._first))

    def _set_commitments(self, statements: list[Committed]) -> None:
        """Take the commitments of all seats."""
        for offset, epoch in enumerate(self.fresh(self._first)):
            epoch.set_commitments([one.commits[offset] for one in statements])

    def _take_answers(self, seat: int, one: Committed | LastWord) -> None:
        if len(one.answered) != len(self.open_voids):
            raise Cheat("void", f"seat {seat} does not say something about each voided shuffle, or about one too many")
        key = self._signatures.keys[seat]
        pairs = zip(self.open_voids, one.answered, strict=True)
        self.open_voids = [void.with_answers({key: says}) for void, says in pairs]

    def begin(self, entry: Shuffle, due: bytes, head: bytes) -> None:
        """Check that the cards to shuffle are *due*; *head* is that after the entry. Raises Cheat."""
        if not self.epochs:
            raise Cheat("commit-order", f"shuffle {entry.epoch} was never committed to")
        # The cards are mixed into Z, so another order or set would be another try at the deck.
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
        epoch.check_contributions(dict(enumerate(statements)), self._signatures.keys)
        epoch.mix(statements)
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
        epoch.check_cosignatures(dict(enumerate(statements)), head)
        # Only now: a seat that knew who begins could withhold its signature.
        epoch.open_first(entry.pub or b"", self._session.opened.host)
        self._passed["commitment"] += 1
        self.shuffling = None
        return epoch

    def void(self, entry: Voided, asked: HostCommit | Shuffle | Keys | Root, head: bytes) -> list[VoidShuffle]:
        """Check a void and discard all open commitments. Raises Cheat.

        *asked* is the entry that had asked for the parts, *head* the head after it. Returns the voids since the last
        ``commits``, this one included.
        """
        if entry.epoch != self.due:
            raise Cheat("void", f"shuffle {entry.epoch} was voided, but shuffle {self.due} was being made")
        silent, since = self._check_silence(entry, asked, head)
        if entry.t - since < VOID_MILLIS:
            raise Cheat("void", f"a shuffle was voided {entry.t - since} ms after its parts were asked for")
        # The whole batch: else a silent seat could pass over deck after deck without a new signed commitment.
        self.epochs, self.shuffling = {}, None
        self._passed["void"] += 1
        players = self._session.players
        names = all_distinct((name for _, name in players), _MOST_NAME)
        self.open_voids.append(
            VoidShuffle(
                entry.round,
                entry.epoch,
                silent,
                tuple(names[seat] for seat in silent),
                entry.t - since,
                ("",) * len(silent),
                tuple(players[seat][0] for seat in silent),
            )
        )
        return self.open_voids

    def _check_silence(
        self, entry: Voided, asked: HostCommit | Shuffle | Keys | Root, head: bytes
    ) -> tuple[tuple[int, ...], int]:
        """The seats that a void names, and since when (log time) their parts were asked for. Raises Cheat."""
        if len(entry.signed) != len(self._signatures.keys) or not entry.silent:
            raise Cheat("void", "a void does not say of every seat whether its part came, or that all came")
        self._check_parts(entry.signed, asked, head)
        return entry.silent, asked.t

    def _check_parts(
        self, signed: Sequence[Envelope | None], asked: HostCommit | Shuffle | Keys | Root, head: bytes
    ) -> None:
        """Check the parts that had come for a shuffle that is voided. Raises Cheat."""
        match asked:
            case HostCommit():
                self._check_commitments(self._signatures.check_parts(Committed, signed, "commitment"), head)
            case Shuffle():
                reveals = self._signatures.check_parts(Revealed, signed, "reveal")
                if any(one.session != self._session.id for one in reveals.values()):
                    raise Cheat("reveal", "a contribution was made for another game")
                self._current.check_contributions(reveals, self._signatures.keys)
            case Root():
                cosigned = self._signatures.check_parts(Cosigned, signed, "co-signature")
                if any(one.session != self._session.id for one in cosigned.values()):
                    raise Cheat("co-signature", "a seat signed the root of another game")
                self._current.check_cosignatures(cosigned, head)

    def take_last_word(self, seat: int, statement: LastWord) -> list[VoidShuffle]:
        """Take what a seat says of voids that nobody commits after. Raises Cheat."""
        self._take_answers(seat, statement)
        return self.open_voids

    @property
    def _current(self) -> Epoch:
        assert self.shuffling is not None  # ensured by the order of entries
        return self.shuffling
