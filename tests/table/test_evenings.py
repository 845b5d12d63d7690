"""Whole evenings of chance: every player's program accepts the log, the journal leads to the same table, none fails."""

import random

import pytest

from tests.support.evening import Evening
from tests.support.games import EVERY


@pytest.mark.drawn(8)
@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_of_chance(variant: str, seed: int) -> None:
    chance = random.Random(seed)
    options: dict[str, object] = {"turn_seconds": chance.choice([0, 5, 10])}
    if variant == "vegas":
        options["max_score"] = 30
    evening = Evening(variant, chance, ["Ann", "Bob", "Cid"][: chance.choice([2, 3])], **options)
    evening.all_agree(evening.people[0])
    evening.run(400)
    assert evening.hall.reports == []
    assert [person.name for person in evening.people if person.auditor.cheat is not None] == []
