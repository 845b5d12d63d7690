"""The shuffles of a round, from `host-commit` to `cosigns` and `void`, after FAIRNESS.md."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from stranger.epochs import Epoch, deal_id, seat_commitment
from stranger.forms import need
from stranger.place import Place
from stranger.proofs import tagged
from stranger.table import Table

Entry: TypeAlias = dict[str, Any]


class Void(NamedTuple):
    """A voided shuffle: the seats and keys that it names, and the keys of those that protested."""

    seats: list[int]
    keys: list[bytes]
    protests: list[bytes]


class Ceremony:
    """The epochs of the round being played, and the voids of the whole game."""

    def __init__(self, place: Place, table: Table) -> None:
        self.place, self.table = place, table
        self.voids: list[Void] = []
        self.limit: int = table.options["voids"]
        self.after_void = self.is_void = False
        self.begin_round()

    def begin_round(self) -> None:
        """Drop the last round's epochs: `next` is shuffled next, `committed` the first not committed to."""
        self.next, self.committed, self.batch = 0, 0, 0
        self.epochs: dict[int, Epoch] = {}

    def is_used_up(self) -> bool:
        """Tell whether the round has no epoch left and can get none."""
        return self.next == self.committed == 256

    def used(self) -> dict[int, Epoch]:
        """Return the epochs whose decks were signed."""
        return {number: epoch for number, epoch in self.epochs.items() if epoch.signed}

    def on_host_commit(self, entry: Entry) -> None:
        """Check the host's commitments, to the epochs after all earlier ones."""
        first, pairs = entry["first"], entry["commits"]
        need(first >= self.committed, "recommit", "an epoch is committed to twice")
        need(self.next == self.committed, "commit-order", "epochs committed to earlier are not used up")
        need(first == self.committed, "commit-order", "an epoch is left out")
        due = 3 if self.committed else 4
        need(len(pairs) == due, "commit-order", "the host commits to another number of epochs than is due")
        for epoch, (deck, pub) in enumerate(pairs, first):
            self.epochs[epoch] = Epoch(deal_id(self.table.session, self.place.round, epoch), (deck, pub))
        self.batch, self.committed = first, first + due
        self.after_void, self.is_void = self.is_void, False
        self.place.counts["recommit"] += 1

    def on_commits(self, entry: Entry) -> None:
        """Check the seats' commitments, made after they had seen the host's."""
        statements = self.table.statements_of_all("commit", entry, "commitment")
        need(entry["first"] == self.batch, "commit-order", "the commitments are for other epochs")
        for seat, one in enumerate(statements):
            here = (one["session"], one["round"]) == (self.table.session, self.place.round)
            need(here, "commit-order", "a commitment is for another session or round")
            need(one["head"] == self.place.before, "commit-order", "a seat was shown another log")
            need(one["first"] == self.batch, "commit-order", "a commitment is for other epochs")
            due = self.committed - self.batch
            need(len(one["commits"]) == due, "commit-order", "a seat commits to another number of epochs than is due")
            answered = one["answered"]
            need((answered is not None) == self.after_void, "void", "an answer after a void is missing, or is none")
            if answered and self.table.keys[seat] in self.voids[-1].keys:
                self.voids[-1].protests.append(self.table.keys[seat])
            for epoch, commitment in enumerate(one["commits"], self.batch):
                self.epochs[epoch].seats.append(commitment)
        self.place.counts["commit-order"] += len(statements)

    def on_shuffle(self, entry: Entry, cards: bytes | None) -> None:
        """Begin the next epoch; `cards` are those of a new round, if the rules are known."""
        need(self.next < self.committed, "commit-order", "nobody has committed to this epoch")
        epoch, named = self.epochs[self.next], entry["cards"]
        ascending = list(named) == sorted(set(named)) and named and named[-1] < 216
        need(ascending, "deck", "there are no cards, or cards that are none, or they are not ascending")
        need(cards is None or named == cards, "deck", "the deck has other cards")
        epoch.cards, epoch.head = named, self.place.head

    def on_reveals(self, entry: Entry) -> None:
        """Check all contributions."""
        epoch = self.epochs[self.next]
        statements = self.table.statements_of_all("reveal", entry, "reveal")
        for seat, one in enumerate(statements):
            here = (one["session"], one["deal"], one["head"]) == (self.table.session, epoch.deal, epoch.head)
            need(here, "reveal", f"seat {seat} contributed to another shuffle")
            need(one["cset"] == epoch.cset(), "commit-set", f"seat {seat} was shown other commitments")
            mine = seat_commitment(epoch.deal, seat, self.table.keys[seat], one["x"])
            need(mine == epoch.seats[seat], "commitment", f"seat {seat} had committed to another contribution")
        epoch.mix([one["x"] for one in statements])
        self.place.counts.update({"commit-set": len(statements), "commitment": len(statements)})

    def on_root(self, entry: Entry) -> None:
        """Check the sealed deck's root."""
        epoch = self.epochs[self.next]
        epoch.root, epoch.deal_root = entry["root"], entry["deal_root"]
        need(epoch.sealed_as(epoch.root) == epoch.deal_root, "root", "root and deal root do not belong together")
        self.place.counts["root"] += 1

    def on_cosigns(self, entry: Entry) -> Epoch:
        """Check that all signed this root, check s_pub, and return the epoch."""
        epoch = self.epochs[self.next]
        for one in self.table.statements_of_all("root", entry, "co-signature"):
            here = (one["session"], one["deal"], one["head"]) == (self.table.session, epoch.deal, self.place.before)
            need(here, "co-signature", "a signature is of another shuffle")
            need(one["root"] == epoch.deal_root, "root", "a seat was shown another root")
        public = tagged("commit", epoch.deal, b"host-pub", self.table.host, entry["pub"])
        need(public == epoch.host[1], "commitment", "the host had committed to another public secret")
        epoch.pub, epoch.signed = entry["pub"], True
        self.next += 1
        return epoch

    def on_void(self, entry: Entry) -> None:
        """Check a void and drop the rest of the batch."""
        silent: list[int] = entry["silent"]
        need(entry["epoch"] == self.next, "void", "it names another epoch than that which it ends")
        need(silent and silent == sorted(set(silent)), "void", "no seat is named, or one twice, or in disorder")
        need(silent[-1] < len(self.table.keys), "void", "a silent seat does not exist")
        self.next = self.committed
        self.voids.append(Void(silent, [self.table.keys[seat] for seat in silent], []))
        self.is_void = True
        self.table.note_void(silent)
        self.place.counts["void"] += 1

    def open_decks(self, entry: Entry) -> None:
        """Recompute every deck used from the secrets of a `show`."""
        used = self.used()
        named = [number for number, _ in entry["secrets"]]
        need(named == list(used), "commitment", "not the secrets of all decks used are shown, or others")
        for number, secret in entry["secrets"]:
            used[number].reveal(self.table.host, secret)
            self.place.counts.update(["deck", "commitment"])
