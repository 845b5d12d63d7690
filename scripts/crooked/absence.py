"""What a crooked host does with the others' word that they go on without a seat."""

from typing import Any, Final

from crooked.acts import drop, named, unasked
from crooked.operators import AtRequest, AtSecond, Deviation
from crooked.world import TABLE
from rummynet.ledger.waiting import STAND_IN_MILLIS, Without
from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet_client.core.text.commands import BeReady
from rummynet_protocol.fairness.entries import VOID_MILLIS, Entry, HostPart, Voted
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import open_part
from rummynet_protocol.wire.messages import Manage, Request, Submit
from tests.support.fake_host import Guest

LOST_MILLIS: Final = 60_000  # until a program is gone on without, and its hand is open
SESSION_PARTS: Final = ("nonce-commit", "nonce")


def _friends(deviation: Deviation) -> list[Guest]:
    return [one for one in deviation.world.people if one not in deviation.world.honest]


def _answers(deviation: Deviation, request: Request, what: str, how: str) -> bool:
    """Keep what contradicts, or refuse it; *how* is a code, with ``U`` without a signature, or ``kept``."""
    if not isinstance(request, Submit) or request.what != what:
        return False
    if how != "kept":
        deviation.world.refuse(deviation.guest, request, how.removesuffix("U"), signed=not how.endswith("U"))
    return True


def _waits(game: HostedGame) -> dict[int, int]:
    play = game.game_log.ledger.play
    return play.clocks.waits if play is not None else {}


@unasked("", "early", needs="FG turn=0")
def vote_bots(deviation: Deviation, how: str) -> bool:
    """The host's bots and friends vote about somebody who is there; it plays at once, or ``early``: a bit later."""
    game, world, seat = deviation.game, deviation.world, deviation.seat
    if game is None or deviation.round is None or seat is None or game.paused or seat not in _waits(game):
        return False

    def play() -> None:
        round = deviation.round
        is_wanted = game.game_log.ledger.votes.carry(seat)
        if deviation.game is game and round is not None and deviation.is_on_turn and is_wanted:
            effects = deviation.effects()
            round.play_for(seat, effects)
            game._continue_round(round, effects)
            deviation.run(effects)

    _wants_on(deviation, *world.bots)
    world.after(STAND_IN_MILLIS + 100 if how else 0, play)
    return True


@named(
    "turn",
    *SESSION_PARTS,
    "held",
    "held-not_due",
    "held-stale",
    "held-not_dueU",
    "held-too_manyU",
    "held-kept",
    places=8,
    takes=25_000,
    needs="F idle=30 nonce:game=vegas nonce-commit:game=vegas",
)
def end_waited(how: str) -> Deviation:
    """The game is ended for want of somebody who has not kept anybody waiting, as friends say whom the host shows that.

    ``turn``: in a turn that is not over. ``nonce``, ``nonce-commit``: a friend comes in (Vegas), and a part of that
    session is read, and has no answer but pongs. Else a part of a shuffle is kept and voided, and the host waits for
    its seat for ever; friends end the game when it has stood for long enough. ``held-CODE``: what contradicts them is
    refused, with ``U`` without a signature, or ``kept`` without an answer.
    """
    if how in ("", "turn"):
        return AtSecond(_end_turn, "")
    if how in SESSION_PARTS:
        return _EndSession(how, then=lambda deviation, request: _hold(deviation, how))
    gathers = lambda deviation: deviation.game is not None and deviation.game.dealer.gathering is not None  # noqa: E731
    return AtRequest("shuffle", when=gathers, then=lambda deviation, request: _hold(deviation, how))


def _end_turn(deviation: Deviation, _arg: str) -> bool:
    game, seat = deviation.game, deviation.seat
    if game is None or deviation.round is None or seat is None or game.paused or seat not in _waits(game):
        return False
    _wants_on(deviation)
    effects = deviation.effects()
    by = frozenset(one for one in map(deviation.world.seat, _friends(deviation)) if one is not None)
    game._end_waited(Without(seat, "end", 0, 1, by), effects)
    deviation.run(effects)
    return True


def _wants_on(deviation: Deviation, *more: Guest) -> None:
    """Friends want to go on without this person."""
    for voter in (*more, *_friends(deviation)):
        if deviation.seat is not None and deviation.game is not None and voter.session.game is not None:
            deviation.world.vote(voter, deviation.seat)


def _hold(deviation: Deviation, how: str) -> None:
    """Nothing more of this person's is read, but what contradicts the friends, as *how* has it."""
    game, world = deviation.game, deviation.world
    wait = 1000 * world.layout.idle_seconds + 2_000
    if game is None:
        return

    def handles(request: Request) -> bool:
        if not isinstance(request, Submit) or request.what != "vote":
            return isinstance(request, Submit)
        return how.startswith("held-") and _answers(deviation, request, "vote", how.removeprefix("held-"))

    deviation.asked(handles)
    if how in SESSION_PARTS:
        game._check_is_waited_for = lambda seat: None  # type: ignore[method-assign]
    else:
        game.dealer._silence_due = 0
        game.dealer.seat_returned = lambda seat, effects: None  # type: ignore[method-assign]
        world.after(40, lambda: world.ring_now(TimerId(TABLE, "ceremony")))
        wait += VOID_MILLIS
    world.after(wait, lambda: _wants_on(deviation))


class _EndSession(AtRequest):
    """A part of the session that somebody's coming in begins."""

    def start(self) -> None:
        self.world.moments.append(self._let_friend_in)

    def _let_friend_in(self) -> None:
        world, table = self.world, self.world.table
        if self.round is None or table is None or table.ownership.owner is None:
            return
        self.world.moments.remove(self._let_friend_in)
        owner = table.ownership.owner
        gus = world.come("G")
        world.command(gus, BeReady(True))
        request = Manage(999_999, TABLE, "admit", table.seating.seat_of(gus.signer.public))
        world.muted.add((owner, request.n))
        super().start()
        world.take(RequestReceived(owner, request))


@unasked("cut", "hold", "kept", "early", "unasked", "alone", is_sealed=True, takes=LOST_MILLIS, needs="FG idle=30")
def open_hand(deviation: Deviation, how: str) -> bool:
    """A program is made to look lost, and all others go on without it, as soon as their own programs offer that.

    ``cut``: its connection is broken for 80 seconds. ``hold``: nothing reaches it but pongs. ``kept``: what it owes is
    read and neither logged nor refused. ``early``: the same, and friends want that after ten seconds. ``unasked``: the
    host opens its part of the key though nobody wants it. ``alone``: it does so when one does.
    """
    world, game, seat = deviation.world, deviation.game, deviation.seat
    if game is None or seat is None or deviation.round is None or not isinstance(game.dealer, SealedDealer):
        return False
    if game.dealer.sealed is None or not game.dealer.has_stock or not game.dealer.sealed.has_escrow:
        return False
    world.gives_up = True
    if how == "cut":
        world.drop(deviation.guest, 80_000)
    elif how == "hold":
        deviation.hold(LOST_MILLIS, pongs=True)
    elif how != "unasked":
        deviation.asked(lambda request: isinstance(request, Submit) and request.what in ("part", "action"))
    if how in ("early", "unasked", "alone"):
        world.after(10_000, lambda: _open(deviation, seat, how))
    return True


def _open(deviation: Deviation, seat: int, how: str) -> None:
    """Let friends vote for it, and open the host's part, whatever the state of the round says."""
    game: Any = deviation.game
    if game is None or not isinstance(game.dealer, SealedDealer) or game.dealer.sealed is None:
        return
    sealed, friends = game.dealer.sealed, _friends(deviation)
    for friend in friends if how == "early" else friends[:1] if how == "alone" else ():
        signed, voter = friend.session.game.follower.sign_vote(seat, True), deviation.world.seat(friend)  # type: ignore[union-attr]
        if voter is not None:
            _log(deviation, Voted(voter, (signed.payload, signed.signature), _now(deviation)))
    if sealed.blamed is None and seat in sealed._parts and seat not in sealed.cards.opened:
        secret = game.dealer._batch.host_key.secret  # type: ignore[union-attr]
        z = open_part(sealed.part_of(seat, HOST), HOST, secret, sealed.cards.context.escrow(seat))
        _log(deviation, HostPart(game.round, seat, z, _now(deviation)))


def _now(deviation: Deviation) -> int:
    return deviation.game.game_log.elapsed(deviation.effects()) if deviation.game is not None else 0


def _log(deviation: Deviation, entry: Entry) -> None:
    effects = deviation.effects()
    if deviation.game is not None:
        deviation.game.game_log.append_entry(entry, effects)
        deviation.world.forged.append(deviation.world.true)
        deviation.run(effects)


@named(places=2, is_sealed=True, takes=LOST_MILLIS, needs="F idle=30")
def keep_gone(_arg: str) -> Deviation:
    """A program is lost, and one of those who go on without it is not heard."""
    return _KeepGone("vote")


class _KeepGone(AtRequest):
    def start(self) -> None:
        super().start()
        self.world.moments.append(self._lose)

    def _lose(self) -> None:
        others = [one for one in self.world.people if not self.is_whose(one)]
        if self.round is not None and len(others) > 1 and self.world.true > 15_000:
            self.world.moments.remove(self._lose)
            self.world.gives_up = True
            self.world.drop(others[-1], 80_000)


def net_away(deviation: Deviation, arg: str) -> bool:
    """A program is away for so long that the others go on without it; what they may do they do."""
    if deviation.round is None or not deviation.world.stands(deviation.guest):
        return False
    deviation.world.gives_up = True
    return drop(deviation, arg)
