#!/usr/bin/env python3
"""Random touches, keys and drags on the seat's page in a real Chromium, in each game at each size.

    scripts/pages/page_chance.py                                300 in each of five games at five sizes; half an hour
    scripts/pages/page_chance.py --games joker --sizes 320x640 --inputs 1000 --seed 7

Against a bot that acts at once. Prints a line of JSON for each game and size; exit status 1 where the page could not be
brought back to its game, an action went to the host that the page had not named under the finger, the console
complained, the page grew wider than its window, or it accused the host. Needs built pages and Chromium.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from pages.page_tour import GAMES, NEXT, SIZES, WIDER, at_host, begin, open_table  # noqa: E402

from tests.support.pages import Page  # noqa: E402

EACH: Final = 10
"""Inputs between two times that the page is brought back to its game."""
STEPS: Final = 40
"""Touches that the way back takes at most, turns of the game among them."""
LONG: Final[dict[str, dict[str, object]]] = {
    "keilty": {"target": 2000, "break_seconds": 5}, "basic": {"target": 2000, "call_seconds": 1, "break_seconds": 5},
    "vegas": {"max_score": 500, "break_seconds": 5}, "crummy": {"offer_seconds": 2, "break_seconds": 5},
    "joker": {"target": 2000, "break_seconds": 5},
}  # fmt: skip
"""By game: options with which it does not end while it is played at."""

WATCH: Final = r"""
window.sent = [];
let named = [];
const WORDS = 'draw|pass|turn|out|waive|buy|decline|declare|contract|penalty|aces|throw|want|meld|trade|lay|take|' +
  'rummy|swap';
const VERBS = new RegExp(`(?:[\\xa0-\\xbf]|\\xd9.)((?:${WORDS})(?![a-z])[ -~]*)`, 's'); // the string of a message
const look = (event) => {
  named = [...document.querySelectorAll('.offers [data-action]')].map((one) => one.dataset.action);
  if (document.querySelector('.stock.useful')) named.push('draw');
  const card = document.querySelector('.dragged')?.dataset.card;
  if (!card || event.type !== 'pointerup') return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const meld = under?.closest('[data-meld]')?.dataset.meld;
  if (under?.closest('.piles')) named.push(`throw ${card}`, `throw ${card.slice(0, 2)}`);
  if (meld !== undefined) named.push(new RegExp(`^(lay|swap|trade).*${card.slice(0, 2)}.* ${meld}\\b`));
};
for (const kind of ['pointerdown', 'pointerup', 'keydown', 'click']) addEventListener(kind, look, { capture: true });
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  const text = String.fromCharCode(...new Uint8Array(data.buffer ?? data).slice(0, 4000));
  const action = VERBS.exec(text)?.[1];
  const isNamed = named.some((one) => (one instanceof RegExp ? one.test(action) : text.includes(one)));
  if (action !== undefined) window.sent.push([action, isNamed, named.map(String)]);
  return send.call(this, data);
};
"""
"""In the page: what its buttons name at each input, held against each action that is sent."""
PLACES: Final = """
const plays = '.hand button, .pile button, .stock, .offers [data-action]'; // more often
const all = ['button, a, input, summary, .card, .meld, .board, .hand', plays, plays, plays];
const boxes = all.flatMap((one) => [...document.querySelectorAll(one)]).map((one) => one.getBoundingClientRect());
const middles = boxes.filter((one) => one.width).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
return middles.filter(([x, y]) => x > 0 && x < innerWidth && y > 0 && y < innerHeight);
"""
BACK: Final = """
const place = (one) => {
  one.scrollIntoView({ block: 'nearest' });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
};
const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
const way = (selector) => seen(selector).map(place).find(Boolean);
if (way('[data-key=unready]')) return null; // it begins by itself
const isComing = /on (its|their) way/.test(document.querySelector('.content').innerText);
const isAlone = document.querySelectorAll('.seated li').length === 1 && !isComing;
const ways = ['.side [data-key=close]', '[data-key=end-lesson]', "[data-key^='back ']", '[data-key=back]',
  '[data-key=play-again]', '[data-key=again]', '[data-key=resume]', '[data-key=ready]', '[data-key=no-call]',
  '[data-key=clear]', "[data-key^='sit']", isAlone ? '[data-key=bot]' : 'none', 'form .main'];
for (const one of ways) {
  if (way(one)) return way(one);
}
return null;
"""
"""Where to touch to come back to the game, if something has led away from it."""
KEYS: Final = ("Tab", "Enter", "Space", "ArrowLeft", "ArrowRight", "Escape", "Home", "End", "PageDown")


class Hand:
    """A hand that touches, drags and types at random."""

    def __init__(self, page: Page, chance: random.Random, size: tuple[int, int]) -> None:
        self.page, self.chance, self.size = page, chance, size

    def place(self) -> tuple[float, float]:
        """A place to touch: mostly in the middle of something."""
        places = self.page.run(PLACES)
        if places and self.chance.random() < 0.8:
            x, y = self.chance.choice(places)
            return x, y
        return self.chance.random() * self.size[0], self.chance.random() * self.size[1]

    def touch(self) -> None:
        """Touch a place; now and then twice."""
        place = self.place()
        for _ in range(1 + (self.chance.random() < 0.1)):
            self.move(place)

    def drag(self) -> None:
        """Drag from a place to another."""
        (x, y), (to_x, to_y) = self.place(), self.place()
        self.move(*((x + (to_x - x) * part, y + (to_y - y) * part) for part in (0, 0.1, 0.5, 1)))

    def type(self) -> None:
        """Press a key."""
        self.page.keys(self.chance.choice([*KEYS, "m", "a"]))

    def move(self, *places: tuple[float, float]) -> None:
        """Press at the first place, move on to each of the others, and let go: a finger, or a mouse on a laptop."""
        steps = [("Start", "Pressed", places[0]), *(("Move", "Moved", one) for one in places[1:])]
        for touch, mouse, (x, y) in (*steps, ("End", "Released", places[-1])):
            if self.size[0] < 1000:
                points = [] if touch == "End" else [{"x": x, "y": y}]
                self.page.cdp("Input.dispatchTouchEvent", type=f"touch{touch}", touchPoints=points)
            else:
                values = {"x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
                self.page.cdp("Input.dispatchMouseEvent", type=f"mouse{mouse}", **values)


def come_back(hand: Hand, url: str) -> bool:
    """Lead the page back to a turn of its game by what it offers; whether that was possible."""
    page = hand.page
    for _ in range(STEPS):
        if not page.run("return location.href").startswith(url) or page.run("return location.pathname") != "/":
            page.open(url)
        way = page.run(BACK)
        if way is not None:
            hand.move(tuple(way))
            page.run_drawn("return 0")
            continue
        try:
            found = page.until(lambda: page.run_drawn(NEXT) or page.run(BACK), "a turn, or the way to it")
        except AssertionError:
            return False
        if found[0] in ("act", "card"):
            return True
        if found[0] == "key":
            page.try_tap("[data-key=go-on]")
    return False


def play(game: str, size: tuple[int, int], inputs: int, seed: int) -> dict[str, Any]:
    """So many inputs in a game at a host of its own; what was wrong."""
    chance = random.Random(f"{seed} {game} {size}")
    wrong: set[str] = set()
    acts = 0
    with at_host(*size) as (page, host):
        page.before(WATCH)
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=size[0] < 1000)
        begin(page, host)
        open_table(page, host, 1, game, 1, **LONG[game])
        hand = Hand(page, chance, size)
        for number in range(inputs + 1):
            if number % EACH == 0 or number == inputs:
                if not come_back(hand, host.url):
                    wrong.add(f"after {number} inputs there is no way back: {page.text('body')[:300]}")
            if number == inputs:
                break
            chance.choices([hand.touch, hand.drag, hand.type], [6, 2, 2])[0]()
            wider = int(page.run(WIDER, size[0]))
            wrong |= {f"{wider} pixels wider than the window"} if wider > 0 else set()
            sent = page.run("return window.sent?.splice(0) ?? []")
            acts += len(sent)
            wrong |= {f"{action} was sent, named were {named}" for action, is_named, named in sent if not is_named}
            alarm = page.text(".trouble:not(.notice)")
            wrong |= {alarm} if "CHEAT" in alarm else set()
        wrong |= set(page.complaints())
    return {"game": game, "size": f"{size[0]}x{size[1]}", "inputs": inputs, "acts": acts, "wrong": sorted(wrong)}


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES), help="which, with commas between")
    parser.add_argument(
        "--sizes", default=",".join(f"{x}x{y}" for x, y in SIZES), help="windows, WIDTHxHEIGHT, with commas between"
    )
    parser.add_argument("--inputs", type=int, default=300, help="touches, keys and drags in each game at each size")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    wish = parser.parse_args()
    good = True
    for text in wish.sizes.split(","):
        width, height = map(int, text.split("x"))
        for game in wish.games.split(","):
            found = play(game, (width, height), wish.inputs, wish.seed)
            print(json.dumps(found, ensure_ascii=False), flush=True)
            good = good and not found["wrong"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
