"""Beginnings of forged games that tests go on from: a fresh deal, an empty stock, a call that is possible, voids."""

import random
from typing import Final

from rummynet.rules.core.state import State
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.cards import face
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import read_entry
from tests.support.forge import Conditions, Forge

LAZY: Final = ("draw", "turn", "waive", "throw", "aces", "buy", "pass")


def lazily(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Draw and throw: the stock runs out."""
    return next((one for one in legal if notation.text(one).split(" ")[0] in LAZY), legal[0])


def throwing(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Draw, and throw any card: the pile grows and holds melds."""
    plain = [one for one in legal if notation.text(one).split(" ")[0] in LAZY]
    return chance.choice(plain or legal)


def entries(forge: Forge) -> list[log.Entry]:
    """The log, read."""
    return [read_entry(one.entry) for one in forge.written]


def seats(
    players: int = 3, *, seed: int = 1, before: bytes = NO_HEAD, bots: tuple[int, ...] = (), target: int = 60
) -> Forge:
    """Keilty: nobody has agreed to anything yet."""
    forge = Forge("keilty", {"target": target}, players, seed=seed)
    forge.before, forge.bots = before, bots
    return forge


def begun() -> Forge:
    """As far as the players' seats."""
    forge = seats()
    forge.seat_all()
    return forge


def agreed(players: int = 2, seed: int = 1, **options: int) -> Forge:
    """As far as the session."""
    forge = Forge("keilty", dict(options), players, seed=seed)
    forge.begin()
    forge.round = 1
    return forge


def committed(seed: int = 2, **options: int) -> Forge:
    """All have committed to the shuffles of round 1."""
    forge = agreed(3, seed, **{"target": 60, **options})
    forge.commit(4)
    return forge


def dealt(
    variant: str = "keilty", options: dict[str, object] | None = None, players: int = 2, seed: int = 3,
    bots: tuple[int, ...] = (),
) -> Forge:  # fmt: skip
    """Round 1 has just been dealt."""
    forge = Forge(variant, options, players, seed=seed)
    forge.bots = bots
    _deal(forge)
    return forge


def on_turn(variant: str = "keilty") -> Forge:
    """It is the turn of seat 0."""
    forge = dealt(variant)
    forge.until(0)
    return forge


def voted(players: int = 3) -> Forge:
    """All others want the host to play for the seat on turn."""
    forge = dealt(players=players)
    for other in range(players):
        if other != forge.turn:
            forge.vote(other, forge.turn)
    return forge


def asked(kind: str, seat: int = 0, players: int = 2) -> Forge:
    """The newest entry is of this kind and asks for parts: ``kept`` is what the seat, honest, answered."""
    forge = dealt(players=players)
    at = [entry.kind for entry in entries(forge)].index(kind)
    answer = entries(forge)[at + 1]
    assert isinstance(answer, log.NonceCommits | log.Nonces | log.Commits | log.Reveals | log.Cosigns)
    signed = answer.signed[seat]
    assert signed is not None
    forge.cut(at + 1)
    forge.shown, forge.kept = [], signed
    return forge


def _deal(forge: Forge) -> None:
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))


def stock_empty(players: int = 2, **options: object) -> Forge:
    """Keilty: the seat on turn can only draw after a shuffle."""
    for seed in range(50):  # where somebody goes out before, the next seed: what a seed deals changes with every format
        forge = Forge("keilty", {"target": 500, **options}, players, seed=seed, choose=lazily)
        _deal(forge)
        while forge.game.actors(forge.state):
            if forge.game.chance.reshuffle_cards(forge.state) is not None:
                return forge
            forge.step()
    raise AssertionError("no stock was ever used up")


def wants() -> Forge:
    """A new stock has been made for the draw of the seat on turn."""
    forge = stock_empty()
    forge.wanted(forge.turn, forge.action(forge.turn, "draw"))
    forge.mix(forge.due())
    return forge


def at_a_call(options: dict[str, object] | None = None, *, before: bool = False) -> Forge:
    """Keilty among three: seat 0 can make a ``call``, seat 1 is about to draw, and seat 2 after it.

    *before*: the position before seat 1 throws out what makes it possible.
    """
    for seed in range(200):
        forge = _thrown(seed, 0, options or {})
        for steps in range(1, 50):
            goes_on(forge)
            call = _call(forge, 2 if before else 1)
            if call is not None:
                forge = _thrown(seed, steps - 1, options or {}) if before else forge
                forge.call = call
                return forge
    raise AssertionError("no call was ever possible")


def _thrown(seed: int, steps: int, options: dict[str, object]) -> Forge:
    forge = Forge("keilty", {"target": 500, **options}, 3, seed=seed, choose=throwing)
    _deal(forge)
    for _ in range(steps):
        goes_on(forge)
    return forge


def goes_on(forge: Forge) -> None:
    """Whoever is on turn draws, or throws a card that chance picks."""
    turn = forge.state.turn
    forge.act(turn, throwing(forge.state, turn, forge.game.legal(forge.state, turn), forge.chance))


def _call(forge: Forge, turn: int) -> str | None:
    state = forge.state
    if state.phase != "pickup" or not state.stock or state.turn != turn:
        return None
    calls = (notation.text(one) for one in forge.game.legal(state, 0))
    return next((one for one in calls if one.startswith("rummy")), None)


def pile_grows(forge: Forge, seat: int) -> None:
    """Whoever is on turn, and is not this seat, draws and throws a card."""
    turn = forge.state.turn
    assert turn != seat
    forge.act(turn, Draw())
    throws = [one for one in forge.game.legal(forge.state, turn) if notation.text(one).startswith("throw")]
    forge.act(turn, throws[0])


def joined(seed: int = 77) -> Forge:
    """Vegas rummy among two after round 1, a short one with this seed: others may come in."""
    forge = Forge("vegas", {"max_score": 500}, 2, seed=seed)
    forge.begin()
    forge.play_round()
    return forge


def out_of_points() -> Forge:
    """Vegas: a round is over in which somebody ran out of points. Those are ``outside`` and may come in again."""
    for seed in range(60):
        forge = Forge("vegas", {"max_score": 20, "solidarity": False}, 3, seed=seed)
        forge.begin()
        for _ in range(6):
            forge.play_round()
            if not forge.state.finished and forge.outside:
                return forge
            if forge.state.finished:
                break
    raise AssertionError("nobody ran out of points")


def offered_twice() -> Forge:
    """Crummy rummy among three: a seat is asked about a card; ``kept`` is the answer that it gave about an earlier one.

    That was taken by somebody who was asked before.
    """
    for seed in range(100):
        forge = Forge("crummy", {"offer_seconds": 5}, 3, seed=seed, choose=lazily)
        _deal(forge)
        while forge.state.phase != "offer" and forge.game.actors(forge.state):
            _due(forge)
        early = forge.game.offers.offer_early(forge.state)
        if not early:
            continue
        seat, first = early[0], forge.state.discard[-1]
        want = f"want {face(first)}"
        answer = forge.action(seat, want)
        forge.act(forge.game.actors(forge.state)[0], notation.parse(want))
        while forge.game.actors(forge.state)[0] != seat:
            _due(forge)
        if forge.state.phase == "offer" and forge.state.discard[-1] != first:
            forge.call, forge.kept = want, answer
            return forge
    raise AssertionError("nobody was offered two cards")


def _due(forge: Forge) -> None:
    seat = forge.game.actors(forge.state)[0]
    forge.act(seat, lazily(forge.state, seat, forge.game.legal(forge.state, seat), forge.chance))


def voided(count: int, **options: int) -> Forge:
    """So many shuffles of round 1 have been voided, seat 1 being blamed; the last entry is a void."""
    forge = committed(**options)
    for number in range(count):
        if number:
            forge.commit(3)
        forge.void(1, protests=(1,) if number else ())
    return forge


def called_off() -> Forge:
    """A game that was called off after two voids."""
    forge = voided(2, voids=2)
    forge.write(log.Ended("voids", forge.tick()))
    return forge


def played(conditions: Conditions = Conditions()) -> Forge:  # noqa: B008 - a value
    """A short game of Keilty rummy, whole."""
    return Forge("keilty", {"target": 40}, 2, seed=5, conditions=conditions).play()
