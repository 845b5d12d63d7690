"""What a crooked host may do to anything that comes in, goes out or is logged: deviations are made of these operators.

An item of a script is ``ID@PLACE:WHO=ARG``. *place* counts what the deviation could have been used on, from 0; for
those that need no occasion it counts seconds since the table was opened. *who* is the person it is aimed at.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, Final

from crooked.world import FAR, PARTS, TABLE, World
from rummynet.table.api.effects import Effects
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.round import Round
from rummynet_protocol import notation
from rummynet_protocol.actions import Want
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.entries import Acted, Entry, Opened, pack_entry, read_entry
from rummynet_protocol.fairness.hashing import SIZE, H
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Acting, PartGiven, read_statement
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import Dropped, LogEntry, Message, Ready, Refused, Request, Submit
from tests.support.fake_host import Guest

_ITEM: Final = re.compile(r"([a-z_.-]+)@(\d+)(?::([A-Za-z0-9]+))?(?:=([\w.-]+))?$")
NEXT: Final = -1  # a request is read when its player has sent another one
SHOWS: Final = ("nothing", "older", "same", "hidden")  # what stands beside an ``order`` as what is newer
OTHER_KEY: Final = Signer(b"\x09" * 32)
OTHERS: Final = {"stage": ("waiting", "playing"), "why": ("turn", "vote", "rule", "played", "voids"),
                 "json": ('{"legal": []}',), "do": ("draw", "pass"), "code": ("stale", "illegal")}  # fmt: skip
"""By field whose words are a closed list: some of them."""
FREE: Final = frozenset({"t", "at", "host_name", "options", "variant", "version"})
"""Fields of entries that are the host's own word, or make a game that nobody knows: to change one gains nothing."""


class Item(Value):
    """One deviation of a script."""

    id: str
    place: int
    who: str = "Ann"
    arg: str = ""

    @property
    def text(self) -> str:
        """As ``--script`` reads it."""
        return f"{self.id}@{self.place}:{self.who}" + (f"={self.arg}" if self.arg else "")


def read_item(text: str) -> Item:
    """Parse an item. Raises ValueError."""
    found = _ITEM.match(text)
    if found is None:
        raise ValueError(f"{text!r} is no item of a script; write ID@PLACE:WHO=ARG")
    return Item(found[1], int(found[2]), found[3] or "Ann", found[4] or "")


def kinds_of(message: Message) -> set[str]:
    """The names by which an operator means a message, general ones too."""
    match message:
        case Ready(signed=signed) if signed is not None:
            return {"ready", "consent"}
        case Submit(what=what):
            statement = read_statement(what, message.payload)
            names = {"submit", what, "any-part" if what in PARTS else "act" if what in ("action", "vote") else what}
            names |= {"shuffle"} if what in PARTS[2:] else set()
            if isinstance(statement, PartGiven):
                names |= {f"part-{statement.what}"}
            if isinstance(statement, Acting):
                names |= {"want"} if isinstance(notation.parse(statement.do), Want) else set()
                names |= {"proven"} if message.blob else set()
            return names
        case LogEntry(index=index) if index != FAR:
            return {"entry", *(f"entry-{one}" for one in kinds_of_entry(read_entry(message.entry)))}
    return {message.kind}


def kinds_of_entry(entry: Entry) -> set[str]:
    """The names by which an operator means an entry."""
    return {entry.kind, "play" if entry.position is None else "draw"} if isinstance(entry, Acted) else {entry.kind}


class Deviation:
    """One deviation at work. It does something once, when its place comes, or from then on."""

    world: World
    item: Item

    def __init__(self) -> None:
        self.on = False  # its place has come
        self.seen = 0
        self.kept: list[Any] = []  # what it remembers

    def bind(self, world: World, item: Item) -> "Deviation":
        """Hang on the world."""
        self.world, self.item = world, item
        self.start()
        return self

    def start(self) -> None:
        """Hang on what it waits for."""

    @property
    def guest(self) -> Guest:
        """The person it is aimed at."""
        return self.world.guest(self.item.who)

    @property
    def seat(self) -> int | None:
        """The seat of that person."""
        return self.world.seat(self.guest)

    def is_whose(self, guest: Guest) -> bool:
        """Whether it is aimed at this person."""
        return guest.name == self.item.who

    def is_due(self, times: float = 1) -> bool:
        """One more occasion: whether it is that of the script, or one of the first so many from there."""
        self.seen += 1
        self.on = self.on or self.seen > self.item.place
        return self.item.place < self.seen <= self.item.place + times

    @property
    def game(self) -> HostedGame | None:
        """The game that the host plays."""
        table = self.world.table
        return table.game if table is not None and table.stage == "playing" else None

    @property
    def round(self) -> Round | None:
        """Its round, once it is dealt and while it can be acted in."""
        game = self.game
        if game is None or game.ended or game.dealer.busy or game._dealt_round is None or game._dealt_round.is_over:
            return None
        return game._dealt_round

    @property
    def is_on_turn(self) -> bool:
        """Whether the person is on turn."""
        return self.round is not None and self.seat is not None and self.round.play.full.turn == self.seat

    def effects(self) -> Effects:
        """Effects that the host makes of its own will."""
        return Effects(self.world.ms, 1_700_000_000 + self.world.ms // 1000)

    def run(self, effects: Effects) -> None:
        """Have them done."""
        self.world.carry_out(effects.items)
        self.world.settle()

    def told(self, change: Callable[[Message], list[Message] | None]) -> None:
        """From now on what this person is told goes through this."""
        self.world.told_hooks.append(lambda guest, message: change(message) if self.is_whose(guest) else None)

    def asked(self, handles: Callable[[Request], bool]) -> None:
        """From now on what this person asks for goes through this."""
        self.world.asked_hooks.append(lambda guest, request: self.is_whose(guest) and handles(request))

    def silence(self, *kinds: type[Message]) -> None:
        """From now on this person is not told this."""
        self.told(lambda message: [] if isinstance(message, kinds) else None)

    def hold(self, millis: int, *, pongs: bool) -> None:
        """For so long nothing reaches this person, or only pongs."""
        self.world.held[self.guest.signer.public] = (self.world.true + millis, [])
        self.world.pongs_pass |= {self.guest.signer.public} if pongs else set()

    def read(self, request: Request, guest: Guest | None = None) -> None:
        """The tables get a request of this person."""
        self.world.take(RequestReceived((guest or self.guest).signer.public, request))


Act = Callable[[Deviation, str], bool]


class AtSecond(Deviation):
    """The host does something unasked; it needs no occasion but a second. *act* returns whether it could be done."""

    def __init__(self, act: Act, arg: str) -> None:
        super().__init__()
        self.act, self.arg = act, arg

    def start(self) -> None:
        self.world.moments.append(self._moment)

    def _moment(self) -> None:
        if not self.on and self.world.true // 1000 >= self.item.place:
            self.on = self.act(self, self.arg)


class AtRequest(Deviation):
    """What somebody sends is read late or never, answered otherwise than it should be, or read in spite of its answer.

    *words*: ``done`` or the code of a refusal (with ``U`` behind it unsigned) is the answer; so many seconds later or
    at the ``next`` one it is read, if *reads* at all; ``on``, ``twice``: more than once; ``all``: what comes behind it
    waits too; ``mute``: nor is a ping answered. Then the host does something else.
    """

    def __init__(
        self, kind: str, words: str = "", *, reads: bool = False,
        when: Callable[[Deviation], object] | None = None, then: Callable[[Deviation, Any], object] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        found = re.findall(r"\d+|[a-z_]+U?", words)
        self.kind, self.when, self.then, self.words = kind, when, then, frozenset(found)
        self.times = inf if "on" in found else 1 + ("twice" in found)
        seconds = next((int(one) for one in found if one.isdigit()), 0)
        self.millis = None if not reads else NEXT if "next" in found else 1000 * seconds
        flags = ("on", "twice", "all", "mute", "next", *SHOWS)
        self.answer = next((one for one in found if not one.isdigit() and one not in flags), "")

    def start(self) -> None:
        self.asked(self._handles)

    def _handles(self, request: Request) -> bool:
        if isinstance(request, Submit) and request.payload in self.kept:
            return True
        kinds = kinds_of(request)
        if self.kind in kinds and self.kept and isinstance(self.kept[0], Request):
            self._read(self.kept.pop())
            return False
        if self.kind not in kinds or not (self.when is None or self.when(self)) or not self.is_due(self.times):
            return False
        if not self._answers(request):
            return False
        if "mute" in self.words:
            self.world.keeps_pongs = self.is_whose
        if self.millis is None:
            # A program sends its part again after each absence.
            self.kept += [request.payload] if self.kind.startswith("part-") and isinstance(request, Submit) else []
        elif self.millis == NEXT:
            self.kept.append(request)
        elif self.millis:
            self.world.after(self.millis, lambda: self._read(request))
            if "all" in self.words:
                self.world.read_late(self.guest, self.millis)
        else:
            self._read(request)
        if self.then is not None and not self.millis:
            self.then(self, request)
        return True

    def _read(self, request: Request) -> None:
        self.world.muted |= {(self.guest.signer.public, request.n)} if self.answer or not self.millis else set()
        self.read(request)
        if self.then is not None and self.millis:
            self.world.settle()
            self.then(self, request)

    def _answers(self, request: Request) -> bool:
        """Answer it. Returns whether that can be done."""
        code = self.answer.removesuffix("U")
        if code == "done":
            self.world.answer_done(self.guest, request)
        elif code and isinstance(request, Submit | Ready):
            shows = next((one for one in SHOWS if one in self.words), "")
            forgets = self.millis is not None or bool(shows)  # else the tables would refuse it themselves
            signed = code == self.answer
            return self.world.refuse(self.guest, request, code, signed=signed, forgets=forgets, shows=shows)
        elif code:
            self.world.tell(self.guest.signer.public, Refused(request.n, code, "no", None, None))
        return True


def refuse_after_all(deviation: Deviation, request: Any, code: str = "stale") -> None:  # noqa: ANN401
    """Refuse what was acknowledged, or left open, under the host's signature."""
    game, key, world = deviation.game, deviation.guest.signer.public, deviation.world
    if game is None:
        return
    try:
        received = game.statements.read_signed(key, request.what, request.payload, request.signature)
        signed = game.statements.refuse(received, code)
    except (RummynetError, RuntimeError):  # of another game, or logged by now
        return
    says = "something else happened"
    world.tell(key, Dropped(TABLE, game.number, received.hash, code, says, signed.signature, signed.head))


class AtMessage(Deviation):
    """What one person is told is left out, or another than the others are told."""

    def __init__(
        self, kind: str, change: Callable[[Deviation, Any], list[Message] | None], *, on: bool = False
    ) -> None:
        super().__init__()
        self.kind, self.change, self.times = kind, change, inf if on else 1

    def start(self) -> None:
        self.told(self._told)

    def _told(self, message: Message) -> list[Message] | None:
        is_meant = self.kind in kinds_of(message) and self.is_due(self.times)
        return self.change(self, message) if is_meant else None


def delay(seconds: str) -> Callable[[Deviation, Message], list[Message]]:
    """It comes so much later than what comes behind it."""

    def change(deviation: Deviation, message: Message) -> list[Message]:
        deviation.world.after(1000 * int(seconds), lambda: deviation.world.post(deviation.guest, message))
        return []

    return change


def swap(deviation: Deviation, message: Message) -> list[Message]:
    """Another person is told it."""
    others = (one for one in (*deviation.world.people, *deviation.world.bots) if not deviation.is_whose(one))
    deviation.world.post(next(others), message)
    return []


def alter(path: str) -> Callable[[Deviation, Message], list[Message] | None]:
    """A message, or the entry in it, is made otherwise and signed again; without a path by another key."""

    def change(deviation: Deviation, message: Message) -> list[Message] | None:
        if not isinstance(message, LogEntry):
            return [other(message, path)]
        game = deviation.game
        heads = game.game_log.ledger._signatures.heads if game is not None else {}
        before = next((head for head, (at, _) in heads.items() if at == message.index - 1), None)
        if before is None:
            return None
        data = pack_entry(other(read_entry(message.entry), path)) if path else message.entry
        signed = (deviation.world.signer if path else OTHER_KEY).sign("head", next_head(before, data))
        deviation.world.misled.add(deviation.item.who)
        return [replace(message, entry=data, signature=signed)]

    return change


def other(value: Any, path: str) -> Any:  # noqa: ANN401 - a message or an entry
    """The same with another value at the place that the path names; itself where that cannot be."""
    try:
        changed = _changed(value, *path.split("."))
        is_message = isinstance(value, Message)
        return read_message(pack_message(changed)) if is_message else read_entry(pack_entry(changed))
    except (RummynetError, ValueError, TypeError, AttributeError, LookupError, OverflowError):
        return value


def _changed(value: Any, name: str, *deeper: str) -> Any:  # noqa: ANN401
    was = getattr(value, name) if isinstance(value, Value) else value[int(name)]
    new = (
        _changed(was, *deeper)
        if deeper
        else _other(was, next((one for one in OTHERS.get(name, ()) if one != was), None))
    )
    if isinstance(value, Value):
        return replace(value, **{name: new})
    return (*value[: int(name)], new, *value[int(name) + 1 :])


def _other(was: Any, word: str | None) -> Any:  # noqa: ANN401 - whatever a field holds
    match was:
        case str():
            return word or was + "a"
        case bool():
            return not was
        case int() | None:
            return (was or 0) + (was is not None)
        case bytes() if len(was) == SIZE:
            return H("mix", was)
        case bytes() if was:
            return bytes([was[0] ^ 1]) + was[1:]
        case tuple() if was:
            turned = (*was[1:], was[0])
            return turned if turned != was else (_other(was[0], None), *was[1:])
    return was


Forge = Callable[[Deviation, HostedGame, Any], Sequence[Entry] | None]


class AtEntry(Deviation):
    """An entry is made otherwise than the rules and the statements make it, before the host signs it, or one is added.

    *forge* gives what is logged instead of an entry; nothing if that cannot be.
    """

    def __init__(self, kind: str, forge: Forge) -> None:
        super().__init__()
        self.kind, self.forge = kind, forge

    def start(self) -> None:
        table: Any = self.world.table
        begin = table.new_game

        def new_game(effects: Effects) -> HostedGame:
            game: HostedGame = begin(effects)
            append: Any = game.game_log.append_entry

            def append_entry(entry: Entry, effects: Effects, holds: Iterable[Any] = ()) -> None:
                forged = self.forge(self, game, entry) if self.kind in kinds_of_entry(entry) and not self.on else None
                if not forged or not self.is_due():
                    append(entry, effects, holds)
                    return
                if len(forged) > 1 or any(getattr(forged[0], one) != getattr(entry, one) for one in _bound(entry)):
                    self.world.forged.append(self.world.true)
                ledger: Any = game.game_log.ledger
                instead = next((one for one in forged if one.kind == entry.kind), None)
                for one in forged:
                    ledger.is_forging, ledger.instead = one is not instead, entry if one is instead else None
                    append(one, effects, holds if one is instead else ())
                    ledger.is_forging = False

            game.game_log.append_entry = append_entry  # type: ignore[method-assign]
            return game

        table.new_game = new_game


def _bound(entry: Entry) -> set[str]:
    """The fields of an entry that follow from what has been, or that others have signed."""
    return {*entry.__struct_fields__} - FREE


def forge(path: str) -> Forge:
    """A field of an entry is another one for all."""
    return lambda deviation, game, entry: None if (changed := other(entry, path)) == entry else [changed]


def add(kind: str) -> Forge:
    """The newest entry of another kind, or of its own, is logged again behind it."""

    def forged(deviation: Deviation, game: HostedGame, entry: Entry) -> list[Entry] | None:
        log = deviation.world.logs.get((TABLE, game.number), {})
        older = (read_entry(log[index].entry) for index in sorted(log, reverse=True))
        again = entry if kind == entry.kind else next((one for one in older if one.kind == kind), None)
        if again is None or isinstance(again, Opened) or isinstance(entry, Opened):  # these have no time
            return None if again is None else [entry, replace(again)]
        return [entry, replace(again, t=entry.t)]

    return forged


OPERATORS: Final[dict[str, Callable[[str, str], Deviation]]] = {
    "keep": AtRequest,
    "read": lambda kind, arg: AtRequest(kind, arg, reads=True),
    "drop": lambda kind, arg: AtMessage(kind, lambda deviation, message: [], on=arg == "on"),
    "delay": lambda kind, arg: AtMessage(kind, delay(arg)),
    "repeat": lambda kind, arg: AtMessage(kind, lambda one, message: [message, *delay(arg)(one, message)]),
    "swap": lambda kind, arg: AtMessage(kind, swap),
    "alter": lambda kind, arg: AtMessage(kind, alter(arg)),
    "forge": lambda kind, arg: AtEntry(kind, forge(arg)),
    "add": lambda kind, arg: AtEntry(kind, add(arg)),
}
"""By name: what makes a deviation of a kind and an ``arg``."""


def operate(text: str) -> Deviation:
    """Make the deviation that ``OPERATOR.KIND=ARG`` names."""
    name, _, rest = text.partition(".")
    kind, _, arg = rest.partition("=")
    return OPERATORS[name](kind, arg)
