"""One player's witness of one game: checks the log as it grows, keeps it, and answers what the ceremony asks of a seat.

It holds the auditor to what only this player can know: that what it signed stands in the log unaltered, that no deal is
contributed to under two different commitments of the host, and that a log shown again is the one shown before. Every
record is to be kept before anything that follows from it is sent, so that a restart cannot make the client forget what
it was shown.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rummynet.verifier.auditor import Auditor
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat, RummynetError
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import (
    Acted,
    Commits,
    Cosigns,
    Entry,
    Envelope,
    NonceCommits,
    Nonces,
    OpeningRow,
    Reveals,
)
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    Voting,
    pack_statement,
)
from rummynet_protocol.fairness.transcript import (
    HEADER,
    pack_entry_record,
    pack_opening_record,
)

Random = Callable[[int], bytes]
"""``random(n)`` gives n unpredictable bytes."""
Promises = dict[bytes, tuple[bytes, bytes]]
"""By deal: the host's two commitments under which this client has contributed to it."""


class GapInLog(RummynetError):
    """An entry came whose predecessors have not; ask for the log from where it breaks off."""

    code = "gap"


class CannotGoOn(RummynetError):
    """Something this seat owes cannot be given, as the sentence says."""

    code = "cannot_go_on"


@dataclass(frozen=True, slots=True)
class Signed:
    """Something to be submitted: the signature's kind, payload and signature."""

    what: str
    payload: bytes
    signature: bytes

    @property
    def envelope(self) -> Envelope:
        """As it stands in the log."""
        return self.payload, self.signature


class Witness:
    """Follows one game. ``entry`` and ``opening`` take what the host sends; ``owed`` and ``action`` say what to submit.

    After a Cheat it stands still: ``cheat`` is set, nothing more is contributed. ``promises`` is shared by all the
    witnesses of a client.
    """

    def __init__(self, signer: Signer, secret: bytes, host: bytes, random: Random, promises: Promises) -> None:
        self.auditor: Final = Auditor(host=host, me=signer.public)
        self.records: Final[list[bytes]] = []
        """All records so far, as bytes to append to the transcript."""
        self.cheat: Cheat | None = None
        self.evidence: bytes | None = None
        """A transcript that ends with what proves the cheat, where the kept one does not hold it."""
        self._signer = signer
        self._secret = secret
        self._random = random
        self._promises = promises
        self._entries: list[Envelope] = []
        self._openings: dict[tuple[int, int, int], OpeningRow] = {}
        self._nonce: bytes | None = None
        self._given: dict[str, Signed] = {}
        self._acts: set[Envelope] = set()

    # -- what the host sends

    @property
    def length(self) -> int:
        """Entries that have come so far."""
        return len(self._entries)

    def entry(self, index: int, data: bytes, signature: bytes) -> Entry | None:
        """Entry *index* of the log; None if it was known. Raises GapInLog, Cheat (then everything stops here)."""
        if self.cheat is not None:
            raise self.cheat
        if index > len(self._entries):
            raise GapInLog(
                _(
                    "the log goes on at {index}, but only {entries} entries have come",
                    index=index,
                    entries=len(self._entries),
                )
            )
        if index < len(self._entries):
            self._same(index, data, signature)
            return None
        self._keep(data, signature)
        try:
            entry = self.auditor.feed(data, signature)
            self._unaltered(entry)
        except Cheat as cheat:
            self.cheat = cheat
            raise
        return entry

    def opening(self, round: int, epoch: int, row: OpeningRow) -> int | None:
        """A card shown to us alone; its code, or None if it was known. Raises Cheat."""
        if self.cheat is not None:
            raise self.cheat
        place = (round, epoch, row[0])
        if self._openings.get(place) == row:
            return None
        seat = self.auditor.me_seat
        if seat is None or round != self.auditor.round or self.auditor.scored:
            return None  # of a round that is over: its deck has been recomputed, so this can tell nothing new
        try:
            self.records.append(pack_opening_record(seat, round, epoch, row))
            card = self.auditor.learn(seat, round, epoch, row)
        except ValueError:
            raise self._stop(Cheat("opening", _("a card came with a proof that cannot be one"))) from None
        except Cheat as cheat:
            self.cheat = cheat
            raise
        self._openings[place] = row
        return card

    def _keep(self, data: bytes, signature: bytes) -> None:
        try:
            self.records.append(pack_entry_record(data, signature))
        except ValueError:
            raise self._stop(Cheat("format", _("the host sent an entry that cannot be one"))) from None
        self._entries.append((data, signature))

    def _same(self, index: int, data: bytes, signature: bytes) -> None:
        """An entry shown again has to be the same. Both are signed: the other one is the evidence."""
        if self._entries[index][0] == data:
            return
        before = [pack_entry_record(entry, by) for entry, by in self._entries[:index]]
        self.evidence = b"".join([HEADER, *before, pack_entry_record(data, signature)])
        self.cheat = Cheat(
            "chain", _("the host now shows another entry {index} than it did before", index=index), index
        )
        raise self.cheat

    # -- what stands in the log for us

    def _unaltered(self, entry: Entry) -> None:
        """What we signed must stand there as we signed it. Raises Cheat."""
        seat = self.auditor.me_seat
        if seat is None:
            return
        match entry:
            case NonceCommits(signed=signed):
                self._mine("nonce-commit", signed[seat], "session")
            case Nonces(signed=signed):
                self._mine("nonce", signed[seat], "session")
            case Commits(signed=signed):
                self._mine("commit", signed[seat], "commitment")
            case Reveals(signed=signed):
                self._mine("reveal", signed[seat], "reveal")
            case Cosigns(signed=signed):
                self._mine("root", signed[seat], "co-signature")
            case Acted(seat=actor, signed=signed) if actor == seat and signed is not None:
                if signed not in self._acts and self._signer.sign("action", signed[0]) != signed[1]:
                    raise Cheat("action-signature", _("the log holds an action of ours that we did not sign"))

    def _mine(self, what: str, found: Envelope, check: str) -> None:
        given = self._given.pop(what, None)
        if given is not None and given.envelope != found:
            raise Cheat(check, _("our own part of the ceremony ({what}) stands altered in the log", what=what))

    # -- what we owe

    def owed(self) -> Signed | None:
        """What our seat has to submit now, None if nothing; asked twice, it answers the same.

        Raises CannotGoOn, Cheat.
        """
        expects, seat = self.auditor.expects, self.auditor.me_seat
        if expects is None or seat is None or self.cheat is not None:
            return None
        make = _MAKES[expects.owed]
        statement = make(self, seat)
        signed = self._sign(statement)
        self._given[signed.what] = signed
        return signed

    def action(self, do: str) -> Signed:
        """*do* (in the notation), signed as our next action of this round.

        Raises CannotGoOn if we do not play here or the game stands still.
        """
        auditor, n = self.auditor, self.auditor.signed_acts(self._playing_seat())
        signed = self._sign(Acting(self._session(), auditor.round, n, auditor.aim, do))
        self._acts.add(signed.envelope)
        return signed

    def vote(self, seat: int, yes: bool) -> Signed:
        """Our next vote of this round: whether the host is to play for *seat*. Raises CannotGoOn as above."""
        auditor, n = self.auditor, self.auditor.votes.cast[self._playing_seat()]
        return self._sign(Voting(self._session(), auditor.round, n, auditor.head, seat, yes))

    def _playing_seat(self) -> int:
        seat = self.auditor.me_seat
        if self.cheat is not None:
            raise CannotGoOn(_("the game has stopped here: {cheat}", cheat=self.cheat))
        if seat is None or self.auditor.state is None:
            raise CannotGoOn(_("you do not play here, or no cards have been dealt yet"))
        return seat

    def has_logged(self, signed: Signed) -> bool:
        """Whether an action of ours stands in the log."""
        mark = signed.signature
        return any(mark in data for data, _ in reversed(self._entries))

    def _sign(self, statement: Statement) -> Signed:
        payload = pack_statement(statement)
        return Signed(statement.kind, payload, self._signer.sign(statement.kind, payload))

    def _table(self) -> bytes:
        assert self.auditor.opened is not None
        return self.auditor.opened.table

    def _session(self) -> bytes:
        assert self.auditor.session is not None
        return self.auditor.session.id

    def _commit_nonce(self, seat: int) -> Statement:
        if self._nonce is None or "nonce-commit" not in self._given:
            self._nonce = self._random(32)
        commit = fair.nonce_commit(self._table(), seat, self._signer.public, self._nonce)
        return NonceCommitted(self._table(), seat, commit)

    def _show_nonce(self, seat: int) -> Statement:
        commits = self.auditor.session.nonce_commits if self.auditor.session else ()
        mine = self._nonce and fair.nonce_commit(self._table(), seat, self._signer.public, self._nonce)
        if self._nonce is None or commits[seat] != mine:
            raise CannotGoOn(
                _("this program was started anew while the seats drew their nonces; the game has to begin again")
            )
        return NonceShown(self._table(), fair.nonce_set(self._table(), commits), self._nonce)

    def _commit(self, seat: int) -> Statement:
        expects = self.auditor.expects
        assert expects is not None
        for epoch in expects.epochs:
            self._promise(epoch.deal, (epoch.c_deck, epoch.c_pub))
        mine = tuple(self._commitment(seat, epoch.deal) for epoch in expects.epochs)
        first = expects.epochs[0].number
        return Committed(self._session(), expects.round, expects.head, first, mine)

    def _commitment(self, seat: int, deal: bytes) -> bytes:
        return fair.seat_commit(deal, seat, self._signer.public, fair.contribution(self._secret, deal))

    def _promise(self, deal: bytes, host: tuple[bytes, bytes]) -> None:
        """One deal, one pair of the host's commitments: contributing twice would let it choose between decks."""
        if self._promises.setdefault(deal, host) != host:
            raise self._stop(Cheat("recommit", _("the host committed a second time to a deal that we contribute to")))

    def _reveal(self, seat: int) -> Statement:
        expects = self.auditor.expects
        assert expects is not None
        epoch = expects.epochs[0]
        if epoch.seats[seat] != self._commitment(seat, epoch.deal):
            raise self._stop(Cheat("commitment", _("our own commitment stands altered in the log")))
        self._promise(epoch.deal, (epoch.c_deck, epoch.c_pub))
        x = fair.contribution(self._secret, epoch.deal)
        return Revealed(self._session(), epoch.deal, epoch.cset, epoch.head, x)

    def _cosign(self, seat: int) -> Statement:
        expects = self.auditor.expects
        assert expects is not None
        epoch = expects.epochs[0]
        return Cosigned(self._session(), epoch.deal, epoch.deal_root, expects.head)

    def _stop(self, cheat: Cheat) -> Cheat:
        cheat.record = self.auditor.index - 1
        self.cheat = cheat
        return cheat

    def transcript(self) -> bytes:
        """Everything so far, as the bytes of a transcript."""
        return b"".join([HEADER, *self.records])


_MAKES: Final[dict[type[Statement], Callable[[Witness, int], Statement]]] = {
    NonceCommitted: Witness._commit_nonce,
    NonceShown: Witness._show_nonce,
    Committed: Witness._commit,
    Revealed: Witness._reveal,
    Cosigned: Witness._cosign,
}
