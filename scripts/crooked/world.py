"""A table in memory: the real tables as the host, the real client core as its people, and time that is true.

The host's clock (``ms``) is what it claims. ``true`` is the time that has passed; the clocks of all people follow it.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from crooked.crooked_ledger import CrookedLedger
from crooked.pages import PageGuest, PageSession, node
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import once_answered
from rummynet.rules.sealed_decks import LEAST_SECONDS
from rummynet.rules.varieties import variety as variety_named
from rummynet.table.api.effects import Effect, OperatorNote, SpawnBot, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.inputs import BotStarted, Input, RequestReceived, TimerExpired
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.round import Round
from rummynet.table.lobby.lobby import Lobby
from rummynet.table.table import Table
from rummynet.verifier.false_refusals import may_wait
from rummynet_client.core.session.pings import PERIOD_MILLIS, SILENT_MILLIS
from rummynet_client.core.session.watch.incidents import Incident, read_lines
from rummynet_client.core.text.commands import BeReady, Do, OpenTable, PlayAction
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw, ThrowOut
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import CardsDealt, Ended, Entry, Voided, read_entry
from rummynet_protocol.fairness.statements import Acting, PartGiven, Statement, Voting, read_statement
from rummynet_protocol.sealed.group import times
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.shares import PROOF as SHARES_PROOF
from rummynet_protocol.values import Value
from rummynet_protocol.wire.connection import Connection
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.messages import (
    Done,
    Dropped,
    LogEntry,
    Message,
    Pong,
    Ready,
    Refused,
    Request,
    Submit,
    TableShown,
)
from tests.support.bots import bot_action
from tests.support.fake_host import FakeHost, Guest, bytes_of

TABLE = 1
NAMES = {"A": "Ann", "B": "Ben", "F": "Fay", "G": "Gus"}
"""Ann and Ben are honest, Fay and Gus are friends of the host's."""
FRIENDS = "FG"
GAMES = ("keilty", "basic", "crummy", "vegas", "joker")
LONG_TARGET, LONG_IDLE = 1_000, 180
"""Points that no run comes to, and the usual time for a turn that is left unused."""
STEP = 1_000
"""Clients look at their clocks each second."""
UNSEEN_MILLIS, SHOWN_MILLIS = 3_000, PERIOD_MILLIS + SILENT_MILLIS + 4 * STEP
"""A pause between two pongs that is longer than two pings and what a program's tick takes, and one after which each
client has shown for certain that its host does not answer: it sends its ping at a tick and looks at it in one, and
ticks come here within two steps."""
PARTS = ("nonce-commit", "nonce", "commit", "reveal", "key", "part", "root")
"""Kinds of statements of a ceremony, and of a sealed deck."""
FAR = 100_000
"""The index of an entry that does not exist, by which a client is made to ask for the log: no run has so many."""

# All clients and files check the same signatures: each is checked once.
signing.__dict__["crypto_sign_open"] = lru_cache(200_000)(signing.__dict__["crypto_sign_open"])


class Layout(Value):
    """Who plays, by which options, and how fast people are."""

    people: str
    """A letter each: A, B honest, F and G the host's friends, b a bot of the host's."""
    game: str = "keilty"
    turn_seconds: int = 0
    hand: int = 3
    voids: int = 3
    seed: int = 1
    target: int = LONG_TARGET
    """Points of a whole game. With fewer than usual people play as simple bots do, so that rounds end."""
    idle_seconds: int = LONG_IDLE
    pages: str = ""
    """The letters of those who play on a page."""
    deck: str = "plain"
    escrow: int = 1
    """0: nobody can open a lost program's hand."""

    @property
    def text(self) -> str:
        """As ``--script`` reads it."""
        text = f"{self.people} turn={self.turn_seconds} hand={self.hand} voids={self.voids} seed={self.seed}"
        others = {
            "game": (self.game, "keilty"),
            "target": (self.target, LONG_TARGET),
            "idle": (self.idle_seconds, LONG_IDLE),
            "pages": (self.pages, ""),
            "deck": (self.deck, "plain"),
            "escrow": (self.escrow, 1),
        }
        return " ".join([text, *(f"{name}={value}" for name, (value, usual) in others.items() if value != usual)])

    @property
    def is_sealed(self) -> bool:
        """Whether the host does not see the cards."""
        return self.deck == "sealed"

    @property
    def options(self) -> dict[str, object]:
        """The options of the table: those of these that the game has, within its limits."""
        least = LEAST_SECONDS if self.is_sealed and self.turn_seconds else 0
        wanted: dict[str, int | str] = {
            "target": self.target, "max_score": self.target, "hand": self.hand, "voids": self.voids,
            "turn_seconds": max(self.turn_seconds, least), "idle_seconds": self.idle_seconds, "break_seconds": 0,
        }  # fmt: skip
        wanted |= {"deck": self.deck, "escrow": self.escrow} if self.is_sealed else {}
        options = dict[str, object]()
        for option in variety_named(self.game).options:
            value, low, high = wanted.get(option.name), option.low, option.high
            if isinstance(value, int) and isinstance(option.default, bool):
                options[option.name] = bool(value)
            elif isinstance(value, int) and low is not None and high is not None and value not in option.choices:
                options[option.name] = min(max(value, low), high)
            elif value is not None:
                options[option.name] = value
        return options


@dataclass(eq=False)
class Sent:
    """A statement that somebody sent."""

    guest: Guest
    request: Submit
    statement: Statement
    at: int  # true time when it reached the host, on a connection that stood
    would_take: bool  # an honest host would have taken it then
    # It is an action that the rules have wait: an honest host that takes it may refuse it once something else came.
    waits: bool = False
    length: int = 0  # number of the entries of the log when it came
    code: str | None = None  # with which code it was refused
    refused_at: int = 0  # true time of the refusal
    refused_length: int = 0  # number of the entries of the log at the refusal
    is_still_good: bool = False  # at the refusal an honest host would have taken it

    @property
    def do(self) -> str:
        """What a client calls it in what it says of it; "" for parts of a ceremony."""
        if isinstance(self.statement, Acting):
            return self.statement.do
        return "vote" if isinstance(self.statement, Voting) else ""

    @property
    def is_denied(self) -> bool:
        """Whether it was refused although an honest host would have had no reason, neither then nor when it came."""
        refused = self.would_take and self.is_still_good and self.code not in (None, "too_many")
        return refused and (not self.waits or self.refused_length == self.length)


class Noted(Value):
    """An incident that a client kept with its host's key, and when (true time) that was noticed."""

    incident: Incident
    at: int


@dataclass
class Arrived:
    """An entry as it reached one person."""

    entry: Entry
    at: int
    data: bytes


@dataclass
class Plan:
    """What a person is about to do."""

    place: object
    due: int
    tried: set[str] = field(default_factory=set)


LogName = tuple[int, int]
"""How many tables somebody had been shown by then, and the number of the game: a table may get another's number."""
Told = Callable[[Guest, Message], list[Message] | None]
Asked = Callable[[Guest, Request], bool]


class World(FakeHost):
    """The table of a layout. Deviations hang on ``asked``, ``told`` and ``moments``."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.lobby = Lobby(HostContext("The Inn", self.signer, bytes_of(f"host {layout.seed}")))
        self.chance = random.Random(layout.seed)
        self.true = 0
        self.puts_by = False  # whether the clocks of the host and its friends stand still
        self.asked_hooks: list[Asked] = []  # each may handle a request: then the tables do not get it
        self.told_hooks: list[Told] = []  # each may replace a message to somebody; None leaves it
        self.moments: list[Callable[[], None]] = []  # called between any two things that people do
        self.muted: set[tuple[bytes, int]] = set()  # requests (key, number) whose answers are not told
        self.later: list[tuple[int, Callable[[], object]]] = []  # what happens at a true time
        self.pongs_pass: set[bytes] = set()  # keys of those whom pongs reach all the same
        # By key: until when nothing reaches this person, and what waits:
        self.held: dict[bytes, tuple[int, list[Message]]] = {}
        self.sent: dict[bytes, Sent] = {}  # by statement hash and key
        self._by_number: dict[tuple[bytes, int], Sent] = {}
        # By name, log and index:
        self.arrived: dict[str, dict[LogName, dict[int, Arrived]]] = defaultdict(lambda: defaultdict(dict))
        # By log and index: when the host first told an entry, whatever the network did to it then:
        self.written: dict[tuple[LogName, int], int] = {}
        # By name: the ids of the tables that were shown, oldest first:
        self.tables_shown: dict[str, list[bytes]] = defaultdict(list)
        # By key of those whose messages the host does not read for a while: what waits, in order:
        self.late: dict[bytes, list[tuple[Connection, Message]]] = {}
        # By name: when the connection was lost, and when it was back:
        self.missing: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
        self.restarts: dict[str, set[int]] = defaultdict(set)  # by name: when (true time) somebody's program was ended
        # By name: since when the host did not answer, as a client that shows it says, and when it did again:
        self.silent: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
        # By name: when pongs of pings that are answered in order came:
        self.pongs: dict[str, list[int]] = defaultdict(list)
        self.clock_refused: list[Callable[[], None]] = []  # called right after a false refusal with ``clock``
        self.windows: list[Guest] = []  # second windows of honest people
        self.forked: list[str] = []  # whose windows have revealed one contribution on two logs
        # By name: what this person's client has kept of the host. A second window's counts as the person's:
        self.noted: dict[str, list[Noted]] = defaultdict(list)
        # By name: since when (true time) a client has not been shown all of its cards:
        self.lacks_since: dict[str, int] = {}
        self.told_more = set[str]()  # names of those who are told that the host has more tables than it names
        self.misled = set[str]()  # names of those who were shown another entry than the others
        self.forged: list[int] = []  # true times at which the host wrote an entry otherwise than it should
        # By name: when a share of a card in this person's own hand, the one that nobody else can give, was sent:
        self.cards_known: dict[str, int] = {}
        self._shares: dict[str, set[bytes]] = defaultdict(set)  # by name: all shares that were sent, also on other logs
        # By name: the shares that would show the cards in the own hand:
        self._own_cards: dict[str, set[bytes]] = defaultdict(set)
        self._hands: dict[str, object] = {}
        # By name: when this person was shown a second entry at one place of a log.
        self.shown_two: dict[str, int] = {}
        self.gives_up = False  # people give up a program as soon as their client offers that
        self.is_quiet = False  # nobody does anything more by hand
        self.gone: dict[str, int] = {}  # by name: when the client was last seen at its table
        self._read: dict[Guest, int] = defaultdict(int)
        self._bots = 0
        self._plans: dict[str, Plan] = {}
        self._seconds = 0
        self.people: list[Guest] = []
        self.honest: list[Guest] = []
        self.bots: list[Guest] = []
        if layout.pages:
            node().tell(do="reset")
        self._sit_down()

    # -- the beginning

    def _sit_down(self) -> None:
        layout = self.layout
        for letter in layout.people:
            if letter == "b":
                continue
            guest = self._person(letter)
            self.people.append(guest)
            self.honest += [] if letter in FRIENDS else [guest]
            self.connect(guest)
        first = self.people[0]
        self.command(first, OpenTable(layout.game, layout.options, "table"))
        for guest in self.people:
            self.command(guest, Do("sit", (TABLE,)))
        for _ in range(layout.people.count("b")):
            self.command(first, Do("bot", ("add", "simple")))

    def come(self, letter: str) -> Guest:
        """Somebody comes in mid-game, and takes a seat."""
        guest = self._person(letter)
        self.people.append(guest)
        self.connect(guest)
        self.command(guest, Do("sit", (TABLE,)))
        return guest

    def _person(self, letter: str) -> Guest:
        if letter not in self.layout.pages:
            return Guest(NAMES[letter])
        return PageGuest(NAMES[letter], self.signer, self.layout.seed)

    def command(self, guest: Guest, command: object) -> None:
        """A command of somebody."""
        guest.session.apply_command(command)  # type: ignore[arg-type]
        self.settle()

    # -- what the host is

    @property
    def table(self) -> Table | None:
        """The host's table."""
        return self.lobby.tables.get(TABLE)

    def take(self, came: Input) -> None:
        """As any host, but with books that hold what no honest host writes."""
        if self.table is not None:
            self.table.consents.statements.ledger.__class__ = CrookedLedger
        super().take(came)

    def guest(self, name: str) -> Guest:
        """The person of this name."""
        return next(one for one in (*self.people, *self.bots) if one.name == name)

    def seat(self, guest: Guest) -> int | None:
        """The seat of somebody in the game."""
        game = self.table.game if self.table is not None else None
        key = guest.signer.public
        return game.keys.index(key) if game is not None and key in game.keys else None

    def stands(self, guest: Guest) -> bool:
        """Whether there is a connection to this person."""
        return guest.signer.public in self.ends

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """As a host does it; bots that are asked for come, and an error of the tables is an error here."""
        effects = list(effects)
        for effect in effects:
            if isinstance(effect, OperatorNote) and effect.error is not None and not self.forged:
                raise effect.error
        super().carry_out(effects)
        for effect in effects:
            if isinstance(effect, SpawnBot):
                self._bots += 1
                bot = Guest(f"Bot{self._bots}")
                self.bots.append(bot)
                self.take(BotStarted(TABLE, bot.signer.public))
                self.after(250, partial(self._seat_bot, bot))

    def _seat_bot(self, bot: Guest) -> None:
        self.connect(bot)
        self.command(bot, Do("sit", (TABLE,)))

    # -- messages

    def tell(self, key: bytes, message: Message) -> None:
        """Send a message through all hooks."""
        if key not in self.ends:
            return
        guest = self.ends[key][0]
        if isinstance(message, LogEntry):
            log = (len(self.tables_shown[guest.name]), message.game)
            self.written.setdefault((log, message.index), self.true)
        if isinstance(message, Done | Refused) and (key, message.n) in self.muted:
            return
        messages = [message]
        for hook in self.told_hooks:
            messages = [shown for one in messages for shown in _replaced(hook(guest, one), one)]
        for one in messages:
            if isinstance(one, Refused) and (key, one.n) in self._by_number:
                self.note_refusal(self._by_number[key, one.n], one.code)
            if isinstance(one, Dropped) and one.statement + key in self.sent:
                self.note_refusal(self.sent[one.statement + key], one.code)
        if key in self.held and not (isinstance(message, Pong) and key in self.pongs_pass):
            self.held[key][1].extend(messages)
            return
        for one in messages:
            self.post(guest, one)

    def post(self, guest: Guest, message: Message) -> None:
        """Send a message as it is, at once."""
        if not self.stands(guest):
            return
        try:
            data = self.ends[guest.signer.public][1].send(message)
        except RummynetError:
            return  # the connection cannot carry it (an answer to what was asked on another one)
        self._post.append((guest, data))
        if isinstance(message, Pong) and message.number:
            self.pongs[guest.name].append(self.true)
        if isinstance(message, TableShown) and message.id not in self.tables_shown[guest.name]:
            self.tables_shown[guest.name].append(message.id)
        if isinstance(message, LogEntry) and message.index != FAR:
            arrived = self.arrived[guest.name][len(self.tables_shown[guest.name]), message.game]
            first = arrived.setdefault(message.index, Arrived(read_entry(message.entry), self.true, message.entry))
            if first.data != message.entry:
                self.shown_two.setdefault(guest.name, self.true)

    def settle(self) -> None:
        """Carry messages until nobody has anything more to say."""
        while self._collect():
            while self._post:
                guest, data = self._post.popleft()
                if self.stands(guest):
                    try:
                        guest.session.receive(data)
                    except RemoteProtocolError:
                        self.lose(guest)
        for guest in (*self.honest, *self.windows):
            self._note_incidents(guest)

    def take_message(self, guest: Guest, connection: Connection, message: Message) -> None:
        """A message of somebody: through all hooks, then to the tables."""
        if guest.signer.public in self.late:
            self.late[guest.signer.public].append((connection, message))
            return
        if not isinstance(message, Request):
            super().take_message(guest, connection, message)
            return
        self.asked.append((guest, message))
        self._by_number.pop((guest.signer.public, message.n), None)  # a new connection counts its requests anew
        self._note(guest, message)
        if not any(hook(guest, message) for hook in self.asked_hooks):
            self.take(RequestReceived(guest.signer.public, message))
        self.pass_time(1)

    def read_late(self, guest: Guest, millis: int) -> None:
        """Read nothing that somebody sends for so long, and then all of it."""
        self.late.setdefault(guest.signer.public, [])

        def read() -> None:
            for connection, message in self.late.pop(guest.signer.public, []):
                if self.stands(guest) and self.ends[guest.signer.public][1] is connection:
                    self.take_message(guest, connection, message)

        self.after(millis, read)

    def _note(self, guest: Guest, request: Request) -> None:
        submitted = self._submitted(request)
        if submitted is None:
            return
        request = submitted
        statement, name = (
            read_statement(request.what, request.payload),
            statement_hash(request.what, request.payload) + guest.signer.public,
        )
        if isinstance(statement, PartGiven) and statement.what == "share":
            shares = request.blob[:-SHARES_PROOF]
            self._shares[guest.name] |= {shares[at : at + 32] for at in range(0, len(shares), 32)}
        if name not in self.sent:
            take, waits = self.would_take(guest, statement), self.rules_have_wait(guest, statement)
            self.sent[name] = Sent(guest, request, statement, self.true, take, waits, self.log_length)
        self._by_number[guest.signer.public, request.n] = self.sent[name]

    def _submitted(self, request: Request) -> Submit | None:
        """The statement in a request, if there is one, as it is submitted."""
        if isinstance(request, Ready) and request.signed is not None:
            game = self.table.games + 1 if self.table else 1
            return Submit(request.n, request.table, game, "ready", *request.signed)
        return request if isinstance(request, Submit) else None

    def note_refusal(self, sent: Sent, code: str) -> None:
        """A statement was refused, at once or after all."""
        sent.code, sent.refused_at, sent.refused_length = code, self.true, self.log_length
        fits = code != "clock" or self._fits_time(sent)
        sent.is_still_good = fits and self.would_take(sent.guest, sent.statement)

    def _fits_time(self, sent: Sent) -> bool:
        """Whether the host could log this statement's time: if not, that its clock is wrong is another gain."""
        game, request = self.table.game if self.table is not None else None, sent.request
        if game is None:
            return False
        try:
            received = game.statements.read_signed(
                sent.guest.signer.public, request.what, request.payload, request.signature
            )
            game.statements._check_time(received, game.game_log.ledger.time_of(sent.statement.head))
        except RummynetError:
            return False
        return True

    @property
    def log_length(self) -> int:
        """Number of the entries of the log that is written."""
        game = self.table.game if self.table is not None else None
        return game.game_log.newest + 1 if game is not None else 0

    def rules_have_wait(self, guest: Guest, statement: Statement) -> bool:
        """Whether the rules may have this action wait for its time, or for another's answer."""
        seat, game = self.seat(guest), self.table.game if self.table is not None else None
        round = game._dealt_round if game is not None else None
        if round is None or seat is None or not isinstance(statement, Acting):
            return False
        return may_wait(round.play.variety, round.play.full, seat, notation.parse(statement.do))

    def would_take(self, guest: Guest, statement: Statement) -> bool:
        """Whether an honest host would take this statement now: an action, an objection or a part of a ceremony.

        That the bytes of a part are right is not looked at: they are an honest program's.
        """
        table, seat = self.table, self.seat(guest)
        game = table.game if table is not None else None
        if game is None or seat is None or game.ended:
            return False
        ledger, round, gathering = game.game_log.ledger, game._dealt_round, game.dealer.gathering
        if isinstance(statement, PartGiven):
            due = ledger.sealed.due.get(seat) if ledger.sealed is not None else None
            is_now = statement.round == ledger.round and not game.paused
            return due is not None and (due.what, due.head) == (statement.what, statement.head) and is_now
        if statement.kind in PARTS:
            asked = ledger.asked
            is_due = gathering is not None and gathering.what == statement.kind and seat in gathering.missing
            return is_due and asked is not None and asked.fault_of(seat, statement) is None
        if round is not None and round.has_pending(seat):
            return False
        if isinstance(statement, Voting):
            t = max(ledger.clock, self.ms - game.game_log._began)
            is_objection = statement.about == seat and seat not in ledger.bots and ledger.takes_votes
            return is_objection and ledger.fault_of_vote(seat, statement, t) is None
        if round is None or game.dealer.busy or game.paused or not isinstance(statement, Acting):
            return False
        return self._would_take_action(game, round, seat, statement)

    def _would_take_action(self, game: HostedGame, round: Round, seat: int, statement: Acting) -> bool:
        action, state, variety = notation.parse(statement.do), round.play.full, round.play.variety
        is_free, is_call = variety.offers.out_of_turn(action), isinstance(action, CallRummy)
        if round.is_over or not game.game_log.ledger.is_aim(seat, statement.head, is_free=is_free):
            return False
        if is_call and game._calls._until.get(seat, 0) > self.ms:
            return False
        if is_free:
            seen = game.game_log.ledger.position_at(statement.head)
            if variety.offers.call_brings(seen, action) != variety.offers.call_brings(state, action):
                return False
            if not is_call and seat in variety.offers.offer_early(state):
                return action in variety.offers.early(state, seat)
        try:
            variety.apply(once_answered(variety, state, seat), seat, action)
        except NeedsShuffle:
            return True
        except RummynetError:
            return False
        return True

    # -- time

    def pass_time(self, millis: int) -> None:
        """Time passes for everybody."""
        self.true = getattr(self, "true", 0) + millis
        super().pass_time(millis)
        if self.puts_by:
            self.jump(-millis)

    def jump(self, millis: int) -> None:
        """The host's clock goes ahead, and with it those of its friends, who sign what suits it."""
        self.ms += millis
        for guest in self.guests:
            if guest not in self.honest:
                guest.clock.ms += millis

    def run(self, millis: int) -> None:
        """Let so much time pass; timers ring, programs look at their clocks, people play."""
        until = self.true + millis
        while self.true < until:
            self._ring_due()
            due = [self.clocks[one] - self.ms for one in self.clocks] + [at - self.true for at, _ in self.later]
            due += [plan.due - self.true for plan in self._plans.values()]
            self.pass_time(max(1, min(STEP, until - self.true, *(one for one in due if one > 0), STEP)))
            self._happen()
            if self.true // STEP != self._seconds:
                self._seconds = self.true // STEP
                for guest in self.guests:
                    guest.session.tick()
                self.settle()
                for guest in self.honest:
                    self._note_silence(guest)
                    self._note_lack(guest)
                    self._note_hand(guest)
            for moment in self.moments:
                moment()
            self.settle()
            for guest in self.honest:
                if guest.session._presence.playing is not None:
                    self.gone[guest.name] = self.true
            self._people_act()

    def _note_incidents(self, guest: Guest) -> None:
        """Note what a client has kept of the host since it was looked at last."""
        lines = guest.incidents
        if len(lines) == self._read[guest]:
            return
        fresh, self._read[guest] = lines[self._read[guest] :], len(lines)
        whose = guest.name.partition("'")[0]
        self.noted[whose] += [Noted(one, self.true) for one in read_lines(fresh, (guest.session.host_key.hex(),))]

    def _ring_due(self) -> None:
        for _ in range(100):
            clock = min(self.clocks, key=lambda one: self.clocks[one], default=None)
            if clock is None or self.clocks[clock] > self.ms:
                return
            self.clocks.pop(clock)
            self.ring_now(clock)

    def ring_now(self, clock: TimerId) -> None:
        """A timer of the tables expires."""
        self.take(TimerExpired(clock))
        self.settle()

    def _happen(self) -> None:
        now = sorted((one for one in self.later if one[0] <= self.true), key=lambda one: one[0])
        self.later = [one for one in self.later if one[0] > self.true]
        for _, what in now:
            what()
            self.settle()
        for key, (until, messages) in list(self.held.items()):
            if until <= self.true:
                del self.held[key]
                if key in self.ends:
                    for message in messages:
                        self.post(self.ends[key][0], message)
                    self.settle()

    def after(self, millis: int, what: Callable[[], object]) -> None:
        """Do something when so much true time has passed."""
        self.later.append((self.true + millis, what))

    # -- connections

    def drop(self, guest: Guest, millis: int) -> None:
        """Cut somebody's connection; it is back after this time."""
        if not self.stands(guest):
            return
        self.missing[guest.name].append((self.true, None))
        self.lose(guest)
        self.after(millis, lambda: self._back(guest))

    def restart(self, guest: Guest) -> bool:
        """Somebody's program ends and is started again at once."""
        if not self.stands(guest):
            return False
        self.restarts[guest.name].add(self.true)
        self.drop(guest, 2_000)
        guest.start()
        return True

    def lose(self, guest: Guest, again: bool = True) -> None:
        """The connection is gone."""
        self.held.pop(guest.signer.public, None)
        if guest.signer.public in self.ends:
            super().lose(guest, again)

    def _back(self, guest: Guest) -> None:
        if not self.stands(guest):
            self.connect(guest)
        since = self.missing[guest.name]
        since[-1] = since[-1][0], self.true

    def _note_hand(self, guest: Guest) -> None:
        """Note what would show the cards that are in somebody's hidden hand, and whether it was sent."""
        holder = None if isinstance(guest, PageGuest) or _has_stopped(guest) else _holder_of(guest)
        hand = holder.cards.hands[holder.seat] if holder is not None else None
        if holder is not None and hand is not None and hand is not self._hands.get(guest.name):
            self._hands[guest.name] = hand
            self._own_cards[guest.name] |= {times(holder._key.secret, a) for a, _ in hand.cards}
        if self._own_cards[guest.name] & self._shares[guest.name]:
            self.cards_known.setdefault(guest.name, self.true)

    def _note_silence(self, guest: Guest) -> None:
        """Note what the client shows: a host that does not answer is to its player as one that is not there."""
        silences = self.silent[guest.name]
        is_open = bool(silences) and silences[-1][1] is None
        if guest.session.is_silent and not is_open:
            silences.append((self.true, None))
        elif is_open and not guest.session.is_silent:
            silences[-1] = silences[-1][0], self.true

    def _note_lack(self, guest: Guest) -> None:
        """Note since when the client has not been shown all of its cards."""
        session: Any = guest.session
        game = session.game
        is_shown = game is None or game.state is None or game.shuffling or game.follower.cheat is not None
        if self.layout.is_sealed:
            return  # no host shows a card
        lacks = session.lacks_cards if isinstance(session, PageSession) else game is not None and not game.hand_is_known
        if is_shown or not lacks:
            self.lacks_since.pop(guest.name, None)
        else:
            self.lacks_since.setdefault(guest.name, self.true)

    def was_there(self, guest: Guest, since: int, until: int) -> bool:
        """Whether the connection to somebody stood all this time, and the host answered.

        That it did not is excused where the client has shown it, or where it was for so short a time that a network
        that loses packets does the same, and no client would show it (FAIRNESS.md, ``hold-entries``).
        """
        if not self.stands(guest):
            return False
        seen = self._shown_gone(guest)
        if since > until:  # others saw the end before this player saw the beginning: only what was shown counts
            return all(lost > since or (back is not None and back < until) for lost, back in seen)
        known = sorted([*self.pongs[guest.name], *(at for both in seen for at in both if at is not None), self.true])
        pauses = [(lost, back) for lost, back in pairwise(known) if UNSEEN_MILLIS < back - lost <= SHOWN_MILLIS]
        gone = [*seen, *pauses]
        return all(lost > until or (back is not None and back < since) for lost, back in gone)

    def _shown_gone(self, guest: Guest) -> list[tuple[int, int | None]]:
        """When the client has shown that its connection was broken, or that the host did not answer any more.

        A silence begins with the last answer before it: what happened until it was shown lies in it too.
        """
        answers = self.pongs[guest.name]
        missing = [
            (lost, self._first_answer(guest, back) if lost in self.restarts[guest.name] else back)
            for lost, back in self.missing[guest.name]
        ]
        silences = [
            (max((at for at in answers if at <= shown), default=shown), back) for shown, back in self.silent[guest.name]
        ]
        return [*missing, *silences]

    def _first_answer(self, guest: Guest, back: int | None) -> int | None:
        """When a program that was started again had its first pong: until then it shows that it waits for the table."""
        return next((at for at in self.pongs[guest.name] if back is not None and at >= back), None)

    # -- people

    def _people_act(self) -> None:
        if self.is_quiet:
            return
        for guest in (*self.people, *self.bots):
            if self.stands(guest):
                self._act(guest)

    def _act(self, guest: Guest) -> None:
        session, plan = guest.session, self._plans.get(guest.name)
        playing = session._presence.playing
        game = session.game
        shown = playing._following.table if playing is not None else None
        if playing is None or shown is None:
            return
        if shown.stage == "waiting":
            self._get_ready(guest)
            return
        if self.gives_up and not isinstance(guest, PageGuest) and guest not in self.bots:
            me = self.seat(guest)
            for seat, one in playing.waited_for().items():
                if me is not None and one.what == "open" and seat != me and me not in one.by:
                    self.vote(guest, seat)
        if game is None or _has_stopped(guest) or _is_acting(guest):
            return
        variety, state, me = game.variety, game.state, game.me
        auditor = game.follower.auditor
        if isinstance(auditor.last, Voided) and me in auditor.voids[-1].silent:
            self.command(guest, Do("here"))
            return
        if variety is None or state is None or me is None or game.shuffling or not game.hand_is_known:
            return
        place, actions = game.follower.auditor.aim, list[Action]()
        ahead = variety.offers.early(state, me) if me in game.early else ()
        if ahead and self.chance.random() < 0.1:
            actions = list(ahead)
        elif me not in game.due:
            calls = [one for one in variety.legal(state, me) if isinstance(one, CallRummy)]
            if not calls:
                self._plans.pop(guest.name, None)
                return
            actions = list(calls)
        else:
            actions = [one for one in variety.legal(state, me) if not isinstance(one, CallRummy)]
        if plan is None or plan.place != place:
            self._plans[guest.name] = Plan(place, self.true + self._thinks(guest))
            return
        if plan.due > self.true:
            return
        fresh = [one for one in actions if notation.text(one) not in plan.tried]
        if not fresh:
            return
        plain = [one for one in fresh if isinstance(one, Draw | ThrowOut)]
        pick = self.chance.choice(plain if plain and self.chance.random() < 0.7 else fresh)
        if self.layout.target < LONG_TARGET and me in game.due:
            simple = bot_action("simple", variety, state, me)
            pick = simple if notation.text(simple) not in plan.tried else pick
        pick = variety.explicit(state, me, pick)
        plan.tried.add(notation.text(pick))
        plan.due = self.true + self._thinks(guest)
        self.command(guest, PlayAction(pick))

    def _thinks(self, guest: Guest) -> int:
        """Milliseconds until somebody acts: within a turn's time, bots quicker."""
        if guest in self.bots:
            return self.chance.randint(300, 900)
        if self.layout.target < LONG_TARGET:
            return self.chance.randint(100, 700)  # so that games come to their end
        if self.layout.turn_seconds:
            return self.chance.randint(200, max(300, min(5_000, 350 * self.layout.turn_seconds)))
        return self.chance.randint(500, 6_000)

    def _get_ready(self, guest: Guest) -> None:
        plan = self._plans.get(guest.name)
        shown = guest.session._presence.playing._following.table  # type: ignore[union-attr]
        place = ("ready", shown.game if shown is not None else 0, len(shown.seats) if shown is not None else 0)
        if (guest in self.honest and _doubts_host(guest)) or self._lacks_seats(shown):
            return
        if plan is None or plan.place != place:
            self._plans[guest.name] = Plan(place, self.true + 1_000)
        elif plan.due <= self.true and not plan.tried:
            plan.tried.add("ready")
            if guest not in self.honest:
                self.command(guest, Do("incidents", ("clear",)))  # whatever a friend is shown, it plays on
                following = guest.session._presence.playing._following  # type: ignore[union-attr]
                following.check_last_game = lambda shown: None  # type: ignore[method-assign]
            self.command(guest, BeReady(True, as_bot=guest in self.bots))

    def _lacks_seats(self, shown: TableShown | None) -> bool:
        return shown is None or len(shown.seats) < len(self.layout.people)

    def vote(self, guest: Guest, about: int) -> None:
        """Somebody votes."""
        self.command(guest, Do("vote", (about,)))

    # -- answers of a crooked host

    def answer_done(self, guest: Guest, request: Request) -> None:
        """Say that a request was carried out."""
        self.tell(guest.signer.public, Done(request.n, None))

    def refuse(
        self, guest: Guest, request: Submit | Ready, code: str, *, signed: bool, forgets: bool = False, shows: str = ""
    ) -> bool:
        """Refuse a statement that may be right; *forgets*: the tables do not know of it. Returns whether it could be.

        Beside an ``order`` *shows* says what is newer: nothing, an ``older`` one, the ``same``, or what is ``hidden``.
        """
        key, by_host, head, shown = guest.signer.public, None, None, None
        table, submitted = self.table, self._submitted(request)
        place = None if table is None else table.consents if isinstance(request, Ready) else table.game
        if place is None or submitted is None:
            return False
        statements, statement = place.statements, (submitted.what, submitted.payload, submitted.signature)
        if signed and forgets:
            ready = (one.signed for whose, one in self.asked if whose is guest and isinstance(one, Ready))
            older = next((("ready", *one) for one in ready if one is not None), None)
            shown = {"older": older, "same": statement}.get(shows)
            evidence = NO_EVIDENCE if shown is None else statement_hash(*shown[:2])
            evidence, head = b"?" * 32 if shows == "hidden" else evidence, statements.ledger.head
            payload = refusal_payload(statements.log, head, key, statement_hash(*statement[:2]), code, evidence)
            by_host = self.signer.sign("refusal", payload)
        elif signed:
            try:
                refusal = statements.refuse(statements.read_signed(key, *statement), code)
            except (RummynetError, RuntimeError):
                return False
            by_host, head = refusal.signature, refusal.head
        self.tell(key, Refused(request.n, code, "no", by_host, head, shown))
        for jump in self.clock_refused if code == "clock" else ():
            jump()
        return True

    def entries(self, guest: Guest) -> Iterator[tuple[LogName, int, Arrived]]:
        """(log, index, entry) as this person was shown them."""
        for number, entries in self.arrived[guest.name].items():
            for index, one in sorted(entries.items()):
                yield number, index, one

    def is_at_table(self, guest: Guest, log: LogName) -> bool:
        """Whether somebody's client is still at the table of this log."""
        playing = guest.session._presence.playing
        shown = playing._following.table if playing is not None else None
        return shown is not None and shown.id == self.tables_shown[guest.name][log[0] - 1]

    def dealt(self, guest: Guest, game: LogName) -> bool:
        """Whether cards of this game were dealt to somebody."""
        return any(isinstance(one.entry, CardsDealt) for one in self.arrived[guest.name][game].values())

    def ended(self, guest: Guest, game: LogName) -> bool:
        """Whether somebody was shown the end of a game."""
        return any(isinstance(one.entry, Ended) for one in self.arrived[guest.name][game].values())


def _holder_of(guest: Guest) -> KeyHolder | None:
    game = guest.session.game
    return game.follower.sealed.holder if game is not None and game.follower.auditor.me_seat is not None else None


def _is_acting(guest: Guest) -> bool:
    if isinstance(guest, PageGuest):
        return guest.is_acting
    playing = guest.session._presence.playing
    return playing is not None and playing.action_in_flight is not None


def _has_stopped(guest: Guest) -> bool:
    if isinstance(guest, PageGuest):
        return guest.has_stopped
    return guest.session.game is not None and guest.session.game.follower.cheat is not None


def _doubts_host(guest: Guest) -> bool:
    if isinstance(guest, PageGuest):
        return guest.doubts_host
    alarms = guest.session._outbox.alarms
    return bool(alarms.doubts or alarms.cheated)


def _replaced(shown: list[Message] | None, message: Message) -> list[Message]:
    return [message] if shown is None else shown
