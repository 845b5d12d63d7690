"""One table: who is at it, what they agreed to play, and one game after another.

Requests that cannot be carried out raise a Refusal, and then nothing has changed. A signed statement that is refused
for good raises RefusedForGood: its number is used up, and nothing else has changed.
"""

from collections.abc import Mapping
from typing import Any

from rummynet.rules.core.variety import Variety
from rummynet.table.bot_seats import BotSeats
from rummynet.table.consent import Consents, Players
from rummynet.table.effects import Effects, SendStoredLog, TimerId
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.received_statements import RefusedForGood
from rummynet.table.host_context import HostContext
from rummynet.table.journal.records import GameBegun, GameClosed
from rummynet.table.late_joins import LateJoins
from rummynet.table.members import Members
from rummynet.table.ownership import Ownership
from rummynet.table.refusals import GameRunning, NoGame, NotPaused, NotSeated, SeatTakenAlready
from rummynet.table.seating import Seat, Seating
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import said
from rummynet_protocol.wire.messages import SeatBot, Submit, TableShown


class Table:
    """``options`` holds every option of the variety. Whoever created it is ``by``; it begins empty.

    ``id`` are the 32 random bytes by which its logs call it.
    """

    def __init__(
        self,
        context: HostContext,
        number: int,
        id: bytes,
        name: str,
        variety: Variety,
        options: Mapping[str, Any],
        by: bytes,
    ) -> None:
        self.context = context
        self.number = number
        self.name = name
        self.variety = variety
        self.options = options
        self.by = by
        self.seating = Seating(variety.seats[-1])
        self.game: HostedGame | None = None
        """The game being played, or the one played last."""
        self.consents = Consents(context.signer, number, id, variety, options, self.seating)
        self.closing: str | None = None
        """Why the table is to be closed, once it is."""
        self.ownership = Ownership(by, self.seating, self._playing_seats)
        self.late_joins = LateJoins(variety, options, self.seating, self.ownership)
        self.bots = BotSeats(context, number, self.seating)
        self.members = Members(
            context, number, self.seating, self.ownership, self.bots, self.shown, lambda: self._playing_now
        )
        self._playing_now = False
        self._players: tuple[bytes, ...] = ()
        """The keys of those who play, or played last, as all were told."""

    @property
    def stage(self) -> str:
        """``playing`` or ``waiting``."""
        return "playing" if self._playing_now else "waiting"

    @property
    def games(self) -> int:
        """How many games have begun."""
        return self.consents.game if self._playing_now else self.consents.game - 1

    # -- people

    def connected(self, key: bytes, effects: Effects) -> None:
        """Someone who may have a seat here is here again."""
        seat = self.seating.seat_of(key)
        if seat is None:
            return
        self.members.connected(seat, effects)
        game = self.game_of_seat(seat)
        if game is not None:
            game.connected(seat, effects)
        self.sign_of_life(key, effects)

    def sign_of_life(self, key: bytes, effects: Effects) -> None:
        """Someone did anything at all: a seat that was silent is back."""
        seat = self.seating.seat_of(key)
        game = self.game_of_seat(seat)
        if seat is not None and game is not None:
            game.sign_of_life(seat, effects)
            self._after_game(effects)

    def player_present(self, key: bytes, effects: Effects) -> None:
        """Someone did something by hand, whatever it was: they are there."""
        seat = self.seating.seat_of(key)
        game = self.game_of_seat(seat)
        if seat is not None and game is not None:
            game.player_present(seat, effects)

    def connection_lost(self, key: bytes, effects: Effects) -> None:
        """Someone is not connected any more. A seat stays theirs, consent does not; who watched has left."""
        seat = self.seating.seat_of(key)
        if seat is not None:
            self.consents.withdraw(self.seating.seats[seat])
        self._disconnect(key, effects)
        self.resume_if_majority_wishes(effects)

    def _disconnect(self, key: bytes, effects: Effects) -> None:
        seat = self.seating.seat_of(key)
        game = self.game_of_seat(seat)
        if seat is not None and game is not None:
            game.connection_lost(seat, effects)
        self.members.connection_lost(key, game is not None, effects)

    def sit(self, key: bytes, name: str, wanted: int | None, effects: Effects) -> None:
        """Take a seat; at a running game that takes newcomers, to come in before the next round."""
        if not self.variety.takes_newcomers:
            self.require_waiting(said("a game is being played at this table; nobody can sit down; you can watch"))
        seat = self.seating.choose_seat(key, wanted)
        bot = key in self.bots.keys
        free = self.seating.most - len(self.seating.seats)
        if not bot and free <= self.bots.coming:
            raise SeatTakenAlready("the last free seat is kept for a bot that is on its way; you can watch")
        self.seating.seat_player(seat, Seat(key, self.seating.distinct_name(key, name), bot))
        if not bot:
            self.ownership.member_arrived(key)
        self.withdraw_outdated_consents(self.players_to_agree, effects)
        self.members.update_occupancy(effects)
        self.members.send_table(effects)
        if self.running is not None:
            self.running.send_log(key, 0, effects)

    def stand(self, key: bytes, effects: Effects) -> None:
        """Leave the seat."""
        seat = self.seating.require_seat(key)
        if self.game_of_seat(seat) is not None:
            self.require_waiting(said("a game is being played at this table; your seat stays yours until it is over"))
        self.free_seat(seat, effects)

    def free_seat(self, seat: int, effects: Effects) -> None:
        """The seat is nobody's any more: whoever has agreed to play with its person is asked again."""
        gone = self.seating.seats[seat]
        self.consents.withdraw(gone)
        left = tuple((one.key, one.name) for one in self.seating.seats.values() if one is not gone)
        outdated = self.consents.withdraw_outdated(left if self.running is None else self.players_to_agree)
        self.members.vacate_seat(seat, effects)  # shown at once with who is not ready any more: so everybody sees why
        if outdated:
            self._announce_changed_players(effects)

    # -- who has agreed to play

    @property
    def players_to_agree(self) -> Players:
        """Those with whom one agrees to play."""
        return self.seating.players if self.running is None else self.running.dealer.settled

    def withdraw_outdated_consents(self, players: Players, effects: Effects) -> None:
        """With these one now agrees to play: whoever has agreed to anything else is asked again."""
        if self.consents.withdraw_outdated(players):
            self._announce_changed_players(effects)
            self.members.send_table(effects)

    def _announce_changed_players(self, effects: Effects) -> None:
        self.members.announce(said("the players have changed; whoever wants to play says 'ready' again"), effects)

    def watch(self, key: bytes, name: str, effects: Effects) -> None:
        """Follow the table from outside. One who sits here is only shown the table and the log again."""
        self.members.watch(key, name, effects)
        self.send_log(key, 0, effects)

    # -- resting

    def set_paused(self, yes: bool, effects: Effects) -> None:
        """Let the game rest, or go on. Raises NoGame, NotPaused."""
        if self.running is None:
            raise NoGame("no game is being played at this table; there is nothing to pause")
        if self.running.paused == yes:
            raise NotPaused("the table is paused already" if yes else "the table is not paused")
        self.ownership.clear_resume_wishes()
        if yes:
            self.running.pause(effects)
        else:
            self.running.resume(effects)

    def resume_if_majority_wishes(self, effects: Effects) -> None:
        """Let a paused game go on if so many of those who play want it."""
        if self.running is not None and self.running.paused and self.ownership.majority_wishes_resume():
            self.set_paused(False, effects)
            self.members.send_table(effects)

    # -- bots

    def ask_bot(self, request: SeatBot, key: bytes, effects: Effects) -> None:
        """Have a bot started for a free seat, or take one away."""
        self.members.require_member(key)
        self.ownership.require_may_ask_bots(key)
        self.require_waiting(
            said("a game is being played at this table; bots come and go before it begins or after it")
        )
        if request.do == "add":
            self.bots.request_bot(request.strategy, key, effects)
            self.members.send_table(effects)
            return
        self.free_seat(self.bots.last_bot_seat(), effects)

    def bot_failed(self, key: bytes | None, effects: Effects) -> None:
        """A bot could not be started, or has ended."""
        if self.bots.bot_failed(key):
            self.members.send_table(effects)
            self.start_if_ready(effects)

    # -- the game

    def submit_statement(self, key: bytes, request: Submit, effects: Effects) -> None:
        """Something signed for the log of the game being played, or played last. Raises RefusedForGood."""
        seat = self.seating.require_seat(key)
        game = self._game_by_number(request.game)
        if key not in game.keys:
            raise NotSeated("you do not play in this round yet; say 'ready' to come in before the next one")
        one = game.statements.read_signed(key, request.what, request.payload, request.signature)
        if game.statements.is_accepted(one):
            return
        if game.statements.is_new(one):
            effects.keep()
        try:
            game.submit_statement(game.keys.index(key), request.what, one, effects)
        except Refusal as problem:
            raise RefusedForGood(problem, game.statements.refuse(one, problem.code)) from problem
        if game is self.running:
            # What it agreed to before cannot stand in the log behind what it has signed now.
            if self.consents.withdraw(self.seating.seats[seat]):
                self.members.send_table(effects)
            self.withdraw_outdated_consents(self.players_to_agree, effects)
        self._after_game(effects)

    def send_log(self, key: bytes, start: int, effects: Effects) -> None:
        """The log of the game being played, with the asker's own cards of this round, or of the game played last."""
        self.members.require_member(key)
        if self.running is not None:
            self.running.send_log(key, start, effects)
        elif self.games:
            effects.items.append(SendStoredLog(key, self.number, self.games, start))

    def timer_expired(self, clock: TimerId, effects: Effects) -> None:
        """A clock of this table rang."""
        match clock.kind:
            case "ceremony" if self.game is not None:
                self.game.ceremony_timer_expired(effects)
                self._after_game(effects)
            case "wait" if self.game is not None and self.stage == "playing":
                self.game.turn_timer_expired(clock.seat, effects)
                self._after_game(effects)
            case "warn" if self.running is not None:
                self.running.warning_timer_expired(clock.seat, effects)
            case "owner":
                self.members.owner_timer_expired(effects)
            case "hold" if self.game is not None and self.stage == "playing":
                self.game.hold_timer_expired(effects)
                self._after_game(effects)
            case "grace":
                self._grace_expired(clock.seat, effects)
            case "alone" if not self.seating.has_people:
                self.bots.rest_all(effects)
            case "empty" if not self.seating.has_people:
                self.closing = "nobody was here any more"

    def host_restarted(self, effects: Effects) -> None:
        """The host was away: everybody has to come back; who was ready still is, who watched will ask again."""
        for key in self.seating.members:
            self._disconnect(key, effects)
        if self.game is not None:
            self.game.host_restarted(effects)
        self.bots.recall_after_restart(effects)

    def close(self, effects: Effects) -> None:
        """The table is being closed: stop its clocks and its bots."""
        for kind in ("ceremony", "hold", "empty", "owner"):
            effects.stop_timer(TimerId(self.number, kind))
        for number in range(self.seating.most):
            effects.stop_timer(TimerId(self.number, "grace", number))
            effects.stop_timer(TimerId(self.number, "wait", number))
            effects.stop_timer(TimerId(self.number, "warn", number))
        self.bots.stop_all(effects)
        if self.stage == "playing":
            effects.append(GameClosed(self.number, self.games, played=False))

    # -- what is told

    def shown(self) -> TableShown:
        """The table for those at it."""
        seats = tuple(
            (number, seat.key, seat.name, seat.ready, seat.connected, seat.bot)
            for number, seat in self.seating.seats.items()
        )
        spectators = tuple(self.seating.watchers.values())[:100]
        options = dict(self.options)
        paused = self.running is not None and self.running.paused
        asking = self.late_joins.asking if self.running is not None else ()
        return TableShown(
            self.number, self.name, self.variety.name, options, self.stage, self.games, seats, spectators,
            self.consents.id, self.consents.before, self.bots.coming, asking, self.ownership.owner, paused,
        )  # fmt: skip

    # -- inside

    @property
    def running(self) -> HostedGame | None:
        """The game being played."""
        return self.game if self._playing_now else None

    def game_of_seat(self, seat: int | None) -> HostedGame | None:
        """The game being played, if this seat has a part in it (and does not wait to come in)."""
        game = self.running
        return game if game is not None and seat is not None and seat < len(game.keys) else None

    def _playing_seats(self) -> int:
        """How many seats, from the first, belong to the game being played; 0 while none is."""
        return len(self.running.keys) if self.running is not None else 0

    def require_waiting(self, sentence: str) -> None:
        """Raises GameRunning with this sentence while a game is being played."""
        if self.stage == "playing":
            raise GameRunning(sentence)

    def _game_by_number(self, number: int) -> HostedGame:
        """The game of this number, if it is being played or was played last. Raises NoGame."""
        if self.game is None:
            raise NoGame("no game is being played at this table")
        if number != self.game.number:
            raise NoGame(
                said("game {number} is not being played; it is game {now} now", number=number, now=self.game.number)
            )
        return self.game

    def _grace_expired(self, seat: int, effects: Effects) -> None:
        there = self.seating.seats.get(seat)
        if there is not None and not there.connected and self.game_of_seat(seat) is None:
            self.free_seat(seat, effects)

    def start_if_ready(self, effects: Effects) -> None:
        """Begin the next game if all who sit have agreed to it, and no bot is on its way."""
        seats = tuple(self.seating.seats.values())
        if self.stage == "playing" or self.bots.coming or len(seats) < 2 or not all(seat.ready for seat in seats):
            return
        try:
            self.variety.check(self.options, len(seats))
        except Refusal as problem:
            self.members.announce(problem.says, effects)
            return
        self.seating.close_gaps()
        players, agreed = self.seating.players, self.consents
        self._playing_now = True
        self.game = game = HostedGame(
            self.context,
            agreed.terms,
            agreed.statements,
            players,
            lambda: self.seating.members,
            self.late_joins,
            effects,
        )
        effects.append(GameBegun(self.number, game.number, agreed.statements.log, players, effects.unix))
        self._players = game.keys
        consents = agreed.pop_consents(seats)  # from here on one agrees to come in before the next round
        self.members.send_table(effects)
        game.begin(consents, effects)

    def _after_game(self, effects: Effects) -> None:
        """If the game has just ended, everybody is asked anew whether to play another."""
        game = self.game
        if game is None or not self._playing_now:
            return
        self._note_players(game, effects)
        if not game.ended:
            return
        self._playing_now = False
        self.consents.next_game(game.game_log.head)
        game.stop_timers(effects)
        effects.stop_timer(TimerId(self.number, "ceremony"))
        effects.append(GameClosed(self.number, game.number, game.ended == "played"))
        for number, seat in self.seating.seats.items():
            seat.admitted = False
            if not seat.connected:
                self.members.start_grace_timer(number, effects)
        if game.called_off:
            self.members.announce(game.called_off, effects)
        self.members.update_occupancy(effects)
        self.members.send_table(effects)

    def _note_players(self, game: HostedGame, effects: Effects) -> None:
        """Others may play than before: some have come in, or stayed silent before their first cards."""
        if game.keys == self._players:
            return
        left_out, self._players = set(self._players) - set(game.keys), game.keys
        for number, seat in self.seating.seats.items():
            if seat.key in left_out:
                line = said("{name} has not answered, and does not come in", name=seat.name)
                self.members.announce(line, effects)
                if not seat.connected:
                    self.members.start_grace_timer(number, effects)
        self.members.send_table(effects)
