"""What we do in the game at our table: signed one action at a time, answered, sent again, and watched for its answer.

Those behind the action under way wait and are signed when their turn comes, over the head that the log has then. After
a new connection, what the log does not hold and the host has not refused is sent again with the same bytes, once the
log has been caught up with. An action or a vote that the host neither logs nor refuses for a minute is held back: that
is told, and the game goes on.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.variety import once_answered
from rummynet_client.core.game.contributions import CannotGoOn
from rummynet_client.core.game.joined_game import JoinedGame
from rummynet_client.core.game.own_statements import OwnStatement
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.language import _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.sentences import either
from rummynet_protocol.wire.messages import Submit

HELD_BACK_MILLIS: Final = 60_000
"""So long may the host take to log or refuse an action or a vote."""
_LONGEST_TICK: Final = 5_000
"""Between two looks at the clock more time counts as so much: nobody was listening meanwhile."""


@dataclass(slots=True)
class _Acting:
    """Our action under way."""

    do: str
    signed: OwnStatement
    logged_at_once: bool
    """Its acknowledgement comes with its entry; other answers may be kept by the host until they are asked for."""


class ActionSender:
    """In one game, at the table with this number."""

    def __init__(self, game: JoinedGame, table: int, outbox: Outbox) -> None:
        self._game, self._table, self._outbox = game, table, outbox
        self._acting: _Acting | None = None
        self._queue: deque[str] = deque()
        self._asked: dict[bytes, str] = {}
        """By hash of a statement: how the person asked for it."""
        self._second_tries: set[bytes] = set()
        self._turns: dict[bytes, bytes] = {}
        """By hash of an answer to an offer: the turn in which it was given."""
        self._waited: dict[bytes, int] = {}
        """By hash: how long the host has had to log or refuse it, in milliseconds."""

    @property
    def under_way(self) -> str | None:
        """The action that is being sent or waits to be."""
        return self._acting.do if self._acting is not None else next(iter(self._queue), None)

    # -- what the person wants

    def act(self, do: str) -> None:
        """Do this as soon as what was asked for before is through."""
        self._queue.append(do)
        self.go_on()

    def vote(self, seat: int, yes: bool, what: str) -> None:
        """Want the host to play for an absent seat, or no longer."""
        try:
            signed = self._game.follower.vote(seat, yes)
        except CannotGoOn as problem:
            self._outbox.refuse(what, problem.code, sentence_of(problem))
        else:
            self._asked[signed.hash] = what
            self._submit(signed)

    def go_on(self) -> None:
        """Sign and send the next action that waits."""
        while self._queue and self._is_free():
            do = self._queue.popleft()
            try:
                self._act(do)
            except (Refusal, CannotGoOn) as problem:
                self._outbox.refuse(do, problem.code, sentence_of(problem))

    def _is_free(self) -> bool:
        """Nothing of ours is under way; or what the host holds back while a call may come: then a call may come."""
        held = self._acting is not None and self._acting.signed.acknowledged
        return self._acting is None or (held and self._queue[0].startswith("rummy "))

    def _act(self, do: str) -> None:
        """What our own rules refuse is not sent, calls excepted: whether one held is for the host to say."""
        game, action = self._game, notation.parse(do)
        late = game.variety is not None and game.variety.offers.out_of_turn(action)
        answers = late and not isinstance(action, CallRummy)
        if answers:
            _check_answer(game, action)
        elif not late:
            action = _allowed(game, action)
        do = notation.text(action)
        signed = game.follower.action(do)
        self._asked[signed.hash] = do
        if answers:
            game.answered = self._turns[signed.hash] = game.follower.auditor.turn_began
        self._acting = _Acting(do, signed, not answers)
        if self._outbox.is_open:
            self._submit(signed)

    def _submit(self, signed: OwnStatement) -> None:
        made = (self._table, self._game.number, signed.what, signed.payload, signed.signature)
        self._outbox.ask(lambda n: Submit(n, *made), self._asked.get(signed.hash, ""))

    # -- answers

    def see_through(self) -> None:
        """Our action is through when the host has said so and the log holds it."""
        acting = self._acting
        if acting is not None and acting.signed.acknowledged and (acting.signed.logged or not acting.logged_at_once):
            self._acting = None

    def refused(self, signed: OwnStatement) -> None:
        """The host has refused it, at once or after all."""
        if self._acting is not None and self._acting.signed is signed:
            self._acting = None
        self._game.answered = b""

    def try_again(self, signed: OwnStatement) -> bool:
        """Sign it anew with another clock and send that, once."""
        if signed.hash in self._second_tries or signed.hash not in self._asked:
            return False
        again = self._game.follower.again(signed)
        self._second_tries.add(again.hash)
        self._asked[again.hash] = self._asked[signed.hash]
        if signed.hash in self._turns:
            self._turns[again.hash] = self._turns[signed.hash]
        if self._acting is not None and self._acting.signed is signed:
            self._acting.signed = again
        self._submit(again)
        return True

    def asked(self, signed: OwnStatement) -> str:
        """How the person asked for it."""
        said = signed.said
        return self._asked.get(signed.hash) or (said.do if isinstance(said, Acting) else "vote")

    def send_again(self) -> None:
        """The log is whole again: what it does not hold is sent once more, unless the host has refused it.

        Also what was acknowledged: that it was refused after all may have been said while we were away.
        """
        if self._acting is not None and self._acting.signed.logged:
            self._acting = None
        if not self._outbox.awaits(Submit):
            for signed in self._open():
                if signed.refused is None:
                    self._submit(signed)

    def give_up(self) -> None:
        """The connection has ended for good."""
        self._acting = None
        self._queue.clear()

    def _open(self) -> list[OwnStatement]:
        """Actions and votes that are neither logged nor refused with the host's signature, in their order."""
        made = self._game.follower.own.by_hash.values()
        return [one for one in made if isinstance(one.said, Acting | Voting) and not one.logged and not one.by_host]

    # -- time

    def tick(self, millis: int) -> list[OwnStatement]:
        """So much time has passed in which the host could have answered; what it has held back by now."""
        game, late = self._game, list[OwnStatement]()
        if game.shuffling or game.follower.cheat is not None or game.follower.auditor.finished:
            return []
        for signed in self._open():
            before = self._waited.get(signed.hash, 0)
            if before < HELD_BACK_MILLIS and self._is_asked_for(signed):
                self._waited[signed.hash] = before + min(millis, _LONGEST_TICK)
                late += [signed] if self._waited[signed.hash] >= HELD_BACK_MILLIS else []
        for signed in late:
            self.refused(signed)
        return late

    def _is_asked_for(self, signed: OwnStatement) -> bool:
        """Whether an answer given ahead is asked for by now, or its turn is over; true of everything else."""
        game, turn = self._game, self._turns.get(signed.hash)
        if turn is None or turn != game.follower.auditor.turn_began or game.variety is None or game.state is None:
            return True
        return game.me in game.variety.actors(game.state)


def _allowed(game: JoinedGame, action: Action) -> Action:
    """The action with every card named beyond doubt. Raises IllegalAction."""
    v, state, me = game.variety, game.state, game.me
    if v is None or state is None or me is None or game.shuffling:
        return action
    try:
        action = v.explicit(state, me, action)
        v.apply(once_answered(v, state, me), me, action)
    except NeedsShuffle:
        pass  # the host will have the shuffle made
    return action


def _check_answer(game: JoinedGame, action: Action) -> None:
    """Refuse an answer to an offer that nobody makes us. Raises IllegalAction."""
    v, state, me = game.variety, game.state, game.me
    if v is None or state is None or me is None or me >= state.players:
        return
    ahead = [notation.text(one) for one in v.offers.early(state, me)] if me in v.offers.offer_early(state) else []
    if ahead and notation.text(action) not in ahead:
        raise IllegalAction(
            _("you can answer the offer ahead with {answers}", answers=either([repr(one) for one in ahead]))
        )
    with suppress(NeedsShuffle):
        if not ahead:
            v.apply(state, me, action)
