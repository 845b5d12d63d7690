"""The host's side of commitments, reveals and co-signatures: wrong ones refused, silence voids, nothing is repeated."""

from typing import Any

import pytest

from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import TimerExpired
from rummynet.table.api.records import GameClosed, InputRecorded, SecretKept
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Cosigns,
    Ended,
    HostCommit,
    Scored,
    Shuffle,
    Voided,
    Wanted,
)
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    read_statement,
)
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Refused, Said, Submit, Watch
from tests.support.people import Person, TableHarness, audited, entries, only_drawing

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


@pytest.mark.parametrize("kind", WRONG)
def test_the_same_part_twice_is_done_twice_and_counts_once(kind: str) -> None:
    hall, _, bob = held_back(kind)
    hall.deaf.add(bob.key)
    hall.people[bob.key].silent = set(WRONG)
    good = bob.submit(1, bob.statement(1))
    for _ in range(2):
        hall.deaf.discard(bob.key)
        assert isinstance(hall.ask(bob, replace(good, n=bob.request())), Done)
    bodies = [row.body for row in hall.rows if isinstance(row, InputRecorded)]
    kept = [body for body in bodies if bob.key in body and good.payload in body]
    assert len(kept) == 1


def test_another_part_after_the_first_is_refused() -> None:
    hall, ann, _ = held_back("commit")
    right = ann.statement(0)
    assert isinstance(right, Committed)
    other = replace(right, commits=(X, X, X, X))
    answer = hall.refuses(ann, ann.submit(1, other))
    assert (answer.code, "already" in answer.says) == ("not_due", True)


def test_a_part_that_is_not_due_is_refused() -> None:
    hall, ann, _ = held_back("commit")
    early = Cosigned(*ann.next(ann.auditor.log, X), ann.auditor.session.id if ann.auditor.session else X, X, X)
    assert hall.refuses(ann, ann.submit(1, early)).code == "not_due"


@pytest.mark.parametrize("payload", [b"", b"\xc1", b"\x80", b"\xff" * 1024, b"\x81\xa5table\xc0"])
def test_signed_garbage_is_refused(payload: bytes) -> None:
    hall, _, bob = held_back("reveal")
    signature = bob.signer.sign("reveal", payload)
    request = Submit(bob.request(), 1, 1, "reveal", payload, signature)
    assert hall.refuses(bob, request).code == "wrong_statement"


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


def test_any_sign_of_life_brings_a_silent_seat_back() -> None:
    hall, ann, bob = held_back("reveal")
    hall.advance(30_000)
    bob.silent = set()
    hall.done(bob, AskLog, 1, 0)
    assert audited(ann).state is not None


def test_an_absent_seat_is_waited_for_before_a_new_round() -> None:
    hall = TableHarness(seed=3)
    table, (ann, bob) = hall.game(["Ann", "Bob"], turn_seconds=10, reshuffle_limit=0)
    hall.lose(bob)
    hall.deaf.clear()  # Bob's auditor goes on reading, but nothing is sent by him
    bob.silent = set(WRONG)
    game = table.game
    assert game is not None
    while game.round == 1:
        hall.advance(10_000)
    assert game.dealer.held
    hall.advance(600_000)
    assert isinstance(entries(ann)[-1], Scored)
    bob.silent = set()
    hall.back(bob)
    assert isinstance(entries(ann)[-1], CardsDealt)
    assert audited(ann).voided == 0


def test_a_reshuffle_with_a_silent_seat_is_done_again_and_the_draw_comes_after_it() -> None:
    hall = TableHarness(seed=2)
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    game = table.game
    assert game is not None and game.play is not None
    while len(game.play.full.stock) > 0:
        hall.play(table, [ann, bob], acts=1, choose=only_drawing)
    while game.play.full.phase != "pickup":
        hall.play(table, [ann, bob], acts=1, choose=only_drawing)
    drawer = (ann, bob)[game.play.full.turn]
    other = (bob, ann)[game.play.full.turn]
    other.silent = {"reveal"}
    assert isinstance(hall.act(drawer, "draw"), Done)
    assert isinstance(entries(ann)[-1], Shuffle)
    assert game.dealer.busy
    refused = hall.act(drawer, "throw 9C")
    assert isinstance(refused, Refused) and refused.code == "shuffling"
    hall.advance(30_000)
    other.silent = set()
    hall.done(other, AskLog, 1, 0)
    (wanted,) = [one for one in entries(ann) if isinstance(one, Wanted)]
    assert (wanted.do, wanted.why) == ("draw", None)
    done = next(one for one in entries(ann) if isinstance(one, Acted) and one.why == "want")
    assert (done.seat, done.do, done.signed, done.drawn) == (wanted.seat, "draw", None, 1)
    epochs = [(type(one).__name__, one.epoch) for one in entries(ann) if isinstance(one, Shuffle | Voided | Cosigns)]
    assert epochs == [("Shuffle", 0), ("Cosigns", 0), ("Shuffle", 1), ("Voided", 1), ("Shuffle", 4), ("Cosigns", 4)]
    assert len(game.play.full.stock) > 0 and game.play.full.drawn is not None
    hall.play(table, [ann, bob])
    assert audited(ann).finished and audited(bob).finished


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


def test_the_clock_of_a_ceremony_stops_when_all_have_spoken() -> None:
    hall = TableHarness(seed=3)
    hall.game(["Ann", "Bob"])
    assert TimerId(1, "ceremony") not in hall.clocks


def test_a_spectator_cannot_take_part() -> None:
    hall, ann, _ = held_back("reveal")
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    stolen = ann.sent[-1]
    assert hall.refuses(eve, replace(stolen, n=eve.request())).code == "not_seated"


def test_kinds_are_those_of_the_protocol() -> None:
    statements = (NonceCommitted, NonceShown, Committed, Revealed, Cosigned)
    assert [kind.kind for kind in statements] == list(WRONG)


# -- voids: who says what about them, and how many there may be


def silent_in(kind: str, **options: Any) -> tuple[TableHarness, Person, Person]:  # noqa: ANN401
    """A game that begins while Bob says nothing of this kind."""
    hall = TableHarness(seed=3)
    number, (ann, bob) = hall.table(["Ann", "Bob"], **options)
    bob.silent = {kind}
    for person in (ann, bob):
        hall.ready(person, number)
    return hall, ann, bob


@pytest.mark.parametrize("kind", ["commit", "reveal", "root"])
def test_commitments_after_a_void_say_who_had_answered(kind: str) -> None:
    hall, ann, bob = silent_in(kind)
    first = [commitment_of(one) for one in ann.sent if one.what == "commit"]
    assert [one.answered for one in first] == [()]
    hall.advance(30_000)
    bob.silent = set()
    hall.done(bob, AskLog, 1, 0)
    for person, answered in ((ann, ("acknowledged",)), (bob, ("silent",))):
        assert commitment_of([one for one in person.sent if one.what == "commit"][-1]).answered == answered
    assert audited(ann).voids[0].answers == ("silent",)


def commitment_of(sent: Submit) -> Committed:
    found = read_statement(sent.what, sent.payload)
    assert isinstance(found, Committed)
    return found


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


@pytest.mark.parametrize("answered", [(), ("read",), ("silent",)])
def test_answered_is_said_after_a_void_and_only_then(answered: tuple[str, ...]) -> None:
    hall, _, bob = silent_in("commit")
    right = bob.statement(1)
    assert isinstance(right, Committed)
    if answered:
        assert hall.refuses(bob, bob.submit(1, replace(right, answered=answered))).code == "wrong_statement"
        hall.advance(30_000)
        hall.done(bob, AskLog, 1, 0)
        right = bob.statement(1)
        assert isinstance(right, Committed)
        assert hall.refuses(bob, bob.submit(1, replace(right, answered=()))).code == "wrong_statement"
    assert isinstance(hall.ask(bob, bob.submit(1, replace(right, answered=answered))), Done)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_after_as_many_voids_as_the_table_allows_the_game_is_called_off_at_once(most: int) -> None:
    hall, ann, bob = silent_in("reveal", voids=most)
    table = hall.lobby.tables[1]
    for _ in range(most):
        assert table.stage == "playing"
        hall.advance(30_000)
        hall.done(bob, AskLog, 1, 0)
    assert [type(one) for one in entries(ann)[-2:]] == [Voided, Ended]
    assert entries(ann)[-1] == Ended("voids", 30_000 * most)
    assert table.stage == "waiting" and audited(ann).ended == "voids"
    assert "called off" in ann.heard(Said)[-1].text
    assert any(row == GameClosed(1, 1, played=False) for row in hall.rows)
    assert isinstance(hall.ask(ann, ann.submit(1, ann.voting(1))), Refused)
    bob.silent = set()
    for person in (ann, bob):
        hall.ready(person, 1)
    assert ann.game == 2 and audited(ann).state is not None


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


def test_a_new_stock_that_nobody_lets_come_about_ends_the_game_behind_the_draw_it_was_for() -> None:
    hall = TableHarness(seed=2)
    table, (ann, bob) = hall.game(["Ann", "Bob"], voids=1)
    game = table.game
    assert game is not None and game.play is not None
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, [ann, bob], acts=1, choose=only_drawing)
    bob.silent = {"reveal"}
    assert isinstance(hall.act((ann, bob)[game.play.full.turn], "draw"), Done)
    hall.advance(30_000)
    assert [one.kind for one in entries(ann)[-4:]] == ["want", "shuffle", "void", "end"]
    assert audited(ann).ended == "voids"


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


def test_a_clock_that_rings_too_early_voids_nothing() -> None:
    hall, ann, _ = silent_in("reveal")
    hall.ms += 29_000
    del hall.clocks[TimerId(1, "ceremony")]
    hall.take(TimerExpired(TimerId(1, "ceremony")))
    assert not any(isinstance(one, Voided) for one in entries(ann))
    hall.advance(999)
    assert not any(isinstance(one, Voided) for one in entries(ann))
    hall.advance(1)
    assert isinstance(entries(ann)[-1], Voided)
