"""The focus of the keyboard on the page of a seat: whatever is drawn, it is never nowhere."""

import pytest

from tests.support.pages import OpenWindow, Page, PageHost
from tests.web.test_browser_pages import QUICK, asked, sit_down

pytestmark = pytest.mark.drawn(1)

PLACE = """
const one = document.activeElement;
if (one === document.body || one.closest('[hidden]') || one.matches(':disabled')) return '';
return ['hand', 'offers', 'board', 'people', 'talk', 'game'].find((name) => one.closest(`.${name}`)) ?? one.tagName;
"""
"""The part of the page that has the focus; empty if nothing has it."""
CLICK = """
const [what, name] = arguments;
document.querySelector(what === 'act' ? `.offers [data-action='${name}']` : `.hand [data-key='${name}']`)?.click();
"""
"""Press something without moving the focus to it, as a screen reader can."""


def place(page: Page) -> str:
    """The part that has the focus."""
    return str(page.run_drawn(PLACE))


def focus(page: Page, selector: str) -> None:
    """Put the focus on something as soon as it is there."""
    page.until(
        lambda: page.run("document.querySelector(arguments[0])?.focus(); " + PLACE, selector),
        f"the focus on {selector}",
    )


def test_the_focus_is_on_the_game_as_it_begins_in_the_hand_after_the_six_words_and_of_a_panel_on_the_tables(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500}, acts=0)
    with window(360, 740) as page:
        sit_down(page, host)  # its last button goes with the waiting room
        page.until(lambda: page.count(".hand .card-button"), "the cards")
        assert place(page) in ("board", "hand"), "the hand if it was there as the game was first drawn"
        focus(page, "[data-key=words]")
        assert place(page) == "people"
        page.run("document.activeElement.click()")
        page.until(lambda: page.text(".people") == "", "the line to go")
        assert place(page) == "hand"
        page.tap("[data-key=talk]")
        assert place(page) == "talk"
        page.back()  # out of the panel
        page.until(lambda: page.run_drawn(PLACE) == "BUTTON", "the button that had opened it")
        focus(page, ".game .log")
        page.back()  # out of the table
        page.until(lambda: page.count("[data-key^='back ']"), "the tables")
        assert place(page) == "BUTTON"


def test_the_focus_that_was_in_the_hand_is_on_what_can_be_done_when_the_hand_goes(
    host: PageHost, window: OpenWindow
) -> None:
    """The hand goes with the end of the game, and with the last card of a round."""
    host.player(variant="keilty", options={"target": 30, **QUICK})
    with window(360, 740) as page:
        sit_down(page, host)
        focus(page, ".hand .card-button")
        while (found := page.until(lambda: asked(page), "a turn"))[0] != "over":
            assert place(page)
            page.run(CLICK, *found)
        assert place(page) in ("offers", "board"), "what can be done now, or what there was while nothing could be done"


def test_who_types_a_name_in_the_menu_goes_on_typing_when_somebody_sits_down(
    host: PageHost, window: OpenWindow
) -> None:
    first = host.player(variant="keilty", options={}, opponents=3)
    assert first.stdout is not None and first.stdout.readline().startswith("table")
    with window(360, 740) as page:
        sit_down(page, host)
        page.tap("[data-key=menu]")
        page.run("document.querySelector('#new-name').value = ''")
        page.type("#new-name", "Ber")
        host.player(table=1, opponents=3, name="Bob")
        page.until(lambda: "Bob" in page.text(".side .seated"), "who sits down")
        page.keys("t", "a")
        assert page.run("return document.querySelector('#new-name').value") == "Berta"
