#!/usr/bin/env python3
"""Play all games to their end by taps in a headless Chromium, on a page of a host, against bots; some minutes.

    scripts/pages/play_pages.py                                    all games at 360x740 and 1280x800
    scripts/pages/play_pages.py --games basic --sizes 360x740
    scripts/pages/play_pages.py --games crummy --bots 4            several decks

Each table is opened with the form of the page, its options among them. A tap is a click where a finger would be:
what lies over a button gets it. The file that the page offers at the end is checked by the code of `rummynet verify`.
Prints a line of JSON for each game; exit status 1 where one did not end, its file does not verify, the page grew wider
than the screen, its console complained, a card that looked touchable led to nothing, or the page accused the host.
Needs built pages, Chromium with its driver, and selenium.
"""

import argparse
import json
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from pages.page_tour import NEXT, WIDER, begin, open_table  # noqa: E402

from rummynet.verifier.offline import check  # noqa: E402
from tests.support.pages import Page, PageHost, browser  # noqa: E402

SHORT: Final[dict[str, dict[str, object]]] = {
    "keilty": {"target": 150},
    "basic": {"target": 100, "call_seconds": 1},
    "vegas": {"max_score": 150},
    "crummy": {"offer_seconds": 2},
    "joker": {"target": 150},
}
"""By game: options with which it ends within minutes. The break between rounds is the usual one, ended by a tap."""
MOST_SECONDS: Final = 600.0
"""After which a game is given up."""
TOUCHABLE: Final = """
const cards = [...document.querySelectorAll('.hand button.card-button:not(.idle), .pile button.card-button')];
return cards.map((one) => one.dataset.key);
"""
"""The cards that look as if a tap did something; asked while nothing is chosen."""
EACH: Final = 25
"""Taps between two times that all of them are tried: that takes a second or two."""

FILE: Final = """
const done = arguments[0];
URL.createObjectURL = (blob) => { blob.arrayBuffer().then((all) => done([...new Uint8Array(all)])); return 'data:,'; };
document.querySelector('[data-key=download]').click();
"""


class Session:
    """A player at a page: plays, looks at the end."""

    def __init__(self, page: Page, width: int) -> None:
        self.page, self._width = page, width

    def play(self) -> dict[str, Any]:
        """Play to the end; what there is to say of it."""
        page, taps, widest = self.page, 0, 0
        alarms: set[str] = set()
        dead: set[str] = set()
        began = time.monotonic()
        while time.monotonic() < began + MOST_SECONDS:
            found = page.run(NEXT)
            if found is None:
                time.sleep(0.03)
                continue
            what, name = found
            alarms |= {page.text(".trouble:not(.notice)")} - {""}
            if what == "over":
                break
            if what == "card" and taps % EACH == 0:
                dead |= self.dead_cards()
            if taps in (3, 12, 40):
                widest = max(widest, int(page.run(WIDER, self._width)))
            taps += page.try_tap(f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
        else:
            return {"ended": False, "taps": taps, "says": page.text(".prompt"), "offers": page.text(".offers")}
        said = page.text(".prompt")
        seconds = round(time.monotonic() - began, 1)
        page.tap("[data-key=menu]")
        page.tap("[data-key='tab fair']")
        data = bytes(page.driver.execute_async_script(FILE))
        report = check(data)
        return {
            "ended": True, "says": said, "taps": taps, "seconds": seconds, "bytes": len(data),
            "verified": report.verified, "wider_by": widest, "complaints": page.complaints(), "alarms": sorted(alarms),
            "dead_cards": sorted(dead),
        }  # fmt: skip

    def dead_cards(self) -> set[str]:
        """The cards that look touchable now and lead to no button."""
        page, dead = self.page, set()
        for key in page.run(TOUCHABLE):
            if page.try_tap(f"[data-key='{key}']") and not page.run_drawn(
                "return document.querySelectorAll('.offers [data-action]').length"
            ):
                dead.add(key)
            page.try_tap("[data-key=clear]")
        return dead


def play_game(game: str, width: int, height: int, bots: int) -> bool:
    """Play a game at a host of its own, in a browser of its own; whether all went well."""
    with tempfile.TemporaryDirectory() as folder:
        host = PageHost(Path(folder))
        try:
            with browser(Path(folder), width, height) as page:
                page.driver.set_script_timeout(60)
                begin(page, host)
                open_table(page, host, 1, game, bots, **SHORT[game])
                page.tap("[data-key=ready]")
                outcome = Session(page, width).play()
        finally:
            host.close()
    print(json.dumps({"game": game, "size": f"{width}x{height}", **outcome}, ensure_ascii=False), flush=True)
    if not outcome.get("verified") or outcome["wider_by"] > 0:
        return False
    return not outcome["complaints"] and not outcome["alarms"] and not outcome["dead_cards"]


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SHORT), help="which, with commas between")
    parser.add_argument("--sizes", default="360x740,1280x800", help="windows, WIDTHxHEIGHT, with commas between")
    parser.add_argument("--bots", type=int, default=1, help="how many play against the page")
    wish = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # host, bots and browser end with it
    good = True
    for size in wish.sizes.split(","):
        width, height = map(int, size.split("x"))
        for game in wish.games.split(","):
            good = play_game(game, width, height, wish.bots) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
