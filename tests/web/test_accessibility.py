"""The pages for people who hear them, use a keyboard, or see them large; all of it: scripts/pages/page_tour.py."""

from pathlib import Path

import pytest
from pages import page_chance, page_keys, page_tour

from tests.support.pages import WEB, OpenWindow, PageHost, need_pages

pytestmark = pytest.mark.drawn(1)

STATES = ((320, 640, False), (640, 400, True))
"""Of the sizes and colours of scripts/pages/page_tour.py: the narrowest phone, and dark at 200 % zoom."""


@pytest.mark.parametrize(("width", "height", "dark"), STATES)
def test_axe_finds_nothing_serious_on_any_page(
    host: PageHost, window: OpenWindow, tmp_path: Path, width: int, height: int, dark: bool
) -> None:
    source = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
    found: list[str] = []
    for stop, page in page_tour.tour(host, window, tmp_path, games=("keilty",)):
        for size in page_tour.at_sizes(page, ((width, height),), dark=dark):
            found += [f"{stop} {size}: {one}" for one in page_tour.findings(page, source, width)]
    assert found == []


def test_a_game_is_played_to_its_end_from_the_accessibility_tree_with_the_keyboard_alone() -> None:
    need_pages()
    found = page_keys.play_game("keilty", 360, 740, target=30, break_seconds=0)
    assert found["ended"] and found["wrong"] == [] and found["complaints"] == [], found


def test_random_touches_keys_and_drags_lead_to_no_trap_and_to_nothing_unnamed() -> None:
    need_pages()
    found = page_chance.play("joker", (360, 740), 60, seed=3)
    assert found["wrong"] == [] and found["acts"] > 0, found
