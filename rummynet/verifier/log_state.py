"""What a log says of its game so far: the state that an auditor builds, for clients and reports to read."""

from collections import Counter
from typing import Final

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.action_checks import ActionChecks
from rummynet.verifier.checks import NEXT, NEXT_SEALED
from rummynet.verifier.course import Course
from rummynet.verifier.false_refusals import RefusalChecks
from rummynet.verifier.round_replay import RoundPlay
from rummynet.verifier.session_replay import SessionReplay
from rummynet.verifier.shuffle_checks import Ceremony, Expect, VoidShuffle
from rummynet.verifier.signatures import Signatures, Verify
from rummynet.verifier.waiting import WaitChecks, WaitedEnd
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.events import Event
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import (
    Entry,
    HostCommit,
    NonceCommits,
    Opened,
    Root,
    Seated,
    Shuffle,
    Voided,
    WaitClosed,
)
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import (
    Closing,
    Committed,
    Cosigned,
    KeyShown,
    NonceCommitted,
    NonceShown,
    Revealed,
    Voting,
)
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.votes import Closes, Votes


class LogState:
    """The state of one log. Nothing here changes it; ``Auditor`` does, by the entries that it accepts.

    ``host`` pins the host's key, ``me`` is the key of the player who follows (None for spectators and strangers).
    *verify* verifies signatures; whoever passes another one answers for each that it lets pass.
    """

    def __init__(self, *, host: bytes | None = None, me: bytes | None = None, verify: Verify = signing.verify) -> None:
        self.host = host
        self.me = me
        self.index = 0  # entries accepted so far
        self.head = NO_HEAD
        self.session: SessionReplay | None = None
        self.voids: list[VoidShuffle] = []  # shuffles voided because a seat stayed silent, in the whole game
        self.forgiven_voids = 0  # how many of them stand before the newest deal
        self.last_word_at: bytes | None = None  # the head at which the owner of the file has signed a last word
        self.unsigned: Counter[tuple[int, str]] = Counter()
        """By seat and cause: how often the host acted for a seat without its signature."""
        self.objected: Counter[int] = Counter()
        """By seat: how often of these by vote although the seat was there and had objected."""
        self.waited_end: WaitedEnd | None = None  # for want of whom the game was ended, and by whom
        self.events: tuple[Event, ...] = ()  # the events of the last entry in the game
        self.ended: str | None = None  # why the log is complete; None while it is not
        self.cheat: Cheat | None = None
        self.unknown: Unknown | None = None
        """What this program does not know of the log; of what follows only form and host's signature are checked."""
        self._signatures = Signatures(verify)
        self.passed: Final[Counter[str]] = self._signatures.passed  # how often each check has held, by name
        self._previous = NO_HEAD
        self._action_checks = ActionChecks()
        self._wait_checks = WaitChecks()
        self._refusal_checks = RefusalChecks(self._signatures)
        self._course = Course()

    @property
    def last(self) -> Entry | None:
        """The newest entry except votes, closes and pauses."""
        return self._course.last

    @property
    def is_paused(self) -> bool:
        """Whether the table rests: nobody acts, and no clock runs."""
        return self._course.paused_at is not None

    @property
    def round(self) -> int:
        """The newest round, from 1; 0 before the first."""
        return self._course.round

    @property
    def clock(self) -> int:
        """Log time of the newest entry, milliseconds."""
        return self._course.clock

    @property
    def ceremony(self) -> Ceremony | None:
        """The shuffles of the newest round."""
        return self._course.ceremony

    @property
    def play(self) -> RoundPlay | None:
        """The play of the newest round."""
        return self._course.play

    @property
    def finished(self) -> bool:
        """Whether the log is complete."""
        return self.ended is not None

    @property
    def has_last_word(self) -> bool:
        """Whether the owner of the file has signed a last word behind the newest entry."""
        return self.last_word_at == self.head

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

    @property
    def time(self) -> dict[bytes, TimeBound]:
        """By key: the bound that the player's clocks put on log time."""
        return self._signatures.time

    def time_of(self, head: bytes) -> int | None:
        """Log time of the entry after which this was the head; None if there is none."""
        return self._signatures.time_of(head)

    @property
    def refusals(self) -> Counter[str]:
        """By code: how many statements of the file's owner the host has refused."""
        return self._refusal_checks.codes

    @property
    def missing(self) -> dict[int, int]:
        """By seat: how many statements of its player the file does not show, where some are missing."""
        missing = {seat: self._signatures.missing(key) for seat, key in enumerate(self._signatures.keys)}
        return {seat: count for seat, count in missing.items() if count}

    def knows_head(self, head: bytes) -> bool:
        """Whether this is a head of the log, or that before its first entry."""
        return self._refusal_checks.knows(head)

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
        return self._action_checks.ballot_aim(self.head, self.me_seat, about)

    @property
    def turn_began(self) -> bytes:
        """The oldest head that an ordinary action may name; it changes with every action except answers to an offer."""
        return self._action_checks.aims[0]

    @property
    def aims(self) -> tuple[bytes, ...]:
        """All heads that an ordinary action may name, oldest first: several only while others answer an offer."""
        return tuple(self._action_checks.aims)

    @property
    def votes(self) -> Votes:
        """The votes of the round."""
        return self._action_checks.votes

    @property
    def ballot(self) -> Voting | None:
        """The content of the newest vote."""
        return self._action_checks.ballot

    @property
    def closes(self) -> Closes:
        """Who wants the game to end, and for want of whom."""
        return self._wait_checks.closes

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
        follows = NEXT_SEALED if self._course.is_sealed else NEXT
        return checks.since + self._rests_for if WaitClosed in follows[type(last)] and not self.finished else None

    @property
    def stands_head(self) -> bytes:
        """The head after ``last``: a vote, a close or a pause behind it moves none of what is owed to it."""
        return self._wait_checks.stands_head

    @property
    def _rests_for(self) -> int:
        """For how long, up to the newest entry, the pause lasts that the log is in: that is no time of a wait."""
        began = self._course.paused_at
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
                return Expect(NonceCommitted, self._course.coming_round, (), self.stands_head)
            case NonceCommits():
                return Expect(NonceShown, self._course.coming_round, (), self.stands_head)
            case HostCommit(first=first) if ceremony:
                return Expect(Committed, self.round, ceremony.fresh(first), self.stands_head)
            case Shuffle() if ceremony and ceremony.shuffling and self._course.is_sealed:
                is_first = self.play is not None and not self.play.used
                return Expect(KeyShown, self.round, (ceremony.shuffling,), self.stands_head) if is_first else None
            case Shuffle() if ceremony and ceremony.shuffling:
                return Expect(Revealed, self.round, (ceremony.shuffling,), self.stands_head)
            case Root() if ceremony and ceremony.shuffling:
                return Expect(Cosigned, self.round, (ceremony.shuffling,), self.stands_head)
        return None
