"""Follows one game for one player: checks the log as it grows, keeps it, and signs the own statements.

It checks the log against what only this player knows: what it agreed to, that its statements are logged as they were
signed, what was refused and what acknowledged, how much time has passed, and that an entry shown again is unchanged.
Every record must be kept before anything that follows from it is sent, so that a restart cannot lose what was shown.
"""

from collections.abc import Callable, Iterator
from typing import Final

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import once_answered
from rummynet.rules.sealed_decks import is_sealed
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.false_refusals import may_wait
from rummynet_client.core.log.checks_ahead import work_ahead
from rummynet_client.core.log.contributions import Contributions, Promises
from rummynet_client.core.log.log_start import Past
from rummynet_client.core.log.own_part import PARTS, OwnPart
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.player import Player
from rummynet_client.core.log.races import Races
from rummynet_client.core.log.sealed_part import COMPLAINT, CannotGoOn
from rummynet_client.language import _
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat, Refusal, RummynetError, Unknown
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, statement_hash
from rummynet_protocol.fairness.entries import Acted, Entry, Envelope, HostPart, OpeningRow, Wanted
from rummynet_protocol.fairness.statements import Acting, LastWord, PartGiven, Voting
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.transcript import (
    HEADER,
    LastWordRecord,
    RefusalRecord,
    pack_entry_record,
    pack_last_word_record,
    pack_opening_record,
    pack_refusal_record,
)
from rummynet_protocol.wire.messages import Race


class GapInLog(RummynetError):
    """An entry arrived ahead of its predecessors; request the log from the gap."""

    code = "gap"


class GameFollower:
    """Follows one game.

    ``check_entry`` and ``check_opening`` take what the host sends; ``owed_statement`` and ``sign_action`` return what
    to submit. After a Cheat it stops: ``cheat`` is set and nothing more is contributed. ``promises`` is shared by all
    the followers of a client.
    """

    def __init__(self, player: Player, own: OwnStatements, host: bytes, past: Past, promises: Promises) -> None:
        self.auditor: Final = Auditor(host=host, me=player.signer.public)
        self.own: Final = own
        self.records: Final[list[bytes]] = []  # all records so far, as bytes to append to the transcript
        self.confirmed = 0
        """How many entries the host has shown since this program started; further ones come from the transcript."""
        self.cheat: Cheat | None = None
        self.unknown: Unknown | None = None
        """What this program does not know of the game; it takes no part in it then, and reads no further."""
        self.time_leads = False  # more time has passed in the log than here since an earlier run of the program
        self.put_by_millis = 0.0
        """How much log time could pass at once behind the newest entry without running ahead of the own clock."""
        self.passed_over: OwnStatement | None = None
        """The own action that the host had acknowledged, and in the newest entry played over for its seat."""
        self.put_off: tuple[OwnStatement, ...] = ()
        """What the host says it has not looked at, and has let a clock or votes play over in the newest entry."""
        self.evidence: bytes | None = None
        """A transcript that ends with the proof of the cheat, if the kept transcript does not hold it."""
        self._contributions = Contributions(player, own, self.auditor, promises)
        self.sealed: Final = self._contributions.sealed
        self.own_part: Final = OwnPart(self.auditor, own, self._contributions, past)
        self._entries: list[Envelope] = []
        self._openings = set[tuple[int, int, OpeningRow]]()
        self._races = Races()
        self._refusals_kept: set[bytes] = set()
        self.waits_for_head = False  # a refusal was given at a head that has not come here

    # -- messages of the host

    @property
    def length(self) -> int:
        """Number of entries received so far."""
        return len(self._entries)

    def work_ahead(self, index: int, data: bytes) -> Callable[[], object] | None:
        """What takes long in the check of an entry, as ``work_ahead`` says; None if that entry is not checked next."""
        sealed, is_next = self.auditor.sealed, index == len(self._entries)
        if sealed is None or not is_next or self.cheat is not None or self.unknown is not None:
            return None
        return work_ahead(sealed, data)

    def check_entry(self, index: int, data: bytes, signature: bytes) -> Entry | None:
        """Check entry *index* of the log; None if it is known.

        Raises GapInLog; Cheat or Unknown, after which the follower stops.
        """
        if self.cheat is not None:
            raise self.cheat
        if self.unknown is not None:
            raise self.unknown
        if index > len(self._entries):
            raise GapInLog(
                _(
                    "the log goes on at {index}, but only {entries} entries have come",
                    index=index,
                    entries=len(self._entries),
                )
            )
        self.confirmed = max(self.confirmed, index + 1)
        if index < len(self._entries):
            self._check_same(index, data, signature)
            return None
        self._keep_entry(data, signature)
        try:
            return self._follow(data, signature)
        except Unknown as unknown:
            self.unknown = unknown
            raise
        except Cheat as cheat:
            raise self._stop(cheat) from None

    def _follow(self, data: bytes, signature: bytes) -> Entry:
        auditor = self.auditor
        last, head, aims = auditor.last, auditor.stands_head, auditor.aims
        owed = self.sealed.owed_at(auditor.me_seat) if auditor.me_seat is not None else b""
        entry = auditor.feed(data, signature)
        self.passed_over = self.find_passed_over(entry, aims)
        self.put_off = tuple(self.find_put_off(entry, aims))
        self._races.add_entry(entry, auditor.head, auditor.index - 1, makes_position=auditor.aim == auditor.head)
        self.time_leads = self.own_part.check_time()
        self.put_by_millis = self.own_part.put_by_millis()
        self.own_part.check_entry(entry, last, head, owed)
        self.sealed.learn_hand()
        return entry

    def is_overdue(self, own: OwnStatement) -> bool:
        """Whether the host has just acknowledged an action that it had to log first: the entry comes before ``done``.

        It keeps answers to offers, and what the rules have wait, for a while.
        """
        auditor, statement, me = self.auditor, own.statement, self.auditor.me_seat
        if not own.is_open or not isinstance(statement, Acting) or auditor.variety is None or auditor.state is None:
            return False
        return me is not None and not may_wait(auditor.variety, auditor.state, me, notation.parse(statement.do))

    def find_passed_over(self, entry: Entry, aims: tuple[bytes, ...]) -> OwnStatement | None:
        """The own action that the host had acknowledged, and let a clock or votes play over in this entry.

        *aims* are the heads that an action could name before it. An honest host logs such an action first; what it
        keeps for the time of its position it does or refuses before it plays for that seat.
        """
        if not self._is_played_for_us(entry):
            return None
        for own in self.own.of_kind("action"):
            if isinstance(own.statement, Acting) and own.acknowledged and own.is_open and own.statement.head in aims:
                return own
        return None

    def _is_played_for_us(self, entry: Entry) -> bool:
        """Whether a clock, of the turn or of an offer, or votes have played for the own seat, or opened its hand."""
        if isinstance(entry, HostPart):
            return entry.about == self.auditor.me_seat
        if not isinstance(entry, Acted | Wanted) or entry.seat != self.auditor.me_seat:
            return False
        return entry.why in ("turn", "rule", "vote")

    def find_put_off(self, entry: Entry, aims: tuple[bytes, ...]) -> Iterator[OwnStatement]:
        """Own actions in this position, and objections in this wait, that the host says it has not looked at."""
        if not self._is_played_for_us(entry):
            return
        n, _hash = self.auditor.order.next(self.auditor.me or b"")
        for own in self.own.by_hash.values():
            if own.statement.n >= n and self.own.is_put_off(own):
                is_meant = isinstance(own.statement, Voting) or own.statement.head in aims
                if is_meant and isinstance(own.statement, Acting | Voting):
                    yield own

    def check_opening(self, round: int, epoch: int, row: OpeningRow) -> int | None:
        """Check a card shown to the own seat only. Returns its code; None if it is known. Raises Cheat."""
        if self.cheat is not None:
            raise self.cheat
        if (round, epoch, row) in self._openings:
            return None
        seat = self.auditor.me_seat
        if seat is None or round != self.auditor.round or self.auditor.is_shown:
            return None  # all cards are open: the deck has been recomputed, so an opening adds nothing
        try:
            self.records.append(pack_opening_record(seat, round, epoch, row))
            card = self.auditor.learn(seat, round, epoch, row)
        except ValueError:
            raise self._stop(Cheat("opening", _("a card came with a proof that cannot be one"))) from None
        except Cheat as cheat:
            raise self._stop(cheat) from None
        self._openings.add((round, epoch, row))
        return card

    def race_holds(self, race: Race) -> bool:
        """Whether the evidence of a race of calls can be checked against the log, and holds."""
        session = self.auditor.session
        keys = tuple(key for key, _ in self.auditor.players)
        return session is not None and self._races.race_holds(race, self.auditor.log, session.id, keys)

    def _keep_entry(self, data: bytes, signature: bytes) -> None:
        try:
            self.records.append(pack_entry_record(data, signature))
        except ValueError:
            raise self._stop(Cheat("format", _("the host sent an entry that cannot be one"))) from None
        self._entries.append((data, signature))

    def _check_same(self, index: int, data: bytes, signature: bytes) -> None:
        """Check that an entry shown again is unchanged. Both versions are signed, so the other one is the evidence."""
        if self._entries[index][0] == data:
            return
        before = [pack_entry_record(entry, by) for entry, by in self._entries[:index]]
        self.evidence = b"".join([HEADER, *before, pack_entry_record(data, signature)])
        says = _("the host now shows another entry {index} than it did before", index=index)
        raise self._stop(Cheat("chain" if index else "consent", says, index))

    # -- own statements

    def owed_statement(self) -> OwnStatement | None:
        """The statement that the own seat has to submit now; None if there is none. Idempotent.

        Raises CannotGoOn, StillComputing, Cheat.
        """
        if self.cheat is not None or self.unknown is not None:
            return None
        try:
            return self._contributions.owed_statement()
        except Cheat as cheat:
            raise self._stop(cheat) from None

    def owes_complaint(self, part: PartGiven) -> bool:
        """Whether this is a complaint and still due: of each other part the log itself shows whether it is."""
        due = self.sealed.due
        return due is not None and due.what == part.what == COMPLAINT

    @property
    def standing_part(self) -> tuple[bool, OwnStatement | None]:
        """Whether the log waits for a part of the own seat; and the newest statement that gives it."""
        is_over = self.cheat is not None or self.unknown is not None or self.auditor.me_seat is None
        return (False, None) if is_over else self._contributions.standing_part()

    def sign_action(self, action: Action) -> OwnStatement:
        """Sign an action over the newest position. Raises CannotGoOn if the own seat cannot act, StillComputing."""
        self.check_can_act()
        return self._sign_acting(action, self.auditor.aim)

    def _sign_acting(self, action: Action, head: bytes, *, at_once: bool = False) -> OwnStatement:
        proof = self._prove(action, head, at_once=at_once)
        kept = self.own.keep_blob(proof) if proof else None
        return self.own.sign(
            Acting, head, self.auditor.order, **self._session_fields, do=notation.text(action), proof=kept
        )

    def _prove(self, action: Action, head: bytes, *, at_once: bool) -> bytes:
        """The proof of the hidden cards that the own action plays; b"" where it plays none. Raises CannotGoOn."""
        auditor = self.auditor
        if auditor.sealed is None:
            return b""
        assert auditor.variety is not None
        assert auditor.state is not None
        assert auditor.me_seat is not None
        try:
            before = once_answered(auditor.variety, auditor.state, auditor.me_seat)
            _after, events = auditor.variety.apply(before, auditor.me_seat, action)
        except (Refusal, NeedsShuffle):
            return b""  # a draw, or a call that only the host can judge: neither plays a hidden card
        return self.sealed.prove_play(events, self.own.next_place(auditor.order)[0], head, at_once=at_once)

    def sign_vote(self, seat: int, yes: bool) -> OwnStatement:
        """Sign whether the game is to go on without *seat*; about the own seat, that this one is here."""
        if self.cheat is not None or self.auditor.me_seat is None or self.auditor.finished:
            raise CannotGoOn(_("you do not play here, or the game has stopped"))
        return self.own.sign(Voting, self.auditor.head, self.auditor.order, about=seat, yes=yes)

    def sign_again(self, own: OwnStatement) -> OwnStatement:
        """Sign the same statement again, with a new number and time. Raises CannotGoOn."""
        if own.blob and isinstance(own.statement, Acting):  # its proof is bound to the number
            # A clock was wrong, which is rare: nothing has to wait for this one in an orderly way.
            return self._sign_acting(notation.parse(own.statement.do), own.statement.head, at_once=True)
        return self.own.sign_again(own, self.auditor.order)

    @property
    def is_mixing_ahead(self) -> bool:
        """Whether what the next deck takes now shows no card: of a sealed deck all but the signature of it."""
        sealed = self.auditor.sealed
        return (
            self.auditor.opened is not None
            and is_sealed(self.auditor.options)
            and (sealed is None or sealed.root is None)
        )

    @property
    def owes_last_word(self) -> bool:
        """Whether the log is over, or voids that name the own seat have ended it, and the last word is not signed."""
        auditor = self.auditor
        if auditor.me_seat is None or auditor.has_last_word or self.cheat is not None:
            return False
        is_named = any(auditor.me in void.keys for void in auditor.open_voids)
        return auditor.finished or (auditor.is_called_off and is_named)

    def sign_last_word(self) -> None:
        """Sign the last word and add it to the transcript.

        Raises Cheat: where log time ran ahead behind the last statement in the log, this is the proof in the file.
        """
        seat, answered = self.auditor.me_seat, self._contributions.open_answers()
        assert seat is not None
        if self.cheat is None and not self._fits_time():
            self.own.begin_clock()  # a doubt: a wall clock can be set, a folder be copied; in the file it would accuse
        own = self.own.newest(LastWord.kind, self.auditor.head)
        own = own or self.own.sign(LastWord, self.auditor.head, self.auditor.order, answered=answered)
        self.check_last_word(LastWordRecord(seat, own.payload, own.signature))

    def _fits_time(self) -> bool:
        """Whether what is signed now fits the time of the newest entry."""
        try:
            self.auditor.time.get(self.auditor.me or b"", TimeBound()).check(*self.own.now(), self.auditor.clock)
        except Cheat:
            return False
        return True

    def check_last_word(self, record: LastWordRecord) -> None:
        """Check the own last word against the log, and add it to the transcript. Raises Cheat."""
        self.records.append(pack_last_word_record(record))
        try:
            self.auditor.last_word(record)
        except Cheat as cheat:
            raise self.cheat or self._stop(cheat) from None

    @property
    def _session_fields(self) -> dict[str, object]:
        assert self.auditor.session is not None
        return {"session": self.auditor.session.id, "round": self.auditor.round}

    def check_can_act(self) -> None:
        """Raises CannotGoOn if the own seat cannot act."""
        if self.cheat is not None:
            raise CannotGoOn(_("the game has stopped here: {cheat}", cheat=self.cheat))
        if self.auditor.me_seat is None or self.auditor.state is None:
            raise CannotGoOn(_("you do not play here, or no cards have been dealt yet"))
        if self.auditor.finished:  # nothing is signed behind the last word
            raise CannotGoOn(_("the game is over"))

    # -- refusals

    def check_refusals(self) -> None:
        """Judge every signed refusal by the log, and add it to the transcript. Raises Cheat.

        One whose head has not come waits until it does: it stands behind that entry in the transcript.
        """
        self.waits_for_head = False
        self._note_read()
        seat = self.auditor.me_seat
        for own in list(self.own.by_hash.values()):
            if seat is None or self.cheat is not None or not own.refusal_signature or own.hash in self._refusals_kept:
                continue
            if not self.auditor.knows_head(own.refused_at):
                self.waits_for_head = True
                continue
            assert own.refused is not None
            by_host, shown = (own.refusal_signature, own.refused_at), own.evidence
            evidence = NO_EVIDENCE if shown is None else statement_hash(*shown[:2])
            said = own.what, own.payload, own.signature, own.refused
            # With another reason the bytes say nothing: they would only make the file longer.
            blob = own.blob if own.refused == "wrong_statement" else b""
            self.check_refusal(RefusalRecord(seat, *said, *by_host, evidence, shown, blob), own.hash)

    def _note_read(self) -> None:
        """Note the parts of a ceremony that the host has read: it refused them before it voided their shuffle.

        That is so if it signed that at the head that they answer, or if the log here still stands at it.
        """
        for own in self.own.by_hash.values():
            if own.what in PARTS and own.refused is not None:
                if (own.refused_at or self.auditor.head) == own.statement.head:
                    self.own.mark_delivered(own, "read")

    def check_refusal(self, record: RefusalRecord, statement: bytes) -> None:
        """Judge one signed refusal by the log, and add it to the transcript. Raises Cheat."""
        self._refusals_kept.add(statement)
        self.records.append(pack_refusal_record(record))
        try:
            self.auditor.refuse(record)
        except Cheat as cheat:
            raise self._stop(cheat) from None

    def stop_for_cheat(self, check: str, says: str) -> Cheat:
        """Stop because of a cheat whose proof is outside the log."""
        return self._stop(Cheat(check, says))

    def _stop(self, cheat: Cheat) -> Cheat:
        # A card, refusal or last word has no index: the entry before it says where to look.
        if cheat.record is None:
            cheat.record = max(0, len(self._entries) - 1)
        self.cheat = cheat
        return cheat

    def transcript(self) -> bytes:
        """All records so far, as the bytes of a transcript."""
        return b"".join([HEADER, *self.records])
