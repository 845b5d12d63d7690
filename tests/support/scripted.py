"""What people do at a table, line by line, and under each line all that the host did because of it.

A line at the margin is done; what is indented follows from it: per input its effects, in their order. With brackets
around a line nothing is told. ``kept`` is an input's row in the journal, ``#`` an entry, ``*`` a timer and its time,
``<`` what people are sent: of a table, what has changed since it was shown last. Bytes are names of people, or ``~``.
"""

import shlex
import textwrap
from ast import literal_eval
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
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire import messages
from rummynet_protocol.wire.messages import AskLog, Create, Done, Here, LogEntry, Submit, TableShown
from tests.support import people
from tests.support.people import Person, SealedHarness, TableHarness, audited, full, signer
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


class Script:
    """Does lines; ``told`` are they with what came of them."""

    def __init__(self) -> None:
        self.hall = TableHarness()
        self.hall.lobby = TellingLobby(self.hall.house)
        self.told: list[str] = []
        self._shown: dict[str, object] = {}
        self._running = set[object]()
        self._signed: dict[bytes, Submit] = {}

    def run(self, lines: Sequence[str]) -> None:
        """All lines, of which the indented ones count for nothing."""
        for line in lines:
            if line and not line.startswith(" "):
                self.told.append(line)
                self._do(*shlex.split(line.strip("()"), comments=True))
                news = [*self._news()]  # also where nothing is told: a table is shown by what changes
                for one in () if line.startswith("(") else news:
                    self.told += textwrap.wrap(
                        one, 116, initial_indent="  ", subsequent_indent="    ", break_long_words=False,
                        break_on_hyphens=False,
                    )  # fmt: skip
        assert all(audited(person) for person in self.hall.people.values())

    # -- what is done

    def _do(self, word: str = "#", *rest: str) -> None:
        match word, *rest:
            case "hall", *_:
                given = _fields(rest)
                kind, seed = SealedHarness if given.pop("sealed", False) else TableHarness, given.pop("seed", 1)
                self.hall = kind(Limits(**given), seed)
                self.hall.lobby = TellingLobby(self.hall.house)
            case "table" | "game" as kind, variant, *more:
                names, options = [one for one in more if "=" not in one], [one for one in more if "=" in one]
                getattr(self.hall, kind)(names, variant, **_fields(options))
            case "#", *_:
                pass
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
            case ("speaks",):
                person.silent = set()
                hall.ask(person, Here(person.request(), 1))
                for owed in person.owed(1):
                    hall.ask(person, owed)
            case ("ready",):
                hall.ask(person, person.ready(1))
            case "act", *do:
                hall.act(person, " ".join(do))
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
                fields = _fields(options)
                hall.ask(person, Create(person.request(), variant, fields, "", fields.pop("closed", False)))
            case kind, *_:
                hall.ask(person, getattr(messages, kind)(person.request(), 1, *(self._value(one) for one in args)))

    def _call(self, person: Person) -> str:
        table, seat = self.hall.lobby.tables[1], audited(person).me_seat or 0
        calls = [one for one in table.variety.legal(full(table), seat) if isinstance(one, CallRummy)]
        return notation.text(table.variety.explicit(full(table), seat, calls[0]))

    def _named(self, name: str) -> Person:
        return next(one for one in self.hall.people.values() if one.name == name)

    def _value(self, word: str) -> object:
        return self._named(word).key if word[:1].isupper() and word != "None" else _literal(word)

    # -- what came of it

    def _news(self) -> Iterator[str]:
        lobby = self.hall.lobby
        assert isinstance(lobby, TellingLobby)
        for told, inputs in groupby(lobby.took, lambda one: "; ".join(self._effects(*one))):
            yield f"{', '.join(self._input(came, ms) for came, ms, _ in inputs)}: {told}"
        lobby.took.clear()

    def _input(self, came: Input, ms: int) -> str:
        match came:
            case RequestReceived(key, Submit(what=what, payload=payload)):
                said = read_statement(what, payload)
                return f"{self._text(key)} {said.what if isinstance(said, PartGiven) else what}"
            case RequestReceived(key, request):
                return f"{self._text(key)} {request.kind}"
            case TimerExpired(timer):
                return f"{ms} {_timer(timer)}"
        return f"{type(came).__name__} {self._values(came, ())}"

    def _effects(self, came: Input, _: int, effects: Sequence[Effect]) -> Iterator[str]:
        for effect in effects:
            yield from self._effect(effect, getattr(came, "key", None))

    def _effect(self, effect: Effect, by: object) -> Iterator[str]:
        match effect:
            case api.Append(EntryLogged(_, _, index, entry)):
                read = read_entry(entry)
                yield f"#{index} {read.kind} {self._values(read, ('options', 'at'))}"
            case api.Append(InputRecorded()):
                yield "kept"
            case api.Append(row):
                yield f"+{type(row).__name__} {self._values(row, ('limits', 'options', 'host', 'unix', 'body'))}"
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
            case api.Send(to, TableShown() as message):
                seats = [
                    f"{n} {name}{'!' * ready}{'?' * (not here)}{'*' * bot}"
                    for n, _, name, ready, here, bot in message.seats
                ]
                fields = {name: self._text(getattr(message, name)) for name in message.__struct_fields__}
                fields |= {"seats": f"[{', '.join(seats)}]"}
                changed = [f"{name}={value}" for name, value in fields.items() if self._shown.get(name) != value]
                self._shown = dict(fields)
                yield f"{self._names(to)}<table {' '.join(changed)}"
            case api.Send(to, message):
                without = ("n",) if isinstance(message, Done) else ("n", "table")
                yield f"{self._names(to)}<{message.kind} {self._values(message, without)}"
            case api.SendEntries(to, _, _, start, rows):
                yield f"{self._text(to)}<entries {start}+{len(rows)}"
            case api.OperatorNote(_, says):
                yield f"note {says}"
            case _:
                yield f"{type(effect).__name__} {self._values(effect, ())}"

    def _names(self, keys: Sequence[bytes]) -> str:
        return "all" if {*keys} == {*self.hall.people} else "+".join(map(self._text, keys))

    def _values(self, value: Value, without: Sequence[str]) -> str:
        shown = [name for name in value.__struct_fields__ if name not in without]
        return " ".join(self._text(getattr(value, name)) for name in shown)

    def _text(self, value: object) -> str:
        match value:
            case None:
                return "-"
            case bool() | int() | str():
                return str(value)
            case bytes():
                return self.hall.people[value].name if value in self.hall.people else "~"
            case dict():
                return "~"
            case tuple() | list():
                shown = [*map(self._text, value)]
                return "~" if shown and {*shown} == {"~"} else f"[{' '.join(shown)}]"
        assert isinstance(value, Value)
        return f"{type(value).__name__} {self._values(value, ())}"


def _timer(timer: api.TimerId) -> str:
    return f"*{timer.kind}{timer.seat if timer.kind in ('wait', 'warn', 'grace') else ''}"


def _fields(words: Sequence[str]) -> dict[str, Any]:
    return {name: _literal(value) for name, _, value in (word.partition("=") for word in words)}


def _literal(word: str) -> object:
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError):
        return word
