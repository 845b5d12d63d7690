"""The client's place at the host: the lobby, or a table with its games. Restored after every reconnect."""

from collections.abc import Callable
from functools import partial

from rummynet_client.core.log.checks_ahead import check_kept
from rummynet_client.core.session.following import ClientContext
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.playing import Playing
from rummynet_client.core.session.table_state import TableState
from rummynet_client.core.session.unfinished_games import UnfinishedGames
from rummynet_client.core.text import news
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.language import translated
from rummynet_protocol.fairness.commitment import log_id
from rummynet_protocol.sealed.constants import load_constants
from rummynet_protocol.wire import messages as wire


class Presence:
    """``table_state`` is the state of lobby and table; ``playing`` the dialogue at the table, None without a table.

    *takes_breaks*: ``Playing``.
    """

    def __init__(self, me: bytes, outbox: Outbox, *, takes_breaks: bool) -> None:
        self.table_state = TableState(me, outbox)
        self.playing: Playing | None = None
        self.client: ClientContext | None = None  # set before the first table is shown
        self.created: int | None = None  # the number of the table opened last
        self.opening: OpenTable | None = None
        """The table that is being opened, until the player sits there and its bots are asked for."""
        self._outbox, self._takes_breaks = outbox, takes_breaks
        self._has_reconnected = False
        self._unfinished: UnfinishedGames | None = None
        self._has_loaded = False  # what sealed decks need was loaded, or is being
        self._own_tables_ping: int | None = None  # the ping behind which all own tables have come, on this connection
        self.has_own_tables = False
        """All tables with an own seat have been shown on this connection, as far as ``request_own_tables`` asked."""

    def request_own_tables(self, table: int) -> bool:
        """Set ``has_own_tables`` once the host has shown all of them, and follow *table* if it is among them.

        Returns whether something was sent: once on a connection.
        """
        if self._own_tables_ping is not None:
            return False
        self.table_state.joining = table
        # A host shows each own table before it answers what is sent after its Welcome (PROTOCOL.md, "The greeting").
        self._own_tables_ping = self._outbox.send_ping()
        return True

    # -- messages

    def reconnected(self, *, keeps_opening: bool = False, is_alone: bool = True) -> None:
        """The host has sent its Welcome: watch the table again if it was watched before.

        *keeps_opening*: a table that was being opened still is. *is_alone*: no other host has this one's key.
        """
        if self.client is not None:
            self._unfinished = self._unfinished or UnfinishedGames(
                self.client.unfinished, self._outbox, self.client.player.clock
            )
            self._unfinished.reconnected(is_alone=is_alone)
        self._has_reconnected, self.opening = True, self.opening if keeps_opening else None
        self._own_tables_ping, self.has_own_tables = None, False
        table = self.table_state.table
        if table is not None and self.table_state.seat is None:
            self._outbox.send_request(lambda n: wire.Watch(n, table.table))
        elif self.playing is not None:
            self.playing.reconnected()

    def work_ahead(self, message: wire.Message) -> Callable[[], object] | None:
        """What takes long in processing this message, and can be done before; None if nothing does."""
        match message:
            case wire.LogEntry() if self.playing is not None and message.table == self.playing.table:
                return self.playing.work_ahead(message)
            case wire.TableShown() if message.options.get("deck") == "sealed" and not self._has_loaded:
                self._has_loaded = True  # whether that works is asked where it counts
                return self._load_ahead(message)
        return None

    def _load_ahead(self, shown: wire.TableShown) -> Callable[[], object]:
        """What sealed decks need, and the proofs of a game that an earlier run has followed."""
        kept, host = b"", b""
        if self.client is not None and shown.stage == "playing":
            host = self.client.host
            kept = self.client.player.recall(log_id(host, shown.id, shown.game))

        def work() -> None:
            load_constants()
            if kept:
                check_kept(kept, host)

        return work

    def handle_message(self, message: wire.Message) -> None:
        """Process a message after the Welcome."""
        match message:
            case wire.LobbyShown():
                self._handle_lobby(message)
            case wire.TableShown():
                self._handle_table(message)
            case wire.Closed(table=number):
                self._handle_closed(number)
            case wire.LogEntry() | wire.Openings() | wire.Race() | wire.Dropped():
                if self.playing is not None and message.table == self.playing.table:
                    self.playing.handle_message(message)
            case wire.Said():
                game = self.playing.game if self.playing is not None else None
                self.table_state.add_chat(message, *((game.number, len(game.lines)) if game is not None else ()))
            case wire.ClockShown():
                self.table_state.update_clock(message)
            case wire.Done():
                self._handle_done(message)
            case wire.Refused():
                self._handle_refused(message)

    def _handle_lobby(self, message: wire.LobbyShown) -> None:
        """Process the lobby; a table missing from it is closed, if the lobby names all."""
        if self._unfinished is not None:
            self._unfinished.lobby_shown()
        self.table_state.update_lobby(message)
        table = self.table_state.table
        # A host may name 200 tables at most, so with `more` a table can be missing and stand.
        if table is not None and not message.more and all(row[0] != table.table for row in message.tables):
            self._handle_closed(table.table)

    def handle_pong(self, number: int) -> None:
        """The host has answered this ping, and all before it."""
        if self._own_tables_ping is not None and number >= self._own_tables_ping and not self.has_own_tables:
            self.has_own_tables = True
            # A seat that the player has asked for meanwhile is still to come.
            if not self._outbox.awaits(wire.Sit, wire.Watch):
                self.table_state.joining = None
        if self._unfinished is not None:
            self._unfinished.handle_pong(number)

    def _handle_closed(self, number: int) -> None:
        if self.table_state.table is not None and self.table_state.table.table == number:
            if self.playing is not None:
                self.playing.table_closed()
            self._leave_table()

    def _handle_table(self, message: wire.TableShown) -> None:
        """Process a table's state if it is the current table or the one being joined."""
        if self._unfinished is not None:
            self._unfinished.table_shown(message.id, message.game)
        here = self.table_state.table
        if self.playing is not None and self.playing.is_of_other_table(message):
            self._handle_closed(message.table)  # the number is another table's now
            here = None
        if here is None or here.table != message.table:
            if self.table_state.joining != message.table and (
                here is not None or not self.table_state.has_own_seat(message)
            ):
                return
            self._join_table(message.table)
        sat = self.table_state.seat is not None
        self.table_state.update_table(message)
        if self.playing is None:
            return
        if sat and not self.table_state.has_own_seat(message):
            self.playing.seat_freed(is_asked=self._outbox.awaits(wire.Stand, wire.Leave))
            self._leave_table()  # the seat was freed: the host sends nothing more of this table
            return
        self.playing.update_table(message)
        if self._has_reconnected:
            self._has_reconnected = False
            if self.table_state.has_own_seat(message):
                self.playing.resume_game(message)

    def _join_table(self, table: int) -> None:
        before = self.table_state.table
        if before is not None:
            # Else others would wait there for who has gone. A game that runs is gone back to: who plays keeps the seat.
            if self.table_state.seat is not None and before.stage == "waiting":
                self._outbox.send_request(lambda n: wire.Stand(n, before.table), "stand")
            self._leave_table()
        assert self.client is not None
        self.playing = Playing(self.client, table, self._outbox, takes_breaks=self._takes_breaks)

    def _leave_table(self) -> None:
        self.table_state.clear_table()
        self.playing = None

    # -- answers

    def _handle_done(self, message: wire.Done) -> None:
        request, _what = self._outbox.pop_request(message.n)
        match request:
            case wire.Create() if message.table is not None:
                self.created = message.table
                self._outbox.add_news(news.QueryAnswered("table", (("created", message.table),)))
                self._sit_down(message.table)
            case wire.Stand() | wire.Leave():
                if self.playing is not None and request.table == self.playing.table:
                    self.playing.seat_freed(is_asked=True)
                    self._leave_table()
            case wire.Sit():
                self.table_state.joining = None
                self._ask_for_bots(request.table)
            case wire.SeatBot(do="add") if self.playing is not None:
                self.playing.readiness.bot_requested()
            case wire.Submit() | wire.Ready() | wire.AskLog() | wire.Watch():
                if isinstance(request, wire.Watch):
                    self.table_state.joining = None
                if self.playing is not None:
                    self.playing.handle_done(request)

    def _sit_down(self, table: int) -> None:
        """Take a seat at the table just opened, if the player opened it for that."""
        if self.opening is not None and (self.opening.sits or self.opening.bots):
            self.table_state.joining = table
            self._outbox.send_request(lambda n: wire.Sit(n, table, None), f"sit {table}")

    def _ask_for_bots(self, table: int) -> None:
        opening, self.opening = self.opening, None
        for level in opening.bots if opening is not None and table == self.created else ():
            self._outbox.send_request(partial(_bot_request, table, level), f"bot add {level}")

    def _handle_refused(self, message: wire.Refused) -> None:
        request, what = self._outbox.pop_request(message.n)
        if isinstance(request, wire.Create | wire.Sit):
            self.opening = None
        match request:
            # One of the program's own (without words) was to come back to a table, which is then gone: the next case.
            case wire.Sit() | wire.Watch() if what:
                self.table_state.joining = None
            case wire.Watch() | wire.AskLog():
                if self.playing is not None:
                    self.playing.table_closed()
                self._outbox.add_news(news.WentWrong(message.code, translated(message.says)))
                self._leave_table()
            case wire.Submit() | wire.Ready() if self.playing is not None:
                what = what if self.playing.handle_refused(request, message) else ""
        if what:
            names = self.playing.names if self.playing is not None else ()
            me = self.playing.game.me if self.playing is not None and self.playing.game is not None else None
            self._outbox.add_refusal(what, message.code, in_second_person(message.says, names, me))


def _bot_request(table: int, level: str, number: int) -> wire.SeatBot:
    return wire.SeatBot(number, table, "add", level)
