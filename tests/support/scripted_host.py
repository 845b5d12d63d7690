"""A script of a host with connections in memory, on a clock set by hand.

``=`` is a line of the log, ``+`` a row of the journal, and with a name in front what that connection is sent.
"""

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from rummynet.host.administration import Administration
from rummynet.host.metrics import MetricsCollector
from rummynet.host.ops.host_settings import read_limits
from rummynet_protocol.fairness.entries import read_entry
from rummynet_protocol.wire import messages
from rummynet_protocol.wire.messages import Challenge, Create, LogEntry, Message, Welcome
from tests.support.dialling import Dialler, Doorstep
from tests.support.scripted import Script, fields, literal
from tests.support.web_dialling import fetch, get


class HostScript(Script):
    """At a host whose files are in *folder*."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._log = folder, io.StringIO()
        self._also: list[str] = []
        self._open()
        self._callers: dict[str, Dialler] = {}
        self._heard: dict[str, int] = {}
        self._stands: dict[str, str] = {}
        self._figures: dict[str, str] = {}
        self._dials = 0
        self._head: list[str] = []

    def _open(self, **limits: Any) -> None:  # noqa: ANN401 - as ``Building`` takes them
        self.host = Doorstep(self._folder, self._log, **limits)
        end, code = lambda: self._also.append("the host ends"), lambda table: [f"a code for {table}"]
        self._operator = Administration(self.host.factory, self._folder, self.host.logbook, end, code)

    def run(self, lines: Sequence[str]) -> None:
        """All lines, and the host's end."""
        super().run(lines)
        self.host.close()

    def name(self, key: bytes) -> str:
        """Whose key this is."""
        return next((name for name, one in self._callers.items() if one.person.key == key), "~")

    # -- what is done

    def do(self, word: str, *rest: str) -> None:
        match word, *rest:
            case "host", *_:
                self.host.close()
                bounds, limits = read_limits(fields(rest))
                self._open(bounds=bounds, limits=limits)
            case ("GET" | "HEAD" | "POST") as method, path, *more:
                asked = get(path, **fields(more)).replace(b"GET", method.encode(), 1)
                head, _, body = fetch(self.host, asked).partition(b"\r\n\r\n")
                # wsproto's versions differ here
                head = head.replace(b"Switching Protocols", b"").replace(b": WebSocket", b": websocket")
                status, *lines = head.decode().split("\r\n")
                gone = {line.partition(":")[0] for line in self._head} - {line.partition(":")[0] for line in lines}
                changed = (line for line in lines if line not in self._head)
                self._also = [status, *changed, *(f"no {name}" for name in sorted(gone)), f"{len(body)} bytes"]
                self._head = lines
            case "order", do, *words:
                said = self._operator.answer(json.dumps({"do": do, "words": words}).encode())
                lines = said.get("lines", [f"refused {said.get('refused')}"])
                self._also = [line for line in lines if do != "limits" or line not in self._head]
                self._head = lines
            case "limits", *_:
                self.host.factory.set_bounds(read_limits(fields(rest))[0])
            case "wait", seconds:
                self.host.clock.advance(float(seconds))
            case "closes", number, *why:
                self.host.dispatcher.close_table(int(number), " ".join(why))
            case "says", *line:
                self.host.dispatcher.say_to_tables(" ".join(line))
            case "bans", name:
                self.host.factory.banned.add(self._callers[name].person.key)
            case "ends", *why:
                self.host.factory.close(" ".join(why))
            case ("keeps",):  # bots that are called are on their way from here on
                self.host.dispatcher.bot_manager = Mock()
            case ("figures",):
                samples = (one for family in MetricsCollector(self.host.factory).collect() for one in family.samples)
                now = {
                    f"{one.name.removeprefix('rummynet_')} {' '.join(one.labels.values())}".strip(): str(one.value)
                    for one in samples
                    if one.value and not one.name.endswith(("_build", "_bucket"))
                }
                self._also = [
                    f"{name} {now.get(name, 0)}"
                    for name in now | self._figures
                    if now.get(name) != self._figures.get(name)
                ]
                self._figures = now
            case name, ("dials" | "comes") as how, address, *table:
                self._callers.pop(name, None)
                self._heard[name] = 0
                self._callers[name] = made = self.host.dial(name, address, *map(int, table))
                self._dials += 1
                made.person.clock = self._dials.to_bytes(8, "big")  # by these the cards are shuffled, too
                if how == "comes":
                    self._callers[name].greet()
            case name, verb, *args:
                self._person_does(self._callers[name], verb, args)

    def _person_does(self, caller: Dialler, verb: str, args: Sequence[str]) -> None:
        match verb, *args:
            case ("greets",):
                caller.greet()
            case "sends", data:
                caller.raw(bytes.fromhex(data))
            case ("leaves",):
                caller.hang_up()
            case "stops", "reading":
                caller.protocol.pause_writing()
            case ("reads",):
                caller.protocol.resume_writing()
            case ("ends",):
                caller.protocol.eof_received()
            case ("speaks",):
                caller.person.silent = set()
                caller.say(*caller.person.owed(1))
            case "acts", *do:
                caller.say(caller.person.submit(1, caller.person.acting(" ".join(do))))
            case "ready", table:
                caller.request(messages.Ready, int(table), caller.consent(int(table)))
            case "Create", *_:
                caller.request(Create, args[0], fields(args[2:]), args[1])
            case ("Ping" | "Pong") as kind, number:
                caller.say(getattr(messages, kind)(int(number)))
            case kind, *_:
                made: Any = getattr(messages, kind)
                caller.request(made, *map(literal, args))

    # -- what came of it

    def news(self) -> Iterator[str]:
        busy = True
        while busy:
            self.host.clock.advance(0)
            busy = any([caller.hear() for caller in self._callers.values()])
        yield from (f"= {line.partition(' ')[2]}" for line in self._log.getvalue().splitlines())
        self._log.truncate(self._log.seek(0))
        yield from ["; ".join(self._also)] if self._also else []
        self._also = []
        for name, caller in self._callers.items():
            told, self._heard[name] = caller.told[self._heard[name] :], len(caller.told)
            if told:
                yield f"{name}: {'; '.join(self._said(one, name) for one in told)}"
            wire = caller.wire
            stands = "is cut off" if wire.aborted else "is closed" if wire.closed else "" if wire.reading else "waits"
            if stands != self._stands.get(name, ""):
                yield f"{name} {stands or 'goes on'}"
            self._stands[name] = stands

    def _said(self, message: Message, to: str) -> str:
        match message:
            case Challenge():
                return "challenge"
            case Welcome():
                return f"welcome {message.name}"
            case LogEntry(index=index, entry=entry):
                return f"#{index} {read_entry(entry).kind}"
        return self.message(message, to)
