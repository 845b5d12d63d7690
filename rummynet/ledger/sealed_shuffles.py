"""Checks the shuffles of a round with a sealed deck: keys in place of a host's secret, mixes in place of a root.

Source: SEALED.md, "The log".
"""

from collections.abc import Mapping, Sequence

from rummynet.ledger.epoch import Epoch
from rummynet.ledger.shuffles import Ceremony
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import (
    VOID_MILLIS,
    Cosigns,
    Envelope,
    HostCommit,
    Keys,
    PartLogged,
    Root,
    Shuffle,
    Voided,
)
from rummynet_protocol.fairness.statements import Committed, Cosigned, KeyShown, PartGiven
from rummynet_protocol.sealed.contexts import HOST, blob_hash, key_commit
from rummynet_protocol.sealed.sealed_round import SealedRound


class SealedCeremony(Ceremony):
    """One round's ceremonies. ``sealed`` are its hidden cards, from the keys on."""

    sealed: SealedRound | None = None
    holders: tuple[int, ...] = ()  # the seats with a key: those that play the round

    _batches = (1, 1)  # later stocks need no commitments: their order follows from mixes alone

    def _commitments_due(self, seat: int) -> int:
        return 1 + (seat in self.holders)

    def _set_commitments(self, statements: list[Committed]) -> None:
        (epoch,) = self.fresh(self._first)
        # In one list by seat, a contribution and then the key: so the commit set covers both.
        epoch.set_commitments([commit for one in statements for commit in one.commits])

    def begin(self, entry: Shuffle, due: bytes, head: bytes) -> None:
        """As ``Ceremony.begin``; a later stock is an epoch that nobody committed to."""
        if self.sealed is None:
            super().begin(entry, due, head)
            return
        if entry.cards != due:
            raise Cheat("deck", "the cards to be shuffled are not the ones that the rules say")
        self.begin_epoch(entry.cards, head)
        self.sealed.begin_stock(entry.epoch, entry.cards, head, self._signatures.now)

    @property
    def current(self) -> Epoch:
        """The epoch that is mixed."""
        return self._current

    def begin_epoch(self, cards: bytes, head: bytes) -> None:
        """The next epoch begins, without commitments."""
        self.shuffling = Epoch(self.next_epoch, fair.deal_id(self._session.id, self.round, self.next_epoch), b"", b"")
        self.shuffling.set_cards(head, cards)
        self.next_epoch += 1

    def show_keys(self, entry: Keys, head: bytes, *, has_escrow: bool) -> SealedRound:
        """Check contributions and keys of all; *head* is that after the entry. Raises Cheat."""
        epoch, keys = self._current, self._signatures.keys
        statements = dict(enumerate(self._signatures.check_statements(KeyShown, entry.signed, "reveal")))
        self._check_keys(statements, epoch)
        if key_commit(epoch.deal, HOST, self._session.opened.host, entry.public, entry.proof) != epoch.c_deck:
            raise Cheat("commitment", "the host's key for its parts of keys is not the one it committed to")
        z = fair.mix(epoch.deal, epoch.cset, epoch.head, epoch.cards, [one.x for one in statements.values()])
        epoch.z = z
        sealed = SealedRound(
            self._session.id,
            self.round,
            self._session.opened.host,
            {seat: keys[seat] for seat in self.holders},
            frozenset(self.holders) - frozenset(self._session.bots),
            has_escrow,
        )
        shown = {seat: (statements[seat].public, statements[seat].proof) for seat in self.holders}
        now = self._signatures.now
        sealed.show_keys(epoch.number, z, shown, (entry.public, entry.proof), head, now)
        sealed.begin_stock(epoch.number, epoch.cards, head, now)
        self.sealed = sealed
        self._passed["commit-set"] += 1
        self._passed["commitment"] += 1
        self._passed["key"] += 1
        return sealed

    def _check_keys(self, statements: Mapping[int, KeyShown], epoch: Epoch) -> None:
        """Check what these seats show. Raises Cheat."""
        keys, commits = self._signatures.keys, iter(epoch.seats)
        for seat, key in enumerate(keys):
            own = [next(commits) for _ in range(self._commitments_due(seat))]
            if seat not in statements:
                continue
            one = statements[seat]
            if one.session != self._session.id or one.deal != epoch.deal or one.head != epoch.head:
                raise Cheat("reveal", f"seat {seat}'s contribution was made for another shuffle")
            if one.cset != epoch.cset:
                raise Cheat("commit-set", f"seat {seat} was shown another set of commitments than this log holds")
            made = [fair.seat_commit(epoch.deal, seat, key, one.x)]
            if seat in self.holders:
                made.append(key_commit(epoch.deal, seat, key, one.public, one.proof))
            elif one.public or one.proof:
                raise Cheat("key", f"seat {seat} shows a key for a round that it does not play")
            if made != own:
                raise Cheat("commitment", f"seat {seat}'s contribution or key is not the one it committed to")

    def check_part(self, entry: PartLogged) -> PartGiven:
        """Check who signed a part, and that its bytes are those that were signed. Raises Cheat."""
        seat = entry.seat
        if seat >= len(self._signatures.keys):
            raise Cheat("due", f"there is no seat {seat}")
        part = self._signatures.check_statement(PartGiven, seat, entry.signed, "part", f"seat {seat}'s part")
        if (part.session, part.round) != (self._session.id, self.round):
            raise Cheat("part", f"seat {seat}'s part was made for another game or round")
        if self._signatures.time_of(part.head) is None:
            raise Cheat("part", f"seat {seat}'s part was signed in another log")
        if blob_hash(entry.blob) != part.blob:
            raise Cheat("part", f"seat {seat} signed other bytes than the log holds as its part")
        return part

    def cosign(self, entry: Cosigns, head: bytes) -> Epoch:
        """As ``Ceremony.cosign``: the root is what everybody computes of keys, parts and mixes."""
        sealed, epoch = self.sealed, self._current
        root = sealed.root if sealed is not None else None
        if sealed is None or root is None:
            raise Cheat("mix", "a deck was signed that not everybody has mixed, with a proof")
        self._require_all_left(entry, sealed)
        statements = self._signatures.check_parts(Cosigned, entry.signed, "co-signature")
        self._check_roots(statements, epoch, root)
        if (entry.pub is None) != (epoch.c_pub == b""):
            raise Cheat("commitment", "the host's secret for the first seat belongs to the round's first deck alone")
        if entry.pub is not None:
            epoch.open_first(entry.pub, self._session.opened.host)
            self._passed["commitment"] += 1
        epoch.cosigned = True
        sealed.finish_stock()
        self.shuffling = None
        return epoch

    def _require_all_left(self, entry: Cosigns, sealed: SealedRound) -> None:
        """Check that all have signed but the seats that were given up. Raises Cheat."""
        opened = sealed.cards.opened
        for seat in range(max(len(self._signatures.keys), len(entry.signed))):
            signed = entry.signed[seat] if seat < len(entry.signed) else None
            if seat >= len(self._signatures.keys) or (signed is None) != (seat in opened):
                raise Cheat("co-signature", f"the signature of seat {seat} is missing, or nobody's")

    def _check_roots(self, statements: Mapping[int, Cosigned], epoch: Epoch, root: tuple[bytes, bytes]) -> None:
        for seat, one in statements.items():
            if one.root != root[0]:
                raise Cheat("root", f"seat {seat} signed another deck than this log holds")
            if (one.session, one.deal, one.head) != (self._session.id, epoch.deal, root[1]):
                raise Cheat("co-signature", f"seat {seat} signed the root of another shuffle")

    def _check_silence(
        self, entry: Voided, asked: HostCommit | Shuffle | Keys | Root, head: bytes
    ) -> tuple[tuple[int, ...], int]:
        """As ``Ceremony._check_silence``; while a deck is mixed the log itself shows whose part is missing."""
        sealed = self.sealed
        if sealed is None:
            return super()._check_silence(entry, asked, head)
        self.sealed = None  # new keys: what was mixed under these is worth nothing now
        if sealed.blamed is not None and not entry.signed:
            return (sealed.blamed,), entry.t - VOID_MILLIS  # nothing is waited for
        if sealed.root is None:
            if entry.signed or not sealed.due:
                raise Cheat("void", "a void holds parts that the log holds already, or nothing was due")
            return tuple(sorted(sealed.due)), max(due.since for due in sealed.due.values())
        if len(entry.signed) != len(self._signatures.keys) or not entry.silent:
            raise Cheat("void", "a void does not say of every seat whether it signed, or that all did")
        self._check_roots(
            self._signatures.check_parts(Cosigned, entry.signed, "co-signature"), self._current, sealed.root
        )
        return entry.silent, sealed.proven_at[1]

    def _check_parts(
        self, signed: Sequence[Envelope | None], asked: HostCommit | Shuffle | Keys | Root, head: bytes
    ) -> None:
        if isinstance(asked, Shuffle):
            self._check_keys(self._signatures.check_parts(KeyShown, signed, "reveal"), self._current)
        else:
            super()._check_parts(signed, asked, head)
