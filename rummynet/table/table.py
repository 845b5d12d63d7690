"""One table: its members, the consents to the next game, and one game after another.

A request that cannot be carried out raises a Refusal and changes nothing. A signed statement that is refused for good
raises RefusedForGood: its number is used up, nothing else changes.
"""

from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import check_players
from rummynet.table.api.effects import Effects, SendStoredLog, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.records import GameBegun, GameClosed
from rummynet.table.api.refusals import GameRunning, NoGame
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.seats.bot_seats import BotSeats
from rummynet.table.seats.consent import Consents, Players
from rummynet.table.seats.late_joins import LateJoins
from rummynet.table.seats.members import Members
from rummynet.table.seats.ownership import Ownership
from rummynet.table.seats.seating import Entrance, Seating
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.statements import NonceShown
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.messages import Submit, TableShown


class Table:
    """A table. ``options`` has a value for every option of the variety; ``by`` is the creator's key. It begins empty.

    ``id`` are the 32 random bytes that identify the table in its logs.
    """

    def __init__(
        self,
        context: HostContext,
        number: int,
        id: bytes,
        name: str,
        variety: Variety,
        options: Options,
        by: bytes,
    ) -> None:
        self.context = context
        self.number = number
        self.name = name
        self.variety = variety
        self.options = options
        self.by = by
        self.seating = Seating(variety.seats[-1])  # the largest number of players that the game has
        self.game: HostedGame | None = None  # the game being played, or the one played last
        self.running: HostedGame | None = None  # the game being played
        self.consents = Consents(context, number, id, variety, options, self.seating)
        self.closing: str | None = None  # the reason for closing the table, once it has to be closed
        self.ownership = Ownership(by, self.seating)
        self.late_joins = LateJoins(variety, options, self.seating, self.ownership)
        self.bots = BotSeats(context, number, self.seating)
        self.members = Members(context, number, self.seating, self.ownership, self.bots)
        self.entrance = Entrance()
        self._players: tuple[bytes, ...] = ()
        """The keys of the players of the current or last game, as last shown to the members."""
        self._rests = False  # whether the members were last shown that the game is paused
        self._round = 0  # the round in which consents were last looked through for lapsed ones

    @property
    def stage(self) -> str:
        """``playing`` or ``waiting``."""
        return "playing" if self.running is not None else "waiting"

    @property
    def games(self) -> int:
        """The number of games that have begun."""
        return self.consents.game if self.running is not None else self.consents.game - 1

    # -- seats

    def free_seat(self, seat: int, effects: Effects) -> None:
        """Empty a seat. Consents that named its player are withdrawn."""
        vacated = self.seating.seats[seat]
        self.consents.withdraw(vacated)
        # The players as they will be: consents are withdrawn first, so that one update shows both.
        left = tuple((other.key, other.name) for other in self.seating.seats.values() if other is not vacated)
        self.consents.withdraw_outdated(left if self.running is None else self.players_to_agree)
        self.members.vacate_seat(seat, self.playing_seats, effects)
        self.update_occupancy(effects)
        # This person is no member any more, and would otherwise go on showing the seat.
        effects.send((vacated.key,), self.message(effects.ms))
        self.send_table(effects)

    # -- consents

    @property
    def players_to_agree(self) -> Players:
        """The players that a consent has to name now."""
        return self.seating.players if self.running is None else self.running.dealer.settled

    def withdraw_outdated_consents(self, players: Players, effects: Effects) -> None:
        """Withdraw every consent that names other players than these; programs tell whoever has to say it again."""
        if self.consents.withdraw_outdated(players):
            self.send_table(effects)

    # -- bots

    def bot_failed(self, key: bytes | None, effects: Effects) -> None:
        """A bot could not be started, or has ended."""
        if self.bots.bot_failed(key):
            self.send_table(effects)
            self.start_if_ready(effects)

    # -- the game

    def submit_statement(self, key: bytes, request: Submit, seat: int | None, effects: Effects) -> None:
        """Submit a signed statement for the log of the current or last game; *seat* is that of the key here.

        Raises NotSeated, NoGame; Stale, WrongSignature or WrongStatement if it is no statement for this log;
        RefusedForGood.
        """
        if seat is None:
            self.seating.require_seat(key)
        game = self._game_by_number(request.game)
        if not game.submit_statement(key, request, effects):
            return
        # The last nonce of a session changes who plays; after an action it would only be asked in vain.
        if request.what == NonceShown.kind:
            self.withdraw_outdated_consents(self.players_to_agree, effects)
        self.game_changed(effects)

    def send_log(self, key: bytes, start: int, effects: Effects) -> None:
        """Send the current game's log with the recipient's own cards of this round, or the last game's log.

        Raises NotAtTable.
        """
        self.members.require_member(key)
        if self.running is not None:
            self.running.send_log(key, start, effects)
        elif self.games:
            effects.items.append(SendStoredLog(key, self.number, self.games, start))

    def timer_expired(self, timer: TimerId, effects: Effects) -> None:
        """Dispatch an expired timer of this table."""
        match timer.kind:
            # The table may have changed since the timer was started: each guard asks again for what it was started for.
            case "ceremony" if self.game is not None:
                self.game.ceremony_timer_expired(effects)
                self.game_changed(effects)
            case "wait" if self.running is not None:
                self.running.turn_timer_expired(timer.seat, effects)
                self.game_changed(effects)
            case "warn" if self.running is not None:
                self.running.warning_timer_expired(timer.seat, effects)
            case "owner":
                if self.members.owner_timer_expired(self.playing_seats):
                    self.send_table(effects)
            case "hold" if self.running is not None:
                self.running.hold_timer_expired(effects)
                self.game_changed(effects)
            case "absent" if self.running is not None:
                self.running.absent_timer_expired(effects)
                self.game_changed(effects)
            case "grace":
                self._grace_expired(timer.seat, effects)
            case "alone" if not self.seating.has_people:
                self.bots.rest_all(effects)
            case "empty" if not self.seating.has_people:
                # Not closed here: the lobby closes it after the input, when its row is written and all effects are in
                # order.
                self.closing = "nobody was here any more"

    def close(self, effects: Effects) -> None:
        """Stop the timers and bots of a table that is being closed, and close its game."""
        for kind in ("ceremony", "hold", "absent", "empty", "owner"):
            effects.stop_timer(TimerId(self.number, kind))
        # All seats, taken or not: a timer that is left would ring for a table that does not exist.
        for number in range(self.seating.most):
            effects.stop_timer(TimerId(self.number, "grace", number))
            effects.stop_timer(TimerId(self.number, "wait", number))
            effects.stop_timer(TimerId(self.number, "warn", number))
        self.bots.stop_all(effects)
        if self.stage == "playing":
            effects.append(GameClosed(self.number, self.games, played=False))

    # -- messages

    def send_table(self, effects: Effects) -> None:
        """Send the table to all members."""
        self._rests = self.running is not None and self.running.paused
        effects.send(self.seating.members, self.message(effects.ms))

    def update_occupancy(self, effects: Effects) -> None:
        """Start or stop the timers of a table without people (``Members.update_occupancy``)."""
        self.members.update_occupancy(self.running is not None, self.games, effects)

    def members_changed(self, effects: Effects) -> None:
        """Members have come, gone or changed: update the timers of a table without people, and send the table."""
        self.update_occupancy(effects)
        self.send_table(effects)

    def message(self, ms: int = 0) -> TableShown:
        """The message that shows the table to its members at this time (milliseconds)."""
        seats = tuple(
            (number, seat.key, seat.name, seat.ready, seat.connected, seat.bot)
            for number, seat in self.seating.seats.items()
        )
        # As many as the message may name (PROTOCOL.md, ``table``); a host may allow more watchers.
        spectators = tuple(self.seating.watchers.values())[:100]
        options = dict(self.options)
        paused = self.running is not None and self.running.paused
        # A length, not a time: clients know nothing of the host's clock.
        paused_millis = max(0, ms - self.running.paused_at) if self.running is not None and paused else 0
        bots = self.bots.levels
        asking = self.late_joins.asking if self.running is not None else ()
        return TableShown(
            self.number, self.name, self.variety.name, options, self.stage, self.games, seats, spectators,
            self.consents.id, self.consents.before, self.bots.coming, asking, self.ownership.owner, paused,
            tuple((number, bots[seat.key]) for number, seat in self.seating.seats.items() if seat.key in bots),
            paused_millis, self.entrance.closed, tuple(self.entrance.knocks.items()),
        )  # fmt: skip

    # -- inside

    def game_of_seat(self, seat: int | None) -> HostedGame | None:
        """The game being played, if this seat plays in it (and does not wait to join)."""
        game = self.running
        return game if game is not None and seat is not None and seat < len(game.dealer.keys) else None

    @property
    def playing_seats(self) -> int:
        """The number of seats, from the first, that belong to the game being played; 0 while none is."""
        return len(self.running.keys) if self.running is not None else 0

    def require_waiting(self, sentence: str) -> None:
        """Raises GameRunning with this sentence while a game is being played."""
        if self.stage == "playing":
            raise GameRunning(sentence)

    def _game_by_number(self, number: int) -> HostedGame:
        """The current or last game, if it has this number. Raises NoGame."""
        if self.game is None:
            raise NoGame("no game is being played at this table")
        if number != self.game.number:
            raise NoGame(
                sentence("game {number} is not being played; game {now} is", number=number, now=self.game.number)
            )
        return self.game

    def _grace_expired(self, seat: int, effects: Effects) -> None:
        player = self.seating.seats.get(seat)
        # Asked again: seats may have new numbers, and a game may have begun, since the timer was started.
        if player is not None and not player.connected and self.game_of_seat(seat) is None:
            self.free_seat(seat, effects)

    def start_if_ready(self, effects: Effects) -> None:
        """Begin the next game if all players have agreed to it and are there, and no requested bot is still to come."""
        seats = tuple(self.seating.seats.values())
        # A bot on its way has not agreed: without the wait the game would begin without it.
        if self.stage == "playing" or self.bots.coming or len(seats) < 2:
            return
        if not all(seat.ready and seat.connected for seat in seats):
            return
        try:
            # Checked at each consent already; bots and people who left since may have made it another number.
            self.check_players()
        except Refusal as problem:
            self.members.announce(problem.says, effects)
            return
        # The log numbers players from 0 on without gaps (FAIRNESS.md, entry ``seats``).
        self.seating.close_gaps()
        players, consents = self.seating.players, self.consents
        # Before the first effect: what is sent from here on shows the table as playing.
        self.game = self.running = game = self.new_game(effects)
        effects.append(GameBegun(self.number, game.number, consents.statements.log, players, effects.unix))
        self._players = game.keys
        agreed = consents.pop_consents(seats)  # consents from here on are late joins
        self.send_table(effects)
        game.begin(agreed, effects)

    def check_players(self) -> None:
        """Check that all who sit here can play the table's game. Raises BadSeats, BadOption."""
        seats = self.seating.seats.values()
        self.variety.check(self.options, len(seats))
        check_players(self.options, len(seats), sum(not seat.bot for seat in seats))

    def new_game(self, effects: Effects) -> HostedGame:
        """The next game, among all who sit here."""
        terms, statements = self.consents.terms, self.consents.statements
        return HostedGame(self.context, terms, statements, self.seating.players, self.seating, self.late_joins, effects)

    def game_changed(self, effects: Effects) -> None:
        """Show the game's players if they have changed; if it has ended, close it and collect consents to the next."""
        game = self.running
        if game is None:
            return
        if game.dealer.keys != self._players:
            self._note_players(game, effects)
        if game.round != self._round:
            self._withdraw_lapsed_consents(game, effects)
        self.closing = game.game_log.broken or self.closing
        if not game.ended:
            if (
                game.game_log.ledger.paused_at is not None
            ) != self._rests:  # a pause that was asked for during a shuffle has begun
                self.send_table(effects)
            return
        # Before the messages below: they show a table that waits, and seats are free to leave from here on.
        self.running = None
        # The head of the complete log: the next consents name it, so that no game of the table can be left out.
        self.consents.next_game(game.game_log.head)
        game.stop_timers(effects)
        effects.stop_timer(TimerId(self.number, "ceremony"))
        effects.append(GameClosed(self.number, game.number, game.ended == "played"))
        for number, seat in self.seating.seats.items():
            seat.admitted = False  # an admission is for one game
            if not seat.connected:
                self.members.start_grace_timer(number, effects)
        if game.called_off:
            self.members.announce(game.called_off, effects)
        self.members_changed(effects)

    def _withdraw_lapsed_consents(self, game: HostedGame, effects: Effects) -> None:
        """In a new round, withdraw every consent whose author's later statements are in the log before it.

        Not earlier: the players' programs sign these consents again by themselves, and until then nobody need see it.
        """
        self._round = game.round
        if self.consents.withdraw_lapsed() or game.dealer.joining:
            self.send_table(effects)

    def _note_players(self, game: HostedGame, effects: Effects) -> None:
        """Show the table, whose players have changed: some have joined, or were left out before their first deal."""
        left_out, self._players = set(self._players) - set(game.keys), game.keys
        for number, seat in self.seating.seats.items():
            if seat.key in left_out:
                line = sentence("{name} has not answered, and does not come in", name=seat.name)
                self.members.announce(line, effects)
                if not seat.connected:
                    self.members.start_grace_timer(number, effects)
        self.send_table(effects)
