"""A game as the host runs it: its log from the opening entry to the end, and what has to happen before each next entry.

``Dealer`` runs the ceremonies and delivers decks, ``Round`` applies actions, ``TurnClocks`` runs the seats' time;
``HostedGame`` connects them. Everything that is sent was journalled before.
"""

from collections.abc import Sequence

from rummynet.ledger.waiting import Without
from rummynet.rules.core.state import State
from rummynet.rules.sealed_decks import is_sealed
from rummynet.table.api.effects import RETURN_MILLIS, Effects, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.refusals import NoGame, NotAbsent, NotDue, NotSeated, Paused, Shuffling, WrongStatement
from rummynet.table.game.aims import read_vote
from rummynet.table.game.call_rules import Calls
from rummynet.table.game.dealer import Complete, Dealer, called_off_sentence
from rummynet.table.game.dealt_cards import AnyDeck, Deck, Play, RoundEnd, RoundStart
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.hidden_round import HiddenRound
from rummynet.table.game.private_openings import send_log_with_openings
from rummynet.table.game.round import Round
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet.table.game.turn_clocks import TurnClocks
from rummynet.table.seats.consent import Terms
from rummynet.table.seats.late_joins import LateJoins
from rummynet.table.seats.received_statements import Received, RefusedForGood, Statements
from rummynet.table.seats.seating import Seating
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import VERSION, Ended, Opened, PauseChanged, Scored, Voted
from rummynet_protocol.fairness.statements import Acting, PartGiven, Voting, blob_of
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sentences import comma_list, sentence
from rummynet_protocol.wire.messages import Submit


class HostedGame:
    """A game by these ``terms`` among *players* (key, name) by seat. ``ended`` is why its log is complete, once it is.

    The log is sent to the members of *seating*. ``statements`` are those for its log, consents included. Every
    method may be called at any time; requests that do not fit raise a Refusal and change nothing.
    """

    def __init__(
        self,
        context: HostContext,
        terms: Terms,
        statements: Statements,
        players: tuple[tuple[bytes, str], ...],
        seating: Seating,
        late_joins: LateJoins,
        effects: Effects,
    ) -> None:
        self._late_joins = late_joins
        self.terms = terms
        self.number = terms.game
        self.statements = statements
        self.ended: str | None = None
        self.called_off: str | None = None  # the sentence that says why the game was called off; None if it was not
        self.round = 0
        self.play: Play | RoundEnd | None = None  # the current round from its deal on, or the end of the last one
        self.game_log = GameLog(context, terms.table, terms.game, seating, effects.ms, statements)
        of_game = context, self.game_log, statements, players, seating.bots_among(players)
        self.dealer = SealedDealer(*of_game) if is_sealed(terms.options) else Dealer(*of_game)
        self._context = context
        lost = 1000 * context.limits.lost_seconds
        self._turn_clocks = TurnClocks(terms.table, seating, self.dealer, lost, self.game_log.ledger)
        self.pause_is_due = False
        """The owner has asked for a pause while the cards were shuffled: it begins when they are dealt."""
        self.paused_at = 0  # when (milliseconds) it was paused last
        self.pause_ended_in = 0
        """The newest round in which the others ended a pause of the owner's, who cannot pause it again."""
        self._round_start: RoundStart | None = None
        self._dealt_round: Round | None = None  # the current round from its deal on, until the next one begins
        self._calls = Calls(terms.variety, terms.options)
        self._returned_by = 0  # until when (milliseconds) nobody is gone on without: people come back after a restart
        self._in_open = False  # the running clocks are those of a round with open hands

    @property
    def paused(self) -> bool:
        """Whether the log is in a pause: no seat can act and no timer of the rules runs."""
        return self.game_log.ledger.paused_at is not None

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return self.dealer.keys

    def begin(self, consents: Sequence[Received], effects: Effects) -> None:
        """Open the log and begin the first session with the players, who have consented."""
        terms, context = self.terms, self._context
        opened = Opened(
            VERSION, terms.id, terms.game, terms.before, context.signer.public, context.name, terms.variety.name,
            dict(terms.options), effects.unix,
        )  # fmt: skip
        self.game_log.append_entry(opened, effects)
        self.dealer.begin(consents, effects)

    # -- statements, connections, pauses

    def submit_statement(self, key: bytes, request: Submit, effects: Effects) -> bool:
        """Handle a player's part in a ceremony, action or vote. Returns False if it was accepted before.

        Raises NotSeated; Stale, WrongSignature or WrongStatement if it is no statement for this log, or came with other
        bytes than its author signed; RefusedForGood.
        """
        keys, statements = self.dealer.keys, self.statements
        if key not in keys:
            raise NotSeated("you do not play in this round yet; say 'ready' to come in before the next one")
        received = statements.read_signed(key, request.what, request.payload, request.signature)
        # A client that lost the answer sends the same bytes again, and is told the same (FAIRNESS.md, "Refusals").
        if statements.is_accepted(received):
            return False
        signed = blob_of(received.statement)
        # Not refused for good: the statement itself may be right, and come again with its own bytes.
        if (request.blob or signed is not None) and signed != blob_hash(request.blob):
            raise WrongStatement("other bytes came with the statement than were signed; nothing was done")
        if statements.is_new(received):
            effects.kept = True
        try:
            self._accept_statement(keys.index(key), request, received, effects)
        except Refusal as problem:
            raise RefusedForGood(problem, statements.refuse(received, problem.code)) from problem
        return True

    def _accept_statement(self, seat: int, request: Submit, received: Received, effects: Effects) -> None:
        """Accept a statement and do what it says. Raises Refusal."""
        what = request.what
        # Before all checks of the game: whatever they say, the statement's number is used up.
        self.statements.accept(received, self.game_log.ledger.time_of(received.statement.head))
        if self.ended:
            raise NoGame("the game is over")
        if what == Voting.kind:
            self._submit_vote(seat, received, effects)
            return
        if what == Acting.kind:
            self._submit_action(seat, received, request.blob, effects)
            return
        if what == PartGiven.kind:
            self._submit_part_of_deck(seat, received, request.blob, effects)
            return
        complete = self.dealer.submit_part(seat, what, received, effects)
        try:
            self._handle_complete(complete, effects)
        except Refusal as problem:
            # The statement that completed the ceremony is in the log: refusing it now would prove a cheat of the host.
            raise RuntimeError("the game cannot go on after a ceremony") from problem
        self._end_if_stopped(effects)

    def _submit_action(self, seat: int, received: Received, proof: bytes, effects: Effects) -> None:
        round = self._dealt_round
        # While cards are shuffled nobody acts (FAIRNESS.md, "The ceremony"): an entry between would change the head
        # that all sign.
        if round is None or self.dealer.busy:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        if self.game_log.ledger.paused_at is not None:
            raise Paused("the table is paused; its owner can let it go on")
        round.submit_action(seat, received, proof, effects)
        self._continue_round(round, effects)
        self._end_if_stopped(effects)

    def _submit_vote(self, seat: int, received: Received, effects: Effects) -> None:
        """Log whether a player wants to go on without another one. Raises Refusal."""
        log, round = self.game_log, self._dealt_round
        if seat in self.dealer.bots:  # or a host could carry votes with its own bots (FAIRNESS.md)
            raise WrongStatement("the host's bots have no vote")
        if not log.ledger.takes_votes:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        t = log.elapsed(effects)
        about = read_vote(seat, received, log.ledger, t).about
        if about != seat:  # about oneself it is an objection, which is always in time
            self._check_is_waited_for(about)
        if round is not None and about != seat:
            round.put_aside(seat, effects)
        elif round is not None and round.has_pending(seat):  # it would be logged before what was signed before it
            raise NotDue("what you signed before is still waiting for its time")
        log.append_entry(Voted(seat, received.envelope, t), effects, (received,))
        self.dealer.take_out_part(seat, effects)
        if about == seat:
            self._turn_clocks.objected(seat, effects)
        else:
            self._turn_clocks.votes_changed(about, effects)
        self._run_clocks(effects)

    def _check_is_waited_for(self, seat: int) -> None:
        """Check that the game waits for this seat, or that its player is not here. Raises NotAbsent."""
        ledger, owed = self.game_log.ledger, self.dealer.owed_since if self._dealt_round is not None else None
        # In play the turn says who is waited for; in a ceremony the parts that are missing.
        if owed:
            waits = seat in owed
        elif self._dealt_round is not None and not self.dealer.busy:
            waits = ledger.waits_since(seat) is not None
        else:
            waits = seat in self.dealer.awaited
        if not waits and seat not in self._turn_clocks.disconnected:
            raise NotAbsent(sentence("the game does not wait for {name}", name=self.dealer.players[seat][1]))

    def _watch_absent(self, effects: Effects) -> None:
        """Start the timer of what is done next without a seat, if the others want that."""
        ledger, t = self.game_log.ledger, self.game_log.elapsed(effects)
        found = [ledger.without(seat) for seat in ledger.votes.said]
        due = [one.at for one in found if one is not None]
        if due and not self.paused:
            rest = max(min(due) - t, self._returned_by - effects.ms)
            effects.start_timer(TimerId(self.terms.table, "absent"), rest)

    def absent_timer_expired(self, effects: Effects) -> None:
        """It may be time to go on without a seat."""
        ledger, round, t = self.game_log.ledger, self._dealt_round, self.game_log.elapsed(effects)
        for seat in () if self.paused else sorted(ledger.votes.said):
            found = ledger.without(seat)
            if found is None or found.at > t:
                continue
            if found.what == "end":
                self._end_waited(found, effects)
            elif found.what == "open":
                assert isinstance(self.dealer, SealedDealer)  # it has parts to open
                self.dealer.open_host_part(seat, effects)
                self._part_logged(effects)
            elif round is not None:
                round.play_for(seat, effects)
                self._continue_round(round, effects)
            return
        self._watch_absent(effects)

    def _end_waited(self, waited: Without, effects: Effects) -> None:
        """End the game for want of a seat, as the others want it."""
        self._end_game("waited", effects)
        # What waits in memory gets its refusal, or its author could not know that it will never be logged.
        if self._dealt_round is not None:
            self._dealt_round.drop_pending(effects)
        self.called_off = sentence(
            "the game is over: {who} waited too long for {name}",
            who=comma_list([self.dealer.players[one][1] for one in sorted(waited.by)]),
            name=self.dealer.players[waited.seat][1],
        )

    def _submit_part_of_deck(self, seat: int, received: Received, blob: bytes, effects: Effects) -> None:
        """Log a seat's part of a sealed deck, and go on with the round if it was the last. Raises Refusal."""
        self.dealer.take_part(seat, received, blob, effects)
        if self._dealt_round is not None:
            self._dealt_round.put_aside(seat, effects)
        self._part_logged(effects)

    def _part_logged(self, effects: Effects) -> None:
        """Go on with the round if the newest part of a sealed deck was the last."""
        round = self._dealt_round
        if not isinstance(round, HiddenRound):
            return  # the first deck is still mixed
        try:
            round.follow(effects)
            self._deal_complete(round)
            if self.dealer.busy:
                self._watch_absent(effects)
            elif not self.game_log.broken:
                self._continue_round(round, effects)
        except Refusal as problem:
            raise RuntimeError("the game cannot go on after a part of a deck") from problem
        self._end_if_stopped(effects)

    def connection_lost(self, seat: int, effects: Effects) -> None:
        """The seat's player has disconnected."""
        self.dealer.seat_disconnected(seat)
        self._turn_clocks.connection_lost(seat, effects)
        self._run_clocks(effects)

    def connected(self, seat: int, effects: Effects) -> None:
        """The seat's player has reconnected."""
        self._turn_clocks.reconnected(seat, effects)
        self._run_clocks(effects)

    def player_present(self, seat: int, effects: Effects) -> None:
        """The seat's player acted by hand."""
        # What a program signs for a seat that is late is not by hand, and its time is over.
        play = self.game_log.ledger.play
        if play is None or play.sealed is None or seat != play.late_seat:
            self._turn_clocks.player_present(seat, effects)

    def pause(self, effects: Effects) -> None:
        """Allow nothing but votes until ``resume``; where cards are being shuffled, from when they are dealt."""
        effects.kept = True
        self.pause_is_due = True
        self._begin_pause_if_due(effects)

    def _begin_pause_if_due(self, effects: Effects) -> None:
        """Begin the pause that the owner has asked for, as soon as the log may hold one."""
        if not self.pause_is_due:
            return
        round = self._dealt_round
        # In a ceremony a pause would be an entry between statements that all sign one head (FAIRNESS.md, "Pauses").
        is_in_play = round is not None and not (self.dealer.busy or round.is_over or round.stock_cards)
        # Between two rounds the table may rest too, as long as no commitment of the next one is in the log.
        waits_for_return = self.dealer.held and isinstance(self.game_log.ledger.last, Scored)
        if not (is_in_play or waits_for_return):
            return
        self.pause_is_due, self.paused_at = False, effects.ms
        self._turn_clocks.pause_all(effects)
        effects.stop_timer(TimerId(self.terms.table, "hold"))  # started again with what is left, by ``resume``
        # After the clocks have stopped: each keeps what was left at this moment.
        self._log_pause(True, effects)

    def resume(self, effects: Effects) -> None:
        """Continue; every clock has the time that was left of it."""
        effects.kept = True
        self.pause_is_due = False
        if not self.paused:
            return
        self._log_pause(False, effects)
        # The pause was between two rounds: commitments may have waited for it.
        if self._dealt_round is None:
            self.dealer.go_on(effects)
        elif self._run_clocks(effects):
            self._dealt_round.restart_hold_timer(effects)

    def _log_pause(self, on: bool, effects: Effects) -> None:
        log, began = self.game_log, self.game_log.ledger.paused_at
        t = log.elapsed(effects)
        log.append_entry(PauseChanged(on, t), effects)
        rested = t - began if began is not None else 0
        if self._dealt_round is not None:
            self._dealt_round.pause_changed(rested, effects)

    def sign_of_life(self, seat: int, effects: Effects) -> None:
        """The seat's program is connected or has sent something: ceremonies count on the seat again."""
        if seat in self.dealer.away or self.dealer.held:
            self.dealer.seat_returned(seat, effects)

    def send_log(self, key: bytes, start: int, effects: Effects) -> None:
        """Send one person the log from *start* on, their own cards of this round, and the running clocks."""
        seat, round = self.keys.index(key) if key in self.keys else None, self._dealt_round
        mine = round.private_openings.for_seat(seat) if round is not None else []
        # Clocks after the log: a client can show them only at the position that they belong to.
        send_log_with_openings(self.game_log, mine, key, start, round is None or round.is_shown, effects)
        self._turn_clocks.send_clocks(key, effects)

    def host_restarted(self, effects: Effects) -> None:
        """The host has restarted: no seat loses time by that."""
        self._turn_clocks.extend_after_restart(effects)
        self._returned_by = effects.ms + RETURN_MILLIS
        self._watch_absent(effects)

    # -- timers

    def ceremony_timer_expired(self, effects: Effects) -> None:
        """The time for a ceremony is up."""
        self.dealer.ceremony_timer_expired(effects)
        # Silent newcomers may have been left out: the seats close up as in the log.
        self._reseat_players(effects)
        self._end_if_stopped(effects)

    def turn_timer_expired(self, seat: int, effects: Effects) -> None:
        """The time for an action of this seat is up: apply the timer's action."""
        timer, round = self._turn_clocks.timer_expired(seat, effects), self._dealt_round
        if timer is not None and round is not None and not self.dealer.busy:
            round.apply_timer(timer, effects)
            self._continue_round(round, effects)
        self._end_if_stopped(effects)

    def warning_timer_expired(self, seat: int, effects: Effects) -> None:
        """The time of this seat's turn is nearly up."""
        self._turn_clocks.send_warning(seat, effects)

    def hold_timer_expired(self, effects: Effects) -> None:
        """The pending action is due."""
        round = self._dealt_round
        # Nothing is due in a pause or a shuffle, whatever rings.
        if round is None or self.paused or self.dealer.busy:
            return
        if round.release_action(effects):
            self._continue_round(round, effects)
        else:
            round.restart_hold_timer(effects)  # not due yet: it would not ring again
        self._end_if_stopped(effects)

    def stop_timers(self, effects: Effects) -> None:
        """Stop all timers of a game that has ended."""
        self._turn_clocks.stop_all(effects)
        effects.stop_timer(TimerId(self.terms.table, "hold"))
        effects.stop_timer(TimerId(self.terms.table, "absent"))

    # -- rounds

    def _begin_round(self, effects: Effects) -> None:
        before = self.play.full if self.play is not None else None
        if before is not None:
            self.play = RoundEnd(self.terms.variety, before)
        if self._round_start is None:  # else the same round begins once more, without some who were to join
            self.round += 1
        joining = self.dealer.joining
        self._round_start = RoundStart(self.terms.variety, self.terms.options, len(self.keys), before, joining)
        # No vote reaches into another round: it begins with signatures of all (FAIRNESS.md).
        self._dealt_round = None
        self._calls.begin_round()
        self.game_log.begin_round()
        self.statements.begin_round()
        if is_sealed(self.terms.options):
            self.dealer.holders = self._round_start.holders
        self.dealer.begin_round(self.round)
        self.dealer.request_deck(self._round_start.cards(), effects)

    @property
    def round_end(self) -> State | None:
        """The end of the last round while the next one has just begun (``Dealer.first_batch``); None otherwise."""
        if self._round_start is None or self.dealer.first_batch is None:
            return None
        return self.play.full if isinstance(self.play, RoundEnd) else None

    def restore_round_end(self, end: State) -> None:
        """Begin the next round again after this end of a round; the dealer has been restored."""
        variety = self.terms.variety
        self.play = RoundEnd(variety, end)
        self._round_start = RoundStart(variety, self.terms.options, len(self.keys), end)

    def _handle_complete(self, complete: Complete, effects: Effects) -> None:
        """Begin a round after a new session; deal a deck, or continue the draw that needed it."""
        if complete == "session":
            self._begin_round(effects)
        elif complete is not None and self._round_start is not None:
            # Forgotten at the deal: from here on the round has begun for all, and cannot begin once more.
            start, self._round_start = self._round_start, None
            self._deal_round(start, complete, effects)
        elif complete is not None and self._dealt_round is not None:
            self._dealt_round.restock(complete, effects)
            self._continue_round(self._dealt_round, effects)

    def _deal_round(self, start: RoundStart, deck: AnyDeck, effects: Effects) -> None:
        of_round = self.round, self.dealer.players, self.game_log, self._calls, self.statements
        kind = Round if isinstance(deck, Deck) else HiddenRound
        self._dealt_round = round = kind(Play(start, deck, self.game_log.ledger), *of_round)
        round.deal(effects)
        self._deal_complete(round)
        self._continue_round(round, effects)

    def _deal_complete(self, round: Round) -> None:
        """Show the round's position from here on, if it has one: with a sealed deck that takes shares of all."""
        if round.play.is_dealt:
            self.play = round.play

    def _continue_round(self, round: Round, effects: Effects) -> None:
        """After the deal and every action: request a shuffle, or score, or run the clocks and apply pending actions."""
        # Before the loop: what is pending must wait for the end of the pause.
        if self.pause_is_due:
            self._begin_pause_if_due(effects)
        # One action at a time: each may end the round, ask for a shuffle, or make what else is pending illegal.
        runs = False
        while not round.stock_cards and (runs := self._run_clocks(effects)) and round.apply_pending(effects):
            pass
        try:
            if round.stock_cards:
                # The time that is left of the turn is the player's: it runs on when the stock is there.
                self._turn_clocks.pause_all(effects)
                self.dealer.request_deck(round.stock_cards, effects)
            elif runs:
                return  # as in most positions: the next action is waited for
            elif self.dealer.busy:
                # A sealed deck: no time runs until the last part that is due has come.
                self._turn_clocks.pause_all(effects)
            elif round.is_over:
                self._score_round(round.play, effects)
        except Refusal as problem:  # the action is in the log and cannot be refused any more
            raise RuntimeError("the game cannot go on after an action") from problem

    def _score_round(self, play: Play, effects: Effects) -> None:
        end, t = play.full, self.game_log.elapsed(effects)
        assert end.round_scores is not None  # it is over
        scored = Scored(self.round, end.out, end.round_scores, end.scores, end.winner, end.finished, t)
        self.game_log.append_entry(scored, effects)
        self._turn_clocks.stop_all(effects)
        if end.finished:
            self._end_game("played", effects)
        else:
            self._next_round(end, effects)
            # A pause that is still due begins here only where the next deal waits for somebody: else a ceremony has
            # begun.
            self._begin_pause_if_due(effects)

    def _next_round(self, end: State, effects: Effects) -> None:
        """Begin the next round; players who join agree on a new session with all others first."""
        # Before the commitments are asked for: their time is longer by the break.
        self.dealer.grant_break(1000 * int(self.terms.options["break_seconds"]))
        joiners = self._late_joins.next_joiners(end, len(self.keys), self.statements)
        # Without newcomers the session stays: two steps of nonces fewer before each round.
        if joiners:
            self.dealer.admit_players(joiners.back, joiners.new, effects)
            self._reseat_players(effects)
        else:
            self._begin_round(effects)

    def _reseat_players(self, effects: Effects) -> None:
        """Take over the players' seats, which may have changed."""
        seating = self.game_log.seating
        before = {seat.key: number for number, seat in seating.seats.items()}
        disconnected = self._late_joins.reseat_players(self.keys, self.dealer.joining)
        # A newcomer may have disconnected after the consent; seats that were away before have other numbers now.
        self.dealer.away |= disconnected
        self._turn_clocks.set_disconnected(disconnected)
        # Who waits to come in and is away keeps a seat for a while; the timer of that names the number it had.
        for number, seat in seating.seats.items():
            if not seat.connected and seat.key not in self.keys and before[seat.key] != number:
                millis = 1000 * self._context.limits.grace_seconds
                effects.start_timer(TimerId(self.terms.table, "grace", number), millis)

    # -- the end

    def _end_if_stopped(self, effects: Effects) -> None:
        """End the game if there can be no further deck."""
        why = self.dealer.stopped
        if why is not None and not self.ended:  # each caller may come here after another has ended it
            self._end_game(why, effects)
            self.called_off = called_off_sentence(self.dealer, why, self.round)

    def _end_game(self, why: str, effects: Effects) -> None:
        self.game_log.append_entry(Ended(why, self.game_log.elapsed(effects)), effects)
        self.ended = why

    # -- turn clocks

    def _run_clocks(self, effects: Effects) -> bool:
        """Run the clocks that are due now; False if none may run."""
        round = self._dealt_round
        if self.game_log.ledger.votes.said:
            self._watch_absent(effects)
        if round is None or self.game_log.ledger.paused_at is not None or self.dealer.busy or round.is_over:
            return False
        if round.is_shown and not self._in_open:
            self._turn_clocks.stop_all(effects)  # with open hands other actions are asked for than before
        self._in_open = round.is_shown
        self._turn_clocks.set_timers(round.timers(), effects)
        return True
