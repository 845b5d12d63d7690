"""One game: its log from the opening entry to the end, and what has to happen before each next entry.

The dealer brings the seats through the ceremonies and hands over decks; a round takes what is done with them. This
lets one follow the other, and lets the time of seats run. Whatever is told was recorded before it.
"""

from collections.abc import Callable, Sequence

from rummynet.rules.core.state import State
from rummynet.table.calls import Calls
from rummynet.table.ceremony import Circle
from rummynet.table.consent import Terms
from rummynet.table.dealer import Dealer
from rummynet.table.effects import Clock, Moment
from rummynet.table.ending import called_off
from rummynet.table.game_log import GameLog
from rummynet.table.host_context import HostContext
from rummynet.table.late_joins import LateJoins
from rummynet.table.play import Begin, Deck, Play
from rummynet.table.private_openings import tell_log
from rummynet.table.refusals import NoGame, Paused, Shuffling
from rummynet.table.round import Round
from rummynet.table.statements import Received, Statements
from rummynet.table.turn_clocks import TurnClocks
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import VERSION, Ended, Opened, Scored


class Game:
    """A game by these ``terms`` among *players* (key, name) by seat. ``ended`` is why its log is complete, once it is.

    ``members`` answers who is told about it. ``statements`` are those for its log, the players' consents among them.
    Every method may be called at any time; requests that do not fit raise a Refusal and change nothing.
    """

    def __init__(
        self,
        context: HostContext,
        terms: Terms,
        statements: Statements,
        players: tuple[tuple[bytes, str], ...],
        members: Callable[[], tuple[bytes, ...]],
        late_joins: LateJoins,
        at: Moment,
    ) -> None:
        self._late_joins = late_joins
        self.terms = terms
        self.number = terms.game
        self.statements = statements
        self.ended: str | None = None
        self.called_off: str | None = None
        """Why it could not be played to its end, in words; None if it was, or still is being played."""
        self.round = 0
        self.play: Play | None = None
        """The round being played, from its deal on, or the one played last."""
        self.game_log = GameLog(context.signer, terms.table, terms.game, members, at.ms, statements)
        voids = int(terms.options["voids"])
        self.dealer = Dealer(context, self.game_log, statements, terms.rules, voids, players)
        self._context = context
        lost = 1000 * context.limits.lost_seconds
        self._turn_clocks = TurnClocks(terms.table, members, lambda: self.keys, lost, self._stood_in)
        self.paused = False
        """Nobody can act and no clock of the rules runs."""
        self._begin: Begin | None = None
        self._dealt: Round | None = None
        """The round from its deal on, until the next one begins."""
        self._calls = Calls(terms.variety, terms.options)
        self._in_open = False
        """The clocks that run are those of a round with open hands."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return self.dealer.keys

    def begin(self, consents: Sequence[Received], at: Moment) -> None:
        """Open the log and seat the players, who have agreed to play."""
        terms, host = self.terms, self._context
        opened = Opened(
            VERSION, terms.id, terms.game, terms.before, host.signer.public, host.name, terms.variety.name,
            dict(terms.options), at.unix,
        )  # fmt: skip
        self.game_log.write(opened, at)
        self.dealer.begin(consents, at)

    # -- what seats do

    def submit(self, seat: int, what: str, one: Received, at: Moment) -> None:
        """A seat's signed part in a ceremony, its action or its vote; none that was accepted before. Raises Refusal."""
        self.statements.accept(one, self.game_log.time_of(one.said.head))
        if self.ended:
            raise NoGame("the game is over")
        if what in ("action", "vote"):
            self._take(seat, what, one, at)
            return
        complete = self.dealer.submit(seat, what, one, at)
        try:
            self._use(complete, at)
        except Refusal as problem:
            raise RuntimeError("the game cannot go on after a ceremony") from problem
        self._end_if_stopped(at)

    def _take(self, seat: int, what: str, one: Received, at: Moment) -> None:
        dealt = self._dealt
        if dealt is None or self.dealer.busy:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        if what == "vote":
            self._turn_clocks.voted(dealt.vote(seat, one, at), at)
            self._run_clocks(at)
        elif self.paused:
            raise Paused("the table is paused; its owner can let it go on")
        elif dealt.act(seat, one, at):
            self._go_on(dealt, at)
        self._end_if_stopped(at)

    def lost(self, seat: int, at: Moment) -> None:
        """The seat's player is not connected."""
        self.dealer.lost(seat)
        self._turn_clocks.lost(seat, at)
        self._run_clocks(at)

    def connected(self, seat: int, at: Moment) -> None:
        """The seat's player is connected again."""
        self._turn_clocks.returned(seat, at)
        self._run_clocks(at)

    def present(self, seat: int, at: Moment) -> None:
        """The seat's player did something by hand."""
        self._turn_clocks.present(seat, at)

    def pause(self, at: Moment) -> None:
        """Let nobody act until ``resume``; a ceremony that has begun goes on."""
        self.paused = True
        at.keep()
        self._turn_clocks.pause(at)
        at.stop(Clock(self.terms.table, "hold"))

    def resume(self, at: Moment) -> None:
        """Go on; every clock has the time that was left of it."""
        self.paused = False
        at.keep()
        if self._run_clocks(at) and self._dealt is not None:
            self._dealt.wake(at)

    def returned(self, seat: int, at: Moment) -> None:
        """The seat's player is here, or has shown a sign of life."""
        if not self.ended:
            self.dealer.returned(seat, at)
            self._end_if_stopped(at)

    def send(self, key: bytes, start: int, at: Moment) -> None:
        """Tell one person the log from *start* on, its own cards of this round, and the running clocks."""
        seat, dealt = self.keys.index(key) if key in self.keys else None, self._dealt
        mine = dealt.private_openings.of(seat) if dealt is not None else []
        tell_log(self.game_log, mine, key, start, dealt is None or dealt.is_shown, at)
        self._turn_clocks.show(key, at)

    def restarted(self, at: Moment) -> None:
        """The host was away for a while: nobody's time has gone by."""
        self._turn_clocks.give_back(at)

    # -- clocks

    def ceremony_rang(self, at: Moment) -> None:
        """The time for a ceremony is up."""
        self.dealer.time_is_up(at)
        self._seat()
        self._end_if_stopped(at)

    def wait_rang(self, seat: int, at: Moment) -> None:
        """The time for an action of this seat is up: do what the rules say."""
        timer, dealt = self._turn_clocks.rang(seat, at), self._dealt
        if timer is not None and dealt is not None and not self.dealer.busy and dealt.time_is_up(timer, at):
            self._go_on(dealt, at)
        self._end_if_stopped(at)

    def warn_rang(self, seat: int, at: Moment) -> None:
        """The time of this seat's turn is nearly up."""
        self._turn_clocks.warn(seat, at)

    def hold_rang(self, at: Moment) -> None:
        """What was held back may be done now."""
        dealt = self._dealt
        if dealt is None or self.paused or self.dealer.busy:
            return
        if dealt.release(at):
            self._go_on(dealt, at)
        else:
            dealt.wake(at)
        self._end_if_stopped(at)

    def stop(self, at: Moment) -> None:
        """Nothing goes on here any more."""
        self._turn_clocks.clear(at)
        at.stop(Clock(self.terms.table, "hold"))

    # -- rounds

    def _begin_round(self, at: Moment) -> None:
        before = self.play.full if self.play is not None else None
        if self._begin is None:  # else it begins once more, without some who were to come in
            self.round += 1
        joining = self.dealer.joining
        self._begin = Begin(self.terms.variety, self.terms.options, len(self.keys), before, joining)
        self._dealt = None
        self._calls.begin_round()
        self.dealer.begin_round(self.round)
        self.dealer.want(self._begin.cards(), at)

    def _use(self, complete: Circle | Deck | None, at: Moment) -> None:
        """A session is agreed on: begin a round. A deck is ready: deal it, or go on with the draw that needed it."""
        if isinstance(complete, Circle):
            self._begin_round(at)
        elif complete is not None and self._begin is not None:
            begin, self._begin = self._begin, None
            self._deal(begin, complete, at)
        elif complete is not None and self._dealt is not None and self._dealt.wanted:
            self._dealt.restock(complete, at)
            self._go_on(self._dealt, at)

    def _deal(self, begin: Begin, deck: Deck, at: Moment) -> None:
        self.play = play = Play(begin, deck)
        session = self.dealer.circle.session if self.dealer.circle else b""
        self._dealt = dealt = Round(
            play, self.round, session, self.dealer.players, self.game_log, self._calls, self.statements,
            self._turn_clocks.is_gone,
        )  # fmt: skip
        dealt.deal(at)
        self._go_on(dealt, at)

    def _go_on(self, dealt: Round, at: Moment) -> None:
        """After the deal and every act: shuffle, score, or let the clocks run and do what had to wait for this."""
        goes_on = True
        while goes_on and not dealt.wanted and not dealt.is_over and not self.paused:
            self._run_clocks(at)
            goes_on = dealt.answer_early(at) or dealt.release(at)
        try:
            if dealt.wanted:
                self._turn_clocks.pause(at)
                self.dealer.want(dealt.wanted, at)
            elif dealt.is_over:
                self._score(dealt.play, at)
        except Refusal as problem:  # the action is in the log: nobody can be told that it was refused
            raise RuntimeError("the game cannot go on after an action") from problem

    def _score(self, play: Play, at: Moment) -> None:
        end, t = play.full, self.game_log.elapsed(at)
        if end.round_scores is None:
            raise RuntimeError("a round is over and has no scores")
        scored = Scored(self.round, end.out, end.round_scores, end.scores, end.winner, end.finished, t)
        self.game_log.write(scored, at)
        self._turn_clocks.clear(at)
        if end.finished:
            self._end("played", at)
        else:
            self._next_round(end, at)

    def _next_round(self, end: State, at: Moment) -> None:
        """Whoever comes in agrees with all others on a new session first."""
        coming = self._late_joins.coming(end, len(self.keys), self.statements)
        if coming:
            self.dealer.admit(coming.back, coming.new, at)
            self._seat()
        else:
            self._begin_round(at)

    def _seat(self) -> None:
        """Who plays may be others than before."""
        gone = self._late_joins.seated(self.keys, self.dealer.joining)
        self.dealer.away |= gone
        self._turn_clocks.set_gone(gone)

    # -- the end

    def _end_if_stopped(self, at: Moment) -> None:
        """If there can be no further deck the game is over, and its log says so."""
        why = self.dealer.stopped
        if why is not None and not self.ended:
            self._end(why, at)
            self.called_off = called_off(self.dealer, self.round)

    def _end(self, why: str, at: Moment) -> None:
        self.game_log.write(Ended(why, self.game_log.elapsed(at)), at)
        self.ended = why

    # -- whose time runs

    def _run_clocks(self, at: Moment) -> bool:
        """Let those clocks run that are to run now; False if none may."""
        dealt = self._dealt
        if dealt is None or self.paused or self.dealer.busy or dealt.is_over:
            return False
        if dealt.is_shown and not self._in_open:
            self._turn_clocks.clear(at)  # what is asked for with open hands nobody was asked for before
        self._in_open = dealt.is_shown
        self._turn_clocks.set(dealt.timers(), at)
        return True

    def _stood_in(self, seat: int) -> bool:
        """Whether the others want this seat played for while its player is gone."""
        return self._dealt is not None and self._dealt.votes.carry(seat)
