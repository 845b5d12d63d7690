"""Whatever a client says, in whatever order: it is answered once, and what is refused changes nothing."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rummynet.table.api.inputs import RequestReceived
from rummynet_protocol.cards import ALL_NAMES
from rummynet_protocol.fairness.statements import KINDS
from rummynet_protocol.wire.messages import (
    AskLog,
    AskView,
    Create,
    Done,
    Leave,
    Openings,
    Ready,
    Refused,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    View,
    Watch,
)
from tests.support.people import Person, TableHarness, audited, entries, snapshot

SUBMITTED = [kind for kind in KINDS if kind != "ready"]
TEXTS = st.text(max_size=40)
NUMBERS = st.integers(1, 3)


@st.composite
def requests(draw: st.DrawFn) -> tuple[int, type[Request], tuple[object, ...]]:
    """Who asks what."""
    who, table = draw(st.integers(0, 2)), draw(NUMBERS)
    kinds: list[tuple[type[Request], st.SearchStrategy[tuple[object, ...]]]] = [
        (Create, st.tuples(st.sampled_from(["keilty", "poker", ""]), st.just({}), TEXTS)),
        (Sit, st.tuples(st.just(table), st.none() | st.integers(0, 11))),
        (Stand, st.just((table,))),
        (Ready, st.tuples(st.just(table), st.none() | st.tuples(st.binary(max_size=64), st.just(bytes(64))))),
        (Watch, st.just((table,))),
        (Leave, st.just((table,))),
        (Say, st.tuples(st.just(table), TEXTS)),
        (SeatBot, st.tuples(st.just(table), st.sampled_from(["add", "remove"]), TEXTS)),
        (AskLog, st.tuples(st.just(table), st.integers(0, 2**31))),
        (AskView, st.just((table,))),
        (
            Submit,
            st.tuples(st.just(table), NUMBERS, st.sampled_from(SUBMITTED), st.binary(max_size=64), st.just(bytes(64))),
        ),
    ]
    kind, fields = draw(st.sampled_from(kinds))
    return who, kind, draw(fields)


@settings(max_examples=60)
@given(st.lists(requests(), max_size=25), st.integers(0, 40))
@example([(2, Sit, (1, None)), (2, AskLog, (1, 1))], 25)
def test_any_requests_in_any_order_are_each_answered_once(
    asked: list[tuple[int, type[Request], tuple[object, ...]]], acts: int
) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], target=60)  # it is played to its end after what they asked
    hall.play(table, people, acts=acts)
    eve = hall.person("Eve")
    for who, kind, fields in asked:
        person = (*people, eve)[who]
        request = kind(person.request(), *fields)  # type: ignore[arg-type]
        before = snapshot(hall)
        if isinstance(request, AskLog) and not person.game:
            person.behind = True  # it may have asked for the end of a log of which it has no beginning
        answer = hall.ask(person, request)
        assert isinstance(answer, Done | Refused | View)
        if isinstance(answer, Refused):
            assert answer.code != "trouble"
            assert snapshot(hall) == before
    assert hall.reports == []
    if 1 in hall.lobby.tables and table.stage == "playing":
        hall.play(table, people)
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


def names(text: str) -> set[str]:
    """The cards that a text names."""
    faces = {name.split(".")[0] for name in ALL_NAMES}
    return {text[i : i + 2] for i in range(len(text) - 1)} & faces


@pytest.mark.parametrize("seed", range(3))
def test_no_refusal_names_a_card_that_its_reader_may_not_know(seed: int) -> None:
    """Every action of a small vocabulary by a seat off turn, over a whole game."""
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob"], cooldown_seconds=0, target=60)
    chance = random.Random(seed)
    while table.stage == "playing":
        hall.play(table, people, acts=1)
        game = table.game
        if table.stage != "playing" or game is None or game.play is None:
            break
        person = chance.choice(people)
        do = chance.choice(["draw", "throw QS", "rummy meld 5S 6S 7S", "take KD meld KD KH KS", "lay 5S on 0"])
        state = audited(person).state
        assert state is not None
        answer = hall.act(person, do)
        if isinstance(answer, Refused):
            position = table.variety.positions.write(state)
            told = answer.says.partition("what fits is")[0]  # what fits follows from the meld that lies there
            assert names(told) <= names(str(position)) | names(do), answer


def test_nobody_is_sent_a_card_of_another_seat() -> None:
    hall = TableHarness(seed=5)
    table, people = hall.game(["Ann", "Bob", "Cid"], target=60)
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    hall.play(table, people)
    for seat, person in enumerate(people):
        other = {row for one in people if one is not person for told in one.heard(Openings) for row in told.cards}
        mine = {row for told in person.heard(Openings) for row in told.cards}
        assert mine and not mine & other, seat
    assert not eve.heard(Openings) and entries(eve) == entries(people[0])


def test_a_request_of_somebody_who_has_gone_breaks_nothing() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"])
    stranger = Person("Ghost")
    for effect in hall.lobby.take_input(RequestReceived(stranger.key, Sit(1, 1, None)), hall.ms, 0):
        assert hall.do(effect) is not None
    assert hall.reports == [] and audited(people[0])
