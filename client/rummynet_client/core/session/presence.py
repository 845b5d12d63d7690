"""The client's place at the host: the lobby, or a table with its games. Restored after every reconnect."""

from rummynet_client.core.game.following import Client
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.playing import Playing
from rummynet_client.core.session.table_state import TableState
from rummynet_client.core.text import news
from rummynet_client.language import translated
from rummynet_protocol.wire import messages as wire


class Presence:
    """``place`` is the state of lobby and table; ``playing`` the dialogue at the table, None without a table."""

    def __init__(self, me: bytes, outbox: Outbox) -> None:
        self.place = TableState(me, outbox)
        self.playing: Playing | None = None
        self.client: Client | None = None
        """Set before the first table is shown."""
        self.created: int | None = None
        """The number of the table opened last."""
        self._outbox = outbox
        self._is_back = False

    # -- messages

    def came_back(self) -> None:
        """The host has sent its Welcome: watch the table again if it was watched before."""
        self._is_back = True
        table = self.place.table
        if table is not None and self.place.seat is None:
            self._outbox.ask(lambda n: wire.Watch(n, table.table))

    def hear(self, message: wire.Message) -> None:
        """Process a message after the Welcome."""
        match message:
            case wire.LobbyShown():
                self._listed(message)
            case wire.TableShown():
                self._shown(message)
            case wire.LogEntry() | wire.Openings() | wire.Race() | wire.Dropped():
                self._heard_of_game(message)
            case wire.Said():
                self.place.said(message)
            case wire.ClockShown():
                self.place.clock_runs(message)
            case wire.Done():
                self._done(message)
            case wire.Refused():
                self._refused(message)

    def _listed(self, message: wire.LobbyShown) -> None:
        """Process the lobby; a table missing from it is closed."""
        self.place.listed(message)
        table = self.place.table
        if table is not None and all(row.table != table.table for row in self.place.lobby):
            if self.playing is not None:
                self.playing.closed()
            self._leave()

    def _shown(self, message: wire.TableShown) -> None:
        """Process a table's state if it is the current table or the one being joined."""
        here = self.place.table
        if here is None or here.table != message.table:
            if self.place.heading != message.table and (here is not None or not self.place.is_mine(message)):
                return
            self._come_to(message.table)
        sat = self.place.seat is not None
        self.place.shown(message)
        if self.playing is None:
            return
        if sat and not self.place.is_mine(message):
            self.playing.left()
            self._leave()  # the seat was freed: the host sends nothing more of this table
            return
        self.playing.shown(message)
        if self._is_back:
            self._is_back = False
            if self.place.is_mine(message):
                self.playing.find(message)

    def _come_to(self, table: int) -> None:
        if self.place.table is not None:
            self._leave()
        assert self.client is not None
        self.playing = Playing(self.client, table, self._outbox)

    def _leave(self) -> None:
        self.place.leave()
        self.playing = None

    def _heard_of_game(self, message: wire.LogEntry | wire.Openings | wire.Race | wire.Dropped) -> None:
        """Process a message about a game at the current table."""
        playing = self.playing
        if playing is None or message.table != playing.table:
            return
        match message:
            case wire.LogEntry():
                playing.entry(message)
            case wire.Openings():
                playing.openings(message)
            case wire.Race():
                playing.race(message)
            case wire.Dropped():
                playing.dropped(message)

    # -- answers

    def _done(self, message: wire.Done) -> None:
        """The host has carried a request out."""
        request, _what = self._outbox.answered(message.n)
        match request:
            case wire.Create() if message.table is not None:
                self.created = message.table
                self._outbox.tell(news.Answered("table", (("created", message.table),)))
            case wire.Stand() | wire.Leave():
                if self.playing is not None:
                    self.playing.left()
                self._leave()
            case wire.Sit():
                self.place.heading = None
            case wire.SeatBot(do="add") if self.playing is not None:
                self.playing.bot_asked_for()
            case wire.Submit() | wire.Ready() | wire.AskLog() | wire.Watch():
                if isinstance(request, wire.Watch):
                    self.place.heading = None
                if self.playing is not None:
                    self.playing.done(request)

    def _refused(self, message: wire.Refused) -> None:
        """The host has refused a request."""
        request, what = self._outbox.answered(message.n)
        match request:
            case wire.Sit() | wire.Watch() if what:
                self.place.heading = None
            case wire.Watch() | wire.AskLog():
                self._outbox.tell(news.WentWrong(message.code, translated(message.says)))
                self._leave()
            case wire.Submit() | wire.Ready() if self.playing is not None:
                what = what if self.playing.refused(request, message) else ""
        if what:
            self._outbox.refuse(what, message.code, translated(message.says))
