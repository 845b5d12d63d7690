"""The client without IO: takes bytes from the host and commands of the player; ``take_output`` returns what to do.

A session outlives its connections: ``connected`` starts one, ``connection_lost`` ends it. After a new Welcome it
resumes its table and game by itself.
"""

from collections import deque
from collections.abc import Callable
from functools import partial

from rummynet_client.core.log.computing import Computation
from rummynet_client.core.log.own_statements import OwnStatementStore
from rummynet_client.core.log.player import Player, UnfinishedGame
from rummynet_client.core.session.answers import ANSWERED, answer
from rummynet_client.core.session.following import ClientContext
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.not_now import NotAtATable, NotConnected, NotToBeTrusted
from rummynet_client.core.session.outbox import PRIVATE, Keep, Outbox, Output
from rummynet_client.core.session.presence import Presence
from rummynet_client.core.session.view_model import ViewModel, fairness_of, game_fields
from rummynet_client.core.session.watch.incidents import Incident, summary
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.commands import Command, Do
from rummynet_client.language import _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire import messages as wire
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.versions import VERSIONS


class Memory(Value):
    """What earlier runs of the program have kept of hosts, by a host's key."""

    incidents: Callable[[bytes], tuple[Incident, ...]] = lambda _host: ()  # those that the player has not cleared
    unfinished: Callable[[bytes], tuple[UnfinishedGame, ...]] = lambda _host: ()


class Session:
    """One player at one host. After every call, carry out what ``take_output`` returns, in its order.

    *takes_breaks*: a person looks at it, and goes on to each next round by ``next`` or when the table's break is over.
    """

    def __init__(
        self, player: Player, name: str, agent: str = "", memory: Memory | None = None, *, takes_breaks: bool = False
    ) -> None:
        self.name = name  # the player's name; after the Welcome, as the host shows it
        self.host_name = ""
        self.host_key = b""
        self.received_bye: wire.Bye | None = None  # the Bye with which the host ended the connection; None without one
        self.redirect: wire.Redirect | None = None
        """The message with which the host sent us to another one; None without it."""
        self.other_addresses: tuple[str, ...] = ()  # where other hosts with the same key are, as the Welcome says
        self.has_quit = False
        self._has_parted = False
        self._to_repeat: list[tuple[wire.Request, str]] = []
        """Requests without an answer that are asked again at the host to which we are sent."""
        self._player, self._agent, self._memory = player, agent, memory or Memory()
        self._outbox = Outbox()
        self._presence = Presence(player.signer.public, self._outbox, takes_breaks=takes_breaks)
        self._statement_store = OwnStatementStore(player.signer, player.clock, player.recall_private)
        self._ticked: tuple[bytes, int] = b"", 0
        self._inbox: deque[wire.Message] = deque()  # messages of this connection that have come and are not handled
        self._computing: Computation | None = None
        self._is_computed = False  # what takes long in the first message of the inbox has been computed

    # -- connection

    @property
    def is_open(self) -> bool:
        """Whether the connection is open and the host has sent its Welcome."""
        return self._outbox.is_open

    @property
    def is_ready(self) -> bool:
        """Whether commands can be given: the connection is open, and the lobby has been received."""
        return self.is_open and self._presence.table_state.lobby_received

    @property
    def has_own_tables(self) -> bool:
        """Whether all tables with an own seat have come, after ``request_own_tables``."""
        return self.is_ready and self._presence.has_own_tables

    @property
    def is_busy(self) -> bool:
        """Whether a request of the player has no answer yet."""
        return self._waiting is not None

    @property
    def created(self) -> int | None:
        """The number of the table opened last."""
        return self._presence.created

    @property
    def game(self) -> JoinedGame | None:
        """The current or last game at the table."""
        return self._presence.playing.game if self._presence.playing is not None else None

    def take_output(self) -> Output:
        """Take the output since the last call: keep, then send, then show."""
        for own, record in self._statement_store.take_new_records():
            self._outbox.add_records(Keep(own.log, own.variant, record, PRIVATE))
        out = self._outbox.take_output()
        out.compute = self._player.computations.take_new()
        return out

    def connected(self, host: bytes) -> None:
        """A connection is open to the host with this key, proven by its certificate: send a Hello."""
        if self._presence.client is None:
            self._presence.client = ClientContext(
                self._player, host, self._statement_store, {}, list(self._memory.unfinished(host))
            )
            self._outbox.alarms.load_incidents(self._memory.incidents(host))
        self._clear_inbox()
        self.host_key, self.received_bye, self.redirect = host, None, None
        self._outbox.connection = Connection(Role.CLIENT)
        low, high = VERSIONS[0], VERSIONS[-1]
        self._outbox.send(wire.Hello(low, high, self.name, self._player.signer.public, self._agent))

    def connection_lost(self, code: str, says: str, again: bool) -> None:
        """The connection has ended; *again*: a reconnect will be tried."""
        self._clear_inbox()  # as if it had not come: the host is asked for it
        for request, what in self._outbox.connection_lost():
            if not what or isinstance(request, wire.Submit | wire.Ready):  # signed statements are resent
                continue
            if self.redirect is not None:  # nothing of it was done
                self._to_repeat.append((request, what))
            else:
                self._outbox.add_refusal(what, "lost", _("the connection was lost before the host answered; try again"))
        if self._presence.playing is not None:
            self._presence.playing.connection_lost(again)
        self._outbox.add_news(news.ConnectionEnded(code, says, again))

    def receive(self, data: bytes) -> None:
        """Process bytes from the host. Raises RemoteProtocolError; then call ``send_bye`` and close."""
        connection = self._outbox.connection
        if connection is None:
            return
        try:
            self._inbox += connection.receive(data)
        except RemoteProtocolError as problem:
            # What came before the fault is whole, and may be what proves something about the host.
            self._inbox += problem.earlier
            self._handle_inbox()
            raise
        self._handle_inbox()

    @property
    def awaits(self) -> Computation | None:
        """What all further messages of the host wait for; run it, and call ``computed``. None if they wait for nothing.

        They wait together, pongs too: what the order of messages proves (FAIRNESS.md, "Kept back") stays as it is.
        """
        return self._computing

    def computed(self, done: Computation) -> None:
        """A computation is done: what waits for it goes on."""
        if done is self._computing:
            self._computing, self._is_computed = None, True
            self._handle_inbox()
        else:
            self._player.computations.add(done)
            if self._computing is None:
                self._give_what_is_due()

    def send_ping(self) -> None:
        """Send a Ping: nothing has been received for a while."""
        if self._outbox.is_open:
            self._outbox.send(wire.Ping(0))

    def request_own_tables(self, table: int) -> bool:
        """Have the host say when all own tables have come, and follow *table* if it is one; whether that was sent."""
        return self.is_open and self._presence.request_own_tables(table)

    def tick(self) -> None:
        """Advance time; call about once a second."""
        before, self._ticked = self._ticked, self._player.clock.now()
        # After a new clock (the computer slept) nobody knows how long it was, so nothing of it is counted.
        if self._presence.playing is not None and self.is_open and before[0] == self._ticked[0]:
            self._presence.playing.tick(self._ticked[1] - before[1])

    @property
    def is_silent(self) -> bool:
        """Whether the host has not answered for some seconds, on a connection that stands."""
        return self.is_open and self._presence.playing is not None and self._presence.playing.pings.is_silent

    def quit(self) -> None:
        """The player leaves. The Bye waits until the host has said that a consent is taken back."""
        if not self.has_quit:
            self.has_quit = True
            if self._presence.playing is not None and self.is_open:
                self._presence.playing.readiness.quit()
            self._part_if_done()
            self._outbox.add_news(
                news.ConnectionEnded("quit", _("you have left; your seat stays yours while the game goes on"), False)
            )

    def part(self) -> None:
        """Send the Bye of a player who has left, unless that was done."""
        if not self._has_parted:
            self._has_parted = True
            self.send_bye("quit", "the player has left")

    def _part_if_done(self) -> None:
        playing = self._presence.playing
        if playing is None or not self.is_open or not playing.readiness.is_taking_back:
            self.part()

    def send_bye(self, code: str, says: str) -> None:
        """Send a Bye."""
        self._outbox.send(wire.Bye(code, says))

    # -- messages

    def _handle_inbox(self) -> None:
        """Handle messages up to one that takes long; that one too, once this is computed."""
        # Who has quit looks at no screen, and behind a broken protocol the connection ends.
        may_wait = self._player.computations.elsewhere and not self.has_quit and not self._outbox.is_broken
        if self._computing is not None and may_wait:
            return
        self._computing = None
        while self._inbox:
            waits = may_wait and not self._is_computed and not self.has_quit
            work = self._presence.work_ahead(self._inbox[0]) if waits else None
            if work is not None:
                self._computing = Computation(work)
                return
            self._is_computed = False
            self._handle_message(self._inbox.popleft())
        # Behind all messages of a read: an entry may already say that the part is not owed any more.
        self._give_what_is_due()

    def _clear_inbox(self) -> None:
        self._inbox.clear()
        self._computing, self._is_computed = None, False

    def _handle_message(self, message: wire.Message) -> None:
        match message:
            case wire.Challenge():
                self._challenge(message)
            case wire.Welcome():
                self._welcome(message)
            case wire.Ping():
                self._outbox.send(wire.Pong(message.number))
            case wire.Pong():
                self._presence.handle_pong(message.number)
                if self._presence.playing is not None:
                    self._presence.playing.handle_pong(message.number)
            case wire.Bye():
                self.received_bye = message
            case wire.HostsShown():
                self.other_addresses = message.addresses
            case wire.Redirect():
                self.redirect = message
            case _:
                self._presence.handle_message(message)

    def _give_what_is_due(self) -> None:
        """Submit what the log says is due of the own seat, and what the player has asked for."""
        playing = self._presence.playing
        if self.has_quit:
            self._part_if_done()
        elif playing is not None:
            playing.contribute()
            playing.answer_votes()
            playing.play_late()
            playing.send_queued()

    def _challenge(self, message: wire.Challenge) -> None:
        payload = hello_payload(self.host_key, message.nonce, self._player.signer.public)
        self._outbox.send(wire.Proof(self._player.signer.sign("hello", payload)))

    def _welcome(self, message: wire.Welcome) -> None:
        self.host_name, self.name, self.other_addresses = message.host_name, message.name, message.addresses
        self._outbox.add_news(news.Welcomed(message.host_name, message.name, message.agent))
        if self._outbox.refusal is not None and self._outbox.refusal.code == NotConnected.code:
            self._outbox.refusal = None
        standing = self._outbox.alarms.incidents
        if standing and not self._presence.table_state.lobby_received:
            pairs = ("incidents", len(standing)), ("says", summary(standing))
            self._outbox.add_news(news.QueryAnswered("fair", pairs))
        repeated, self._to_repeat = self._to_repeat, []
        self._presence.reconnected(keeps_opening=bool(repeated), is_alone=not message.addresses)
        for request, what in repeated:
            self._outbox.send_request(partial(_numbered, request), what)

    # -- commands

    def apply_command(self, command: Command) -> None:
        """Carry a command out or refuse it; every answer is news."""
        self._outbox.refusal = None
        try:
            self._dispatch_command(command)
        except Refusal as problem:
            self._outbox.add_refusal(commands.command_text(command), problem.code, sentence_of(problem))

    def _dispatch_command(self, command: Command) -> None:
        match command:
            case Do("quit"):
                self.quit()
            case Do("tables"):
                place = self._presence.table_state
                self._outbox.add_news(news.LobbyListed(place.lobby, place.lobby_more))
            case Do("incidents", ("clear",)):
                self._outbox.clear_incidents()
                self._outbox.add_news(news.QueryAnswered("fair", (("incidents", 0), ("says", _("put away")))))
            case Do(verb) if verb in ANSWERED:
                self._outbox.add_news(*answer(command, self.model, self.game, self._outbox.alarms.incidents))
            case commands.OpenTable() | Do("sit" | "watch"):
                self._ask_host(command)
            case _:
                self._ask_table(command)

    def _ask_host(self, command: Command) -> None:
        self._check_connected()
        presence, what = self._presence, commands.command_text(command)
        match command:
            case commands.OpenTable(variant, options, name):
                presence.opening, closed = command, command.closed
                self._outbox.send_request(lambda n: wire.Create(n, variant, options, name, closed), what)
            # Before the answer: the host may show the table first, and it would be taken for a stranger's.
            case Do("sit", (table, *seat)):
                presence.table_state.joining = table
                self._outbox.send_request(lambda n: wire.Sit(n, table, next(iter(seat), None)), what)
            case Do("watch", (table,)):
                presence.table_state.joining = table
                self._outbox.send_request(lambda n: wire.Watch(n, table), what)

    def _ask_table(self, command: Command) -> None:
        playing = self._presence.playing
        if playing is None:
            raise NotAtATable(_("you are at no table; 'tables' lists them, 'sit 1' takes a seat at table 1"))
        # A play too: kept until the connection is back, it would meet a table that nobody has seen.
        self._check_connected()
        if isinstance(command, commands.PlayAction):
            playing.submit_action(command.action)
            return
        table, what = playing.table, commands.command_text(command)
        match command:
            case Do("next"):
                playing.go_on()
            case commands.BeReady(yes):
                self._check_no_cheat(yes)
                if (
                    yes
                    and not command.as_bot
                    and any(seat.me and seat.bot for seat in self._presence.table_state.seats.values())
                ):
                    raise NotToBeTrusted(
                        _("the host says you are one of its bots, and bots have no vote; nothing was signed")
                    )
                playing.set_consent(yes, what)
            case Do("vote", (number, *no)):
                playing.submit_vote(number, not no, what)
            case Do("let", (who,)):
                key = playing.knocking(who)
                if key is None:
                    raise NotAtATable(_("nobody called {who} is asking for a seat here", who=who[: wire.NAME]))
                self._outbox.send_request(lambda n: wire.Manage(n, table, "let-in", None, key), what)
            case Do("stand") if self._presence.table_state.seat is not None:
                self._outbox.send_request(lambda n: wire.Stand(n, table), what)
            case Do("stand"):
                self._outbox.send_request(lambda n: wire.Leave(n, table), what)
            case Do("bot", (do, *which)):
                self._outbox.send_request(lambda n: wire.SeatBot(n, table, do, which[0] if which else ""), what)
            case Do("here"):
                self._outbox.send_request(lambda n: wire.Here(n, table), what)
                playing.say_here(what)
            case Do("pause" | "resume" as do):
                self._outbox.send_request(lambda n: wire.Manage(n, table, do, None), what)
            case Do("seats", (do,)):
                self._outbox.send_request(lambda n: wire.Manage(n, table, f"{do}-seats", None), what)
            case Do("owner" | "remove" | "admit" as do, (seat,)):
                does = "hand-on" if do == "owner" else do
                self._outbox.send_request(lambda n: wire.Manage(n, table, does, seat), what)
            case Do("say", (text,)):
                self._outbox.send_request(lambda n: wire.Say(n, table, text), what)

    def _check_no_cheat(self, yes: bool) -> None:
        """After a cheat the player has to clear it before consenting to another game. Raises NotToBeTrusted."""
        # Else one key, pressed without reading, would go on with a host that was caught.
        if yes and self._outbox.alarms.cheated:
            raise NotToBeTrusted(
                _("this host was caught cheating: 'incidents' shows how; 'incidents clear' puts it away")
            )

    def _check_connected(self) -> None:
        if not self._outbox.is_open:
            raise NotConnected(_("the host cannot be reached right now; your program keeps trying"))

    # -- views

    @property
    def _waiting(self) -> str | None:
        under_way = self._presence.playing.action_in_flight if self._presence.playing is not None else None
        return notation.text(under_way) if under_way is not None else self._outbox.waiting

    @property
    def model(self) -> ViewModel:
        """Everything that can be shown."""
        place, playing = self._presence.table_state, self._presence.playing
        waits = playing is not None and playing.readiness.waits_for_bots  # ready as soon as they are here
        return ViewModel(
            connected=self.is_open,
            silent=self.is_silent,
            host=self.host_name,
            name=self.name,
            lobby=place.lobby,
            lobby_more=place.lobby_more,
            table=place.table,
            seats=tuple(replace(one, ready=one.ready or (one.me and waits)) for _, one in sorted(place.seats.items())),
            watching=place.table is not None and place.seat is None,
            clock=place.clock,
            chat=tuple(place.chat),
            chat_since=place.chat_since(self.game.number, len(self.game.lines)) if self.game is not None else (),
            refusal=self._outbox.refusal,
            waiting=self._waiting,
            is_catching_up=self._outbox.awaits(wire.Sit, wire.Watch) or not (playing is None or playing.is_whole),
            fairness=fairness_of(self.game, self._outbox.alarms, playing.watch.unknown if playing is not None else ""),
            paused_millis=playing.paused_millis if playing is not None else 0,
            waits=playing.waited_for() if playing is not None else {},
            parts_from=playing.parts_from if playing is not None else (),
            break_left=playing.break_left if playing is not None else 0,
            **game_fields(self.game),
        )


def _numbered(request: wire.Request, number: int) -> wire.Request:
    return replace(request, n=number)
