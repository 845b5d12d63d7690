"""A pause in the log: when it begins and ends, what is refused in it, and that the host's clocks agree with the log."""

import random

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.table import Table
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.entries import Acted, CardsDealt, PauseChanged, Scored
from rummynet_protocol.wire.messages import Done, Manage, Refused, Said, TableShown
from tests.support.people import Person, TableHarness, anything, audited, entries, full, only_drawing
from tests.table.test_resume import come_back

TURN = 30  # seconds: shorter than the default IDLE, so that the turn's clock rings first
IDLE = 180_000  # milliseconds: the default of idle_seconds
BREAK = 30_000  # milliseconds: the default of break_seconds


def pause(hall: TableHarness, person: Person, on: bool = True) -> None:
    hall.done(person, Manage, 1, "pause" if on else "resume", None)


def pauses(person: Person) -> list[bool]:
    return [one.on for one in entries(person) if isinstance(one, PauseChanged)]


def shuffling() -> tuple[TableHarness, Table, list[Person], Person]:
    """A game whose cards are being shuffled; the last one has not given their part."""
    hall = TableHarness(seed=3)
    people = hall.stuck("reveal", turn_seconds=TURN)
    return hall, hall.lobby.tables[1], people, people[1]


def give_part(hall: TableHarness, late: Person) -> None:
    late.silent = set()
    (owed,) = late.owed(1)
    hall.ask(late, owed)


def test_who_asks_in_a_shuffle_gets_the_pause_when_the_cards_are_dealt() -> None:
    hall, table, people, late = shuffling()
    ann = people[0]
    pause(hall, ann)
    assert pauses(ann) == [] and not ann.heard(TableShown)[-1].paused
    assert "the table pauses when they are dealt" in str(late.heard(Said)[-1].text)
    assert hall.refused(ann, Manage, 1, "pause", None) == "not_paused"
    give_part(hall, late)
    assert isinstance(entries(ann)[-2], CardsDealt) and pauses(ann) == [True]
    assert all(person.heard(TableShown)[-1].paused for person in people)
    assert not [clock for clock in hall.clocks if clock.kind == "wait"]
    refused = hall.act(people[full(table).turn], "draw")
    assert isinstance(refused, Refused) and refused.code == "paused"
    pause(hall, ann, False)
    hall.play(table, people, acts=4, choose=only_drawing)
    assert pauses(late) == [True, False] and all(audited(one) for one in people)


def of_ann(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Anything but a call of Bob's, who is lost."""
    while (found := anything(variety, state, chance))[0] != 0:
        pass
    return found


def between_rounds() -> tuple[TableHarness, Table, list[Person]]:
    """A game whose first round is over; the next one waits for Bob, who has lost the connection."""
    for seed in range(20):
        hall = TableHarness(seed=seed)
        table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN, target=5000)
        game = table.game
        assert game is not None and game.play is not None
        hall.lose(people[1])
        # A draw from an empty stock would wait for Bob, too.
        while game.round == 1 and not game.dealer.held and game.play.full.stock:
            if game.play.full.turn == 1:
                hall.advance(1000 * TURN)
            else:
                hall.play(table, people, acts=1, choose=of_ann)
        if isinstance(entries(people[0])[-1], Scored) and game.dealer.held:
            return hall, table, people
    raise AssertionError("no round ended so")


def test_who_comes_back_in_a_pause_between_two_rounds_begins_none() -> None:
    hall, _, people = between_rounds()
    ann, bob = people
    pause(hall, ann)
    count = len(entries(ann))
    come_back(hall, bob)
    hall.advance(60_000)
    assert len(entries(ann)) == count
    pause(hall, ann, False)
    assert [type(one).__name__ for one in entries(ann)[count:]][:2] == ["PauseChanged", "HostCommit"]
    assert audited(ann) and audited(bob)


def test_an_action_that_waits_for_its_time_waits_for_the_rest_of_it_after_a_pause() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], "basic")
    hall.play(table, people, acts=1)
    while not (table.variety.offers.holds(full(table)) and full(table).phase == "pickup"):
        hall.advance(1000 * table.variety.offers.holds(full(table)))
        hall.play(table, people, acts=1)
    wait, seat = 1000 * table.variety.offers.holds(full(table)), full(table).turn
    hall.advance(1_000)
    assert isinstance(hall.act(people[seat], "draw"), Done)
    pause(hall, people[0])
    hall.advance(600_000)
    pause(hall, people[0], False)
    position, _began, resumed = (getattr(one, "t", 0) for one in entries(people[0])[-3:])
    hall.advance(position + wait + 600_000 - resumed - 1)
    assert isinstance(entries(people[0])[-1], PauseChanged)
    hall.advance(1)
    last = entries(people[0])[-1]
    assert isinstance(last, Acted) and (last.seat, last.do) == (seat, "draw") and audited(people[0])
