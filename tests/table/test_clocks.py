"""The turn clock and the waits of the rules: what is shown, what is done, and what stops them."""

import pytest

from rummynet.table.game.dealt_cards import Play
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import AskLog, Done, Manage, Refused
from tests.support.people import TableHarness, audited, entries, only_drawing

TURN = 30


def acts(hall: TableHarness, seat: int) -> list[tuple[str, str | None]]:
    person = next(iter(hall.people.values()))
    return [(one.do, one.why) for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


@pytest.mark.parametrize("rests", [False, True])
def test_an_objection_begins_the_clock_again_once_a_turn(rests: bool) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.advance(29_000)
    if rests:
        hall.done(people[0], Manage, 1, "pause", None)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    if rests:
        hall.advance(60_000)
        hall.done(people[0], Manage, 1, "resume", None)
    hall.advance(29_000)
    assert isinstance(hall.act(people[seat], "draw"), Done)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    was_present = rests and seat == 0  # who asks for a pause is there too, which counts once
    hall.advance((1_000 if was_present else TURN * 1000) - 1)
    assert len(acts(hall, seat)) == 1
    hall.advance(1)
    assert [why for _, why in acts(hall, seat)] == [None, "turn"]
    assert all(audited(person).passed["clock"] for person in people)


def test_a_slow_shuffle_takes_nothing_of_the_time_of_who_objects_to_votes() -> None:
    """The host counts as the verifier does: what it plays for a seat that has objected is never too early."""
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN, idle_seconds=60)
    game = table.game
    assert game is not None and isinstance(game.play, Play)
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, people, acts=1, choose=only_drawing)
    seat = game.play.full.turn
    people[1 - seat].silent = {"reveal"}
    hall.advance(TURN * 1000)
    hall.advance(25_000)
    assert game.dealer.busy
    people[1 - seat].silent = set()
    hall.done(people[1 - seat], AskLog, 1, 0)
    (owed,) = people[1 - seat].owed(1)
    assert isinstance(hall.ask(people[1 - seat], owed), Done)
    assert not game.dealer.busy and game.play.full.turn == seat
    refused = hall.close(people[1 - seat], seat)
    assert isinstance(refused, Refused)
    assert str(refused.says) == f"{people[seat].name} has {60 - TURN} seconds left to use the turn"
    auditor = audited(people[seat])
    assert auditor.waits_since(seat) == auditor.clock - TURN * 1000


@pytest.mark.parametrize("seed", range(3))
def test_offers_of_crummy_rummy_are_waived_by_their_clock_and_kept_secret_until_their_turn(seed: int) -> None:
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob", "Cid"], "crummy")
    game = table.game
    assert game is not None and game.play is not None
    turn = game.play.full.turn
    assert isinstance(hall.act(people[turn], "draw"), Done)
    while game.play.full.phase != "offer":
        hall.play(table, people, acts=1)
    turn = game.play.full.turn
    near, far = people[(turn + 1) % 3], people[(turn + 2) % 3]
    before = len(entries(near))
    assert isinstance(hall.act(far, "waive"), Done)
    assert len(entries(near)) == before, "the farther answer is kept secret"
    hall.advance(8_000)
    log = [(one.seat, one.do, one.why) for one in entries(near)[before:] if isinstance(one, Acted)]
    assert log == [((turn + 1) % 3, "waive", "rule"), ((turn + 2) % 3, "waive", None)]
    assert all(audited(person) for person in people)
