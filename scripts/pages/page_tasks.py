#!/usr/bin/env python3
"""How many touches ten things take on a phone, and how soon the screen answers one, in a real Chromium.

    scripts/pages/page_tasks.py                     the table of docs/pages.md
    scripts/pages/page_tasks.py --speed 300     milliseconds from a touch to the changed screen, 40 cards in the pile

Each task is done by touches from the moment that somebody wants it; the address is open already. Needs built
pages and Chromium.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from pages.page_tour import NEXT, SET, begin  # noqa: E402

from tests.support.pages import OpenWindow, Page, PageHost, windows  # noqa: E402

PHONE: Final = (360, 740)
CALM: Final = {"lays": False}
"""The other player draws and throws out, and takes nothing from the pile that is to grow."""
CALLABLE: Final = """
const card = (word) => ['A23456789TJQK'.indexOf(word[0]), word[1]];
const pile = [...document.querySelectorAll('.pile [data-card]')].map((one) => one.dataset.card);
for (const meld of document.querySelectorAll('[data-meld]')) {
  const cards = [...meld.querySelectorAll('[data-card]')].map((one) => card(one.dataset.card));
  const isSet = cards.every(([rank]) => rank === cards[0][0]);
  const ranks = cards.map(([rank]) => rank);
  for (const word of pile) {
    const [rank, suit] = card(word);
    const ends = [Math.min(...ranks) - 1, Math.max(...ranks) + 1];
    const fits = isSet ? rank === cards[0][0] : suit === cards[0][1] && ends.includes(rank);
    if (fits) return [word, meld.dataset.meld];
  }
}
return null;
"""
"""A card of the pile and a meld that it goes to."""
SPEED: Final = """
window.found = [];
let began = 0, frame = 0;
addEventListener('click', () => {
  began = performance.now();
  requestAnimationFrame(() => { frame = performance.now(); }); // before the page's own
}, { capture: true });
addEventListener('click', ({ timeStamp }) => {
  const handled = performance.now() - began;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      window.found.push([now - timeStamp, handled + now - frame]);
    };
    port2.postMessage(0); // comes behind the frame that shows what was touched
  });
});
"""
"""Of each touch: milliseconds until the changed screen, and those of them in which the page worked."""
EMPTY: Final = """data:text/html,<meta name=viewport content="width=device-width,initial-scale=1">
<button class=touched style="width:90px;height:90px;touch-action:none" onclick="this.append('.')">touch</button>"""
"""A page on which a touch costs nothing but what the browser takes for each: two frames."""


class Finger(Page):
    """A page whose touches and keys are counted."""

    def __init__(self, page: Page) -> None:
        vars(self).update(vars(page))
        self.touches = self.letters = 0

    def tap(self, selector: str) -> None:
        """As a page's, counted."""
        self.run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest' })", selector)
        super().tap(selector)
        self.touches += 1

    def type(self, selector: str, text: str) -> None:
        """As a page's, counted."""
        super().type(selector, text)
        self.touches += 1  # of the field
        self.letters += len(text.strip())

    def counted(self, work: Callable[[], object]) -> tuple[int, int]:
        """The touches and letters of this work."""
        before = self.touches, self.letters
        work()
        return self.touches - before[0], self.letters - before[1]


def _play(page: Page, holds: Callable[[str, str], bool], *, draws: bool = False) -> None:
    """Play by taps that nobody counts until it *holds* of what would be tapped next; *draws*: leave the pile."""
    for _ in range(1000):
        what, name = page.until(lambda: page.run_drawn(NEXT), "a turn")
        if holds(what, name):
            return
        if draws and page.count(".offers [data-action=draw]"):
            what, name = "act", "draw"
        Page.try_tap(page, f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
    raise AssertionError("the position did not come")


def tasks(host: PageHost, window: OpenWindow) -> Iterator[tuple[str, tuple[int, int]]]:
    """Do each task; its name, touches and letters."""
    with window(*PHONE) as page:
        finger = Finger(page)
        finger.open(host.url)
        yield "play a first card, with a new table and two bots", finger.counted(lambda: _first_card(finger))
        yield "see why the deck was fair, in mid-game", finger.counted(lambda: _menu(finger, "fair", ".words"))
        finger.tap(".side [data-key=close]")
        yield "invite somebody", finger.counted(lambda: _menu(finger, "invite", ".code-of-link"))
        finger.tap(".side [data-key=close]")
        yield "leave", finger.counted(lambda: _leave(finger))
    other = host.player(variant="keilty", options={"target": 1000}, name="Friend", **CALM)
    assert other.stdout is not None
    table = int(other.stdout.readline().split()[1])
    with window(*PHONE) as page:
        finger = Finger(page)
        finger.open(host.url)
        yield "join a friend's table", finger.counted(lambda: _join(finger, table))
        _play(finger, lambda what, name: what == "act" and name.startswith("meld"))
        yield "lay a meld", finger.counted(lambda: finger.tap(".offers [data-action^=meld]"))
        _play(finger, lambda what, _name: what == "card" and finger.run(CALLABLE) is not None, draws=True)
        yield "call a rummy", finger.counted(lambda: _call(finger))
        _play(finger, lambda what, name: what == "act" and name.startswith("take ") and _depth(finger, name) > 1)
        yield "take down to a deep card", finger.counted(lambda: _take(finger))
    host.player(variant="keilty", options={"target": 20, "break_seconds": 0}, name="Friend", **CALM)
    with window(*PHONE) as page:
        finger = Finger(page)
        begin(finger, host)
        finger.tap("[data-key^=sit]")
        finger.tap("[data-key=ready]")
        _play(finger, lambda what, _name: what == "over")
        fair = finger.counted(lambda: finger.until(lambda: "Fair" in finger.text(".round-result"), "the verdict"))
        yield "see why the deck was fair, at the end", fair
        finger.run(
            "navigator.canShare = () => true; navigator.share = async (all) => { window.shared = all.files[0].name; };"
        )
        yield "share a game", finger.counted(lambda: _share(finger))
        yield "play again", finger.counted(lambda: finger.tap("[data-key=play-again]"))


def _first_card(finger: Finger) -> None:
    finger.type("#name", "Anna")
    finger.tap("form .main")
    finger.until(lambda: finger.count("#variant") and "…" not in finger.text(".lobby h2 + *"), "the tables")
    finger.tap(".lobby form button.main")
    finger.tap("[data-key=ready]")
    finger.until(lambda: finger.run_drawn(NEXT), "the own turn")
    finger.tap(".stock.useful")
    finger.tap(".hand .card-button:not(.idle)")
    finger.tap(".offers [data-action^=throw]")


def _menu(finger: Finger, tab: str, shown: str) -> None:
    finger.tap("[data-key=menu]")
    finger.tap(f"[data-key='tab {tab}']")
    finger.until(lambda: finger.count(f".side {shown}"), tab)


def _leave(finger: Finger) -> None:
    finger.tap("[data-key=menu]")
    finger.tap("[data-key=leave-table]")
    finger.until(lambda: finger.count("[data-key^='back ']"), "the tables")


def _join(finger: Finger, table: int) -> None:
    finger.type("#name", "Anna")
    finger.tap("form .main")
    finger.tap(f"[data-key='sit {table}']")
    finger.tap("[data-key=ready]")
    finger.until(lambda: finger.run_drawn(NEXT), "the own turn")


def _call(finger: Finger) -> None:
    card, meld = finger.run(CALLABLE)
    finger.tap("[data-key=call]")
    finger.tap(f".pile [data-card='{card}']")
    finger.tap(f"[data-meld='{meld}']")
    finger.tap(".offers [data-action^=rummy]")


def _depth(page: Page, action: str) -> int:
    """How many cards lie above the one that an action takes."""
    pile = page.run("return [...document.querySelectorAll('.pile [data-card]')].map((one) => one.dataset.card)")
    card = action.split()[1]
    # The page may have been drawn again since it named the action.
    return len(pile) - 1 - int(pile.index(card)) if card in pile else 0


def _take(finger: Finger) -> None:
    takes = "return [...document.querySelectorAll('.offers [data-action^=take]')].map((one) => one.dataset.action)"
    action = next(one for one in finger.run(takes) if _depth(finger, one) > 1)
    finger.tap(f".pile [data-card='{action.split()[1]}']")
    finger.tap(".offers [data-action^=take]")


def _share(finger: Finger) -> None:
    finger.tap("[data-key=share]")
    finger.until(lambda: finger.run("return window.shared"), "the file to be given")


def speed(host: PageHost, window: OpenWindow, count: int) -> Iterator[tuple[str, list[float]]]:
    """Measure *count* touches: names, and milliseconds of each touch.

    Those that choose a card, with motion, and those of an empty page, whose time is the browser's alone.
    """
    with window(*PHONE) as page:
        begin(page, host)
        for name, value in (("variant", "vegas"), ("bots", "0"), ("option-decks", "2"), ("option-max_score", "500")):
            page.run(SET, name, value)
        page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
        page.tap(".lobby form button.main")
        host.player(table=1, **CALM)
        page.until(lambda: page.count(".seated li") == 2, "the other one")
        page.tap("[data-key=ready]")
        _grow_pile(page, 40)
        shown, worked = zip(*_touched(page, ".hand .card-button", count), strict=True)
        yield "until the changed screen", list(shown)
        yield "of them the page worked", list(worked)
        page.open(EMPTY)
        yield "until the changed screen, on an empty page", [one for one, _ in _touched(page, ".touched", count)]


def _touched(page: Page, selector: str, count: int) -> list[tuple[float, float]]:
    """Touch the first of these so often, with motion."""
    motion = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    page.cdp("Emulation.setEmulatedMedia", features=motion)
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    page.run(SPEED)
    place = f"const box = document.querySelector('{selector}').getBoundingClientRect(); return [box.x + 10, box.y + 30]"
    for _ in range(count):
        x, y = page.run_drawn(place)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            page.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        page.run_drawn("return 0")
    return [(float(shown), float(worked)) for shown, worked in page.run_drawn("return window.found")]


def _grow_pile(page: Page, cards: int) -> None:
    """Draw and throw out until so many cards lie in the pile, and draw once more."""
    while True:
        what, name = page.until(lambda: page.run_drawn(NEXT), "a turn")
        if page.count(".pile [data-card]") >= cards and page.count(".offers [data-action=draw]"):
            page.tap(".offers [data-action=draw]")
            page.until(lambda: page.count(".hand .fresh"), "the card")
            return
        ways = (".offers [data-action=draw]", ".offers [data-action^=throw]", ".hand .card-button:not(.idle)")
        other = f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']"
        page.try_tap(next((one for one in ways if page.count(one)), other))


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=int, default=0, help="measure so many touches instead")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        host = PageHost(Path(folder))
        try:
            with windows() as window:
                if wish.speed:
                    for name, found in speed(host, window, wish.speed):
                        parts = statistics.quantiles(found, n=100)
                        told = {"touches": len(found), "p50": round(parts[49], 1), "p99": round(parts[98], 1)}
                        print(json.dumps({"milliseconds": name, **told}))
                    return 0
                print("| task | touches | letters typed |\n|---|---|---|")
                for name, (touches, letters) in tasks(host, window):
                    print(f"| {name} | {touches} | {letters} |", flush=True)
        finally:
            host.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
