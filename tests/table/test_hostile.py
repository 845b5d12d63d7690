"""Whatever a client says, in whatever order: it is answered once, and what is refused changes nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.table.api.inputs import RequestReceived
from rummynet_protocol.fairness.statements import KINDS
from rummynet_protocol.wire.messages import AskLog, Done, Refused, Sit, Submit
from tests.support.evening import any_request
from tests.support.people import Person, TableHarness, audited, snapshot

SUBMITTED = [kind for kind in KINDS if kind != "ready"]
TEXTS = st.text(max_size=40)
NUMBERS = st.integers(1, 3)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_any_requests_in_any_order_are_each_answered_once(seed: int, acts: int) -> None:
    hall, chance = TableHarness(seed=3), random.Random(seed)
    table, people = hall.game(["Ann", "Bob"], target=60)  # it is played to its end after what they asked
    hall.play(table, people, acts=acts)
    people.append(hall.person("Eve"))
    for _ in range(25):
        person = chance.choice(people)
        request = any_request(person, chance)
        if request is None:
            continue
        before = snapshot(hall)
        if isinstance(request, AskLog) and not person.game:
            person.behind = True  # it may have asked for the end of a log of which it has no beginning
        answer = hall.ask(person, request)
        assert isinstance(answer, Done | Refused)
        if isinstance(answer, Refused):
            assert answer.code != "trouble"
            assert snapshot(hall) == before
    assert hall.reports == []
    if 1 in hall.lobby.tables and table.stage == "playing":
        hall.play(table, people[:2])
        assert audited(people[0]).finished


@settings(max_examples=60)
@given(st.binary(max_size=200), st.sampled_from(SUBMITTED), st.booleans())
def test_signed_bytes_of_any_kind_are_refused_and_change_nothing(payload: bytes, what: str, signs: bool) -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"])
    signature = people[0].signer.sign(what, payload) if signs else bytes(64)
    hall.refuses(people[0], Submit(people[0].request(), 1, 1, what, payload, signature))


@pytest.mark.parametrize(("seed", "acts", "rounds"), [(0, 25, 1), (1, 25, 1), (2, 25, 1), (3, 25, 1), (4, 300, 4)])
def test_every_statement_of_a_game_sent_again_by_anybody_changes_nothing(seed: int, acts: int, rounds: int) -> None:
    """Those of earlier rounds too, of which the host keeps next to nothing."""
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob"], target=10_000)
    hall.play(table, people, acts)
    assert table.game is not None and table.game.round >= rounds
    eve = hall.person("Eve")
    before = snapshot(hall)
    for author in people:
        for sent in list(author.sent):
            for person in (*people, eve):
                answer = hall.ask(person, Submit(person.request(), 1, 1, sent.what, sent.payload, sent.signature))
                assert isinstance(answer, Done) is (person is author), (sent.what, answer)
    moved = snapshot(hall)
    assert moved == before


def test_a_request_of_somebody_who_has_gone_breaks_nothing() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"])
    stranger = Person("Ghost")
    for effect in hall.lobby.take_input(RequestReceived(stranger.key, Sit(1, 1, None)), hall.ms, 0):
        assert hall.do(effect) is not None
    assert hall.reports == [] and audited(people[0])
