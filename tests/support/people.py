"""Players without a network: the client's core follows the log for each and signs what it owes; a test says the rest.

``TableHarness`` plays the outermost layer: it feeds a lobby, keeps its clocks by hand, and delivers what is told.
"""

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, stand_in
from rummynet.rules.sealed_decks import is_sealed
from rummynet.table.api.effects import (
    VOIDED,
    Append,
    Effect,
    OperatorNote,
    RecallBot,
    RestBot,
    Send,
    SendEntries,
    SendStoredLog,
    SpawnBot,
    StartTimer,
    StopBot,
    StopTimer,
    TimerId,
)
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.api.inputs import BotStarted, Connected, Disconnected, Input, RequestReceived, TimerExpired
from rummynet.table.api.records import Checkpoint, EntryLogged, InputRecorded
from rummynet.table.lobby.lobby import Lobby
from rummynet.table.table import Table
from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.contributions import Promises
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.log_start import LastLog, Past
from rummynet_client.core.log.own_part import Blame
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatementStore
from rummynet_client.core.log.player import Player
from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_client.core.session.offer import next_game
from rummynet_client.core.session.watch.signed_refusals import read_refusal
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw, Pass, ThrowOut
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import Entry, Envelope, Nonces, Seated, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Acting, Agreed, PartGiven, Statement, Voting, read_statement
from rummynet_protocol.fairness.transcript import SignedStatement
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import (
    Create,
    Done,
    Dropped,
    LogEntry,
    Message,
    Openings,
    Ready,
    Refused,
    Request,
    SeatBot,
    Sit,
    Submit,
    TableShown,
)
from tests.support.card_names import codes, foreseen, seen_in
from tests.support.fake_host import bytes_of
from tests.support.journal import attributes

Choose = Callable[[Variety, State, random.Random], tuple[int, Action]]
HOST = Signer(b"host" * 8)
START = 1_700_000_000


def signer(name: str) -> Signer:
    return Signer(name.encode().ljust(32, b".")[:32])


class PersonClock:
    """A person's clock, as the client's core reads it."""

    def __init__(self, person: "Person") -> None:
        self.person = person

    def now(self) -> tuple[bytes, int]:
        return self.person.clock, self.person.now()

    def wall(self) -> int:
        return 1000 * START + self.person.now()

    def renew(self) -> None:
        self.person.clock = self.person.player.random(8)


class Person:
    """Somebody with a key: sits or watches. ``silent`` kinds of statements, and of parts, are not sent.

    *now* reads their clock, whose name depends on theirs: give another one to a program that was started anew.
    """

    def __init__(
        self, name: str, now: Callable[[], int] = lambda: round(1000 * time.monotonic()), clock: bytes | None = None
    ) -> None:
        self.name = name
        self.signer = signer(name)
        self.key = self.signer.public
        self.now = now
        self.clock = self.key[:8] if clock is None else clock
        nothing = lambda log: b""  # noqa: E731
        secret = name.encode().ljust(32, b"x")[:32]
        self.player = Player(self.signer, secret, bytes_of(name), PersonClock(self), nothing, nothing)
        self.logs = OwnStatementStore(self.signer, self.player.clock, nothing)
        self.promises: Promises = {}
        self.told: list[Message] = []
        self.answers: list[Message] = []
        self.silent: set[str] = set()
        self.behind = False
        """Was away and has not asked for the log: what comes before that is of no use."""
        self.number = 0
        self.sent: list[Submit] = []
        self.consents: list[Ready] = []
        self.tables: dict[int, TableShown] = {}
        self.requests: dict[int, SignedStatement] = {}
        self.refusals: list[Refused | Dropped] = []
        """How statements were refused for good."""
        self.dropped: list[Dropped] = []
        self.blames: list[Blame] = []
        """Voids that name this seat for a part that the host had."""
        self._late_at = b""
        self._follow(Past(b"", 0, b""))

    def _follow(self, past: Past) -> None:
        own = self.logs.statements_of(fair.log_id(HOST.public, past.table, past.game), "")
        self.game, self.follower = past.game, GameFollower(self.player, own, HOST.public, past, self.promises)
        self.entries: list[Envelope] = []

    @property
    def auditor(self) -> Auditor:
        return self.follower.auditor

    @property
    def sealed(self) -> SealedRound | None:
        return self.auditor.sealed

    @property
    def holder(self) -> KeyHolder:
        assert self.follower.sealed.holder is not None
        return self.follower.sealed.holder

    def request(self) -> int:
        self.number += 1
        return self.number

    def lost(self) -> None:
        """The connection is gone."""
        self.behind = True
        self.follower.own.connection_lost()

    def hear(self, message: Message) -> list[Submit]:
        """What it says because of a message."""
        self.told.append(message)
        if self.behind and isinstance(message, LogEntry):
            self.behind = message.index > (self.auditor.index if message.game == self.game else 0)
        if self.behind and isinstance(message, LogEntry | Openings):
            return []
        match message:
            case TableShown():
                self.tables[message.table] = message
            case LogEntry(game=game):
                if game != self.game:
                    shown, before = self.tables[message.table], self.auditor
                    last = LastLog(before.head, before.finished) if game == self.game + 1 and before.index else None
                    self._follow(Past(shown.id, game, fair.rules_hash(shown.variant, shown.options), last))
                if self.follower.check_entry(message.index, message.entry, message.signature) is not None:
                    self.entries.append((message.entry, message.signature))
                    self._check()
                    return self.owed(message.table, again=False)
            case Openings():
                for row in message.cards:
                    self.follower.check_opening(message.round, message.epoch, row)
            case Done(n=n) | Refused(n=n):
                self.answers.append(message)
                if n in self.requests:
                    self._answered(self.requests[n], message)
            case Dropped(statement=name):
                self.dropped.append(message)
                own = self.follower.own.by_hash[name]
                self._answered((own.what, own.payload, own.signature), message)
        return []

    def _check(self) -> None:
        """What a client would hold against the host, or show its player as a doubt."""
        assert not self.follower.time_leads
        self.blames += [] if self.follower.own_part.blame is None else [self.follower.own_part.blame]
        if self.refusals:
            self.follower.check_refusals()

    def _answered(self, statement: SignedStatement, answer: Done | Refused | Dropped) -> None:
        if isinstance(answer, Refused) and answer.signed is None:
            return
        kind, payload, _ = statement
        said = read_statement(kind, payload)
        store = self.logs.statements_of(said.log, "")
        own = store.by_hash.get(statement_hash(kind, payload)) or store.sign_as_it_is(said)
        if isinstance(answer, Done):
            store.mark_acknowledged(own)
            return
        refusal = read_refusal(HOST.public, self.key, own, answer)
        assert refusal is not None
        store.mark_refused(own, refusal)
        self.refusals.append(answer)
        self._check()

    @property
    def owes(self) -> str:
        """The kind of what the log waits for from this seat; "" for nothing."""
        expects, part = self.auditor.expects, self.follower.sealed.due
        kind = expects.owed.kind if expects is not None else part.what if part is not None else "root"
        return kind if self.follower.standing_part[0] else ""

    def owed(self, table: int, again: bool = True) -> list[Submit]:
        """What the log waits for; not *again* what is on its way."""
        me, sealed = self.auditor.me_seat, self.sealed
        if self.owes:
            if self.owes in self.silent:
                return []
            try:
                own = self.follower.owed_statement()
            except CannotGoOn:
                return []
            return [self.send(table, own)] if own is not None and (again or not own.is_on_its_way) else []
        late = sealed.late if sealed is not None else None
        if late is None or late[0] != me or late[1].head == self._late_at or "action" in self.silent:
            return []
        self._late_at = late[1].head
        return [self.submit(table, self.acting(self.clock_action()))]

    # -- what it signs

    def next(self, log: bytes, head: bytes) -> tuple[bytes, int, bytes, bytes, bytes, int]:
        """The fields that every statement begins with."""
        own = self.logs.statements_of(log, "")
        n, prev = own.next_place(self.auditor.order if own is self.follower.own else None)
        return log, n, prev, head, *own.now()

    def renewed(self, statement: Statement) -> Statement:
        """The same as our next statement, signed now."""
        log, n, prev, _, clock, t = self.next(statement.log, statement.head)
        return replace(statement, log=log, n=n, prev=prev, clock=clock, t=t)

    def sign(self, statement: Statement) -> OwnStatement:
        """Sign it as it is; the next one follows on it."""
        return self.logs.statements_of(statement.log, "").sign_as_it_is(statement)

    def statement(self) -> Statement:
        """What it owes."""
        owed = self.follower.owed_statement()
        assert owed is not None
        return owed.statement

    def send(self, table: int, own: OwnStatement) -> Submit:
        own.is_on_its_way = True
        self.sent.append(Submit(self.request(), table, self.game, own.what, own.payload, own.signature, own.blob))
        self.asks(self.sent[-1])
        return self.sent[-1]

    def submit(self, table: int, statement: Statement, renew: bool = True, blob: bytes = b"") -> Submit:
        """A statement as our next one; as it stands unless *renew*. With a sealed deck *blob* proves an action."""
        statement = self.renewed(statement) if renew else statement
        if isinstance(statement, Acting) and blob:
            statement = replace(statement, proof=self.follower.own.keep_blob(blob))
        elif isinstance(statement, Acting) and self.sealed is not None and renew:
            return self.send(table, self.follower.sign_action(notation.parse(statement.do)))
        return self.send(table, self.sign(statement))

    def part(self, table: int, what: str, head: bytes, blob: bytes) -> Submit:
        """These bytes as a part of a sealed deck."""
        a = self.auditor
        assert a.session is not None
        kept = self.follower.own.keep_blob(blob)
        return self.submit(table, PartGiven(*self.next(a.log, head), a.session.id, a.round, what, kept))

    def again(self, sent: Submit, **other: Any) -> Submit:  # noqa: ANN401 - fields of any type
        """The same bytes under a new number."""
        return replace(sent, n=self.request(), **other)

    def asks(self, request: Request) -> None:
        """Remember what is signed in a request that is about to be asked: a refusal of it names it by the number."""
        if isinstance(request, Submit):
            self.requests[request.n] = request.what, request.payload, request.signature
        elif isinstance(request, Ready) and request.signed is not None:
            self.requests[request.n] = "ready", *request.signed

    def acting(self, do: str, **other: Any) -> Acting:  # noqa: ANN401 - fields of any type
        a = self.auditor
        assert a.session is not None
        return replace(Acting(*self.next(a.log, a.aim), a.session.id, a.round, do), **other)

    def clock_action(self) -> str:
        """What the turn clock would do for the hand that this program sees."""
        variety, state = self.auditor.variety, self.auditor.state
        assert variety is not None and state is not None
        (timer,) = stand_in(variety, state, 1)
        assert timer.action is not None
        return notation.text(variety.explicit(state, timer.seat, timer.action))

    def voting(self, absent: int, yes: bool = True, **other: Any) -> Voting:  # noqa: ANN401 - fields of any type
        return replace(Voting(*self.next(self.auditor.log, self.auditor.head), absent, yes), **other)

    def agreed(self, table: int, **other: Any) -> Agreed:  # noqa: ANN401 - fields of any type
        """Consent to the coming game at a table as it was shown last; while one is played, to come in to that."""
        shown, a = self.tables[table], self.auditor
        offer = next_game(HOST.public, shown)
        if shown.stage == "playing" and a.session is not None:
            log = fair.log_id(HOST.public, shown.id, shown.game)
            offer = replace(offer, log=log, players=self.newest_players(), bots=a.session.bots)
        return replace(Agreed(*self.next(offer.log, shown.before), offer.rules, offer.players_hash), **other)

    def newest_players(self) -> tuple[tuple[bytes, str], ...]:
        """The players of the newest session in the log."""
        found = self.auditor.players
        for data, _ in self.entries:
            entry = read_entry(data)
            if isinstance(entry, Seated):
                seated = entry.players
            elif isinstance(entry, Nonces):
                found = seated
        return found

    def ready(self, table: int, statement: Agreed | None = None, renew: bool = True) -> Ready:
        """Say ready: by this statement, or as the table was shown last."""
        made = self.agreed(table) if statement is None else statement
        request = Ready(self.request(), table, self.sign(self.renewed(made) if renew else made).envelope)
        self.consents.append(request)
        return request

    def heard(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.told if isinstance(one, kind)]


@dataclass
class TableHarness:
    """A lobby with people in it. ``rows`` is its journal, ``clocks`` when each running clock rings."""

    limits: Limits = Limits()
    seed: int = 1
    first: int = 1
    ms: int = 5_000
    people: dict[bytes, Person] = field(default_factory=dict)
    rows: list[Any] = field(default_factory=list)
    clocks: dict[TimerId, int] = field(default_factory=dict)
    spawned: list[SpawnBot] = field(default_factory=list)
    recalled: list[RecallBot] = field(default_factory=list)
    rested: list[bytes] = field(default_factory=list)
    stopped: list[bytes] = field(default_factory=list)
    reports: list[OperatorNote] = field(default_factory=list)
    told: list[tuple[bytes, Message]] = field(default_factory=list)
    deaf: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.house = HostContext("the host", HOST, self.chance.randbytes, self.limits)
        self.lobby = Lobby(self.house, self.first)

    def person(self, name: str) -> Person:
        made = Person(name, lambda: self.ms)
        self.people[made.key] = made
        self.take(Connected(made.key, name))
        return made

    def take(self, came: Input) -> None:
        """An input, and all that people say because of it."""
        inputs: deque[Input] = deque([came])
        while inputs:
            came = inputs.popleft()
            for effect in self.lobby.take_input(came, self.ms, START + self.ms // 1000):
                if isinstance(effect, Send) and isinstance(effect.message, Refused):
                    self._reads(came, effect.to, effect.message)
                inputs.extend(self.do(effect))

    def _reads(self, came: Input, to: tuple[bytes, ...], refused: Refused) -> None:
        """Whatever is refused, in any test: the sentence names no card that its reader has not seen or named."""
        assert isinstance(came, RequestReceived) and to == (came.key,)
        auditor = self.people[came.key].auditor
        if refused.says == foreseen(auditor, came.request):
            return
        said = codes(came.request.payload.decode("latin-1")) if isinstance(came.request, Submit) else []
        known = seen_in(auditor.state)
        for each in codes(refused.says):
            assert each & known or each in said, f"{refused.says!r} names a card that its reader has not seen"

    def do(self, effect: Effect) -> Iterable[Input]:
        match effect:
            case Append(row):
                self.rows.append(row)
            case StartTimer(clock, millis):
                self.clocks[clock] = self.ms + millis
            case StopTimer(clock):
                self.clocks.pop(clock, None)
            case SpawnBot():
                self.spawned.append(effect)
            case RecallBot():
                self.recalled.append(effect)
            case RestBot(key):
                self.rested.append(key)
            case StopBot(key):
                self.stopped.append(key)
            case OperatorNote(_, says):
                if says != VOIDED:  # that is no trouble of the host's
                    self.reports.append(effect)
            case SendStoredLog(to, table, game, start, end):
                log = [
                    row for row in self.rows if isinstance(row, EntryLogged) and (row.table, row.game) == (table, game)
                ]
                pairs = [(row.entry, row.signature) for row in log[start:end]]
                yield from self.do(SendEntries(to, table, game, start, pairs))
            case SendEntries(to):
                for entry in effect.messages():
                    yield from self.do(Send((to,), entry))
            case Send(to, message):
                for key in to:
                    self.told.append((key, message))
                    if key in self.people and key not in self.deaf:
                        yield from (RequestReceived(key, said) for said in self.people[key].hear(message))

    def ask(self, person: Person, request: Request) -> Message:
        """A request and its answer; everything it brings about happens too."""
        before = len(person.answers)
        person.asks(request)
        self.take(RequestReceived(person.key, request))
        answers = [one for one in person.answers[before:] if getattr(one, "n", None) == request.n]
        assert len(answers) == 1, answers
        return answers[0]

    def done(self, person: Person, kind: type[Any], *fields: object) -> Done:
        answer = self.ask(person, kind(person.request(), *fields))
        assert isinstance(answer, Done), answer
        return answer

    def ready(self, person: Person, table: int = 1) -> Done:
        answer = self.ask(person, person.ready(table))
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
        self.take(Disconnected(person.key))

    def back(self, person: Person) -> None:
        self.deaf.discard(person.key)
        person.lost()
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
            self.take(TimerExpired(clock))
        self.ms = until

    # -- bots

    def asks_for_bot(self, asker: Person, table: int, name: str, level: str = "simple") -> Person:
        """A bot that somebody asks for: the host has started it, and it is on its way."""
        self.done(asker, SeatBot, table, "add", level)
        bot = self.people[signer(name).public] = Person(name, lambda: self.ms)
        self.take(BotStarted(table, bot.key))
        return bot

    def seats_bot(self, asker: Person, table: int, name: str, level: str = "simple") -> Person:
        """The same, and it sits down."""
        bot = self.asks_for_bot(asker, table, name, level)
        self.back(bot)
        self.done(bot, Sit, table, None)
        return bot

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
            self.ready(person, number)
        return self.lobby.tables[number], people

    def stuck(
        self, kind: str, names: Iterable[str] = ("Ann", "Bob"), variant: str = "keilty", **options: object
    ) -> list[Person]:
        """A game that begins while the second of these people gives nothing of this kind."""
        number, people = self.table(names, variant, **options)
        people[1].silent = {kind}
        for person in people:
            self.ready(person, number)
        return people

    def play(
        self, table: Table, people: Sequence[Person], acts: int = 100_000, choose: Choose | None = None
    ) -> Counter[str]:
        """Random legal actions until the game is over, or so many; how many of which verb.

        With a sealed deck each chooses by what their own program knows.
        """
        count: Counter[str] = Counter()
        for _ in range(acts):
            game = table.game
            if table.stage != "playing" or game is None or game.play is None:
                break
            v, state = game.play.variety, game.play.full
            if is_sealed(table.options):
                if game.dealer.busy:
                    break
                held = self.clocks.get(TimerId(table.number, "hold"))
                if held is not None:  # the time for which an action is held back
                    self.advance(max(0, held - self.ms))
                    continue
                asked = next(one for one in people if one.key == game.keys[v.actors(state)[0]])
                assert asked.auditor.state is not None
                state = asked.auditor.state
            seat, action = (choose or anything)(v, state, self.chance)
            person = next(one for one in people if one.key == game.keys[seat])
            answer = self.act(person, notation.text(action), table.number)
            assert isinstance(answer, Done), (answer, notation.text(action))
            count[notation.text(action).split(" ")[0]] += 1
            self.ms += 7
        return count


class SealedHarness(TableHarness):
    """The same; its tables have a sealed deck."""

    def table(self, names: Iterable[str], variant: str = "keilty", **options: object) -> tuple[int, list[Person]]:
        more = {"offer_seconds": 10} if variant == "crummy" else {}  # which a sealed deck asks for
        return super().table(names, variant, **{"deck": "sealed", **more, **options})


def remembered(check: Callable[..., None]) -> Callable[..., None]:
    """The same check, made once for the same arguments: in tests all programs are in one process."""
    held = set[bytes]()

    def checked(*args: object) -> None:
        mark = sha256(repr(args).encode()).digest()
        if mark not in held:
            check(*args)
            held.add(mark)

    return checked


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


def quickly(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Whatever is laid is laid, and else a card is drawn: rounds end soon."""
    seat = variety.actors(state)[0]
    legal = [one for one in variety.legal(state, seat) if not isinstance(one, CallRummy)]
    plays = [one for one in legal if notation.text(one).split(" ")[0] not in ("draw", "take", "throw", "pass", "want")]
    draws = [one for one in legal if isinstance(one, Draw)]
    return seat, variety.explicit(state, seat, chance.choice(plays or draws or legal))


def only_drawing(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Draw and throw, and else only what must be: the stock runs out again and again."""
    seat = variety.actors(state)[0]
    legal = [one for one in variety.legal(state, seat) if isinstance(one, Draw | ThrowOut | Pass)]
    return (seat, legal[0]) if legal else anything(variety, state, chance)


def audited(person: Person) -> Auditor:
    """The person's own check of the whole log, against which nothing is left to be said."""
    assert person.auditor.cheat is None and not person.blames
    return person.auditor


def full(table: Table) -> State:
    """The position as its host has it."""
    assert table.game is not None and table.game.play is not None
    return table.game.play.full


def on_turn(table: Table, people: Sequence[Person]) -> Person:
    """Who has to act."""
    (seat,), game = table.variety.actors(full(table)), table.game
    return next(one for one in people if game is not None and one.key == game.keys[seat])


def entries(person: Person) -> list[Entry]:
    """The log as this person got it."""
    return [read_entry(data) for data, _ in person.entries]


def snapshot(hall: TableHarness) -> object:
    """All that a refused request must leave as it was."""
    tables = []
    for table in hall.lobby.tables.values():
        game = table.game
        seats = [(n, s.key, s.ready, s.connected, s.bot) for n, s in table.seating.seats.items()]
        at = None
        if game is not None:
            gathering = game.dealer.gathering
            waits = gathering and (gathering.what, gathering.missing)
            play = game.play and game.play.full
            ledger = attributes(game.game_log.ledger)
            at = (game.game_log.newest, waits, play, game.dealer.busy, sorted(game.dealer.away), ledger)
        tables.append((table.number, table.stage, seats, dict(table.seating.watchers), table.bots.coming, at))
    rows = sum(not isinstance(row, InputRecorded | Checkpoint) for row in hall.rows)
    return tables, rows, dict(hall.clocks), len(hall.spawned)
