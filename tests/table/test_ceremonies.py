"""The host's side of commitments, reveals and co-signatures: wrong ones refused, silence voids, nothing is repeated."""

from typing import Any

import pytest

from rummynet.table.api.records import GameClosed, SecretKept
from rummynet_protocol.fairness.entries import (
    Cosigns,
    Ended,
    HostCommit,
    Voided,
)
from rummynet_protocol.fairness.statements import (
    Committed,
    Statement,
)
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Said, Watch
from tests.support.people import Person, TableHarness, audited, entries

X = b"x" * 32


def held_back(kind: str) -> tuple[TableHarness, Person, Person]:
    """A game that waits for Bob's statement of this kind alone."""
    hall = TableHarness(seed=3)
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    bob.silent = {kind}
    for person in (ann, bob):
        hall.ready(person, number)
    return hall, ann, bob


WRONG: dict[str, tuple[dict[str, object], ...]] = {
    "nonce-commit": ({"head": X}, {"seat": 0}),
    "nonce": ({"head": X}, {"commits": X}, {"nonce": X}),
    "commit": ({"session": X}, {"round": 2}, {"head": X}, {"first": 4}, {"commits": (X,)}, {"answered": ("read",)}),
    "reveal": ({"session": X}, {"deal": X}, {"cset": X}, {"head": X}, {"x": X}),
    "root": ({"session": X}, {"deal": X}, {"root": X}, {"head": X}),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_statement_that_says_something_else_is_refused(kind: str) -> None:
    hall, _, bob = held_back(kind)
    right = bob.statement(1)
    for fields in WRONG[kind]:
        wrong: Statement = replace(right, **fields)
        answer = hall.refuses(bob, bob.submit(1, wrong))
        assert answer.code == "wrong_statement" and answer.signed is not None
    assert isinstance(hall.ask(bob, bob.submit(1, right)), Done)


@pytest.mark.parametrize("kind", WRONG)
def test_a_signature_by_another_key_or_for_another_purpose_is_refused(kind: str) -> None:
    hall, ann, bob = held_back(kind)
    good = bob.submit(1, bob.statement(1))
    for signature in (ann.signer.sign(kind, good.payload), bob.signer.sign("head", good.payload), bytes(64)):
        assert hall.refuses(bob, replace(good, n=bob.request(), signature=signature)).code == "signature"


def test_another_part_after_the_first_is_refused() -> None:
    hall, ann, _ = held_back("commit")
    right = ann.statement(0)
    assert isinstance(right, Committed)
    other = replace(right, commits=(X, X, X, X))
    answer = hall.refuses(ann, ann.submit(1, other))
    assert (answer.code, "already" in answer.says) == ("not_due", True)


@pytest.mark.parametrize("kind", ["commit", "reveal", "root"])
def test_silence_voids_the_deal_and_all_that_was_committed_with_it(kind: str) -> None:
    hall, ann, bob = held_back(kind)
    hall.advance(29_999)
    assert not any(isinstance(one, Voided) for one in entries(ann))
    hall.advance(1)
    void = entries(ann)[-1]
    assert isinstance(void, Voided) and (void.round, void.epoch, void.silent, void.t) == (1, 0, (1,), 30_000)
    assert void.signed[0] in [(one.payload, one.signature) for one in ann.sent], "what came stands in the log"
    hall.advance(600_000)
    assert isinstance(entries(ann)[-1], Voided), "no new commitments while somebody is away"
    bob.silent = set()
    hall.lose(bob)
    hall.back(bob)
    hall.done(bob, AskLog, 1, 0)
    firsts = [(one.first, len(one.commits)) for one in entries(ann) if isinstance(one, HostCommit)]
    assert firsts == [(0, 4), (4, 3)]
    assert [one.epoch for one in entries(ann) if isinstance(one, Cosigns)] == [4]
    assert audited(ann).voided == audited(bob).voided == 1
    assert audited(bob).state is not None
    table = hall.lobby.tables[1]
    hall.play(table, [ann, bob])
    assert audited(bob).finished
    kept = [(row.round, row.epoch) for row in hall.rows if isinstance(row, SecretKept)]
    assert len(kept) == len(set(kept)), "no deal is committed to twice"


@pytest.mark.parametrize("kind", ["nonce-commit", "nonce"])
def test_silence_before_there_is_a_session_calls_the_game_off(kind: str) -> None:
    hall, ann, bob = held_back(kind)
    table = hall.lobby.tables[1]
    hall.advance(30_000)
    assert table.stage == "waiting"
    assert "Bob" in ann.heard(Said)[-1].text
    assert entries(ann)[-1] == Ended("no-session", 30_000)
    assert hall.rows[-2] == GameClosed(1, 1, played=False), "and then a checkpoint"
    bob.silent = set()
    for person in (ann, bob):
        hall.ready(person, 1)
    assert audited(ann).state is not None and ann.game == 2


def test_a_spectator_cannot_take_part() -> None:
    hall, ann, _ = held_back("reveal")
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    stolen = ann.sent[-1]
    assert hall.refuses(eve, replace(stolen, n=eve.request())).code == "not_seated"


# -- voids: who says what about them, and how many there may be


def silent_in(kind: str, **options: Any) -> tuple[TableHarness, Person, Person]:  # noqa: ANN401
    """A game that begins while Bob says nothing of this kind."""
    hall = TableHarness(seed=3)
    number, (ann, bob) = hall.table(["Ann", "Bob"], **options)
    bob.silent = {kind}
    for person in (ann, bob):
        hall.ready(person, number)
    return hall, ann, bob


def test_a_protest_is_the_players_word_and_stands_in_the_log() -> None:
    hall, ann, bob = silent_in("reveal")
    hall.advance(30_000)
    bob.silent = {"commit"}
    hall.done(bob, AskLog, 1, 0)
    protest = bob.statement(1)
    assert isinstance(protest, Committed) and protest.answered == ("silent",)
    bob.silent = set()
    assert isinstance(hall.ask(bob, bob.submit(1, replace(protest, answered=("acknowledged",)))), Done)
    assert audited(ann).voids[0].protesters == ("Bob",)
    assert audited(ann).state is not None


def test_silence_is_forgiven_by_a_round_that_is_dealt() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], voids=2, target=100_000)
    ann, bob, cid = people

    def void(*silent: Person) -> None:
        hall.advance(30_000)
        for one in silent:
            one.silent = set()
            hall.done(one, AskLog, 1, len(one.entries))

    for number in (2, 3, 4):
        bob.silent = {"reveal"}
        while table.game is not None and table.game.round < number:
            hall.play(table, people, acts=1)
        if number == 4:
            cid.silent = {"root"}
        void(bob)
        assert table.stage == "playing" and audited(ann).voided == number - 1
    hall.advance(30_000)
    assert entries(ann)[-1].kind == "end" and audited(ann).voided == 4 and audited(ann).ended == "voids"


def test_a_round_without_epochs_left_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the options of this program it cannot come to that: so there are fewer epochs here."""
    for module in ("rummynet.table.game.dealer.LAST_EPOCH", "rummynet.verifier.shuffle_checks._LAST_EPOCH"):
        monkeypatch.setattr(module, 6)
    hall, ann, bob = silent_in("reveal", voids=20)
    for _ in range(2):
        hall.advance(30_000)
        hall.done(bob, AskLog, 1, 0)
    table = hall.lobby.tables[1]
    assert [one.kind for one in entries(ann)[-2:]] == ["void", "end"]
    assert entries(ann)[-1] == Ended("epochs", 60_000)
    assert (table.stage, audited(ann).ended) == ("waiting", "epochs")
    assert "too many shuffles of round 1" in ann.heard(Said)[-1].text
