"""One round of a hosted game with a sealed deck: the host runs it by what everybody knows.

Each draw waits for shares of all programs, and no time runs meanwhile. What a clock would do with a hidden card the
seat's own program does, once the log says that it is late. A seat that was given up is played for in the open.
"""

from collections.abc import Iterable, Sequence

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.refusals import Stale, WrongStatement
from rummynet.table.game.aims import CHANGED
from rummynet.table.game.call_rules import Calls
from rummynet.table.game.dealt_cards import AnyDeck, Drawn
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.hidden_cards import HiddenPlay
from rummynet.table.game.pending_actions import ActionAttempt, timer_attempt
from rummynet.table.game.round import OVERTAKEN, Round
from rummynet.table.seats.received_statements import Statements
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import CardsDealt, Inserted, TurnLate, TurnUp
from rummynet_protocol.sealed.sealed_round import Due, Learned, SealedRound
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import replace


class HiddenRound(Round):
    """As ``Round``, for a ``HiddenPlay``."""

    def __init__(
        self,
        play: HiddenPlay,
        number: int,
        session: bytes,
        players: Sequence[tuple[bytes, str]],
        bots: Iterable[int],
        game_log: GameLog,
        calls: Calls,
        statements: Statements,
    ) -> None:
        super().__init__(play, number, session, players, bots, game_log, calls, statements)
        self._hidden = play
        self._opened: list[tuple[int, int]] = []
        """Cards of seats whose keys are open, by seat, learned before the deal was complete."""
        self._stands_since: int | None = None
        """Since when (milliseconds) parts are due in mid-round, so that no clock runs."""
        self.broken: str | None = None  # why the game cannot go on: the keys of all have shown that somebody cheated

    @property
    def _sealed(self) -> SealedRound:
        return self._hidden.sealed

    @property
    def is_over(self) -> bool:
        """As ``Round.is_over``, and all keys are open."""
        return self._hidden.is_open and super().is_over

    # -- the deal

    def deal(self, effects: Effects) -> None:
        """Log the deal; the cards that it turns up come with the shares of all."""
        play, log = self._hidden, self._game_log
        log.append_entry(CardsDealt(self.number, play.starter, play.to, (), log.elapsed(effects)), effects)
        self.learn(self._sealed.deal(play.to, int(play.needs_card), log.head, log.newest_time), effects)

    def learn(self, learned: Learned, effects: Effects) -> None:
        """Take what the newest entry has shown to all, and log what follows from it at once."""
        play, sealed = self._hidden, self._sealed
        play.turned_up += learned.turned_up
        self._opened += learned.opened
        if not play.is_dealt:
            if sealed.cards.due is not None:
                return
            if play.needs_card:
                self._turn_up(effects)
                return
            play.complete_deal()
            self._add_position(effects)
            self._insert_cards(effects)
        for seat, card in self._opened:
            play.reveal(seat, card)
        self._opened = []
        if sealed.is_open and not play.is_open:
            self._open_all(effects)
        self.entry_added(effects)

    def _turn_up(self, effects: Effects) -> None:
        log = self._game_log
        log.append_entry(TurnUp(self.number, log.elapsed(effects)), effects)
        self.learn(self._sealed.turn_up(log.head, log.newest_time), effects)

    def _insert_cards(self, effects: Effects) -> None:
        """Put turned-up cards back into the stock, which all mix anew, if the game asks for it."""
        play, log = self._hidden, self._game_log
        count = play.insert_cards()
        if count:
            log.append_entry(Inserted(self.number, count, log.elapsed(effects)), effects)
            # All but the newest, which lies on the pile.
            self._sealed.put_back(play.turned_up[-1 - count : -1], log.head, log.newest_time)
            self._add_position(effects)

    def restock(self, deck: AnyDeck, effects: Effects) -> None:
        """As ``Round.restock``; where no draw waits, cards were put back and the round goes on."""
        if self.stock_cards:
            super().restock(deck, effects)
            return
        self.entry_added(effects)

    # -- what is due

    def entry_added(self, effects: Effects) -> None:
        """After each entry: ask for all keys once no hidden card matters any more; no time runs while parts are due."""
        play, sealed, log = self._hidden, self._sealed, self._game_log
        if not play.is_dealt:
            return
        if not sealed.is_waiting and not sealed.is_ending and play.variety.hands_are_shown(play.full):
            sealed.end_play(log.head, log.newest_time)
        # A shuffle in mid-turn is counted from its ``want``, as with any deck (``Round.restock``).
        is_stopped = sealed.is_waiting and not self.stock_cards
        if is_stopped and self._stands_since is None:
            self._stands_since = effects.ms
        elif self._stands_since is not None and not is_stopped:
            millis, self._stands_since = effects.ms - self._stands_since, None
            self.idle.stood_still(millis)
            self._pending_actions.stood_still(millis)
            self.restart_hold_timer(effects)

    def _open_all(self, effects: Effects) -> None:
        """All keys are open: check the round by them, and go on with open hands."""
        try:
            self._hidden.open_all()
        except Cheat as problem:
            # Some program has cheated in a way that only the keys show. Its signatures are in the log, and this entry
            # proves it to everybody; nothing can follow.
            self.broken = sentence("the open keys show that somebody cheated: {problem}", problem=str(problem))
            return
        self.is_shown = True
        self._add_position(effects)
        if self.is_over:
            self._refuse_dropped(self._pending_actions.remove_all(), Stale(OVERTAKEN), effects)

    # -- actions

    def _check_explicit(self, attempt: ActionAttempt) -> None:
        """As in ``Round``, for a hand that everybody knows; of a hidden one its own program names each copy."""
        if not self.play.full.hidden[attempt.seat]:
            super()._check_explicit(attempt)

    def _apply(self, attempt: ActionAttempt) -> Drawn:
        play, seat, action = self._hidden, attempt.seat, attempt.action
        self._check_late(attempt)
        try:
            state, events = play.try_action(seat, action)
        except NeedsShuffle:
            if attempt.proof:
                raise WrongStatement("the action proves hidden cards and plays none") from None
            raise
        if attempt.signed is None:
            if self._sealed.hidden_among(seat, events):
                raise RuntimeError("the host was about to play a hidden card")
        else:
            statement = attempt.signed.statement
            try:
                self._sealed.play(seat, statement.n, statement.head, events, attempt.proof)
            except Cheat as problem:
                raise WrongStatement(str(problem)) from None
        return play.take_action(seat, action, state, events)

    def _check_late(self, attempt: ActionAttempt) -> None:
        """Raises Stale if the seat's time is up and this is not what its program does then."""
        late, kinds = self._sealed.late, self.play.variety.clock_kinds(self.play.full)
        if late is not None and late[0] == attempt.seat and not isinstance(attempt.action, kinds):
            raise Stale(CHANGED)

    def _log_action(self, attempt: ActionAttempt, drawn: Drawn, effects: Effects) -> None:
        super()._log_action(attempt, drawn, effects)
        sealed, log = self._sealed, self._game_log
        learned = Learned()
        if drawn.position is not None:
            learned = sealed.draw(attempt.seat, drawn.position, drawn.count, log.head, log.newest_time)
        on_turn = self.play.variety.on_clock(self.play.full)
        if sealed.late is not None and (sealed.late[0] == attempt.seat or sealed.late[0] not in on_turn):
            sealed.late = self.late_seat = None
        self.learn(learned, effects)

    def _show_hands_if_due(self, effects: Effects) -> None:
        """Nothing: all show their keys instead, and ``entry_added`` asks for them."""

    # -- timers

    def _apply_timer_action(self, timer: Timer, effects: Effects) -> bool:
        """As in ``Round``; where the action depends on hidden cards, the log says that the seat is late."""
        if timer.action is not None:
            return super()._apply_timer_action(timer, effects)
        sealed, log = self._sealed, self._game_log
        if sealed.late is None:
            log.append_entry(TurnLate(self.number, timer.seat, timer.kind, log.elapsed(effects)), effects)
            sealed.late = timer.seat, Due("action", log.head, log.newest_time)
            self.late_seat = timer.seat
            self.entry_added(effects)
        return False

    def apply_pending(self, effects: Effects) -> bool:
        """As ``Round.apply_pending``; also plays for a seat that was given up."""
        return super().apply_pending(effects) or self._act_for_lost(effects)

    def release_action(self, effects: Effects) -> bool:
        """As ``Round.release_action``; also plays for a seat that was given up."""
        return super().release_action(effects) or self._act_for_lost(effects)

    def _act_for_lost(self, effects: Effects) -> bool:
        """Do what a turn clock would for a seat on turn that was given up. Returns whether there was one."""
        v, state, opened = self.play.variety, self.play.full, self._sealed.cards.opened
        for timer in stand_in(v, state, 1) if opened else ():
            if timer.seat in opened and timer.action is not None:
                # The time in which others may call is theirs, whoever plays.
                rest = self._pending_actions.hold_millis(v, state, effects.ms)
                if rest:
                    effects.start_timer(TimerId(self._game_log.table, "hold"), rest)
                    return False
                self._apply_action(replace(timer_attempt(timer, effects.ms), why="gone"), effects)
                return True
        return False
