"""Puzzles in a real browser: solved by touch, by keys and by a drag; the rating stays there."""

from datetime import UTC, datetime

from pages.page_tour import CHOOSE

from rummynet.puzzles.choosing import first_rating, of_day, puzzle_lines
from rummynet.puzzles.puzzle import Puzzle, read_line
from rummynet.puzzles.scores import PuzzleScores
from rummynet_protocol.actions import ThrowOut
from tests.support.pages import OpenWindow, Page, PageHost
from tests.web.test_page_touch import drag

LINES = puzzle_lines()
KEPT = "return JSON.parse(localStorage.getItem('rummynet/puzzles')).puzzles"
ENTER = "\n"


def shown(page: Page) -> Puzzle:
    """The puzzle that the page asks."""
    page.until(lambda: "which play is best?" in page.text(".prompt"), "a puzzle")
    return read_line(LINES[page.text(".prompt").split()[1].rstrip(",")])


def until_thrown(page: Page) -> Puzzle:
    """Puzzles of Keilty rummy, each with its answer shown, until one is solved by a throw."""
    page.run(CHOOSE, "keilty")
    while not isinstance((puzzle := shown(page)).plays[0].actions[0], ThrowOut):
        page.tap("[data-key=show-answer]")
        page.tap("[data-key=next-puzzle]")
    return puzzle


def test_puzzles_are_solved_by_touch_by_keys_and_by_a_drag(host: PageHost, window: OpenWindow) -> None:
    """The rating stays in the browser; what is told and how it goes on is the list's."""
    with window(360, 740) as page:
        page.open(host.url)
        page.tap("[data-key=puzzles]")
        ids, today = list(LINES), datetime.now(UTC).date().toordinal()
        first = sorted(ids, key=lambda id: abs(first_rating(LINES[id]) - PuzzleScores().rating))[:5]
        assert shown(page).id in first, "a newcomer begins with an easy one"
        card = until_thrown(page).plays[0].actions[0].card  # type: ignore[attr-defined]
        puzzle = shown(page)
        page.tap(f".hand [data-card='{card}']")
        page.tap(f".offers [data-action='throw {card}']")
        page.until(lambda: page.text(".prompt").startswith("Right: throw"), "what is told")
        assert page.run(KEPT)[puzzle.id]["right"] and "Your rating: 1" in page.text(".prompt")
        assert not page.count(".offers [data-action]"), "it is answered"
        line = puzzle.answers[0].line
        for _ in line:
            page.tap("[data-key=line]")
        page.until(lambda: not page.count("[data-key=line]"), "the end of the line")
        page.tap("[data-key=next-puzzle]")
        puzzle = until_thrown(page)
        wrong = next(one.card for play in puzzle.plays[1:] for one in play.actions if isinstance(one, ThrowOut))
        page.type(f".hand [data-card='{wrong}']", ENTER)
        page.type(f".offers [data-action='throw {wrong}']", ENTER)
        page.until(lambda: page.text(".prompt").startswith("Not the best: 'throw"), "what is told")
        assert not page.run(KEPT)[puzzle.id]["right"]
        page.tap("[data-key=next-puzzle]")
        puzzle = until_thrown(page)
        drag(page, f".hand [data-card='{puzzle.plays[0].actions[0].card}']", ".pile-of.wide")  # type: ignore[attr-defined]
        page.until(lambda: page.text(".prompt").startswith("Right: throw"), "what is told")
        page.tap("[data-key=back]")
        page.tap("[data-key=puzzles]")
        assert shown(page).id in [of_day(ids, day) for day in (today - 1, today, today + 1)]
        assert "Puzzle of 20" in page.text("h1")
        assert page.complaints() == []
