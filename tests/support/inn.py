"""A host in memory for tests of the client: the real tables and the real wire, no sockets, no clock that runs."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from rummynet.table.effects import Clock, StartClock, StopClock, Tell
from rummynet.table.house import House
from rummynet.table.inputs import Asked, Connected, Input, Lost, Rang
from rummynet.table.lobby import Lobby
from rummynet_client.core import reading
from rummynet_client.core.news import News
from rummynet_client.core.outbox import Keep
from rummynet_client.core.playing import Player
from rummynet_client.core.session import Session
from rummynet_client.core.wording import lines
from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import HEADER
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message, Pong, Proof, Request, Welcome

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


class Guest:
    """A client at the inn: its session, everything it told, everything it kept."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.random = bytes_of(f"guest {name}")
        self.signer = Signer(self.random(32))
        self.secret = self.random(32)
        self.kept: dict[bytes, bytes] = {}
        self.evidence: list[bytes] = []
        self.news: list[News] = []
        self.tamper: Tamper = lambda message: [message]
        self.sent: list[bytes] = []
        self.session = self.start()

    def start(self) -> Session:
        """The program, started (again)."""
        self.session = Session(Player(self.signer, self.secret, self.random, self.recall), self.name, "tests")
        return self.session

    def recall(self, table: bytes) -> bytes:
        return self.kept.get(table, b"")

    def keep(self, keep: Keep) -> None:
        if keep.whole:
            self.evidence.append(keep.record)
        else:
            self.kept[keep.table] = self.kept.get(keep.table, HEADER) + keep.record

    def bring_out(self) -> list[bytes]:
        """Keep, then send (the bytes are returned), then tell."""
        out = self.session.take()
        for keep in out.keep:
            self.keep(keep)
        self.news += out.news
        self.sent += out.send
        return out.send

    @property
    def lines(self) -> list[str]:
        return [line for item in self.news for line in lines(item)]

    @property
    def transcript(self) -> bytes:
        return list(self.kept.values())[-1]


class Inn:
    """The host. ``settle`` carries messages until nobody has anything more to say."""

    def __init__(self) -> None:
        self.signer = Signer(b"\x07" * 32)
        self.lobby = Lobby(House("The Inn", self.signer, bytes_of("host")))
        self.ms = 0
        self.ends: dict[bytes, tuple[Guest, Connection]] = {}
        self.clocks: dict[Clock, int] = {}
        self.told: Counter[str] = Counter()
        self._post: deque[tuple[Guest, bytes]] = deque()

    def connect(self, guest: Guest) -> None:
        self.ends[guest.signer.public] = (guest, Connection(Role.HOST))
        guest.session.connected(self.signer.public)
        self.settle()

    def lose(self, guest: Guest, again: bool = True) -> None:
        del self.ends[guest.signer.public]
        self.take(Lost(guest.signer.public))
        guest.session.lost("lost", "the connection broke", again)
        guest.bring_out()
        self.settle()

    def do(self, guest: Guest, line: str) -> list[str]:
        """A command of the guest, and all that it told then."""
        before = len(guest.lines)
        guest.session.do(reading.parse(line))
        self.settle()
        return guest.lines[before:]

    def ring(self, kind: str) -> None:
        """Let the next clock of this kind ring."""
        clock = min((due, n, clock) for n, (clock, due) in enumerate(self.clocks.items()) if clock.kind == kind)[2]
        self.ms = max(self.ms, self.clocks.pop(clock))
        self.take(Rang(clock))
        self.settle()

    def settle(self) -> None:
        while self._collect():
            while self._post:
                guest, data = self._post.popleft()
                if guest.signer.public in self.ends:
                    guest.session.receive(data)

    def take(self, came: Input) -> None:
        for effect in self.lobby.take(came, self.ms, 1_700_000_000 + self.ms // 1000):
            match effect:
                case Tell(to, message):
                    self.told[message.kind] += 1
                    for key in to:
                        self.tell(key, message)
                case StartClock(clock, millis):
                    self.clocks[clock] = self.ms + millis
                case StopClock(clock):
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
                    self._hear(guest, connection, message)
        return bool(self._post)

    def _hear(self, guest: Guest, connection: Connection, message: Message) -> None:
        key = guest.signer.public
        match message:
            case Hello():
                self._post.append((guest, connection.send(Challenge(1, b"\x05" * 32))))
            case Proof():
                self._post.append((guest, connection.send(Welcome("The Inn", guest.name, "tests"))))
                self.take(Connected(key, guest.name))
            case Bye():
                self.ends.pop(key)
                self.take(Lost(key))
            case Pong():
                pass
            case _:
                assert isinstance(message, Request)
                self.take(Asked(key, message))
        self.ms += 1


def seated(*names: str, options: str = "") -> tuple[Inn, list[Guest]]:
    """An inn with a table of Keilty at which everybody sits, not ready yet."""
    inn, guests = Inn(), [Guest(name) for name in names]
    for guest in guests:
        inn.connect(guest)
    inn.do(guests[0], f"create keilty {options}".strip())
    for guest in guests:
        inn.do(guest, "sit 1")
    return inn, guests


def dealt(*names: str, options: str = "") -> tuple[Inn, list[Guest]]:
    """The same with the first round dealt."""
    inn, guests = seated(*names, options=options)
    for guest in guests:
        inn.do(guest, "ready")
    return inn, guests


def play(inn: Inn, guests: list[Guest], turns: int | None = None) -> None:
    """Let everybody play simply, to the end of the game or for so many actions."""
    from rummynet.bots.strategy import strategy
    from rummynet_protocol import notation

    simple = strategy("simple")
    while turns is None or turns > 0:
        due = [guest for guest in guests if guest.session.picture.my_turn]
        if not due:
            return
        picture = due[0].session.picture
        assert picture.variety is not None and picture.state is not None and picture.me is not None
        action = simple.choose(picture.variety, picture.state, picture.me, lambda most: 0)
        inn.do(due[0], notation.text(action))
        turns = None if turns is None else turns - 1
