"""What ``rummynet admin`` asks of a running host, over a UNIX socket in its folder that only its user can open.

A line of JSON each way: ``{"do": "say", "words": ["…"]}``, and ``{"lines": […]}`` or ``{"refused": "…"}``.
"""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from twisted.internet.interfaces import IDelayedCall
from twisted.internet.protocol import ServerFactory
from twisted.protocols.basic import LineOnlyReceiver

from rummynet.far.way_process import NoEngine
from rummynet.files import replace_file
from rummynet.host.connections.host_protocol import HostFactory, HostProtocol
from rummynet.host.ops.host_settings import LIMITS, read_limits
from rummynet.host.ops.logbook import Logbook
from rummynet.operator_socket import SOCKET, socket_path
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import plural_sentence, sentence
from rummynet_protocol.text import clean
from rummynet_protocol.values import asdict
from rummynet_protocol.wire.messages import SAYING

BANNED: Final = "banned"  # the file in the host's folder with a key in hexadecimal on each line
# Of a key in hexadecimal, as `people` shows it: 64 bits, which nobody meets by chance.
KEY_DIGITS: Final = 16
WARNINGS: Final = (30, 10, 5, 1)  # minutes before maintenance at which the tables are told
LONGEST: Final = 24 * 60  # minutes until maintenance, at most: a day


class BadOrder(Refusal):
    """What an operator asks cannot be done; the message says what would work."""

    code = "order"


class Administration:
    """Carries out orders. *end* stops the host; *folder* is where its files are.

    *invite* opens a code for another home, for one table or, with None, for the lobby: ``FarPort.invite``.
    """

    def __init__(
        self,
        factory: HostFactory,
        folder: Path,
        logbook: Logbook,
        end: Callable[[], None],
        invite: Callable[[int | None], list[str]],
    ) -> None:
        """Raises ValueError for a damaged list of banned keys, OSError."""
        self._factory, self._logbook, self._end, self._invite = factory, logbook, end, invite
        self._banned_file = folder / BANNED
        self._calls: list[IDelayedCall] = []  # warnings of a maintenance, and its beginning
        with suppress(FileNotFoundError):
            factory.banned = {bytes.fromhex(line) for line in self._banned_file.read_text().split()}

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to a line."""
        try:
            match json.loads(line):
                case {"do": str(do), "words": list(words)} if all(isinstance(word, str) for word in words):
                    return {"lines": self._carry_out(do, words)}
            raise BadOrder("this is no order")
        except (ValueError, RecursionError):
            return {"refused": "this is no order"}
        except Refusal as refusal:
            return {"refused": str(refusal)}

    def _carry_out(self, do: str, words: Sequence[str]) -> list[str]:
        if do not in ("tables", "people", "far"):  # the port says which code it has opened
            self._logbook.note("an order", do=do, words=list(words))
        match do, list(words):
            case "tables", []:
                return self._tables()
            case "people", []:
                return [self._person_line(one) for one in self._greeted()]
            case "close", [number]:
                return self._close(number, anyway=False)
            case "close", [number, "anyway"]:
                return self._close(number, anyway=True)
            case "say", [_, *_]:
                return self._say(" ".join(words))
            case "remove", [who]:
                return [self._remove(self._person(who))]
            case "ban", [who]:
                one = self._person(who)
                assert one.key is not None
                self._ban(self._factory.banned | {one.key})
                return [self._remove(one), f"banned: {one.key.hex()}"]
            case "unban", [text]:
                if not (found := {key for key in self._factory.banned if key.hex() == text.lower()}):
                    raise BadOrder("this key is not banned; write it as `ban` printed it")
                self._ban(self._factory.banned - found)
                return ["may come again"]
            case "far", []:
                return self._far(None)
            case "far", [number]:
                return self._far(self._table(number))
            case "maintenance", ["off"]:
                return self._maintenance(None)
            case "maintenance", [text]:
                if not 0 <= (minutes := _number(text)) <= LONGEST:
                    raise BadOrder(f"maintenance comes in 0 to {LONGEST} whole minutes; write it as: maintenance 30")
                return self._maintenance(minutes)
            case "limits", changes:
                return self._limits(changes)
        raise BadOrder(f"there is no order {do!r} with these words; rummynet admin --help lists them")

    # -- looking

    def _tables(self) -> list[str]:
        lines = []
        for number, table in sorted(self._factory.dispatcher.lobby.tables.items()):
            seats = table.seating.seats.values()
            people, bots = sum(not one.bot for one in seats), sum(one.bot for one in seats)
            lines.append(
                f"{number}  {table.variety.name}  {table.stage}  people {people}, bots {bots}, "
                f"watching {len(table.seating.watchers)}  {table.name}"
            )
        return lines

    def _greeted(self) -> list[HostProtocol]:
        return sorted((one for one in self._factory.connections if one.key is not None), key=lambda one: one.name)

    def _person_line(self, one: HostProtocol) -> str:
        key = one.key or b""
        tables = self._factory.dispatcher.lobby.tables.values()
        at = ", ".join(str(table.number) for table in tables if key in table.seating.members)
        return f"{key.hex()[:KEY_DIGITS]}  {one.address}  tables {at or '-'}  {one.name}"

    def _person(self, who: str) -> HostProtocol:
        """The connection with this name, or whose key begins like this. Raises BadOrder."""
        found = [
            one
            for one in self._greeted()
            # Fewer digits could be somebody's name, and mean somebody else.
            if who == one.name or (len(who) >= KEY_DIGITS and (one.key or b"").hex().startswith(who.lower()))
        ]
        if len(found) != 1:
            why = "several people are called that" if found else "nobody is connected who is called that"
            raise BadOrder(f"{why}; name the key, as `people` shows it")
        return found[0]

    def _table(self, text: str) -> int:
        """The number of a table. Raises BadOrder."""
        if _number(text) not in self._factory.dispatcher.lobby.tables:
            raise BadOrder("there is no such table here; `tables` lists them")
        return _number(text)

    # -- doing

    def _far(self, table: int | None) -> list[str]:
        try:
            return self._invite(table)
        except NoEngine as problem:
            raise BadOrder(str(problem)) from None

    def _close(self, text: str, *, anyway: bool) -> list[str]:
        dispatcher = self._factory.dispatcher
        table = dispatcher.lobby.tables[self._table(text)]
        if table.stage == "playing" and not anyway:
            raise BadOrder(
                "a game is played there, and would have no end: players' programs remember that of this host; "
                "write `anyway` behind the number to close the table all the same"
            )
        dispatcher.close_table(table.number, sentence("the host's operator closed it"))
        return [f"table {table.number} is closed"]

    def _say(self, text: str) -> list[str]:
        line = clean(text, SAYING)
        if not line:
            raise BadOrder("this text is empty; write some letters")
        told = self._factory.dispatcher.say_to_tables(line)
        return [f"said at {told} tables; people who are at no table do not hear it"]

    def _remove(self, one: HostProtocol) -> str:
        one.goodbye("removed", sentence("the host's operator has ended your connection"))
        return f"removed: {one.name}"

    def _ban(self, keys: set[bytes]) -> None:
        try:
            replace_file(self._banned_file, "".join(key.hex() + "\n" for key in sorted(keys)).encode())
        except OSError as problem:
            raise BadOrder(f"{self._banned_file} cannot be written ({problem.strerror}); make room") from None
        self._factory.banned = keys

    def _maintenance(self, minutes: int | None) -> list[str]:
        """Tell the tables now and again, and end the host after so many minutes; None: do not."""
        running = [call for call in self._calls if call.active()]
        for call in running:
            call.cancel()
        self._calls.clear()
        if minutes is None:
            if running:
                self._factory.dispatcher.say_to_tables(sentence("the host stays open"))
            return ["no maintenance is planned"]
        later = self._factory.reactor.callLater
        for left in (minutes, *(one for one in WARNINGS if one < minutes)):
            self._calls.append(later(60 * (minutes - left), self._warn, left))
        self._calls.append(later(60 * minutes, self._end))
        return [f"the host ends in {minutes} minute{'s' * (minutes != 1)}; games go on when it is started again"]

    def _warn(self, minutes: int) -> None:
        self._factory.dispatcher.say_to_tables(
            plural_sentence(
                "the host closes for maintenance in {minutes} minute; games stay as they are and go on afterwards",
                "the host closes for maintenance in {minutes} minutes; games stay as they are and go on afterwards",
                minutes,
                minutes=minutes,
            )
        )

    def _limits(self, changes: Sequence[str]) -> list[str]:
        """Set limits until the configuration is read again; return those in force."""
        now = self._in_force()
        for change in changes:
            name, _, value = change.partition("=")
            if _number(value) < 0:
                raise BadOrder(f"{change[:40]!r} sets no limit; write it as in tables=50")
            now[name] = _number(value)
        bounds, limits = read_limits(now)
        self._factory.set_bounds(bounds)
        self._factory.context.limits = limits
        return [f"{name} = {value}" for name, value in self._in_force().items()]

    def _in_force(self) -> dict[str, object]:
        values = {**asdict(self._factory.bounds), **asdict(self._factory.context.limits)}
        return {limit.name: values[limit.name] for limit in LIMITS}


def _number(text: str) -> int:
    """The whole number that the text is; else -1, which no order takes."""
    return int(text) if re.fullmatch("[0-9]{1,11}", text) else -1


class Orders(LineOnlyReceiver):
    """A connection of an operator's."""

    delimiter = b"\n"

    def __init__(self, answer: Callable[[bytes], dict[str, Any]]) -> None:
        self._answer = answer

    def lineReceived(self, line: bytes) -> None:
        """One order."""
        self.sendLine(json.dumps(self._answer(line)).encode())  # type: ignore[no-untyped-call]


def listen(reactor: Any, folder: Path, administration: Administration) -> Any:  # noqa: ANN401 - Twisted's own types
    """Take orders there; what a host that was killed left is replaced. Raises CannotListenError, OSError."""
    (folder / SOCKET).unlink(missing_ok=True)
    factory = ServerFactory.forProtocol(partial(Orders, administration.answer))
    return reactor.listenUNIX(socket_path(folder), factory, mode=0o600)
