"""One game: its log from the opening entry to the end, and what has to happen before each next entry.

The dealer brings the seats through the ceremonies and hands over decks; a round takes what is done with them. This
lets one follow the other, and lets the time of seats run. Whatever is told was recorded before it.
"""

from collections.abc import Callable, Sequence

from rummynet.rules.core.state import State
from rummynet.table.consent import Terms
from rummynet.table.effects import Effects, TimerId
from rummynet.table.game.call_rules import Calls
from rummynet.table.game.dealer import Dealer
from rummynet.table.game.dealt_cards import Deck, Play, RoundStart
from rummynet.table.game.ending import called_off_sentence
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.private_openings import send_log_with_openings
from rummynet.table.game.received_statements import Received, Statements
from rummynet.table.game.round import Round
from rummynet.table.game.shuffle_ceremony import ShuffleSession
from rummynet.table.game.turn_clocks import TurnClocks
from rummynet.table.host_context import HostContext
from rummynet.table.late_joins import LateJoins
from rummynet.table.refusals import NoGame, Paused, Shuffling
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import VERSION, Ended, Opened, Scored


class HostedGame:
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
        effects: Effects,
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
        self.game_log = GameLog(context.signer, terms.table, terms.game, members, effects.ms, statements)
        voids = int(terms.options["voids"])
        self.dealer = Dealer(context, self.game_log, statements, terms.rules, voids, players)
        self._context = context
        lost = 1000 * context.limits.lost_seconds
        self._turn_clocks = TurnClocks(terms.table, members, lambda: self.keys, lost, self._is_stood_in_for)
        self.paused = False
        """Nobody can act and no clock of the rules runs."""
        self._round_start: RoundStart | None = None
        self._dealt_round: Round | None = None
        """The round from its deal on, until the next one begins."""
        self._calls = Calls(terms.variety, terms.options)
        self._in_open = False
        """The clocks that run are those of a round with open hands."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return self.dealer.keys

    def begin(self, consents: Sequence[Received], effects: Effects) -> None:
        """Open the log and seat the players, who have agreed to play."""
        terms, host = self.terms, self._context
        opened = Opened(
            VERSION, terms.id, terms.game, terms.before, host.signer.public, host.name, terms.variety.name,
            dict(terms.options), effects.unix,
        )  # fmt: skip
        self.game_log.append_entry(opened, effects)
        self.dealer.begin(consents, effects)

    # -- what seats do

    def submit_statement(self, seat: int, what: str, one: Received, effects: Effects) -> None:
        """A seat's signed part in a ceremony, its action or its vote; none that was accepted before. Raises Refusal."""
        self.statements.accept(one, self.game_log.time_of(one.statement.head))
        if self.ended:
            raise NoGame("the game is over")
        if what in ("action", "vote"):
            self._submit_action_or_vote(seat, what, one, effects)
            return
        complete = self.dealer.submit_part(seat, what, one, effects)
        try:
            self._handle_complete(complete, effects)
        except Refusal as problem:
            raise RuntimeError("the game cannot go on after a ceremony") from problem
        self._end_if_stopped(effects)

    def _submit_action_or_vote(self, seat: int, what: str, one: Received, effects: Effects) -> None:
        dealt = self._dealt_round
        if dealt is None or self.dealer.busy:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        if what == "vote":
            self._turn_clocks.votes_changed(dealt.submit_vote(seat, one, effects), effects)
            self._run_clocks(effects)
        elif self.paused:
            raise Paused("the table is paused; its owner can let it go on")
        elif dealt.submit_action(seat, one, effects):
            self._continue_round(dealt, effects)
        self._end_if_stopped(effects)

    def connection_lost(self, seat: int, effects: Effects) -> None:
        """The seat's player is not connected."""
        self.dealer.seat_disconnected(seat)
        self._turn_clocks.connection_lost(seat, effects)
        self._run_clocks(effects)

    def connected(self, seat: int, effects: Effects) -> None:
        """The seat's player is connected again."""
        self._turn_clocks.reconnected(seat, effects)
        self._run_clocks(effects)

    def player_present(self, seat: int, effects: Effects) -> None:
        """The seat's player did something by hand."""
        self._turn_clocks.player_present(seat, effects)

    def pause(self, effects: Effects) -> None:
        """Let nobody act until ``resume``; a ceremony that has begun goes on."""
        self.paused = True
        effects.keep()
        self._turn_clocks.pause_all(effects)
        effects.stop_timer(TimerId(self.terms.table, "hold"))

    def resume(self, effects: Effects) -> None:
        """Go on; every clock has the time that was left of it."""
        self.paused = False
        effects.keep()
        if self._run_clocks(effects) and self._dealt_round is not None:
            self._dealt_round.restart_hold_timer(effects)

    def sign_of_life(self, seat: int, effects: Effects) -> None:
        """The seat's player is here, or has shown a sign of life."""
        if not self.ended:
            self.dealer.seat_returned(seat, effects)
            self._end_if_stopped(effects)

    def send_log(self, key: bytes, start: int, effects: Effects) -> None:
        """Tell one person the log from *start* on, its own cards of this round, and the running clocks."""
        seat, dealt = self.keys.index(key) if key in self.keys else None, self._dealt_round
        mine = dealt.private_openings.for_seat(seat) if dealt is not None else []
        send_log_with_openings(self.game_log, mine, key, start, dealt is None or dealt.is_shown, effects)
        self._turn_clocks.send_clocks(key, effects)

    def host_restarted(self, effects: Effects) -> None:
        """The host was away for a while: nobody's time has gone by."""
        self._turn_clocks.extend_after_restart(effects)

    # -- clocks

    def ceremony_timer_expired(self, effects: Effects) -> None:
        """The time for a ceremony is up."""
        self.dealer.ceremony_timer_expired(effects)
        self._reseat_players()
        self._end_if_stopped(effects)

    def turn_timer_expired(self, seat: int, effects: Effects) -> None:
        """The time for an action of this seat is up: do what the rules say."""
        timer, dealt = self._turn_clocks.timer_expired(seat, effects), self._dealt_round
        if timer is not None and dealt is not None and not self.dealer.busy and dealt.apply_timer(timer, effects):
            self._continue_round(dealt, effects)
        self._end_if_stopped(effects)

    def warning_timer_expired(self, seat: int, effects: Effects) -> None:
        """The time of this seat's turn is nearly up."""
        self._turn_clocks.send_warning(seat, effects)

    def hold_timer_expired(self, effects: Effects) -> None:
        """What was held back may be done now."""
        dealt = self._dealt_round
        if dealt is None or self.paused or self.dealer.busy:
            return
        if dealt.release_action(effects):
            self._continue_round(dealt, effects)
        else:
            dealt.restart_hold_timer(effects)
        self._end_if_stopped(effects)

    def stop_timers(self, effects: Effects) -> None:
        """Nothing goes on here any more."""
        self._turn_clocks.stop_all(effects)
        effects.stop_timer(TimerId(self.terms.table, "hold"))

    # -- rounds

    def _begin_round(self, effects: Effects) -> None:
        before = self.play.full if self.play is not None else None
        if self._round_start is None:  # else it begins once more, without some who were to come in
            self.round += 1
        joining = self.dealer.joining
        self._round_start = RoundStart(self.terms.variety, self.terms.options, len(self.keys), before, joining)
        self._dealt_round = None
        self._calls.begin_round()
        self.dealer.begin_round(self.round)
        self.dealer.request_deck(self._round_start.cards(), effects)

    def _handle_complete(self, complete: ShuffleSession | Deck | None, effects: Effects) -> None:
        """A session is agreed on: begin a round. A deck is ready: deal it, or go on with the draw that needed it."""
        if isinstance(complete, ShuffleSession):
            self._begin_round(effects)
        elif complete is not None and self._round_start is not None:
            begin, self._round_start = self._round_start, None
            self._deal_round(begin, complete, effects)
        elif complete is not None and self._dealt_round is not None and self._dealt_round.wanted:
            self._dealt_round.restock(complete, effects)
            self._continue_round(self._dealt_round, effects)

    def _deal_round(self, begin: RoundStart, deck: Deck, effects: Effects) -> None:
        self.play = play = Play(begin, deck)
        session = self.dealer.session.id if self.dealer.session else b""
        self._dealt_round = dealt = Round(
            play, self.round, session, self.dealer.players, self.game_log, self._calls, self.statements,
            self._turn_clocks.is_disconnected,
        )  # fmt: skip
        dealt.deal(effects)
        self._continue_round(dealt, effects)

    def _continue_round(self, dealt: Round, effects: Effects) -> None:
        """After the deal and every act: shuffle, score, or let the clocks run and do what had to wait for this."""
        goes_on = True
        while goes_on and not dealt.wanted and not dealt.is_over and not self.paused:
            self._run_clocks(effects)
            goes_on = dealt.apply_early_answer(effects) or dealt.release_action(effects)
        try:
            if dealt.wanted:
                self._turn_clocks.pause_all(effects)
                self.dealer.request_deck(dealt.wanted, effects)
            elif dealt.is_over:
                self._score_round(dealt.play, effects)
        except Refusal as problem:  # the action is in the log: nobody can be told that it was refused
            raise RuntimeError("the game cannot go on after an action") from problem

    def _score_round(self, play: Play, effects: Effects) -> None:
        end, t = play.full, self.game_log.elapsed(effects)
        if end.round_scores is None:
            raise RuntimeError("a round is over and has no scores")
        scored = Scored(self.round, end.out, end.round_scores, end.scores, end.winner, end.finished, t)
        self.game_log.append_entry(scored, effects)
        self._turn_clocks.stop_all(effects)
        if end.finished:
            self._end_game("played", effects)
        else:
            self._next_round(end, effects)

    def _next_round(self, end: State, effects: Effects) -> None:
        """Whoever comes in agrees with all others on a new session first."""
        coming = self._late_joins.next_joiners(end, len(self.keys), self.statements)
        if coming:
            self.dealer.admit_players(coming.back, coming.new, effects)
            self._reseat_players()
        else:
            self._begin_round(effects)

    def _reseat_players(self) -> None:
        """Who plays may be others than before."""
        gone = self._late_joins.reseat_players(self.keys, self.dealer.joining)
        self.dealer.away |= gone
        self._turn_clocks.set_disconnected(gone)

    # -- the end

    def _end_if_stopped(self, effects: Effects) -> None:
        """If there can be no further deck the game is over, and its log says so."""
        why = self.dealer.stopped
        if why is not None and not self.ended:
            self._end_game(why, effects)
            self.called_off = called_off_sentence(self.dealer, self.round)

    def _end_game(self, why: str, effects: Effects) -> None:
        self.game_log.append_entry(Ended(why, self.game_log.elapsed(effects)), effects)
        self.ended = why

    # -- whose time runs

    def _run_clocks(self, effects: Effects) -> bool:
        """Let those clocks run that are to run now; False if none may."""
        dealt = self._dealt_round
        if dealt is None or self.paused or self.dealer.busy or dealt.is_over:
            return False
        if dealt.is_shown and not self._in_open:
            self._turn_clocks.stop_all(effects)  # what is asked for with open hands nobody was asked for before
        self._in_open = dealt.is_shown
        self._turn_clocks.set_timers(dealt.timers(), effects)
        return True

    def _is_stood_in_for(self, seat: int) -> bool:
        """Whether the others want this seat played for while its player is gone."""
        return self._dealt_round is not None and self._dealt_round.votes.carry(seat)
