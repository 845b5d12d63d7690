"""One round of a hosted game, from the deal to its last action: signed actions, pending actions, timers.

``Play`` applies the rules; ``Round`` decides which action counts now, logs it and shows each seat its cards. It starts
no ceremony and no turn clock: a method that returns True has changed the round, and the game then asks what follows.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, once_answered, stand_in
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.refusals import NoGame, NotDue, OutOfOrder, Stale, WrongStatement
from rummynet.table.game.aims import CHANGED, Aimed, read_action
from rummynet.table.game.call_rules import Calls, PastCall
from rummynet.table.game.dealt_cards import AnyDeck, Deck, Drawn, Play
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.pending_actions import ActionAttempt, PendingActions, timer_attempt
from rummynet.table.game.private_openings import PrivateOpenings
from rummynet.table.seats.received_statements import MOST_SAYS, Received, Statements
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.events import Drew
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Inserted, Shown, Wanted
from rummynet_protocol.sentences import sentence
from rummynet_protocol.text import clean_sentence
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Dropped

OVERTAKEN: Final = sentence("something else happened before the time of your action came; look again")


class Round:
    """The round of this *number*, among *players* (key, name) by seat.

    *calls* are the game's, as a cool-down outlives the round; *statements* are all that were received for its log.
    """

    def __init__(
        self,
        play: Play,
        number: int,
        players: Sequence[tuple[bytes, str]],
        game_log: GameLog,
        calls: Calls,
        statements: Statements,
    ) -> None:
        self.play = play
        self.number = number
        self.is_shown = False  # all hands are public: their openings are not sent again
        self.stock_cards: Sequence[int] = ()
        """The cards, ascending, to shuffle into a new stock; empty if none is needed."""
        self.private_openings = PrivateOpenings(game_log, play, number)
        self._players = tuple(players)
        self._game_log = game_log
        self._ledger = game_log.ledger
        self._calls = calls
        self._statements = statements
        self._pending_actions = PendingActions()
        self._keeps_actions = play.variety.offers.keeps_actions(play.options)
        self._awaiting_stock: ActionAttempt | None = None  # a draw that is logged as wanted and waits for its shuffle

    @property
    def is_over(self) -> bool:
        """No action is possible in this round any more."""
        return self.play.full.phase == "over"

    def deal(self, effects: Effects) -> None:
        """Log the deal and send each seat its cards."""
        play, log = self.play, self._game_log
        # With proofs, in the entry itself: everybody checks that these are cards of the signed deck.
        log.append_entry(
            CardsDealt(self.number, play.starter, play.to, play.turned_up(), log.elapsed(effects)), effects
        )
        # The log says how many and not where: the places follow from the shuffle's secret, and are one until ``show``.
        count = play.variety.chance.insertions(play.full)
        if count:
            log.append_entry(Inserted(self.number, count, log.elapsed(effects)), effects)
        self._add_position(effects)
        # After the entries of the deal: a client checks each opening against the position that these name.
        for seat, (key, _) in enumerate(self._players):
            self.private_openings.send_openings(key, seat, play.dealt_to(seat), effects)
        self._show_hands_if_due(effects)

    def restock(self, deck: AnyDeck, effects: Effects) -> None:
        """Take the new stock and apply the draw that needed it."""
        assert isinstance(deck, Deck)  # no sealed one comes to a table that has none
        self.play.decks.append(deck)
        self._apply_wanted(effects)

    def _apply_wanted(self, effects: Effects) -> None:
        attempt, self._awaiting_stock, self.stock_cards = self._awaiting_stock, None, ()
        assert attempt is not None  # it waited for the stock
        # The envelope stands in the ``want`` entry already, and a statement stands in a log once.
        self._apply_action(replace(attempt, signed=None, why="want", proof=b""), effects)

    # -- signed actions

    def submit_action(self, seat: int, received: Received, proof: bytes, effects: Effects) -> None:
        """Apply a seat's signed action, or keep it until it is due; *proof* stands beside it. Raises Refusal."""
        v = self.play.variety
        aimed = read_action(seat, received, self._ledger)
        seen, now, is_late = self._ledger.position_at(aimed.head), self.play.full, aimed.is_free
        attempt = ActionAttempt(
            seat, aimed.action, received, None, effects.ms, v.offers.call_brings(seen, aimed.action), proof
        )
        # Before all that waits: a call is a race, and is decided in the order of arrival.
        if isinstance(aimed.action, CallRummy):
            self._submit_call(aimed, attempt, seen, effects)
            return
        # An answer to an offer is for the cards that its author saw; with others on the pile it might be another wish.
        if is_late and attempt.brings != v.offers.call_brings(now, aimed.action):
            raise Stale(CHANGED)
        if not (self._keeps_actions and self._keep_if_early(attempt, is_late, effects)):
            self._check_explicit(attempt)
            self._apply_action(attempt, effects)

    def _submit_call(self, aimed: Aimed, attempt: ActionAttempt, seen: State, effects: Effects) -> None:
        now, names = self.play.full, [name for _, name in self._players]
        # Before the rules see the call: during a cool-down the answer must not depend on the cards.
        self._calls.check_call(aimed, seen, now, names, self._game_log, effects)
        try:
            self._check_explicit(attempt)
            self._apply_action(attempt, effects)
        except IllegalAction as problem:
            self._calls.handle_failed_call(aimed, seen, now, names, self._game_log, effects)
            raise problem

    def put_aside(self, seat: int, effects: Effects) -> None:
        """Refuse all that this seat has signed and that waits: what it has signed behind that is logged at once."""
        dropped = self._pending_actions.remove_for_seat(seat)
        self._refuse_dropped(dropped, OutOfOrder("you have already signed something newer; look again"), effects)

    def has_pending(self, seat: int) -> bool:
        """Whether something that this seat has signed waits for its time."""
        return self._pending_actions.has_pending(seat)

    def drop_pending(self, effects: Effects) -> None:
        """The game has ended: refuse what waits for its time."""
        self._refuse_dropped(self._pending_actions.remove_all(), NoGame("the game is over"), effects)

    # -- timers

    def timers(self) -> Sequence[Timer]:
        """The timers of the rules."""
        return self.play.variety.timers(self.play.full)

    def play_for(self, seat: int, effects: Effects) -> None:
        """Do for a seat on turn what a turn clock would, as soon as the rules allow."""
        timers = stand_in(self.play.variety, self.play.full, 1)
        for timer in [one for one in timers if one.seat == seat]:
            self.apply_timer(timer, effects)

    def apply_timer(self, timer: Timer, effects: Effects) -> None:
        """Apply the action of a timer that has expired, as soon as the rules allow."""
        seat, pending = timer.seat, self._pending_actions.action
        v, state = self.play.variety, self.play.full
        # A turn that runs out must not cut short the time in which others may call.
        millis = self._pending_actions.hold_millis(v, state, effects.ms) if timer.kind != "rule" else 0
        if millis:
            table = self._game_log.table
            again = TimerId(table, "absent") if timer.kind == "vote" else TimerId(table, "wait", seat)
            effects.start_timer(again, millis)
        elif pending is not None and pending.seat == seat:
            pass  # the player has acted in time, and the rules keep the action: it counts when its own timer rings
        elif seat in v.offers.offer_early(state):
            # Its turn to answer has not come; an answer of its own that is kept already comes before the timer's.
            self._pending_actions.answers.setdefault(seat, timer_attempt(timer, effects.ms))
        else:
            self._apply_timer_action(timer, effects)

    def _apply_timer_action(self, timer: Timer, effects: Effects) -> None:
        """Apply the action of a timer now."""
        self._apply_action(timer_attempt(timer, effects.ms), effects)

    # -- pending actions

    def pause_changed(self, rested: int, effects: Effects) -> None:
        """The newest entry begins a pause, or ends one that took this many milliseconds."""
        self._pending_actions.stood_still(rested)

    def restart_hold_timer(self, effects: Effects) -> None:
        """Restart the timer of the pending action, if there is one."""
        if self._pending_actions.action is not None:
            effects.start_timer(TimerId(self._game_log.table, "hold"), self._pending_actions.due - effects.ms)

    def apply_pending(self, effects: Effects) -> bool:
        """Apply one of the pending actions, if one is due now. Returns whether one was, and another may be."""
        return self._keeps_actions and (self._apply_early_answer(effects) or self.release_action(effects))

    def _apply_early_answer(self, effects: Effects) -> bool:
        """Apply the next kept answer whose seat is asked now, and refuse answers that are not asked for any more.

        Returns whether there was one.
        """
        v, state = self.play.variety, self.play.full
        asked = v.actors(state)
        # What is not asked for any more gets its refusal now, or its author would take it for held back.
        unasked = self._pending_actions.remove_unasked({*asked, *v.offers.offer_early(state)})
        self._refuse_dropped(unasked, Stale(OVERTAKEN), effects)
        answers = self._pending_actions.answers
        seat = next((seat for seat in asked if seat in answers), None)
        if seat is None:
            return False
        attempt = answers.pop(seat)
        # Checked again: cards may have come to the pile since the answer was kept.
        if attempt.brings != v.offers.call_brings(state, attempt.action):
            self._refuse_dropped([attempt], Stale(CHANGED), effects)
            return False
        self._apply_pending(attempt, effects)  # if refused, the seat may answer again until its time is up
        return True

    def release_action(self, effects: Effects) -> bool:
        """Apply the pending action if it is due; a seat asked before it is first given its timer's answer.

        Each call applies one action at most, and returns whether it was due.
        """
        attempt, v, state = self._pending_actions.action, self.play.variety, self.play.full
        if attempt is None or effects.ms < self._pending_actions.due:
            return False
        if v.offers.hurries(state, attempt.seat) is not None:
            # One answer for each call: after it the rules may ask another seat, or nobody.
            asked = v.actors(state)[0]
            timer = next(timer for timer in v.timers(state) if timer.seat == asked)
            self._apply_action(timer_attempt(timer, effects.ms), effects)
            return True
        # Taken out first: applying it reports a new position, which would refuse it as overtaken.
        self._pending_actions.action = None
        self._apply_pending(attempt, effects)
        return True

    def _apply_pending(self, attempt: ActionAttempt, effects: Effects) -> None:
        """Apply a pending action, or refuse it if it is not legal any more."""
        try:
            self._apply_action(attempt, effects)
        except (IllegalAction, WrongStatement) as problem:
            # The position has changed since it was kept; the seat may sign another one.
            self._refuse_dropped([attempt], problem, effects)

    def _refuse_dropped(self, dropped: Iterable[ActionAttempt], why: Refusal, effects: Effects) -> None:
        """Refuse actions that were accepted before, and send their authors the refusal."""
        for attempt in dropped:
            if attempt.signed is not None:
                signed = self._statements.refuse(attempt.signed, why.code)
                table, game, which = self._game_log.table, self._game_log.game, attempt.signed.hash
                says = clean_sentence(why.says, MOST_SAYS)
                by_host = signed.signature, signed.head, signed.evidence
                effects.send((attempt.signed.key,), Dropped(table, game, which, signed.code, says, *by_host))

    def _keep_if_early(self, attempt: ActionAttempt, is_late: bool, effects: Effects) -> bool:
        """Keep an action whose time has not come. Raises NotDue, and IllegalAction if it will not be legal then."""
        v, state = self.play.variety, self.play.full
        # Kept secret until those asked before have answered: else later seats would know the earlier answers.
        if is_late and attempt.seat in v.offers.offer_early(state):
            self._pending_actions.keep_answer(attempt)
            return True
        # A log holds a player's statements in the order of their numbers; this one would overtake the other.
        if self._pending_actions.has_pending(attempt.seat):
            raise NotDue("what you signed before is still waiting for its time; it will be done first")
        hurries, rest = v.offers.hurries(state, attempt.seat), self._pending_actions.hold_millis(v, state, effects.ms)
        if hurries is None and not rest:  # nothing has to be waited for
            return False
        self._check_explicit(attempt)
        with suppress(NeedsShuffle):  # a draw from an empty stock is legal; the shuffle comes when it is applied
            # Tried now, so that a person learns of a mistake at once, not when the time has come.
            v.apply(once_answered(v, state, attempt.seat), attempt.seat, attempt.action)
        # Counted from the last change of the turn, not from now: waiting to sign gains nothing.
        due = effects.ms + rest if hurries is None else max(effects.ms, self._pending_actions.moved_at + 1000 * hurries)
        self._pending_actions.keep_action(attempt, due)
        effects.start_timer(TimerId(self._game_log.table, "hold"), due - effects.ms)
        return True

    # -- applying and logging

    def _check_explicit(self, attempt: ActionAttempt) -> None:
        """Raises IllegalAction unless the action says which of two equal cards it means."""
        # Readers of the log see no hand, so they could not tell which of two equal cards was meant.
        plain = self.play.variety.explicit(self.play.full, attempt.seat, attempt.action)
        if plain != attempt.action:
            raise IllegalAction(
                sentence("this could mean either of two equal cards; write {action!r}", action=notation.text(plain))
            )

    def _apply_action(self, attempt: ActionAttempt, effects: Effects) -> None:
        """Apply and log an action; a draw that needs a shuffle waits. Raises IllegalAction and changes nothing."""
        before = self.play.full
        try:
            drawn = self._apply(attempt)
        except NeedsShuffle:
            self._log_wanted(attempt, effects)
            return
        self._log_action(attempt, drawn, effects)
        is_call = isinstance(attempt.action, CallRummy)
        if is_call and not self.play.variety.offers.is_false_call(
            before, attempt.seat, attempt.action
        ):  # kept as evidence for calls that come later and were aimed before it
            call = PastCall(self._game_log.newest, attempt.seat, attempt.ms, before, self.play.full)
            self._calls.add_valid_call(call)
        if drawn.cards:  # behind the entry that gave the cards (PROTOCOL.md, ``openings``)
            given = self.play.given(drawn.cards)
            self.private_openings.send_openings(self._players[attempt.seat][0], attempt.seat, given, effects)
        self._show_hands_if_due(effects)

    def _apply(self, attempt: ActionAttempt) -> Drawn:
        """Apply an action to the cards. Raises Refusal (also NeedsShuffle) and changes nothing."""
        if attempt.proof:
            raise WrongStatement("this table's deck is not sealed, and its cards need no proof")
        return self._try(attempt)

    def _try(self, attempt: ActionAttempt) -> Drawn:
        play = self._ledger.play
        assert play is not None  # it is played
        _, events = play.try_action(attempt.seat, attempt.action)
        count = [*map(type, events)].count(Drew)
        # The first position alone: further cards are the next ones of the stock.
        position = play.epoch.next_position if count and play.names_positions else None
        # Of a stock that all know nobody is shown anything.
        is_known = self.play.decks and not play.turned_over
        return Drawn(count, position, play.present.stock[:count] if is_known else ())

    def _log_action(self, attempt: ActionAttempt, drawn: Drawn, effects: Effects) -> None:
        do, t = notation.text(attempt.action), self._game_log.elapsed(effects)
        envelope, statements = attempt.logged
        entry = Acted(attempt.seat, do, envelope, attempt.why, drawn.count, drawn.position, t, attempt.proof)
        self._game_log.append_entry(entry, effects, statements)
        if self._keeps_actions and attempt.signed is not None:
            self._drop_older(attempt.seat, effects)
        played = self._ledger.play
        self._add_position(effects, played is not None and played.clocks.keeps_aim)
        if self.is_over:
            self._refuse_dropped(self._pending_actions.remove_all(), Stale(OVERTAKEN), effects)

    def _log_wanted(self, attempt: ActionAttempt, effects: Effects) -> None:
        """Log the draw as wanted and request a new stock. Nothing that was signed before can be logged after it."""
        cards = self.play.variety.chance.reshuffle_cards(self.play.full)
        if not cards:  # a fault of the rules
            raise RuntimeError("a draw needs a shuffle of nothing")
        do, t = notation.text(attempt.action), self._game_log.elapsed(effects)
        envelope, statements = attempt.logged
        entry = Wanted(attempt.seat, do, envelope, attempt.why, t)
        self._game_log.append_entry(entry, effects, statements)
        if self._keeps_actions and attempt.signed is not None:
            self._drop_older(attempt.seat, effects)
        self._awaiting_stock, self.stock_cards = attempt, cards
        self._refuse_dropped(self._pending_actions.remove_all(), Stale(OVERTAKEN), effects)

    def _drop_older(self, seat: int, effects: Effects) -> None:
        """Refuse what this seat had signed before the newest entry, which it has signed too."""
        self._refuse_dropped(self._pending_actions.remove_for_seat(seat), Stale(OVERTAKEN), effects)

    def _show_hands_if_due(self, effects: Effects) -> None:
        """Publish all hands once hidden cards do not matter any more."""
        if self.is_shown or not self.play.variety.hands_are_shown(self.play.full):
            return
        self.is_shown = True
        # All decks of the round at once and not earlier: an s_deck opens a whole deck (FAIRNESS.md, "The end of a
        # round").
        secrets = tuple((deck.epoch, deck.shuffle.secrets.s_deck) for deck in self.play.decks)
        self._game_log.append_entry(Shown(self.number, secrets, self._game_log.elapsed(effects)), effects)
        # With open hands other actions are possible, so what was aimed before is stale.
        self._add_position(effects)

    def _add_position(self, effects: Effects, keeps_aim: bool = False) -> None:
        """Note that the newest entry made a position at which actions can be aimed."""
        overtaken = self._pending_actions.position_changed(effects.ms, keeps_aim)
        if overtaken is not None:
            self._refuse_dropped([overtaken], Stale(OVERTAKEN), effects)
