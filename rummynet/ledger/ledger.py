"""What a log says of its game so far: the one state that host, players and verifiers keep, entry by entry.

It trusts nobody: what can be recomputed is recomputed, the signatures of the seats are verified over the bytes that
came, and the order of entries is a table. The first failure raises Cheat, which names the check. Nothing here knows the
host's own signature, and what stands in no log.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.aimed_actions import ActionChecks, FaultOfVote, read_action
from rummynet.ledger.asked import AskedPart
from rummynet.ledger.checks import ASIDES, NEXT, NEXT_SEALED
from rummynet.ledger.course import Course
from rummynet.ledger.epoch import Epoch
from rummynet.ledger.play import GameSetup, RoundPlay
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.ledger.shuffles import Ceremony, Expect, VoidShuffle
from rummynet.ledger.signed_statements import NOTHING_KNOWN, Known, Signatures, Verify
from rummynet.ledger.waiting import WaitChecks, WaitedEnd
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import has_escrow, is_sealed, key_holders
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.events import Event
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.chain import NO_HEAD
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
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.statement_order import StatementLink, StatementOrder
from rummynet_protocol.fairness.statements import (
    Acting,
    Closing,
    Committed,
    Cosigned,
    KeyShown,
    NonceCommitted,
    NonceShown,
    PartGiven,
    Revealed,
    Voting,
)
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.votes import Closes, Votes
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sealed.library import NoRistretto, ristretto
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace

POSITIONS: Final = (CardsDealt, Inserted, Acted, Shown)
_CHECK_OF_PART = {"escrow": "escrow", "complain": "escrow", "mix": "mix", "proof": "mix", "share": "share",
                  "open": "key-open", "gone": "gone", "key": "key-open"}  # fmt: skip
"""Which check holds where a part of this name is taken."""


class Ledger(Course):
    """The state of one log, as its entries have made it. Only ``push`` and ``learn`` change it.

    ``host`` pins the host's key, ``me`` is the key of the player who follows (None for spectators and strangers).
    *verify* verifies signatures; whoever passes another one answers for each that it lets pass.
    """

    def __init__(self, *, host: bytes | None = None, me: bytes | None = None, verify: Verify = signing.verify) -> None:
        super().__init__()
        self.host = host
        self.me = me
        self.index = 0  # entries accepted so far
        self.head = NO_HEAD
        self.session: SessionReplay | None = None
        self.voids: list[VoidShuffle] = []  # shuffles voided because a seat stayed silent, in the whole game
        self.forgiven_voids = 0  # how many of them stand before the newest deal
        self.unsigned: Counter[tuple[int, str]] = Counter()
        """By seat and cause: how often the host acted for a seat without its signature."""
        self.objected: Counter[int] = Counter()
        """By seat: how often of these by vote although the seat was there and had objected."""
        self.waited_end: WaitedEnd | None = None  # for want of whom the game was ended, and by whom
        self.events: tuple[Event, ...] = ()  # the events of the last entry in the game
        self.ended: str | None = None  # why the log is complete; None while it is not
        self.dealt: State | None = None
        """With all cards, the position at which a host publishes its own secrets: it need not compute what it dealt."""
        self.counts_as: type[Entry] | None = None  # what the newest entry is to positions, see ``_counts_as``
        self._signatures = Signatures(verify)
        self.time = self._signatures.time  # by key: the bound that the player's clocks put on log time
        self.passed: Final[Counter[str]] = self._signatures.passed  # how often each check has held, by name
        self._previous = NO_HEAD
        self._action_checks = ActionChecks()
        self.votes = self._action_checks.votes  # the votes of the round
        self.ballot: Voting | None = None  # the content of the newest vote
        self._wait_checks = WaitChecks()

    @property
    def is_paused(self) -> bool:
        """Whether the table rests: nobody acts, and no clock runs."""
        return self.paused_at is not None

    @property
    def finished(self) -> bool:
        """Whether the log is complete."""
        return self.ended is not None

    @property
    def voided(self) -> int:
        """The number of voided shuffles."""
        return len(self.voids)

    @property
    def is_called_off(self) -> bool:
        """Whether the newest entry that counts is a void after which the game is over."""
        return isinstance(self.last, Voided) and self.voided - self.forgiven_voids >= self.options["voids"]

    @property
    def log(self) -> bytes:
        """The id of the log; empty before its first entry."""
        return self._signatures.order.log

    @property
    def order(self) -> StatementOrder:
        """The newest statement of each key in the log."""
        return self._signatures.order

    def index_of(self, head: bytes) -> int:
        """The index of the entry after which this was the head; -1 if there is none."""
        return self._signatures.heads.get(head, (-1, 0))[0]

    def time_of(self, head: bytes) -> int | None:
        """Log time of the entry after which this was the head; None if there is none."""
        found = self._signatures.heads.get(head)
        return None if found is None else found[1]

    def knows_head(self, head: bytes) -> bool:
        """Whether this is a head of the log, or that before its first entry."""
        return head == NO_HEAD or self._signatures.time_of(head) is not None

    @property
    def opened(self) -> Opened | None:
        """The opening entry."""
        return self.session.opened if self.session else None

    @property
    def variety(self) -> Variety | None:
        """The game."""
        return self.session.variety if self.session else None

    @property
    def options(self) -> Options:
        """Every option of the game."""
        return self.session.options if self.session else Options()

    @property
    def players(self) -> tuple[tuple[bytes, str], ...]:
        """(key, name) by seat."""
        return self.session.players if self.session else ()

    @property
    def words(self) -> tuple[str, ...]:
        """The table's six words; empty until all nonces are shown."""
        return self.session.words if self.session else ()

    @property
    def state(self) -> State | None:
        """The position as far as the follower may know it; None before the first deal."""
        return self.play.state if self.play is not None else None

    @property
    def is_shown(self) -> bool:
        """Whether all cards of the newest round are open: none of them is private any longer."""
        return self.play is not None and self.play.open

    @property
    def me_seat(self) -> int | None:
        """The follower's seat."""
        keys = self._signatures.keys
        return keys.index(self.me) if self.me in keys else None

    @property
    def aim(self) -> bytes:
        """The head that an ordinary action names: that of the newest position."""
        return self._action_checks.aims[-1]

    def ballot_aim(self, about: int) -> bytes:
        """The head that the follower's vote about this seat names."""
        return self._action_checks.ballot_aim(self.me_seat, about)

    @property
    def turn_began(self) -> bytes:
        """The oldest head that an ordinary action may name; it changes with every action except answers to an offer."""
        return self._action_checks.aims[0]

    @property
    def aims(self) -> tuple[bytes, ...]:
        """All heads that an ordinary action may name, oldest first: several only while others answer an offer."""
        return tuple(self._action_checks.aims)

    @property
    def possible_aims(self) -> Collection[bytes]:
        """All heads that an action of anybody may name, oldest first."""
        return self._action_checks.states.keys()

    def is_aim(self, seat: int, head: bytes, *, is_free: bool) -> bool:
        """Whether an action of this seat may name this head; *is_free*: it is one out of turn."""
        checks = self._action_checks
        return checks.is_since_own(seat, head) if is_free else head in checks.aims

    def fault_of_vote(self, voter: int, voting: Voting) -> FaultOfVote | None:
        """What keeps a vote from being taken here; None if nothing does."""
        return self._action_checks.fault_of_vote(voter, voting, self._begun.id, len(self.players))

    @property
    def closes(self) -> Closes:
        """Who wants the game to end, and for want of whom."""
        return self._wait_checks.closes

    def ends_wait(self, about: int) -> bool:
        """Whether enough of the others want to end the game for want of this seat."""
        # An empty ballot, since only the number of voters is asked of it, also where no round has begun.
        votes = Votes(len(self._signatures.keys), frozenset(self.bots))
        return self.closes.carry(about, votes.others(about))

    @property
    def closing(self) -> Closing | None:
        """The content of the newest close."""
        return self._wait_checks.closing

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats of programs that the host runs."""
        return self.session.bots if self.session else ()

    def waits_since(self, seat: int) -> int | None:
        """Since when (log time, milliseconds) all have waited for this seat's turn; None if they do not."""
        if not self._wait_checks.is_in_play or self.play is None:
            return None
        since = self.play.clocks.waits.get(seat)
        return None if since is None else since + self._rests_for

    def clocked_since(self, seat: int) -> int | None:
        """As ``LogClocks.clocked_since``; None while cards are shuffled or the table rests."""
        if not self._wait_checks.is_in_play or self.play is None or self.is_paused:
            return None
        return self.play.clocks.clocked_since(seat)

    @property
    def stands_since(self) -> int | None:
        """Since when the log has stood at a ceremony that can be ended; None elsewhere."""
        checks, last = self._wait_checks, self.last
        # Before there is a session a game is called off (`no-session`), not ended by those who wait.
        if last is None or self.session is None or not self.session.id or checks.is_in_play:
            return None
        follows = NEXT_SEALED if self.is_sealed else NEXT
        return checks.since + self._rests_for if WaitClosed in follows[type(last)] and not self.finished else None

    def waited(self, t: int) -> int:
        """How long (milliseconds), pauses aside, the log has stood where it is at log time *t*."""
        return t - self._wait_checks.since

    def is_about_now(self, head: bytes) -> bool:
        """Whether nothing but votes, closes and pauses has come since this head: a close may name it."""
        return head in self._wait_checks.aims

    @property
    def stands_head(self) -> bytes:
        """The head after ``last``: a vote, a close or a pause behind it moves none of what is owed to it."""
        return self._wait_checks.stands_head

    @property
    def _rests_for(self) -> int:
        """For how long, up to the newest entry, the pause lasts that the log is in: that is no time of a wait."""
        began = self.paused_at
        return 0 if began is None else self.clock - began

    @property
    def open_voids(self) -> tuple[VoidShuffle, ...]:
        """The voids since the last commitments of all, about which each seat's next commitment says something."""
        return tuple(self.ceremony.open_voids) if self.ceremony is not None else ()

    @property
    def expects(self) -> Expect | None:
        """What every seat owes now; None when the log does not wait for all of them."""
        ceremony = self.ceremony
        match self.last:
            case Seated():
                return Expect(NonceCommitted, self.coming_round, (), self.stands_head)
            case NonceCommits():
                return Expect(NonceShown, self.coming_round, (), self.stands_head)
            case HostCommit(first=first) if ceremony:
                return Expect(Committed, self.round, ceremony.fresh(first), self.stands_head)
            case Shuffle() if ceremony and ceremony.shuffling and self.is_sealed:
                is_first = self.play is not None and not self.play.used
                return Expect(KeyShown, self.round, (ceremony.shuffling,), self.stands_head) if is_first else None
            case Shuffle() if ceremony and ceremony.shuffling:
                return Expect(Revealed, self.round, (ceremony.shuffling,), self.stands_head)
            case Root() if ceremony and ceremony.shuffling:
                return Expect(Cosigned, self.round, (ceremony.shuffling,), self.stands_head)
        return None

    def forget_heads(self) -> None:
        """Know no head but the newest: a statement aimed at an older one comes too late from here on."""
        self._signatures.heads = {self.head: self._signatures.heads[self.head]}

    @property
    def asked(self) -> AskedPart | None:
        """What the log asks of every seat now, in full; None where it does not wait for all of them."""
        expects, begun, sealed = self.expects, self.session, self.sealed
        if begun is None or (expects is None and (sealed is None or sealed.root is None)):
            return None
        same = self.log, self._signatures.keys, begun.id
        if expects is not None:
            holders = self.ceremony.holders if isinstance(self.ceremony, SealedCeremony) else None
            return AskedPart(
                expects.owed, expects.head, *same, expects.round, expects.epochs, begun.nonce_commits,
                len(self.open_voids), holders,
            )  # fmt: skip
        assert sealed is not None and sealed.root is not None and self.ceremony is not None
        root, head = sealed.root
        epochs = (self.ceremony.shuffling,) if self.ceremony.shuffling is not None else ()
        lost = frozenset(sealed.cards.opened)
        return AskedPart(Cosigned, head, *same, self.round, epochs, (), 0, root=root, lost=lost)

    # -- written down

    def pack(self) -> list[Any]:
        """What matters of a ledger that stands at the first ``host-commit`` of a round, which nobody joins."""
        begun, play, signatures = self._begun, self.play, self._signatures
        if play is None or play.before is None or play.is_dealt or not isinstance(self.last, HostCommit):
            raise ValueError("a ledger is written down at the beginning of a round alone")
        # As the rules write a position: that has its own reader, while objects of the rules may change.
        before = json.dumps(begun.variety.positions.write(play.before), separators=(",", ":"))
        order = [[key, link.n, link.hash] for key, link in self.order.newest.items()]
        bounds = [[key, *bound.pack()] for key, bound in self.time.items()]
        heads = [[head, *found] for head, found in signatures.heads.items()]
        players = [list(player) for player in begun.players]
        session = [begun.id, players, list(begun.bots)]
        return [pack_entry(begun.opened), pack_entry(self.last), self.index, session, before, order, bounds, heads]

    def restore(self, packed: list[Any], end: State | None = None) -> None:
        """Hold what ``pack`` gave; *end* is the position in it where that is at hand.

        Raises ValueError, TypeError, KeyError, Cheat, Unknown for what is no such list.
        """
        opened, commit, index, (session, players, bots), before, order, bounds, heads = packed
        opening, last = read_entry(opened), read_entry(commit)
        if not isinstance(opening, Opened) or not isinstance(last, HostCommit):
            raise TypeError("the entries of a packed ledger are of other kinds")
        Ledger.__init__(self, host=opening.host, verify=self._signatures.verify)
        self._open(opening)
        begun, signatures = self._begun, self._signatures
        begun.restore(session, tuple((key, name) for key, name in players), tuple(bots))
        signatures.order.newest.update({key: StatementLink(n, hash) for key, n, hash in order})
        self.time.update({key: TimeBound.unpack(*bound) for key, *bound in bounds})
        signatures.heads.update({head: (place, t) for head, place, t in heads})
        if end is None:
            end = replace(begun.variety.positions.read(json.loads(before)), options=begun.options)
        self._begin_round(last.round, end)
        ceremony = self.ceremony
        assert ceremony is not None
        ceremony.commit_host(last)
        self.last, self.clock, self.index, self.head = last, last.t, index, heads[-1][0]
        self._wait_checks.entry_added(last, self.head, last.t)

    # -- the next entry

    def push(self, entry: Entry, head: bytes, known: Mapping[tuple[bytes, bytes], Known] = NOTHING_KNOWN) -> None:
        """Take the next entry, and the head after it. Raises Cheat, Unknown.

        *known* are statements in it whose signatures were verified before. What a player signs alone (an action, a
        vote, a close, a part of a sealed deck) has changed nothing where it is refused.
        """
        before = self._previous, self.head, self.clock
        signatures = self._signatures
        signatures.known = known
        try:
            self._check_place(entry)
            self.passed["chain"] += 1
            self.events = ()
            self._signatures.now, self._signatures.index = self.clock, self.index
            if self.play is not None:
                self.play.clocks.now = self.clock
            self._previous, self.head = self.head, head
            play = self.play
            was_known, was_open = play is not None and play.state is not None, play is not None and play.open
            # Before the content: behind the last void any other entry is a fault of `void`, whatever it holds.
            if (
                type(self.last) is Voided
                and self.is_called_off
                and not (isinstance(entry, Ended) and entry.why == "voids")
            ):
                raise Cheat("void", "the game went on after as many shuffles were voided as the table allows")
            _CHECKS[type(entry)](self, entry)
        except Cheat:
            self._previous, self.head, self.clock = before
            signatures.drop_statements()
            raise
        except Unknown:
            signatures.drop_statements()
            self.index += 1
            raise
        play, kind = self.play, type(entry)
        if isinstance(play, SealedPlay):
            play.entry_added(head, self.clock)
            kind = _counts_as(play, entry, self.last, was_known=was_known, was_open=was_open)
        self.counts_as = kind
        self._signatures.record_statements()
        # Behind the content: no statement in this entry can have seen the head after it.
        self._signatures.heads[head] = self.index, self.clock
        if play is not None:
            if kind in POSITIONS and play.state is not None:
                keeps = kind is Acted and play.clocks.keeps_aim
                self._action_checks.add_position(head, self.index, play.state, keeps_aim=keeps)
            if self.ballot is not None:
                play.clocks.note_votes(self.votes)
        self._wait_checks.entry_added(entry, head, self.clock)
        if self.is_sealed:
            self._wait_checks.owed_since = self.owed_since
        if type(entry) not in ASIDES:
            # What could come before a vote, a close or a pause can come behind it, so these move nothing.
            self.last = entry
        self.index += 1

    @property
    def shows_cheat(self) -> bool:
        """Whether all keys of a sealed deck are open, and do not fit the round that was played with them."""
        return self.sealed is not None and self.sealed.is_open and not self.is_shown

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

    def is_given(self, epoch: int, position: int) -> bool:
        """Whether the log gives this position of an epoch of the round to a seat, by its number."""
        used = self.play.used if self.play is not None else ()
        return any(one.number == epoch and position in one.taken_by for one in used)

    # -- opening

    def _seat(self, entry: Seated) -> None:
        self._begun.seat_players(entry)

    def _nonce_commits(self, entry: NonceCommits) -> None:
        self._begun.check_commitments(entry, self.stands_head)

    def _nonces(self, entry: Nonces) -> None:
        self._begun.check_nonces(entry, self.stands_head)

    def _close(self, entry: WaitClosed) -> None:
        self._wait_checks.check_close(entry, self._begun, self._signatures)

    def _open(self, entry: Opened) -> None:
        if entry.host != self.host:
            raise Cheat("host-signature", "the log names another host than the one who signs it")
        self.session = SessionReplay(entry, self._signatures)
        self.is_sealed = is_sealed(self.session.options)
        if self.is_sealed:
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
            self._begin_round(entry.round, self.state)
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

    def _begin_round(self, number: int, end: State | None) -> None:
        """Begin a round, after this *end* of the one before; or begin it again."""
        begun = self._begun
        table = GameSetup(begun.variety, begun.options, begun.opened.host)
        if self.is_undealt and self.play is not None:  # begun again without some of the joining players
            before = self.play.before
        else:
            # A new ceremony only here: a round that is begun again counts its epochs on, so none is committed to twice.
            kind = SealedCeremony if self.is_sealed else Ceremony
            before, self.ceremony = end, kind(begun, self._signatures, number)
        played = SealedPlay if self.is_sealed else RoundPlay
        self.play = played(table, number, len(begun.players), begun.joining, before)
        if isinstance(self.ceremony, SealedCeremony):
            self.ceremony.holders = key_holders(begun.variety, before, len(begun.players), begun.joining)
        self.round, begun.joining = number, ()
        self.votes = self._action_checks.begin_round(number, len(begun.players), begun.bots)

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

    # -- a sealed deck

    @property
    def sealed(self) -> SealedRound | None:
        """The hidden cards of the newest round; None without a sealed deck, and before its keys."""
        return self.play.sealed if self.play is not None else None

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
        self.forgiven_voids = len(self.voids)
        self.passed["first-seat"] += 1
        self.passed["position"] += 1
        self.passed["opening"] += len(entry.up)

    def _want(self, entry: Wanted) -> None:
        session, play, action = self.session, self.play, read_action(entry, len(self._signatures.keys))
        assert session is not None and play is not None and play.state is not None  # ensured by the order of entries
        self._action_checks.check_action(entry, action, play.state, session, self._signatures)
        acting = self._action_checks.acting if entry.signed is not None else None
        self._check_why(entry, play, acting, b"")
        play.want_draw(entry, action)
        self._action_checks.record_action(entry, self.index)
        if entry.signed is None:
            self.unsigned[entry.seat, entry.why or ""] += 1
            self.passed["clock"] += 1

    def _act(self, entry: Acted) -> None:
        session, play, action = self.session, self.play, read_action(entry, len(self._signatures.keys))
        assert session is not None and play is not None and play.state is not None  # ensured by the order of entries
        # Signature, aim, time and votes of a draw that was wanted were checked at its `want`; since then there was only
        # its shuffle.
        if entry.why != "want":
            self._action_checks.check_action(entry, action, play.state, session, self._signatures)
        acting = self._action_checks.acting if entry.signed is not None and entry.why is None else None
        self._check_why(entry, play, acting, entry.proof)
        if isinstance(play, SealedPlay):
            number, aimed = (acting.n, acting.head) if acting is not None else (0, b"")
            self.events = play.apply_signed(entry, action, number, aimed, self.head)
        else:
            self.events = play.apply_action(entry, action)
        self._action_checks.record_action(entry, self.index)
        if entry.signed is None and entry.why not in (None, "want"):
            self.unsigned[entry.seat, entry.why] += 1
            self.passed["clock"] += 1
        self.passed["rules"] += 1
        self.passed["position"] += 1

    def _check_why(self, entry: Acted | Wanted, play: RoundPlay, acting: Acting | None, proof: bytes) -> None:
        """Check why the host acts for a seat, and that a signed action stands with its own proof. Raises Cheat."""
        if entry.why == "gone" and (self.sealed is None or entry.seat not in self.sealed.cards.opened):
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat}, whose key nobody opened")
        if entry.why == "vote":
            play.clocks.check_votes(entry.seat, entry.t, self.options["idle_seconds"])
            self.objected[entry.seat] += entry.seat in play.clocks.objections
        if (blob_hash(proof) if proof else None) != (acting.proof if acting is not None else None):
            raise Cheat("part", f"seat {entry.seat} signed another proof than the log holds")

    def _vote(self, entry: Voted) -> None:
        play = self._playing(self.round)
        self.ballot = self._action_checks.check_vote(entry, self.head, self.index, self._begun, self._signatures)
        if self.ballot.about == entry.seat:
            play.clocks.object(entry.seat)

    def _change_pause(self, entry: PauseChanged) -> None:
        began, self.paused_at = self.paused_at, entry.t if entry.on else None
        self._action_checks.add_pause(self.head, self.index)
        if began is not None:
            self._wait_checks.stood_still(entry.t - began)
            if self.play is not None:
                self.play.clocks.pause_ended(began, entry.t)

    def _show(self, entry: Shown) -> None:
        play = self._playing(entry.round)
        play.uncover(entry.secrets, self.dealt)
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
            self._check_end(entry, is_called_off=self.is_called_off, is_over=is_over)
        self.ended = entry.why
        self.passed["end"] += 1

    def _end_waiting(self) -> None:
        waits = self.play.clocks.waits if self.play is not None else {}
        idle, rest = self.options["idle_seconds"], self.options["break_seconds"]
        about = self.closes.newest
        if about is None or not self.ends_wait(about):
            raise Cheat("end", "the game was ended without most of the others wanting it")
        self.waited_end = self._wait_checks.check_end(about, waits, self.clock, idle, rest)


def _counts_as(play: SealedPlay, entry: Entry, last: Entry | None, *, was_known: bool, was_open: bool) -> type[Entry]:
    """What the entry is to positions: with a sealed deck shares complete a deal, and keys show the cards."""
    if not was_known and play.state is not None:
        return CardsDealt
    if not was_open and play.open:
        return Shown
    if isinstance(entry, CardsDealt) or (isinstance(entry, Cosigns) and was_known and isinstance(last, Inserted)):
        return PartLogged
    return type(entry)


_CHECKS: Final[dict[type[Entry], Callable[[Ledger, Any], None]]] = {
    Opened: Ledger._open,
    Seated: Ledger._seat,
    NonceCommits: Ledger._nonce_commits,
    Nonces: Ledger._nonces,
    CardsDealt: Ledger._deal,
    Inserted: Ledger._insert,
    Wanted: Ledger._want,
    Acted: Ledger._act,
    Voted: Ledger._vote,
    WaitClosed: Ledger._close,
    PauseChanged: Ledger._change_pause,
    Shown: Ledger._show,
    Scored: Ledger._score,
    Ended: Ledger._end,
    **dict.fromkeys((Keys, PartLogged, HostPart, TurnUp, TurnLate), Ledger._sealed_entry),
    **dict.fromkeys((HostCommit, Commits, Shuffle, Reveals, Root, Cosigns, Voided), Ledger._shuffle),
}
"""What takes an entry of each kind."""
