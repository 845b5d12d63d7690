"""A client whose core has computed elsewhere what takes long: nothing of it waits for that, and all stays in order."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rummynet.verifier.offline import check
from rummynet_client.core.log.computing import Computations, StillComputing
from rummynet_client.core.session.session import Session
from rummynet_protocol.sealed import held_checks, key_holder, mix_proof, sealed_round, shares
from rummynet_protocol.wire.connection import Connection
from rummynet_protocol.wire.messages import Message, Ping, Pong
from tests.support.fake_host import FakeHost, Guest, play


class Threaded(Guest):
    """What its core wants computed is computed at once, and counted, unless it is halted."""

    elsewhere = True
    halted = False
    inside = 0
    """How many calls of the core are under way."""
    ran = 0

    def start(self) -> Session:
        session = super().start()
        for name in ("receive", "computed", "apply_command", "tick"):
            setattr(session, name, self._watched(getattr(session, name)))
        return session

    def _watched(self, call: Callable[..., None]) -> Callable[..., None]:
        def called(*args: Any) -> None:  # noqa: ANN401 - as the call
            self.inside += 1
            try:
                call(*args)
            finally:
                self.inside -= 1

        return called

    def bring_out(self) -> list[bytes]:
        sent = super().bring_out()
        while not self.halted and self.compute():
            sent += super().bring_out()
        return sent

    def compute(self) -> bool:
        """Run one computation; False if there is none."""
        awaited = self.session.awaits
        one = awaited or next(iter(self.computing), None)
        if one is None:
            return False
        if awaited is None:
            self.computing.remove(one)
        one.run()
        self.ran += 1
        self.session.computed(one)
        return True


class Listening(FakeHost):
    def __init__(self) -> None:
        super().__init__()
        self.pongs: list[int] = []

    def take_message(self, guest: Guest, connection: Connection, message: Message) -> None:
        if isinstance(message, Pong):
            self.pongs.append(message.number)
        super().take_message(guest, connection, message)


def seated(count: int = 2) -> tuple[Listening, list[Threaded]]:
    """A host with a table at which these sit."""
    host, guests = Listening(), [Threaded(name) for name in ("Ann", "Bob", "Cid")[:count]]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], "create keilty deck=sealed")
    host.all("sit 1")
    return host, guests


def dealt() -> tuple[Listening, list[Threaded]]:
    host, guests = seated()
    host.all("ready")
    return host, guests


@contextmanager
def slow_calls(guests: list[Threaded], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], list[str]]]:
    """What takes long, as it is called: by a core, and elsewhere (the host's calls too)."""
    by_a_core, elsewhere = list[str](), list[str]()

    def watch(module: Any, name: str) -> None:  # noqa: ANN401 - a module
        call = getattr(module, name)

        def called(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as the call
            if name != "check_share_proof" or len(args[1]) > 4:
                (by_a_core if any(guest.inside for guest in guests) else elsewhere).append(name)
            return call(*args, **more)

        monkeypatch.setattr(module, name, called)

    watch(mix_proof, "check_mix_equations")
    watch(shares, "check_share_proof")
    watch(sealed_round, "audit_round")
    for name in ("mix", "prove_mix", "make_shares", "make_play"):
        watch(key_holder, name)
    yield by_a_core, elsewhere


def test_no_core_computes_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guests = seated(3)
    with slow_calls(guests, monkeypatch) as (by_a_core, elsewhere):
        host.all("ready")
        while guests[0].session.model.round == 1:
            play(host, [*guests], 1)
    assert by_a_core == []
    made = {"mix", "prove_mix", "make_shares", "make_play"}
    assert {*elsewhere} == {"check_mix_equations", "check_share_proof", "audit_round", *made}
    for guest in guests:
        assert guest.session.model.fairness.cheat is None and check(guest.transcript, partial=True).verified


def test_a_program_that_is_started_again_computes_no_proof_of_the_game_that_it_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, (ann, bob) = dealt()
    while ann.session.model.round == 1:
        play(host, [ann, bob], 1)
    play(host, [ann, bob], 3)
    before = length(ann)
    host.lose(ann)
    held_checks.held.clear()  # another process
    sealed_round.audits_ahead.clear()
    ann.session = ann.start()
    with slow_calls([ann], monkeypatch) as (by_a_core, elsewhere):
        host.connect(ann)
        assert length(ann) >= before
        assert by_a_core == [] and {"check_mix_equations", "check_share_proof", "audit_round"} <= {*elsewhere}
    play(host, [ann, bob], 2)
    assert ann.session.model.fairness.cheat is None and check(ann.transcript, partial=True).verified


def waiting() -> tuple[Listening, Threaded, Threaded]:
    """Ann's program waits for the check of Bob's proof, or for its own."""
    host, (ann, bob) = seated()
    ann.halted = True
    host.all("ready")
    while ann.session.awaits is None:
        assert ann.compute()
        host.settle()
    return host, ann, bob


def length(guest: Guest) -> int:
    game = guest.session.game
    return game.follower.length if game is not None else 0


def test_messages_behind_one_that_is_checked_wait_in_their_order() -> None:
    host, ann, _bob = waiting()
    before = length(ann)
    host.tell(ann.signer.public, Ping(4711))
    host.settle()
    assert length(ann) == before and 4711 not in host.pongs
    ann.halted = False
    host.settle()
    assert host.pongs.count(4711) == 1 and length(ann) > before
    assert ann.session.model.hand


# -- what is asked for


def test_what_went_wrong_is_raised_where_it_is_asked_for() -> None:
    asked = Computations(elsewhere=True)

    def wrong() -> int:
        raise ValueError("wrong")

    with pytest.raises(StillComputing):
        asked.ask("wrong", lambda: wrong)
    (one,) = asked.take_new()
    one.run()
    asked.add(one)
    with pytest.raises(ValueError, match="wrong"):
        asked.ask("wrong", lambda: wrong)
