"""The game at our table, as far as it is a conversation: what is followed, contributed, asked for again, and acted.

One action of ours is under way at a time; those behind it wait and are signed when their turn comes, over the head that
the log has then. What is not acknowledged when a connection ends is sent again with the same bytes, once the log has
been caught up with and does not hold it.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from rummynet.rules.refusals import IllegalAction, NeedsShuffle
from rummynet_client.core import news
from rummynet_client.core.game import Game
from rummynet_client.core.outbox import Keep, Outbox
from rummynet_client.core.witness import CannotGoOn, GapInLog, Promises, Random, Signed, Witness
from rummynet_client.language import _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.entries import Opened, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.sentences import either
from rummynet_protocol.wire.messages import AskLog, LogEntry, Openings, Race, Submit, Watch

Recall = Callable[[bytes], bytes]
"""``recall(table)`` gives the transcript kept of the log with this id, b"" if there is none."""


class NoGameHere(Refusal):
    """The command is for those who play."""

    code = "no_game"


@dataclass(frozen=True, slots=True)
class Player:
    """Who we are: the key, the secret that contributions come from, a source of random bytes, our kept transcripts."""

    signer: Signer
    secret: bytes
    random: Random
    recall: Recall


@dataclass(slots=True)
class _Acting:
    """Our action under way."""

    do: str
    signed: Signed
    turn: bytes
    """The turn (its head) in which it was signed: after it an action in turn cannot come into the log any more."""
    logged_at_once: bool
    """Its acknowledgement comes with its entry; other answers may be kept by the host until they are asked for."""
    acknowledged: bool = False


class Playing:
    """One table's games, one after another; ``table`` is its number."""

    def __init__(self, player: Player, host: bytes, table: int, outbox: Outbox, promises: Promises) -> None:
        self.table = table
        self.game: Game | None = None
        self._player, self._host, self._outbox, self._promises = player, host, outbox, promises
        self._acting: _Acting | None = None
        self._queue: deque[str] = deque()
        self._answered = -1

    @property
    def under_way(self) -> str | None:
        """The action that is being sent or waits to be."""
        return self._acting.do if self._acting is not None else next(iter(self._queue), None)

    # -- following

    def begin(self, number: int) -> Game:
        """A new game at the table."""
        player = self._player
        witness = Witness(player.signer, player.secret, self._host, player.random, self._promises)
        self.game = Game(number, witness)
        self._acting, self._answered = None, -1
        self._queue.clear()
        return self.game

    def catch_up(self) -> None:
        """Ask for what is missing of the log, and for the openings of the round."""
        if self.game is not None and not self._is_catching_up():
            table, start = self.table, self.game.witness.length
            self._outbox.ask(lambda n: AskLog(n, table, start))

    def entry(self, message: LogEntry) -> None:
        """An entry of a game's log."""
        game = self.game
        if game is None or game.number < message.game:
            game = self.begin(message.game)
        if game.number > message.game:
            return
        if message.index == 0 and game.witness.length == 0:
            self._remember(game, message.entry)
        try:
            self._outbox.tell(*game.entry(message.index, message.entry, message.signature))
        except GapInLog:
            self.catch_up()
        self._keep(game)
        self._see_through()

    def openings(self, message: Openings) -> None:
        """Cards shown to us alone."""
        if self.game is not None and self.game.number == message.game:
            self._outbox.tell(*self.game.openings(message.round, message.epoch, message.cards))
            self._keep(self.game)

    def race(self, message: Race) -> None:
        """Somebody's call came too late."""
        if self.game is not None and self.game.number == message.game:
            self._outbox.tell(self.game.raced(message.seat, message.winner, message.millis))

    def _is_catching_up(self) -> bool:
        return self._outbox.awaits(AskLog, Watch)

    def _remember(self, game: Game, first: bytes) -> None:
        """What an earlier run of this client kept of this log comes first; the host's has to agree with it."""
        try:
            opened = read_entry(first)
        except Cheat:
            return  # said when the entry itself is looked at
        kept = self._player.recall(opened.table) if isinstance(opened, Opened) else b""
        if kept:
            self._outbox.tell(*game.recall(kept))
            game.kept = len(game.witness.records)

    def _keep(self, game: Game) -> None:
        opened = game.witness.auditor.opened
        if opened is None:
            return
        fresh = game.witness.records[game.kept :]
        game.kept += len(fresh)
        self._outbox.keep(*(Keep(opened.table, opened.variant, record) for record in fresh))
        evidence, game.witness.evidence = game.witness.evidence, None
        if evidence is not None:
            self._outbox.keep(Keep(opened.table, opened.variant, evidence, whole=True))

    # -- contributing

    def contribute(self) -> None:
        """Submit what the ceremony waits for from our seat, once per state of the log."""
        game = self.game
        if game is None or not self._outbox.is_open or self._is_catching_up() or self._answered == game.witness.length:
            return
        self._answered = game.witness.length
        try:
            owed = game.witness.owed()
        except CannotGoOn as problem:
            self._outbox.tell(news.WentWrong(problem.code, sentence_of(problem)))
        except Cheat as cheat:
            self._outbox.tell(*game.cheated(cheat))
        else:
            if owed is not None:
                self._submit(game, owed, "")

    def _submit(self, game: Game, signed: Signed, what: str) -> None:
        table = self.table
        made = (table, game.number, signed.what, signed.payload, signed.signature)
        self._outbox.ask(lambda n: Submit(n, *made), what)

    # -- acting

    def act(self, do: str) -> None:
        """Do this as soon as what was asked for before is through. Raises NoGameHere."""
        self._game_here()
        self._queue.append(do)
        self.go_on()

    def vote(self, seat: int, yes: bool, what: str) -> None:
        """Want the host to play for an absent seat, or no longer. Raises NoGameHere."""
        game = self._game_here()
        try:
            self._submit(game, game.witness.vote(seat, yes), what)
        except CannotGoOn as problem:
            self._outbox.refuse(what, problem.code, sentence_of(problem))

    def _game_here(self) -> Game:
        if self.game is None:
            raise NoGameHere(_("no game is being played at this table; it begins when all are ready"))
        return self.game

    def go_on(self) -> None:
        """Sign and send the next action that waits."""
        while self._queue and self._is_free() and self.game is not None:
            do = self._queue.popleft()
            try:
                self._act(self.game, do)
            except (Refusal, CannotGoOn) as problem:
                self._outbox.refuse(do, problem.code, sentence_of(problem))

    def _is_free(self) -> bool:
        """Nothing of ours is under way; or what the host holds back while a call may come: then a call may come."""
        held = self._acting is not None and self._acting.acknowledged
        return self._acting is None or (held and self._queue[0].startswith("rummy "))

    def _act(self, game: Game, do: str) -> None:
        """What our own rules refuse is not sent, calls excepted: whether one held is for the host to say."""
        action = notation.parse(do)
        late = game.variety is not None and game.variety.out_of_turn(action)
        answers = late and not isinstance(action, CallRummy)
        if answers:
            _check_answer(game, action)
        elif not late:
            action = self._allowed(game, action)
        do, turn = notation.text(action), game.witness.auditor.turn_began
        signed = game.witness.action(do)
        self._acting = _Acting(do, signed, turn, not answers)
        if answers:
            game.answered = turn
        if self._outbox.is_open:
            self._submit(game, signed, do)

    def _allowed(self, game: Game, action: Action) -> Action:
        """The action with every card named beyond doubt. Raises IllegalAction."""
        v, state, me = game.variety, game.state, game.me
        if v is None or state is None or me is None or game.shuffling:
            return action
        try:
            action = v.explicit(state, me, action)
            v.apply(v.once_answered(state, me), me, action)
        except NeedsShuffle:
            pass  # the host will have the shuffle made
        return action

    def _see_through(self) -> None:
        """Our action is through when the host has said so and the log holds it."""
        acting, game = self._acting, self.game
        if acting is not None and acting.acknowledged and game is not None:
            if not acting.logged_at_once or game.witness.has_logged(acting.signed):
                self._acting = None
            elif acting.turn != game.witness.auditor.turn_began:
                self._acting = None
                self._outbox.refuse(
                    acting.do, "stale", _("something else happened first, and it was not done; look again")
                )

    # -- answers to what was sent here

    def done(self, request: Submit | AskLog | Watch) -> None:
        """The host has carried it out."""
        if isinstance(request, Submit):
            if request.what == "action" and self._acting is not None:
                self._acting.acknowledged = True
                self._see_through()
        else:
            self._send_again()

    def refused(self, request: Submit) -> None:
        """The host refused it."""
        if request.what == "action":
            self._acting = None
            if self.game is not None:
                self.game.answered = b""

    def lost(self, again: bool) -> None:
        """The connection has ended; *again*: another one will be tried."""
        self._answered = -1
        if not again:
            self._acting = None
            self._queue.clear()

    def _send_again(self) -> None:
        """The log is whole again: an action without acknowledgement is sent once more, unless the log holds it."""
        acting, game = self._acting, self.game
        if acting is None or game is None or self._outbox.awaits(Submit):
            return
        if game.witness.has_logged(acting.signed):
            self._acting = None
        else:
            self._submit(game, acting.signed, acting.do)


def _check_answer(game: Game, action: Action) -> None:
    """Refuse an answer to an offer that nobody makes us. Raises IllegalAction."""
    v, state, me = game.variety, game.state, game.me
    if v is None or state is None or me is None or me >= state.players:
        return
    ahead = [notation.text(one) for one in v.early(state, me)] if me in v.offer_early(state) else []
    if ahead and notation.text(action) not in ahead:
        raise IllegalAction(
            _("you can answer the offer ahead with {answers}", answers=either([repr(one) for one in ahead]))
        )
    with suppress(NeedsShuffle):
        if not ahead:
            v.apply(state, me, action)
