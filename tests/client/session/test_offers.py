"""Early answers, and plays while others are asked, from the client's side, at the real tables in memory."""

import random

from rummynet_protocol import notation
from rummynet_protocol.fairness.entries import Acted
from tests.support.fake_host import FakeHost, Guest, offered
from tests.support.followers import entries_of
from tests.support.in_notation import texts


def acts(guest: Guest) -> list[tuple[int, str, str | None]]:
    game = guest.session.game
    assert game is not None
    found = entries_of(game.follower)
    return [(one.seat, one.do, one.why) for one in found if isinstance(one, Acted)]


def test_an_answer_that_is_none_is_refused_here() -> None:
    host, guests, turn = offered()
    far = guests[(turn + 2) % 3]
    (line,) = host.do(far, "want *1")
    assert line.startswith("refused") and "you can answer the offer in advance with 'waive' or 'want" in line
    (line,) = host.do(guests[turn], "waive")
    assert line.startswith("refused")


def test_the_player_on_turn_may_throw_while_others_are_asked() -> None:
    host, guests, turn = offered()
    mover = guests[turn]
    throw = next(one for one in texts(mover.session.model.legal()) if one.startswith("throw"))
    before = acts(mover)
    assert not any(line.startswith("refused") for line in host.do(mover, throw))
    assert acts(mover) == before
    host.ring("hold")
    assert [why for _, _, why in acts(mover)[len(before) :]] == ["rule", "rule", None]
    assert acts(mover)[-1][:2] == (turn, mover.session.game.follower.auditor.play.steps[-1].do)  # type: ignore[union-attr]
    assert not mover.session.is_busy
    assert all(guest.session.game.follower.cheat is None for guest in guests if guest.session.game)


def callable_throw(seed: int) -> tuple[FakeHost, list[Guest], int, str] | None:
    """Basic rummy up to a throw-out that can be called, with the caller's seat and the call; None if none comes."""
    host, chance = FakeHost(), random.Random(seed)
    guests = [Guest(f"{name}{seed}") for name in ("Ann", "Bob", "Cid")]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], "create basic call_seconds=30")
    for command in ("sit 1", "ready"):
        for guest in guests:
            host.do(guest, command)
    game = host.lobby.tables[1].game
    while game is not None and game.play is not None and game.round == 1:
        state, v = game.play.full, game.play.variety
        others = [seat for seat in range(3) if seat != state.turn]
        calls = [(seat, notation.text(one)) for seat in others for one in v.legal(state, seat)]
        if state.phase == "pickup" and calls and state.stock:
            return host, guests, *calls[0]
        host.pass_time(31_000)
        mover = guests[v.actors(state)[0]]
        legal = texts(mover.session.model.legal())
        plays = [one for one in legal if one.startswith("meld")]
        host.do(mover, chance.choice(plays or legal))
        if host.clocks and state.phase == "call":
            return None
    return None


def test_what_was_held_back_and_overtaken_is_told_to_its_player() -> None:
    host, guests, seat, call = next(found for seed in range(40) if (found := callable_throw(seed)))
    mover = next(guest for guest in guests if guest.session.model.my_turn)
    assert host.do(mover, "draw") == []
    assert mover.session.is_busy
    host.do(guests[seat], call)
    assert any("something else happened before the time of your action came" in line for line in mover.lines)
    assert not mover.session.is_busy
