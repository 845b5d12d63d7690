"""Whether what the host claimed with a signed refusal follows from the log. Source: FAIRNESS.md, "Refusals".

A refusal names the head of the log at which it was given. Most claims are judged by the entries up to there, at once;
whether the rules allowed an action is judged by the cards of its signer, or at the ``show`` of the round by all cards.
What depends on more than the log (who was connected) is counted and not judged. A file's owner may leave refusals out,
so none is false because another one is missing.
"""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.asked import AskedPart
from rummynet.ledger.checks import ASIDES
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
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.events import Event
from rummynet_protocol.fairness.commitment import NO_EVIDENCE
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Cosigns,
    Entry,
    Inserted,
    Scored,
    TurnLate,
    Wanted,
)
from rummynet_protocol.fairness.statement_order import FIRST_PREV
from rummynet_protocol.fairness.statements import Acting, Agreed, PartGiven, Statement, Voting
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.transcript import RefusalRecord
from rummynet_protocol.fairness.votes import Votes
from rummynet_protocol.sealed.sealed_round import HandsSeen
from rummynet_protocol.values import Value, replace

ORDER: Final = "order"
_NEVER_TRUE: Final = frozenset({"signature", "trouble", "too_many"})
"""What an honest host says without its signature alone."""
_BY_LOG: Final = frozenset(
    {"shuffling", "stale", "clock", "wrong_statement", "cooldown", "no_game", ORDER, "paused", "not_due"}
)
"""Codes of refused actions that say nothing about the rules; every other one does."""


class _Moment(Value):
    """What refusals depend on behind one entry of the log, as its ledger said it then. Indexes are those of entries.

    The values that fields have by default are those before the first entry.
    """

    index: int = -1  # of that entry
    t: int = 0
    is_over: bool = False  # the log has its end
    is_paused: bool = False  # the table rests
    stands: type[Entry] | None = None  # the newest entry that is no vote, pause or part of a sealed deck
    waits: bool = False  # parts of a sealed deck are due
    takes_votes: bool = False
    votes: Votes = Votes()
    stands_at: int = 0  # the entry that the log stands at
    asked: AskedPart | None = None  # what it asks of every seat
    due: frozenset[tuple[int, str, bytes]] = frozenset()  # parts of a sealed deck: seat, their name, the head they name
    hands: HandsSeen | None = None  # the hidden hands, where somebody may act
    deal: tuple[bytes, int] | None = None  # session and round of the newest deal
    in_round: bool = False  # between a deal and its scores
    position: int = -1  # the newest entry that made a position, or asked for a new stock
    aim: bytes = b""  # the head of the newest position; empty once an entry behind it made that stale
    early: tuple[int, ...] = ()  # the seats that may answer ahead in it
    acted: int = -1  # the newest action
    called: Mapping[int, int] = {}  # by seat: its newest call

    @property
    def in_play(self) -> bool:
        """Whether somebody may act: the log stands at a position of a round."""
        return self.stands in POSITIONS and not self.waits


class _Claim(Value):
    """A refused action whose reason the cards will judge, and the moment at which it was refused."""

    record: RefusalRecord
    acting: Acting
    moment: _Moment


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
        self._moments = [_Moment()]
        self._refused: dict[int, _Refused] = {}  # by the number of the statement
        self._steps: list[int] = []
        """Indexes of the entries of this round that the replay with open cards steps through."""
        self._claims: list[_Claim] = []
        self.last_number: int | None = None
        """The number of the last word at the end of the log, behind which its owner signs nothing."""

    def add_entry(self, entry: Entry) -> None:
        """Add the newest entry of the ledger."""
        # Taken now: positions are not kept, and a later refusal may name this head.
        ledger, before, kind = self._ledger, self._moments[-1], self._ledger.counts_as or type(entry)
        index, play, sealed, session = before.index + 1, ledger.play, ledger.sealed, ledger.session
        waits = sealed is not None and sealed.is_waiting
        due = ((seat, one.what, one.head) for seat, one in sealed.due.items()) if sealed is not None else ()
        hands = sealed.hands_seen if sealed is not None and not waits else None
        changes: dict[str, Any] = {}
        if kind not in ASIDES:
            changes |= {"stands": kind, "asked": ledger.asked if type(entry) not in ASIDES else None}
        if kind is CardsDealt and session is not None:
            changes |= {"deal": (session.id, ledger.round), "in_round": True}
            self._steps, self._claims = [], []
        elif kind is Scored:
            changes["in_round"] = False
        elif kind is Acted:
            changes["acted"] = index
        if isinstance(entry, Acted) and notation.is_call(entry.do):
            changes["called"] = {**before.called, entry.seat: index}
        if kind in POSITIONS and play is not None:
            early = play.table.variety.offers.offer_early(play.present)
            changes |= {"position": index, "aim": ledger.head, "early": early}
        elif kind is Wanted:
            changes |= {"position": index, "aim": b""}
        elif kind is TurnLate:
            changes["aim"] = b""
        changes |= {"index": index, "t": ledger.clock, "waits": waits, "due": frozenset(due), "hands": hands}
        changes |= {"is_over": ledger.finished, "is_paused": ledger.is_paused, "takes_votes": ledger.takes_votes}
        self._moments.append(replace(before, votes=ledger.votes, stands_at=ledger.stands_at, **changes))
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
        if self.last_number is not None and statement.n > self.last_number:
            raise Cheat("refusal", f"a statement of seat {record.seat} was signed after its last word")
        moment = self._moments[at + 1]
        is_here = isinstance(statement, Acting) and (statement.session, statement.round) == moment.deal
        since = seen if is_here else None
        if self._is_without_evidence(record, statement, hash) or self._is_false(
            record, statement, moment, since, session
        ):
            raise _false(record.seat, record.code)
        if isinstance(statement, Acting) and since is not None and play is not None:
            by_proof = record.code == "wrong_statement" and self._may_prove(record, statement)
            if record.code not in _BY_LOG or by_proof:
                self._judge_by_rules(record, statement, moment, play)
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
        self, record: RefusalRecord, statement: Statement, moment: _Moment, since: int | None, session: SessionReplay
    ) -> bool:
        """Whether the log alone contradicts the claim about this *moment*.

        *since* is the index of the entry at the head of an action of the round that is dealt there.
        """
        code, seat = record.code, record.seat
        key = self._signatures.keys[seat]
        if code in _NEVER_TRUE:
            return True
        match code:
            case "no_game":
                return not moment.is_over
            case "clock":
                # A statement that the file lacks may have set the bound: then the claim cannot be judged.
                return self._fits_time(key, statement) and self._are_known(key, statement.n)
            case "wrong_statement" if not self._follows(key, statement):
                return False
        match statement:
            case Acting():
                return self._is_false_of_action(code, seat, statement, moment, since, session)
            case Voting():
                return self._is_false_of_vote(code, seat, statement, moment, session)
            case Agreed():
                is_false = {"paused": not moment.is_paused, "shuffling": moment.in_play}
                return is_false.get(code, code in ("wrong_statement", "cooldown"))
        return self._is_false_of_part(code, seat, statement, moment)

    def _is_false_of_action(
        self, code: str, seat: int, acting: Acting, moment: _Moment, since: int | None, session: SessionReplay
    ) -> bool:
        is_call, key = notation.is_call(acting.do), self._signatures.keys[seat]
        match code:
            case "not_absent" | "no_seat":
                return True
            case "shuffling":
                return moment.in_play
            case "paused":
                return not moment.is_paused
            case "stale":
                return since is not None and acting.head == moment.aim
            case "wrong_statement":  # what proves the cards is judged by the cards
                return acting.proof is None and not is_sealed(session.options)
            case "not_due":
                return self._waits_for_nothing(seat, acting, moment, session)
            case "cooldown":
                return not is_call or self._is_cool(key, acting, moment, session.options)
            # Without a head of this round nothing shows what its player had seen, and the host may be right.
            case "race":
                is_first = since is not None and all(
                    at <= since for other, at in moment.called.items() if other != seat
                )
                return not is_call or is_first
            case "too_late":
                return not is_call or (since is not None and moment.acted <= since)
        return False

    def _is_false_of_vote(self, code: str, seat: int, voting: Voting, moment: _Moment, session: SessionReplay) -> bool:
        seen, is_objection = self._ledger.index_of(voting.head), voting.about == seat
        fault = moment.votes.fault_of(seat, voting, seen, moment.stands_at, moment.t)
        match code:
            case "wrong_statement":
                return seat not in session.bots
            case "shuffling":
                return moment.takes_votes
            case "no_seat":
                return fault != "seat"
            case "stale":
                return fault != "late" and not (fault == "again" and is_objection)
            case "not_due" if is_objection:
                return self._waits_for_nothing(seat, voting, moment, session)
            case "not_due":
                return fault != "again"
            case "not_absent":
                return is_objection  # that is about nobody's absence
        return code != ORDER

    def _is_false_of_part(self, code: str, seat: int, part: Statement, moment: _Moment) -> bool:
        asked = moment.asked
        match code:
            case "wrong_statement":
                return asked is not None and asked.fits(seat, part)
            case "not_due" if isinstance(part, PartGiven):
                # Whatever else is wrong with it, the host says that.
                return (seat, part.what, part.head) in moment.due
            case "not_due":
                is_asked = asked is not None and type(part) is asked.kind
                return is_asked and self._are_known(self._signatures.keys[seat], part.n, at=moment.index)
        return code != ORDER

    def _waits_for_nothing(self, seat: int, statement: Statement, moment: _Moment, session: SessionReplay) -> bool:
        """Whether the host keeps nothing there that the seat signed before. A game that keeps no action keeps none.

        For a seat that may answer ahead it may keep an answer that a clock gave: that stands in no log.
        """
        if not (moment.in_round and session.variety.offers.keeps_actions(session.options)):
            return True
        key = self._signatures.keys[seat]
        return seat not in moment.early and self._are_known(key, statement.n, at=moment.index)

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

    def _is_cool(self, key: bytes, statement: Statement, moment: _Moment, options: Options) -> bool:
        """Whether no call of this player was refused by the rules within the cool-down, going by log time."""
        cooldown = 1000 * options.get("cooldown_seconds", 0)
        if not cooldown:
            return True
        for refused in self._refused.values():
            # the next entry came after the refusal; without one up to here it may have been a moment ago
            over = refused.at < moment.index and moment.t - self._moments[refused.at + 2].t > cooldown
            if refused.is_call and refused.at <= moment.index and not over:
                return False
        return self._are_known(key, statement.n, by=moment.t - cooldown)

    # -- by the rules

    def _may_prove(self, record: RefusalRecord, acting: Acting) -> bool:
        """Whether the file shows what can be wrong about it: the statement before it, and what stood beside it."""
        is_shown = bool(record.blob) or acting.proof is None
        return is_shown and self._follows(self._signatures.keys[record.seat], acting)

    def _judge_by_rules(self, record: RefusalRecord, acting: Acting, moment: _Moment, play: RoundPlay) -> None:
        """Judge an action by what is known of the cards now: the rules are said to forbid it, or its proof not to hold.

        Raises Cheat.
        """
        newest = self._moments[-1]
        # Nobody acts in a ceremony, so what the rules would allow there judges nothing.
        if not moment.in_play or moment.deal is None or moment.deal != newest.deal or play.number != moment.deal[1]:
            return
        claim = _Claim(record, acting, moment)
        # Later the position of that moment is gone, and only the open cards bring it back.
        if newest.position == moment.position:
            self._hold_against(claim, play.present, play.table.variety)
        if not play.open:
            self._claims.append(claim)

    def cards_shown(self, play: RoundPlay) -> None:
        """Judge again what was refused in this round, now that all cards are open. Raises Cheat."""
        states = dict(zip(self._steps, (step.state for step in play.replay_steps), strict=True))
        for claim in self._claims:
            self._hold_against(claim, states[claim.moment.position], play.table.variety)
        self._claims = []

    def _hold_against(self, claim: _Claim, state: State, variety: Variety) -> None:
        seat, code = claim.record.seat, claim.record.code
        is_false = code == "not_your_turn" and seat in variety.actors(state)
        if code == "wrong_statement":
            is_false = claim.moment.hands is not None and _is_proven(variety, state, claim, claim.moment.hands)
        # With one card of the seat unknown the rules may have forbidden the action all the same.
        elif not is_false and seat < state.players and not state.hidden[seat]:
            is_false = _is_allowed(variety, state, claim)
        if is_false:
            raise _false(seat, code)


def _false(seat: int, code: str) -> Cheat:
    return Cheat("refusal", f"the host refused a statement of seat {seat} as {code!r}, which is not true")


def _action_of(variety: Variety, state: State, claim: _Claim) -> Action:
    """The action of a claim. Raises Refusal where it cannot be judged."""
    action = notation.parse(claim.acting.do)
    # A host refuses another spelling before it asks the rules.
    if notation.text(action) != claim.acting.do or _goes_by_answers(variety, state, claim.record.seat, action):
        raise Refusal
    return action


def _is_proven(variety: Variety, state: State, claim: _Claim, hands: HandsSeen) -> bool:
    """Whether the rules allow the action, as far as the cards are known, and what stood beside it proves its cards."""
    events, seat, acting = tuple[Event, ...](), claim.record.seat, claim.acting
    try:
        with suppress(NeedsShuffle):  # it plays no card
            _, events = variety.apply(state, seat, _action_of(variety, state, claim))
        hands.check(seat, acting.n, acting.head, events, claim.record.blob)
    except (Refusal, Cheat):
        return False
    return True


def _is_allowed(variety: Variety, state: State, claim: _Claim) -> bool:
    """Whether the rules allow the action there and then."""
    seat = claim.record.seat
    try:
        action = _action_of(variety, state, claim)
        if variety.explicit(state, seat, action) != action:
            return False
        # To refuse it is true of a call that was right where it was aimed; that there is no such call is not.
        if variety.offers.is_false_call(state, seat, action):
            return claim.record.code == "no_such_call"
        with suppress(NeedsShuffle):  # legal: it only waits for a stock
            variety.apply(state, seat, action)
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
    is_held = not isinstance(action, CallRummy) and bool(variety.offers.holds(state))
    return is_held or _goes_by_answers(variety, state, seat, action)
