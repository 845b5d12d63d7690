#!/usr/bin/env python3
"""Play all games to their end by taps in a headless Chromium, on a page of a host, against bots; some minutes.

    scripts/play_pages.py                                    all games at 360x740 and 1280x800
    scripts/play_pages.py --games basic --sizes 360x740
    scripts/play_pages.py --games crummy --bots 4            several decks
    scripts/play_pages.py --pictures FOLDER --language de --dark

Each table is opened with the form of the page, its options among them. A tap is a click where a finger would be:
what lies over a button gets it. The file that the page offers at the end is checked by the code of `rummynet verify`.
Prints a line of JSON for each game; exit status 1 where one did not end, its file does not verify, the page grew wider
than the screen, its console complained, a card that looked touchable led to nothing, or the page accused the host.
Needs built pages, Chromium with its driver, and selenium.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rummynet.verifier.offline import check  # noqa: E402
from tests.support.pages import Page, PageHost, browser  # noqa: E402

SHORT: Final[dict[str, dict[str, object]]] = {
    "keilty": {"target": 150},
    "basic": {"target": 100, "call_seconds": 1},
    "vegas": {"max_score": 40},
    "crummy": {"offer_seconds": 2},
    "joker": {"target": 150},
}
"""By game: options with which it ends within minutes. The break between rounds is the usual one, ended by a tap."""
MOST_SECONDS: Final = 600.0
"""After which a game is given up."""
NEXT: Final = """
if (document.querySelector('.game').hidden) return null;
const buttons = [...document.querySelectorAll('.offers [data-action]:not(:disabled)')];
const actions = buttons.map((one) => one.dataset.action);
const keys = [...document.querySelectorAll('.offers button')].map((one) => one.dataset.key);
if (keys.includes('again')) return ['over', ''];
if (keys.includes('go-on')) return ['key', 'go-on'];
const isMine = document.querySelector('.prompt').classList.contains('turn');
const first = (...verbs) => actions.find((one) => verbs.includes(one.split(' ')[0]));
const act = first('declare', 'contract', 'meld', 'lay', 'swap', 'trade', 'out', 'buy', 'waive', 'want', 'aces')
  ?? actions.find((one) => one.startsWith('take') && one.split(' ').length > 2)
  ?? first('throw', 'draw', 'turn', 'pass', 'penalty', 'decline') ?? actions[0];
if (act) return ['act', act];
const playable = [...document.querySelectorAll('.hand .card-button:not(.idle)')].at(-1);
if (isMine && playable && !document.querySelector('.hand .chosen')) return ['card', playable.dataset.key];
return null;
"""
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
SET: Final = """
const field = document.getElementById(arguments[0]);
if (field.type === 'checkbox') field.checked = arguments[1];
else field.value = arguments[1];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""


class Session:
    """A player at a page: opens a table by its form, plays, looks at the end."""

    def __init__(self, page: Page, host: PageHost, pictures: Path | None, label: str) -> None:
        self.page, self.host = page, host
        self._pictures, self._label = pictures, label

    def picture(self, name: str) -> None:
        """Keep what is seen, where pictures are wanted."""
        if self._pictures is not None:
            (self._pictures / f"{name}-{self._label}.png").write_bytes(self.page.driver.get_screenshot_as_png())

    def open_table(self, game: str) -> None:
        """Open a table with the short options, and sit there."""
        page = self.page
        page.until(lambda: page.count("#variant"), "the form of a new table")
        page.run(SET, "variant", game)
        page.run(SET, "bots", "0")
        page.tap(".lobby details summary")
        for name, value in SHORT[game].items():
            page.run(SET, f"option-{name}", str(value))
        self.picture("lobby")
        page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
        page.tap(".lobby form button.main")
        page.until(lambda: page.count(".seated li") == 1, "the seat")

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
                self.picture(f"playing-{taps}")
                widest = max(widest, int(page.run("return document.documentElement.scrollWidth - innerWidth")))
            taps += page.try_tap(f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
        else:
            self.picture("stuck")
            return {"ended": False, "taps": taps, "says": page.text(".prompt"), "offers": page.text(".offers")}
        self.picture("over")
        said = page.text(".prompt")
        seconds = round(time.monotonic() - began, 1)
        page.tap("[data-key=talk]")
        self.picture("talk")
        page.tap(".talk [data-key=close]")
        page.tap("[data-key=menu]")
        for tab in ("table", "rules", "fair"):
            page.tap(f"[data-key='tab {tab}']")
            self.picture(tab)
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


def play_game(game: str, width: int, height: int, wish: argparse.Namespace) -> bool:
    """Play a game at a host of its own, in a browser of its own; whether all went well."""
    label = f"{width}x{height}-{wish.language}{'-dark' if wish.dark else ''}"
    with tempfile.TemporaryDirectory() as folder:
        host = PageHost(Path(folder))
        bots = None
        try:
            with browser(Path(folder), width, height, wish.language) as page:
                page.driver.set_script_timeout(60)
                scheme = [{"name": "prefers-color-scheme", "value": "dark" if wish.dark else "light"}]
                page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
                player = Session(page, host, wish.pictures, f"{game}-{label}")
                page.open(host.url)
                player.picture("start")
                page.type("#name", "Anna")
                page.tap("form .main")
                player.open_table(game)
                bots = bot_process(host, Path(folder) / "bots", wish.bots)
                page.until(lambda: page.count(".seated li") == 1 + wish.bots, "the bots")
                player.picture("waiting")
                page.tap("[data-key=ready]")
                outcome = player.play()
        finally:
            if bots is not None:
                bots.kill()
                bots.wait()
            host.close()
    print(json.dumps({"game": game, "size": label, **outcome}, ensure_ascii=False), flush=True)
    if not outcome.get("verified") or outcome["wider_by"] > 0:
        return False
    return not outcome["complaints"] and not outcome["alarms"] and not outcome["dead_cards"]


def bot_process(host: PageHost, data: Path, count: int) -> "subprocess.Popen[bytes]":
    """Bots that act at once, at the host's first table."""
    line = [sys.executable, "-m", "rummynet", "bot", "--fast", "--count", str(count), "--table", "1"]
    return subprocess.Popen(
        [*line, "--data", str(data), host.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "RUMMYNET_HOME": str(data)},
    )  # fmt: skip


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SHORT), help="which, with commas between")
    parser.add_argument("--sizes", default="360x740,1280x800", help="windows, WIDTHxHEIGHT, with commas between")
    parser.add_argument("--bots", type=int, default=1, help="how many play against the page")
    parser.add_argument("--pictures", type=Path, help="keep pictures of what is seen in this folder")
    parser.add_argument("--language", default="en", help="of the browser")
    parser.add_argument("--dark", action="store_true", help="the browser asks for dark pages")
    wish = parser.parse_args()
    if wish.pictures is not None:
        wish.pictures.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # host, bots and browser end with it
    good = True
    for size in wish.sizes.split(","):
        width, height = map(int, size.split("x"))
        for game in wish.games.split(","):
            good = play_game(game, width, height, wish) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
