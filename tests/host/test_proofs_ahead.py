"""The host checks proofs of mixes in a thread before a table takes them; what comes out is the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rummynet.host.dispatch.proofs_ahead import ProofsAhead
from rummynet_protocol.sealed import mix_proof
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Create, Done, Refused, Request, Sit, Submit
from tests.support.dialling import limited_hosts
from tests.support.people import Person, SealedHarness


class Thread:
    """What is to be done in another thread, done when a test says so."""

    def __init__(self) -> None:
        self.work: list[tuple[Callable[[], None], Callable[[Exception | None], None]]] = []

    def __call__(self, work: Callable[[], None], done: Callable[[Exception | None], None]) -> None:
        self.work.append((work, done))

    def run(self) -> None:
        for work, done in self.work:
            try:
                work()
            except Exception as problem:
                done(problem)
            else:
                done(None)
        self.work = []


def a_proof() -> tuple[SealedHarness, Person, Submit]:
    """A table that waits for the proof of a mix, and that proof."""
    hall = SealedHarness()
    _, bob = hall.stuck("proof")
    part = bob.submit(1, bob.statement())
    assert bob.sealed is not None and bob.sealed.due[1].what == "proof" and part.blob
    return hall, bob, part


@pytest.mark.parametrize("holds", [True, False])
def test_a_proof_that_was_checked_ahead_is_not_computed_again(monkeypatch: pytest.MonkeyPatch, holds: bool) -> None:
    hall, bob, proof = a_proof()
    if not holds:
        assert bob.sealed is not None
        # A number twice: the proof can be read, and only its equations do not hold.
        bad = proof.blob[:-32] + proof.blob[-64:-32]
        proof = bob.part(proof.table, "proof", bob.sealed.due[1].head, bad)
    thread, then = Thread(), list[str]()
    assert ProofsAhead(hall.lobby, thread).check(bob.key, proof, lambda: then.append("taken"))
    assert then == []
    thread.run()
    assert then == ["taken"]

    def computed(*_: object) -> None:
        raise AssertionError("a proof is computed a second time")

    monkeypatch.setattr(mix_proof, "check_mix_equations", computed)
    hall.people.clear()
    hall.people[bob.key] = bob
    bob.lost()
    answer = hall.ask(bob, proof)
    assert isinstance(answer, Done) if holds else isinstance(answer, Refused) and answer.code == "wrong_statement"


def test_what_the_table_refuses_for_less_is_not_computed() -> None:
    """Signature, number, head, and the bytes that were signed."""
    hall, bob, proof = a_proof()
    ahead = ProofsAhead(hall.lobby, Thread())
    elsewhere = bob.part(proof.table, "proof", bytes(32), proof.blob)
    for wrong in (replace(proof, signature=bytes(64)), replace(proof, blob=proof.blob[::-1]), elsewhere):
        assert not ahead.check(bob.key, wrong, lambda: None)
    assert isinstance(hall.ask(bob, elsewhere), Refused)
    assert not ahead.check(bob.key, proof, lambda: None), "a newer number was used"


def test_what_comes_behind_a_proof_waits_for_it(tmp_path: Path) -> None:
    with limited_hosts(tmp_path) as start:
        step = start()
        ann = step.call("Ann")
        then: list[Callable[[], None]] = []

        class Ahead:
            def check(self, key: bytes, request: Request, taken: Callable[[], None]) -> bool:
                then.append(taken)
                return isinstance(request, Create)

        step.factory.proofs_ahead = Ahead()  # type: ignore[assignment]
        create, sit = ann.request(Create, "keilty", {}, "t"), ann.request(Sit, 1, None)
        assert ann.hear() == [] and len(then) == 1
        then[0]()
        assert [one.n for one in ann.hear() if isinstance(one, Done)] == [create, sit]


def test_nothing_else_waits_for_the_thread() -> None:
    hall, bob, proof = a_proof()
    ahead, ann = ProofsAhead(hall.lobby, Thread()), next(iter(hall.people.values()))
    for key, part in ((ann.key, proof), (bytes(32), proof), (bob.key, bob.submit(proof.table, bob.voting(0)))):
        assert not ahead.check(key, part, lambda: None)
