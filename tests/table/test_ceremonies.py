"""The host's side of commitments, reveals and co-signatures: wrong ones refused, silence voids, nothing is repeated."""

import pytest

from rummynet_protocol.fairness.entries import Ended
from rummynet_protocol.fairness.statements import Committed, Statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Said
from tests.support.people import TableHarness, audited, entries

X = b"x" * 32


WRONG: dict[str, tuple[dict[str, object], ...]] = {
    "nonce-commit": ({"head": X}, {"seat": 0}),
    "nonce": ({"head": X}, {"commits": X}, {"nonce": X}),
    "commit": ({"session": X}, {"round": 2}, {"head": X}, {"first": 4}, {"commits": (X,)}, {"answered": ("read",)}),
    "reveal": ({"session": X}, {"deal": X}, {"cset": X}, {"head": X}, {"x": X}),
    "root": ({"session": X}, {"deal": X}, {"root": X}, {"head": X}),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_statement_that_says_something_else_is_refused(kind: str) -> None:
    hall = TableHarness(seed=3)
    _, bob = hall.stuck(kind)
    right = bob.statement()
    for fields in WRONG[kind]:
        wrong: Statement = replace(right, **fields)
        answer = hall.refuses(bob, bob.submit(1, wrong))
        assert answer.code == "wrong_statement" and answer.signed is not None and answer.says.startswith("the ")
    assert isinstance(hall.ask(bob, bob.submit(1, right)), Done)
    if kind == "root":
        assert hall.refuses(bob, bob.submit(1, bob.renewed(right))).code == "not_due"


def test_another_part_after_the_first_is_refused() -> None:
    hall = TableHarness(seed=3)
    ann, _ = hall.stuck("commit")
    right = ann.statement()
    assert isinstance(right, Committed)
    other = replace(right, commits=(X, X, X, X))
    answer = hall.refuses(ann, ann.submit(1, other))
    assert (answer.code, "already" in answer.says) == ("not_due", True)


# -- voids: who says what about them, and how many there may be


def test_a_round_without_epochs_left_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the options of this program it cannot come to that: so there are fewer epochs here."""
    for module in ("rummynet.table.game.dealer.LAST_EPOCH", "rummynet.ledger.shuffles._LAST_EPOCH"):
        monkeypatch.setattr(module, 6)
    hall = TableHarness(seed=3)
    ann, bob = hall.stuck("reveal", voids=20)
    for _ in range(2):
        hall.advance(30_000)
        hall.done(bob, AskLog, 1, 0)
    table = hall.lobby.tables[1]
    assert [one.kind for one in entries(ann)[-2:]] == ["void", "end"]
    assert entries(ann)[-1] == Ended("epochs", 60_000)
    assert (table.stage, audited(ann).ended) == ("waiting", "epochs")
    assert "too many shuffles of round 1" in ann.heard(Said)[-1].text
