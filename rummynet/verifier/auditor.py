"""Checks the log of one game as it grows, entry by entry. A client runs it live, ``rummynet verify`` over a file.

It trusts nobody: what can be recomputed is recomputed, what must be signed is verified over the bytes received, and the
order of the log is a table. The first thing that is wrong raises Cheat, which names the check; after that the auditor
refuses everything.
"""

from collections import Counter

from rummynet.rules.options import Options
from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.verifier.acts import Acts
from rummynet.verifier.ceremony import Ceremony, Expect
from rummynet.verifier.checks import CHECKS, NEXT
from rummynet.verifier.epochs import Epoch
from rummynet.verifier.rounds import RoundPlay, Table
from rummynet.verifier.sessions import Session
from rummynet.verifier.signatures import Signatures
from rummynet_protocol import notation
from rummynet_protocol.errors import BadNotation, Cheat
from rummynet_protocol.events import Event
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import (
    Acted,
    Commits,
    Cosigns,
    Dealt,
    Ended,
    Entry,
    HostCommit,
    Inserted,
    NonceCommits,
    Nonces,
    Opened,
    OpeningRow,
    Reveals,
    Root,
    Scored,
    Seated,
    Shown,
    Shuffle,
    Voided,
    Voted,
    read_entry,
)
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Voting,
)
from rummynet_protocol.fairness.votes import Votes


class Auditor:
    """One log. Feed it every entry in order; ``learn`` what was shown to one seat alone.

    ``host`` pins the host's key, ``me`` is the key of the player who follows (None for spectators and strangers).
    """

    def __init__(self, *, host: bytes | None = None, me: bytes | None = None) -> None:
        self.host = host
        self.me = me
        self.index = 0
        """Entries accepted so far."""
        self.head = NO_HEAD
        self.last: Entry | None = None
        self.session: Session | None = None
        self.round = 0
        self.ceremony: Ceremony | None = None
        self.play: RoundPlay | None = None
        self.voided = 0
        """Shuffles put aside because somebody stayed silent, in the whole game."""
        self.events: tuple[Event, ...] = ()
        """What the last entry did in the game."""
        self.finished = False
        self.cheat: Cheat | None = None
        self._signatures = Signatures()
        self._previous = NO_HEAD
        self._acts = Acts()
        self._draw_due = False
        self._clock = 0

    # -- what the one who follows may ask

    @property
    def passed(self) -> Counter[str]:
        """How often each check has held, by name."""
        return self._signatures.passed

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
        return self.session.options if self.session else {}

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
    def scored(self) -> bool:
        """Whether the newest round is over to the last entry: no card of it is anybody's alone any more."""
        return self.play is not None and self.play.scored

    @property
    def me_seat(self) -> int | None:
        """The follower's seat."""
        keys = self._signatures.keys
        return keys.index(self.me) if self.me in keys else None

    @property
    def aim(self) -> bytes:
        """The head that an ordinary action names: that of the newest position."""
        return self._acts.aims[-1]

    @property
    def turn_began(self) -> bytes:
        """The head since which an ordinary action is well aimed; it changes with every act but answers to an offer."""
        return self._acts.aims[0]

    @property
    def votes(self) -> Votes:
        """Those of the round."""
        return self._acts.votes

    @property
    def ballot(self) -> Voting | None:
        """What the newest vote says."""
        return self._acts.ballot

    def signed_acts(self, seat: int) -> int:
        """How many actions the seat has signed in this round: the number that its next one carries."""
        return self._acts.signed[seat]

    @property
    def expects(self) -> Expect | None:
        """What the seats owe now; None when the log does not wait for all of them."""
        ceremony = self.ceremony
        match self.last:
            case Seated():
                return Expect(NonceCommitted, self.round + 1, (), self.head)
            case NonceCommits():
                return Expect(NonceShown, self.round + 1, (), self.head)
            case HostCommit(first=first) if ceremony:
                return Expect(Committed, self.round, ceremony.fresh(first), self.head)
            case Shuffle() if ceremony and ceremony.shuffling:
                return Expect(Revealed, self.round, (ceremony.shuffling,), self.head)
            case Root() if ceremony and ceremony.shuffling:
                return Expect(Cosigned, self.round, (ceremony.shuffling,), self.head)
        return None

    # -- feeding

    def feed(self, data: bytes, signature: bytes) -> Entry:
        """Accept the next entry (its bytes, and the host's signature over the head after it). Raises Cheat."""
        if self.cheat is not None:
            raise self.cheat
        try:
            return self._feed(data, signature)
        except Cheat as cheat:
            cheat.record = self.index if cheat.record is None else cheat.record
            self.cheat = cheat
            raise

    def _feed(self, data: bytes, signature: bytes) -> Entry:
        if self.host is None:
            self.host = _named_host(data)
        head = next_head(self.head, data)
        self._signatures.hold(self.host, "head", head, signature, "host-signature", "the host's signature here")
        entry = read_entry(data)
        self.passed["format"] += 1
        if type(entry) not in NEXT[type(self.last) if self.last is not None else None]:
            raise Cheat("chain", _out_of_place(entry, self.last))
        self.events = ()
        self._previous, self.head = self.head, head
        self._take(entry)
        self.passed["chain"] += 1
        if isinstance(entry, Dealt | Inserted | Acted | Shown):
            action = notation.parse(entry.do) if isinstance(entry, Acted) else None
            self._acts.moved(head, self.index, action, self._begun.variety)
        if not isinstance(entry, Voted):  # a vote changes nothing about what may follow
            self.last = entry
        self.index += 1
        return entry

    def learn(self, seat: int, number: int, epoch: int, opening: OpeningRow) -> int:
        """A card shown to *seat* alone (dealt or drawn in round *number*); its code. Raises Cheat."""
        try:
            card = self._playing(number).learn(seat, epoch, opening)
        except Cheat as cheat:
            cheat.record = self.index - 1
            self.cheat = cheat
            raise
        self.passed["opening"] += 1
        return card

    def _take(self, entry: Entry) -> None:
        match entry:
            case Opened():
                self._open(entry)
            case Seated():
                self._begun.seat(entry)
            case NonceCommits():
                self._begun.commit(entry)
            case Nonces():
                self._begun.show(entry)
            case Dealt():
                self._deal(entry)
            case Inserted():
                self.events = self._playing(entry.round).insert(entry.count)
            case Acted():
                self._act(entry)
            case Voted():
                self._vote(entry)
            case Shown():
                self._show(entry)
            case Scored():
                self._score(entry)
            case Ended():
                self._end(entry)
            case _:
                self._shuffle(entry)

    # -- the beginning

    def _open(self, entry: Opened) -> None:
        if entry.host != self.host:
            raise Cheat("host-signature", "the log names another host than the one who signs it")
        self.session = Session(entry, self._signatures)

    @property
    def _begun(self) -> Session:
        if self.session is None:
            raise Cheat("chain", "the log does not begin with its opening entry")
        return self.session

    # -- shuffles

    def _shuffle(self, entry: HostCommit | Commits | Shuffle | Reveals | Root | Cosigns | Voided) -> None:
        if isinstance(entry, HostCommit) and isinstance(self.last, Scored | Nonces):
            self._begin_round(entry.round)
        if self.ceremony is None or self.play is None or entry.round != self.round:
            raise Cheat("chain", f"an entry of round {entry.round} stands in round {self.round}")
        ceremony, play = self.ceremony, self.play
        match entry:
            case HostCommit():
                ceremony.commit_host(entry)
            case Commits():
                assert isinstance(self.last, HostCommit)
                ceremony.commit_seats(entry, self.last, self._previous)
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
                ceremony.void(entry)
                self.voided += 1

    def _begin_round(self, number: int) -> None:
        begun = self._begun
        if number != self.round + 1:
            raise Cheat("chain", f"round {number} cannot follow round {self.round}")
        table = Table(begun.variety, begun.options, begun.opened.host)
        self.play = RoundPlay(table, number, len(begun.players), begun.joining, self.state)
        self.ceremony = Ceremony(begun, self._signatures, number)
        self.round, begun.joining = number, ()
        self._acts.begin(number, len(begun.players))

    def _cosigned(self, epoch: Epoch, play: RoundPlay) -> None:
        if play.state is None:
            play.used.append(epoch)
        else:
            self.events = play.reshuffled(epoch)
            self._draw_due = True

    def _playing(self, number: int) -> RoundPlay:
        if self.play is None or number != self.round:
            raise Cheat("chain", f"round {number} is not being played")
        return self.play

    # -- the play

    def _deal(self, entry: Dealt) -> None:
        play = self._playing(entry.round)
        if play.state is not None:
            raise Cheat("chain", "the round was dealt twice")
        self._time(entry.t)
        self.events = play.deal(entry)
        self.passed["first-seat"] += 1
        self.passed["position"] += 1
        self.passed["opening"] += len(entry.up)

    def _act(self, entry: Acted) -> None:
        play = self._playing(self.round)
        self._time(entry.t)
        try:
            action = notation.parse(entry.do)
        except BadNotation as problem:
            raise Cheat("rules", f"an action cannot be read: {problem}") from None
        if entry.seat >= len(self.players):
            raise Cheat("rules", f"there is no seat {entry.seat}")
        self._acts.act(entry, action, self.index, self._begun, self._signatures)
        self.events = play.act(entry, action)
        self.passed["clock"] += entry.signed is None
        if self._draw_due and not entry.drawn:
            raise Cheat("rules", "the host shuffled the pile although nobody was drawing")
        self._draw_due = False
        self.passed["rules"] += 1
        self.passed["position"] += 1

    def _vote(self, entry: Voted) -> None:
        self._playing(self.round)
        self._time(entry.t)
        self._acts.vote(entry, self.head, self.index, self._begun, self._signatures)

    def _show(self, entry: Shown) -> None:
        play = self._playing(entry.round)
        play.uncover(entry.secrets)
        self.passed["deck"] += len(play.used)
        self.passed["commitment"] += len(play.used)

    def _score(self, entry: Scored) -> None:
        play = self._playing(entry.round)
        self._time(entry.t)
        state = play.present
        if not play.open or state.phase != "over":
            raise Cheat("score", "the round was scored before it was over and its secrets were published")
        claimed = (entry.out, entry.round_scores, entry.scores, entry.winner, entry.finished)
        if claimed != (state.out, state.round_scores, state.scores, state.winner, state.finished):
            raise Cheat("score", f"the log says {list(entry.scores)}, the cards on the table give {list(state.scores)}")
        play.scored = True
        self.passed["score"] += 1

    def _end(self, entry: Ended) -> None:
        self._time(entry.t)
        if self.state is None or not self.state.finished:
            raise Cheat("end", "the host closed the game before anybody had won it")
        self.finished = True
        self.passed["end"] += 1

    def _time(self, millis: int) -> None:
        if millis < self._clock:
            raise Cheat("chain", "the host's clock runs backwards in the log")
        self._clock = millis


def _out_of_place(entry: Entry, last: Entry | None) -> str:
    if isinstance(last, Voided):
        seats = " and ".join(f"seat {seat}" for seat in last.silent)
        return f"the host went on with a shuffle that was void, since {seats} stayed silent: {entry.kind} came next"
    return f"an entry of kind {entry.kind} cannot follow {last.kind if last is not None else 'nothing'}"


def _named_host(data: bytes) -> bytes:
    """Whose signatures a log bears if nobody is pinned: it says so itself, in its first entry. Raises Cheat."""
    entry = read_entry(data)
    if not isinstance(entry, Opened):
        raise Cheat("chain", "the log does not begin with its opening entry")
    return entry.host


__all__ = ["CHECKS", "Auditor", "Expect"]
