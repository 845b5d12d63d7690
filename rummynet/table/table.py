"""One table: who is at it, what they agreed to play, and one game after another.

Requests that cannot be carried out raise a Refusal, and then nothing has changed.
"""

from collections.abc import Mapping
from typing import Any

from rummynet.rules.variety import Variety
from rummynet.table.effects import Clock, Moment
from rummynet.table.game import Agreed, Game
from rummynet.table.hiring import Hiring
from rummynet.table.house import House
from rummynet.table.joining import Door
from rummynet.table.records import GameBegun, GameOver
from rummynet.table.refusals import GameRunning, NoGame, NoSuchSeat, NotPaused, NotSeated, SeatTakenAlready
from rummynet.table.rights import Rights
from rummynet.table.room import Room
from rummynet.table.seating import Seat, Seating
from rummynet_protocol.errors import Refusal
from rummynet_protocol.wire.messages import Manage, Said, SeatBot, Submit, TableShown


class Table:
    """``options`` holds every option of the variety. Whoever created it is ``by``; it begins empty."""

    def __init__(
        self, house: House, number: int, name: str, variety: Variety, options: Mapping[str, Any], by: bytes
    ) -> None:
        self.house = house
        self.number = number
        self.name = name
        self.variety = variety
        self.options = options
        self.by = by
        self.seating = Seating(variety.seats[-1])
        self._door = Door(variety, options, self.seating)
        self.game: Game | None = None
        """The game being played, or the one played last."""
        self.games = 0
        self.closing: str | None = None
        """Why the table is to be closed, once it is."""
        self.rights = Rights(by)
        self.bots = Hiring(house, number, self.seating)
        self.room = Room(house, number, self.seating, self.rights, self.shown, lambda: self._playing_now)
        self._playing_now = False

    @property
    def stage(self) -> str:
        """``playing`` or ``waiting``."""
        return "playing" if self._playing_now else "waiting"

    # -- people

    def connected(self, key: bytes, at: Moment) -> None:
        """Someone who may have a seat here is here again."""
        seat = self.seating.number(key)
        if seat is None:
            return
        self.room.connected(seat, at)
        game = self._playing_in(seat)
        if game is not None:
            game.connected(seat, at)
        self.sign_of_life(key, at)

    def sign_of_life(self, key: bytes, at: Moment) -> None:
        """Someone did anything at all: a seat that was silent is back."""
        seat = self.seating.number(key)
        game = self._playing_in(seat)
        if seat is not None and game is not None:
            game.returned(seat, at)
            self._after_game(at)

    def present(self, key: bytes, at: Moment) -> None:
        """Someone did something by hand, whatever it was: they are there."""
        seat = self.seating.number(key)
        game = self._playing_in(seat)
        if seat is not None and game is not None:
            game.present(seat, at)

    def lost(self, key: bytes, at: Moment) -> None:
        """Someone is not connected any more. A seat stays theirs; who watched has left."""
        seat = self.seating.number(key)
        game = self._playing_in(seat)
        if seat is not None and game is not None:
            game.lost(seat, at)
        self.room.lost(key, game is not None, at)

    def sit(self, key: bytes, name: str, wanted: int | None, at: Moment) -> None:
        """Take a seat; at a running game that takes newcomers, to come in before the next round."""
        if not self.variety.takes_newcomers:
            self._only_while_waiting("nobody can sit down; you can watch")
        seat = self.seating.choose(key, wanted)
        bot = key in self.bots.keys
        free = self.seating.most - len(self.seating.seats)
        if not bot and free <= self.bots.coming:
            raise SeatTakenAlready("the last free seat is kept for a bot that is on its way; you can watch")
        if bot:
            self.bots.arrived()
        self.seating.take(seat, Seat(key, name, bot))
        if not bot:
            self.rights.came(key)
        self.room.look_around(at)
        self.room.show(at)
        if self._running is not None:
            self._running.send(key, 0, at)

    def stand(self, key: bytes, at: Moment) -> None:
        """Leave the seat."""
        seat = self.seating.mine(key)
        if self._playing_in(seat) is not None:
            self._only_while_waiting("your seat stays yours until it is over")
        self.room.free(seat, at)
        self._start_if_ready(at)

    def ready(self, key: bytes, yes: bool, at: Moment) -> None:
        """Be ready or not; the last one to be ready begins the game. Raises BadSeats, BadOption for it alone."""
        seat = self.seating.seats[self.seating.mine(key)]
        if self._running is not None:
            self._come_in(self._running, seat, yes, at)
            return
        if yes and all(other.ready or other is seat for other in self.seating.seats.values()) and not self.bots.coming:
            if len(self.seating.seats) > 1:
                self.variety.check(self.options, len(self.seating.seats))
        seat.ready = yes
        self.room.show(at)
        self._start_if_ready(at)

    def _come_in(self, game: Game, seat: Seat, yes: bool, at: Moment) -> None:
        """Be ready to come in before the next round, or not."""
        number, state = self.seating.mine(seat.key), game.play.full if game.play is not None else None
        self._door.check(number, state, len(game.keys))
        seat.ready = yes
        self.room.show(at)
        if yes:
            self.room.host_says(f"{seat.name} comes in when the next round begins", at)

    def watch(self, key: bytes, name: str, at: Moment) -> None:
        """Follow the table from outside. One who sits here is only shown the table and the log again."""
        self.room.watch(key, name, at)
        self.send_log(key, 0, at)

    # -- what the owner does

    def manage(self, request: Manage, key: bytes, at: Moment) -> None:
        """Pause, resume, hand on, or free a seat. Raises NotOwner."""
        self.rights.only(key)
        match request.do:
            case "pause" | "resume":
                self._rest(request.do == "pause", at)
            case "hand-on":
                self.rights.hand_on(self.seating, request.seat)
            case _:
                self._only_while_waiting("a seat can be freed before it begins or after it")
                self._remove(request.seat, at)
        self.room.show(at)

    def _rest(self, yes: bool, at: Moment) -> None:
        if self._running is None:
            raise NoGame("no game is being played at this table; there is nothing to pause")
        if self._running.paused == yes:
            raise NotPaused("the table is paused already" if yes else "the table is not paused")
        if yes:
            self._running.pause(at)
        else:
            self._running.resume(at)

    def _remove(self, seat: int | None, at: Moment) -> None:
        there = self.seating.seats.get(seat) if seat is not None else None
        if seat is None or there is None:
            raise NoSuchSeat("nobody sits there; name a seat that is taken")
        if there.key in self.bots.keys:
            self.bots.dismiss(there.key, at)
        name = self.seating.seats[seat].name
        self.room.free(seat, at)
        at.tell((there.key,), Said(self.number, self.house.name, None, "the owner of the table has freed your seat"))
        self.room.host_says(f"the owner of the table has freed the seat of {name}", at)
        self._start_if_ready(at)

    # -- bots

    def ask_bot(self, request: SeatBot, key: bytes, at: Moment) -> None:
        """Have a bot started for a free seat, or take one away."""
        self.room.only_members(key)
        self._only_while_waiting("bots come and go before it begins or after it")
        if request.do == "add":
            self.bots.add(request.strategy, at)
            return
        last = self.bots.last()
        self.bots.dismiss(self.seating.seats[last].key, at)
        self.room.free(last, at)
        self._start_if_ready(at)

    def bot_failed(self, key: bytes | None, at: Moment) -> None:
        """A bot could not be started, or has ended."""
        if self.bots.failed(key):
            self._start_if_ready(at)

    # -- the game

    def submit(self, key: bytes, request: Submit, at: Moment) -> None:
        """Something signed for the log of the game being played."""
        seat = self.seating.mine(key)
        game = self._playing(request.game)
        if self._playing_in(seat) is None:
            raise NotSeated("you do not play in this round yet; say 'ready' to come in before the next one")
        game.submit(seat, request.what, request.payload, request.signature, at)
        self._after_game(at)

    def send_log(self, key: bytes, start: int, at: Moment) -> None:
        """The log of the game being played or played last, and the asker's own cards of this round."""
        self.room.only_members(key)
        if self.game is not None:
            self.game.send(key, start, at)

    def rang(self, clock: Clock, at: Moment) -> None:
        """A clock of this table rang."""
        match clock.kind:
            case "ceremony" if self.game is not None:
                self.game.ceremony_rang(at)
                self._after_game(at)
            case "wait" if self.game is not None and self.stage == "playing":
                self.game.wait_rang(clock.seat, at)
                self._after_game(at)
            case "warn" if self._running is not None:
                self._running.warn_rang(clock.seat, at)
            case "owner":
                self.room.owner_rang(at)
            case "hold" if self.game is not None and self.stage == "playing":
                self.game.hold_rang(at)
                self._after_game(at)
            case "grace":
                self._grace_is_over(clock.seat, at)
            case "empty" if not self.seating.people:
                self.closing = "nobody was here any more"

    def restarted(self, at: Moment) -> None:
        """The host was away: everybody has to come back; who was ready still is, who watched will ask again."""
        ready = {seat.key for seat in self.seating.seats.values() if seat.ready}
        for key in self.seating.members:
            self.lost(key, at)
        for seat in self.seating.seats.values():
            seat.ready = seat.key in ready
        if self.game is not None:
            self.game.restarted(at)
        self.bots.recall(at)

    def close(self, at: Moment) -> None:
        """The table is being closed: stop its clocks and its bots."""
        for kind in ("ceremony", "hold", "empty", "owner"):
            at.stop(Clock(self.number, kind))
        for number in range(self.seating.most):
            at.stop(Clock(self.number, "grace", number))
            at.stop(Clock(self.number, "wait", number))
            at.stop(Clock(self.number, "warn", number))
        self.bots.stop(at)
        if self.stage == "playing":
            at.record(GameOver(self.number, self.games, played=False))

    # -- what is told

    def shown(self) -> TableShown:
        """The table for those at it."""
        seats = tuple(
            (number, seat.key, seat.name, seat.ready, seat.connected, seat.bot)
            for number, seat in self.seating.seats.items()
        )
        spectators = tuple(self.seating.watchers.values())[:100]
        options = dict(self.options)
        paused = self._running is not None and self._running.paused
        return TableShown(
            self.number, self.name, self.variety.name, options, self.stage, self.games, seats, spectators,
            self.rights.owner, paused,
        )  # fmt: skip

    # -- inside

    @property
    def _running(self) -> Game | None:
        """The game being played."""
        return self.game if self._playing_now else None

    def _playing_in(self, seat: int | None) -> Game | None:
        """The game being played, if this seat has a part in it (and does not wait to come in)."""
        game = self._running
        return game if game is not None and seat is not None and seat < len(game.keys) else None

    def _only_while_waiting(self, so: str) -> None:
        if self.stage == "playing":
            raise GameRunning(f"a game is being played at this table; {so}")

    def _playing(self, number: int) -> Game:
        if self.game is None or not self._playing_now:
            raise NoGame("no game is being played at this table")
        if number != self.game.number:
            raise NoGame(f"game {number} is not being played; it is game {self.game.number} now")
        return self.game

    def _grace_is_over(self, seat: int, at: Moment) -> None:
        there = self.seating.seats.get(seat)
        if there is not None and not there.connected and self._playing_in(seat) is None:
            self.room.free(seat, at)
            self._start_if_ready(at)

    def _start_if_ready(self, at: Moment) -> None:
        seats = self.seating.seats.values()
        if self.stage == "playing" or self.bots.coming or len(seats) < 2 or not all(seat.ready for seat in seats):
            return
        try:
            self.variety.check(self.options, len(seats))
        except Refusal as problem:
            self.room.host_says(str(problem), at)
            return
        self.seating.close_gaps()
        self._playing_now = True
        self.games += 1
        players = tuple((seat.key, seat.name) for seat in self.seating.seats.values())
        agreed = Agreed(self.number, self.variety, self.options)
        self.game = game = Game(self.house, agreed, self.games, players, lambda: self.seating.members, self._door, at)
        at.record(GameBegun(self.number, self.games, game.log, players, at.unix))
        for seat in seats:
            seat.ready = False  # from here on it means: to come in before the next round
        self.room.show(at)
        game.begin(at)

    def _after_game(self, at: Moment) -> None:
        """If the game has just ended, everybody is asked anew whether to play another."""
        game = self.game
        if game is None or not self._playing_now or not (game.over or game.failed):
            return
        self._playing_now = False
        game.stop(at)
        at.stop(Clock(self.number, "ceremony"))
        at.record(GameOver(self.number, game.number, game.over))
        for number, seat in self.seating.seats.items():
            seat.ready = False
            if not seat.connected:
                self.room.give_grace(number, at)
        if game.failed:
            self.room.host_says(game.failed, at)
        self.room.look_around(at)
        self.room.show(at)
