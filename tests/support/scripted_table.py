"""A script of one table: per input its effects.

``kept`` is an input's row in the journal, ``#`` an entry, ``*`` a timer and its time, ``<`` what people are sent.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from rummynet.table.api import effects as api
from rummynet.table.api.effects import Effect
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import (
    BotFailed,
    BotStarted,
    Connected,
    HostRestarted,
    Input,
    RequestReceived,
    TimerExpired,
)
from rummynet.table.api.records import EntryLogged, InputRecorded
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.fairness.entries import read_entry
from rummynet_protocol.fairness.statements import PartGiven, read_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire import messages
from rummynet_protocol.wire.messages import AskLog, Create, Done, Here, LogEntry, Submit
from tests.support import people
from tests.support.people import Person, SealedHarness, TableHarness, audited, full, signer
from tests.support.scripted import Script, fields, literal
from tests.table.test_joining import keen
from tests.table.test_resume import restart

CHOICES: Final[dict[str, Callable[..., Any]]] = {
    "anything": people.anything,
    "drawing": people.only_drawing,
    "quickly": people.quickly,
    "quietly": people.quietly,
    "keen": keen,
}


class TellingLobby(Lobby):
    """A lobby that remembers what came to it and what it did."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401
        super().__init__(*args)
        self.took: list[tuple[Input, int, list[Effect]]] = []

    def take_input(self, input: Input, ms: int, unix: int) -> list[Effect]:
        """As ``Lobby.take_input``."""
        effects = super().take_input(input, ms, unix)
        self.took.append((input, ms, effects))
        return effects


class TableScript(Script):
    """At tables without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = TableHarness()
        self.hall.lobby = TellingLobby(self.hall.house)
        self._running = set[object]()
        self._signed: dict[bytes, Submit] = {}

    def run(self, lines: Sequence[str]) -> None:
        """All lines; no player holds anything against the log."""
        super().run(lines)
        assert all(audited(person) for person in self.hall.people.values())

    # -- what is done

    def do(self, word: str, *rest: str) -> None:
        match word, *rest:
            case "hall", *_:
                given = fields(rest)
                kind, seed = SealedHarness if given.pop("sealed", False) else TableHarness, given.pop("seed", 1)
                self.hall = kind(Limits(**given), seed)
                self.hall.lobby = TellingLobby(self.hall.house)
            case "table" | "game" as kind, variant, *more:
                names, options = [one for one in more if "=" not in one], [one for one in more if "=" in one]
                getattr(self.hall, kind)(names, variant, **fields(options))
            case "late", millis:  # the host is busy: nothing rings
                self.hall.ms += int(millis)
            case "wait", millis:
                self.hall.advance(int(millis))
            case "play", count, how:
                table, everybody = self.hall.lobby.tables[1], [*self.hall.people.values()]
                for _ in range(int(count)):
                    held = self.hall.clocks.get(api.TimerId(1, "hold"))
                    if held is not None:
                        self.hall.advance(held - self.hall.ms)
                    elif table.running is not None and not table.running.dealer.busy:
                        self.hall.play(table, everybody, 1, CHOICES[how])
            case "restart", *_:
                restart(self.hall)
            case "moved", *_:
                self.hall.take(HostRestarted(1, has_moved=True))
            case "started", name:
                bot = self.hall.people[signer(name).public] = Person(name, lambda: self.hall.ms)
                self.hall.take(BotStarted(1, bot.key))
            case "rings", kind, *seat:
                self.hall.take(TimerExpired(api.TimerId(1, kind, *map(int, seat))))  # type: ignore[arg-type]
            case "failed", name:
                self.hall.take(BotFailed(1, None if name == "None" else signer(name).public))
            case name, "comes":
                self.hall.person(name)
            case name, verb, *args:
                self._person_does(self._named(name), verb, args)

    def _person_does(self, person: Person, verb: str, args: Sequence[str]) -> None:
        hall = self.hall
        match verb, *args:
            case "renames", name:
                hall.take(Connected(person.key, name))
            case ("lose",):
                hall.lose(person)
            case ("back",):
                hall.back(person)
                if person.auditor.index:
                    hall.ask(person, AskLog(person.request(), 1, person.auditor.index))
            case "silent", *kinds:
                person.silent = set(kinds)
            case "speaks", *but:
                person.silent = set(but)
                hall.ask(person, Here(person.request(), 1))
                for owed in person.owed(1):
                    hall.ask(person, owed)
            case "gives", *but:
                person.silent = set()
                due, person.silent = person.owed(1), set(but)
                for owed in due:
                    hall.ask(person, owed)
            case ("ready",):
                hall.ask(person, person.ready(1))
            case "act", *do:
                hall.act(person, " ".join(do))
            case "at", ms, *do:  # by its clock
                signed = replace(person.renewed(person.acting(" ".join(do))), t=int(ms))
                hall.ask(person, person.submit(1, signed, renew=False))
            case "prove", *do:
                hall.ask(person, person.submit(1, person.acting(" ".join(do)), blob=b"proof"))
            case "part", what:
                hall.ask(person, person.part(1, what, person.auditor.head, b"part"))
            case "sign", *do:
                self._signed[person.key] = person.submit(1, person.acting(" ".join(do)))
            case ("call",):
                hall.act(person, self._call(person))
            case ("send",):
                hall.ask(person, person.again(self._signed[person.key]))
            case ("again",):
                hall.ask(person, person.again(person.sent[-1]))
            case "ready", "again":
                hall.ask(person, replace(person.consents[-1], n=person.request()))
            case "vote", about, *no:
                hall.vote(person, audited(self._named(about)).me_seat or 0, yes=not no)
            case "bot", name, level:
                hall.seats_bot(person, 1, name, level)
            case "creates", variant, *options:
                given = fields(options)
                hall.ask(person, Create(person.request(), variant, given, "", given.pop("closed", False)))
            case kind, *_:
                hall.ask(person, getattr(messages, kind)(person.request(), 1, *(self._value(one) for one in args)))

    def _call(self, person: Person) -> str:
        table, seat = self.hall.lobby.tables[1], audited(person).me_seat or 0
        calls = [one for one in table.variety.legal(full(table), seat) if isinstance(one, CallRummy)]
        return notation.text(table.variety.explicit(full(table), seat, calls[0]))

    def _named(self, name: str) -> Person:
        return next(one for one in self.hall.people.values() if one.name == name)

    def _value(self, word: str) -> object:
        return self._named(word).key if word[:1].isupper() and word != "None" else literal(word)

    # -- what came of it

    def news(self) -> Iterator[str]:
        lobby = self.hall.lobby
        assert isinstance(lobby, TellingLobby)
        for told, inputs in groupby(lobby.took, lambda one: "; ".join(self._effects(*one))):
            yield f"{', '.join(self._input(came, ms) for came, ms, _ in inputs)}: {told}"
        lobby.took.clear()

    def _input(self, came: Input, ms: int) -> str:
        match came:
            case RequestReceived(key, Submit(what=what, payload=payload)):
                said = read_statement(what, payload)
                return f"{self.text(key)} {said.what if isinstance(said, PartGiven) else what}"
            case RequestReceived(key, request):
                return f"{self.text(key)} {request.kind}"
            case TimerExpired(timer):
                return f"{ms} {_timer(timer)}"
        return f"{type(came).__name__} {self.values(came)}"

    def _effects(self, came: Input, _: int, effects: Sequence[Effect]) -> Iterator[str]:
        for effect in effects:
            yield from self._effect(effect, getattr(came, "key", None))

    def _effect(self, effect: Effect, by: object) -> Iterator[str]:
        match effect:
            case api.Append(EntryLogged(_, _, index, entry)):
                read = read_entry(entry)
                yield f"#{index} {read.kind} {self.values(read, 'options', 'at')}"
            case api.Append(InputRecorded()):
                yield "kept"
            case api.Append(row):
                yield f"+{type(row).__name__} {self.values(row, 'limits', 'options', 'host', 'unix', 'body')}"
            case api.StartTimer(timer, millis):
                self._running.add(timer)
                yield f"{_timer(timer)} {millis}"
            case api.StopTimer(timer):
                if timer in self._running:  # to stop one that does not run is nothing
                    self._running.discard(timer)
                    yield f"{_timer(timer)} stops"
            case api.Send(to, LogEntry(index=index)):
                yield f"#{index}>{self._names(to)}"
            case api.Send((key,), Done(table=None)) if key == by:
                yield "done"
            case api.Send(to, message):
                yield f"{self._names(to)}<{self.message(message)}"
            case api.SendEntries(to, _, _, start, rows):
                yield f"{self.text(to)}<entries {start}+{len(rows)}"
            case api.OperatorNote(_, says):
                yield f"note {says}"
            case _:
                yield f"{type(effect).__name__} {self.values(effect)}"

    def _names(self, keys: Sequence[bytes]) -> str:
        return "all" if {*keys} == {*self.hall.people} else "+".join(map(self.name, keys))

    def name(self, key: bytes) -> str:
        """Whose key this is."""
        return self.hall.people[key].name if key in self.hall.people else "~"


def _timer(timer: api.TimerId) -> str:
    return f"*{timer.kind}{timer.seat if timer.kind in ('wait', 'warn', 'grace') else ''}"
