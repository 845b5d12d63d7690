"""Checks the log of one game as it grows, entry by entry. A client runs it live, ``rummynet verify`` over a file.

It trusts nobody: what can be recomputed is recomputed, signatures are verified over the bytes received, and the order
of entries is a table. The first failure raises Cheat, which names the check; after that every entry is refused.

A log of a game that this program does not know raises Unknown at the entry that says so and at each after it. Of these
only form and host's signature are checked: all else depends on rules that a newer program may have changed. That a
round is being played is no shelter: what is unknown is said by ``open`` and the first ``seats``, before any card.
"""

from collections.abc import Sequence

from rummynet.rules.sealed_decks import has_escrow, is_sealed, key_holders
from rummynet.verifier.action_checks import read_action
from rummynet.verifier.asked_parts import AskedPart
from rummynet.verifier.checks import CHECKS, SEALED_ASIDES
from rummynet.verifier.log_state import LogState
from rummynet.verifier.round_replay import GameSetup, RoundPlay
from rummynet.verifier.sealed_ceremony import SealedCeremony
from rummynet.verifier.sealed_deck import Epoch
from rummynet.verifier.sealed_play import SealedPlay
from rummynet.verifier.session_replay import SessionReplay
from rummynet.verifier.shuffle_checks import Ceremony, Expect, VoidShuffle
from rummynet.verifier.waiting import ASIDES
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Commits,
    Cosigns,
    Ended,
    Entry,
    HostCommit,
    HostPart,
    Inserted,
    Keys,
    NonceCommits,
    Nonces,
    Opened,
    OpeningRow,
    PartLogged,
    PauseChanged,
    Reveals,
    Root,
    Scored,
    Seated,
    Shown,
    Shuffle,
    TurnLate,
    TurnUp,
    Voided,
    Voted,
    WaitClosed,
    Wanted,
    read_entry,
)
from rummynet_protocol.fairness.statements import Acting, LastWord, PartGiven
from rummynet_protocol.fairness.transcript import LastWordRecord, RefusalRecord
from rummynet_protocol.fairness.votes import Votes
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sealed.library import NoRistretto, ristretto
from rummynet_protocol.sealed.sealed_round import SealedRound

_CHECK_OF_PART = {"escrow": "escrow", "complain": "escrow", "mix": "mix", "proof": "mix", "share": "share",
                  "open": "key-open", "gone": "gone", "key": "key-open"}  # fmt: skip
"""Which check holds where a part of this name is taken."""


class Auditor(LogState):
    """One log. Feed it every entry in order; pass what was shown to one seat alone to ``learn`` and ``refuse``."""

    def feed(self, data: bytes, signature: bytes) -> Entry:
        """Accept the next entry: its bytes, and the host's signature over the head after it. Raises Cheat, Unknown."""
        # The state behind a failed check is that of no possible log, so nothing more can be judged by it.
        if self.cheat is not None:
            raise self.cheat
        try:
            return self._feed(data, signature)
        except Unknown as unknown:
            self.unknown = unknown
            raise
        except Cheat as cheat:
            cheat.record = self.index if cheat.record is None else cheat.record
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
        self._course.check(entry)
        self.passed["chain"] += 1
        self.events = ()
        self._signatures.now, self._signatures.index = self.clock, self.index
        if self.play is not None:
            self.play.clocks.now = self.clock
        self._previous, self.head = self.head, head
        was_known, was_open = self.play is not None and self.play.state is not None, self.is_shown
        # Before the content: behind the last void any other entry is a fault of `void`, whatever it holds.
        if self.is_called_off and not (isinstance(entry, Ended) and entry.why == "voids"):
            raise Cheat("void", "the game went on after as many shuffles were voided as the table allows")
        try:
            self._check_entry(entry)
        except Unknown:
            self.index += 1
            raise
        if isinstance(self.play, SealedPlay):
            self.play.entry_added(head, self.clock)
        # Behind the content: no statement in this entry can have seen the head after it.
        self._signatures.record_head(head)
        session = self.session.id if self.session is not None else b""
        content = self._action_checks.ballot if isinstance(entry, Voted) else self.closing
        counts_as = self._counts_as(entry, was_known=was_known, was_open=was_open)
        self._refusal_checks.add_entry(
            entry, head, session, self.round, self.is_paused, content, self.play, counts_as, self.sealed
        )
        if self.play is not None and counts_as in (CardsDealt, Inserted, Acted, Shown):
            keeps = isinstance(entry, Acted) and self._begun.variety.offers.keeps_aim(notation.parse(entry.do))
            self._action_checks.add_position(head, self.index, self.play.present, keeps_aim=keeps)
        if self.play is not None:
            self.play.clocks.note_votes(self.votes)
        self._wait_checks.entry_added(entry, head, self.clock)
        self._wait_checks.owed_since = self.owed_since
        if not isinstance(entry, ASIDES | SEALED_ASIDES):
            # What could come before a vote, a close or a pause can come behind it, so these move nothing.
            self._course.last = entry
            self._note_asked()
        self.index += 1
        return entry

    def _counts_as(self, entry: Entry, *, was_known: bool, was_open: bool) -> type[Entry]:
        """What the entry is to positions: with a sealed deck shares complete a deal, and keys show the cards."""
        play = self.play
        if not isinstance(play, SealedPlay):
            return type(entry)
        if not was_known and play.state is not None:
            return CardsDealt
        if not was_open and play.open:
            return Shown
        if isinstance(entry, CardsDealt) or (
            isinstance(entry, Cosigns) and was_known and isinstance(self.last, Inserted)
        ):
            return PartLogged
        return type(entry)

    @property
    def owed_since(self) -> dict[int, int] | None:
        """As ``WaitChecks.owed_since``."""
        sealed, play = self.sealed, self.play
        if sealed is None or play is None or not play.is_dealt or isinstance(self.last, Scored | Wanted):
            return None
        owed = {seat: due.since for seat, due in sealed.due.items()}
        if sealed.root is not None:  # whose co-signature is missing does not stand in the log
            owed = {seat: sealed.proven_at[1] for seat in range(len(self.players)) if seat not in sealed.cards.opened}
        return owed

    def _note_asked(self) -> None:
        """Keep what the newest entry asks of every seat, for refusals of it."""
        expects, begun = self.expects, self.session
        if expects is None or begun is None:
            return
        asked = AskedPart(
            expects.owed, expects.head, self.log, self._signatures.keys, begun.id, expects.round, expects.epochs,
            begun.nonce_commits, len(self.open_voids),
        )  # fmt: skip
        self._refusal_checks.add_asked(asked)

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
            # A private record has no index: the entry before it says where to look.
            cheat.record = self.index - 1
            self.cheat = cheat
            raise
        self.passed["opening"] += 1
        return card

    def is_given(self, epoch: int, position: int) -> bool:
        """Whether the log gives this position of an epoch of the round to a seat, by its number."""
        used = self.play.used if self.play is not None else ()
        return any(one.number == epoch and position in one.taken_by for one in used)

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
            self._refusal_checks.judge(record, statement, hash, self.session, self.play, self.round)
        except Cheat as cheat:
            cheat.record = self.index - 1
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
            if self.finished:
                self._refusal_checks.last_number = statement.n
        except Cheat as cheat:
            cheat.record = self.index - 1
            self.cheat = cheat
            raise
        self.last_word_at = self.head

    def _require_known(self) -> None:
        if self.unknown is not None:
            raise self.unknown

    def _check_entry(self, entry: Entry) -> None:
        match entry:
            case Opened():
                self._open(entry)
            case Seated():
                self._begun.seat_players(entry)
            case NonceCommits():
                self._begun.check_commitments(entry, self.stands_head)
            case Nonces():
                self._begun.check_nonces(entry, self.stands_head)
            case CardsDealt():
                self._deal(entry)
                self.forgiven_voids = len(self.voids)
            case Inserted():
                self._insert(entry)
            case Keys() | PartLogged() | HostPart() | TurnUp() | TurnLate():
                self._sealed_entry(entry)
            case Wanted():
                self._want(entry)
            case Acted():
                self._act(entry)
            case Voted():
                self._vote(entry)
            case WaitClosed():
                self._wait_checks.check_close(entry, self._begun, self._signatures)
            case PauseChanged():
                self._change_pause(entry)
            case Shown():
                self._show(entry)
            case Scored():
                self._score(entry)
            case Ended():
                self._end(entry)
            case _:
                self._shuffle(entry)

    # -- opening

    def _open(self, entry: Opened) -> None:
        if entry.host != self.host:
            raise Cheat("host-signature", "the log names another host than the one who signs it")
        self.session = SessionReplay(entry, self._signatures)
        self._course.is_sealed = is_sealed(self.session.options)
        if self._course.is_sealed:
            try:
                ristretto()
            except NoRistretto as missing:  # what cannot be checked here is no cheat
                raise Unknown(missing.says) from None

    @property
    def _begun(self) -> SessionReplay:
        if self.session is None:
            raise Cheat("chain", "the log does not begin with its opening entry")
        return self.session

    # -- shuffles

    def _shuffle(self, entry: HostCommit | Commits | Shuffle | Reveals | Root | Cosigns | Voided) -> None:
        if isinstance(entry, HostCommit) and isinstance(self.last, Scored | Nonces):
            self._begin_round(entry.round)
        ceremony, play = self.ceremony, self.play
        assert ceremony is not None and play is not None  # ensured by the order of entries
        match entry:
            case HostCommit():
                ceremony.commit_host(entry)
                self._begun.commitments_follow()
            case Commits():
                self._commits(entry, ceremony)
                # A part of a shuffle is a sign of life of every seat, and ends the votes about it.
                self.votes.all_signed(self.index)
            case Shuffle():
                ceremony.begin(entry, play.cards(), self.head)
            case Reveals():
                ceremony.reveal(entry)
                self.votes.all_signed(self.index)
            case Root():
                ceremony.fix(entry)
            case Cosigns():
                self._cosigned(ceremony.cosign(entry, self._previous), play)
                self.votes.all_signed(self.index)
            case Voided():
                asked = self.last
                assert isinstance(asked, HostCommit | Shuffle | Root | Keys)  # ensured by the order of entries
                self.voids.append(self._update_voids(ceremony.void(entry, asked, self._previous))[-1])
                self._begun.shuffle_voided(self.voids[-1].silent)
                if isinstance(play, SealedPlay):
                    play.sealed = None

    def _begin_round(self, number: int) -> None:
        begun, course = self._begun, self._course
        table = GameSetup(begun.variety, begun.options, begun.opened.host)
        if course.is_undealt and course.play is not None:  # begun again without some of the joining players
            before = course.play.before
        else:
            # A new ceremony only here: a round that is begun again counts its epochs on, so none is committed to twice.
            kind = SealedCeremony if course.is_sealed else Ceremony
            before, course.ceremony = self.state, kind(begun, self._signatures, number)
        played = SealedPlay if course.is_sealed else RoundPlay
        course.play = played(table, number, len(begun.players), begun.joining, before)
        if isinstance(course.ceremony, SealedCeremony):
            course.ceremony.holders = key_holders(begun.variety, before, len(begun.players), begun.joining)
        course.round, begun.joining = number, ()
        self._action_checks.begin_round(number, len(begun.players), begun.bots)

    def _commits(self, entry: Commits, ceremony: Ceremony) -> None:
        if self._update_voids(ceremony.commit_seats(entry, self._previous)):
            self.passed["void"] += 1

    def _update_voids(self, answered: Sequence[VoidShuffle]) -> Sequence[VoidShuffle]:
        """Take what is said by now about the newest voids."""
        answers = {(one.round, one.epoch): one for one in answered}
        self.voids[:] = [answers.get((one.round, one.epoch), one) for one in self.voids]
        return answered

    def _cosigned(self, epoch: Epoch, play: RoundPlay) -> None:
        if not play.is_dealt:
            play.used.append(epoch)
        else:
            self.events = play.use_new_stock(epoch)

    def _playing(self, number: int) -> RoundPlay:
        if self.play is None or number != self.round:
            raise Cheat("chain", f"round {number} is not being played")
        return self.play

    # -- play

    # -- a sealed deck

    @property
    def sealed(self) -> SealedRound | None:
        """The hidden cards of the newest round; None without a sealed deck, and before its keys."""
        return self.play.sealed if isinstance(self.play, SealedPlay) else None

    def _sealed_round(self) -> tuple[SealedCeremony, SealedPlay]:
        ceremony, play = self.ceremony, self.play
        assert isinstance(ceremony, SealedCeremony) and isinstance(play, SealedPlay)  # ensured by the order of entries
        return ceremony, play

    def _sealed_entry(self, entry: Keys | PartLogged | HostPart | TurnUp | TurnLate) -> None:
        ceremony, play = self._sealed_round()
        match entry:
            case Keys():
                escrow = has_escrow(self.options, ceremony.holders, self._begun.bots)
                play.sealed = ceremony.show_keys(entry, self.head, has_escrow=escrow)
                self.votes.all_signed(self.index)
            case PartLogged():
                self._part(entry, ceremony.check_part(entry), play)
            case HostPart():
                play.take_host_part(entry.about, entry.z, self.head, entry.t)
                self.passed["key-open"] += 1
            case TurnUp():
                play.turn_up(self.head, entry.t)
            case TurnLate():
                self._late(entry, play)

    def _part(self, entry: PartLogged, part: PartGiven, play: SealedPlay) -> None:
        self.events = play.take_part(entry.seat, part.what, part.head, entry.blob, self.head, entry.t)
        self.passed[_CHECK_OF_PART[part.what]] += 1
        if play.hidden.is_open and not play.open:
            play.open_all()
            self._refusal_checks.cards_shown(play)
            self.passed["deck"] += len(play.used)

    def _late(self, entry: TurnLate, play: SealedPlay) -> None:
        if entry.seat >= len(self.players):
            raise Cheat("clock", f"there is no seat {entry.seat}")
        if entry.why == "vote":
            if not self.votes.carry(entry.seat):
                raise Cheat(
                    "clock", f"the host called seat {entry.seat} late, which not more than half of the others want"
                )
            play.clocks.check_votes(entry.seat, entry.t, self.options["idle_seconds"])
        play.note_late(entry, self.head)
        self.passed["clock"] += 1

    def _insert(self, entry: Inserted) -> None:
        play = self._playing(entry.round)
        if not isinstance(play, SealedPlay):
            self.events = play.put_cards_back(entry.count)
            return
        ceremony, play = self._sealed_round()
        back = play.turned_up[-1 - entry.count : -1]
        play.hidden.put_back(back, self.head, entry.t)
        stock = play.hidden.cards.mixing
        assert stock is not None
        ceremony.begin_epoch(bytes(len(stock.decks[0])), self.head)
        self.events = play.put_back(entry.count, ceremony.current)

    def _deal(self, entry: CardsDealt) -> None:
        play = self._playing(entry.round)
        if isinstance(play, SealedPlay):
            play.begin_deal(entry, self.head)
        else:
            self.events = play.apply_deal(entry)
        self._begun.round_dealt()
        self.passed["first-seat"] += 1
        self.passed["position"] += 1
        self.passed["opening"] += len(entry.up)

    def _want(self, entry: Wanted) -> None:
        play, action = self._playing(self.round), read_action(entry, len(self.players))
        self._action_checks.check_action(entry, action, self.index, play.present, self._begun, self._signatures)
        self._check_votes(entry, play)
        self._check_gone(entry)
        self._check_blob(b"", self._action_checks.acting if entry.signed is not None else None, entry.seat)
        play.want_draw(entry, action)
        self._count_unsigned(entry)

    def _act(self, entry: Acted) -> None:
        play, action = self._playing(self.round), read_action(entry, len(self.players))
        if entry.why == "want":
            # Signature, aim, time and votes of this draw were checked at its `want`; since then there was only its
            # shuffle.
            self._action_checks.record_action(entry, self.index)
        else:
            self._action_checks.check_action(entry, action, self.index, play.present, self._begun, self._signatures)
            self._check_votes(entry, play)
        self._check_gone(entry)
        acting = self._action_checks.acting if entry.signed is not None and entry.why is None else None
        self._check_blob(entry.proof, acting, entry.seat)
        if isinstance(play, SealedPlay):
            number, aimed = (acting.n, acting.head) if acting is not None else (0, b"")
            self.events = play.apply_signed(entry, action, number, aimed, self.head)
        else:
            self.events = play.apply_action(entry, action)
        if entry.why != "want":
            self._count_unsigned(entry)
        self.passed["rules"] += 1
        self.passed["position"] += 1

    def _check_gone(self, entry: Acted | Wanted) -> None:
        """Check that a seat that the host plays as given up has its key open. Raises Cheat."""
        if entry.why == "gone" and (self.sealed is None or entry.seat not in self.sealed.cards.opened):
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat}, whose key nobody opened")

    def _check_blob(self, proof: bytes, acting: Acting | None, seat: int) -> None:
        """Check that the proof beside an action is the one that was signed. Raises Cheat."""
        signed = acting.proof if acting is not None else None
        if (blob_hash(proof) if proof else None) != signed:
            raise Cheat("part", f"seat {seat} signed another proof than the log holds")

    def _check_votes(self, entry: Acted | Wanted, play: RoundPlay) -> None:
        """Check when the host plays for a seat by the votes of the others, and count it if that one was there."""
        if entry.why == "vote":
            play.clocks.check_votes(entry.seat, entry.t, self.options["idle_seconds"])
            self.objected[entry.seat] += entry.seat in play.clocks.objections

    def _count_unsigned(self, entry: Acted | Wanted) -> None:
        if entry.signed is None:
            self.unsigned[entry.seat, entry.why or ""] += 1
            self.passed["clock"] += 1

    def _vote(self, entry: Voted) -> None:
        play = self._playing(self.round)
        self._action_checks.check_vote(entry, self.head, self.index, self._begun, self._signatures)
        if self.ballot is not None and self.ballot.about == entry.seat:
            play.clocks.object(entry.seat)

    def _change_pause(self, entry: PauseChanged) -> None:
        began, self._course.paused_at = self._course.paused_at, entry.t if entry.on else None
        self._action_checks.add_pause(self.head, self.index)
        if began is not None:
            self._wait_checks.stood_still(entry.t - began)
            if self.play is not None:
                self.play.clocks.pause_ended(began, entry.t)

    def _show(self, entry: Shown) -> None:
        play = self._playing(entry.round)
        play.uncover(entry.secrets)
        # Whether the rules forbade an action may have hung on hidden cards: now it can be judged.
        self._refusal_checks.cards_shown(play)
        self.passed["deck"] += len(play.used)
        self.passed["commitment"] += len(play.used)

    def _score(self, entry: Scored) -> None:
        play = self._playing(entry.round)
        state = play.present
        # Scores count the cards in hands: without the secrets they would be the host's word.
        if not play.open or state.phase != "over":
            raise Cheat("score", "the round was scored before it was over and its secrets were published")
        claimed = (entry.out, entry.round_scores, entry.scores, entry.winner, entry.finished)
        if claimed != (state.out, state.round_scores, state.scores, state.winner, state.finished):
            raise Cheat("score", f"the log says {list(entry.scores)}, the cards on the table give {list(state.scores)}")
        self.passed["score"] += 1

    def _end(self, entry: Ended) -> None:
        is_over = self.state is not None and self.state.finished
        if entry.why == "waited":
            self._end_waiting()
        else:
            self._course.check_end(entry, is_called_off=self.is_called_off, is_over=is_over)
        self.ended = entry.why
        self.passed["end"] += 1

    def _end_waiting(self) -> None:
        begun, waits = self._begun, self.play.clocks.waits if self.play is not None else {}
        # An empty ballot, since only the number of voters is asked of it, also where no round has begun.
        votes = Votes(len(self._signatures.keys), frozenset(begun.bots))
        idle, rest = begun.options["idle_seconds"], begun.options["break_seconds"]
        self.waited_end = self._wait_checks.check_end(votes, waits, self.clock, idle, rest)


def _named_host(data: bytes) -> bytes:
    """The host's key as the first entry names it, for a log without a pinned key. Raises Cheat."""
    entry = read_entry(data)
    if not isinstance(entry, Opened):
        raise Cheat("chain", "the log does not begin with its opening entry")
    return entry.host


__all__ = ["CHECKS", "Auditor", "Expect"]
