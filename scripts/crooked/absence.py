"""What a crooked host does with the others' word that they go on without a seat: votes, closes and giving up."""

from typing import Any, Final

from crooked.acts import drop, named, ring_turn, unasked
from crooked.operators import AtRequest, AtSecond, Deviation
from crooked.world import TABLE
from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet_client.core.text.commands import BeReady
from rummynet_protocol.fairness.entries import VOID_MILLIS, Entry, HostPart, PartLogged
from rummynet_protocol.fairness.votes import VOTE_MILLIS
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import open_part
from rummynet_protocol.wire.messages import Manage, Request, Submit
from tests.support.fake_host import Guest

LOST_MILLIS: Final = 150_000  # until a program is given up, and its hand is open
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


@unasked("", "early", "let", "not_due", "not_absent", "stale", "not_absentU", "too_manyU", "kept", needs="FG turn=0")
def vote_bots(deviation: Deviation, how: str) -> bool:
    """The host's bots and friends vote about somebody who is connected, and the host counts that and plays.

    It plays at once, or ``early``: five seconds later; or waits as it should (``let``). An objection is logged then, or
    refused with *how* as code, with ``U`` without a signature, or ``kept`` without an answer.
    """
    game, world, seat = deviation.game, deviation.world, deviation.seat
    if game is None or deviation.round is None or seat is None or game.paused or seat not in _waits(game):
        return False

    def play() -> None:
        if deviation.game is not None and game.game_log.ledger.votes.carry(seat) and deviation.is_on_turn:
            effects = deviation.effects()
            game._run_clocks(effects)
            deviation.run(effects)
            ring_turn(deviation, seat)
        game._turn_clocks.disconnected.discard(seat)

    if how not in ("", "early", "let"):
        deviation.asked(lambda request: _answers(deviation, request, "vote", how))
    game._turn_clocks.disconnected.add(seat)
    for voter in (*world.bots, *_friends(deviation)):
        if voter.session.game is not None and voter.session.game.state is not None:
            world.vote(voter, seat)
    if how == "let":
        effects = deviation.effects()
        game._turn_clocks.reconnected(seat, effects)  # the votes have begun five seconds, as if she were away
        game._run_clocks(effects)
        deviation.run(effects)
    else:
        world.after(VOTE_MILLIS + 100 if how else 0, play)
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
    game, round = deviation.game, deviation.round
    if game is None or round is None or game.paused or deviation.seat not in _waits(game):
        return False
    round.idle._millis = 0
    _close(deviation)
    return True


def _close(deviation: Deviation) -> None:
    for friend in _friends(deviation):
        if deviation.seat is not None and deviation.game is not None:
            deviation.world.close(friend, deviation.seat)


def _hold(deviation: Deviation, how: str) -> None:
    """Nothing more of this person's is read, but what contradicts the friends, as *how* has it."""
    game, world = deviation.game, deviation.world
    wait = 1000 * world.layout.idle_seconds + 2_000
    if game is None:
        return

    def handles(request: Request) -> bool:
        if not isinstance(request, Submit) or request.what != "close":
            return isinstance(request, Submit)
        return how.startswith("held-") and _answers(deviation, request, "close", how.removeprefix("held-"))

    deviation.asked(handles)
    if how in SESSION_PARTS:
        game._check_may_close = lambda about, effects: None  # type: ignore[method-assign]
    else:
        game.dealer._silence_due = 0
        game.dealer.seat_returned = lambda seat, effects: None  # type: ignore[method-assign]
        world.after(40, lambda: world.ring_now(TimerId(TABLE, "ceremony")))
        wait += VOID_MILLIS
    world.after(wait, lambda: _close(deviation))


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


@unasked("cut", "hold", "kept", "early", "unasked", "alone", is_sealed=True, takes=LOST_MILLIS, needs="FG")
def open_hand(deviation: Deviation, how: str) -> bool:
    """A program is made to look lost, and all others give it up, as soon as their own programs offer that.

    ``cut``: its connection is broken for 200 seconds. ``hold``: nothing reaches it but pongs. ``kept``: what it owes is
    read and neither logged nor refused. ``early``: the same, and friends give it up after ten seconds. ``unasked``: the
    host opens its part of the key though nobody has given it up. ``alone``: it does so when one has.
    """
    world, game, seat = deviation.world, deviation.game, deviation.seat
    if game is None or seat is None or deviation.round is None or not isinstance(game.dealer, SealedDealer):
        return False
    if game.dealer.sealed is None or not game.dealer.has_stock or not game.dealer.sealed.has_escrow:
        return False
    world.gives_up = True
    if how == "cut":
        world.drop(deviation.guest, 200_000)
    elif how == "hold":
        deviation.hold(LOST_MILLIS, pongs=True)
    elif how != "unasked":
        deviation.asked(lambda request: isinstance(request, Submit) and request.what in ("part", "action"))
    if how in ("early", "unasked", "alone"):
        world.after(10_000, lambda: _open(deviation, seat, how))
    return True


def _open(deviation: Deviation, seat: int, how: str) -> None:
    """Let friends give it up, and open the host's part, whatever the state of the round says."""
    game: Any = deviation.game
    if game is None or not isinstance(game.dealer, SealedDealer) or game.dealer.sealed is None:
        return
    sealed, friends = game.dealer.sealed, _friends(deviation)
    for friend in friends if how == "early" else friends[:1] if how == "alone" else ():
        signed, voter = friend.session.game.follower.sign_give_up(seat), deviation.world.seat(friend)  # type: ignore[union-attr]
        if voter is not None:
            _log(
                deviation,
                PartLogged(game.round, voter, (signed.payload, signed.signature), signed.blob, _now(deviation)),
            )
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


@named(places=2, is_sealed=True, takes=LOST_MILLIS, needs="F")
def keep_gone(_arg: str) -> Deviation:
    """A program is lost, and one of those who give it up is not heard."""
    return _KeepGone("part-gone")


class _KeepGone(AtRequest):
    def start(self) -> None:
        super().start()
        self.world.moments.append(self._lose)

    def _lose(self) -> None:
        others = [one for one in self.world.people if not self.is_whose(one)]
        if self.round is not None and len(others) > 1 and self.world.true > 15_000:
            self.world.moments.remove(self._lose)
            self.world.gives_up = True
            self.world.drop(others[-1], 200_000)


def net_away(deviation: Deviation, arg: str) -> bool:
    """A program is away for so long that the others give it up; what they may do they do."""
    if deviation.round is None or not deviation.world.stands(deviation.guest):
        return False
    deviation.world.gives_up = True
    return drop(deviation, arg)
