"""The order and the time of what a player signs, and refusals: each for good, also after a restart of the host."""

from typing import Any

import pytest

from rummynet.table.table import Table
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import Voided
from rummynet_protocol.fairness.signing import verify
from rummynet_protocol.fairness.statements import Statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Manage, Refused, Submit
from tests.support.journal import again
from tests.support.people import HOST, Person, TableHarness, audited, entries, full, only_drawing

X = b"x" * 32


def dealt(**options: Any) -> tuple[TableHarness, Table, Person, Person]:  # noqa: ANN401
    """A table of two: who is on turn, and the other one."""
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], **options)
    turn = full(table).turn
    return hall, table, people[turn], people[1 - turn]


def as_it_stands(person: Person, statement: Statement, **fields: Any) -> Submit:  # noqa: ANN401
    """The next statement of a person but for these fields."""
    return person.submit(1, replace(person.renewed(statement), **fields), renew=False)


def refused(hall: TableHarness, person: Person, request: Submit) -> Refused:
    """The refusal, whose signature holds: whoever signed it again gets the same one, or evidence."""
    answer = hall.refuses(person, request)
    assert answer.signed is not None and answer.head is not None
    assert (answer.code == "order") == (answer.evidence is not None)
    name = fair.statement_hash(request.what, request.payload)
    shown = answer.evidence
    evidence = fair.NO_EVIDENCE if shown is None else fair.statement_hash(*shown[:2])
    promise = fair.refusal_payload(person.auditor.log, answer.head, person.signer.public, name, answer.code, evidence)
    verify(HOST.public, "refusal", promise, answer.signed)
    return answer


def test_a_refusal_of_a_statement_bears_the_hosts_signature() -> None:
    hall, _, ann, bob = dealt()
    assert refused(hall, bob, bob.submit(1, bob.acting("draw"))).code == "not_your_turn"
    assert refused(hall, ann, ann.submit(1, ann.acting("throw AC"))).code == "wrong_phase"
    assert refused(hall, ann, ann.submit(1, ann.voting(0 if ann.auditor.me_seat else 1))).code == "not_absent"
    assert isinstance(hall.act(ann, "draw"), Done), "numbers may be left out"


def test_what_is_no_statement_of_the_asker_gets_no_signature() -> None:
    hall, _, ann, bob = dealt()
    mine = ann.submit(1, ann.acting("draw"))
    junk = Submit(ann.request(), 1, 1, "action", b"\x80", ann.signer.sign("action", b"\x80"))
    foreign = ann.submit(1, ann.acting("draw", log=X))
    for person, request in (
        (bob, replace(mine, n=bob.request())),
        (ann, replace(mine, n=ann.request(), signature=bytes(64))),
        (ann, junk),
        (ann, foreign),
        (ann, ann.again(mine, game=2)),
    ):
        assert hall.refuses(person, request).signed is None
    assert isinstance(hall.ask(ann, mine), Done), "nothing of all this counted"


def test_refusals_are_remembered_when_the_host_was_killed() -> None:
    hall, _, ann, _ = dealt()
    bad = ann.submit(1, ann.acting("throw AC"))
    low = replace(ann.renewed(ann.acting("draw")), n=ann.renewed(ann.acting("draw")).n - 1)
    first = refused(hall, ann, bad)
    (resumed,) = again(hall.rows, hall.house)
    hall.lobby.tables[1] = resumed.table
    assert refused(hall, ann, ann.again(bad)).signed == first.signed
    later = refused(hall, ann, ann.submit(1, low, renew=False))
    assert later.code == "order" and later.evidence == ("action", bad.payload, bad.signature)
    behind = as_it_stands(ann, ann.acting("draw"), n=low.n + 2, prev=fair.statement_hash("action", bad.payload))
    assert isinstance(hall.ask(ann, behind), Done)


def test_an_older_statement_is_refused_after_a_newer_one() -> None:
    hall, _, ann, _ = dealt()
    older, newer = ann.submit(1, ann.acting("throw AC")), ann.submit(1, ann.acting("draw"))
    assert isinstance(hall.ask(ann, newer), Done)
    assert refused(hall, ann, older).code == "order"
    assert audited(ann).passed["statement-order"]


def test_another_statement_of_the_same_number_is_refused() -> None:
    hall, _, ann, _ = dealt()
    one = ann.renewed(ann.acting("draw"))
    assert isinstance(hall.ask(ann, ann.submit(1, one, renew=False)), Done)
    other = ann.submit(1, replace(one, t=one.t + 1), renew=False)
    assert refused(hall, ann, other).code == "order"


@pytest.mark.parametrize("prev", [X, bytes(32)])
def test_the_next_number_has_to_follow_the_statement_before_it(prev: bytes) -> None:
    hall, _, ann, _ = dealt()
    assert refused(hall, ann, as_it_stands(ann, ann.acting("draw"), prev=prev)).code == "wrong_statement"
    assert isinstance(hall.act(ann, "draw"), Done)


def test_a_gap_is_allowed_and_what_is_left_out_never_comes_back() -> None:
    hall, _, ann, _ = dealt()
    lost = ann.submit(1, ann.acting("draw"))
    far = as_it_stands(ann, ann.acting("draw"), n=1_000, prev=X)
    assert isinstance(hall.ask(ann, far), Done)
    assert refused(hall, ann, lost).code == "order"
    assert audited(ann).order.newest[ann.key].n == 1_000


def test_the_last_number_there_is_ends_what_a_seat_can_sign() -> None:
    hall, _, ann, bob = dealt()
    assert isinstance(hall.ask(ann, as_it_stands(ann, ann.acting("draw"), n=2**31)), Done)
    again_the_last = as_it_stands(ann, ann.acting("draw"), n=2**31, t=hall.ms + 1)
    assert refused(hall, ann, again_the_last).code == "order"
    assert audited(bob).cheat is None


def test_two_machines_with_one_key_cannot_both_be_taken() -> None:
    hall, _, ann, _ = dealt()
    twin = type(ann)(ann.name, ann.now, b"anothers")
    for message in ann.told:
        twin.hear(message)
    mine, other = ann.submit(1, ann.acting("draw")), twin.submit(1, twin.acting("draw"))
    assert isinstance(hall.ask(ann, mine), Done)
    assert refused(hall, ann, ann.again(other)).code == "order"


def test_the_same_bytes_of_two_players_are_two_statements() -> None:
    """A refusal names whose statement it is about: the other one's is logged all the same."""
    hall, _, ann, bob = dealt()
    n = max(one.voting(0).n for one in (ann, bob)) + 5
    twin = replace(ann.renewed(ann.acting("draw")), n=n, prev=X, clock=b"of both.")
    theirs = bob.submit(1, twin, renew=False)
    assert refused(hall, bob, theirs).code == "not_your_turn"
    assert isinstance(hall.ask(ann, ann.submit(1, twin, renew=False)), Done)


# -- while a table rests, or cards are shuffled


def test_what_is_refused_in_a_pause_is_not_done_after_it() -> None:
    hall, table, ann, bob = dealt()
    owner = ann if table.ownership.owner == ann.key else bob
    hall.done(owner, Manage, 1, "pause", None)
    early = ann.submit(1, ann.acting("draw"))
    assert refused(hall, ann, early).code == "paused"
    hall.done(owner, Manage, 1, "resume", None)
    assert refused(hall, ann, ann.again(early)).code == "paused"
    assert isinstance(hall.act(ann, "draw"), Done)


def test_parts_of_a_voided_shuffle_are_explained_by_the_void() -> None:
    hall = TableHarness(seed=3)
    ann, bob = hall.stuck("reveal")
    part = ann.sent[-1]
    assert part.what == "reveal"
    hall.advance(30_000)
    assert isinstance(entries(ann)[-1], Voided)
    assert not ann.dropped and not ann.refusals
    assert isinstance(hall.ask(ann, ann.again(part)), Done), "it was taken, and the log says what became of it"
    bob.silent = set()
    hall.done(bob, AskLog, 1, 0)
    assert audited(ann).state is not None


# -- time


def test_a_clock_that_runs_backwards_is_refused_and_a_new_one_is_taken() -> None:
    hall, _, ann, _ = dealt()
    before = as_it_stands(ann, ann.acting("draw"), t=hall.ms - 1)
    assert refused(hall, ann, before).code == "clock"
    assert isinstance(hall.act(ann, "throw AC"), Refused)
    ann.clock = b"new one."
    ann.now = lambda: 7
    assert isinstance(hall.act(ann, "draw"), Done), "the beginning of a clock means nothing"
    assert audited(ann).cheat is None


def test_what_a_log_time_leads_by_is_measured_at_the_head_and_not_on_arrival() -> None:
    """An honest player thinks for an hour about a position that is old; nothing is wrong with that."""
    hall, _, ann, _ = dealt()
    made = ann.submit(1, ann.acting("draw"))
    hall.advance(3_600_000)
    assert isinstance(hall.ask(ann, made), Done)


def test_a_clock_that_goes_fast_is_nobodys_business() -> None:
    hall, table, ann, bob = dealt()
    people = sorted((ann, bob), key=lambda one: one.auditor.me_seat or 0)
    real = bob.now
    bob.now = lambda: 3 * real()
    hall.play(table, people, acts=20, choose=only_drawing)
    assert audited(ann).cheat is None and not bob.refusals


def test_what_waits_counts_for_the_clock_too() -> None:
    """A part that was taken and is not logged yet: the next statement is not signed before it."""
    hall = TableHarness(seed=3)
    ann, _bob = hall.stuck("commit")
    second = ann.renewed(ann.statement()) if ann.auditor.expects else None
    assert second is not None
    answer = hall.refuses(ann, ann.submit(1, replace(second, t=hall.ms - 1), renew=False))
    assert answer.code == "clock"
    assert hall.refuses(ann, ann.submit(1, second)).code == "not_due"
