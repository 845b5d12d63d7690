"""The client without IO: bytes from the host and commands of the person go in; ``take`` brings out what to do.

A session outlives its connections: ``connected`` begins a new one, ``lost`` ends it. After a new welcome it finds its
table and its game again by itself.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rummynet_client.core import commands, news
from rummynet_client.core.answers import ANSWERED, answer
from rummynet_client.core.commands import Command
from rummynet_client.core.game import Game
from rummynet_client.core.heard import heard
from rummynet_client.core.outbox import Outbox, Output
from rummynet_client.core.picture import Picture, fairness, of_game
from rummynet_client.core.place import Place
from rummynet_client.core.playing import Player, Playing
from rummynet_client.core.witness import Promises
from rummynet_client.language import _, sentence_of
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire import messages as wire
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.versions import VERSIONS


class NotAtATable(Refusal):
    """The command is for those at a table."""

    code = "not_at_table"


class NotConnected(Refusal):
    """There is no connection now."""

    code = "not_connected"


class Session:
    """One person at one host. After every call, do what ``take`` brings, in its order."""

    def __init__(self, player: Player, name: str, agent: str = "") -> None:
        self.name = name
        """Ours; as the host shows it, once it has welcomed us."""
        self.host_name = ""
        self.host_key = b""
        self.parted: wire.Bye | None = None
        """What the host said when it ended the connection."""
        self.done = False
        """The person has quit."""
        self.created: int | None = None
        """The number of the table that we opened last."""
        self._player, self._agent = player, agent
        self._outbox = Outbox()
        self._place = Place(player.signer.public, self._outbox)
        self._playing: Playing | None = None
        self._promises: Promises = {}
        self._is_back = False

    # -- the connection

    @property
    def is_open(self) -> bool:
        """Whether the host has welcomed us and the connection stands."""
        return self._outbox.is_open

    @property
    def is_ready(self) -> bool:
        """Whether commands make sense: the connection stands, and the lobby has been seen."""
        return self.is_open and self._place.lobby_told

    @property
    def is_busy(self) -> bool:
        """Whether something the person asked for has no answer yet."""
        return self._waiting is not None

    @property
    def game(self) -> Game | None:
        """The game at our table that is being played, or was played last."""
        return self._playing.game if self._playing is not None else None

    def take(self) -> Output:
        """All that has come out since the last time: keep, then send, then tell."""
        return self._outbox.take()

    def connected(self, host: bytes) -> None:
        """A connection to the host with this key (proven by its certificate) stands: greet it."""
        self.host_key, self.parted = host, None
        self._outbox.connection = Connection(Role.CLIENT)
        low, high = VERSIONS[0], VERSIONS[-1]
        self._outbox.send(wire.Hello(low, high, self.name, self._player.signer.public, self._agent))

    def lost(self, code: str, says: str, again: bool) -> None:
        """The connection has ended; *again*: another one will be tried."""
        for request, what in self._outbox.forget():
            if what and getattr(request, "what", "vote") == "vote":  # all else that is signed is sent again
                self._outbox.refuse(what, "lost", _("the connection was lost before the host answered; try again"))
        if self._playing is not None:
            self._playing.lost(again)
        self._outbox.tell(news.Parted(code, says, again))

    def receive(self, data: bytes) -> None:
        """Bytes from the host. Raises RemoteProtocolError; then say ``farewell`` and close."""
        connection = self._outbox.connection
        if connection is None:
            return
        try:
            came: Sequence[wire.Message] = connection.receive(data)
        except RemoteProtocolError as problem:
            self._hear(problem.earlier)
            raise
        self._hear(came)

    def ping(self) -> None:
        """Nothing has come for a while: ask whether the host is there."""
        if self._outbox.is_open:
            self._outbox.send(wire.Ping(0))

    def quit(self) -> None:
        """The person leaves."""
        if not self.done:
            self.done = True
            self.farewell("quit", "the player has left")
            self._outbox.tell(
                news.Parted("quit", _("you have left; your seat stays yours while the game goes on"), False)
            )

    def farewell(self, code: str, says: str) -> None:
        """The last message to the host."""
        self._outbox.send(wire.Bye(code, says))

    # -- what the host says

    def _hear(self, came: Sequence[wire.Message]) -> None:
        for message in came:
            hear = _HEARS.get(type(message))
            if hear is not None:
                hear(self, message)
        if self._playing is not None:
            self._playing.contribute()
            self._playing.go_on()

    def _challenge(self, message: wire.Challenge) -> None:
        payload = hello_payload(self.host_key, message.nonce, self._player.signer.public)
        self._outbox.send(wire.Proof(self._player.signer.sign("hello", payload)))

    def _welcome(self, message: wire.Welcome) -> None:
        self.host_name, self.name, self._is_back = message.host_name, message.name, True
        self._outbox.tell(news.Welcomed(message.host_name, message.name, message.agent))
        table = self._place.table
        if table is not None and self._place.seat is None:
            self._outbox.ask(lambda n: wire.Watch(n, table.table))

    def _list(self, message: wire.Lobby) -> None:
        self._place.listed(message)
        table = self._place.table
        if table is not None and all(row.table != table.table for row in self._place.lobby):
            self._leave()

    def _show_table(self, message: wire.TableShown) -> None:
        here = self._place.table
        if here is None or here.table != message.table:
            if self._place.heading != message.table and (here is not None or not self._place.is_mine(message)):
                return
            self._come_to(message.table)
        sat = self._place.seat is not None
        self._place.shown(message)
        if sat and not self._place.is_mine(message):
            self._leave()  # the seat was freed: from here on the host tells us nothing of this table
            return
        if self._is_back:
            self._is_back = False
            self._find_game(message)

    def _come_to(self, table: int) -> Playing:
        if self._place.table is not None:
            self._leave()
        self._playing = Playing(self._player, self.host_key, table, self._outbox, self._promises)
        return self._playing

    def _find_game(self, message: wire.TableShown) -> None:
        """After a new connection: the game goes on, or has ended without us."""
        playing = self._playing
        if playing is None or not message.game or not self._place.is_mine(message):
            return
        known = playing.game is not None and playing.game.number == message.game
        if not known and message.stage == "playing":
            playing.begin(message.game)
        if message.stage == "playing" or (known and playing.game and not playing.game.witness.auditor.finished):
            playing.catch_up()

    def _leave(self) -> None:
        self._place.leave()
        self._playing = None

    def _entry(self, message: wire.LogEntry) -> None:
        if self._playing is not None and message.table == self._playing.table:
            self._playing.entry(message)

    def _openings(self, message: wire.Openings) -> None:
        if self._playing is not None and message.table == self._playing.table:
            self._playing.openings(message)

    def _race(self, message: wire.Race) -> None:
        if self._playing is not None and message.table == self._playing.table:
            self._playing.race(message)

    def _say(self, message: wire.Said) -> None:
        self._place.said(message)

    def _clock(self, message: wire.ClockShown) -> None:
        self._place.clock_runs(message)

    def _ping(self, message: wire.Ping) -> None:
        self._outbox.send(wire.Pong(message.number))

    def _bye(self, message: wire.Bye) -> None:
        self.parted = message

    # -- answers

    def _done(self, message: wire.Done) -> None:
        request, _what = self._outbox.answered(message.n)
        match request:
            case wire.Create() if message.table is not None:
                self.created = message.table
                self._outbox.tell(news.Answered("table", (("created", message.table),)))
            case wire.Stand() | wire.Leave():
                self._leave()
            case wire.Sit():
                self._place.heading = None
            case wire.Submit() | wire.AskLog() | wire.Watch():
                if isinstance(request, wire.Watch):
                    self._place.heading = None
                if self._playing is not None:
                    self._playing.done(request)

    def _refused(self, message: wire.Refused) -> None:
        request, what = self._outbox.answered(message.n)
        match request:
            case wire.Sit() | wire.Watch() if what:
                self._place.heading = None
            case wire.Watch() | wire.AskLog():
                self._outbox.tell(news.WentWrong(message.code, heard(message.says)))
                self._leave()
            case wire.Submit() if self._playing is not None:
                self._playing.refused(request)
        if what:
            self._outbox.refuse(what, message.code, heard(message.says))

    # -- what the person wants

    def do(self, command: Command) -> None:
        """Carry a command out, or say why not; all answers are news."""
        self._outbox.refusal = None
        try:
            self._do(command)
        except Refusal as problem:
            self._outbox.refuse(commands.spell(command), problem.code, sentence_of(problem))

    def _do(self, command: Command) -> None:
        if isinstance(command, ANSWERED):
            self._outbox.tell(*answer(command, self.picture, self.game))
            return
        match command:
            case commands.Quit():
                self.quit()
            case commands.ListTables():
                self._outbox.tell(news.LobbyListed(self._place.lobby))
            case commands.OpenTable() | commands.TakeSeat() | commands.WatchTable():
                self._ask_host(command)
            case _:
                self._ask_table(command)

    def _ask_host(self, command: Command) -> None:
        self._must_be_connected()
        what = commands.spell(command)
        match command:
            case commands.OpenTable(variant, options, name):
                self._outbox.ask(lambda n: wire.Create(n, variant, options, name), what)
            case commands.TakeSeat(table, seat):
                self._place.heading = table
                self._outbox.ask(lambda n: wire.Sit(n, table, seat), what)
            case commands.WatchTable(table):
                self._place.heading = table
                self._outbox.ask(lambda n: wire.Watch(n, table), what)

    def _ask_table(self, command: Command) -> None:
        playing = self._playing
        if playing is None:
            raise NotAtATable(_("you are at no table; 'tables' lists them, 'sit 1' takes a seat at table 1"))
        table, what, ask = playing.table, commands.spell(command), self._outbox.ask
        if isinstance(command, commands.Do):
            playing.act(command.action)
            return
        self._must_be_connected()
        match command:
            case commands.BeReady(yes):
                ask(lambda n: wire.Ready(n, table, yes), what)
            case commands.StandUp() if self._place.seat is not None:
                ask(lambda n: wire.Stand(n, table), what)
            case commands.StandUp():
                ask(lambda n: wire.Leave(n, table), what)
            case commands.ChangeBots(do, strategy):
                ask(lambda n: wire.SeatBot(n, table, do, strategy), what)
            case commands.BeHere():
                ask(lambda n: wire.Here(n, table), what)
            case commands.VoteFor(number, yes):
                playing.vote(number, yes, what)
            case commands.ManageTable(do, seat):
                ask(lambda n: wire.Manage(n, table, do, seat), what)
            case commands.SayAloud(text):
                ask(lambda n: wire.Say(n, table, text), what)

    def _must_be_connected(self) -> None:
        if not self._outbox.is_open:
            raise NotConnected(_("the host cannot be reached just now; it is tried again by itself"))

    # -- for screens

    @property
    def _waiting(self) -> str | None:
        under_way = self._playing.under_way if self._playing is not None else None
        return under_way or self._outbox.waiting

    @property
    def picture(self) -> Picture:
        """All that can be shown."""
        place = self._place
        return Picture(
            connected=self.is_open,
            host=self.host_name,
            name=self.name,
            lobby=place.lobby,
            table=place.table,
            seats=tuple(taken for _, taken in sorted(place.seats.items())),
            watching=place.table is not None and place.seat is None,
            clock=place.clock,
            chat=tuple(place.chat),
            refusal=self._outbox.refusal,
            waiting=self._waiting,
            fairness=fairness(self.game),
            **of_game(self.game),
        )


_HEARS: Final[dict[type[wire.Message], Callable[..., None]]] = {
    wire.Challenge: Session._challenge,
    wire.Welcome: Session._welcome,
    wire.Lobby: Session._list,
    wire.TableShown: Session._show_table,
    wire.LogEntry: Session._entry,
    wire.Openings: Session._openings,
    wire.Said: Session._say,
    wire.Race: Session._race,
    wire.ClockShown: Session._clock,
    wire.Done: Session._done,
    wire.Refused: Session._refused,
    wire.Ping: Session._ping,
    wire.Bye: Session._bye,
}
