"""What a log says of its game so far: the one state that host, players and verifiers keep, entry by entry.

It trusts nobody: what can be recomputed is recomputed, the signatures of the seats are verified over the bytes that
came, and the order of entries is a table. The first failure raises Cheat, which names the check. Nothing here knows the
host's own signature, and what stands in no log.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.aimed_actions import ActionChecks, read_action
from rummynet.ledger.asked import AskedPart
from rummynet.ledger.checks import ASIDES, VOTES_BEGIN
from rummynet.ledger.course import Course
from rummynet.ledger.epoch import Epoch
from rummynet.ledger.play import GameSetup, RoundPlay
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.ledger.shuffles import Ceremony, Expect, VoidShuffle
from rummynet.ledger.signed_statements import NOTHING_KNOWN, Known, Signatures, Verify
from rummynet.ledger.waiting import NOTICE_MILLIS, STAND_IN_MILLIS, Stands, WaitedEnd, Without
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
    Wanted,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.statement_order import StatementLink, StatementOrder
from rummynet_protocol.fairness.statements import (
    Acting,
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
from rummynet_protocol.fairness.votes import FaultOfVote, Votes
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sealed.library import NoRistretto, ristretto
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace

POSITIONS: Final = (CardsDealt, Inserted, Acted, Shown)
_FAULTS_OF_VOTES: Final[dict[FaultOfVote, str]] = {
    "seat": "has voted about a seat that is not there, or for going on without itself",
    "late": "voted about a seat that has been there since",
    "again": "voted a second time about the same seat too soon",
}
_CHECK_OF_PART = {"escrow": "escrow", "complain": "escrow", "mix": "mix", "proof": "mix", "share": "share",
                  "open": "key-open", "key": "key-open"}  # fmt: skip
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
        self.counts_as: type[Entry] | None = None  # what the newest entry is to positions, see ``_counts_as``
        self._signatures = Signatures(verify)
        self.time = self._signatures.time  # by key: the bound that the player's clocks put on log time
        self.passed: Final[Counter[str]] = self._signatures.passed  # how often each check has held, by name
        self._previous = NO_HEAD
        self._action_checks = ActionChecks()
        self.votes = Votes()
        self.ballot: Voting | None = None  # the content of the newest vote
        self._standing = Stands()

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

    @property
    def turn_began(self) -> bytes:
        """The oldest head that an ordinary action may name; it changes with every action except answers to an offer."""
        return self._action_checks.aims[0]

    @property
    def aims(self) -> tuple[bytes, ...]:
        """All heads that an ordinary action may name, oldest first: several only while others answer an offer."""
        return tuple(self._action_checks.aims)

    def position_at(self, head: bytes) -> State:
        """The position at a head that an action of anybody may name, as far as it was known then."""
        return self._action_checks.states[head]

    def is_aim(self, seat: int, head: bytes, *, is_free: bool) -> bool:
        """Whether an action of this seat may name this head; *is_free*: it is one out of turn."""
        checks = self._action_checks
        return checks.is_since_own(seat, head) if is_free else head in checks.aims

    def fault_of_vote(self, voter: int, voting: Voting, t: int) -> FaultOfVote | None:
        """What keeps a vote from being taken here, at log time *t*; None if nothing does."""
        return self.votes.fault_of(voter, voting, self.index_of(voting.head), self._standing.index, t)

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats of programs that the host runs."""
        return self.session.bots if self.session else ()

    def waits_since(self, seat: int) -> int | None:
        """Since when (log time, milliseconds, pauses aside) the log waits for this seat; None if it does not.

        Who is waited for in a ceremony stands in no log: there it may be anybody.
        """
        found = self._waits(seat)
        return None if found is None else found[0]

    def _waits(self, seat: int) -> tuple[int, int] | None:
        """As ``waits_since``, and since which entry what the others want counts: in a turn all that stands does."""
        standing, rests = self._standing, self._rests_for
        if standing.is_in_play:
            since = self.play.clocks.waits.get(seat) if self.play is not None else None
            return None if since is None else (since + rests, 0)
        if standing.owed_since:
            due = self.sealed.waited_for(seat) if self.sealed is not None else None
            return None if due is None else (due.since + rests, self.index_of(due.head))
        # Before there is a session a game is called off (`no-session`), not ended by those who wait.
        if self.session is None or not self.session.id or self.finished or not self.takes_votes:
            return None
        return standing.since + rests, standing.index

    def _stood_in_for(self, seat: int) -> bool:
        return self.play is not None and seat in self.play.clocks.stood_in_for

    def outcome(self, seat: int) -> Without | None:
        """What would be done without this seat; None where the log does not wait for it, or nobody else has a vote."""
        found, votes = self._waits(seat), self.votes
        if found is None or not votes.others(seat):
            return None
        since, index = found
        idle, by = since + 1000 * self.options["idle_seconds"], votes.supporters(seat, index)
        if self._standing.is_in_play and (needed := votes.needed(seat)) is not None:
            return Without(seat, "play", since + STAND_IN_MILLIS if self._stood_in_for(seat) else idle, needed, by)
        keepers = self.sealed.keepers_of(seat) if self._standing.owed_since and self.sealed is not None else ()
        if keepers:
            return Without(seat, "open", idle, len(keepers), by)
        return self._end_without(seat, since, by)

    def _end_without(self, seat: int, since: int, by: frozenset[int]) -> Without:
        # A ceremony begins with the break between rounds, in which nobody is late yet.
        at = since + 1000 * (self.options["idle_seconds"] + self.options["break_seconds"])
        return Without(seat, "end", at, len(self.votes.opponents(seat)) + 1, by)

    def without(self, seat: int) -> Without | None:
        """What is done without this seat as the others want it now; None as long as they do not, or wait for nobody."""
        found, waits = self.outcome(seat) if self.votes.said.get(seat) else None, self._waits(seat)
        if found is None or waits is None:
            return None
        since, index = waits
        # Whoever is left at a table can end its game, if nobody says otherwise.
        for one in (found, self._end_without(seat, since, found.by)):
            enough = self.votes.enough_at(seat, one.need, index)
            if enough is not None:
                is_away = one.what == "play" and self._stood_in_for(seat)
                return replace(one, at=max(one.at, enough + (STAND_IN_MILLIS if is_away else NOTICE_MILLIS)))
        return None

    def is_wanted_gone(self, seat: int) -> bool:
        """Whether somebody wants to go on without this seat, or the host has played for it since it signed anything."""
        return bool(self.votes.supporters(seat)) or self._stood_in_for(seat)

    def ends_for(self, t: int) -> Without | None:
        """For want of whom the game is over at log time *t*."""
        found = (self.without(seat) for seat in range(len(self.players)))
        return next((one for one in found if one is not None and one.what == "end" and one.at <= t), None)

    def clocked_since(self, seat: int) -> int | None:
        """As ``LogClocks.clocked_since``; None while cards are shuffled or the table rests."""
        if not self._standing.is_in_play or self.play is None or self.is_paused:
            return None
        return self.play.clocks.clocked_since(seat)

    @property
    def stands_at(self) -> int:
        """The index of the entry that the log stands at: votes and pauses behind it move nothing."""
        return self._standing.index

    @property
    def stands_since(self) -> int | None:
        """Since when the log has stood at a ceremony that can be ended; None elsewhere."""
        is_elsewhere = self._standing.is_in_play or self._standing.owed_since
        return None if is_elsewhere else self.waits_since(0)

    def waited(self, t: int) -> int:
        """How long (milliseconds), pauses aside, the log has stood where it is at log time *t*."""
        return t - self._standing.since

    @property
    def has_protested(self) -> frozenset[int]:
        """The seats that have said, since the log stands where it does, that they are there."""
        return frozenset(seat for seat in self.votes.said if self.votes.has_objected(seat, self._standing.index))

    @property
    def stands_head(self) -> bytes:
        """The head after ``last``: a vote or a pause behind it moves none of what is owed to it."""
        return self._standing.head

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
        assert play is not None and play.before is not None and not play.is_dealt and isinstance(self.last, HostCommit)
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
        self.votes = Votes(len(players), frozenset(bots), index - 1)
        self._standing.entry_added(last, self.head, index - 1, last.t)

    # -- the next entry

    def push(self, entry: Entry, head: bytes, known: Mapping[tuple[bytes, bytes], Known] = NOTHING_KNOWN) -> None:
        """Take the next entry, and the head after it. Raises Cheat, Unknown.

        *known* are statements in it whose signatures were verified before. What a player signs alone (an action, a
        vote, a part of a sealed deck) has changed nothing where it is refused.
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
        if type(entry) in VOTES_BEGIN:
            self.votes = Votes(len(self.players), frozenset(self.bots), self.index)
        self._standing.entry_added(entry, head, self.index, self.clock)
        if self.is_sealed:
            self._standing.owed_since = self.owed_since
        if type(entry) not in ASIDES:
            # What could come before a vote or a pause can come behind it, so these move nothing.
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
            case Shuffle():
                ceremony.begin(entry, play.cards(), self.head)
            case Reveals():
                ceremony.reveal(entry)
            case Root():
                ceremony.fix(entry)
            case Cosigns():
                self._cosigned(ceremony.cosign(entry, self._previous), play)
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
        self._action_checks.begin_round(number, len(begun.players))

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
            case PartLogged():
                self._part(entry, ceremony.check_part(entry), play)
            case HostPart():
                found = self.without(entry.about)
                if found is None or found.what != "open" or entry.t < found.at:
                    raise Cheat(
                        "gone", f"the host opened its part of seat {entry.about}'s key before all had given it up"
                    )
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
            self._check_stands_in(entry, play)
        play.note_late(entry, self.head)
        self.passed["clock"] += 1

    def _insert(self, entry: Inserted) -> None:
        play = self._playing(entry.round)
        if not 0 < entry.count == play.table.variety.chance.insertions(play.present):
            said = f"the host put {entry.count} cards back into the stock, which the rules do not ask for"
            raise Cheat("rules", said)
        if not isinstance(play, SealedPlay):
            self.events = play.put_cards_back(entry.count)
            return
        ceremony, play = self._sealed_round()
        back = play.turned_up[-1 - entry.count : -1]
        play.hidden.put_back(back, self.head, entry.t)
        stock = play.hidden.cards.mixing
        assert stock is not None
        ceremony.begin_epoch(bytes(len(stock.decks[0])), self.head)
        self.events = play.put_back(ceremony.current)

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
        self._record_action(entry, is_own=entry.signed is not None)
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
        is_late = play.sealed is not None and entry.seat == play.late_seat
        if isinstance(play, SealedPlay):
            number, aimed = (acting.n, acting.head) if acting is not None else (0, b"")
            self.events = play.apply_signed(entry, action, number, aimed, self.head)
        else:
            self.events = play.apply_action(entry, action)
        self._record_action(entry, is_own=entry.signed is not None and not is_late)
        if entry.signed is None and entry.why not in (None, "want"):
            self.unsigned[entry.seat, entry.why] += 1
            self.passed["clock"] += 1
        self.passed["rules"] += 1
        self.passed["position"] += 1

    def _record_action(self, entry: Acted | Wanted, *, is_own: bool) -> None:
        """Record an action; *is_own*: its player signed it, and not only the program what a clock would do."""
        self._action_checks.record_action(entry.seat, self.index)
        if is_own:
            self.votes = self.votes.with_signature(entry.seat, self.index)

    def _check_why(self, entry: Acted | Wanted, play: RoundPlay, acting: Acting | None, proof: bytes) -> None:
        """Check why the host acts for a seat, and that a signed action stands with its own proof. Raises Cheat."""
        if entry.why == "gone" and (self.sealed is None or entry.seat not in self.sealed.cards.opened):
            raise Cheat("clock", f"the host did {entry.do!r} for seat {entry.seat}, whose key nobody opened")
        if entry.why == "vote":
            self._check_stands_in(entry, play)
        if (blob_hash(proof) if proof else None) != (acting.proof if acting is not None else None):
            raise Cheat("part", f"seat {entry.seat} signed another proof than the log holds")

    def _check_stands_in(self, entry: Acted | Wanted | TurnLate, play: RoundPlay) -> None:
        """Check that the others want the host to play for a seat, and that its time is up. Raises Cheat."""
        found, seat = self.without(entry.seat), entry.seat
        if found is None or found.what != "play":
            raise Cheat("clock", f"the host played for seat {seat}, which not more than half of the others want")
        if entry.t < found.at:
            early = f"{(found.at - entry.t) / 1000:g} seconds too early"
            raise Cheat("clock", f"the host played for seat {seat}, as the others want, {early}")
        self.objected[seat] += seat in play.clocks.objections
        play.clocks.stood_in_for.add(seat)

    def _vote(self, entry: Voted) -> None:
        voter = entry.seat
        if voter >= len(self.players):
            raise Cheat("action-signature", f"there is no seat {voter}")
        # With votes of its own programs a host could have somebody played for, or end a game, without any player.
        if voter in self.bots:
            raise Cheat("action-signature", f"seat {voter}, a bot of the host's, has signed a vote")
        whose = f"seat {voter}'s vote"
        voting = self._signatures.check_statement(Voting, voter, entry.signed, "action-signature", whose)
        if fault := self.fault_of_vote(voter, voting, entry.t):
            check = "action-signature" if fault == "seat" else "stale-action"
            raise Cheat(check, f"seat {voter} {_FAULTS_OF_VOTES[fault]}")
        self.votes = self.votes.with_vote(voter, voting.about, voting.yes, self.index, entry.t)
        self.ballot = voting
        self.passed["stale-action"] += 1
        if voting.about == voter and self.play is not None:
            self.play.clocks.object(voter)

    def _change_pause(self, entry: PauseChanged) -> None:
        began, self.paused_at = self.paused_at, entry.t if entry.on else None
        if began is not None:
            self._standing.stood_still(entry.t - began)
            self.votes = self.votes.behind_pause(began, entry.t)
            if self.play is not None:
                self.play.clocks.pause_ended(began, entry.t)

    def _show(self, entry: Shown) -> None:
        play = self._playing(entry.round)
        play.uncover(entry.secrets)
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
            found = self.ends_for(entry.t)
            if found is None:
                raise Cheat("end", "the game was ended without the others wanting it, or before its time")
            self.waited_end = WaitedEnd(found.seat, tuple(sorted(found.by)), found.seat in self.has_protested)
        else:
            self._check_end(entry, is_called_off=self.is_called_off, is_over=is_over)
        self.ended = entry.why
        self.passed["end"] += 1


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
    PauseChanged: Ledger._change_pause,
    Shown: Ledger._show,
    Scored: Ledger._score,
    Ended: Ledger._end,
    **dict.fromkeys((Keys, PartLogged, HostPart, TurnUp, TurnLate), Ledger._sealed_entry),
    **dict.fromkeys((HostCommit, Commits, Shuffle, Reveals, Root, Cosigns, Voided), Ledger._shuffle),
}
"""What takes an entry of each kind."""
