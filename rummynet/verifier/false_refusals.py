"""Whether what the host claimed with a signed refusal follows from the log. Source: FAIRNESS.md, "Refusals".

A refusal names the head of the log at which it was given. Most claims are judged by the entries up to there, at once;
whether the rules allowed an action is judged by the cards of its signer, or at the ``show`` of the round by all cards.
What depends on more than the log (who was connected) is counted and not judged. A file's owner may leave refusals out,
so none is false because another one is missing.
"""

from collections import Counter
from itertools import takewhile
from typing import Final

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.asked import AskedPart
from rummynet.ledger.checks import ASIDES, VOTES_BEGIN, WAIT_GOES_ON
from rummynet.ledger.ledger import POSITIONS, Ledger
from rummynet.ledger.play import RoundPlay
from rummynet.ledger.signed_statements import Signatures
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import is_sealed
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import BadNotation, Cheat, Refusal
from rummynet_protocol.events import Event
from rummynet_protocol.fairness.commitment import NO_EVIDENCE
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Cosigns,
    Ended,
    Entry,
    Inserted,
    Scored,
    TurnLate,
    Voted,
    Wanted,
)
from rummynet_protocol.fairness.statement_order import FIRST_PREV
from rummynet_protocol.fairness.statements import Acting, Agreed, PartGiven, Statement, Voting
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.transcript import RefusalRecord
from rummynet_protocol.fairness.votes import AGAIN_MILLIS
from rummynet_protocol.sealed.sealed_round import HandsSeen
from rummynet_protocol.values import Value

ORDER: Final = "order"
_NEVER_TRUE: Final = frozenset({"signature", "trouble", "too_many"})
"""What an honest host says without its signature alone."""
_BY_LOG: Final = frozenset(
    {"shuffling", "stale", "clock", "wrong_statement", "cooldown", "no_game", ORDER, "paused", "not_due"}
)
"""Codes of refused actions that say nothing about the rules; every other one does."""
_OF_PARTS: Final = frozenset({"not_due", "wrong_statement", "clock", "no_game", ORDER})
_NEVER_OF_ACTIONS: Final = frozenset({"not_absent", "no_seat"})
"""What is said of votes alone. Every other code may be one of the rules, also of a newer program's."""
_OF_VOTES: Final = _OF_PARTS | {"shuffling", "stale", "no_seat", "not_absent"}
"""By kind of statement, all that an honest host may say; a ``ready`` has many more reasons, and actions the rules'."""


class _Line(Value):
    """An entry of the log, as far as refusals depend on it. ``caller`` is the seat of a call."""

    kind: type[Entry]
    t: int
    is_paused: bool  # the table rests after it
    caller: int | None = None
    voted: tuple[int, int] | None = None  # the seat of a vote, and the seat that it is about
    signer: int | None = None  # the seat that signed an action, or a vote about another seat
    early: tuple[int, ...] = ()  # the seats that may answer ahead in the position that it made
    waits: bool = False  # behind it parts of a sealed deck are due, so nobody acts
    due: frozenset[tuple[int, str, bytes]] = frozenset()  # those parts: seat, what it is called, the head that it names
    hands: HandsSeen | None = None  # the hidden hands behind it, where somebody may act
    asked: AskedPart | None = None  # what it asks of every seat


class _Claim(Value):
    """A refused action whose reason the cards will judge. ``position`` is the entry that made the position.

    ``hands`` are the hidden hands at the refusal's head, *blob* is what proves the cards that the action plays.
    """

    seat: int
    do: str
    code: str
    position: int
    number: int
    head: bytes
    hands: HandsSeen | None
    blob: bytes


class _Refused(Value):
    """A refused statement of the file's owner: its hash, and the index of the entry at whose head it was refused."""

    hash: bytes
    code: str
    at: int
    is_call: bool


class RefusalChecks:
    """The refusals of one log, which are all of one player."""

    def __init__(self, ledger: Ledger, signatures: Signatures) -> None:
        self.codes: Final = Counter[str]()  # how many statements were refused, by code
        self._ledger, self._signatures = ledger, signatures
        self._lines: list[_Line] = []
        self._refused: dict[int, _Refused] = {}  # by the number of the statement
        self._dealt = 0  # index of the newest ``deal``
        self._dealt_in: tuple[bytes, int] = b"", 0  # session and round of that
        self._steps: list[int] = []
        """Indexes of the entries of this round that the replay with open cards steps through."""
        self._claims: list[_Claim] = []
        self.last_number: int | None = None
        """The number of the last word at the end of the log, behind which its owner signs nothing."""

    def add_entry(self, entry: Entry) -> None:
        """Add the newest entry of the ledger."""
        ledger, index, kind = self._ledger, len(self._lines), self._ledger.counts_as or type(entry)
        play, sealed = ledger.play, ledger.sealed
        caller = voted = signer = None
        match entry:
            case Acted(seat=seat, signed=signed) | Wanted(seat=seat, signed=signed):
                signer = seat if signed is not None else None
                caller = seat if isinstance(entry, Acted) and notation.is_call(entry.do) else None
            case Voted(seat=seat) if ledger.ballot is not None:
                voted = seat, ledger.ballot.about
                # An objection is no sign of life: it puts off what votes allow, and ends none.
                signer = seat if seat != ledger.ballot.about else None
        # Taken now: positions are not kept, and a later refusal may name this head.
        is_position = kind in POSITIONS and play is not None
        early = play.table.variety.offers.offer_early(play.present) if is_position and play is not None else ()
        waits = sealed is not None and sealed.is_waiting
        due = ((seat, one.what, one.head) for seat, one in sealed.due.items()) if sealed is not None else ()
        hands = sealed.hands_seen if sealed is not None and not waits else None
        asked = ledger.asked if type(entry) not in ASIDES else None
        paused, t = ledger.paused_at is not None, getattr(entry, "t", 0)
        line = _Line(kind, t, paused, caller, voted, signer, early, waits, frozenset(due), hands, asked)
        self._lines.append(line)
        if kind is CardsDealt and ledger.session is not None:
            self._dealt, self._dealt_in, self._steps, self._claims = index, (ledger.session.id, ledger.round), [], []
        if kind in (CardsDealt, Inserted, Acted) or (kind is Cosigns and self._steps):
            self._steps.append(index)

    # -- judging

    def judge(self, record: RefusalRecord, statement: Statement, hash: bytes, session: SessionReplay) -> None:
        """Judge a refusal that is well signed, and count it. Raises Cheat."""
        play, at, seen = self._ledger.play, self._place(record.head), self._place(statement.head)
        # The head of a consent is of the log before, so its player has seen nothing of this one.
        seen = -1 if isinstance(statement, Agreed) else seen
        if at is None:
            raise Cheat("refusal", "a refusal names a head that is none of this log before it")
        if seen is not None and seen > at:
            raise Cheat("refusal", "a refusal names an older head than the statement that it refuses")
        is_here = isinstance(statement, Acting) and (statement.session, statement.round) == self._dealt_in
        since = seen if is_here and at >= self._dealt else None
        if self.last_number is not None and statement.n > self.last_number:
            raise Cheat("refusal", f"a statement of seat {record.seat} was signed after its last word")
        if self._is_without_evidence(record, statement, hash) or self._is_false(
            record, statement, seen, since, at, session
        ):
            raise _false(record.seat, record.code)
        if (
            isinstance(statement, Acting)
            and since is not None
            and play is not None
            and self._dealt_in[1] == self._ledger.round
        ):
            by_proof = record.code == "wrong_statement" and self._may_prove(record, statement)
            if record.code not in _BY_LOG or by_proof:
                self._judge_by_rules(record, statement, at, play)
        is_call = isinstance(statement, Acting) and notation.is_call(statement.do)
        # The first refusal counts: a host repeats it for what is sent again.
        self._refused.setdefault(statement.n, _Refused(hash, record.code, at, is_call))
        self.codes[record.code] += 1

    def _place(self, head: bytes) -> int | None:
        """The index of the entry with this head, -1 before the first one; None if the log does not know it."""
        return self._ledger.index_of(head) if self._ledger.knows_head(head) else None

    def _is_without_evidence(self, record: RefusalRecord, statement: Statement, hash: bytes) -> bool:
        """Whether the evidence that the code needs is not named, or shows nothing. It may be left out of the file."""
        if (record.code == ORDER) == (record.evidence == NO_EVIDENCE):
            return True
        key, shown = self._signatures.keys[record.seat], record.shown
        return shown is not None and not self._signatures.is_newer(shown, key, statement, hash)

    def _is_false(
        self,
        record: RefusalRecord,
        statement: Statement,
        seen: int | None,
        since: int | None,
        at: int,
        session: SessionReplay,
    ) -> bool:
        """Whether the log alone contradicts the claim.

        *seen* is the index of the entry at the statement's head, *since* the same if it belongs to this round.
        """
        code, key = record.code, self._signatures.keys[record.seat]
        if code in _NEVER_TRUE or _is_foreign(statement, code):
            return True
        between = self._lines[(since if since is not None else at) + 1 : at + 1]
        is_action, is_call = isinstance(statement, Acting), False
        if isinstance(statement, Acting):
            is_call = notation.is_call(statement.do)
        is_aimed = since is not None and since >= self._dealt and self._lines[since].kind in POSITIONS
        match code:
            case "no_game":
                return all(line.kind is not Ended for line in self._lines[: at + 1])
            case "clock":
                # A statement that the file lacks may have set the bound: then the claim cannot be judged.
                return self._fits_time(key, statement) and self._are_known(key, statement.n)
            case "paused":
                return at < 0 or not self._lines[at].is_paused
            case "wrong_statement":
                if isinstance(statement, Acting) and (statement.proof is not None or is_sealed(session.options)):
                    return False  # what proves the cards is judged by the cards
                return self._follows(key, statement) and self._has_right_content(record.seat, statement, at)
            case "not_due":
                return self._is_due(
                    record.seat, statement, at, keeps=session.variety.offers.keeps_actions(session.options)
                )
            case "not_absent" if isinstance(statement, Voting):
                return statement.about == record.seat  # an objection is about nobody's absence
            case "shuffling":
                return self._stands_at(at) in POSITIONS
            case "stale" if is_action:
                return is_aimed and not any(line.kind in (*POSITIONS, Wanted, TurnLate) for line in between)
            case "stale" if isinstance(statement, Voting):
                is_again = statement.about == record.seat and self._has_objected(record.seat, at)
                return seen is not None and self._last_sign_of(statement.about, at) <= seen and not is_again
            case "no_seat" if isinstance(statement, Voting):
                return self._names_seat(record.seat, statement)
            case "race" if is_action:
                others = any(line.caller not in (None, record.seat) for line in between)
                # Without a head of this round nothing shows what its player had seen, and the host may be right.
                return not is_call or (since is not None and not others)
            case "too_late" if is_action:
                return not is_call or (since is not None and all(line.kind is not Acted for line in between))
            case "cooldown":
                return not is_call or self._is_cool(key, statement, at, session.options)
        return False

    def _is_due(self, seat: int, statement: Statement, at: int, *, keeps: bool) -> bool:
        """Whether the host took such a statement at that head; *keeps*: the game lets it keep actions for a while.

        It says otherwise of a part that nothing asks for, of one more where it has a part already, of what comes behind
        an action of the seat that it keeps, and of a protest that contradicts nobody. For a seat that may answer ahead
        it may keep an answer that a clock gave: that stands in no log.
        Of a vote it says so shortly after the one before.
        """
        key, place = self._signatures.keys[seat], self._index_of(at)
        is_all_known = self._are_known(key, statement.n, at=at)
        if isinstance(statement, Acting) or (isinstance(statement, Voting) and statement.about == seat):
            # A game that keeps no action back takes or refuses each when it comes, and where no round is played none
            # waits: there the claim is never true.
            rounds = (line.kind for line in reversed(self._lines[: at + 1]) if line.kind in (CardsDealt, Scored))
            keeps = keeps and next(rounds, Scored) is CardsDealt
            return not keeps or (is_all_known and seat not in self._early_at(at))
        if isinstance(statement, Voting):
            lines, voted = self._lines[self._last_sign_of(statement.about, at) + 1 : at + 1], (seat, statement.about)
            return all(line.voted != voted or self._lines[at].t - line.t >= AGAIN_MILLIS for line in lines)
        if isinstance(statement, PartGiven):
            # Whatever else is wrong with it, the host says that.
            return at >= 0 and (seat, statement.what, statement.head) in self._lines[at].due
        asked = self._lines[place].asked if place >= 0 else None
        return asked is not None and type(statement) is asked.kind and is_all_known

    def _last_sign_of(self, seat: int, at: int) -> int:
        """The index of the newest entry up to *at* over which no vote about this seat reaches; -1 without one."""
        lines = self._lines[: at + 1]
        return max((n for n, line in enumerate(lines) if line.signer == seat or line.kind in VOTES_BEGIN), default=-1)

    def _has_objected(self, seat: int, at: int) -> bool:
        """Whether the seat has objected while the log stood where it did at that head."""
        behind = takewhile(lambda line: line.kind in WAIT_GOES_ON, reversed(self._lines[: at + 1]))
        return any(line.voted == (seat, seat) for line in behind)

    def _index_of(self, at: int) -> int:
        """The index of the newest entry up to *at* that is no vote, pause or part of a sealed deck; -1 without one."""
        return next((index for index in range(at, -1, -1) if self._lines[index].kind not in ASIDES), -1)

    def _stands_at(self, at: int) -> type[Entry] | None:
        """The kind of the newest entry up to *at* that is no vote or pause; None while parts are due."""
        index = self._index_of(at)
        return self._lines[index].kind if index >= 0 and not self._lines[at].waits else None

    def _early_at(self, at: int) -> tuple[int, ...]:
        """The seats that might answer ahead in the newest position up to *at*."""
        return next((line.early for line in reversed(self._lines[: at + 1]) if line.kind in POSITIONS), ())

    def _names_seat(self, seat: int, voting: Voting) -> bool:
        return voting.about < len(self._signatures.keys) and not (voting.about == seat and voting.yes)

    def _fits_time(self, key: bytes, statement: Statement) -> bool:
        seen = None if isinstance(statement, Agreed) else self._signatures.time_of(statement.head)
        try:
            self._signatures.time.get(key, TimeBound()).check(statement.clock, statement.t, seen)
        except Cheat:
            return False
        return True

    def _follows(self, key: bytes, statement: Statement) -> bool:
        """Whether the statement names the one before it rightly, as far as the file shows that one."""
        if statement.n == 0:
            return statement.prev == FIRST_PREV
        logged, refused = self._signatures.logged_as(key, statement.n - 1), self._refused.get(statement.n - 1)
        if logged is not None:
            return logged.hash == statement.prev
        # After an `order` another program with this key goes on, and its chain is not in this file.
        return refused is not None and refused.code != ORDER and refused.hash == statement.prev

    def _has_right_content(self, seat: int, statement: Statement, at: int) -> bool:
        """Whether nothing else about the statement can be wrong. A part of a ceremony is right if it is asked for."""
        if isinstance(statement, Voting):
            return seat not in self._ledger.bots
        place = self._index_of(at)
        asked = self._lines[place].asked if place >= 0 else None
        return isinstance(statement, Acting | Agreed) or (asked is not None and asked.fits(seat, statement))

    def _are_known(self, key: bytes, n: int, *, by: int | None = None, at: int | None = None) -> bool:
        """Whether the file shows each statement before number *n*, back to one logged by log time *by* (None: any).

        One that is missing may have been refused, or wait at the host; or another machine with this key signed it.
        With *at* none of them may have waited at the host at the head after that entry: logged or refused by then. A
        vote is logged although a part that was signed before it waits.
        """
        for number in range(n - 1, -1, -1):
            logged, refused = self._signatures.logged_as(key, number), self._refused.get(number)
            is_late = at is not None and (logged.index if logged else refused.at if refused else 0) > at
            if is_late or (logged is None and (refused is None or refused.code == ORDER)):
                return False
            if logged is not None and (by is None or logged.t <= by) and (at is None or not logged.is_vote):
                return True
        return True

    def _is_cool(self, key: bytes, statement: Statement, at: int, options: Options) -> bool:
        """Whether no call of this player was refused by the rules within the cool-down, going by log time."""
        cooldown, now = 1000 * options.get("cooldown_seconds", 0), self._lines[at].t if at >= 0 else 0
        if not cooldown:
            return True
        for refused in self._refused.values():
            # the next entry came after the refusal; without one up to here it may have been a moment ago
            over = refused.at < at and now - self._lines[refused.at + 1].t > cooldown
            if refused.is_call and refused.at <= at and not over:
                return False
        return self._are_known(key, statement.n, by=now - cooldown)

    # -- by the rules

    def _may_prove(self, record: RefusalRecord, acting: Acting) -> bool:
        """Whether the file shows what can be wrong about it: the statement before it, and what stood beside it."""
        is_shown = bool(record.blob) or acting.proof is None
        return is_shown and self._follows(self._signatures.keys[record.seat], acting)

    def _judge_by_rules(self, record: RefusalRecord, acting: Acting, at: int, play: RoundPlay) -> None:
        """Judge an action by what is known of the cards now: the rules are said to forbid it, or its proof not to hold.

        Raises Cheat.
        """
        # Nobody acts in a ceremony, so what the rules would allow there judges nothing.
        if self._stands_at(at) not in POSITIONS:
            return
        position = next(index for index in range(at, -1, -1) if self._lines[index].kind in POSITIONS)
        hands = self._lines[at].hands
        claim = _Claim(record.seat, acting.do, record.code, position, acting.n, acting.head, hands, record.blob)
        # Later the position of that moment is gone, and only the open cards bring it back.
        if not any(line.kind in (*POSITIONS, Wanted) for line in self._lines[position + 1 :]):
            self._hold_against(claim, play.present, play.table.variety)
        if not play.open:
            self._claims.append(claim)

    def cards_shown(self, play: RoundPlay) -> None:
        """Judge again what was refused in this round, now that all cards are open. Raises Cheat."""
        states = dict(zip(self._steps, (step.state for step in play.replay_steps), strict=True))
        for claim in self._claims:
            self._hold_against(claim, states[claim.position], play.table.variety)
        self._claims = []

    def _hold_against(self, claim: _Claim, state: State, variety: Variety) -> None:
        if claim.code == "not_your_turn" and claim.seat in variety.actors(state):
            raise _false(claim.seat, claim.code)
        if claim.code == "wrong_statement":
            if claim.hands is not None and _is_proven(variety, state, claim, claim.hands):
                raise _false(claim.seat, claim.code)
            return
        # With one card of the seat unknown the rules may have forbidden the action all the same.
        if claim.seat < state.players and not state.hidden[claim.seat] and _is_allowed(variety, state, claim):
            raise _false(claim.seat, claim.code)


def _false(seat: int, code: str) -> Cheat:
    return Cheat("refusal", f"the host refused a statement of seat {seat} as {code!r}, which is not true")


def _is_foreign(statement: Statement, code: str) -> bool:
    """Whether no honest host refuses this kind of statement with that code."""
    if isinstance(statement, Acting):
        return code in _NEVER_OF_ACTIONS
    if isinstance(statement, Agreed):
        return False
    if isinstance(statement, Voting):
        return code not in _OF_VOTES
    return code not in _OF_PARTS


def _action_of(variety: Variety, state: State, claim: _Claim) -> Action | None:
    """The action of a claim; None where it cannot be judged."""
    try:
        action = notation.parse(claim.do)
    except BadNotation:
        return None
    # A host refuses another spelling before it asks the rules.
    is_judged = notation.text(action) == claim.do and not _goes_by_answers(variety, state, claim.seat, action)
    return action if is_judged else None


def _is_proven(variety: Variety, state: State, claim: _Claim, hands: HandsSeen) -> bool:
    """Whether the rules allow the action, as far as the cards are known, and what stood beside it proves its cards."""
    action, events = _action_of(variety, state, claim), tuple[Event, ...]()
    if action is None:
        return False
    try:
        _, events = variety.apply(state, claim.seat, action)
    except NeedsShuffle:
        pass  # it plays no card
    except Refusal:
        return False
    try:
        hands.check(claim.seat, claim.number, claim.head, events, claim.blob)
    except Cheat:
        return False
    return True


def _is_allowed(variety: Variety, state: State, claim: _Claim) -> bool:
    """Whether the rules allow the action there and then."""
    action = _action_of(variety, state, claim)
    if action is None:
        return False
    try:
        if variety.explicit(state, claim.seat, action) != action:
            return False
        # To refuse it is true of a call that was right where it was aimed; that there is no such call is not.
        if variety.offers.is_false_call(state, claim.seat, action):
            return claim.code == "no_such_call"
        variety.apply(state, claim.seat, action)
    except NeedsShuffle:  # legal: it only waits for a stock
        return True
    except Refusal:
        return False
    return True


def _goes_by_answers(variety: Variety, state: State, seat: int, action: Action) -> bool:
    """Whether the action is, or waits for, an answer to an offer: what the host was told of others stands in no log.

    What is only held back for a while (a pick-up, while a throw-out can be called) is legal or not, like all else.
    """
    offers = variety.offers
    return not isinstance(action, CallRummy) and (
        offers.out_of_turn(action) or offers.hurries(state, seat) is not None or bool(offers.offer_early(state))
    )


def may_wait(variety: Variety, state: State, seat: int, action: Action) -> bool:
    """Whether the host may keep the action for a while, so that something else comes first."""
    is_held = not isinstance(action, CallRummy) and variety.offers.holds(state) > 0
    return is_held or _goes_by_answers(variety, state, seat, action)
