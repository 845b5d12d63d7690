"""What a crooked host does otherwise than an honest one: a class for each choice of FAIRNESS.md that can be played.

An item of a script is ``ID@PLACE:WHO=ARG``. *place* counts what the deviation could have been used on, from 0; for
those that need no occasion it counts seconds since the table was opened. *who* is the person it is aimed at.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable
from typing import Any, ClassVar, Final

from crooked.second_window import SecondWindow
from crooked.world import FAR, PARTS, TABLE, Sent, World
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.game.hidden_round import HiddenRound
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.pending_actions import timer_attempt
from rummynet.table.game.round import Round
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet.table.seats.received_statements import Received
from rummynet_client.core.text.commands import BeReady, StandUp
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Want
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import (
    VOID_MILLIS,
    Acted,
    CardsDealt,
    Commits,
    Ended,
    Entry,
    HostCommit,
    HostPart,
    Keys,
    PartLogged,
    PauseChanged,
    Reveals,
    Scored,
    Seated,
    Shown,
    Shuffle,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.fairness.statements import Acting, PartGiven, pack_statement, read_statement
from rummynet_protocol.fairness.votes import VOTE_MILLIS
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import open_part
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.messages import (
    AskLog,
    Closed,
    Dropped,
    LobbyShown,
    LogEntry,
    Manage,
    Message,
    Openings,
    Ready,
    Refused,
    Request,
    Stand,
    Submit,
    TableShown,
    View,
)
from tests.support.fake_host import Guest

_ITEM: Final = re.compile(r"([a-z_-]+)@(\d+)(?::([A-Za-z0-9]+))?(?:=([\w-]+))?$")
PARTS_OF_A_SESSION: Final = ("nonce-commit", "nonce")
PARTS_OF_A_SHUFFLE: Final = ("commit", "reveal", "key", "part", "root")
ACTS: Final = ("action", "vote")


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


class Deviation:
    """One deviation at work. It does something once, when its place comes, or from then on."""

    args: ClassVar[tuple[str, ...]] = ("",)
    """What ``arg`` may be, for the search."""
    places: ClassVar[int] = 12
    """How many places the search tries."""
    is_sealed: ClassVar[bool] = False
    """Whether it has an occasion with a sealed deck alone."""
    takes: ClassVar[int] = 0
    """How many milliseconds more its run takes."""

    def __init__(self, world: World, item: Item) -> None:
        self.world, self.item = world, item
        self.on = False
        """Its place has come."""
        self._seen = 0
        self.start()

    @property
    def number(self) -> int:
        """``arg`` as a number."""
        return int(self.item.arg or self.args[0] or 0)

    def start(self) -> None:
        """Hang on the world."""

    def is_whose(self, guest: Guest) -> bool:
        """Whether it is aimed at this person."""
        return guest.name == self.item.who

    def ripe(self) -> bool:
        """One more occasion: whether it is that of the script."""
        self._seen += 1
        is_now = self._seen == self.item.place + 1
        self.on = self.on or is_now
        return is_now

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

    def effects(self) -> Effects:
        """Effects that the host makes of its own will."""
        return Effects(self.world.ms, 1_700_000_000 + self.world.ms // 1000)

    def run(self, effects: Effects) -> None:
        """Have them done."""
        self.world.carry_out(effects.items)
        self.world.settle()


class _Moment(Deviation):
    """Something that needs no occasion but a second."""

    places = 40

    def start(self) -> None:
        self.world.moments.append(self._moment)

    def _moment(self) -> None:
        if not self.on and self.world.true // 1000 >= self.item.place:
            self.on = self.do()

    def do(self) -> bool:
        """Do it. Returns whether it could be done."""
        raise NotImplementedError


class _OnRequest(Deviation):
    def start(self) -> None:
        self.world.asked_hooks.append(self._asked)

    def _asked(self, guest: Guest, request: Request) -> bool:
        return self.is_whose(guest) and self.fits(request) and self.ripe() and self.handle(guest, request)

    def fits(self, request: Request) -> bool:
        """Whether the request is one of those meant."""
        return isinstance(request, Submit) and request.what in ACTS

    def handle(self, guest: Guest, request: Request) -> bool:
        """Do something in place of the tables."""
        raise NotImplementedError


class _OnTold(Deviation):
    def start(self) -> None:
        self.world.told_hooks.append(self.told)

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        """What to send instead; None for the message itself."""
        raise NotImplementedError


# -- refusals


class Refuse(_OnRequest):
    """A false refusal under the host's signature."""

    code = ""

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        self.world.refuse(guest, request, self.code, signed=True)
        return True


class RefuseClock(Refuse):
    """A false ``clock``; *arg* times in a row."""

    code = "clock"
    args = ("1", "2")

    def fits(self, request: Request) -> bool:
        return isinstance(request, Submit)

    def _asked(self, guest: Guest, request: Request) -> bool:
        if not self.is_whose(guest) or not self.fits(request):
            return False
        self.ripe()
        if not self.on or self._seen >= self.item.place + 1 + self.number:
            return False
        self.handle(guest, request)
        for jump in self.world.clock_refused:
            jump()
        return True


class RefuseOrder(_OnRequest):
    """A false ``order``: without evidence, with an older statement, the same one, or a hash of what is not shown."""

    args = ("nothing", "older", "same", "hidden")

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        game, key, shown = self.game, guest.signer.public, None
        if game is None:
            return False
        name = statement_hash(request.what, request.payload)
        if self.item.arg == "older":
            ready = (one.signed for whose, one in self.world.asked if whose is guest and isinstance(one, Ready))
            shown = next((("ready", *signed) for signed in ready if signed is not None), None)
        elif self.item.arg == "same":
            shown = request.what, request.payload, request.signature
        evidence = NO_EVIDENCE if shown is None else statement_hash(*shown[:2])
        evidence = b"?" * 32 if self.item.arg == "hidden" else evidence
        log, head = game.statements.log, game.game_log.head
        by_host = self.world.signer.sign("refusal", refusal_payload(log, head, key, name, "order", evidence))
        self.world.tell(key, Refused(request.n, "order", "no", by_host, head, shown))
        return True


class RefusePart(_OnRequest):
    """A part of a ceremony is refused falsely; with ``U`` behind the code without a signature."""

    args = (
        "not_due",
        "wrong_statement",
        "clock",
        "order",
        "stale",
        "not_dueU",
        "wrong_statementU",
        "staleU",
        "troubleU",
        "too_manyU",
    )

    def fits(self, request: Request) -> bool:
        return isinstance(request, Submit) and request.what in PARTS

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        code = self.item.arg or "not_due"
        self.world.refuse(guest, request, code.removesuffix("U"), signed=not code.endswith("U"))
        return True


class RefuseReady(_OnRequest):
    """A ``ready`` is refused falsely, with ``U`` without a signature; ``use``: and the game is begun with it."""

    args = ("stale", "clock", "order", "staleU", "use", "useU")
    places = 2

    def fits(self, request: Request) -> bool:
        return isinstance(request, Ready) and request.signed is not None

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Ready)
        code, key, table = self.item.arg or "stale", guest.signer.public, self.world.table
        is_used, signed = code.startswith("use"), not code.endswith("U")
        if is_used and signed and table is not None and request.signed is not None:
            log, head = table.consents.statements.log, table.consents.statements.ledger.head
            payload = refusal_payload(log, head, key, statement_hash("ready", request.signed[0]), "stale")
            self.world.tell(key, Refused(request.n, "stale", "no", self.world.signer.sign("refusal", payload), head))
        else:
            self.world.refuse(guest, request, "stale" if is_used else code.removesuffix("U"), signed=signed)
        if is_used:
            self.world.muted.add((key, request.n))
            self.world.take(RequestReceived(key, request))
        return True


class RefuseUnsigned(_OnRequest):
    """A refusal without a signature, whatever its code."""

    args: ClassVar[tuple[str, ...]] = ("stale", "not_your_turn", "illegal", "paused", "trouble", "no_table")

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        self.world.refuse(guest, request, self.item.arg or "stale", signed=False)
        return True


class TooMany(RefuseUnsigned):
    """``too_many`` for ever: neither taken nor refused."""

    args = ("too_many",)

    def _asked(self, guest: Guest, request: Request) -> bool:
        if not self.is_whose(guest) or not self.fits(request):
            return False
        self.ripe()
        return self.on and self.handle(guest, request)


class UseRefused(_OnRequest):
    """An action is refused without a signature, and taken when the player has sent another one."""

    args = ("stale", "not_your_turn", "trouble", "no_table", "too_many")
    kept: Submit | None = None

    def _asked(self, guest: Guest, request: Request) -> bool:
        if not self.is_whose(guest) or not isinstance(request, Submit) or request.what != "action":
            return False
        if self.kept is not None:
            kept, self.kept = self.kept, None
            self.world.muted.add((guest.signer.public, kept.n))
            self.world.take(RequestReceived(guest.signer.public, kept))
            return False
        if self.ripe():
            self.kept = request
            self.world.refuse(guest, request, self.item.arg or "stale", signed=False)
            return True
        return False


class LogRefused(_OnRequest):
    """A statement is refused under the host's signature, and logged all the same."""

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        game = self.game
        if game is None:
            return False
        key, name = guest.signer.public, statement_hash(request.what, request.payload)
        log, head = game.statements.log, game.game_log.head
        by_host = self.world.signer.sign("refusal", refusal_payload(log, head, key, name, "stale"))
        self.world.tell(key, Refused(request.n, "stale", "no", by_host, head))
        self.world.muted.add((key, request.n))
        self.world.take(RequestReceived(key, request))
        return True


class RefuseLater(_OnRequest):
    """Acknowledged, and refused after all, so many seconds later; ``answer``: a ``want``, once a clock has waived."""

    args = ("1", "25", "answer")
    late: Callable[[], None] | None = None

    def start(self) -> None:
        super().start()
        self.world.told_hooks.append(self._told)

    def fits(self, request: Request) -> bool:
        if self.item.arg != "answer":
            return super().fits(request)
        return isinstance(request, Submit) and request.what == "action" and isinstance(_action(request), Want)

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        game, world = self.game, self.world
        if game is None:
            return False
        key = guest.signer.public
        try:
            received = game.statements.read_signed(key, request.what, request.payload, request.signature)
        except RummynetError:
            return False
        world.answer_done(guest, request)
        if self.item.arg == "answer":
            self.late = lambda: _refuse_after_all(world, game, key, received)
        else:
            world.after(1_000 * self.number, lambda: _refuse_after_all(world, game, key, received))
        return True

    def _told(self, guest: Guest, message: Message) -> None:
        if self.late is not None and self.is_whose(guest) and isinstance(message, LogEntry):
            entry = read_entry(message.entry)
            if isinstance(entry, Acted) and entry.seat == self.world.seat(guest):
                late, self.late = self.late, None
                self.world.after(500, late)


def _action(request: Submit) -> Action:
    statement = read_statement(request.what, request.payload)
    assert isinstance(statement, Acting)
    return notation.parse(statement.do)


def _refuse_after_all(world: World, game: HostedGame, key: bytes, received: Received) -> None:
    try:
        signed = game.statements.refuse(received, "stale")
    except RuntimeError:
        return
    sent = world.sent.get(received.hash + key)
    if sent is not None:
        world.note_refusal(sent, "stale")
    says = "something else happened"
    world.tell(key, Dropped(TABLE, game.number, received.hash, "stale", says, signed.signature, signed.head))


class StaleLater(TooMany):
    """``too_many`` for what somebody does in a turn, and when the clock has played, truly, ``stale``."""

    args = ("",)

    def start(self) -> None:
        super().start()
        self.kept: list[Submit] | None = []
        self.world.told_hooks.append(self._told)

    def fits(self, request: Request) -> bool:
        return isinstance(request, Submit) and request.what == "action" and self.kept is not None

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit) and self.kept is not None
        self.kept.append(request)
        self.world.refuse(guest, request, "too_many", signed=False)
        return True

    def _told(self, guest: Guest, message: Message) -> None:
        if self.is_whose(guest) and isinstance(message, LogEntry) and self.kept:
            entry = read_entry(message.entry)
            if isinstance(entry, Acted) and entry.why == "turn":
                kept, self.kept = self.kept, None
                self.world.after(500, lambda: self._refuse(guest.signer.public, kept))

    def _refuse(self, key: bytes, kept: list[Submit]) -> None:
        for one in kept:
            if self.game is not None:
                received = self.game.statements.read_signed(key, one.what, one.payload, one.signature)
                _refuse_after_all(self.world, self.game, key, received)


# -- silence


class KeepStatement(_OnRequest):
    """An action or vote gets no answer and stands nowhere; with ``mute`` no ping is answered from then on either."""

    args = ("", "mute")

    def handle(self, guest: Guest, request: Request) -> bool:
        if self.item.arg == "mute":
            self.world.keeps_pongs = lambda one: one is guest
        return True


class KeepAcknowledged(_OnRequest):
    """An action is acknowledged and stands nowhere."""

    def handle(self, guest: Guest, request: Request) -> bool:
        self.world.answer_done(guest, request)
        return True


class Delay(_OnRequest):
    """A request is read *arg* seconds later than it came; with ``all`` behind them what came after it waits too."""

    args: ClassVar[tuple[str, ...]] = ("5", "15", "30", "5all", "15all", "30all")

    @property
    def number(self) -> int:
        return int((self.item.arg or self.args[0]).removesuffix("all"))

    def fits(self, request: Request) -> bool:
        return isinstance(request, Submit)

    def handle(self, guest: Guest, request: Request) -> bool:
        self.world.after(1000 * self.number, lambda: self.world.take(RequestReceived(guest.signer.public, request)))
        if self.item.arg.endswith("all"):
            self.world.read_late(guest, 1000 * self.number)
        return True


class LeaveUnanswered(_OnRequest):
    """From some moment on the log that somebody asks for is not sent, nor the request answered.

    ``empty``: the answer is ``done``. ``late``: it is, once another game has begun. Any other *arg*: it is refused with
    this code.
    """

    args = ("silent", "empty", "late", "no_table", "not_at_table", "trouble")
    places = 3
    waiting: Request | None = None

    def start(self) -> None:
        super().start()
        self.world.told_hooks.append(self._told)

    def _told(self, guest: Guest, message: Message) -> list[Message] | None:
        if self.waiting is not None and self.is_whose(guest) and isinstance(message, LogEntry) and message.index == 0:
            request, self.waiting = self.waiting, None
            self.world.after(100, lambda: self.world.answer_done(guest, request))
        return None

    def _asked(self, guest: Guest, request: Request) -> bool:
        if self.is_whose(guest) and isinstance(request, AskLog):
            self.ripe()
        if not self.on or not self.is_whose(guest) or not isinstance(request, AskLog):
            return False
        if self.item.arg == "empty":
            self.world.answer_done(guest, request)
        elif self.item.arg == "late":
            self.waiting = request
        elif self.item.arg not in ("", "silent"):
            self.world.tell(guest.signer.public, Refused(request.n, self.item.arg, "no", None, None))
        return True


class LeaveReady(_OnRequest):
    """A ``ready``, or its withdrawal, gets no answer."""

    places = 2

    def fits(self, request: Request) -> bool:
        return isinstance(request, Ready)

    def handle(self, guest: Guest, request: Request) -> bool:
        self.world.take(RequestReceived(guest.signer.public, request))
        return True

    def start(self) -> None:
        super().start()
        self.world.told_hooks.append(self._told)

    def _told(self, guest: Guest, message: Message) -> list[Message] | None:
        n = getattr(message, "n", None)
        asked = [one for whose, one in self.world.asked if whose is guest and getattr(one, "n", None) == n]
        return [] if n is not None and self.on and self.is_whose(guest) and asked and self.fits(asked[-1]) else None


class KeepOpenings(_OnTold):
    """Cards are not shown to whom they were dealt."""

    places = 6

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if isinstance(message, Openings) and self.is_whose(guest):
            self.ripe()
            return [] if self.on else None
        return None


class FalseOpenings(_OnTold):
    """Another card is shown than was dealt."""

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if isinstance(message, Openings) and self.is_whose(guest) and message.cards and self.ripe():
            (place, card, *rest), *others = message.cards
            return [replace(message, cards=((place, (card + 1) % 52, *rest), *others))]
        return None


# -- ceremonies


class VoidBlame(_OnRequest):
    """A part of a shuffle that came is voided, and its seat blamed.

    It was read (*arg* ``kept``), acknowledged (``done``), or read without a sign of that (``mute``), and its time is
    waited for; or it is voided at once (``now``).
    """

    args = ("kept", "done", "mute", "now")

    def fits(self, request: Request) -> bool:
        return isinstance(request, Submit) and request.what in PARTS_OF_A_SHUFFLE

    def handle(self, guest: Guest, request: Request) -> bool:
        game = self.game
        if game is None or (game.dealer.gathering is None and not _parts_due(game)):
            return False
        if self.item.arg == "done":
            self.world.answer_done(guest, request)
        if self.item.arg == "mute":
            self.world.keeps_pongs = lambda one: one is guest
        game.dealer._silence_due = 0
        self.world.after(40, self._void_now if self.item.arg == "now" else self._void)
        return True

    def _void(self) -> None:
        self.world.ring_now(TimerId(TABLE, "ceremony"))

    def _void_now(self) -> None:
        """Void it as though its time had passed."""
        game = self.game
        if game is None or game.dealer._batch is None:
            return
        effects, gathering, due = self.effects(), game.dealer.gathering, _parts_due(game)
        if gathering is None:
            if due:
                game.dealer._void_batch(game.dealer._batch, due, (), (), effects)
                game._end_if_stopped(effects)
                self.run(effects)
            return
        game.dealer._void_batch(
            game.dealer._batch, gathering.missing, gathering.parts_or_none, gathering.parts, effects
        )
        game._end_if_stopped(effects)
        self.run(effects)


def _parts_due(game: HostedGame) -> tuple[int, ...]:
    """The seats that owe a part of a sealed deck which no card has been dealt from."""
    dealer = game.dealer
    if not isinstance(dealer, SealedDealer) or dealer.sealed is None or dealer.has_stock:
        return ()
    return tuple(sorted(dealer.sealed.due))


class SlowPart(_OnRequest):
    """A part of a shuffle is read so late that a turn's time has gone by; then the turn's clock plays at once."""

    args = ("25",)
    places = 8

    def fits(self, request: Request) -> bool:
        round = self.game._dealt_round if self.game is not None else None
        is_part = isinstance(request, Submit) and request.what in PARTS_OF_A_SHUFFLE
        return is_part and round is not None and bool(round.stock_cards)

    def handle(self, guest: Guest, request: Request) -> bool:
        def late() -> None:
            self.world.take(RequestReceived(guest.signer.public, request))
            self.world.settle()
            round = self.round
            if round is not None:
                seat = round.play.full.turn
                _ring_turn(self, seat)

        self.world.after(1000 * self.number, late)
        return True


def _ring_turn(deviation: Deviation, seat: int) -> bool:
    """The turn's clock of a seat plays now, whatever time is left."""
    game, round = deviation.game, deviation.round
    wait = game._turn_clocks._running.get(seat) if game is not None else None
    if game is None or round is None or wait is None:
        return False
    game._turn_clocks._running[seat] = replace(wait, due=deviation.world.ms, left=None)
    deviation.world.ring_now(TimerId(TABLE, "wait", seat))
    return True


# -- the log


class TimeJump(_Moment):
    """Log time goes ahead of the time that passes: by so many milliseconds, or by a turn after a refused clock."""

    args = ("900", "60000", "36000000", "refused")

    def start(self) -> None:
        if self.item.arg == "refused":
            self.world.clock_refused.append(self._after_refusal)
        else:
            super().start()

    def _after_refusal(self) -> None:
        self.on = True
        self.world.jump(1000 * self.world.layout.turn_seconds + 2_000)
        self.world.after(0, self.world._ring_due)

    def do(self) -> bool:
        if self.game is None:
            return False
        self.world.jump(self.number)
        self.world._ring_due()
        return True


class PutBy(_Moment):
    """Log time stands still while a friend thinks, and is spent in the victim's turn, at once or *arg* later."""

    args = ("0", "200", "2000")

    def start(self) -> None:
        super().start()
        self.began = 0
        self.world.asked_hooks.append(self._asked)

    def _asked(self, guest: Guest, request: Request) -> bool:
        rest = self.began + 1000 * (self.world.layout.turn_seconds + 2) - self.world.true
        if not self.world.puts_by or guest in self.world.honest or rest <= 0 or not isinstance(request, Submit):
            return False
        self.world.after(rest, lambda: self.world.take(RequestReceived(guest.signer.public, request)))
        return True

    def do(self) -> bool:
        round, seat = self.round, self.world.seat(self.world.guest(self.item.who))
        if round is None or seat is None:
            return False
        is_victims = round.play.full.turn == seat
        if self.world.puts_by and is_victims:
            self.world.puts_by = False
            self.world.after(self.number, self._spend)
            return True
        if not self.world.puts_by and not is_victims:
            self.world.puts_by, self.began = True, self.world.true
        return False

    def _spend(self) -> None:
        self.world.jump(1000 * (self.world.layout.turn_seconds + 1))
        self.world._ring_due()


class ActClock(_Moment):
    """The turn's clock plays before its time."""

    def do(self) -> bool:
        round, guest = self.round, self.world.guest(self.item.who)
        seat = self.world.seat(guest)
        return round is not None and seat is not None and round.play.full.turn == seat and _ring_turn(self, seat)


class ActUnsigned(_Moment):
    """An action is made up for a seat, as though a clock had done it."""

    def do(self) -> bool:
        game, round, seat = self.game, self.round, self.world.seat(self.world.guest(self.item.who))
        if game is None or round is None or seat is None or round.play.full.turn != seat:
            return False
        legal = round.play.variety.legal(round.play.full, seat)
        if not legal:  # others are asked first (crummy rummy)
            return False
        effects = self.effects()
        try:
            action = round.play.variety.explicit(round.play.full, seat, legal[-1])  # it names the copy that is meant
            round._apply_action(timer_attempt(Timer(seat, action, 0, "turn"), self.world.ms), effects)
        except RummynetError:
            return False
        game._continue_round(round, effects)
        self.run(effects)
        return True


class LogPause(_Moment):
    """The host lets the table rest for *arg* seconds, though its owner did not ask for it."""

    args = ("2", "30")

    def do(self) -> bool:
        game = self.game
        if game is None or game.paused or game.pause_is_due:
            return False
        self._set(game, True)
        self.world.after(1000 * self.number, lambda: self._set(game, False))
        return True

    def _set(self, game: HostedGame, on: bool) -> None:
        table, effects = self.world.table, self.effects()
        if game.ended or table is None:
            return
        game.pause(effects) if on else game.resume(effects)
        table.send_table(effects)
        self.run(effects)


class ActPaused(_Moment):
    """A pause is logged, and the game goes on in it."""

    def do(self) -> bool:
        game = self.game
        if game is None or self.round is None:
            return False
        effects = self.effects()
        game.game_log.append_entry(PauseChanged(True, game.game_log.elapsed(effects)), effects)
        game.game_log.ledger.paused_at = None
        self.run(effects)
        return True


class EndEarly(_Moment):
    """``end`` in the middle of a game."""

    def do(self) -> bool:
        game = self.game
        if game is None or self.round is None or self.world.table is None:
            return False
        effects = self.effects()
        game._end_game("played", effects)
        self.world.table.game_changed(effects)
        self.run(effects)
        return True


class AlterEntry(_OnTold):
    """One person is shown another entry than the others, signed."""

    places = 20

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if not isinstance(message, LogEntry) or not self.is_whose(guest):
            return None
        entry = read_entry(message.entry)
        if isinstance(entry, Acted) and self.ripe():
            data = pack_entry(replace(entry, t=entry.t + 1))
            game = self.game
            if game is None:
                return None
            index = message.index - game.game_log.first
            heads = {at: head for head, (at, _) in game.game_log.ledger._signatures.heads.items()}
            if index < 1 or message.index - 1 not in heads:
                return None
            head = next_head(heads[message.index - 1], data)
            self.world.misled.add(guest.name)
            return [replace(message, entry=data, signature=self.world.signer.sign("head", head))]
        return None


class BeginOther(_Moment):
    """The game is dropped, its end shown to nobody, and another one may begin; *arg* numbers are skipped."""

    args = ("0", "1")

    def start(self) -> None:
        super().start()
        self.world.told_hooks.append(self._hide)
        self.hidden: int | None = None

    def _hide(self, guest: Guest, message: Message) -> list[Message] | None:
        is_honest = guest in self.world.honest
        if is_honest and isinstance(message, LogEntry) and message.game == self.hidden:
            return [] if isinstance(read_entry(message.entry), Ended) else None
        return None

    def do(self) -> bool:
        game, table = self.game, self.world.table
        if game is None or table is None or self.round is None:
            return False
        self.hidden, effects = game.number, self.effects()
        game._end_game("played", effects)
        table.game_changed(effects)
        if self.number:
            table.consents.next_game(game.game_log.head)
        table.send_table(effects)
        self.run(effects)
        return True


class ForkWindow(_OnTold):
    """Somebody's program is started again on its data folder, and is shown another ``shuffle``.

    Two programs at once have one folder each: the lock of the folder sees to that. ``twin``: a second one is started
    before the first has contributed. ``bare``: the log of the first run is not there any more, what it has signed is.
    """

    args = ("", "twin", "bare")
    places = 2

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if isinstance(message, LogEntry) and self.is_whose(guest):
            entry = read_entry(message.entry)
            if isinstance(entry, Shuffle) and self.ripe():
                shown = replace(entry, t=entry.t + 1)
                if self.item.arg == "twin":
                    self._open(guest, message.index, shown)
                else:
                    self.world.after(1_000, lambda: self._open(guest, message.index, shown))
        return None

    def _open(self, guest: Guest, index: int, shown: Shuffle) -> None:
        window = SecondWindow(self.world, guest, is_first_gone=self.item.arg != "twin", has_log=self.item.arg == "")
        window.open(index, shown)
        self.world.windows.append(window.guest)
        self.world.after(5_000, lambda: self._compare(guest, window))

    def _compare(self, guest: Guest, window: SecondWindow) -> None:
        ours = {read_statement("reveal", one.request.payload).head for one in _reveals(self.world, guest)}
        if ours and set(window.reveals) - ours:
            self.world.forked.append(guest.name)


def _reveals(world: World, guest: Guest) -> list[Sent]:
    return [one for one in world.sent.values() if one.guest is guest and one.request.what == "reveal"]


# -- what is shown


class HoldEntries(_Moment):
    """Nothing reaches somebody for *arg* seconds, and the connection stands; with ``pong`` behind them pongs do."""

    args: ClassVar[tuple[str, ...]] = ("2", "5", "10", "40", "5pong", "10pong", "40pong")

    @property
    def number(self) -> int:
        return int((self.item.arg or self.args[0]).removesuffix("pong"))

    def do(self) -> bool:
        guest = self.world.guest(self.item.who)
        if self.round is None or guest.signer.public in self.world.held:
            return False
        self.world.held[guest.signer.public] = (self.world.true + 1000 * self.number, [])
        if self.item.arg.endswith("pong"):
            self.world.pongs_pass.add(guest.signer.public)
        return True


class Gap(_Moment):
    """An entry far ahead is shown, so that the log is asked for; that is answered *arg* seconds later.

    ``hold``: nothing but pongs comes until then. ``again``: the same every so many seconds, answered after one.
    """

    args: ClassVar[tuple[str, ...]] = ("40", "40hold", "7again")
    asked: Request | None = None
    keeps = False

    @property
    def number(self) -> int:
        return int((self.item.arg or self.args[0]).removesuffix("hold").removesuffix("again"))

    def start(self) -> None:
        super().start()
        self.world.asked_hooks.append(self._asked)

    def _asked(self, guest: Guest, request: Request) -> bool:
        if not self.keeps or not self.is_whose(guest) or not isinstance(request, AskLog):
            return False
        self.asked = request
        return True

    def do(self) -> bool:
        guest = self.world.guest(self.item.who)
        holds = self.item.arg.endswith("hold")  # what is held is to be the beginning of the own turn
        if self.round is None or (holds and self.round.play.full.turn == self.world.seat(guest)):
            return False
        self.ask_late(guest)
        if self.item.arg.endswith("again"):
            self.world.after(1000 * self.number, self.do)
        return True

    def ask_late(self, guest: Guest) -> None:
        """Make somebody ask for the log, and answer late."""
        millis = 1000 if self.item.arg.endswith("again") else 1000 * self.number
        self.keeps = True
        self.lure(guest)
        if self.item.arg.endswith("hold"):
            self.hold(guest, millis)
        self.world.after(millis + 300, self._answer)

    def hold(self, guest: Guest, millis: int) -> None:
        """Nothing but pongs reaches somebody."""
        self.world.held[guest.signer.public] = (self.world.true + millis, [])
        self.world.pongs_pass.add(guest.signer.public)

    def lure(self, guest: Guest) -> None:
        """Show somebody what makes the client ask for the log."""
        if self.game is not None:  # else the table has just been closed
            self.world.post(guest, LogEntry(TABLE, self.game.number, FAR, b"x", bytes(64)))

    def _answer(self) -> None:
        asked, self.asked, self.keeps = self.asked, None, False
        if asked is not None:
            self.world.take(RequestReceived(self.world.guest(self.item.who).signer.public, asked))


class FlashWaiting(Gap):
    """``waiting`` is shown for a moment, so that the log is asked for; that is answered *arg* seconds later."""

    def lure(self, guest: Guest) -> None:
        if self.world.table is not None:
            self.world.post(guest, replace(self.world.table.message(), stage="waiting"))
            self.world.post(guest, self.world.table.message())


class Blip(Gap):
    """A connection breaks for a second, and the log that is asked for then comes *arg* seconds later."""

    args = ("40", "40hold")

    def lure(self, guest: Guest) -> None:
        self.world.drop(guest, 1000)

    def hold(self, guest: Guest, millis: int) -> None:
        self.world.after(1_020, lambda: super(Blip, self).hold(guest, millis - 1_020))


class GapShuffle(Gap):
    """An entry far ahead is shown right before a ``shuffle``, and the log asked for then *arg* seconds later."""

    args = ("40",)
    places = 6

    def start(self) -> None:
        super().start()
        self.world.moments.remove(self._moment)
        self.world.told_hooks.append(self._told)

    def _told(self, guest: Guest, message: Message) -> list[Message] | None:
        if self.is_whose(guest) and isinstance(message, LogEntry) and message.index != FAR:
            if isinstance(read_entry(message.entry), Shuffle) and self.ripe():
                self.ask_late(guest)
        return None


class _ShowTable(_OnTold):
    """The table is shown to one person otherwise than it is, from some moment on."""

    places = 6

    def start(self) -> None:
        super().start()
        self.world.moments.append(self._again)

    def _again(self) -> None:
        table, guest = self.world.table, self.world.guest(self.item.who)
        if not self.on and table is not None and table.stage == "playing" and self.world.true > 4000 * self.item.place:
            self.on = True
            self.world.tell(guest.signer.public, table.message())

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if self.on and self.is_whose(guest) and isinstance(message, TableShown) and message.stage == "playing":
            return [self.change(message)]
        return None

    def change(self, shown: TableShown) -> TableShown:
        """As it is shown."""
        raise NotImplementedError


class ShowPaused(_ShowTable):
    """``paused`` to one."""

    def change(self, shown: TableShown) -> TableShown:
        return replace(shown, paused=True)


class ShowStage(_ShowTable):
    """``waiting`` in the middle of a game."""

    def change(self, shown: TableShown) -> TableShown:
        return replace(shown, stage="waiting")


class ShowGame(_ShowTable):
    """Another number of the game."""

    def change(self, shown: TableShown) -> TableShown:
        return replace(shown, game=shown.game + 1)


class ShowAway(_ShowTable):
    """Everybody is shown as not connected."""

    def change(self, shown: TableShown) -> TableShown:
        return replace(shown, seats=tuple((a, b, c, d, False, f) for a, b, c, d, _, f in shown.seats))


class LobbyMore(_Moment):
    """The table is gone from the lobby; with *arg* 1000 others are said not to be named. The game does not go on.

    ``1000mute``: nor is a ping answered.
    """

    args = ("0", "1000", "1000mute")

    @property
    def number(self) -> int:
        return int((self.item.arg or self.args[0]).removesuffix("mute"))

    def start(self) -> None:
        super().start()
        self.world.asked_hooks.append(lambda guest, request: self.on)

    def do(self) -> bool:
        if self.round is None:
            return False
        for guest in self.world.honest:
            self.world.tell(guest.signer.public, LobbyShown((), self.number))
            self.world.told_more |= {guest.name} if self.number else set()
        if self.item.arg.endswith("mute"):
            self.world.keeps_pongs = lambda guest: guest in self.world.honest
        return True


class CloseTable(_Moment):
    """``closed`` in the middle of a game."""

    def do(self) -> bool:
        if self.round is None:
            return False
        self.world.tell(self.world.guest(self.item.who).signer.public, Closed(TABLE))
        return True


# -- connections and votes


class OtherTable(_Moment):
    """Another table is shown under the number of the one that is played at, and nothing more of that."""

    def start(self) -> None:
        super().start()
        self.world.told_hooks.append(self._told)

    def _told(self, guest: Guest, message: Message) -> list[Message] | None:
        return [] if self.on and self.is_whose(guest) and isinstance(message, TableShown | LogEntry) else None

    def do(self) -> bool:
        table, guest = self.world.table, self.world.guest(self.item.who)
        if self.round is None or table is None:
            return False
        shown = replace(table.message(), stage="waiting", id=b"?" * 32, game=0, before=bytes(32))
        self.world.tell(guest.signer.public, shown)
        return True


class FreeSeat(_Moment):
    """Somebody asks to stand up in mid-game; their seat is shown free (``done``: the answer is that), and no game."""

    args = ("", "done")

    def start(self) -> None:
        super().start()
        self.world.asked_hooks.append(self._asked)
        self.world.told_hooks.append(self._told)

    def _asked(self, guest: Guest, request: Request) -> bool:
        if not isinstance(request, Stand) or not self.is_whose(guest) or self.world.table is None:
            return False
        if self.item.arg == "done":
            self.world.answer_done(guest, request)
            return True
        shown, key = self.world.table.message(), guest.signer.public
        self.world.tell(key, replace(shown, stage="waiting", seats=tuple(row for row in shown.seats if row[1] != key)))
        return True

    def _told(self, guest: Guest, message: Message) -> list[Message] | None:
        return [] if self.on and self.is_whose(guest) and isinstance(message, TableShown | LogEntry) else None

    def do(self) -> bool:
        if self.round is None:
            return False
        self.world.command(self.world.guest(self.item.who), StandUp())
        return True


class Drop(_Moment):
    """A connection is cut for *arg* seconds."""

    args = ("3", "20", "60")

    def do(self) -> bool:
        guest = self.world.guest(self.item.who)
        if self.world.table is None or self.world.table.stage != "playing":
            return False
        self.world.drop(guest, 1000 * self.number)
        return True


class VoteBots(_Moment):
    """The host's bots and friends vote about somebody who is connected, and the host counts that and plays.

    It plays at once, or *arg* ``early``: five seconds later; or waits as it should (``let``). An objection is logged
    then, or (another *arg*) refused with this code, with ``U`` without a signature, or ``kept`` without an answer.
    """

    args = ("", "early", "let", "not_due", "not_absent", "stale", "not_absentU", "too_manyU", "kept")
    went = False

    def start(self) -> None:
        super().start()
        self.world.asked_hooks.append(self._asked)

    def _asked(self, guest: Guest, request: Request) -> bool:
        how, is_vote = self.item.arg, isinstance(request, Submit) and request.what == "vote"
        if not self.went or not is_vote or not self.is_whose(guest) or how in ("", "early", "let"):
            return False
        assert isinstance(request, Submit)
        if how != "kept":
            self.world.refuse(guest, request, how.removesuffix("U"), signed=not how.endswith("U"))
        return True

    def do(self) -> bool:
        game, world = self.game, self.world
        guest = world.guest(self.item.who)
        seat, round = world.seat(guest), self.round
        if game is None or round is None or seat is None or game.paused or seat not in _on_turn(game):
            return False
        self.went = True
        game._turn_clocks.disconnected.add(seat)
        for voter in (*world.bots, *(one for one in world.people if one not in world.honest)):
            if voter.session.game is not None and voter.session.game.state is not None:
                world.vote(voter, seat)
        if self.item.arg == "let":
            effects = self.effects()
            game._turn_clocks.reconnected(seat, effects)  # the votes have begun five seconds, as if she were away
            game._run_clocks(effects)
            self.run(effects)
        else:
            world.after(VOTE_MILLIS + 100 if self.item.arg else 0, lambda: self._play(seat))
        return True

    def _play(self, seat: int) -> None:
        game, round = self.game, self.round
        if (
            game is not None
            and round is not None
            and game.game_log.ledger.votes.carry(seat)
            and round.play.full.turn == seat
        ):
            effects = self.effects()
            game._run_clocks(effects)
            self.run(effects)
            _ring_turn(self, seat)
        if game is not None:
            game._turn_clocks.disconnected.discard(seat)


class EndWaited(_OnRequest):
    """The game is ended for want of somebody who has not kept anybody waiting, as friends say whom the host shows that.

    ``turn``: in a turn that is not over. ``nonce``, ``nonce-commit``: a friend comes in (Vegas), and a part of that
    session is read, and has no answer but pongs. Else a part of a shuffle is kept and voided, and the host waits for
    its seat for ever; friends end the game when it has stood for long enough. ``held-CODE``: what contradicts them is
    refused, with ``U`` without a signature, or ``kept`` without an answer.
    """

    args = (
        "turn", "nonce", "nonce-commit",
        "held", "held-not_due", "held-stale", "held-not_dueU", "held-too_manyU", "held-kept",
    )  # fmt: skip
    places = 8
    holds = False

    def start(self) -> None:
        super().start()
        self._newcomer: Guest | None = None
        if self.item.arg in ("", "turn"):
            self.world.moments.append(self._end_turn)
        elif self.item.arg in PARTS_OF_A_SESSION:
            self.world.moments.append(self._let_friend_in)

    def _asked(self, guest: Guest, request: Request) -> bool:
        if self.item.arg in ("", "turn") or not self.is_whose(guest):
            return False
        if self.holds:
            return self._contradicts(guest, request)
        if self.item.arg in PARTS_OF_A_SESSION:
            is_held = self._newcomer is not None and isinstance(request, Submit) and request.what == self.item.arg
            return is_held and self.ripe() and self._hold_session()
        return isinstance(request, Submit) and request.what in PARTS_OF_A_SHUFFLE and self.ripe() and self._hold()

    def _let_friend_in(self) -> None:
        world, table = self.world, self.world.table
        if self._newcomer is not None or self.round is None or table is None or table.ownership.owner is None:
            return
        owner = table.ownership.owner
        self._newcomer = gus = world.come("G")
        world.command(gus, BeReady(True))
        request = Manage(999_999, TABLE, "admit", table.seating.seat_of(gus.signer.public))
        world.muted.add((owner, request.n))
        world.take(RequestReceived(owner, request))

    def _hold_session(self) -> bool:
        if self.game is None:
            return False
        self.holds = True
        self.game._check_may_close = lambda about, effects: None  # type: ignore[method-assign]
        self.world.after(1000 * self.world.layout.idle_seconds + 2_000, self._close)
        return True

    def _contradicts(self, guest: Guest, request: Request) -> bool:
        """Whether this request is not for the tables: all but the answer to those who end the game, as *arg* has it."""
        how = self.item.arg.removeprefix("held-") if self.item.arg.startswith("held-") else ""
        if not isinstance(request, Submit) or request.what != "close":
            return isinstance(request, Submit)
        if how and how != "kept":
            self.world.refuse(guest, request, how.removesuffix("U"), signed=not how.endswith("U"))
        return bool(how)

    def _hold(self) -> bool:
        game, world = self.game, self.world
        if game is None or game.dealer.gathering is None:
            return False
        self.holds = True
        game.dealer._silence_due = 0
        game.dealer.seat_returned = lambda seat, effects: None  # type: ignore[method-assign]
        world.after(40, lambda: world.ring_now(TimerId(TABLE, "ceremony")))
        world.after(VOID_MILLIS + 1000 * world.layout.idle_seconds + 2_000, self._close)
        return True

    def _close(self) -> None:
        world, seat = self.world, self.world.seat(self.world.guest(self.item.who))
        for friend in world.people:
            if friend not in world.honest and seat is not None and self.game is not None:
                world.close(friend, seat)

    def _end_turn(self) -> None:
        world, game, round = self.world, self.game, self.round
        seat = world.seat(world.guest(self.item.who))
        if self.on or world.true // 1000 < self.item.place or game is None or round is None or game.paused:
            return
        if seat in _on_turn(game):
            self.on = True
            round.idle._millis = 0
            self._close()


class Forge(Deviation):
    """An entry is made otherwise than the rules and the statements make it, before the host signs it."""

    places = 4

    def start(self) -> None:
        table = self.world.table
        assert table is not None  # it was opened when people sat down
        begin = table.new_game

        def new_game(effects: Effects) -> HostedGame:
            game = begin(effects)
            append = game.game_log.append_entry

            def append_entry(entry: Entry, effects: Effects, holds: Iterable[Received] = ()) -> int:
                forged = self.forge(game, entry) if not self.on else None
                if forged is None or not self.ripe():
                    return append(entry, effects, holds)
                self.world.forged.append(self.world.true)
                ledger: Any = game.game_log.ledger
                for one in forged:
                    is_forging = one.kind != entry.kind
                    ledger.is_forging, ledger.instead = is_forging, None if is_forging else entry
                    append(one, effects, () if is_forging else holds)
                    ledger.is_forging = False
                return game.game_log.newest

            game.game_log.append_entry = append_entry  # type: ignore[method-assign]
            return game

        table.new_game = new_game  # type: ignore[method-assign]

    def forge(self, game: HostedGame, entry: Entry) -> list[Entry] | None:
        """What is logged instead of this entry; None if it is none of those meant."""
        raise NotImplementedError


class BeginUnasked(Forge):
    """Another name, or another key, than people have agreed to play with stands in ``seats``."""

    args = ("name", "key")
    places = 1

    def forge(self, game: HostedGame, entry: Entry) -> list[Entry] | None:
        if not isinstance(entry, Seated):
            return None
        (key, name), *others = entry.players
        other = (H("mix", key), name) if self.item.arg == "key" else (key, name + "a")
        return [replace(entry, players=(other, *others))]


class DealOther(Forge):
    """Another one begins, another card lies up, a position is skipped, shown with a play; and more of that kind.

    ``again``: the host commits again behind the seats. ``silent``: a part of somebody's stands for another's.
    ``show``: the deck's secret is shown in the middle of the round. ``shuffle``: nobody has asked for it.
    """

    args = ("starter", "up", "position", "play", "again", "silent", "show", "shuffle")

    def forge(self, game: HostedGame, entry: Entry) -> list[Entry] | None:
        match self.item.arg or "starter", entry:
            case "starter", CardsDealt():
                return [replace(entry, starter=(entry.starter + 1) % len(game.keys))]
            case "up", CardsDealt(up=((position, card, *rest), *others)):
                return [replace(entry, up=((position, (card + 1) % 52, *rest), *others))]
            case "position", Acted(position=int(position)):
                return [replace(entry, position=position + 1)]
            case "play", Acted(drawn=0):
                return [replace(entry, drawn=1, position=0)]
            case "again", Commits():
                commits = tuple((H("mix", deck), H("mix", pub)) for deck, pub in game.dealer._batch.commits)  # type: ignore[union-attr]
                return [entry, HostCommit(entry.round, entry.first, commits, entry.t)]
            case "silent", Reveals() | Keys():
                return [replace(entry, signed=(entry.signed[-1], *entry.signed[1:]))]
            case "show", Acted() if secrets := _secrets_of(game):
                return [Shown(game.round, secrets, entry.t), entry]
            case "shuffle", Acted():
                return [entry, Shuffle(game.round, 1, bytes(range(10)), entry.t)]
        return None


def _on_turn(game: HostedGame) -> Collection[int]:
    play = game.game_log.ledger.play
    return play.clocks.waits if play is not None else ()


def _secrets_of(game: HostedGame) -> tuple[tuple[int, bytes], ...]:
    """By epoch what would open the decks of a round that is played; nothing if no host can."""
    round = game._dealt_round
    if round is None or round.is_shown or isinstance(round, HiddenRound):
        return ()
    return tuple((deck.epoch, deck.shuffle.secrets.s_deck) for deck in round.play.decks)


class MoveIllegal(Forge):
    """A friend draws where only a card can be thrown out, in a statement that is well signed."""

    places = 3

    def forge(self, game: HostedGame, entry: Entry) -> list[Entry] | None:
        if not isinstance(entry, Acted) or entry.signed is None or not entry.do.startswith("throw"):
            return None
        friend = next((one for one in self.world.people if one.signer.public == game.keys[entry.seat]), None)
        if friend is None or friend in self.world.honest:
            return None
        statement = read_statement("action", entry.signed[0])
        payload = pack_statement(replace(statement, do="draw"))
        return [replace(entry, do="draw", signed=(payload, friend.signer.sign("action", payload)), drawn=1, position=0)]


class ScoreWrong(Forge):
    """A round is miscounted."""

    places = 1

    def forge(self, game: HostedGame, entry: Entry) -> list[Entry] | None:
        if not isinstance(entry, Scored):
            return None
        return [replace(entry, scores=(entry.scores[0] + 5, *entry.scores[1:]))]


# -- a sealed deck


def _part_of(request: Request) -> PartGiven | None:
    statement = read_statement(request.what, request.payload) if isinstance(request, Submit) else None
    return statement if isinstance(statement, PartGiven) else None


class KeepPart(_OnRequest):
    """A part of a sealed deck is neither logged nor refused, whenever it is sent; *arg* is which one.

    A number instead: any part is read so many seconds later.
    """

    args = ("escrow", "mix", "proof", "share", "open", "5", "30")
    places = 4
    is_sealed = True

    def start(self) -> None:
        super().start()
        self._kept: PartGiven | None = None

    def _asked(self, guest: Guest, request: Request) -> bool:
        part = _part_of(request)
        if part is None or not self.is_whose(guest):
            return False
        if self._kept is not None and (part.what, part.head) == (self._kept.what, self._kept.head):
            return True
        is_meant = self.item.arg.isdigit() or part.what == (self.item.arg or self.args[0])
        if not is_meant or not self.ripe():
            return False
        if self.item.arg.isdigit():
            self.world.after(1000 * self.number, lambda: self.world.take(RequestReceived(guest.signer.public, request)))
        else:
            self._kept = part
        return True


class RefuseDuePart(_OnRequest):
    """A part of a sealed deck that is due is refused, or an action for a proof that holds; with ``U`` unsigned."""

    args = ("not_due", "wrong_statement", "stale", "not_dueU", "wrong_statementU", "action", "actionU")
    is_sealed = True

    def fits(self, request: Request) -> bool:
        if self.item.arg.startswith("action"):
            return isinstance(request, Submit) and request.what == "action" and bool(request.blob)
        return _part_of(request) is not None

    def handle(self, guest: Guest, request: Request) -> bool:
        assert isinstance(request, Submit)
        code = self.item.arg.removesuffix("U").replace("action", "wrong_statement") or "not_due"
        self.world.refuse(guest, request, code, signed=not self.item.arg.endswith("U"))
        return True


class LogLate(_Moment):
    """``late`` is logged before a seat's time is up."""

    is_sealed = True

    def do(self) -> bool:
        game, round, seat = self.game, self.round, self.world.seat(self.world.guest(self.item.who))
        if game is None or not isinstance(round, HiddenRound) or seat is None or round.play.full.turn != seat:
            return False
        if game.dealer.busy or game.paused or not any(one.action is None for one in _stand_ins(round, seat)):
            return False
        effects = self.effects()
        round._apply_timer_action(Timer(seat, None, 0, "turn"), effects)
        self.run(effects)
        return True


def _stand_ins(round: Round, seat: int) -> list[Timer]:
    return [one for one in stand_in(round.play.variety, round.play.full, 1) if one.seat == seat]


class DealTwice(_OnTold):
    """One person is shown a deal in which two positions have changed their receivers, or a draw from the next one."""

    args = ("deal", "draw")
    places = 3
    is_sealed = True

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        game = self.game
        if not isinstance(message, LogEntry) or not self.is_whose(guest) or game is None:
            return None
        entry = read_entry(message.entry)
        other: Entry | None = None
        if isinstance(entry, CardsDealt) and self.item.arg != "draw" and self.ripe():
            first = entry.to[0]
            place = next(at for at, seat in enumerate(entry.to) if seat != first)
            to = [*entry.to]
            to[0], to[place] = to[place], first
            other = replace(entry, to=bytes(to))
        elif isinstance(entry, Acted) and entry.position is not None and self.item.arg == "draw" and self.ripe():
            other = replace(entry, position=entry.position + 1)
        before = next(
            (head for head, (at, _) in game.game_log.ledger._signatures.heads.items() if at == message.index - 1), None
        )
        if other is None or before is None:
            return None
        data = pack_entry(other)
        self.world.misled.add(guest.name)
        return [replace(message, entry=data, signature=self.world.signer.sign("head", next_head(before, data)))]


class OpenHand(_Moment):
    """A program is made to look lost, and all others give it up, as soon as their own programs offer that.

    ``cut``: its connection is broken for 200 seconds. ``hold``: nothing reaches it but pongs. ``kept``: what it owes is
    read and neither logged nor refused. ``early``: the same, and friends give it up after ten seconds. ``unasked``: the
    host opens its part of the key though nobody has given it up. ``alone``: it does so when one has.
    """

    args = ("cut", "hold", "kept", "early", "unasked", "alone")
    is_sealed = True
    takes = 150_000

    def start(self) -> None:
        super().start()
        self.world.asked_hooks.append(self._asked)

    def _asked(self, guest: Guest, request: Request) -> bool:
        how = self.item.arg or self.args[0]
        if not self.on or not self.is_whose(guest) or how in ("cut", "hold", "unasked"):
            return False
        return _part_of(request) is not None or (isinstance(request, Submit) and request.what == "action")

    def do(self) -> bool:
        world, guest, how = self.world, self.world.guest(self.item.who), self.item.arg or self.args[0]
        game, seat = self.game, world.seat(guest)
        if game is None or seat is None or self.round is None or not isinstance(game.dealer, SealedDealer):
            return False
        if game.dealer.sealed is None or not game.dealer.has_stock or not game.dealer.sealed.has_escrow:
            return False
        world.gives_up = True
        if how == "cut":
            world.drop(guest, 200_000)
        elif how == "hold":
            world.held[guest.signer.public] = (world.true + 150_000, [])
            world.pongs_pass.add(guest.signer.public)
        elif how in ("early", "unasked", "alone"):
            world.after(10_000, lambda: self._open(seat))
        return True

    def _open(self, seat: int) -> None:
        """Let friends give it up, and open the host's part, whatever the state of the round says."""
        world, game = self.world, self.game
        if game is None or not isinstance(game.dealer, SealedDealer) or game.dealer.sealed is None:
            return
        sealed, effects = game.dealer.sealed, self.effects()
        if self.item.arg != "unasked":
            friends = [one for one in world.people if one not in world.honest]
            for friend in friends if self.item.arg == "early" else friends[:1]:
                self._log_gone(game, friend, seat)
        if sealed.blamed is None and seat in sealed._parts and seat not in sealed.cards.opened:
            z = open_part(
                sealed.part_of(seat, HOST), HOST, game.dealer._batch.host_key.secret, sealed.cards.context.escrow(seat)  # type: ignore[union-attr]
            )  # fmt: skip
            game.game_log.append_entry(HostPart(game.round, seat, z, game.game_log.elapsed(effects)), effects)
            world.forged.append(world.true)
            self.run(effects)

    def _log_gone(self, game: HostedGame, friend: Guest, seat: int) -> None:
        follower, effects = friend.session.game.follower, self.effects()  # type: ignore[union-attr]
        signed = follower.sign_give_up(seat)
        voter = self.world.seat(friend)
        if voter is not None:
            envelope = (signed.payload, signed.signature)
            entry = PartLogged(game.round, voter, envelope, signed.blob, game.game_log.elapsed(effects))
            game.game_log.append_entry(entry, effects)
            self.world.forged.append(self.world.true)
            self.run(effects)


class KeepGone(_OnRequest):
    """A program is lost, and one of those who give it up is not heard."""

    places = 2
    is_sealed = True
    takes = 150_000

    def start(self) -> None:
        super().start()
        self.world.moments.append(self._lose)
        self._lost = False

    def _lose(self) -> None:
        others = [one for one in self.world.people if one.name != self.item.who]
        if not self._lost and self.round is not None and len(others) > 1 and self.world.true > 15_000:
            self._lost = self.world.gives_up = True
            self.world.drop(others[-1], 200_000)

    def fits(self, request: Request) -> bool:
        part = _part_of(request)
        return part is not None and part.what == "gone"

    def handle(self, guest: Guest, request: Request) -> bool:
        return True


class LostTable(_OnTold):
    """From some second on the table is not shown to one person, who is told that there is none."""

    places = 40

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if not self.is_whose(guest) or self.world.true < 1000 * self.item.place:
            return None
        self.on = True
        if isinstance(message, LobbyShown):
            return [LobbyShown((), 0)]
        return [] if getattr(message, "table", None) == TABLE else None


class KeepView(_OnTold):
    """A page that asks what it may do gets no answer, or (``false``) is told that it may do nothing."""

    args = ("", "false")
    places = 6

    def told(self, guest: Guest, message: Message) -> list[Message] | None:
        if not isinstance(message, View) or not self.is_whose(guest):
            return None
        self.ripe()
        if not self.on:
            return None
        if not self.item.arg:
            self.world.views_kept.setdefault(guest.name, self.world.true)
        return (
            [] if not self.item.arg else [replace(message, json=json.dumps({**json.loads(message.json), "legal": []}))]
        )


REFUSAL_CODES: Final = (
    "stale", "not_your_turn", "wrong_phase", "illegal", "shuffling", "paused", "not_due", "wrong_statement",
    "signature",
    "cooldown", "too_late", "race", "no_game", "no_such_call", "trouble", "no_seat", "not_absent",
)  # fmt: skip
"""Codes with which the search refuses falsely; ``clock``, ``order`` and ``too_many`` have deviations of their own."""
REFUSALS: Final[dict[str, type[Deviation]]] = {
    f"refuse-{code}": type(f"Refuse_{code}", (Refuse,), {"code": code, "__doc__": Refuse.__doc__})
    for code in REFUSAL_CODES
}
PLAYED: Final[dict[str, type[Deviation]]] = {
    **REFUSALS,
    "refuse-clock": RefuseClock,
    "refuse-order": RefuseOrder,
    "refuse-part": RefusePart,
    "refuse-ready": RefuseReady,
    "refuse-unsigned": RefuseUnsigned,
    "refuse-later": RefuseLater,
    "stale-later": StaleLater,
    "refuse-too_many": TooMany,
    "use-refused": UseRefused,
    "log-refused": LogRefused,
    "keep-statement": KeepStatement,
    "keep-acknowledged": KeepAcknowledged,
    "delay": Delay,
    "leave-log": LeaveUnanswered,
    "leave-ready": LeaveReady,
    "keep-openings": KeepOpenings,
    "false-openings": FalseOpenings,
    "void-blame": VoidBlame,
    "slow-part": SlowPart,
    "time-jump": TimeJump,
    "put-by": PutBy,
    "act-clock": ActClock,
    "act-unsigned": ActUnsigned,
    "end-early": EndEarly,
    "alter-entry": AlterEntry,
    "begin-other": BeginOther,
    "fork-window": ForkWindow,
    "hold-entries": HoldEntries,
    "gap": Gap,
    "gap-shuffle": GapShuffle,
    "flash-waiting": FlashWaiting,
    "blip": Blip,
    "show-paused": ShowPaused,
    "log-pause": LogPause,
    "act-paused": ActPaused,
    "show-stage": ShowStage,
    "show-game": ShowGame,
    "show-away": ShowAway,
    "lobby-more": LobbyMore,
    "close-table": CloseTable,
    "other-table": OtherTable,
    "free-seat": FreeSeat,
    "drop": Drop,
    "vote-bots": VoteBots,
    "end-waited": EndWaited,
    "begin-unasked": BeginUnasked,
    "deal-other": DealOther,
    "move-illegal": MoveIllegal,
    "score-wrong": ScoreWrong,
    "lost-table": LostTable,
    "keep-view": KeepView,
    "keep-part": KeepPart,
    "refuse-due": RefuseDuePart,
    "log-late": LogLate,
    "deal-twice": DealTwice,
    "open-hand": OpenHand,
    "keep-gone": KeepGone,
}
"""Every deviation that the machine plays, by its identifier."""


class NetDrop(Drop):
    """The network cuts a connection. No deviation: the host is honest."""


class NetSlow(HoldEntries):
    """The network carries nothing to somebody for a while."""

    args = ("2", "5", "10", "25")


class NetRestart(_Moment):
    """Somebody's program ends and is started again at once."""

    def do(self) -> bool:
        guest = self.world.guest(self.item.who)
        if not self.world.stands(guest):
            return False
        self.world.restarts[guest.name].add(self.world.true)
        self.world.drop(guest, 2_000)
        guest.start()
        return True


class NetLate(Delay):
    """What somebody sends comes late, in order."""

    args = ("2all", "10all")


class NetAway(_Moment):
    """A program is away for so long that the others give it up; what they may do they do."""

    args = ("100", "160")
    is_sealed = True
    takes = 150_000

    def do(self) -> bool:
        guest = self.world.guest(self.item.who)
        if self.round is None or not self.world.stands(guest):
            return False
        self.world.gives_up = True
        self.world.drop(guest, 1000 * self.number)
        return True


class OwnerPause(LogPause):
    """The owner lets the table rest for a while."""


EVENTS: Final[dict[str, type[Deviation]]] = {
    "net-drop": NetDrop,
    "net-slow": NetSlow,
    "net-restart": NetRestart,
    "net-late": NetLate,
    "net-away": NetAway,
    "owner-pause": OwnerPause,
}
"""What a network, and an owner, do to honest people at an honest host."""
