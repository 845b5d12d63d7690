"""What a crooked host does that no operator gives: it acts unasked, or goes by what comes later.

A function in ``ACTS`` is tried at each second from that of its item on, until it returns that it was done.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from crooked.operators import (
    OPERATORS,
    Act,
    AtEntry,
    AtMessage,
    AtRequest,
    AtSecond,
    Deviation,
    other,
    refuse_after_all,
)
from crooked.second_window import SecondWindow
from crooked.world import FAR, TABLE
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.game.hidden_round import HiddenRound
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.pending_actions import timer_attempt
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet_client.core.text.commands import Do
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.entries import Acted, Ended, Entry, PauseChanged, Shown, read_entry
from rummynet_protocol.fairness.statements import pack_statement, read_statement
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.messages import (
    AskLog,
    Closed,
    LobbyShown,
    LogEntry,
    Message,
    Request,
    Stand,
    Submit,
    TableShown,
)


class Choice(Value):
    """What a host may do: *make* gives it by the ``arg`` of an item, one of *args* in the search."""

    make: Callable[[str], Deviation]
    args: tuple[str, ...] = ("",)
    places: int = 12  # how many the search tries
    is_sealed: bool = False  # it has an occasion with a sealed deck alone
    takes: int = 0  # how many milliseconds more its run takes
    # Words of a script: who has to be there, options of the table; ``ARG:`` before them: with this one.
    needs: str = ""


ACTS: Final[dict[str, Choice]] = {}
"""By identifier: what is no row of an operator."""


def unasked(*args: str, is_sealed: bool = False, takes: int = 0, needs: str = "") -> Callable[[Act], Act]:
    """Name an act by its function."""

    def name(act: Act) -> Act:
        make = lambda arg: AtSecond(act, arg or args[0] if args else "")  # noqa: E731
        ACTS[act.__name__.replace("_", "-")] = Choice(make, args or ("",), 40, is_sealed, takes, needs)
        return act

    return name


Maker = Callable[[str], Deviation]


def named(
    *args: str, places: int = 12, is_sealed: bool = False, takes: int = 0, needs: str = ""
) -> Callable[[Maker], Maker]:
    """Name what makes a deviation by its function."""

    def name(make: Maker) -> Maker:
        ACTS[make.__name__.replace("_", "-")] = Choice(make, args or ("",), places, is_sealed, takes, needs)
        return make

    return name


# -- time


def ring_turn(deviation: Deviation, seat: int | None) -> bool:
    """The turn's clock of a seat plays now, whatever time is left."""
    game = deviation.game
    wait = game._turn_clocks._running.get(seat) if game is not None and seat is not None else None
    if game is None or seat is None or deviation.round is None or wait is None:
        return False
    game._turn_clocks._running[seat] = replace(wait, due=deviation.world.ms, left=None)
    deviation.world.ring_now(TimerId(TABLE, "wait", seat))
    return True


def _jump(deviation: Deviation, millis: int) -> None:
    deviation.world.jump(millis)
    deviation.world._ring_due()


@unasked("900", "60000", "36000000", "refused")
def time_jump(deviation: Deviation, arg: str) -> bool:
    """Log time goes ahead: by so many milliseconds, or by a turn after a refused clock."""
    if arg == "refused":
        millis = 1000 * deviation.world.layout.turn_seconds + 2_000
        deviation.world.clock_refused.append(lambda: deviation.world.after(0, lambda: _jump(deviation, millis)))
    elif deviation.game is not None:
        _jump(deviation, int(arg))
    return arg == "refused" or deviation.game is not None


@unasked("0", "200", "2000", needs="F turn=20")
def put_by(deviation: Deviation, arg: str) -> bool:
    """Log time stands still while a friend thinks, and is spent in the victim's turn, at once or so much later."""
    world, turn = deviation.world, 1000 * (deviation.world.layout.turn_seconds + 1)

    def asked(guest: Any, request: Request) -> bool:  # noqa: ANN401
        rest = deviation.kept[-1] + turn + 1_000 - world.true
        if not world.puts_by or guest in world.honest or rest <= 0 or not isinstance(request, Submit):
            return False
        world.after(rest, lambda: deviation.read(request, guest))
        return True

    if deviation.round is None or deviation.seat is None or world.puts_by != deviation.is_on_turn:
        return False
    if world.puts_by:
        world.puts_by = False
        world.after(int(arg), lambda: _jump(deviation, turn))
        return True
    world.asked_hooks += [asked] if not deviation.kept else []
    world.puts_by = True
    deviation.kept.append(world.true)
    return False


@unasked(needs="turn=20")
def act_clock(deviation: Deviation, _arg: str) -> bool:
    """The turn's clock plays before its time."""
    return deviation.is_on_turn and ring_turn(deviation, deviation.seat)


# -- the log


@unasked()
def act_unsigned(deviation: Deviation, _arg: str) -> bool:
    """An action is made up for a seat, as though a clock had done it."""
    game, round, seat = deviation.game, deviation.round, deviation.seat
    if game is None or round is None or seat is None or not deviation.is_on_turn:
        return False
    legal = round.play.variety.legal(round.play.full, seat)
    if not legal:  # others are asked first (crummy rummy)
        return False
    effects = deviation.effects()
    try:
        action = round.play.variety.explicit(round.play.full, seat, legal[-1])  # it names the copy that is meant
        round._apply_action(timer_attempt(Timer(seat, action, 0, "turn"), deviation.world.ms), effects)
    except RummynetError:
        return False
    game._continue_round(round, effects)
    deviation.world.forged.append(deviation.world.true)
    deviation.run(effects)
    return True


@unasked(is_sealed=True)
def log_late(deviation: Deviation, _arg: str) -> bool:
    """``late`` is logged before a seat's time is up."""
    game, round, seat, effects = deviation.game, deviation.round, deviation.seat, deviation.effects()
    if game is None or not isinstance(round, HiddenRound) or seat is None or not deviation.is_on_turn or game.paused:
        return False
    if all(one.action is not None or one.seat != seat for one in stand_in(round.play.variety, round.play.full, 1)):
        return False
    round._apply_timer_action(Timer(seat, None, 0, "turn"), effects)
    deviation.run(effects)
    return True


@unasked("2", "30")
def log_pause(deviation: Deviation, arg: str) -> bool:
    """The host lets the table rest for so many seconds, though its owner did not ask for it."""
    game, table = deviation.game, deviation.world.table

    def change(how: Callable[[Effects], None]) -> None:
        effects = deviation.effects()
        if game is not None and not game.ended and table is not None:
            how(effects)
            table.send_table(effects)
            deviation.run(effects)

    if game is None or game.paused or game.pause_is_due:
        return False
    change(game.pause)
    deviation.world.after(1000 * int(arg), lambda: change(game.resume))
    return True


@unasked()
def act_paused(deviation: Deviation, _arg: str) -> bool:
    """A pause is logged, and the game goes on in it."""
    game, effects = deviation.game, deviation.effects()
    if game is None or deviation.round is None:
        return False
    world, log = deviation.world, game.game_log
    log.append_entry(PauseChanged(True, log.elapsed(effects)), effects)
    log.ledger.paused_at, paused, since = None, log.ledger.index, [world.true]

    def look() -> None:
        if log.ledger.index == paused:  # a pause alone is no crime
            since[0] = world.true
        else:
            world.moments.remove(look)
            world.forged.append(since[0])

    world.moments.append(look)
    deviation.run(effects)
    return True


def _end(deviation: Deviation, skips: int = 0) -> bool:
    """End the game; the next one has a number that is so many higher."""
    game, table, effects = deviation.game, deviation.world.table, deviation.effects()
    if game is None or deviation.round is None or table is None:
        return False
    game._end_game("played", effects)
    table.game_changed(effects)
    if skips:
        table.consents.next_game(game.game_log.head)
    deviation.run(effects)
    return True


@unasked()
def end_early(deviation: Deviation, _arg: str) -> bool:
    """``end`` in the middle of a game."""
    deviation.world.forged += [deviation.world.true] if deviation.round is not None else []
    return _end(deviation)


@unasked("0", "1")
def begin_other(deviation: Deviation, arg: str) -> bool:
    """The game is dropped, its end shown to nobody, and another one may begin; so many numbers are skipped."""
    game, honest = deviation.game, deviation.world.honest

    def hide(guest: Any, message: Message) -> list[Message] | None:  # noqa: ANN401
        if game is None or guest not in honest or not isinstance(message, LogEntry) or message.index == FAR:
            return None
        return [] if message.game == game.number and isinstance(read_entry(message.entry), Ended) else None

    if deviation.round is not None:
        deviation.world.told_hooks.append(hide)
    return _end(deviation, int(arg))


def _parts_due(game: HostedGame) -> tuple[int, ...]:
    """The seats that owe a part of a sealed deck which no card has been dealt from."""
    dealer = game.dealer
    if not isinstance(dealer, SealedDealer) or dealer.sealed is None or dealer.has_stock:
        return ()
    return tuple(sorted(dealer.sealed.due))


def _gathers(deviation: Deviation) -> bool:
    game = deviation.game
    return game is not None and (game.dealer.gathering is not None or bool(_parts_due(game)))


@named("kept", "done", "mute", "now")
def void_blame(arg: str) -> Deviation:
    """A part of a shuffle that came is voided, and its seat blamed, when its time is over or *now*."""

    def then(deviation: Deviation, _request: Request) -> None:
        ring = lambda: deviation.world.ring_now(TimerId(TABLE, "ceremony"))  # noqa: E731
        if deviation.game is not None:
            deviation.game.dealer._silence_due = 0
        deviation.world.after(40, (lambda: _void_now(deviation)) if arg == "now" else ring)

    return AtRequest("shuffle", arg if arg in ("done", "mute") else "", when=_gathers, then=then)


def _void_now(deviation: Deviation) -> None:
    game, effects = deviation.game, deviation.effects()
    if game is None or game.dealer._batch is None or not _gathers(deviation):
        return
    gathering = game.dealer.gathering
    missing, parts, received = _parts_due(game), tuple[Any, ...](), tuple[Any, ...]()
    if gathering is not None:
        missing, parts, received = gathering.missing, gathering.parts_or_none, gathering.parts
    game.dealer._void_batch(game.dealer._batch, missing, parts, received, effects)
    game._end_if_stopped(effects)
    deviation.run(effects)


@named("22", "25", "30", places=2, needs="BFb turn=20 hand=12 game=keilty")
def slow_part(arg: str) -> Deviation:
    """A part of a shuffle is read so late that a turn's time has gone by; then the turn's clock plays at once."""

    def when(deviation: Deviation) -> bool:
        round = deviation.game._dealt_round if deviation.game is not None else None
        return round is not None and bool(round.stock_cards)

    def then(deviation: Deviation, _request: Request) -> None:
        ring_turn(deviation, deviation.round.play.full.turn if deviation.round is not None else None)

    return AtRequest("shuffle", arg or "25", reads=True, when=when, then=then)


# -- what follows on something that comes later


def _when_played(deviation: Deviation, what: Callable[[], object], why: str | None = None) -> None:
    """Do something half a second after this person is shown that their seat acted, or anybody for this reason."""
    waits = [what]

    def change(message: Message) -> None:
        entry = read_entry(message.entry) if isinstance(message, LogEntry) and message.index != FAR else None
        if waits and isinstance(entry, Acted) and (entry.why == why if why else entry.seat == deviation.seat):
            deviation.world.after(500, waits.pop())

    deviation.told(change)


@named("1", "25", "answer", needs="25:turn=20 answer:turn=20 answer:game=crummy")
def refuse_later(arg: str) -> Deviation:
    """Acknowledged, and refused after all, so many seconds later; ``answer``: a ``want``, once a clock has waived."""

    def then(deviation: Deviation, request: Request) -> None:
        late = lambda: refuse_after_all(deviation, request)  # noqa: E731
        if arg == "answer":
            _when_played(deviation, late)
        else:
            deviation.world.after(1_000 * int(arg or 1), late)

    return AtRequest("want" if arg == "answer" else "act", "done", then=then)


@named(needs="turn=20")
def stale_later(_arg: str) -> Deviation:
    """``too_many`` for what somebody does in a turn, and when the clock has played, truly, ``stale``."""
    kept = list[Request]()

    def then(deviation: Any, request: Request) -> None:  # noqa: ANN401
        kept.append(request)
        if len(kept) == 1:
            _when_played(deviation, lambda: refuse(deviation), "turn")

    def refuse(deviation: Any) -> None:  # noqa: ANN401
        deviation.times = 0
        for one in kept:
            refuse_after_all(deviation, one)

    return AtRequest("action", "too_manyU-on", then=then)


@named("silent", "empty", "late", "no_table", "not_at_table", "trouble", places=3)
def leave_log(arg: str) -> Deviation:
    """The log that somebody asks for is not sent; ``late``: it is answered once another game has begun."""

    def then(deviation: Deviation, request: Request) -> None:
        waits = [request]

        def change(message: Message) -> None:
            if waits and isinstance(message, LogEntry) and message.index == 0:
                late = waits.pop()
                deviation.world.after(100, lambda: deviation.world.answer_done(deviation.guest, late))

        deviation.told(change)

    words = {"empty": "done-on", "": "on", "silent": "on", "late": "on"}.get(arg, f"{arg}U-on")
    return AtRequest("log", words, then=then if arg == "late" else None)


@unasked("40", "5pong", "10pong", "40pong", "30cut", needs="turn=20")
def hold_entries(deviation: Deviation, arg: str) -> bool:
    """Nothing reaches somebody for so many seconds, and the connection stands.

    With ``pong`` behind them pongs do; with ``cut`` too, and the connection is cut at their end.
    """
    world, guest, seconds = deviation.world, deviation.guest, int(arg.removesuffix("pong").removesuffix("cut"))
    if deviation.round is None or guest.signer.public in world.held:
        return False
    deviation.hold(1000 * seconds, pongs=not arg.isdigit())
    if arg.endswith("cut"):
        world.after(1000 * seconds - 500, lambda: world.drop(guest, 3_000))
    return True


# -- what one is shown


@unasked("3", "20", "60")
def drop(deviation: Deviation, arg: str) -> bool:
    """A connection is cut for so many seconds."""
    table = deviation.world.table
    if table is None or table.stage != "playing":
        return False
    deviation.world.drop(deviation.guest, 1000 * int(arg))
    return True


def _late_log(deviation: Deviation, arg: str, lure: Callable[[Deviation], object], hold_after: int = 0) -> bool:
    """Somebody is made to ask for the log, and is answered *arg* seconds later.

    ``hold``: nothing but pongs comes until then. ``again``: the same every so many seconds, answered after one.
    """
    holds, again = arg.endswith("hold"), arg.endswith("again")
    seconds = int(arg.removesuffix("hold").removesuffix("again"))
    millis, kept = 1_000 if again else 1_000 * seconds, deviation.kept

    def answer() -> None:
        (asked,) = kept
        kept[:] = [None]
        if isinstance(asked, Request):
            deviation.read(asked)

    def handles(request: Request) -> bool:
        is_kept = kept != [None] and isinstance(request, AskLog)
        kept[:] = [request] if is_kept else kept
        return is_kept

    # What is held is to be the beginning of the own turn.
    if deviation.game is None or (holds and deviation.is_on_turn):
        return False
    if not kept:
        deviation.asked(handles)
    kept[:] = ["asked for"]
    lure(deviation)
    if holds:
        deviation.world.after(hold_after, lambda: deviation.hold(millis - hold_after, pongs=True))
    deviation.world.after(millis + 300, answer)
    if again:
        deviation.world.after(1_000 * seconds, lambda: _late_log(deviation, arg, lure))
    return True


def _show_gap(deviation: Deviation) -> None:
    if deviation.game is not None:  # else the table has just been closed
        deviation.world.post(deviation.guest, LogEntry(TABLE, deviation.game.number, FAR, b"x", bytes(64)))


@unasked("40", "40hold", "7again", needs="turn=20")
def gap(deviation: Deviation, arg: str) -> bool:
    """An entry far ahead is shown, so that the log is asked for; that is answered so many seconds later."""
    return deviation.round is not None and _late_log(deviation, arg, _show_gap)


@named("40", places=6)
def gap_shuffle(arg: str) -> Deviation:
    """The same right before a ``shuffle``."""

    def change(deviation: Deviation, _message: Message) -> None:
        _late_log(deviation, arg or "40", _show_gap)

    return AtMessage("entry-shuffle", change)


@unasked("40", "40hold", "7again", needs="turn=20")
def flash_waiting(deviation: Deviation, arg: str) -> bool:
    """``waiting`` is shown for a moment, so that the log is asked for; that is answered so many seconds later."""

    def lure(deviation: Deviation) -> None:
        if deviation.world.table is not None:
            shown = deviation.world.table.message()
            deviation.world.post(deviation.guest, replace(shown, stage="waiting"))
            deviation.world.post(deviation.guest, shown)

    return deviation.round is not None and _late_log(deviation, arg, lure)


@unasked("40", "40hold", needs="turn=20")
def blip(deviation: Deviation, arg: str) -> bool:
    """A connection breaks for a second, and the log that is asked for then comes so many seconds later."""
    cut = lambda one: one.world.drop(one.guest, 1000)  # noqa: E731
    return deviation.round is not None and _late_log(deviation, arg, cut, 1_020)


def _show(path: str) -> Deviation:
    """The table is shown to one person otherwise than it is, from some second on."""

    def act(deviation: Deviation, _arg: str) -> bool:
        table = deviation.world.table
        if table is None or table.stage != "playing":
            return False

        def shown(message: Message) -> list[Message] | None:
            is_meant = isinstance(message, TableShown) and message.stage == "playing"
            return [other(message, path)] if is_meant else None

        deviation.told(shown)
        deviation.world.tell(deviation.guest.signer.public, table.message())
        return True

    return AtSecond(act, path)


def _recall(deviation: Deviation, arg: str) -> bool:
    """The host has answered by what was not durable: some seconds later it starts again as it was before."""
    world = deviation.world
    lobby, clocks = deepcopy(world.lobby), dict(world.clocks)
    logs = {name: dict(log) for name, log in world.logs.items()}

    def start() -> None:
        world.lobby, world.clocks, world.logs = lobby, clocks, logs
        for guest in list(world.guests):
            world.drop(guest, 1_000)

    if deviation.game is not None:
        world.after(1000 * int(arg), start)
    return deviation.game is not None


OPERATORS["show"] = lambda kind, arg: _show(f"{kind}.{arg}" if arg else kind)
OPERATORS["recall"] = lambda kind, arg: AtSecond(_recall, arg)


@unasked()
def other_table(deviation: Deviation, _arg: str) -> bool:
    """Another table is shown under the number of the one that is played at, and nothing more of that."""
    table = deviation.world.table
    if deviation.round is None or table is None:
        return False
    shown = replace(table.message(), stage="waiting", id=b"?" * 32, game=0, before=bytes(32))
    deviation.world.tell(deviation.guest.signer.public, shown)
    deviation.silence(TableShown, LogEntry)
    return True


@unasked()
def lost_table(deviation: Deviation, _arg: str) -> bool:
    """From now on the table is not shown to one person, who is told that there is none."""

    def change(message: Message) -> list[Message] | None:
        if isinstance(message, LobbyShown):
            return [LobbyShown((), 0)]
        return [] if getattr(message, "table", None) == TABLE else None

    deviation.told(change)
    return True


@unasked()
def close_table(deviation: Deviation, _arg: str) -> bool:
    """``closed`` in the middle of a game."""
    if deviation.round is not None:
        deviation.world.tell(deviation.guest.signer.public, Closed(TABLE))
    return deviation.round is not None


@unasked("0", "1000", "1000mute")
def lobby_more(deviation: Deviation, arg: str) -> bool:
    """The table is gone from the lobby; so many others are said not to be named. The game does not go on."""
    world, more = deviation.world, int(arg.removesuffix("mute"))
    if deviation.round is None:
        return False
    for guest in world.honest:
        world.tell(guest.signer.public, LobbyShown((), more))
        world.told_more |= {guest.name} if more else set()
    world.asked_hooks.append(lambda guest, request: True)
    if arg.endswith("mute"):
        world.keeps_pongs = lambda guest: guest in world.honest
    return True


@unasked("", "done")
def free_seat(deviation: Deviation, arg: str) -> bool:
    """Somebody asks to stand up in mid-game; their seat is shown free, or the answer is ``done``, and no game."""
    world, guest, key = deviation.world, deviation.guest, deviation.guest.signer.public

    def handles(request: Request) -> bool:
        if not isinstance(request, Stand) or world.table is None:
            return False
        shown = world.table.message()
        if arg == "done":
            world.answer_done(guest, request)
        else:
            world.post(guest, replace(shown, stage="waiting", seats=tuple(row for row in shown.seats if row[1] != key)))
        return True

    if deviation.round is None:
        return False
    deviation.asked(handles)
    world.command(guest, Do("stand"))
    deviation.silence(TableShown, LogEntry)
    return True


@named("", "twin", "bare", places=2)
def fork_window(how: str) -> Deviation:
    """Somebody's program is started again on its data folder, and is shown another ``shuffle``.

    Two programs at once have one folder each: the lock of the folder sees to that. ``twin``: a second one is started
    before the first has contributed. ``bare``: the log of the first run is not there any more, what it has signed is.
    """

    def change(deviation: Deviation, message: LogEntry) -> None:
        world, entry = deviation.world, read_entry(message.entry)
        shown = replace(entry, t=entry.t + 1)  # type: ignore[union-attr]

        def open_window() -> None:
            window = SecondWindow(world, deviation.guest, is_first_gone=how != "twin", has_log=how == "")
            window.open(message.index, shown)
            world.windows.append(window.guest)
            world.after(5_000, lambda: compare(window))

        def compare(window: SecondWindow) -> None:
            mine = [one.request for one in world.sent.values() if one.guest is deviation.guest]
            ours = {read_statement("reveal", one.payload).head for one in mine if one.what == "reveal"}
            if ours and set(window.reveals) - ours:
                world.forked.append(deviation.item.who)

        if how == "twin":
            open_window()
        else:
            world.after(1_000, open_window)

    return AtMessage("entry-shuffle", change)


# -- what takes a host's or a friend's secrets


@named(places=3, needs="F")
def move_illegal(_arg: str) -> Deviation:
    """A friend draws where only a card can be thrown out, in a statement that is well signed."""

    def forge(deviation: Deviation, game: HostedGame, entry: Acted) -> list[Entry] | None:
        signers = {one.signer.public: one.signer for one in deviation.world.people if one not in deviation.world.honest}
        signer = signers.get(game.keys[entry.seat])
        if entry.signed is None or not entry.do.startswith("throw") or signer is None:
            return None
        statement: Any = read_statement("action", entry.signed[0])
        payload = pack_statement(replace(statement, do="draw"))
        return [replace(entry, do="draw", signed=(payload, signer.sign("action", payload)), drawn=1, position=0)]

    return AtEntry("act", forge)


def show_secrets(deviation: Deviation, game: HostedGame, entry: Acted) -> list[Entry] | None:
    """The deck's secret is shown in the middle of the round."""
    round = deviation.round
    if round is None or round.is_shown or isinstance(round, HiddenRound):
        return None
    secrets = tuple((deck.epoch, deck.shuffle.secrets.s_deck) for deck in round.play.decks)
    return [Shown(game.round, secrets, entry.t), entry]
