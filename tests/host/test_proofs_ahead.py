"""The host checks proofs of mixes in a thread before a table takes them; what comes out is the same."""

from collections.abc import Callable

import pytest

from rummynet.host.dispatch.proofs_ahead import ProofsAhead
from rummynet_protocol.sealed import mix_proof
from rummynet_protocol.wire.messages import Done, Refused, Submit
from tests.support.sealed_people import SealedHarness, SealedPerson


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


def a_proof() -> tuple[SealedHarness, SealedPerson, Submit]:
    """A table that waits for the proof of a mix, and that proof."""
    hall = SealedHarness()
    number, people = hall.table(["Ann", "Bob"], deck="sealed")
    bob = people[1]
    assert isinstance(bob, SealedPerson)
    bob.silent.add("proof")
    for person in people:
        hall.ready(person, number)
    assert bob.sealed is not None
    due = bob.sealed.due[1]
    assert due.what == "proof"
    return hall, bob, bob.part(number, "proof", due.head, bob.blob("proof", due.head))


def without_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(*_: object) -> None:
        raise AssertionError("a proof is computed a second time")

    monkeypatch.setattr(mix_proof, "check_mix_equations", computed)


def test_a_proof_that_was_checked_ahead_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, bob, proof = a_proof()
    thread, then = Thread(), list[str]()
    assert ProofsAhead(hall.lobby, thread).check(bob.key, proof, lambda: then.append("taken"))
    assert then == []
    thread.run()
    assert then == ["taken"]
    without_equations(monkeypatch)
    hall.people.clear()
    hall.people[bob.key] = bob
    bob.behind = True
    assert isinstance(hall.ask(bob, proof), Done)


def test_a_proof_that_does_not_hold_is_refused_all_the_same() -> None:
    hall, bob, proof = a_proof()
    assert bob.sealed is not None
    due = bob.sealed.due[1]
    bad = bytes([proof.blob[0] ^ 1]) + proof.blob[1:]
    wrong = bob.part(proof.table, "proof", due.head, bad)
    thread, then = Thread(), list[str]()
    assert ProofsAhead(hall.lobby, thread).check(bob.key, wrong, lambda: then.append("taken"))
    thread.run()
    assert then == ["taken"]
    refused = hall.ask(bob, wrong)
    assert isinstance(refused, Refused) and refused.code == "wrong_statement"


def test_nothing_else_waits_for_the_thread() -> None:
    hall, bob, proof = a_proof()
    ahead, ann = ProofsAhead(hall.lobby, Thread()), next(iter(hall.people.values()))
    assert not ahead.check(ann.key, proof, lambda: None)
    assert not ahead.check(bob.key, bob.submit(proof.table, bob.closing(0)), lambda: None)
