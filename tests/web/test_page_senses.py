"""What a page does beside drawing: it vibrates, sounds, keeps the screen on, moves, and says that it connects."""

from collections.abc import Callable

import pytest

from tests.support.pages import OpenWindow, Page, PageHost
from tests.web.test_browser_pages import asked, come_in, hand, play, sit_down

pytestmark = pytest.mark.drawn(1)

SENSES = """
window.told = [];
navigator.vibrate = (millis) => window.told.push('vibrates');
const { prototype } = AudioContext;
const make = prototype.createOscillator;
prototype.createOscillator = function () { window.told.push('sounds'); return make.call(this); };
const request = async () => {
  window.told.push('on');
  return { released: false, release: async () => window.told.push('off') };
};
Object.defineProperty(navigator, 'wakeLock', { value: { request } });
"""
"""Note what the device would do."""


def told(page: Page, what: str) -> int:
    """How often the device did something."""
    return int(page.run("return window.told.filter((one) => one === arguments[0]).length", what))


def test_the_own_turn_is_felt_and_with_a_key_heard_and_the_screen_stays_on(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 60, "break_seconds": 0})
    with window(360, 740) as page:
        page.before(SENSES)
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        assert told(page, "vibrates") == 1, "the own turn has come"
        assert told(page, "sounds") == 0, "nobody has asked for sounds"
        assert (told(page, "on"), told(page, "off")) == (1, 0), "the screen stays on while the game is played"
        page.keys("m")
        page.until(lambda: page.text(".trouble") == "Sounds are on.", "the word")
        heard = page.until(lambda: told(page, "sounds"), "what a turn will sound like")
        for _ in range(20):  # a turn that goes by between two frames is not told
            if told(page, "sounds") > heard:
                break
            assert not play(page, most=1)
        assert told(page, "sounds") > heard and told(page, "vibrates") > 1
        page.keys("m")
        page.until(lambda: page.text(".trouble") == "Sounds are off.", "the word")
        heard = told(page, "sounds")
        assert play(page)
        assert told(page, "sounds") == heard
        page.until(lambda: told(page, "off") == 1, "the screen to go dark again after the game")
        assert page.complaints() == []


MOVES = """
const turn = getComputedStyle(document.querySelector('.prompt.turn'), '::after').animationName;
const lift = getComputedStyle(document.querySelector('.hand .card-button')).transitionDuration;
return [turn !== 'none', lift !== '0s'];
"""
CHOSEN = "return document.querySelectorAll('.hand .chosen').length"


def test_what_was_chosen_is_taken_back_and_nothing_moves_where_the_device_wants_no_motion(
    host: PageHost, window: OpenWindow
) -> None:
    """By a touch, a button and a key. That cards do not fly then: test_browser_pages.py."""
    host.player(variant="keilty", options={"target": 500})
    with window(360, 740) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        for wish, moves in (("reduce", [False, False]), ("no-preference", [True, True])):
            page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wish}])
            assert page.run(MOVES) == moves, wish
        before = hand(page)
        page.tap(".offers [data-action=draw]")
        page.until(lambda: len(hand(page)) == len(before) + 1, "the card drawn")
        page.until(lambda: page.count(".hand .card-button:not(.idle)"), "a card to throw")
        before = hand(page)
        card = f".hand [data-card='{before[0]}']"
        ways: tuple[Callable[[], None], ...] = (
            lambda: page.tap(card),
            lambda: page.tap(".offers [data-key=clear]"),
            lambda: page.keys("Escape"),
        )
        for take_back in ways:
            page.tap(card)
            assert page.run_drawn(CHOSEN) == 1
            take_back()
            page.until(lambda: page.run_drawn(CHOSEN) == 0, "nothing to be chosen")
        assert hand(page) == before


SILENT = "window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} send() {} };"


def test_a_page_says_that_it_connects(host: PageHost, window: OpenWindow) -> None:
    with window(360, 740) as page:
        page.before(SILENT)
        come_in(page, host)
        page.until(lambda: "Connecting to the host …" in page.text(".content"), "what the page waits for")


HEIGHTS = """
const box = (name) => document.querySelector(name).getBoundingClientRect();
const hand = document.querySelector('.hand .card-button');
hand.scrollIntoView({ block: 'nearest' });
const seen = hand.getBoundingClientRect();
return { board: box('.board').height, card: box('.stock').height,
  hand: Math.min(innerHeight, seen.bottom) - Math.max(0, seen.top),
  wider: document.documentElement.scrollWidth - innerWidth };
"""


def test_with_letters_twice_as_large_the_board_keeps_its_room_and_the_hand_can_be_scrolled_to(
    host: PageHost, window: OpenWindow
) -> None:
    host.player(variant="keilty", options={"target": 500, "break_seconds": 0})
    with window(390, 844) as page:
        sit_down(page, host)
        page.until(lambda: asked(page), "a turn")
        page.run("document.documentElement.style.fontSize = '200%'")  # as a browser does whose letters are set so
        assert float(page.run("return getComputedStyle(document.querySelector('.prompt')).fontSize")[:-2]) >= 32
        for width, height in ((320, 568), (320, 640), (390, 844), (667, 375), (844, 390)):
            page.resize(width, height)
            page.run("dispatchEvent(new Event('resize'))")
            found = page.run_drawn(HEIGHTS)
            assert found["board"] >= 2 * found["card"] and found["wider"] == 0, (width, height, found)
            assert found["hand"] >= 30, (width, height, found)
