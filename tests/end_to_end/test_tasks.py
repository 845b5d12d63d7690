"""What people want to do in a terminal, and random keys: the real program does it."""

from pathlib import Path

import pytest
from terminal.people_tasks import in_the_lesson
from terminal.random_keys import Player

pytestmark = pytest.mark.drawn(1)


def test_a_meld_a_throw_a_deep_card_and_a_rummy_by_their_keys(tmp_path: Path) -> None:
    in_the_lesson(tmp_path)


def test_random_keys_in_the_real_program_play_nothing_that_the_screen_did_not_name(tmp_path: Path) -> None:
    """A few of those of ``scripts/terminal/random_keys.py``: it raises where something does not hold."""
    assert Player("keilty", "80x24", tmp_path, "keilty 80x24 1").run(40)["keys"] == 40
