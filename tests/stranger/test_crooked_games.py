"""The crooked games of the first verifier's tests, and what the second finds in them."""

from __future__ import annotations

import pytest
from stranger.files import MAGIC

from rummynet.verifier import offline
from tests.stranger.found import found
from tests.stranger.handmade import Handmade
from tests.support.crooked_games import ALL

MOVES_OF_ANOTHER_GAME = {"an_offered_card_is_taken_by_the_answer_to_an_earlier_offer"}
"""What only somebody finds who knows crummy rummy."""


@pytest.mark.parametrize("name", ALL)
def test_both_verifiers_name_the_same_check(name: str) -> None:
    wanted = None if name in MOVES_OF_ANOTHER_GAME else ALL[name].check
    assert found(ALL[name].transcript()) == wanted


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_verifier_takes_a_game_that_was_written_without_the_packages(players: int) -> None:
    made = Handmade(players)
    made.play()
    report = offline.check(made.transcript())
    assert report.verified, report.verdict
    assert made.transcript().startswith(MAGIC)
