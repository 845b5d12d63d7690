"""Whatever waits for a person ends by itself, safely: each phase of each game, left to the clock."""

from collections.abc import Callable, Iterator
from random import Random
from typing import get_args

import pytest

from rummynet.rules.core.state import Phase, State
from rummynet.rules.core.variety import Variety
from rummynet.table.table import Table
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.fairness.entries import Acted
from tests.support.games import EVERY
from tests.support.people import Person, TableHarness, anything, audited, entries, full

SECONDS = 5
PEOPLE = ("Ann", "Bob", "Cid")


def throws(state: State) -> str:
    """The card drawn, named with its deck where there are several."""
    assert state.drawn is not None
    return f"throw {cards.name(state.drawn, getattr(state, 'decks', 1))}"


def pays(state: State) -> str:
    return "penalty draw" if len(state.stock) > 1 or not state.discard else "penalty pile"


CASES: dict[tuple[str, str], tuple[dict[str, object], str | Callable[[State], str], str]] = {
    **{(name, "pickup"): ({}, "draw", "turn") for name in EVERY},
    **{(name, "play"): ({}, throws, "turn") for name in EVERY},
    ("basic", "play"): ({"call_seconds": 0}, throws, "turn"),  # who plays here does not wait until calls are over
    ("basic", "call"): ({"call_seconds": 0}, "out", "rule"),
    ("basic", "penalty"): ({"call_seconds": 0}, pays, "turn"),
    ("basic", "final"): ({"call_seconds": 0}, "pass", "turn"),
    ("vegas", "aces"): ({}, "aces 0", "turn"),
    ("vegas", "buyin"): ({"max_score": 25}, "decline", "turn"),
    ("crummy", "offer"): ({"offer_seconds": SECONDS}, "waive", "rule"),
}
"""By game and phase: options that let it come about, what is done, and why. Every game picks up and plays."""


def games(variant: str, **options: object) -> Iterator[tuple[TableHarness, Table, list[Person]]]:
    for seed in range(60):
        hall = TableHarness(seed=seed)
        yield hall, *hall.game(PEOPLE, variant, turn_seconds=SECONDS, **options)


def calling(variety: Variety, state: State, chance: Random) -> tuple[int, Action]:
    """Every call that can be made, else anything."""
    for seat in range(state.players):
        for one in variety.legal(state, seat):
            if isinstance(one, CallRummy):
                return seat, one
    return anything(variety, state, chance)


def waiting(variant: str, phase: str, **options: object) -> tuple[TableHarness, Table, list[Person]]:
    """A table at which somebody is due in this phase and has not said anything yet."""
    for hall, table, people in games(variant, **options):
        for _ in range(300):
            if table.stage != "playing" or table.game is None or table.game.dealer.busy:
                break
            if full(table).phase == phase and (phase != "play" or full(table).drawn is not None):
                return hall, table, people
            hall.play(table, people, acts=1, choose=calling)
    raise AssertionError(f"{phase} did not come about")


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("variant", "phase"), CASES, ids=lambda word: str(word))
def test_silence_is_answered_in_time_and_the_game_goes_on(variant: str, phase: str) -> None:
    options, wanted, why = CASES[variant, phase]
    hall, table, people = waiting(variant, phase, **options)
    before, start = full(table), len(entries(people[0]))
    seat = table.variety.actors(before)[0]
    hall.advance(1000 * SECONDS)
    first = next(one for one in entries(people[0])[start:] if isinstance(one, Acted))
    assert (first.seat, first.do, first.why) == (seat, wanted if isinstance(wanted, str) else wanted(before), why)
    after = len(entries(people[0]))
    hall.advance(30 * 1000 * SECONDS)
    assert table.stage == "waiting" or len(entries(people[0])) > after
    assert all(audited(person).passed["clock"] >= 1 for person in people)


def test_no_phase_is_left_out() -> None:
    """But those in which nobody is waited for: a round that is over, and cards that chance puts back."""
    assert {phase for _, phase in CASES} == {*get_args(Phase)} - {"over", "turnup"}
