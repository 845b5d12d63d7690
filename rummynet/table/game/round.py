"""One round at the table, from the deal to its last act: what seats sign, what has to wait, what clocks do for them.

The play keeps the rules; this says whose act counts now, writes it into the log and shows each seat its cards. It
starts no ceremony and runs no seat's time: a method that answers True has changed the round, and the game then asks
what follows from that.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.table.effects import Effects, TimerId
from rummynet.table.game.aims import CHANGED, Aimed, Aims
from rummynet.table.game.call_rules import Calls, PastCall
from rummynet.table.game.dealt_cards import Deck, Drawn, Play
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.pending_actions import ActionAttempt, PendingActions, timer_attempt
from rummynet.table.game.private_openings import PrivateOpenings
from rummynet.table.game.received_statements import MOST_SAYS, Received, Statements
from rummynet.table.refusals import NotAbsent, NotDue, Stale
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Inserted, Shown, Voted, Wanted
from rummynet_protocol.fairness.votes import Votes
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean_sentence
from rummynet_protocol.wire.messages import Dropped

STAND_IN_SECONDS: Final = 5
"""At a table without a turn clock: how long the turn of a seat lasts that the others want played for."""
_OVERTAKEN: Final = said("something else happened before the time of your action came; look again")


class Round:
    """The round of this *number*, among ``players`` (key, name) by seat who have agreed on this *session*.

    *calls* are the game's, as a call's pause outlives the round; *statements* are all that came for its log. *is_gone*
    answers whether a seat's player has lost the connection.
    """

    def __init__(
        self,
        play: Play,
        number: int,
        session: bytes,
        players: Sequence[tuple[bytes, str]],
        game_log: GameLog,
        calls: Calls,
        statements: Statements,
        is_gone: Callable[[int], bool],
    ) -> None:
        self.play = play
        self.number = number
        self.is_shown = False
        """All hands are public: their proofs are not told again."""
        self.wanted: Sequence[int] = ()
        """The cards, ascending, of which a new stock has to be made; empty if none is needed."""
        self.private_openings = PrivateOpenings(game_log, number)
        self.votes = Votes(len(players))
        self._players = tuple(players)
        self._game_log = game_log
        self._calls = calls
        self._statements = statements
        self._is_disconnected = is_gone
        self._aims = Aims(session, number, len(players), game_log.indexes)
        self._pending_actions = PendingActions()
        self._awaiting_stock: ActionAttempt | None = None
        """A draw that is in the log as wanted and waits for its shuffle."""

    @property
    def is_over(self) -> bool:
        """Nothing can be done in this round any more."""
        return self.play.full.phase == "over"

    def deal(self, effects: Effects) -> None:
        """Write down the deal and show each seat its cards."""
        play = self.play
        self.votes.all_signed(self._game_log.newest)
        up = tuple(play.deck.opening(position) for position in play.up)
        self._game_log.append_entry(
            CardsDealt(self.number, play.full.starter, play.to, up, self._game_log.elapsed(effects)), effects
        )
        count = play.insert_cards()
        if count:
            self._game_log.append_entry(Inserted(self.number, count, self._game_log.elapsed(effects)), effects)
        self._add_position(effects)
        for seat, (key, _) in enumerate(self._players):
            self.private_openings.send_openings(play, key, seat, play.dealt_to(seat), effects)
        self._show_hands_if_due(effects)

    def restock(self, deck: Deck, effects: Effects) -> None:
        """The new stock is here: go on with the draw that needed it."""
        doing, self._awaiting_stock, self.wanted = self._awaiting_stock, None, ()
        if doing is None:
            raise RuntimeError("a new stock came that no draw was waiting for")
        self.play.restock(deck)
        self.votes.all_signed(self._game_log.newest)
        self._apply_action(replace(doing, signed=None, why="want"), effects)

    # -- what seats sign

    def submit_action(self, seat: int, one: Received, effects: Effects) -> bool:
        """A seat's action: done now, or kept until its time. Raises Refusal."""
        v = self.play.variety
        aimed = self._aims.read_action(seat, one, v.out_of_turn)
        seen, now = self._aims.state_at(aimed.index), self.play.full
        doing = ActionAttempt(seat, aimed.action, one, None, effects.ms, v.call_brings(seen, aimed.action))
        if isinstance(aimed.action, CallRummy):
            self._submit_call(aimed, doing, seen, effects)
            return True
        if v.out_of_turn(aimed.action) and doing.brings != v.call_brings(now, aimed.action):
            raise Stale(CHANGED)
        if v.out_of_turn(aimed.action) and seat in v.offer_early(now):
            self._pending_actions.keep_answer(doing)
            return False
        if self._pending_actions.has_pending(seat):
            raise NotDue("what you have signed before waits for its time already; it will be done first")
        if self._hold_if_early(doing, effects):
            return False
        self._check_explicit(doing)
        self._apply_action(doing, effects)
        return True

    def _submit_call(self, aimed: Aimed, doing: ActionAttempt, seen: State, effects: Effects) -> None:
        now, names = self.play.full, [name for _, name in self._players]
        self._calls.check_call(aimed, seen, now, names, self._game_log, effects)
        try:
            self._check_explicit(doing)
            self._apply_action(doing, effects)
        except IllegalAction as problem:
            self._calls.handle_failed_call(aimed, seen, now, names, self._game_log, effects)
            raise problem

    def submit_vote(self, seat: int, one: Received, effects: Effects) -> int:
        """A seat's vote on whether an absent one is played for; answers which. Raises Refusal."""
        if self._pending_actions.has_pending(seat):  # it would be logged before what was signed before it
            raise NotDue("what you have signed before waits for its time; vote when it is done")
        its = self._aims.read_vote(seat, one, self.votes)
        if not self._is_disconnected(its.about):
            name = self._players[its.about][1]
            raise NotAbsent(said("{name} is here; only for one who is not connected the host plays", name=name))
        self._game_log.append_entry(Voted(seat, one.envelope, self._game_log.elapsed(effects)), effects, (one,))
        self._aims.note_vote(seat, its.about, self._game_log.newest)
        self.votes.voted(seat, its.about, its.yes, self._game_log.newest)
        return its.about

    # -- what clocks do

    def timers(self) -> list[Timer]:
        """The rules' own, and for a seat on turn that is gone and has none what the others have voted for."""
        timers = list(self.play.variety.timers(self.play.full))
        clocked = {one.seat for one in timers}
        for timer in stand_in(self.play.variety, self.play.full, STAND_IN_SECONDS):
            if timer.seat not in clocked and self._is_disconnected(timer.seat) and self.votes.carry(timer.seat):
                timers.append(timer)
        return timers

    def apply_timer(self, timer: Timer, effects: Effects) -> bool:
        """The time for an action of the timer's seat is up: do what the rules say, as soon as it may be done."""
        seat, held = timer.seat, self._pending_actions.action
        v, state = self.play.variety, self.play.full
        millis = self._pending_actions.hold_millis(v, state, effects.ms) if timer.kind != "rule" else 0
        if millis:
            effects.start_timer(TimerId(self._game_log.table, "wait", seat), millis)
        elif held is not None and held.seat == seat:
            return self.release_action(effects)
        elif seat in v.offer_early(state):
            self._pending_actions.answers.setdefault(seat, timer_attempt(timer, effects.ms))
        else:
            self._apply_action(timer_attempt(timer, effects.ms), effects)
            return True
        return False

    # -- acts that came too soon

    def restart_hold_timer(self, effects: Effects) -> None:
        """After a pause: start the clock of the action that waits."""
        if self._pending_actions.action is not None:
            effects.start_timer(TimerId(self._game_log.table, "hold"), max(0, self._pending_actions.due - effects.ms))

    def apply_early_answer(self, effects: Effects) -> bool:
        """Let the next kept answer count, if its seat is asked now; drop those that nobody asks for any more."""
        v, state = self.play.variety, self.play.full
        asked = v.actors(state)
        unasked = self._pending_actions.remove_unasked({*asked, *v.offer_early(state)})
        self._refuse_dropped(unasked, Stale(_OVERTAKEN), effects)
        answers = self._pending_actions.answers
        seat = next((seat for seat in asked if seat in answers), None)
        if seat is None:
            return False
        doing = answers.pop(seat)
        if doing.brings != v.call_brings(state, doing.action):
            self._refuse_dropped([doing], Stale(CHANGED), effects)
            return False
        return self._apply_pending(doing, effects)  # dropped, the seat may answer again, until its time is up

    def release_action(self, effects: Effects) -> bool:
        """Do what has waited long enough; whoever is still asked has then given the answer of the clock."""
        doing, v, state = self._pending_actions.action, self.play.variety, self.play.full
        if doing is None or effects.ms < self._pending_actions.due:
            return False
        if v.hurries(state, doing.seat) is not None:
            asked = v.actors(state)[0]
            timer = next(timer for timer in v.timers(state) if timer.seat == asked)
            self._apply_action(timer_attempt(timer, effects.ms), effects)
            return True
        self._pending_actions.action = None
        return self._apply_pending(doing, effects)

    def _apply_pending(self, doing: ActionAttempt, effects: Effects) -> bool:
        """Do what has waited; if it cannot be done any more it is dropped."""
        try:
            self._apply_action(doing, effects)
        except IllegalAction as problem:
            self._refuse_dropped([doing], problem, effects)
            return False
        return True

    def _refuse_dropped(self, gone: Iterable[ActionAttempt], why: Refusal, effects: Effects) -> None:
        """What these players have signed, and the host has taken, is refused after all."""
        for doing in gone:
            if doing.signed is not None:
                signed = self._statements.refuse(doing.signed, why.code)
                table, game, which = self._game_log.table, self._game_log.game, doing.signed.hash
                effects.send(
                    (doing.signed.key,),
                    Dropped(table, game, which, why.code, clean_sentence(why.says, MOST_SAYS), signed),
                )

    def _hold_if_early(self, doing: ActionAttempt, effects: Effects) -> bool:
        """Let an action wait, if the rules do not want it yet. Raises IllegalAction if it could not be done then."""
        v, state = self.play.variety, self.play.full
        hurries, rest = v.hurries(state, doing.seat), self._pending_actions.hold_millis(v, state, effects.ms)
        if hurries is None and not rest:
            return False
        self._check_explicit(doing)
        with suppress(NeedsShuffle):
            v.apply(v.once_answered(state, doing.seat), doing.seat, doing.action)
        due = effects.ms + rest if hurries is None else max(effects.ms, self._pending_actions.moved_at + 1000 * hurries)
        self._pending_actions.keep_action(doing, due)
        effects.start_timer(TimerId(self._game_log.table, "hold"), due - effects.ms)
        return True

    # -- doing

    def _check_explicit(self, doing: ActionAttempt) -> None:
        """Raises IllegalAction unless the action leaves no doubt which cards it means."""
        plain = self.play.variety.explicit(self.play.full, doing.seat, doing.action)
        if plain != doing.action:
            raise IllegalAction(said("two equal cards could be meant; write {action!r}", action=notation.text(plain)))

    def _apply_action(self, doing: ActionAttempt, effects: Effects) -> None:
        """Do it and log it; a draw that needs a shuffle waits for it. Raises IllegalAction: nothing was done."""
        before = self.play.full
        try:
            drawn = self.play.apply_action(doing.seat, doing.action)
        except NeedsShuffle:
            self._log_wanted(doing, effects)
            return
        self._log_action(doing, drawn, effects)
        if isinstance(doing.action, CallRummy):
            self._calls.add_valid_call(PastCall(self._game_log.newest, doing.seat, doing.ms, before, self.play.full))
        self.private_openings.send_openings(self.play, self._players[doing.seat][0], doing.seat, drawn.given, effects)
        self._show_hands_if_due(effects)

    def _log_action(self, doing: ActionAttempt, drawn: Drawn, effects: Effects) -> None:
        do, t = notation.text(doing.action), self._game_log.elapsed(effects)
        entry = Acted(doing.seat, do, doing.envelope, doing.why, drawn.count, drawn.position, t)
        self._game_log.append_entry(entry, effects, doing.statements)
        self._note_actor(doing, effects)
        self._add_position(effects, self.play.variety.keeps_aim(doing.action))
        if self.is_over:
            self._refuse_dropped(self._pending_actions.remove_all(), Stale(_OVERTAKEN), effects)

    def _log_wanted(self, doing: ActionAttempt, effects: Effects) -> None:
        """Log the draw, and have a new stock made of the pile first. Nothing that was signed before can follow it."""
        cards = self.play.variety.reshuffle_cards(self.play.full)
        if not cards or self._awaiting_stock is not None or doing.why == "want":
            raise RuntimeError("a draw needs a shuffle of nothing")
        do, t = notation.text(doing.action), self._game_log.elapsed(effects)
        self._game_log.append_entry(Wanted(doing.seat, do, doing.envelope, doing.why, t), effects, doing.statements)
        self._note_actor(doing, effects)
        self._awaiting_stock, self.wanted = doing, cards
        self._refuse_dropped(self._pending_actions.remove_all(), Stale(_OVERTAKEN), effects)

    def _note_actor(self, doing: ActionAttempt, effects: Effects) -> None:
        """The newest entry is an act of this seat; what it had signed before, and still waits, can come no more."""
        self._aims.note_action(doing.seat, self._game_log.newest)
        if doing.signed is not None:
            self.votes.signed(doing.seat, self._game_log.newest)
            self._refuse_dropped(self._pending_actions.remove_for_seat(doing.seat), Stale(_OVERTAKEN), effects)

    def _show_hands_if_due(self, effects: Effects) -> None:
        """Show all hands from the moment on at which hidden cards matter no more."""
        if self.is_shown or not self.play.variety.hands_are_shown(self.play.full):
            return
        self.is_shown = True
        secrets = tuple((deck.epoch, deck.shuffle.secrets.s_deck) for deck in self.play.decks)
        self._game_log.append_entry(Shown(self.number, secrets, self._game_log.elapsed(effects)), effects)
        self.play.make_public()
        self._add_position(effects)

    def _add_position(self, effects: Effects, keeps_aim: bool = False) -> None:
        """The newest entry made a new position, at which actions can be aimed."""
        self._refuse_dropped(self._pending_actions.position_changed(effects.ms, keeps_aim), Stale(_OVERTAKEN), effects)
        self._aims.add_position(self._game_log.newest, self.play.full, keeps_aim)
