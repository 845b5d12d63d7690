"""A host in memory for tests of the client: the real tables and the real wire, no sockets, no clock that runs."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from rummynet.table.api.effects import Effect, Send, SendEntries, SendStoredLog, StartTimer, StopTimer, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.inputs import Connected, Disconnected, Input, RequestReceived, TimerExpired
from rummynet.table.lobby.lobby import Lobby
from rummynet_client.core.log.computing import Computation, Computations
from rummynet_client.core.log.player import Player, UnfinishedGame
from rummynet_client.core.log.private_records import HEADER as PRIVATE_HEADER
from rummynet_client.core.session.outbox import Keep
from rummynet_client.core.session.session import Memory, Session
from rummynet_client.core.session.watch.incidents import Incident, logs_known, read_lines, to_line
from rummynet_client.core.text import verbs
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import News
from rummynet_client.storage.transcript_store import unfinished_game
from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import HEADER
from rummynet_protocol.values import replace
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import (
    Bye,
    Challenge,
    Hello,
    LogEntry,
    Message,
    Ping,
    Pong,
    Proof,
    Ready,
    Refused,
    Request,
    Submit,
    Welcome,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.compact_lines import compact

Tamper = Callable[[Message], list[Message]]


def bytes_of(label: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    count = iter(range(10**9))

    def chance(size: int) -> bytes:
        made = b""
        while len(made) < size:
            made += H("mix", label.encode(), str(next(count)).encode())
        return made[:size]

    return chance


class HandClock:
    """A player's clock that is moved by hand; ``renew`` names it anew."""

    def __init__(self, whose: str = "") -> None:
        self._random = bytes_of(f"clock {whose}")
        self.name = self._random(8)
        self.ms = 1_000_000
        self.set_by = 0
        """By how much the wall clock was set."""

    def now(self) -> tuple[bytes, int]:
        return self.name, self.ms

    def wall(self) -> int:
        return 1_700_000_000_000 + self.ms + self.set_by

    def renew(self) -> None:
        self.name = self._random(8)


class Guest:
    """A client at the host: its session, everything it told, everything it kept."""

    elsewhere = False
    """Whether its core has computed elsewhere what takes long."""

    def __init__(self, name: str, *, takes_breaks: bool = False) -> None:
        self.name = name
        self.takes_breaks = takes_breaks
        self.clock = HandClock(name)
        self.private: dict[bytes, bytes] = {}
        self.incidents: list[str] = []
        self.random = bytes_of(f"guest {name}")
        self.signer = Signer(self.random(32))
        self.secret = self.random(32)
        self.kept: dict[bytes, bytes] = {}
        self.kept_at: dict[bytes, int] = {}
        """By log: when (Unix milliseconds) something was kept last."""
        self.evidence: list[bytes] = []
        self.computing: list[Computation] = []
        self.news: list[News] = []
        self._lines: list[str] = []
        self._written = 0
        self.tamper: Tamper = lambda message: [message]
        self.sent: list[bytes] = []
        self._was_asked = False
        self.session = self.start()

    def start(self) -> Session:
        """The program, started (again): it has another clock and goes by what is on its disk."""
        self.clock.renew()
        player = Player(
            self.signer,
            self.secret,
            self.random,
            self.clock,
            lambda log: self.kept.get(log, b""),
            lambda log: self.private.get(log, b""),
            Computations(elsewhere=self.elsewhere),
        )
        self.session = Session(
            player, self.name, "tests", Memory(self.past, self.unfinished), takes_breaks=self.takes_breaks
        )
        return self.session

    def past(self, host: bytes) -> tuple[Incident, ...]:
        return read_lines(self.incidents, (host.hex(),))

    def unfinished(self, host: bytes) -> tuple[UnfinishedGame, ...]:
        known = logs_known(self.incidents, (host.hex(),))
        games = [unfinished_game(data, (host,), self.signer.public) for data in self.kept.values()]
        found = [one for one in games if one is not None and one.log.hex() not in known]
        return tuple(replace(one, at=self.kept_at.get(one.log, 0)) for one in found)

    def keep(self, keep: Keep) -> None:
        match keep.where:
            case "evidence":
                self.evidence.append(keep.record)
            case "private":
                self.private[keep.log] = self.private.get(keep.log, PRIVATE_HEADER) + keep.record
            case _:
                self.kept_at[keep.log] = self.clock.wall()
                self.kept[keep.log] = self.kept.get(keep.log, HEADER) + keep.record

    def bring_out(self) -> list[bytes]:
        """Keep, then send (the bytes are returned), then tell."""
        out = self.session.take_output()
        for keep in out.keep:
            self.keep(keep)
        self.incidents += [to_line(self.session.host_key.hex(), one) for one in out.incidents]
        model = self.session.model
        # Bots and programs act when news come, so a turn without any is one that nobody takes.
        assert out.news or self._was_asked or not model.is_asked, "its turn has come, and nothing was told"
        self._was_asked = model.is_asked
        self.news += out.news
        self.computing += out.compute
        self.sent += out.send
        return out.send

    def second_run(self) -> "Guest":
        """The program once more, on the same data folder."""
        other = Guest(self.name)
        other.private, other.kept = self.private, dict(self.kept)
        other.clock.ms = self.clock.ms
        other.start()
        return other

    @property
    def lines(self) -> list[str]:
        """All news as short text. Each is written once, as a whole game asks for it after every action."""
        fresh, self._written = self.news[self._written :], len(self.news)
        self._lines += [compact(line) for item in fresh for line in news_lines(item)]
        return self._lines[:]

    @property
    def transcript(self) -> bytes:
        return list(self.kept.values())[-1]


AnyGuest = TypeVar("AnyGuest", bound=Guest)


class FakeHost:
    """The host. ``settle`` carries messages until nobody has anything more to say."""

    def __init__(self) -> None:
        self.signer = Signer(b"\x07" * 32)
        self.lobby = Lobby(HostContext("The Inn", self.signer, bytes_of("host")))
        self.ms = 0
        self.ends: dict[bytes, tuple[Guest, Connection]] = {}
        self.guests: list[Guest] = []
        """Everybody who was ever here."""
        self.clocks: dict[TimerId, int] = {}
        self.told: Counter[str] = Counter()
        self.logs: dict[tuple[int, int], dict[int, LogEntry]] = {}
        """By table and game: the entries told so far, as a journal would have them."""
        self.asked: list[tuple[Guest, Request]] = []
        """Every request, with whose it was."""
        self.ignores: Callable[[Guest, Request], bool] = lambda guest, request: False
        self.keeps_pongs: Callable[[Guest], bool] = lambda guest: False
        """Requests that this host does as if it had never got."""
        self._post: deque[tuple[Guest, bytes]] = deque()

    def connect(self, guest: Guest) -> None:
        self.begin(guest)
        self.settle()

    def begin(self, guest: Guest) -> None:
        """The connection stands; ``step`` carries what is said on it."""
        self.ends[guest.signer.public] = (guest, Connection(Role.HOST))
        self.guests += [] if guest in self.guests else [guest]
        guest.session.connected(self.signer.public)

    def lose(self, guest: Guest, again: bool = True) -> None:
        del self.ends[guest.signer.public]
        self.take(Disconnected(guest.signer.public))
        guest.session.connection_lost("lost", "the connection broke", again)
        guest.bring_out()
        self.settle()

    def do(self, guest: Guest, line: str) -> list[str]:
        """A command of the guest, and all that it told then."""
        before = len(guest.lines)
        guest.session.apply_command(verbs.parse_command(line))
        self.settle()
        return guest.lines[before:]

    def all(self, line: str) -> None:
        """A command of everybody who is connected."""
        for guest, _ in list(self.ends.values()):
            self.do(guest, line)

    def refuse_all(self, guest: Guest, what: str, code: str) -> None:
        """From now on refuse this kind of the guest's requests, or of what it signs, and do not sign that."""

        def refuses(whose: Guest, request: Request) -> bool:
            is_meant = whose is guest and what in (request.kind, getattr(request, "what", ""))
            if is_meant:
                self.tell(guest.signer.public, Refused(request.n, code, "no", None, None))
            return is_meant

        self.ignores = refuses

    def ring(self, kind: str) -> None:
        """Let the next clock of this kind ring."""
        clock = min((due, n, clock) for n, (clock, due) in enumerate(self.clocks.items()) if clock.kind == kind)[2]
        self.pass_time(max(0, self.clocks.pop(clock) - self.ms))
        self.take(TimerExpired(clock))
        self.settle()

    def pass_time(self, millis: int) -> None:
        """On the clocks of the host and of all guests."""
        self.ms += millis
        for guest in self.guests:
            guest.clock.ms += millis

    def tick(self, guest: Guest, seconds: int) -> None:
        """So many seconds pass for this guest's program, which looks at its clock each second."""
        for _ in range(seconds):
            self.pass_time(1000)
            guest.session.tick()
        self.settle()

    def signed(self, guest: Guest, kind: str) -> list[tuple[bytes, bytes]]:
        """What the guest has sent of this kind, oldest first: (payload, signature)."""
        found: list[tuple[bytes, bytes]] = []
        for whose, request in self.asked:
            match request:
                case Ready(signed=signed) if whose is guest and kind == "ready" and signed is not None:
                    found.append(signed)
                case Submit(what=what) if whose is guest and what == kind:
                    found.append((request.payload, request.signature))
        return found

    def step(self) -> bool:
        """Carry one message to a guest; False if nobody has anything more to say."""
        if not self._collect():
            return False
        guest, data = self._post.popleft()
        guest.session.receive(data)
        return True

    def settle(self) -> None:
        while self._collect():
            while self._post:
                guest, data = self._post.popleft()
                if guest.signer.public in self.ends:
                    guest.session.receive(data)

    def take(self, came: Input) -> None:
        self.carry_out(self.lobby.take_input(came, self.ms, 1_700_000_000 + self.ms // 1000))

    def carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(to, message):
                    self.told[message.kind] += 1
                    if isinstance(message, LogEntry):
                        self.logs.setdefault((message.table, message.game), {})[message.index] = message
                    for key in to:
                        self.tell(key, message)
                case SendEntries(to=key):
                    for entry in effect.messages():
                        self.tell(key, entry)
                case SendStoredLog(key, table, game, start, end):
                    for index, entry in sorted(self.logs.get((table, game), {}).items()):
                        if index >= start and (end is None or index < end):
                            self.tell(key, entry)
                case StartTimer(clock, millis):
                    self.clocks[clock] = self.ms + millis
                case StopTimer(clock):
                    self.clocks.pop(clock, None)

    def tell(self, key: bytes, message: Any) -> None:  # noqa: ANN401 - any message
        if key in self.ends:
            guest, connection = self.ends[key]
            self._post.extend((guest, connection.send(shown)) for shown in guest.tamper(message))

    def _collect(self) -> bool:
        """What the guests have brought out: kept first, then sent, then told."""
        for guest, connection in list(self.ends.values()):
            for data in guest.bring_out():
                for message in connection.receive(data):
                    self.take_message(guest, connection, message)
        return bool(self._post)

    def take_message(self, guest: Guest, connection: Connection, message: Message) -> None:
        key = guest.signer.public
        match message:
            case Hello():
                self._post.append((guest, connection.send(Challenge(VERSIONS[-1], b"\x05" * 32))))
            case Proof():
                self._post.append((guest, connection.send(Welcome("The Inn", guest.name, "tests"))))
                self.take(Connected(key, guest.name))
            case Bye():
                self.ends.pop(key)
                self.take(Disconnected(key))
            case Pong():
                pass
            case Ping(number):
                if not self.keeps_pongs(guest):
                    self.tell(key, Pong(number))
            case _:
                assert isinstance(message, Request)
                self.asked.append((guest, message))
                if not self.ignores(guest, message):
                    self.take(RequestReceived(key, message))
        self.pass_time(1)


def seated(*names: str, variant: str = "keilty", options: str = "") -> tuple[FakeHost, list[Guest]]:
    """A host with a table at which everybody sits, not ready yet."""
    fake_host, guests = FakeHost(), [Guest(name) for name in names]
    for guest in guests:
        fake_host.connect(guest)
    fake_host.do(guests[0], f"create {variant} {options}".strip())
    for guest in guests:
        fake_host.do(guest, "sit 1")
    return fake_host, guests


def dealt(*names: str, variant: str = "keilty", options: str = "") -> tuple[FakeHost, list[Guest]]:
    """The same with the first round dealt."""
    fake_host, guests = seated(*names, variant=variant, options=options)
    for guest in guests:
        fake_host.do(guest, "ready")
    return fake_host, guests


def play(fake_host: FakeHost, guests: list[Guest], turns: int | None = None) -> None:
    """Let everybody play simply, to the end of the game or for so many actions."""
    from rummynet_protocol import notation
    from tests.support.bots import bot_action

    while turns is None or turns > 0:
        due = [guest for guest in guests if guest.session.model.my_turn]
        if not due:
            return
        picture = due[0].session.model
        assert picture.variety is not None and picture.state is not None and picture.me is not None
        action = bot_action("simple", picture.variety, picture.state, picture.me)
        fake_host.do(due[0], notation.text(action))
        turns = None if turns is None else turns - 1


def on_turn(guests: Sequence[AnyGuest]) -> AnyGuest:
    return next(guest for guest in guests if guest.session.model.my_turn)


def offered(count: int = 3) -> tuple[FakeHost, list[Guest], int]:
    """A table of crummy rummy where the player on turn has drawn; guests by seat."""
    fake_host, guests = FakeHost(), [Guest(f"G{n}") for n in range(count)]
    for guest in guests:
        fake_host.connect(guest)
    fake_host.do(guests[0], "create crummy")
    for command in ("sit 1", "ready"):
        for guest in guests:
            fake_host.do(guest, command)
    turn = next(guest for guest in guests if guest.session.model.my_turn).session.model.me
    assert turn is not None
    fake_host.do(guests[turn], "draw")
    return fake_host, guests, turn
