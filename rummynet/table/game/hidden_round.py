"""One round of a hosted game with a sealed deck: the host runs it by what everybody knows.

Each draw waits for shares of all programs, and no time runs meanwhile. What a clock would do with a hidden card the
seat's own program does, once the log says that it is late. A seat that was given up is played for in the open.
"""

from collections.abc import Sequence

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.refusals import Stale, WrongStatement
from rummynet.table.game.aims import CHANGED
from rummynet.table.game.call_rules import Calls
from rummynet.table.game.dealt_cards import AnyDeck, Drawn, Play
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.pending_actions import ActionAttempt, timer_attempt
from rummynet.table.game.round import OVERTAKEN, Round
from rummynet.table.seats.received_statements import Statements
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import CardsDealt, Inserted, TurnLate, TurnUp
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace


class HiddenRound(Round):
    """As ``Round``, with a sealed deck."""

    def __init__(
        self,
        play: Play,
        number: int,
        players: Sequence[tuple[bytes, str]],
        game_log: GameLog,
        calls: Calls,
        statements: Statements,
    ) -> None:
        super().__init__(play, number, players, game_log, calls, statements)
        self._is_dealt = False  # all that the deal turns up is known
        self._stands_since: int | None = None
        """Since when (milliseconds) parts are due in mid-round, so that no clock runs."""

    @property
    def _sealed(self) -> SealedRound:
        sealed = self._ledger.sealed
        assert sealed is not None  # its keys are shown
        return sealed

    @property
    def _late_seat(self) -> int | None:
        return self._ledger.play.late_seat if self._ledger.play is not None else None

    @property
    def is_over(self) -> bool:
        """As ``Round.is_over``, and all keys are open."""
        return self.play.is_open and super().is_over

    # -- the deal

    def deal(self, effects: Effects) -> None:
        """Log the deal; the cards that it turns up come with the shares of all."""
        play, log = self.play, self._game_log
        log.append_entry(CardsDealt(self.number, play.starter, play.to, (), log.elapsed(effects)), effects)
        self.follow(effects)

    def follow(self, effects: Effects) -> None:
        """Log what follows from the newest entries at once. No time runs while parts are due."""
        play, sealed, log = self.play, self._sealed, self._game_log
        while not play.is_dealt and sealed.cards.due is None:
            log.append_entry(TurnUp(self.number, log.elapsed(effects)), effects)
        if not play.is_dealt:
            return
        if not self._is_dealt:
            self._is_dealt = True
            self._add_position(effects)
            # Turned-up cards that the game puts back into the stock, which all mix anew.
            count = play.variety.chance.insertions(play.full)
            if count:
                log.append_entry(Inserted(self.number, count, log.elapsed(effects)), effects)
                self._add_position(effects)
        if play.is_open and not self.is_shown:
            self.is_shown = True
            self._add_position(effects)
            if self.is_over:
                self._refuse_dropped(self._pending_actions.remove_all(), Stale(OVERTAKEN), effects)
        # A shuffle in mid-turn is counted from its ``want``, as with any deck (``Round.restock``).
        is_stopped = sealed.is_waiting and not self.stock_cards
        if is_stopped and self._stands_since is None:
            self._stands_since = effects.ms
        elif self._stands_since is not None and not is_stopped:
            millis, self._stands_since = effects.ms - self._stands_since, None
            self._pending_actions.stood_still(millis)
            self.restart_hold_timer(effects)

    def restock(self, deck: AnyDeck, effects: Effects) -> None:
        """As ``Round.restock``; where no draw waits, cards were put back and the round goes on."""
        if self.stock_cards:
            self._apply_wanted(effects)
        else:
            self.follow(effects)

    # -- actions

    def _check_explicit(self, attempt: ActionAttempt) -> None:
        """As in ``Round``, for a hand that everybody knows; of a hidden one its own program names each copy."""
        if not self.play.full.hidden[attempt.seat]:
            super()._check_explicit(attempt)

    def _apply(self, attempt: ActionAttempt) -> Drawn:
        play, seat = self.play, attempt.seat
        # Whose time is up does now what a clock would do.
        if seat == self._late_seat and not isinstance(attempt.action, play.variety.clock_kinds(play.full)):
            raise Stale(CHANGED)
        try:
            return self._try(attempt)
        except NeedsShuffle:
            if attempt.proof:
                raise WrongStatement("the action proves hidden cards and plays none") from None
            raise

    def _log_action(self, attempt: ActionAttempt, drawn: Drawn, effects: Effects) -> None:
        try:
            super()._log_action(attempt, drawn, effects)
        except Cheat as problem:
            raise WrongStatement(str(problem)) from None
        self.follow(effects)

    def _show_hands_if_due(self, effects: Effects) -> None:
        """Nothing: all show their keys instead, and ``entry_added`` asks for them."""

    # -- timers

    def _apply_timer_action(self, timer: Timer, effects: Effects) -> None:
        """As in ``Round``; where the action depends on hidden cards, the log says that the seat is late."""
        log = self._game_log
        if timer.action is not None:
            super()._apply_timer_action(timer, effects)
        elif self._late_seat is None:
            log.append_entry(TurnLate(self.number, timer.seat, timer.kind, log.elapsed(effects)), effects)
            self.follow(effects)

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
