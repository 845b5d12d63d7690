"""The games of one table in sequence: started, caught up with after a gap, kept, and followed to their end."""

from rummynet_client.core.log.contributions import Promises
from rummynet_client.core.log.game_follower import GameFollower, GapInLog
from rummynet_client.core.log.log_start import LastLog, Past, last_log
from rummynet_client.core.log.own_statements import OwnStatementStore
from rummynet_client.core.log.player import Player, UnfinishedGame
from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.missing_end import MissingEnd, lacks_end
from rummynet_client.core.session.offer import Offer, next_game
from rummynet_client.core.session.outbox import EVIDENCE, TRANSCRIPT, Keep, Outbox
from rummynet_client.core.session.pings import OrderedPings
from rummynet_protocol.fairness.commitment import log_id, rules_hash
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import AskLog, LogEntry, Openings, Race, TableShown, Watch


class ClientContext(Value):
    """What all tables of one client at one host share. ``unfinished``: games of earlier runs, not shown here yet."""

    player: Player
    host: bytes  # the host's public key
    statement_store: OwnStatementStore
    promises: Promises
    unfinished: list[UnfinishedGame]


class Following:
    """The games of one table. ``table`` is the newest TableShown."""

    def __init__(self, client: ClientContext, table: int, outbox: Outbox, pings: OrderedPings) -> None:
        self.table: TableShown | None = None
        self.action_sender: ActionSender | None = None  # of the newest game
        self._client, self._table_number, self._outbox, self._pings = client, table, outbox, pings
        self._missing_end = MissingEnd(outbox)
        self.is_behind = False
        """Whether a connection broke, so that the log here may lack what the host has logged.

        A request for the log is no reason to judge less: on a connection that stands nothing is missing.
        """
        # The wall clock (milliseconds) when the connection was lost on which the log was last whole.
        self._lost_at = client.player.clock.wall()
        self._past_logs: dict[int, LastLog | None] = {}
        self._ahead = -1  # the highest index of the game's entries that came before their predecessors
        self._pong_due = 0
        """The ping behind the request for the log that has no answer, or behind the greeting of a new connection; 0
        without one. An honest host sends the log, or shows the table, before it answers that."""

    @property
    def game(self) -> JoinedGame | None:
        """The current or last game."""
        return self.action_sender.game if self.action_sender is not None else None

    @property
    def is_catching_up(self) -> bool:
        """Whether missing entries have been requested and not all answered."""
        return self._outbox.awaits(AskLog, Watch)

    @property
    def is_whole(self) -> bool:
        """Whether nothing that was asked for can still be on its way."""
        return not self.is_behind and not self._pong_due

    @property
    def is_answered(self) -> bool:
        """Whether the host has answered all that was asked for on this connection, the log of the table among it."""
        return not (self._pong_due or self.is_catching_up)

    def is_again(self, message: LogEntry) -> bool:
        """Whether this entry may be sent later than it was made, since this client asked for it."""
        return self.is_behind or (bool(self._pong_due) and message.index <= self._ahead)

    @property
    def offer(self) -> Offer | None:
        """What the player can consent to now: the next game, or joining the one in progress; None if neither."""
        shown, game = self.table, self.game
        if shown is None or shown.stage == "waiting":
            return None if shown is None else next_game(self._client.host, shown)
        session = game.follower.auditor.session if game is not None and game.number == shown.game else None
        if game is None or session is None or not game.session_players:
            return None
        opened = session.opened
        return Offer(
            game.follower.own.log, opened.before, session.rules, game.session_players, opened.variant, session.bots
        )

    # -- start

    def begin_game(self, number: int) -> ActionSender:
        """Start following game *number*, beginning with what an earlier run kept of its log."""
        client, shown = self._client, self.table
        assert shown is not None  # the host sends TableShown before any other message of the table
        if self.game is not None and self.game.number < number:
            self._missing_end.game_left(self.game, was_away=self.is_behind)  # no request for its rest is answered now
        self._ahead = -1
        if self.is_behind:
            self._pings.log_is_behind(is_followed=False)
        # Of a game that begins now everything comes on this connection, or it breaks again.
        self.is_behind = self.is_behind and self.is_catching_up
        past = Past(shown.id, number, rules_hash(shown.variant, shown.options), self.log_before(number))
        own = client.statement_store.statements_of(log_id(client.host, shown.id, number), shown.variant)
        game = JoinedGame(number, GameFollower(client.player, own, client.host, past, client.promises))
        self.action_sender = actions = ActionSender(game, self._table_number, self._outbox, self._pings)
        kept = client.player.recall(own.log)
        if kept:
            self._outbox.add_news(*game.restore(kept))
            own.take_used_refused()  # the run that followed those entries has reported it
            self.keep_records()
        return actions

    def last_log(self, number: int) -> LastLog | None:
        """The head of game *number* as far as it was followed here; None if nothing of it is known."""
        if self.game is not None and self.game.number == number:
            auditor = self.game.follower.auditor
            return LastLog(auditor.head, auditor.finished) if auditor.index else None
        assert self.table is not None
        if number not in self._past_logs:
            kept = self._client.player.recall(log_id(self._client.host, self.table.id, number))
            self._past_logs[number] = last_log(kept)
        return self._past_logs[number]

    def log_before(self, number: int) -> LastLog | None:
        """The log before game *number*, or else the table's newest one that an earlier run has not seen to end."""
        last = self.last_log(number - 1)
        # A log that a run before this one left without an end counts too: else a restart would make a host free of it.
        if last is not None:
            return last
        assert self.table is not None
        past = [one for one in self._client.unfinished if one.table == self.table.id and one.game < number]
        return LastLog(max(past, key=lambda one: one.game).head, ended=False) if past else None

    def resume_game(self, message: TableShown) -> None:
        """After a new connection: resume the game, or look up how it ended meanwhile."""
        known = self.game is not None and self.game.number == message.game
        if message.stage == "playing" and not known:
            self.begin_game(message.game)
        elif message.stage == "waiting" and not known:
            last = self.last_log(message.game)
            if last is not None and not last.ended:
                self.begin_game(message.game)
        if message.stage == "playing" or (self.game is not None and lacks_end(self.game)):
            self.is_behind = True
            self._missing_end.rest_requested()
            self.catch_up()

    def connection_lost(self) -> None:
        """What was requested will not be answered."""
        if not self.is_behind:  # several attempts to connect are one absence
            self._lost_at = self._client.player.clock.wall()
        self.is_behind, self._ahead, self._pong_due = True, -1, 0
        self._missing_end.connection_lost()

    def reconnected(self) -> None:
        """There is a new connection, and the own seat at this table: the host shows the table at once."""
        self._pong_due = self._pings.send()

    def pong_came(self, number: int) -> bool:
        """The host has answered this ping. Returns whether it has thereby left a request for the log unanswered."""
        if not self._pong_due or number < self._pong_due:
            return False
        self._pong_due = 0
        if not self._outbox.awaits(AskLog):
            if self.is_behind:
                self.catch_up()  # the table was not shown: it has gone to another host of a cluster, or is kept back
            return False
        self.is_behind, self._ahead = False, -1  # it says that it had nothing more
        return True

    def log_answered(self) -> None:
        """A request for the log or the table was answered: what was missing has come."""
        self.is_behind = self.is_behind and self.is_catching_up
        if not self.is_catching_up:
            self._ahead, self._pong_due = -1, 0
        self.check_end()

    def catch_up(self) -> None:
        """Request the missing log entries and the openings of the round."""
        if self.game is not None and not self.is_catching_up:
            table, start = self._table_number, self.game.follower.confirmed
            # From what the host has confirmed and not from what is kept: so a log that it has changed is found.
            self._outbox.send_request(lambda n: AskLog(n, table, start))
            self._pong_due = self._pings.send()

    # -- messages

    def handle_entry(self, message: LogEntry) -> bool:
        """Process a log entry. A gap starts catching up; entries of older games are ignored.

        Returns whether entries before it are missing that an honest host would have sent.
        """
        actions = self.action_sender
        if actions is None or actions.game.number < message.game:
            actions = self.begin_game(message.game)
        game = actions.game
        # Behind the newest game nothing of an older one counts: it can come late, after a restart of the host.
        if game.number > message.game:
            return False
        was_whole, has_gap = not self.is_behind and not self.is_catching_up, False
        try:
            self._outbox.add_news(*game.handle_entry(message.index, message.entry, message.signature))
        except GapInLog:
            # A spectator may be shown any part; a player on a connection that stands is owed every entry in order.
            has_gap = was_whole and game.me is not None and game.follower.cheat is None
            self._ahead = max(self._ahead, message.index)
            self.catch_up()
        self.keep_records()
        actions.clear_logged()
        return has_gap

    def handle_openings(self, message: Openings) -> None:
        """Process cards shown to the own seat only."""
        if self.game is not None and self.game.number == message.game:
            auditor, cards = self.game.follower.auditor, message.cards
            if auditor.index <= self._ahead:  # those of missing entries come again behind the log that was asked for
                cards = tuple(row for row in cards if auditor.is_given(message.epoch, row[0]))
            self._outbox.add_news(*self.game.handle_openings(message.round, message.epoch, cards))
            self.keep_records()

    def handle_race(self, message: Race) -> None:
        """Process the evidence of a call that lost a race."""
        if self.game is not None:
            self._outbox.add_news(*self.game.handle_race(message))

    def keep_records(self) -> None:
        """Hand new records, evidence and incidents to the outbox."""
        game = self.game
        if game is None:
            return
        own = game.follower.own
        fresh = game.follower.records[game.kept_records :]
        game.kept_records += len(fresh)
        self._outbox.add_records(*(Keep(own.log, own.variant, record, TRANSCRIPT) for record in fresh))
        evidence, game.follower.evidence = game.follower.evidence, None
        if evidence is not None:
            self._outbox.add_records(Keep(own.log, own.variant, evidence, EVIDENCE))
        self._outbox.add_incidents(*game.watch.take_incidents())

    # -- end

    def check_end(self) -> None:
        """Check that a game that is over has an end in its log."""
        is_whole, is_catching_up = not self.is_behind, self.is_catching_up
        if self._missing_end.check_end(self.game, self.table, is_whole=is_whole, is_catching_up=is_catching_up):
            self.catch_up()

    def check_last_game(self, shown: TableShown) -> None:
        """Check that the next game may follow the last one. Raises NotToBeTrusted."""
        last = self.log_before(shown.game + 1)
        self._missing_end.check_last_game(last, shown, self.game, is_catching_up=self.is_catching_up)

    def seat_freed(self, *, is_asked: bool) -> None:
        """The own seat is free. *is_asked*: the player stood up or left, maybe before the end of a game had come here.

        Who is only to come in before the next cards are dealt may be left out, and stand up.
        """
        game = self.game
        if game is None or not is_asked:
            self.table_closed()
        elif not self.is_behind and not game.is_only_coming_in:
            self._missing_end.game_left(game, was_away=False)

    def table_closed(self) -> None:
        """The table is gone. Its game has been dropped, unless it may have ended while this client was away."""
        if self.game is not None:
            gone_for = self._client.player.clock.wall() - self._lost_at
            self._missing_end.game_left(self.game, was_away=self.is_behind, gone_for=gone_for)
