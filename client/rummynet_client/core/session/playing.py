"""The dialogue with the host at one table: consent, contributions, actions, and the answers to them.

``following`` follows its games, ``action_sender`` submits actions, ``own_readiness`` handles consent.
"""

from collections.abc import Callable, Mapping
from typing import Final

from rummynet_client.core.log.computing import StillComputing
from rummynet_client.core.log.own_part import PARTS_OF_A_SESSION
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.following import ClientContext, Following
from rummynet_client.core.session.host_watch import HostWatch
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.not_now import NoBreakHere, NoGameHere, UnknownGame
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.own_readiness import Readiness
from rummynet_client.core.session.pings import OrderedPings
from rummynet_client.core.session.waits import Waited, Waits
from rummynet_client.core.session.watch.refused_clock import CLOCK, fits_time
from rummynet_client.core.session.watch.watches import name_shown
from rummynet_client.core.text import news
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.language import _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.wire.messages import (
    AskLog,
    Dropped,
    LogEntry,
    Openings,
    Race,
    Ready,
    Refused,
    Submit,
    TableShown,
    Watch,
)

# A part of a sealed deck is logged or refused when it comes, and behind most of them no void can follow.
_ANSWERED: Final = frozenset({*PARTS_OF_A_SESSION, PartGiven.kind})
"""Kinds of parts of which no void says what became of them."""


class Playing:
    """The dialogue at the table numbered ``table``. *takes_breaks*: the player looks at each round that is over."""

    def __init__(self, client: ClientContext, table: int, outbox: Outbox, *, takes_breaks: bool) -> None:
        self.table = table
        self._client, self._outbox = client, outbox
        self.pings = OrderedPings(outbox, client.player.clock)
        self._following = Following(client, table, outbox, self.pings)
        self.readiness = Readiness(table, client.statement_store, outbox)
        # So that the part is made again though the log has not grown.
        self._contributed_at: tuple[int, int] | None = None
        self.break_left = 0
        """Milliseconds for which the own part in the next deal still waits for the player; 0 outside a break."""
        self.waits = Waits()
        self.watch = HostWatch(client, self._following, outbox, self.pings)
        self._takes_breaks = takes_breaks

    @property
    def game(self) -> JoinedGame | None:
        """The current or last game."""
        return self._following.game

    @property
    def is_whole(self) -> bool:
        """Whether no part of the log is on its way that was made before the player came back."""
        return self._following.is_whole

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players of that game, by seat; none before there is one."""
        return self.game.names if self.game is not None else ()

    @property
    def action_in_flight(self) -> Action | None:
        """The action in flight, or the next in the queue; None without either."""
        actions = self._following.action_sender
        return actions.action_in_flight if actions is not None else None

    # -- messages

    def is_of_other_table(self, message: TableShown) -> bool:
        """Whether *message* shows another table that has this one's number."""
        shown = self._following.table
        return shown is not None and shown.table == message.table and shown.id != message.id

    def update_table(self, message: TableShown) -> None:
        """Process the table's state."""
        self._following.table = message
        self.watch.check_table(message)
        self.waits.pause_told()
        self._update_consent()
        self._following.check_end()

    def reconnected(self) -> None:
        """There is a new connection, and the player has a seat at the table."""
        self._following.reconnected()
        self.waits.reconnected()

    def resume_game(self, message: TableShown) -> None:
        """Process the table's first state after a reconnect."""
        self._following.resume_game(message)
        self.readiness.reconnected()

    def work_ahead(self, message: LogEntry) -> Callable[[], object] | None:
        """What takes long in the check of this entry; None if nothing does."""
        game = self.game
        if game is None or game.number != message.game:
            return None
        return game.follower.work_ahead(message.index, message.entry)

    def handle_message(self, message: LogEntry | Openings | Race | Dropped) -> None:
        """Process a message about a game at this table."""
        match message:
            case LogEntry():
                self._handle_entry(message)
            case Openings():
                self._following.handle_openings(message)
            case Race():
                self._following.handle_race(message)
            case Dropped():
                self._handle_dropped(message)

    def _handle_entry(self, message: LogEntry) -> None:
        rounds = len(self.game.rounds) if self.game is not None else 0
        length = self.game.follower.length if self.game is not None else 0
        if self._following.is_again(message):
            self.pings.log_is_behind(is_followed=self._following.is_behind)
        if self._following.handle_entry(message):
            self.watch.report_gap()
        self.waits.entry_added()
        actions = self._following.action_sender
        if actions is not None and actions.game.follower.length > length:
            self.watch.check_entry(actions)
        if self.game is not None and len(self.game.rounds) > rounds:
            self._begin_break(self.game)
        self.watch.tell_unknown()
        self._update_consent()

    def _begin_break(self, game: JoinedGame) -> None:
        """A round is over: if the client takes breaks, the own part in the next deal waits for the player.

        The deal needs a part of every seat, so it waits for all who are there, and no host decides how long. With a
        sealed deck only the last part waits, and the deck is mixed meanwhile. A client goes on by itself when the time
        that the table agreed on is up; a program that plays goes on at once.
        """
        if self._takes_breaks and game.me is not None and game.over is None and not self._following.is_catching_up:
            self.break_left = 1000 * int(game.follower.auditor.options["break_seconds"])

    def table_closed(self) -> None:
        """The host has closed the table, or does not show it any more."""
        self._following.table_closed()

    def seat_freed(self, *, is_asked: bool = False) -> None:
        """The player has no seat at the table any longer. *is_asked*: the player stood up or left.

        A seat is freed before a game or after it, never in it.
        """
        self._following.seat_freed(is_asked=is_asked)
        self.readiness.seat_freed()

    # -- consent

    def set_consent(self, yes: bool, what: str) -> None:
        """Consent to what the table shows, or withdraw. Raises NotToBeTrusted, NoGameHere, UnknownGame."""
        if not yes:
            self.readiness.withdraw_consent(what)
            return
        if says := self.watch.unknown:
            raise UnknownGame(says)
        following = self._following
        shown, offer, game = following.table, following.offer, following.game
        if shown is None or offer is None:
            raise NoGameHere(_("the game at this table is just beginning; try again in a moment"))
        if shown.stage == "waiting":
            following.check_last_game(shown)
            self.readiness.give_consent(offer, shown.coming, None, what)
        elif game is not None:
            self.readiness.give_consent(offer, shown.coming, game.follower.auditor.order, what)

    def _update_consent(self) -> None:
        """Check the given consent against the table's current offer, once the log was read that may have used it.

        Of a host that ends only the log is durable: the next one may have begun the game, whatever this one shows.
        """
        shown, offer, me = self._following.table, self._following.offer, self._client.player.signer.public
        if shown is not None and offer is not None and self._following.is_answered:
            bots = frozenset(key for _seat, key, *_more, bot in shown.seats if bot)
            ready = any(key == me and is_ready for _seat, key, _name, is_ready, *_more in shown.seats)
            self.readiness.update_offer(offer, shown.coming, bots, ready=ready, is_waiting=shown.stage == "waiting")

    # -- ceremony

    def go_on(self) -> None:
        """End the break between two rounds. Raises NoBreakHere."""
        if not self.break_left:
            if self.game is None or self.game.follower.auditor.finished:
                raise NoBreakHere(_("no game is being played"))
            raise NoBreakHere(_("nobody is waiting for you to go on; the next round begins by itself"))
        self.break_left = 0
        self.contribute()

    def contribute(self) -> None:
        """Submit what the ceremony expects from the own seat, once per log length."""
        game = self.game
        if game is None or not self._outbox.is_open or self._following.is_behind:
            return
        if self.break_left and not game.follower.is_mixing_ahead:
            return
        # This runs after every message. Without the mark each ping would submit the same part again.
        if self._contributed_at == (game.number, game.follower.length):
            return
        self._contributed_at = (game.number, game.follower.length)
        try:
            owed = game.follower.owed_statement()
        except StillComputing:
            self._contributed_at = None
        except CannotGoOn as problem:
            self._outbox.add_news(news.WentWrong(problem.code, sentence_of(problem)))
        except Cheat as cheat:
            self.watch.report_cheat(game, cheat)
        else:
            if owed is not None:
                fields = (self.table, game.number, owed.what, owed.payload, owed.signature, owed.blob)
                self._outbox.send_request(lambda n: Submit(n, *fields))
                self.pings.send(owed)
                owed.is_on_its_way = True
                # A consent behind which something was signed cannot stand in the log any more; who is to come in signs
                # it again.
                self.readiness.renew_consent()

    def handle_pong(self, number: int) -> None:
        """The host has answered this ping, and so has read what was sent before it.

        Of a part of a shuffle that says nothing behind its void: it may have come too late. A session has no voids.
        """
        actions = self._following.action_sender
        for own in self.pings.handle_pong(number):
            if actions is None:
                continue
            game = actions.game
            is_played = own.what in ("action", "vote")
            # A part of an older place is answered by its void; to call it read would accuse the host of what came too
            # late.
            is_awaited = own is game.follower.standing_part[1]
            if not is_played and (is_awaited or own.statement.head == game.follower.auditor.stands_head):
                game.follower.own.mark_delivered(own, "read")
            if (is_played or own.what in _ANSWERED) and actions.is_unread(own):
                self.watch.report_kept(actions, own, was_taken=False)
                if is_played:
                    actions.handle_refused(own)
        self.watch.check_hand()
        if self._following.pong_came(number):
            self.watch.report_unanswered_log()
        self._update_consent()
        self.watch.tell_delay()
        self.watch.tell_silence()

    # -- actions

    def submit_action(self, action: Action) -> None:
        """Queue an action and send it as soon as the earlier ones are done. Raises NoGameHere."""
        self._action_sender().submit_action(action)

    def submit_vote(self, seat: int, yes: bool, what: str) -> None:
        """Vote on going on without *seat*. Raises NoGameHere."""
        self._action_sender().submit_vote(seat, yes, what)
        self.readiness.renew_consent()

    def play_late(self) -> None:
        """Do what the clock would do for the own seat, where the log says that its time is up."""
        actions = self._following.action_sender
        if actions is None or not self._outbox.is_open or self._following.is_behind:
            return
        action = actions.play_late()
        if action is not None:
            says = _("your time was up: your program did {action!r} for you", action=notation.text(action))
            self._outbox.add_news(actions.game.watch.tell("late", says))

    def say_here(self, what: str) -> None:
        """The player says to be here: the log gets to know it, where others want to go on without the own seat."""
        game = self.game
        me = game.me if game is not None else None
        if game is not None and me is not None and game.follower.auditor.is_wanted_gone(me):
            self.submit_vote(me, False, what)

    def answer_votes(self) -> None:
        """Object by itself to what others say about the own seat, where that is not so."""
        actions = self._following.action_sender
        if actions is not None and self._outbox.is_open and not self._following.is_behind:
            self.waits.answer(actions)
            self.readiness.renew_consent()

    def waited_for(self) -> Mapping[int, Waited]:
        """By seat that is waited for: what is done without it if the others want that."""
        shown, game = self._following.table, self.game
        if shown is None or game is None or shown.stage != "playing":
            return {}
        return self.waits.waited_for(game, self._absent)

    @property
    def _absent(self) -> frozenset[int]:
        shown = self._following.table
        seats = shown.seats if shown is not None else ()
        return frozenset(seat for seat, *_name, connected, _bot in seats if not connected)

    @property
    def parts_from(self) -> tuple[int, ...]:
        """The other seats whose programs have kept the game waiting for some seconds, with a sealed deck."""
        return self.waits.parts_from(self.game, self._absent) if self.game is not None else ()

    @property
    def paused_millis(self) -> int:
        """How long the table has been paused; 0 while it is not."""
        shown = self._following.table
        is_paused = shown is not None and self.game is not None and self.game.is_paused
        return self.waits.paused_millis(shown.paused_millis) if shown is not None and is_paused else 0

    def knocking(self, who: str) -> bytes | None:
        """The key of the one person of this name, or of the beginning of one, who asks for a seat at the table."""
        said, shown = who.casefold(), self._following.table
        knocks = shown.knocks if shown is not None else ()
        # A whole name before beginnings: with anna and annabel at the door, anna must mean one of them.
        whole = [key for key, name in knocks if name.casefold() == said]
        found = whole or [key for key, name in knocks if name.casefold().startswith(said)]
        return next(iter(found)) if len(found) == 1 else None

    def _action_sender(self) -> ActionSender:
        if self._following.action_sender is None:
            raise NoGameHere(_("no game is being played at this table; it begins when all are ready"))
        return self._following.action_sender

    def send_queued(self) -> None:
        """Sign and send queued actions while none is in flight."""
        if self._following.action_sender is not None:
            self._following.action_sender.send_queued()

    # -- answers

    def handle_done(self, request: Submit | Ready | AskLog | Watch) -> None:
        """The host has carried out *request*."""
        actions = self._following.action_sender
        match request:
            case Ready():
                self.readiness.handle_done(request)
            case Submit(what=what, payload=payload):
                signed = self._own_statement(what, payload)
                if signed is None or actions is None:
                    return
                actions.game.follower.own.mark_acknowledged(signed)
                actions.clear_logged()
                if not self._following.is_behind and actions.game.follower.is_overdue(signed):
                    self.watch.report_kept(actions, signed)
            case _:
                if actions is not None:
                    actions.resend_open()
                self._following.log_answered()
                self._update_consent()

    def handle_refused(self, request: Submit | Ready, answer: Refused) -> bool:
        """The host has refused a signed statement. Returns whether to report that to the player."""
        if isinstance(request, Ready):
            return self._handle_refused_consent(request, answer)
        signed = self._own_statement(request.what, request.payload)
        return signed is None or not self._record_refusal(signed, answer)

    def _handle_dropped(self, message: Dropped) -> None:
        """The host refuses a statement that it had acknowledged."""
        actions = self._following.action_sender
        if actions is None or actions.game.number != message.game:
            return
        signed = actions.game.follower.own.by_hash.get(message.statement)
        if signed is not None:
            asked = actions.input_of(signed)
            if not self._record_refusal(signed, message):
                says = in_second_person(message.says, self.names, actions.game.me)
                self._outbox.add_refusal(name_shown(asked), message.code, says)

    def _handle_refused_consent(self, request: Ready, answer: Refused) -> bool:
        refused = self.readiness.statement_of(request)
        refusal = self.watch.judge_consent_refusal(*refused, answer) if refused is not None else None
        is_unreported = self.readiness.handle_refused(request, answer.code, refusal)
        self.watch.judge_refusals()
        return is_unreported

    def _record_refusal(self, signed: OwnStatement, answer: Refused | Dropped) -> bool:
        """Record a refusal, and have it judged. Returns whether it was handled here."""
        actions, code = self._following.action_sender, answer.code
        if actions is None:
            return False
        game = actions.game
        refusal = self.watch.read_refusal(game, signed, answer)
        if refusal is None:
            return False
        self.watch.judge_refusal(actions, signed, refusal)
        is_over = game.follower.auditor.finished  # nothing is signed behind the last word
        is_believed = bool(refusal.by_host) and game.follower.cheat is None
        if code == CLOCK and is_believed and not is_over and self._sign_again(actions, signed):
            return True
        actions.handle_refused(signed)
        return False

    def _sign_again(self, actions: ActionSender, signed: OwnStatement) -> bool:
        """The host cannot log the own clock's time: sign again, once; by another clock only if that is true."""
        follower = actions.game.follower
        # A new clock only if the refusal is true (FAIRNESS.md, "Time"); else the log here is behind, and the old one
        # serves.
        if not fits_time(follower.auditor, follower.own, signed):
            follower.own.begin_clock()
        if signed.what in ("action", "vote"):
            was_signed = actions.sign_again(signed)
            self.readiness.renew_consent()
            return was_signed
        self._contributed_at = None
        self.contribute()
        return True

    def _own_statement(self, what: str, payload: bytes) -> OwnStatement | None:
        if self.game is None:
            return None
        return self.game.follower.own.by_hash.get(statement_hash(what, payload))

    # -- time and connection

    def tick(self, millis: int) -> None:
        """Add *millis* of connected time."""
        in_break, self.break_left = self.break_left, max(0, self.break_left - millis)
        if in_break and not self.break_left:
            self.contribute()
        actions = self._following.action_sender
        game = actions.game if actions is not None else None
        is_paused = game is not None and game.is_paused
        if is_paused:
            self.waits.pause_tick(millis)
        self.pings.tick(millis, is_due=self._is_played(game))
        self.watch.tell_silence()
        self.watch.tick(millis)
        if game is None or actions is None or self._following.is_behind:
            return
        if not is_paused:
            self.waits.tick(millis)
        notices = [] if is_paused else self.waits.notices(game, self.waited_for(), self._absent)
        notices += self.waits.pause_notices(game, self.paused_millis)
        self._outbox.add_news(*(game.watch.tell("wait", says) for says in notices))
        for signed in actions.tick(millis):
            self.watch.report_unanswered(actions, signed)
        self._following.keep_records()

    def _is_played(self, game: JoinedGame | None) -> bool:
        """Whether the own seat plays in a game that goes on: what its host keeps back is worth something then."""
        if game is None or game.me is None or game.follower.cheat is not None:
            return False
        return not game.follower.auditor.finished

    def connection_lost(self, again: bool) -> None:
        """The connection has ended; *again*: a reconnect will be tried."""
        self.watch.connection_lost()
        self.pings.connection_lost(was_whole=self._following.is_whole)
        if self.game is not None:
            self.game.follower.own.connection_lost()
        self._contributed_at = None
        # Behind a new connection the others may wait for this seat: its break has been long enough.
        self.break_left = 0
        self._following.connection_lost()
        if not again and self._following.action_sender is not None:
            self._following.action_sender.clear_queue()
