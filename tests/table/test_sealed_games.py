"""Tables with a sealed deck: whole games, and what the host refuses there."""

import pytest

from rummynet.rules.varieties import NAMES
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.actions import ThrowOut, Want
from rummynet_protocol.fairness.entries import PartLogged, Scored
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.wire.messages import Done, Dropped
from tests.support.games import short
from tests.support.people import Person, SealedHarness, audited, entries, quickly

pytestmark = pytest.mark.slow


def verified(person: Person) -> None:
    """The log of a finished game holds, as this person got it."""
    report = check(HEADER + b"".join(pack_entry_record(*entry) for entry in person.entries))
    assert report.check is None, (report.check, report.reason)
    assert audited(person).finished


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", NAMES)
def test_a_round_of_every_game_is_played_and_holds(variant: str, players: int) -> None:
    hall = SealedHarness(seed=players)
    table, people = hall.game(["Ann", "Bob", "Cid", "Dan"][:players], variant, **short(variant), turn_seconds=60)
    game = table.game
    assert game is not None
    while table.stage == "playing" and game.round < 2:
        hall.play(table, people, 1, quickly)
    assert [report.error for report in hall.reports if report.error] == []
    assert any(isinstance(entry, Scored) for entry in entries(people[0]))
    for person in people:
        assert audited(person).index == len(entries(people[0]))


def test_a_part_puts_aside_what_its_seat_has_signed_before_it_and_waits() -> None:
    hall = SealedHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], "crummy", **short("crummy"), turn_seconds=60)
    game = table.game
    assert game is not None and game.play is not None
    v = game.terms.variety
    (turn,) = v.actors(game.play.full)
    by_seat = [next(one for one in people if one.key == key) for key in game.keys]
    assert isinstance(hall.act(by_seat[turn], "draw"), Done)
    asked = v.actors(game.play.full)[0]
    assert asked != turn
    state = by_seat[turn].auditor.state
    assert state is not None
    throw = next(one for one in v.offers.early(state, turn) if isinstance(one, ThrowOut))
    before = len(entries(by_seat[0]))
    assert isinstance(hall.act(by_seat[turn], notation.text(throw)), Done), "kept: others may want the top card"
    want = next(one for one in v.legal(game.play.full, asked) if isinstance(one, Want))
    assert isinstance(hall.act(by_seat[asked], notation.text(want)), Done)
    hall.advance(60_000)
    assert [report.error for report in hall.reports if report.error] == []
    assert [one.code for one in by_seat[turn].heard(Dropped)] == ["order"]
    parts = [one for one in entries(by_seat[0])[before:] if isinstance(one, PartLogged)]
    assert turn in [one.seat for one in parts]
    for person in people:
        assert audited(person).cheat is None


@pytest.mark.parametrize("variant", ["joker", "vegas"])
def test_a_whole_game_is_played_and_its_file_verifies(variant: str) -> None:
    hall = SealedHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], variant, **short(variant))
    while table.stage == "playing":
        hall.play(table, people, 1, quickly)
    for person in people:
        verified(person)
