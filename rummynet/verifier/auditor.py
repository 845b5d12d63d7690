"""Checks the log of one game as it grows, entry by entry. A client runs it live, ``rummynet verify`` over a file.

It trusts nobody: what can be recomputed is recomputed, signatures are verified over the bytes received, and the order
of entries is a table. The first failure raises Cheat, which names the check; after that every entry is refused.

A log of a game that this program does not know raises Unknown at the entry that says so and at each after it. Of these
only form and host's signature are checked: all else depends on rules that a newer program may have changed. That a
round is being played is no shelter: what is unknown is said by ``open`` and the first ``seats``, before any card.
"""

from collections import Counter

from rummynet.ledger.checks import CHECKS
from rummynet.ledger.ledger import Ledger
from rummynet.ledger.shuffles import Expect
from rummynet.ledger.signed_statements import Verify
from rummynet.verifier.false_refusals import RefusalChecks
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, Opened, OpeningRow, read_entry
from rummynet_protocol.fairness.statements import LastWord
from rummynet_protocol.fairness.transcript import LastWordRecord, RefusalRecord


class Auditor(Ledger):
    """One log. Feed it every entry in order; pass what was shown to one seat alone to ``learn`` and ``refuse``."""

    def __init__(self, *, host: bytes | None = None, me: bytes | None = None, verify: Verify = signing.verify) -> None:
        super().__init__(host=host, me=me, verify=verify)
        self.cheat: Cheat | None = None
        self.unknown: Unknown | None = None
        """What this program does not know of the log; of what follows only form and host's signature are checked."""
        self.last_word_at: bytes | None = None  # the head at which the owner of the file has signed a last word
        self._refusal_checks = RefusalChecks(self, self._signatures)

    @property
    def has_last_word(self) -> bool:
        """Whether the owner of the file has signed a last word behind the newest entry."""
        return self.last_word_at == self.head

    @property
    def refusals(self) -> Counter[str]:
        """By code: how many statements of the file's owner the host has refused."""
        return self._refusal_checks.codes

    @property
    def missing(self) -> dict[int, int]:
        """By seat: how many statements of its player the file does not show, where some are missing."""
        missing = {seat: self._signatures.missing(key) for seat, key in enumerate(self._signatures.keys)}
        return {seat: count for seat, count in missing.items() if count}

    def feed(self, data: bytes, signature: bytes) -> Entry:
        """Accept the next entry: its bytes, and the host's signature over the head after it. Raises Cheat, Unknown."""
        # The state behind a failed check is that of no possible log, so nothing more can be judged by it.
        if self.cheat is not None:
            raise self.cheat
        index = self.index
        try:
            return self._feed(data, signature)
        except Unknown as unknown:
            self.unknown = unknown
            raise
        except Cheat as cheat:
            cheat.record = index
            self.cheat = cheat
            raise

    def _feed(self, data: bytes, signature: bytes) -> Entry:
        if self.unknown is not None and self.head == NO_HEAD:
            raise self.unknown  # a log of another version: not even the form of an entry is known
        if self.index == 0:
            # The signature can be checked only with the key inside. A log without a pinned key proves that one key
            # signed all of it, not whose key that is.
            named = _named_host(data)
            self.host = self.host or named
        assert self.host is not None
        head = next_head(self.head, data)
        self._signatures.verify_signature(
            self.host, "head", head, signature, "host-signature", "the host's signature here"
        )
        # Behind the signature, which is over the bytes received: packed values have no canonical form.
        entry = read_entry(data)
        self.passed["format"] += 1
        if self.unknown is not None:
            # The chain goes on: the host still answers for form and signature of each entry.
            self.head, self.index = head, self.index + 1
            raise self.unknown
        was_open = self.is_shown
        self.push(entry, head)
        if self.play is not None and self.is_shown and not was_open:
            # Whether the rules forbade an action may have hung on hidden cards: now it can be judged.
            self._refusal_checks.cards_shown(self.play)
        self._refusal_checks.add_entry(entry)
        return entry

    def learn(self, seat: int, number: int, epoch: int, opening: OpeningRow) -> int:
        """Accept a card shown to *seat* alone (dealt or drawn in round *number*) and return its code.

        Raises Cheat, Unknown.
        """
        self._require_known()
        try:
            if self.play is None or number != self.round:
                raise Cheat("opening", f"a card of round {number} was shown in round {self.round}")
            card = self.play.learn(seat, epoch, opening)
        except Cheat as cheat:
            self.cheat = cheat
            raise
        self.passed["opening"] += 1
        return card

    def refuse(self, record: RefusalRecord) -> None:
        """Accept the host's refusal of a statement.

        Raises Cheat if its reason is not true, or the statement is in the log, now or later.
        """
        self._require_known()
        try:
            if self.session is None:
                raise Cheat("refusal", "a refusal stands before its owner had a seat")
            statement, hash = self._signatures.record_refusal(record, self.session.opened.host)
            # Behind the signatures: without both of them the host has claimed nothing.
            self._refusal_checks.judge(record, statement, hash, self.session)
        except Cheat as cheat:
            self.cheat = cheat
            raise

    def last_word(self, record: LastWordRecord) -> None:
        """Accept the last that the file's owner has signed in this log. Raises Cheat.

        Its time is the word of the owner alone: nobody else has seen it.
        """
        self._require_known()
        try:
            seats = len(self._signatures.keys)
            if record.seat >= seats or self.has_last_word:
                raise Cheat("void", "a last word stands where none can be, or a second time")
            signed, whose = (record.payload, record.signature), f"seat {record.seat}'s signature of its last word"
            statement = self._signatures.check_statement(LastWord, record.seat, signed, "void", whose)
            if statement.head != self.head:
                raise Cheat("void", f"the last word of seat {record.seat} was signed behind another entry")
            if self.ceremony is not None:
                self._update_voids(self.ceremony.take_last_word(record.seat, statement))
            elif statement.answered:
                raise Cheat("void", f"the last word of seat {record.seat} is about voids that there were not")
            self._signatures.record_statements()
            if self.finished:
                self._refusal_checks.last_number = statement.n
        except Cheat as cheat:
            self._signatures.drop_statements()
            self.cheat = cheat
            raise
        self.last_word_at = self.head

    def _require_known(self) -> None:
        if self.unknown is not None:
            raise self.unknown


def _named_host(data: bytes) -> bytes:
    """The host's key as the first entry names it, for a log without a pinned key. Raises Cheat."""
    entry = read_entry(data)
    if not isinstance(entry, Opened):
        raise Cheat("chain", "the log does not begin with its opening entry")
    return entry.host


__all__ = ["CHECKS", "Auditor", "Expect"]
