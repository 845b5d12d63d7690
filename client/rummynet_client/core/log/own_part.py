"""Checks what the log holds under the own key: consent, parts in the ceremonies, actions; and blame for silence.

A statement under the own key that this machine did not make comes from another machine with that key: nobody else can
sign it, so it is no cheat of the host. Replacing one that the host has acknowledged is.
"""

from math import inf
from typing import Final

from rummynet.rules.sealed_decks import is_sealed
from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.contributions import Contributions
from rummynet_client.core.log.log_start import Past, check_consent, check_opened, check_rules, own_consent
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import (
    Acted,
    Commits,
    Cosigns,
    Entry,
    Envelope,
    HostCommit,
    Keys,
    NonceCommits,
    Nonces,
    Opened,
    PartLogged,
    Reveals,
    Seated,
    Shuffle,
    Voided,
    Voted,
    Wanted,
)
from rummynet_protocol.fairness.statements import PartGiven, read_statement
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.values import Value

_GATHERED: Final[dict[type[Entry], tuple[str, str]]] = {
    NonceCommits: ("nonce-commit", "session"),
    Nonces: ("nonce", "session"),
    Commits: ("commit", "commitment"),
    Reveals: ("reveal", "reveal"),
    Keys: ("key", "reveal"),
    Cosigns: ("root", "co-signature"),
}
"""Entry type to the kind of the statements gathered in it, and the check that they belong to."""
PARTS_OF_A_SESSION: Final = ("nonce-commit", "nonce")
PARTS: Final = frozenset(what for what, _ in _GATHERED.values())  # the kinds of statements that ceremonies ask for


class Blame(Value):
    """The own seat was named silent in this shuffle for a part that the host had acknowledged, or had read."""

    round: int
    epoch: int


class OwnPart:
    """The own part of the log that *auditor* follows. ``check_entry`` is called with each entry after the auditor."""

    def __init__(self, auditor: Auditor, own: OwnStatements, contributions: Contributions, past: Past) -> None:
        self.blame: Blame | None = None  # the blame in the newest entry
        self.notices: list[str] = []  # notices for the player that are no cheat
        self._auditor, self._own, self._contributions, self._past = auditor, own, contributions, past
        self._voted = -1  # the number of the own seat's newest vote: a part signed before it is put aside
        self._this_run = TimeBound()
        """What this run of the program has signed. Earlier ones are bound by the wall clock, which can be set."""

    def check_entry(self, entry: Entry, last: Entry | None, head: bytes, owed: bytes) -> None:
        """Check an entry. Raises Cheat.

        *last* is the one before it but for votes, closes and pauses; *head* the head after that one; *owed* the head
        that the own part of a sealed deck names which was due before the entry.
        """
        self.blame = None
        match entry:
            case Opened():
                self._add_notice(check_opened(entry, self._past))
            case Seated():
                self._check_seated(entry)
            case HostCommit():
                self._contributions.host_committed()
            case Voided() if last is not None:
                self._handle_void(entry, last, head, owed)
            case _ if self._auditor.me_seat is not None:
                self._find_own(entry, self._auditor.me_seat, head)

    def _check_seated(self, entry: Seated) -> None:
        seat, opened = self._auditor.me_seat, self._auditor.opened
        if seat is None:
            if opened is not None:
                self._add_notice(check_rules(opened, self._past))
            return
        envelope = own_consent(entry, seat)
        if envelope is None:
            return
        signed = self._mark_logged(envelope, "ready")
        if signed is not None:
            check_consent(signed)
        else:
            self._add_notice(_("you said ready to this game on another machine"))

    def _handle_void(self, entry: Voided, last: Entry, head: bytes, owed: bytes) -> None:
        """A shuffle was voided: record what became of the own part, and if this seat is blamed all the same.

        What the host has read on a connection that broke since may be lost with a host that crashed: no blame, unless
        it has signed a refusal of it. Where another machine has this key that may be true, for what was signed there.
        """
        what, seat = self._asked_by(entry, last), self._auditor.me_seat
        part = self._own.newest(what, owed if what == "part" else head)
        is_twins = part is not None and part.refused is not None and not part.acknowledged and self._own.has_twin
        answer = part.answer if part is not None and not is_twins else "silent"
        if part is not None and answer == "sent":
            self._own.mark_delivered(part, answer)
        self._contributions.answers.append(answer)
        signed = entry.signed[seat] if seat is not None and entry.signed else None
        is_named = self._auditor.me in self._auditor.voids[-1].keys
        if signed is not None:
            self._is_own(signed, what, dict(_GATHERED.values())[what], head)
        elif (
            part is not None
            and is_named
            and (answer == "acknowledged" or (answer == "read" and (part.is_on_its_way or part.refusal_signature)))
        ):
            self.blame = Blame(entry.round, entry.epoch)

    def _asked_by(self, entry: Voided, last: Entry) -> str:
        """The kind of the statement that was waited for before this void."""
        match last:
            case HostCommit():
                return "commit"
            case Shuffle():
                return "key" if is_sealed(self._auditor.options) else "reveal"
            case Keys() if not entry.signed:
                return "part"  # the log itself shows whose are missing
        return "root"

    def _find_own_part(self, envelope: Envelope) -> None:
        """A part of a sealed deck under the own key stands in the log. Raises Cheat."""
        if self._mark_logged(envelope, PartGiven.kind) is not None:
            return
        self._contributions.sealed.note_foreign()
        logged = read_statement(PartGiven.kind, envelope[0])
        for own in self._own.of_kind(PartGiven.kind):
            is_same = isinstance(logged, PartGiven) and isinstance(own.statement, PartGiven) and (
                own.statement.what, own.statement.head) == (logged.what, logged.head)  # fmt: skip
            if is_same and own.acknowledged and not own.refusal_signature and own.statement.n > self._voted:
                raise Cheat("part", _("our own part of the ceremony ({what}) stands altered in the log", what="part"))

    def _find_own(self, entry: Entry, seat: int, head: bytes) -> None:
        match entry:
            case NonceCommits() | Nonces() | Commits() | Reveals() | Keys() | Cosigns():
                signed = entry.signed[seat]
                if signed is None:  # of a seat that was given up nobody waits for a signature
                    return
                is_ours = self._is_own(signed, *_GATHERED[type(entry)], head)
                if isinstance(entry, Commits):
                    self._contributions.seats_committed(head, by_us=is_ours)
                elif isinstance(entry, Keys) and not is_ours:
                    self._contributions.sealed.note_foreign()
            case PartLogged(seat=giver, signed=signed) if giver == seat:
                self._find_own_part(signed)
            case Acted(seat=actor, signed=signed) | Wanted(seat=actor, signed=signed):
                if actor == seat and signed is not None:
                    self._mark_logged(signed, "action")
            case Voted(seat=voter, signed=signed) if voter == seat:
                assert self._auditor.ballot is not None
                self._voted = self._auditor.ballot.n
                self._mark_logged(signed, "vote")

    def _is_own(self, envelope: Envelope, what: str, check: str, head: bytes) -> bool:
        """Whether this machine has signed what is logged under the own key. Raises Cheat."""
        newest = self._own.newest(what, head)
        if self._mark_logged(envelope, what) is not None:
            return True
        is_put_aside = newest is not None and newest.statement.n < self._voted
        if newest is not None and newest.acknowledged and not newest.refusal_signature and not is_put_aside:
            raise Cheat(check, _("our own part of the ceremony ({what}) stands altered in the log", what=what))
        return False

    def _mark_logged(self, envelope: Envelope, what: str) -> OwnStatement | None:
        own = self._own.mark_logged(envelope, what)
        if own is not None and own.earlier_wall is None:
            self._this_run.add(own.statement.clock, own.statement.t, self._auditor.clock)
        return own

    def put_by_millis(self) -> float:
        """How much log time could pass now at once, for all that this program has signed."""
        bound = self._auditor.time.get(self._auditor.me or b"")
        room = bound.room_millis(*self._own.now(), self._auditor.clock) if bound is not None else None
        return inf if room is None else room

    def check_time(self) -> bool:
        """Whether more time has passed in the log than here since an earlier run of the program.

        Raises Cheat if more has passed since a statement of this run.
        """
        clock, now = self._own.now()
        newest = self._own.newest_time(clock)
        if newest is not None and now < newest:
            self._own.begin_clock()  # the own clock ran backwards
            return False
        if self._this_run.leads(clock, now, self._auditor.clock):
            raise Cheat("time", _("more time has passed in the log than has passed here"))
        bound = self._auditor.time.get(self._auditor.me or b"")
        return bound is not None and bound.leads(clock, now, self._auditor.clock)

    def _add_notice(self, says: str) -> None:
        if says:
            self.notices.append(says)
