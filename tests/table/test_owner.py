"""What the owner of a table may do, who else may not, and to whom it passes."""

import pytest

from rummynet.table.table import Table
from rummynet_protocol.wire.messages import Manage, Sit, Stand, TableShown
from tests.support.people import Person, TableHarness


def owner(person: Person) -> bytes | None:
    found: bytes | None = person.heard(TableShown)[-1].owner
    return found


@pytest.mark.parametrize("seat", [None, 2, 11])
def test_a_table_is_handed_to_a_person_in_a_seat_alone(seat: int | None) -> None:
    hall = TableHarness()
    _, (ann, _) = hall.table(["Ann", "Bob"])
    assert hall.refused(ann, Manage, 1, "hand-on", seat) == "no_seat"
    assert hall.refused(ann, Manage, 1, "remove", seat) == "no_seat"


def test_nobody_is_removed_from_a_game() -> None:
    hall = TableHarness()
    table, (ann, _) = hall.game(["Ann", "Bob"])
    assert hall.refused(ann, Manage, 1, "remove", 1) == "playing"
    assert len(table.seating.seats) == 2


def test_a_table_without_a_game_cannot_be_paused_and_a_game_begins_unpaused() -> None:
    hall = TableHarness()
    _, people = hall.table(["Ann", "Bob"])
    assert hall.refused(people[0], Manage, 1, "pause", None) == "no_game"
    for person in people:
        hall.ready(person, 1)
    assert not people[0].heard(TableShown)[-1].paused


def test_a_table_passes_to_no_bot_and_to_nobody_who_is_away() -> None:
    hall = TableHarness()
    number, (ann, bob, cid) = hall.table(["Ann", "Bob", "Cid"])
    hall.done(ann, Stand, number)
    hall.done(bob, Manage, number, "hand-on", 2)
    hall.done(bob, Stand, number)
    hall.done(bob, Sit, number, None)
    for name in ("one", "another"):
        hall.seats_bot(cid, number, name)
    hall.done(ann, Sit, number, None)
    hall.lose(bob)
    hall.done(cid, Stand, number)
    assert owner(ann) == ann.key


# -- an owner who pauses and leaves


def paused_and_gone(
    names: list[str], bots: int = 0, variant: str = "keilty", **options: object
) -> tuple[TableHarness, Table, list[Person]]:
    """A game that its owner, the first of these, has paused before losing the connection."""
    hall = TableHarness(seed=3)
    number, people = hall.table(names, variant, **options)
    everybody = [*people, *(hall.seats_bot(people[0], number, f"{one} bot") for one in range(bots))]
    for one in everybody:
        hall.ready(one, number)
    table = hall.lobby.tables[number]
    assert table.stage == "playing"
    hall.done(people[0], Manage, 1, "pause", None)
    hall.lose(people[0])
    return hall, table, people


def rests(person: Person) -> bool:
    found: bool = person.heard(TableShown)[-1].paused
    return found


def test_one_of_two_who_are_there_is_no_majority_and_the_one_who_is_alone_is() -> None:
    hall, _, (_, bob, cid) = paused_and_gone(["Ann", "Bob", "Cid"])
    hall.done(bob, Manage, 1, "resume", None)
    assert rests(bob)
    hall.lose(cid)
    assert not rests(bob), "Bob's wish is that of all who are there now"
