"""The client without IO: bytes from the host and commands of the person go in; ``take`` brings out what to do.

That is: what has to be kept, then what has to be sent, then the news, in this order.

A session outlives its connections: ``connected`` begins a new one, ``lost`` ends it. What the host has not acknowledged
by then is sent again with the same bytes, once the log has been caught up with and does not hold it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rummynet.rules.refusals import NeedsShuffle
from rummynet.verifier.offline import HONEST
from rummynet_client.core import commands, news
from rummynet_client.core.answers import answer
from rummynet_client.core.commands import Command
from rummynet_client.core.game import Game
from rummynet_client.core.news import News
from rummynet_client.core.picture import Fairness, Picture
from rummynet_client.core.witness import CannotGoOn, GapInLog, Promises, Random, Signed, Witness
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.entries import Opened, read_entry
from rummynet_protocol.fairness.signing import Signer, hello_payload
from rummynet_protocol.wire import messages as wire
from rummynet_protocol.wire.connection import Connection, Role, Stage
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.versions import VERSIONS

Recall = Callable[[bytes], bytes]
"""``recall(table)`` gives the transcript kept of the log with this id, b"" if there is none."""
_MOST_CHAT: Final = 200


@dataclass(frozen=True, slots=True)
class Keep:
    """Append ``record`` to the transcript of the log ``table`` (its id). ``whole``: a file of its own, as evidence."""

    table: bytes
    variant: str
    record: bytes
    whole: bool = False


@dataclass(slots=True)
class Output:
    """What came out, to be done in this order."""

    keep: list[Keep] = field(default_factory=list)
    send: list[bytes] = field(default_factory=list)
    news: list[News] = field(default_factory=list)


@dataclass(slots=True)
class _Acting:
    """Our action under way: done when the host has said so and the log holds it."""

    do: str
    signed: Signed
    acknowledged: bool = False


class Session:
    """See the module. ``me`` signs, ``secret`` makes the contributions, ``random`` the nonces."""

    def __init__(
        self, me: Signer, secret: bytes, name: str, random: Random, recall: Recall = lambda table: b"", agent: str = ""
    ) -> None:
        self.me: Final = me
        self.name = name
        self.host_name = ""
        self.host_key = b""
        self.lobby: tuple[news.TableListed, ...] = ()
        self.table: news.CameToTable | None = None
        self.seats: dict[int, news.SeatTaken] = {}
        self.game: Game | None = None
        self.chat: deque[news.ChatSaid] = deque(maxlen=_MOST_CHAT)
        self.clock: news.ClockRan | None = None
        self.refusal: news.WasRefused | None = None
        self.done = False
        """The person has quit, or the host said goodbye for good: nothing more will happen."""
        self._secret, self._random, self._recall, self._agent = secret, random, recall, agent
        self._connection: Connection | None = None
        self._promises: Promises = {}
        self._out = Output()
        self._numbers = 0
        self._asked: dict[int, tuple[wire.Request, str]] = {}
        self._acting: _Acting | None = None
        self._queue: deque[str] = deque()
        self._answered: tuple[int, int] | None = None
        self._lobby_wanted = True
        self._heading: int | None = None

    # -- the connection

    @property
    def connected_now(self) -> bool:
        """Whether requests can be sent."""
        return self._connection is not None and self._connection.stage is Stage.OPEN

    @property
    def busy(self) -> bool:
        """Whether something asked for has no answer yet."""
        return bool(self._queue) or self._acting is not None or any(what for _, what in self._asked.values())

    def take(self) -> Output:
        """All that has come out since the last time."""
        out, self._out = self._out, Output()
        return out

    def connected(self, host: bytes) -> None:
        """A connection to the host with this key (checked against its certificate) stands: greet it."""
        self.host_key = host
        self._connection = Connection(Role.CLIENT)
        low, high = VERSIONS[0], VERSIONS[-1]
        self._send(wire.Hello(low, high, self.name, self.me.public, self._agent))

    def lost(self, code: str, says: str, again: bool) -> None:
        """The connection has ended; *again*: another one will be tried."""
        self._connection = None
        self._answered = None
        waiting, self._asked = self._asked, {}
        for request, what in waiting.values():
            if what and not isinstance(request, wire.Submit):
                self._refuse(what, "lost", "the connection was lost before the host answered; try again")
        if not again:
            self._acting = None
            self._queue.clear()
        self._tell(news.Parted(code, says, again))

    def receive(self, data: bytes) -> None:
        """Bytes from the host. Raises RemoteProtocolError; then say goodbye and close."""
        if self._connection is None:
            return
        try:
            came: Sequence[wire.Message] = self._connection.receive(data)
        except RemoteProtocolError as problem:
            for message in problem.earlier:
                self._hear(message)
            raise
        for message in came:
            self._hear(message)
        self._contribute()
        self._go_on()

    def quit(self) -> None:
        """Say goodbye."""
        self.done = True
        if self._connection is not None and self._connection.stage is not Stage.CLOSED:
            self._send(wire.Bye("quit", "the player has left"))

    def _send(self, message: wire.Message) -> None:
        if self._connection is not None:
            self._out.send.append(self._connection.send(message))

    def _ask(self, make: Callable[[int], wire.Request], what: str) -> int:
        """Send a request; *what* names it for the person, empty for those that the person did not ask for."""
        self._numbers += 1
        request = make(self._numbers)
        self._asked[self._numbers] = (request, what)
        self._send(request)
        return self._numbers

    def _tell(self, *items: News) -> None:
        self._out.news.extend(items)

    def _refuse(self, asked: str, code: str, says: str) -> None:
        self.refusal = news.WasRefused(asked, code, says)
        self._tell(self.refusal)

    # -- what the host says

    def _hear(self, message: wire.Message) -> None:
        hear = _HEARS.get(type(message))
        if hear is not None:
            hear(self, message)

    def _challenge(self, message: wire.Challenge) -> None:
        payload = hello_payload(self.host_key, message.nonce, self.me.public)
        self._send(wire.Proof(self.me.sign("hello", payload)))

    def _welcome(self, message: wire.Welcome) -> None:
        self.host_name, self.name = message.host_name, message.name
        self._tell(news.Welcomed(message.host_name, message.name, message.agent))
        if self.table is None:
            return
        table = self.table.table
        if self._my_seat() is None:
            self._ask(lambda n: wire.Watch(n, table), "")
        elif self.game is not None:
            self._catch_up()

    def _list(self, message: wire.Lobby) -> None:
        self.lobby = tuple(news.TableListed(*row) for row in message.tables)
        if self._lobby_wanted:
            self._lobby_wanted = False
            self._tell(news.LobbyListed(self.lobby))

    def _show_table(self, message: wire.TableShown) -> None:
        mine = any(key == self.me.public for _, key, *_ in message.seats)
        if self.table is None or self.table.table != message.table:
            if not mine and self._heading != message.table:
                return
            self._leave_game()
        fresh = news.CameToTable(
            message.table, message.name, message.variant, message.stage, message.options, message.spectators
        )
        if fresh != self.table:
            self.table = fresh
            self._tell(fresh)
        self._seat_all(message)
        if message.stage == "playing" and message.game and (self.game is None or self.game.number < message.game):
            self._begin(message.game)
            self._catch_up()

    def _seat_all(self, message: wire.TableShown) -> None:
        now = {
            seat: news.SeatTaken(seat, name, key == self.me.public, ready, connected, bot)
            for seat, key, name, ready, connected, bot in message.seats
        }
        before, self.seats = self.seats, now
        self._tell(*(news.SeatFreed(seat) for seat in sorted(set(before) - set(now))))
        self._tell(*(taken for seat, taken in now.items() if before.get(seat) != taken))

    def _leave_game(self) -> None:
        self.table, self.seats, self.game, self.clock = None, {}, None, None
        self._acting = None
        self._queue.clear()

    def _my_seat(self) -> int | None:
        return next((seat for seat, taken in self.seats.items() if taken.me), None)

    # -- the game

    def _begin(self, number: int) -> None:
        witness = Witness(self.me, self._secret, self.host_key, self._random, self._promises)
        self.game = Game(number, witness)
        self._acting, self._answered = None, None
        self._queue.clear()

    def _catch_up(self) -> None:
        """Ask for what is missing of the log, and for the openings of the round."""
        if self.table is None or self.game is None or self._is_catching_up():
            return
        table, start = self.table.table, self.game.witness.length
        self._ask(lambda n: wire.AskLog(n, table, start), "")

    def _is_catching_up(self) -> bool:
        return any(isinstance(request, wire.AskLog | wire.Watch) for request, _ in self._asked.values())

    def _entry(self, message: wire.LogEntry) -> None:
        if self.table is None and self._heading == message.table:
            self._heading_there(message.table)
        if self.table is None or message.table != self.table.table:
            return
        if self.game is None or self.game.number < message.game:
            self._begin(message.game)
        game = self.game
        if game is None or game.number > message.game:
            return
        if message.index == 0 and game.witness.length == 0:
            self._remember(game, message.entry)
        try:
            self._tell(*game.entry(message.index, message.entry, message.signature))
        except GapInLog:
            self._catch_up()
        self._keep(game)
        if self._acting is not None and self._acting.acknowledged:
            self._see_through()

    def _heading_there(self, table: int) -> None:
        row = next((row for row in self.lobby if row.table == table), None)
        name, variant = (row.name, row.variant) if row else ("", "")
        self.table = news.CameToTable(table, name, variant, "playing", {}, ())

    def _remember(self, game: Game, first: bytes) -> None:
        """What was kept of this log by an earlier run of this client comes first; the host's has to agree with it."""
        try:
            opened = read_entry(first)
        except Cheat:
            return
        kept = self._recall(opened.table) if isinstance(opened, Opened) else b""
        if kept:
            self._tell(*game.recall(kept))
            game.kept = len(game.witness.records)

    def _openings(self, message: wire.Openings) -> None:
        if self._concerns(message):
            assert self.game is not None
            self._tell(*self.game.openings(message.round, message.epoch, message.cards))
            self._keep(self.game)

    def _concerns(self, message: wire.Openings | wire.Race) -> bool:
        here = self.table is not None and message.table == self.table.table
        return here and self.game is not None and message.game == self.game.number

    def _keep(self, game: Game) -> None:
        opened = game.witness.auditor.opened
        if opened is None:
            return
        fresh = game.witness.records[game.kept :]
        game.kept += len(fresh)
        self._out.keep.extend(Keep(opened.table, opened.variant, record) for record in fresh)
        evidence, game.witness.evidence = game.witness.evidence, None
        if evidence is not None:
            self._out.keep.append(Keep(opened.table, opened.variant, evidence, whole=True))

    def _contribute(self) -> None:
        """Submit what the ceremony waits for from our seat, once per state of the log."""
        game = self.game
        if game is None or self.table is None or not self.connected_now or self._is_catching_up():
            return
        due = (game.number, game.witness.length)
        if self._answered == due:
            return
        self._answered = due
        try:
            owed = game.witness.owed()
        except CannotGoOn as problem:
            self._tell(news.WentWrong(problem.code, str(problem)))
            return
        except Cheat as cheat:
            self._tell(*game.cheated(cheat))
            return
        if owed is not None:
            self._submit(owed, "")

    def _submit(self, signed: Signed, what: str) -> None:
        assert self.table is not None and self.game is not None
        table, number = self.table.table, self.game.number
        self._ask(lambda n: wire.Submit(n, table, number, signed.what, signed.payload, signed.signature), what)

    def _race(self, message: wire.Race) -> None:
        if self._concerns(message):
            self._tell(news.CallWasLate(message.seat, message.winner, message.millis))

    def _say(self, message: wire.Said) -> None:
        said = news.ChatSaid(message.name, message.seat, message.text)
        self.chat.append(said)
        self._tell(said)

    def _run_clock(self, message: wire.ClockShown) -> None:
        if self.table is not None and message.table == self.table.table:
            ran = news.ClockRan(message.seat, message.action, message.millis)
            self.clock = ran if message.millis else None
            self._tell(ran)

    def _part(self, message: wire.Bye) -> None:
        self._tell(news.WentWrong(message.code, message.says)) if message.code not in ("quit", "bye") else None

    def _ping(self, message: wire.Ping) -> None:
        self._send(wire.Pong(message.number))

    # -- answers

    def _do_done(self, message: wire.Done) -> None:
        request, what = self._asked.pop(message.n, (None, ""))
        match request:
            case wire.Submit(what="action"):
                if self._acting is not None:
                    self._acting.acknowledged = True
                    self._see_through()
            case wire.AskLog() | wire.Watch() if not what:
                self._caught_up()
            case wire.Stand() | wire.Leave():
                self._stood_up()
            case wire.Create() if message.table is not None:
                self._tell(news.Answered("table", (("created", message.table),)))
            case wire.Sit() | wire.Watch():
                self._heading = None

    def _do_refused(self, message: wire.Refused) -> None:
        request, what = self._asked.pop(message.n, (None, ""))
        if isinstance(request, wire.Sit | wire.Watch):
            self._heading = None
        if isinstance(request, wire.Submit) and request.what == "action":
            self._acting = None
        if isinstance(request, wire.Watch | wire.AskLog) and not what:
            self._gone(message)
        elif what:
            self._refuse(what, message.code, message.says)

    def _gone(self, message: wire.Refused) -> None:
        """The host does not know our table any more."""
        if self.table is not None:
            self._tell(news.WentWrong(message.code, message.says), news.LeftTable(self.table.table))
            self._leave_game()

    def _stood_up(self) -> None:
        if self.table is not None:
            self._tell(news.LeftTable(self.table.table))
        self._leave_game()

    def _caught_up(self) -> None:
        """The log is whole again: what was not acknowledged before is sent again, unless the log holds it."""
        acting = self._acting
        if acting is None or self.game is None:
            return
        if self.game.witness.has_logged(acting.signed):
            self._acting = None
        elif not any(isinstance(request, wire.Submit) and what for request, what in self._asked.values()):
            self._submit(acting.signed, acting.do)

    def _see_through(self) -> None:
        if self._acting is not None and self.game is not None and self.game.witness.has_logged(self._acting.signed):
            self._acting = None

    # -- what the person wants

    def do(self, command: Command) -> None:
        """Carry a command out, or say why not; all answers are news."""
        self.refusal = None
        try:
            self._do(command)
        except Refusal as problem:
            self._refuse(commands.spell(command), problem.code, str(problem))

    def _do(self, command: Command) -> None:
        match command:
            case commands.Do(action):
                self._queue.append(action)
                self._go_on()
            case commands.ListTables():
                self._tell(news.LobbyListed(self.lobby))
            case commands.Quit():
                self.quit()
            case commands.OpenTable() | commands.TakeSeat() | commands.WatchTable():
                self._request(command)
            case commands.BeReady() | commands.StandUp() | commands.ChangeBots() | commands.SayAloud():
                self._request_here(command)
            case _:
                self._tell(*answer(command, self.picture, self.game))

    def _request(self, command: Command) -> None:
        self._must_be_connected()
        match command:
            case commands.OpenTable(variant, options, name):
                self._ask(lambda n: wire.Create(n, variant, options, name), f"create {variant}")
            case commands.TakeSeat(table, seat):
                self._heading = table
                self._ask(lambda n: wire.Sit(n, table, seat), f"sit {table}")
            case commands.WatchTable(table):
                self._heading = table
                self._ask(lambda n: wire.Watch(n, table), f"watch {table}")

    def _request_here(self, command: Command) -> None:
        self._must_be_connected()
        if self.table is None:
            raise NotAtATable("you are at no table; 'tables' lists them, 'sit 1' takes a seat at table 1")
        table, seated = self.table.table, self._my_seat() is not None
        match command:
            case commands.BeReady(yes):
                self._ask(lambda n: wire.Ready(n, table, yes), "ready" if yes else "ready no")
            case commands.StandUp():
                self._ask(lambda n: wire.Stand(n, table) if seated else wire.Leave(n, table), "stand")
            case commands.ChangeBots(do, strategy):
                self._ask(lambda n: wire.SeatBot(n, table, do, strategy), f"bot {do} {strategy}")
            case commands.SayAloud(text):
                self._ask(lambda n: wire.Say(n, table, text), "say")

    def _must_be_connected(self) -> None:
        if not self.connected_now:
            raise NotConnected("the host cannot be reached just now; it is tried again by itself")

    def _go_on(self) -> None:
        """Sign and send the next action that waits, when the one before is through."""
        while self._queue and self._acting is None:
            do = self._queue.popleft()
            try:
                self._act(do)
            except (Refusal, CannotGoOn) as problem:
                self._refuse(do, problem.code, str(problem))

    def _act(self, do: str) -> None:
        """Sign an action and send it. What our own rules refuse is not sent, calls excepted: the host decides those."""
        if self.game is None:
            raise NotAtATable("no game is being played where you are")
        game, action = self.game, notation.parse(do)
        late = game.variety is not None and game.variety.out_of_turn(action)
        signed = game.witness.action(do, late)
        if not late and game.variety is not None and game.state is not None and game.me is not None:
            try:
                game.variety.apply(game.state, game.me, action)
            except NeedsShuffle:
                pass
        self._acting = _Acting(do, signed)
        if self.connected_now:
            self._submit(signed, do)

    # -- for screens

    @property
    def picture(self) -> Picture:
        """All that can be shown."""
        game = self.game
        return Picture(
            connected=self.connected_now,
            host=self.host_name,
            name=self.name,
            lobby=self.lobby,
            table=self.table,
            seats=tuple(taken for _, taken in sorted(self.seats.items())),
            watching=self.table is not None and self._my_seat() is None,
            clock=self.clock,
            chat=tuple(self.chat),
            refusal=self.refusal,
            waiting=self._waiting(),
            fairness=_fairness(game),
            **_of_game(game),
        )

    def _waiting(self) -> str | None:
        if self._acting is not None:
            return self._acting.do
        return next((what for _, what in self._asked.values() if what), None)


class NotAtATable(Refusal):
    """The command is for those at a table."""

    code = "not_at_table"


class NotConnected(Refusal):
    """There is no connection now."""

    code = "not_connected"


def _of_game(game: Game | None) -> dict[str, Any]:
    due = game.due if game else ()
    return {
        "game": game.number if game else None,
        "over": game.over if game else None,
        "variety": game.variety if game else None,
        "options": game.witness.auditor.options if game else {},
        "state": game.state if game else None,
        "position": game.position if game else None,
        "me": game.me if game else None,
        "names": game.names if game else (),
        "words": game.witness.auditor.words if game else (),
        "round": game.witness.auditor.round if game else 0,
        "due": due,
        "my_turn": game is not None and game.me in due,
        "shuffling": game is not None and game.shuffling and game.over is None,
        "hand": game.hand if game else (),
        "lines": tuple(game.lines) if game else (),
        "rounds": tuple(game.rounds) if game else (),
    }


def _fairness(game: Game | None) -> Fairness:
    if game is None:
        return Fairness("nothing to check yet", 0, 0, None, HONEST)
    auditor, cheat = game.witness.auditor, game.witness.cheat
    checks = sum(auditor.passed.values())
    found = str(cheat) if cheat is not None else None
    summary = f"stopped: {found}" if found else f"all {checks} checks held so far"
    if auditor.voided:
        summary += f"; {auditor.voided} shuffles were put aside because a seat stayed silent"
    return Fairness(summary, checks, auditor.voided, found, HONEST)


_HEARS: Final[dict[type[wire.Message], Callable[..., None]]] = {
    wire.Challenge: Session._challenge,
    wire.Welcome: Session._welcome,
    wire.Lobby: Session._list,
    wire.TableShown: Session._show_table,
    wire.LogEntry: Session._entry,
    wire.Openings: Session._openings,
    wire.Said: Session._say,
    wire.Race: Session._race,
    wire.ClockShown: Session._run_clock,
    wire.Done: Session._do_done,
    wire.Refused: Session._do_refused,
    wire.Ping: Session._ping,
    wire.Bye: Session._part,
}
