"""Players without a network: each checks the log with an auditor and signs what it owes, as a real client does.

What the host refuses is held against the log from then on, and the log's time against the player's own.

``TableHarness`` plays the outermost layer: it feeds a lobby, keeps its clocks by hand, and delivers what is told.
"""

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
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
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw, Pass, ThrowOut
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, statement_hash
from rummynet_protocol.fairness.entries import Entry, Envelope, Nonces, Seated, Voided, Voted, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    Voting,
    pack_statement,
    read_statement,
)
from rummynet_protocol.fairness.transcript import RefusalRecord, SignedStatement
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
    View,
)
from tests.support.card_names import codes, foreseen, seen_in
from tests.support.journal import attributes

Choose = Callable[[Variety, State, random.Random], tuple[int, Action]]
HOST = Signer(b"host" * 8)
START = 1_700_000_000


def signer(name: str) -> Signer:
    return Signer(name.encode().ljust(32, b".")[:32])


class Person:
    """Somebody with a key: sits or watches. ``silent`` kinds of statements are not sent.

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
        self.told: list[Message] = []
        self.answers: list[Message] = []
        self.silent: set[str] = set()
        self.behind = False
        """Was away and has not asked for the log: what comes before that is of no use."""
        self.auditor = Auditor(host=HOST.public, me=self.key)
        self.game = 0
        self.number = 0
        self.sent: list[Submit] = []
        self.consents: list[Ready] = []
        self.chains: dict[bytes, tuple[int, bytes]] = {}
        """By log: number and ``prev`` of the next statement."""
        self.tables: dict[int, TableShown] = {}
        self.signed: dict[bytes, tuple[str, bytes, bytes]] = {}
        """By hash: kind, payload and signature of all that was signed."""
        self.requests: dict[int, tuple[str, bytes, bytes]] = {}
        """By request: kind, payload and signature of the statement in it."""
        self.refusals: list[tuple[SignedStatement, Refused | Dropped]] = []
        self.blobs: dict[bytes, bytes] = {}
        """By the bytes of a statement: what stood beside it."""
        """Every statement that was refused for good, and how."""
        self.dropped: list[Dropped] = []
        self.acknowledged: set[bytes] = set()
        """Heads that a part of ours answered which the host has taken."""
        """Round and seat of every vote."""
        self.nonce = b"n" * 32
        self.entries: list[tuple[bytes, bytes]] = []
        self.shown: set[object] = set()
        """Openings that have come; a log that is asked for brings them again."""
        self._answering = b""
        """The head that our part answers, since the last one was due."""
        self._answers: list[str] = []
        """By void: what became of our part."""
        """Whether the host had taken our part in the shuffle that was voided last."""
        self._held = 0

    def request(self) -> int:
        self.number += 1
        return self.number

    def hear(self, message: Message) -> list[Request]:
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
                    self.game = game
                    self.auditor = Auditor(host=HOST.public, me=self.key)
                    self.entries = []
                    self._held = 0
                if message.index != self.auditor.index:
                    assert message.index < self.auditor.index, "an entry is missing"
                    assert self.entries[message.index] == (message.entry, message.signature)
                    return []
                entry = self.auditor.feed(message.entry, message.signature)
                self.entries.append((message.entry, message.signature))
                self._remember()
                self._hold()
                if isinstance(entry, Seated):
                    self._check_consent(entry)
                if isinstance(entry, Voided):
                    self._answers.append("acknowledged" if self._answering in self.acknowledged else "silent")
                # The own part is put aside by an own vote; another's asks for nothing.
                is_others = isinstance(entry, Voted) and entry.seat != self.auditor.me_seat
                return [] if is_others else self.owed(message.table)
            case Openings():
                seat = self.auditor.me_seat
                assert seat is not None
                for row in message.cards:
                    if row not in self.shown and not self.auditor.is_shown:
                        self.auditor.learn(seat, message.round, message.epoch, row)
                    self.shown.add(row)
            case Done(n=n):
                self._taken(n)
                self.answers.append(message)
            case Refused(n=n, signed=signed):
                if signed is not None:
                    self._refused(self.requests[n], message)
                self.answers.append(message)
            case Dropped(statement=name):
                self.dropped.append(message)
                self._refused(self.signed[name], message)
            case View():
                self.answers.append(message)
        return []

    def _refused(self, statement: SignedStatement, answer: Refused | Dropped) -> None:
        self.refusals.append((statement, answer))
        self._hold()

    def _remember(self) -> None:
        """A program that was started anew goes on after what the log holds of it."""
        a = self.auditor
        newest = a.order.newest.get(self.key)
        if newest is not None and newest.n >= self.chains.get(a.log, (0, b""))[0]:
            self.chains[a.log] = newest.n + 1, newest.hash

    def _hold(self) -> None:
        """Hold what was refused against the log, once the log knows us, and the log's time against our clock."""
        a = self.auditor
        bound = a.time.get(self.key)
        assert bound is None or not bound.leads(self.clock, self.now(), a.clock), "log time leads ours"
        if a.me_seat is None:
            return
        for statement, answer in self.refusals[self._held :]:
            if read_statement(*statement[:2]).log == a.log:
                assert answer.head is not None and answer.signed is not None
                if not a.knows_head(answer.head):
                    return  # we have missed entries: a refusal is judged once the log has come that far
                shown = answer.evidence
                evidence = NO_EVIDENCE if shown is None else statement_hash(*shown[:2])
                by_host = answer.code, answer.signed, answer.head
                blob = self.blobs.get(statement[1], b"") if answer.code == "wrong_statement" else b""
                a.refuse(RefusalRecord(a.me_seat, *statement, *by_host, evidence, shown, blob))
            self._held += 1

    def _taken(self, n: int) -> None:
        """The host has acknowledged a request; if that was a part in a ceremony, it has answered."""
        if n in self.requests:
            kind, payload, _ = self.requests[n]
            self.acknowledged.add(read_statement(kind, payload).head)

    def _check_consent(self, entry: Seated) -> None:
        """Our own consent in the log is one we have signed."""
        seat = self.auditor.me_seat
        mine = None if seat is None else self._consent_in(entry, seat)
        assert mine is None or not self.signed or ("ready", *mine) in self.signed.values()

    def _consent_in(self, entry: Seated, seat: int) -> tuple[bytes, bytes] | None:
        seats = entry.joining if self.auditor.round else tuple(range(len(entry.players)))
        return entry.ready[seats.index(seat)] if seat in seats else None

    def owed(self, table: int) -> list[Request]:
        expects, seat = self.auditor.expects, self.auditor.me_seat
        if expects is None or seat is None:
            return []
        self._answering = expects.head
        if expects.owed.kind in self.silent:
            return []
        return [self.submit(table, self.statement(seat))]

    # -- what it signs

    def next(self, log: bytes, head: bytes) -> tuple[bytes, int, bytes, bytes, bytes, int]:
        """The fields that every statement begins with."""
        n, prev = self.chains.get(log, (0, bytes(32)))
        return log, n, prev, head, self.clock, self.now()

    def sign(self, statement: Statement) -> Envelope:
        """Sign it as it is; the next one follows on it."""
        payload = pack_statement(statement)
        name = statement_hash(statement.kind, payload)
        signature = self.signer.sign(statement.kind, payload)
        self.signed[name] = statement.kind, payload, signature
        self.chains[statement.log] = statement.n + 1, name
        return payload, signature

    def renewed(self, statement: Statement) -> Statement:
        """The same as our next statement, signed now."""
        log, n, prev, _, clock, t = self.next(statement.log, statement.head)
        return replace(statement, log=log, n=n, prev=prev, clock=clock, t=t)

    def statement(self, seat: int) -> Statement:
        a, expects = self.auditor, self.auditor.expects
        assert expects is not None and a.session is not None
        common = self.next(a.log, expects.head)
        if expects.owed is NonceCommitted:
            commit = fair.nonce_commit(a.log, seat, self.key, self.nonce)
            return NonceCommitted(*common, seat, commit)
        if expects.owed is NonceShown:
            return NonceShown(*common, fair.nonce_set(a.log, a.session.nonce_commits), self.nonce)
        if expects.owed is Committed:
            commits = tuple(fair.seat_commit(e.deal, seat, self.key, self.x(e.deal)) for e in expects.epochs)
            count = len(a.open_voids)
            answered = tuple(self._answers[-count:]) if count else ()
            return Committed(*common, a.session.id, expects.round, expects.epochs[0].number, commits, answered)
        (epoch,) = expects.epochs
        if expects.owed is Revealed:
            return Revealed(*common, a.session.id, epoch.deal, epoch.cset, self.x(epoch.deal))
        return Cosigned(*common, a.session.id, epoch.deal, epoch.deal_root)

    def x(self, deal: bytes) -> bytes:
        return fair.contribution(self.name.encode().ljust(32, b"x")[:32], deal, (b"c" * 32, b"p" * 32), b"n" * 32)

    def submit(self, table: int, statement: Statement, renew: bool = True) -> Submit:
        """A statement as our next one; as it stands unless *renew*."""
        payload, signature = self.sign(self.renewed(statement) if renew else statement)
        made = Submit(self.request(), table, self.game, statement.kind, payload, signature)
        self.asks(made)
        self.sent.append(made)
        return made

    def again(self, sent: Submit, **other: Any) -> Submit:  # noqa: ANN401 - fields of any type
        """The same bytes under a new number."""
        return replace(sent, n=self.request(), **other)

    def asks(self, request: Request) -> None:
        """Remember what is signed in a request that is about to be asked: a refusal of it names it by the number."""
        match request:
            case Submit(what=kind, payload=payload, signature=signature, blob=blob):
                if blob:
                    self.blobs.setdefault(payload, blob)
            case Ready(signed=(payload, signature)):
                kind = "ready"
            case _:
                return
        self.requests[request.n] = kind, payload, signature

    def acting(self, do: str, **other: Any) -> Acting:  # noqa: ANN401 - fields of any type
        a = self.auditor
        assert a.session is not None
        return replace(Acting(*self.next(a.log, a.aim), a.session.id, a.round, do), **other)

    def voting(self, absent: int, yes: bool = True, **other: Any) -> Voting:  # noqa: ANN401 - fields of any type
        return replace(Voting(*self.next(self.auditor.log, self.auditor.head), absent, yes), **other)

    def agreed(self, table: int, **other: Any) -> Agreed:  # noqa: ANN401 - fields of any type
        """Consent to the coming game at a table as it was shown last; while one is played, to come in to that."""
        shown = self.tables[table]
        playing = shown.stage == "playing"
        players = self.newest_players() if playing else tuple((key, name) for _, key, name, *_ in shown.seats)
        keys = {key for _, key, *_, bot in shown.seats if bot}
        bots = [place for place, (key, _) in enumerate(players) if key in keys]
        log = fair.log_id(HOST.public, shown.id, shown.game + (not playing))
        rules = fair.rules_hash(shown.variant, shown.options)
        return replace(Agreed(*self.next(log, shown.before), rules, fair.players_hash(players, bots)), **other)

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
        request = Ready(self.request(), table, self.sign(self.renewed(made) if renew else made))
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
        person.behind = True
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

    def asks_for_bot(self, asker: Person, table: int, name: str) -> Person:
        """A bot that somebody asks for: the host has started it, and it is on its way."""
        self.done(asker, SeatBot, table, "add", "simple")
        bot = self.people[signer(name).public] = Person(name, lambda: self.ms)
        self.take(BotStarted(table, bot.key))
        return bot

    def seats_bot(self, asker: Person, table: int, name: str) -> Person:
        """The same, and it sits down."""
        bot = self.asks_for_bot(asker, table, name)
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

    def play(
        self, table: Table, people: Sequence[Person], acts: int = 100_000, choose: Choose | None = None
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
            play = game.play and (game.play.full, tuple(getattr(game.play, "stock", ())))
            ledger = attributes(game.game_log.ledger)
            at = (game.game_log.newest, waits, play, game.dealer.busy, sorted(game.dealer.away), ledger)
        tables.append((table.number, table.stage, seats, dict(table.seating.watchers), table.bots.coming, at))
    rows = sum(not isinstance(row, InputRecorded | Checkpoint) for row in hall.rows)
    return tables, rows, dict(hall.clocks), len(hall.spawned)
