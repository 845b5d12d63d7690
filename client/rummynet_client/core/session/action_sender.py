"""Signs and submits the player's actions and votes in one game, and tracks them until they are logged or refused.

One action is in flight at a time. Later ones are queued unsigned and are signed over the head the log has when their
turn comes. After a reconnect, once the log is complete again, every statement that is neither logged nor refused is
resent with the same bytes. A statement that the host neither logs nor refuses within HELD_BACK_MILLIS is reported as
held back; the game goes on.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.variety import once_answered, stand_in
from rummynet_client.core.log.computing import StillComputing
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.pings import OrderedPings
from rummynet_client.core.session.watch.watches import HELD_BACK, LONGEST_TICK, PART_NAMES, WATCHES
from rummynet_client.language import _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Want
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.sentences import either
from rummynet_protocol.wire.messages import Submit

HELD_BACK_MILLIS: Final = WATCHES[HELD_BACK].millis
"""Milliseconds the host may take to log or refuse an action or a vote."""


@dataclass(slots=True)
class _Acting:
    action: Action
    signed: OwnStatement
    logged_at_once: bool
    """True if it is acknowledged together with its log entry; the host may hold early answers until they are due."""


class ActionSender:
    """The own actions and votes in *game*, submitted to the table numbered *table*."""

    def __init__(self, game: JoinedGame, table: int, outbox: Outbox, pings: OrderedPings) -> None:
        self.game, self._table, self._outbox, self._pings = game, table, outbox, pings
        self._in_flight: _Acting | None = None
        self._queue: deque[Action] = deque()
        self._late_at = b""  # head of the newest ``late`` that was answered
        self._inputs: dict[bytes, str] = {}  # statement hash to the input that asked for it, as text for a refusal
        self._second_tries: set[bytes] = set()
        self._turns: dict[bytes, bytes] = {}
        """Hash of an answer to an offer to the head of the turn in which it was given."""
        self._waited: dict[bytes, int] = {}  # statement hash to the milliseconds the host has had to log or refuse it

    @property
    def action_in_flight(self) -> Action | None:
        """The action in flight, or the next in the queue; None without either."""
        return self._in_flight.action if self._in_flight is not None else next(iter(self._queue), None)

    # -- input

    def submit_action(self, action: Action) -> None:
        """Queue an action and send it as soon as the earlier ones are done."""
        self._queue.append(action)
        self.send_queued()

    def submit_vote(self, seat: int, yes: bool, what: str) -> None:
        """Vote on going on without *seat*; about the own seat: object. *what* is the input, for a refusal."""
        try:
            signed = self.game.follower.sign_vote(seat, yes)
        except CannotGoOn as problem:
            self._outbox.add_refusal(what, problem.code, sentence_of(problem))
        else:
            self._inputs[signed.hash] = what
            self._submit(signed)

    def play_late(self) -> Action | None:
        """Do what the clock would do, if the log says that the own time is up: only this program sees the hand.

        Returns what is done, None if nothing is due, or it was done.
        """
        game, auditor = self.game, self.game.follower.auditor
        sealed, v, state, me = auditor.sealed, game.variety, game.state, game.me
        if sealed is None or sealed.late is None or sealed.late[0] != me:
            return None
        assert v is not None
        assert state is not None
        is_under_way = (
            isinstance(own.statement, Acting) and own.statement.head in auditor.aims and own.is_open
            for own in game.follower.own.by_hash.values()
        )
        if self._late_at == sealed.late[1].head or any(is_under_way) or not game.hand_is_known:
            return None
        timers = [*v.timers(state), *stand_in(v, state, 1)]
        action = next((one.action for one in timers if one.seat == me and one.action is not None), None)
        if action is not None:
            self._late_at = sealed.late[1].head
            self._queue.clear()
            self.submit_action(action)
        return action

    def send_queued(self) -> None:
        """Sign and send queued actions while none is in flight."""
        # One at a time: each names the head that the last one makes, and two at once would make the second stale.
        while self._queue and self._is_free():
            action = self._queue.popleft()
            try:
                self._submit_next(action)
            except StillComputing:
                self._queue.appendleft(action)
                return
            except (Refusal, CannotGoOn) as problem:
                self._outbox.add_refusal(notation.text(action), problem.code, sentence_of(problem, self.game.names))

    def _is_free(self) -> bool:
        """Whether the next queued action may be sent.

        No action is in flight; or the host holds an acknowledged one while calls are possible, and the next is a call.
        """
        # While parts of a sealed deck are due the host would refuse it; they come within a moment.
        if self.game.awaits_parts:
            return False
        # A call must not wait behind an answer that the host holds back: somebody else would be first.
        held = self._in_flight is not None and self._in_flight.signed.acknowledged
        return self._in_flight is None or (held and isinstance(self._queue[0], CallRummy))

    def _submit_next(self, action: Action) -> None:
        """Sign and submit one action.

        Raises Refusal if the own rules refuse it, CannotGoOn, StillComputing. Calls are not checked: only the host
        decides whether a claim still stands.
        """
        game = self.game
        game.follower.check_can_act()
        late = game.variety is not None and game.variety.offers.out_of_turn(action)
        answers = late and not isinstance(action, CallRummy)
        if answers:
            _check_answer(game, action)
        # Anything else is checked here: a refusal would cost a round trip, and stand in the player's file.
        elif not late:
            action = _allowed(game, action)
        signed = game.follower.sign_action(action)
        self._inputs[signed.hash] = notation.text(action)
        if answers:
            game.answered_turn = self._turns[signed.hash] = game.follower.auditor.turn_began
            game.wanted_turn = game.answered_turn if isinstance(action, Want) else b""
        self._in_flight = _Acting(action, signed, not answers)
        if self._outbox.is_open:
            self._submit(signed)

    def _submit(self, signed: OwnStatement) -> None:
        fields = (self._table, self.game.number, signed.what, signed.payload, signed.signature, signed.blob)
        self._outbox.send_request(lambda n: Submit(n, *fields), self._inputs.get(signed.hash, ""))
        if self._outbox.is_open:
            self._pings.send(signed)

    # -- answers

    def clear_logged(self) -> None:
        """Clear the action in flight once it is acknowledged and, where that is due at once, logged."""
        sent = self._in_flight
        if sent is not None and sent.signed.acknowledged and (sent.signed.logged or not sent.logged_at_once):
            self._in_flight = None

    def handle_refused(self, signed: OwnStatement) -> None:
        """The host has refused *signed*, immediately or later."""
        if self._in_flight is not None and self._in_flight.signed is signed:
            self._in_flight = None
        self.game.answered_turn = b""

    def sign_again(self, signed: OwnStatement) -> bool:
        """Sign it again with a new clock and submit that, at most once. Returns whether it was submitted."""
        # Once: a host that says `clock` again is not helped by a third clock, and could ask for signatures without end.
        if signed.hash in self._second_tries or signed.hash not in self._inputs:
            return False
        again = self.game.follower.sign_again(signed)
        self._second_tries.add(again.hash)
        self._inputs[again.hash] = self._inputs[signed.hash]
        if signed.hash in self._turns:
            self._turns[again.hash] = self._turns[signed.hash]
        if self._in_flight is not None and self._in_flight.signed is signed:
            self._in_flight.signed = again
        self._submit(again)
        return True

    def hold_back(self, signed: OwnStatement) -> bool:
        """Count it as held back from now on. Returns whether it was not before."""
        is_new = self._waited.get(signed.hash, 0) < HELD_BACK_MILLIS
        self._waited[signed.hash] = HELD_BACK_MILLIS
        return is_new

    def refused_with(self, code: str) -> list[OwnStatement]:
        """Actions and votes that the host has refused with *code*, without its signature, and has not logged."""
        return [signed for signed in self._open() if signed.refused == code]

    def is_unread(self, signed: OwnStatement) -> bool:
        """Whether the host has answered what was sent behind *signed*, and neither taken nor refused that."""
        own, auditor = self.game.follower.own, self.game.follower.auditor
        is_open = signed.is_open and not signed.acknowledged and own.by_hash.get(signed.hash) is signed
        return is_open and auditor.me_seat is not None and not auditor.finished and self.game.follower.cheat is None

    def input_of(self, signed: OwnStatement) -> str:
        """The input that asked for *signed*, or what to call it (``watches.name_shown``)."""
        what, statement = signed.what, signed.statement
        asked = self._inputs.get(signed.hash) or (statement.do if isinstance(statement, Acting) else "")
        return asked or PART_NAMES.get(what, what)

    def resend_open(self) -> None:
        """Resend every statement that the complete log lacks, unless the host has refused it.

        Acknowledged ones are resent too: a later refusal of them may have been sent while this client was disconnected.
        """
        if self._in_flight is not None and self._in_flight.signed.logged:
            self._in_flight = None
        # What is on its way on this connection must not go out twice: the second would be one statement too many.
        on_its_way = self._outbox.submitted()
        for signed in self._open():
            if signed.refused is None and signed.payload not in on_its_way:
                self._submit(signed)

    def clear_queue(self) -> None:
        """The connection has ended for good: drop the action in flight and the queue."""
        self._in_flight = None
        self._queue.clear()

    def _open(self) -> list[OwnStatement]:
        """Actions and votes that are neither logged nor refused under the host's signature, in signing order."""
        return [
            own
            for own in self.game.follower.own.by_hash.values()
            if isinstance(own.statement, Acting | Voting)
            if not own.logged and not own.refusal_signature
        ]

    # -- time

    def tick(self, millis: int) -> list[OwnStatement]:
        """Add *millis* to the waiting time of open statements. Returns those that the host holds back as of now.

        A pause in the log changes nothing for what has no answer yet: an honest host refuses it then.
        """
        game, late = self.game, list[OwnStatement]()
        # Nobody acts in a shuffle, and its own time runs there (a void): these milliseconds are not the host's.
        if game.shuffling or game.follower.cheat is not None or game.follower.auditor.finished:
            return []
        for signed in self._open():
            before = self._waited.get(signed.hash, 0)
            if before < HELD_BACK_MILLIS and self._is_due(signed) and not (game.is_paused and self._may_wait(signed)):
                self._waited[signed.hash] = before + min(millis, LONGEST_TICK)
                late += [signed] if self._waited[signed.hash] >= HELD_BACK_MILLIS else []
        for signed in late:
            # The game goes on without it; else nothing more could be sent at this table.
            self.handle_refused(signed)
        return late

    def _may_wait(self, signed: OwnStatement) -> bool:
        """Whether the host has taken the statement, and the rules may have it logged only after a pause."""
        game = self.game
        if not signed.acknowledged or game.variety is None or game.state is None:
            return False
        return signed.hash in self._turns or bool(game.variety.offers.holds(game.state))

    def _is_due(self, signed: OwnStatement) -> bool:
        """Whether the host owes an answer by now; False only for an answer given early whose turn still goes on."""
        game, turn = self.game, self._turns.get(signed.hash)
        if turn is None or turn != game.follower.auditor.turn_began:
            return True
        assert game.variety is not None
        assert game.state is not None
        return game.me in game.variety.actors(game.state)


def _allowed(game: JoinedGame, action: Action) -> Action:
    """The action with every card identified. Raises IllegalAction."""
    v, state, me = game.variety, game.state, game.me
    assert v is not None and state is not None and me is not None  # who can act has all of them
    try:
        action = v.explicit(state, me, action)
        v.apply(once_answered(v, state, me), me, action)
    except NeedsShuffle:
        pass  # the host starts the shuffle
    return action


def _check_answer(game: JoinedGame, action: Action) -> None:
    """Refuse an answer to an offer that is not open to the own seat. Raises IllegalAction."""
    v, state, me = game.variety, game.state, game.me
    if v is None or state is None or me is None or me >= state.players:
        return
    ahead = tuple(v.offers.early(state, me)) if me in v.offers.offer_early(state) else ()
    if ahead and action not in ahead:
        answers = either([repr(notation.text(one)) for one in ahead])
        raise IllegalAction(_("you can answer the offer in advance with {answers}", answers=answers))
    with suppress(NeedsShuffle):
        if not ahead:
            v.apply(state, me, action)
