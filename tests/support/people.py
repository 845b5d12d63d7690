"""Players without a network: each checks the log with an auditor and signs what it owes, as a real client does.

``Hall`` plays the outermost floor: it feeds a lobby, keeps its clocks by hand, and delivers what is told.
"""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rummynet.rules.state import State
from rummynet.rules.variety import Variety
from rummynet.table.effects import (
    Clock,
    Effect,
    RecallBot,
    Record,
    Report,
    SpawnBot,
    StartClock,
    StopBot,
    StopClock,
    Tell,
)
from rummynet.table.house import House, Limits
from rummynet.table.inputs import Asked, Connected, Input, Lost, Rang
from rummynet.table.lobby import Lobby
from rummynet.table.records import Happened
from rummynet.table.table import Table
from rummynet.verifier.auditor import Auditor
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw, Pass, ThrowOut
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import Entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    Voting,
    pack_statement,
)
from rummynet_protocol.wire.messages import (
    Create,
    Done,
    LogEntry,
    Message,
    Openings,
    Ready,
    Refused,
    Request,
    Sit,
    Submit,
    View,
)
from tests.support.card_names import codes, foreseen, seen_in

Choose = Callable[[Variety, State, random.Random], tuple[int, Action]]
HOST = Signer(b"host" * 8)
START = 1_700_000_000


def signer(name: str) -> Signer:
    return Signer(name.encode().ljust(32, b".")[:32])


class Person:
    """Somebody with a key: sits or watches. ``silent`` kinds of statements are not sent."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.signer = signer(name)
        self.key = self.signer.public
        self.told: list[Message] = []
        self.answers: list[Message] = []
        self.silent: set[str] = set()
        self.auditor = Auditor(host=HOST.public, me=self.key)
        self.game = 0
        self.number = 0
        self.sent: list[Submit] = []
        self.nonce = b"n" * 32
        self.entries: list[tuple[bytes, bytes]] = []
        self.shown: set[object] = set()
        """Openings that have come; a log that is asked for brings them again."""

    def request(self) -> int:
        self.number += 1
        return self.number

    def hear(self, message: Message) -> list[Request]:
        """What it says because of a message."""
        self.told.append(message)
        match message:
            case LogEntry(game=game):
                if game != self.game:
                    self.game = game
                    self.auditor = Auditor(host=HOST.public, me=self.key)
                    self.entries = []
                if message.index != self.auditor.index:
                    assert message.index < self.auditor.index, "an entry is missing"
                    assert self.entries[message.index] == (message.entry, message.signature)
                    return []
                self.auditor.feed(message.entry, message.signature)
                self.entries.append((message.entry, message.signature))
                return self.owed(message.table)
            case Openings():
                seat = self.auditor.me_seat
                assert seat is not None
                for row in message.cards:
                    if row not in self.shown and not self.auditor.scored:
                        self.auditor.learn(seat, message.round, message.epoch, row)
                    self.shown.add(row)
            case Done() | Refused() | View():
                self.answers.append(message)
        return []

    def owed(self, table: int) -> list[Request]:
        expects, seat = self.auditor.expects, self.auditor.me_seat
        if expects is None or seat is None or expects.owed.kind in self.silent:
            return []
        return [self.submit(table, self.statement(seat))]

    def statement(self, seat: int) -> Statement:
        a, expects = self.auditor, self.auditor.expects
        assert expects is not None and a.opened is not None and a.session is not None
        if expects.owed is NonceCommitted:
            commit = fair.nonce_commit(a.opened.table, seat, self.key, self.nonce)
            return NonceCommitted(a.opened.table, seat, commit)
        if expects.owed is NonceShown:
            return NonceShown(a.opened.table, fair.nonce_set(a.opened.table, a.session.nonce_commits), self.nonce)
        if expects.owed is Committed:
            commits = tuple(fair.seat_commit(e.deal, seat, self.key, self.x(e.deal)) for e in expects.epochs)
            return Committed(a.session.id, expects.round, expects.head, expects.epochs[0].number, commits)
        (epoch,) = expects.epochs
        if expects.owed is Revealed:
            return Revealed(a.session.id, epoch.deal, epoch.cset, expects.head, self.x(epoch.deal))
        return Cosigned(a.session.id, epoch.deal, epoch.deal_root, expects.head)

    def x(self, deal: bytes) -> bytes:
        return fair.contribution(self.name.encode().ljust(32, b"x")[:32], deal)

    def submit(self, table: int, statement: Statement) -> Submit:
        payload = pack_statement(statement)
        signature = self.signer.sign(statement.kind, payload)
        made = Submit(self.request(), table, self.game, statement.kind, payload, signature)
        self.sent.append(made)
        return made

    def acting(self, do: str, **other: Any) -> Acting:  # noqa: ANN401 - fields of any type
        a, seat = self.auditor, self.auditor.me_seat
        assert seat is not None and a.session is not None
        made = Acting(a.session.id, a.round, a.signed_acts(seat), a.aim, do)
        return replace(made, **other)

    def voting(self, absent: int, yes: bool = True, **other: Any) -> Voting:  # noqa: ANN401 - fields of any type
        a, seat = self.auditor, self.auditor.me_seat
        assert seat is not None and a.session is not None
        return replace(Voting(a.session.id, a.round, a.votes.cast[seat], a.head, absent, yes), **other)

    def heard(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.told if isinstance(one, kind)]


@dataclass
class Hall:
    """A lobby with people in it. ``rows`` is its journal, ``clocks`` when each running clock rings."""

    limits: Limits = Limits()
    seed: int = 1
    first: int = 1
    ms: int = 5_000
    people: dict[bytes, Person] = field(default_factory=dict)
    rows: list[Any] = field(default_factory=list)
    clocks: dict[Clock, int] = field(default_factory=dict)
    spawned: list[SpawnBot] = field(default_factory=list)
    recalled: list[RecallBot] = field(default_factory=list)
    stopped: list[bytes] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    told: list[tuple[bytes, Message]] = field(default_factory=list)
    deaf: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.house = House("the host", HOST, self.chance.randbytes, self.limits)
        self.lobby = Lobby(self.house, self.first)

    def person(self, name: str) -> Person:
        made = Person(name)
        self.people[made.key] = made
        self.take(Connected(made.key, name))
        return made

    def take(self, came: Input) -> None:
        """An input, and all that people say because of it."""
        inputs: deque[Input] = deque([came])
        while inputs:
            came = inputs.popleft()
            for effect in self.lobby.take(came, self.ms, START + self.ms // 1000):
                if isinstance(effect, Tell) and isinstance(effect.message, Refused):
                    self._reads(came, effect.to, effect.message)
                inputs.extend(self.do(effect))

    def _reads(self, came: Input, to: tuple[bytes, ...], refused: Refused) -> None:
        """Whatever is refused, in any test: the sentence names no card that its reader has not seen or named."""
        assert isinstance(came, Asked) and to == (came.key,)
        auditor = self.people[came.key].auditor
        if refused.says == foreseen(auditor, came.request):
            return
        said = codes(came.request.payload.decode("latin-1")) if isinstance(came.request, Submit) else []
        known = seen_in(auditor.state)
        for each in codes(refused.says):
            assert each & known or each in said, f"{refused.says!r} names a card that its reader has not seen"

    def do(self, effect: Effect) -> Iterable[Input]:
        match effect:
            case Record(row):
                self.rows.append(row)
            case StartClock(clock, millis):
                self.clocks[clock] = self.ms + millis
            case StopClock(clock):
                self.clocks.pop(clock, None)
            case SpawnBot():
                self.spawned.append(effect)
            case RecallBot():
                self.recalled.append(effect)
            case StopBot(key):
                self.stopped.append(key)
            case Report():
                self.reports.append(effect)
            case Tell(to, message):
                for key in to:
                    self.told.append((key, message))
                    if key in self.people and key not in self.deaf:
                        yield from (Asked(key, said) for said in self.people[key].hear(message))

    def ask(self, person: Person, request: Request) -> Message:
        """A request and its answer; everything it brings about happens too."""
        before = len(person.answers)
        self.take(Asked(person.key, request))
        answers = [one for one in person.answers[before:] if getattr(one, "n", None) == request.n]
        assert len(answers) == 1, answers
        return answers[0]

    def done(self, person: Person, kind: type[Any], *fields: object) -> Done:
        answer = self.ask(person, kind(person.request(), *fields))
        assert isinstance(answer, Done), answer
        return answer

    def refused(self, person: Person, kind: type[Any], *fields: object) -> str:
        return self.refuses(person, kind(person.request(), *fields)).code

    def refuses(self, person: Person, request: Request) -> Refused:
        """The request is refused and nothing has changed by it."""
        before = snapshot(self)
        answer = self.ask(person, request)
        assert isinstance(answer, Refused), answer
        assert snapshot(self) == before, request
        return answer

    def act(self, person: Person, do: str, table: int = 1, **other: object) -> Message:
        return self.ask(person, person.submit(table, person.acting(do, **other)))

    def vote(self, person: Person, absent: int, yes: bool = True, table: int = 1, **other: object) -> Message:
        return self.ask(person, person.submit(table, person.voting(absent, yes, **other)))

    def lose(self, person: Person) -> None:
        self.deaf.add(person.key)
        self.take(Lost(person.key))

    def back(self, person: Person) -> None:
        self.deaf.discard(person.key)
        self.take(Connected(person.key, person.name))

    def advance(self, millis: int) -> None:
        """Let time go by; clocks ring in order."""
        until = self.ms + millis
        while self.clocks:
            clock, due = min(self.clocks.items(), key=lambda item: item[1])
            if due > until:
                break
            self.ms = max(self.ms, due)
            del self.clocks[clock]
            self.take(Rang(clock))
        self.ms = until

    # -- games

    def table(self, names: Iterable[str], variant: str = "keilty", **options: object) -> tuple[int, list[Person]]:
        """A table at which these people sit; the first one made it."""
        people = [self.person(name) for name in names]
        number = self.done(people[0], Create, variant, options, "table").table
        assert number is not None
        for person in people:
            self.done(person, Sit, number, None)
        return number, people

    def game(self, names: Iterable[str], variant: str = "keilty", **options: object) -> tuple[Table, list[Person]]:
        """A table at which a game has begun and been dealt."""
        number, people = self.table(names, variant, **options)
        for person in people:
            self.done(person, Ready, number, True)
        return self.lobby.tables[number], people

    def play(
        self, table: Table, people: list[Person], acts: int = 100_000, choose: Choose | None = None
    ) -> Counter[str]:
        """Random legal actions until the game is over, or so many; how many of which verb."""
        count: Counter[str] = Counter()
        for _ in range(acts):
            game = table.game
            if table.stage != "playing" or game is None or game.play is None:
                break
            seat, action = (choose or anything)(game.play.variety, game.play.full, self.chance)
            person = next(one for one in people if one.key == game.keys[seat])
            answer = self.act(person, notation.text(action), table.number)
            assert isinstance(answer, Done), (answer, notation.text(action))
            count[notation.text(action).split(" ")[0]] += 1
            self.ms += 7
        return count


def anything(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Any legal action, calls at times; plays rather than throws, so that games come to an end."""
    if chance.random() < 0.1:
        for seat in range(state.players):
            rummies = [one for one in variety.legal(state, seat) if isinstance(one, CallRummy)]
            if rummies:
                return seat, variety.explicit(state, seat, chance.choice(rummies))
    return quietly(variety, state, chance)


def quietly(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """The same without calls."""
    seat = variety.actors(state)[0]
    legal = [one for one in variety.legal(state, seat) if not isinstance(one, CallRummy)]
    plays = [one for one in legal if notation.text(one).split(" ")[0] not in ("draw", "throw", "pass")]
    picked = chance.choice(plays) if plays and chance.random() < 0.8 else chance.choice(legal)
    return seat, variety.explicit(state, seat, picked)


def only_drawing(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Draw and throw, and else only what must be: the stock runs out again and again."""
    seat = variety.actors(state)[0]
    legal = [one for one in variety.legal(state, seat) if isinstance(one, Draw | ThrowOut | Pass)]
    return (seat, legal[0]) if legal else anything(variety, state, chance)


def audited(person: Person) -> Auditor:
    """The person's own check of the whole log, against which nothing is left to be said."""
    assert person.auditor.cheat is None
    return person.auditor


def entries(person: Person) -> list[Entry]:
    """The log as this person got it."""
    return [read_entry(data) for data, _ in person.entries]


def snapshot(hall: Hall) -> object:
    """All that a refused request must leave as it was."""
    tables = []
    for table in hall.lobby.tables.values():
        game = table.game
        seats = [(n, s.key, s.ready, s.connected, s.bot) for n, s in table.seating.seats.items()]
        at = None
        if game is not None:
            gathering = game.dealer.gathering
            waits = gathering and (gathering.what, gathering.missing)
            play = game.play and (game.play.full, game.play.public, tuple(game.play.stock))
            at = (len(game.chronicle.rows), waits, play, game.dealer.busy, sorted(game.dealer.away))
        tables.append((table.number, table.stage, seats, dict(table.seating.watchers), table.bots.coming, at))
    rows = sum(not isinstance(row, Happened) for row in hall.rows)
    return tables, rows, dict(hall.clocks), len(hall.spawned)
