"""A browser that keeps nothing for pages, and one that has no room left in mid-game."""

import pytest

from tests.support.pages import OpenWindow, PageHost
from tests.web.test_browser_pages import asked, hand, sit_down, try_tap

pytestmark = pytest.mark.drawn(1)

FORBIDDEN = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(window, name, { get: denied });
navigator.locks.request = async () => denied();
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def test_a_browser_that_keeps_nothing_plays_and_says_what_that_means(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 30, "break_seconds": 0})
    with window(390, 844) as page:
        page.before(FORBIDDEN)
        page.open(host.url)
        page.until(lambda: "your seat is lost when you close or reload it" in page.text(".content"), "what that means")
        sit_down(page, host)
        page.until(lambda: hand(page), "the hand")
        assert page.complaints() == []


def test_a_browser_without_room_says_so_and_sends_nothing_that_it_could_not_keep(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500, "break_seconds": 0})
    with window(390, 844) as page:
        sit_down(page, host)
        found = page.until(lambda: asked(page), "a turn")
        kept = page.run("return Object.keys(localStorage).length")
        page.run(FULL)
        for _ in range(5):
            if "no room left" in page.text(".trouble"):
                break
            try_tap(page, *found)
            found = asked(page) or found
        page.until(lambda: "no room left" in page.text(".trouble"), "the sentence")
        assert page.run("return Object.keys(localStorage).length") <= kept
        page.reload()
        page.until(lambda: hand(page) and "no room" not in page.text("body"), "the same seat")
