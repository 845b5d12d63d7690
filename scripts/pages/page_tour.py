#!/usr/bin/env python3
"""Every page for browsers in a real Chromium, at each state a person meets: as pictures, or checked with axe-core.

    scripts/pages/page_tour.py --pictures FOLDER                 at five sizes, light
    scripts/pages/page_tour.py --pictures FOLDER --dark --language de --only end
    scripts/pages/page_tour.py --check                           at three sizes, light and dark

Prints what axe-core finds serious or critical, targets below 24 pixels and pages wider than their window; exit status 1
if there is any. Needs built pages, Chromium and what web/package.json lists.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from rummynet_cli.main import main as rummynet  # noqa: E402
from tests.support.pages import WEB, OpenWindow, Page, PageHost, browser, windows  # noqa: E402

GAMES: Final = ("keilty", "basic", "vegas", "crummy", "joker")
SIZES: Final = ((320, 640), (360, 740), (740, 360), (820, 1180), (1280, 800))
CHECKED_SIZES: Final = ((1280, 800), (640, 400), (320, 640))
"""A laptop, the same at 200 % zoom (half as many CSS pixels), and the narrowest phone (WCAG 2.2, 1.4.10)."""
VECTORS: Final = ROOT / "protocol" / "vectors" / "transcripts"
SHOWN_ACTS: Final = 14
"""Actions of the own seat until a table has some melds and a pile."""

SET: Final = """
const field = document.getElementById(arguments[0]);
if (field.type === 'checkbox') field.checked = arguments[1];
else field.value = arguments[1];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
CHOOSE: Final = """
const field = document.querySelector('[data-key=puzzle-game]');
field.value = arguments[0];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
PUZZLED: Final = "return [...document.querySelectorAll('[data-key=puzzle-game] option')].map((one) => one.value)"
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
"""What to tap next: what lays cards first; null while the host or others are waited for."""
AXE: Final = """
const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
const rows = ({ id, impact, nodes }) =>
  nodes.map(({ target, html, any }) => [impact, id, target.join(' '), any[0]?.message ?? '', html.slice(0, 200)]);
return axe.run(document, options).then(
  ({ violations }) => violations.flatMap(rows), (error) => [['critical', String(error)]]);
"""
WIDER: Final = "return document.documentElement.scrollWidth - arguments[0]"
"""Told how wide the window is: innerWidth grows with a page that is too wide for a phone."""

Stop = tuple[str, Page]


@contextmanager
def at_host(width: int, height: int) -> Iterator[tuple[Page, PageHost]]:
    """A page of this size, and a host of its own."""
    with ExitStack() as ended:
        host = PageHost(Path(ended.enter_context(tempfile.TemporaryDirectory())))
        ended.callback(host.close)
        yield ended.enter_context(browser(width, height)), host


def begin(page: Page, host: PageHost, name: str = "Anna") -> None:
    """Say a name, and come to the tables of the host."""
    page.open(host.url)
    page.type("#name", name)
    page.tap("form .main")
    # the tables push the form down as they come: a tap would miss its button
    page.until(lambda: page.count("#variant") and "…" not in page.text(".lobby h2 + *"), "the tables")


def open_table(page: Page, host: PageHost, table: int, game: str, bots: int = 2, **options: object) -> None:
    """Open a table by the form, the host's next one, for bots that act at once."""
    for name, value in (("variant", game), ("bots", "0")):
        page.run(SET, name, value)
    for name, value in options.items():
        page.run(SET, f"option-{name}", value if isinstance(value, bool) else str(value))
    page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
    page.tap(".lobby form button.main")
    host.bot(table, bots)
    page.until(lambda: page.count(".seated li") == 1 + bots, "everybody")


def play_until(page: Page, holds: Callable[[int, str], bool], most: int = 2000) -> None:
    """Play by taps until it *holds*: told how often was acted, and what would be tapped next."""
    acts = 0
    for _ in range(most):
        what, name = page.until(lambda: page.run_drawn(NEXT), "a turn")
        if holds(acts, what):
            return
        acts += page.try_tap(f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
    raise AssertionError(f"not after {most} taps: {page.text('body')}")


def tour(host: PageHost, window: OpenWindow, folder: Path, games: tuple[str, ...] = GAMES) -> Iterator[Stop]:
    """Go through all pages; each stop is a name and the page that shows it."""
    with window() as page:
        page.open(host.url)
        page.until(lambda: page.count("#name"), "the start")
        yield "start", page
        page.tap("[data-key=learn]")
        page.tap(".stock.useful")
        yield "lesson", page
    with window() as page:
        yield from _puzzles(page, host, games)
    with window() as page:
        yield from _a_whole_game(page, host)
    for number, game in enumerate(games, 3):
        with window() as page:
            yield from _a_table(page, host, number, game)
    with window() as page:
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".table .player") >= 3, "the tables")
        page.until(lambda: page.count(".invited img"), "the code")
        yield "watch", page
    yield from _other_pages(host, window, folder)


def _puzzles(page: Page, host: PageHost, games: tuple[str, ...]) -> Iterator[Stop]:
    """One of each game that has some, before and after an answer."""
    page.open(host.url)
    page.tap("[data-key=puzzles]")
    page.until(lambda: page.count("[data-key=puzzle-game]"), "a puzzle")
    for game in page.run(PUZZLED):
        if game not in games:
            continue
        page.until(lambda: page.count("[data-key=puzzle-game]"), "a puzzle")
        page.run(CHOOSE, game)
        yield f"puzzle-{game}", page
        page.tap("[data-key=show-answer]")
        yield f"puzzle-{game}-answered", page


def _a_whole_game(page: Page, host: PageHost) -> Iterator[Stop]:
    """Lobby, waiting room, end of a round, end of the game."""
    begin(page, host)
    open_table(page, host, 1, "keilty", target=120)
    yield "waiting", page
    page.tap("[data-key=ready]")
    play_until(page, lambda _acts, what: what in ("key", "over"))
    if not page.count("[data-key=again]"):  # a single round may reach the target
        yield "round-end", page
    play_until(page, lambda _acts, what: what == "over")
    yield "game-end", page
    page.tap("[data-key=again]")
    page.tap("[data-key=leave]")
    page.until(lambda: page.count(".lobby form"), "the tables")
    page.tap("[data-key=past-games] summary")
    yield "lobby", page
    page.tap("[data-key=options] summary")
    yield "options", page
    open_table(page, host, 2, "keilty", target=60, deck=1)
    yield "waiting-sealed", page


def _a_table(page: Page, host: PageHost, number: int, game: str) -> Iterator[Stop]:
    """A turn in mid-game, with a card chosen; the panels."""
    begin(page, host)
    open_table(page, host, number, game, 3 if game in ("crummy", "vegas") else 2, break_seconds=0)
    page.tap("[data-key=ready]")
    play_until(page, lambda acts, what: acts >= SHOWN_ACTS and what == "card")
    yield f"table-{game}", page
    play_until(page, lambda _acts, what: what == "card")  # the clock may have played meanwhile
    page.tap(".hand .card-button:not(.idle)")
    yield f"chosen-{game}", page
    if game != GAMES[0]:
        return
    page.tap("[data-key=talk]")
    page.type(".talk .say", "good evening\n")
    yield "chat", page
    page.tap(".talk [data-key=close]")
    page.tap("[data-key=menu]")
    for tab in ("table", "fair", "rules", "invite"):
        page.tap(f"[data-key='tab {tab}']")
        page.until(lambda: page.count(".side .body > *"), tab)
        yield f"menu-{tab}", page


def _other_pages(host: PageHost, window: OpenWindow, folder: Path) -> Iterator[Stop]:
    with window() as page:
        page.open(f"{host.url}/invite")
        page.until(lambda: page.count(".code-of-link"), "the code")
        yield "invite", page
        page.open(host.url.replace("https", "http"))
        page.until(lambda: page.count("a.main"), "the link")
        yield "plain-http", page
        page.open(f"{host.url}/verify")
        page.until(lambda: page.count("#file"), "the field")
        yield "verify", page
        checked = "return document.documentElement.dataset.checked"
        page.type("#file", str(VECTORS / "keilty.rummy"))
        page.until(lambda: page.run(checked), "the verdict")
        yield "verified", page
        rummynet(["replay", str(VECTORS / "crummy.rummy"), "--html", str(folder / "game.html")])
        page.open((folder / "game.html").as_uri())
        page.until(lambda: page.run(checked), "the verdict")
        for _ in range(40):
            page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
        yield "replay", page


def findings(page: Page, source: str, width: int) -> list[str]:
    """What axe-core finds serious or critical here, and whether the page is wider than its window."""
    page.run(source)
    found: list[list[Any]] = page.run(AXE)
    bad = [" ".join(map(str, one)) for one in found if one[0] in ("serious", "critical")]
    wider = int(page.run(WIDER, width))
    return [*bad, *([f"{wider} pixels wider than the window"] if wider > 0 else [])]


def media(page: Page, *, dark: bool) -> None:
    """Have the browser ask for dark or light pages."""
    wanted = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    page.cdp("Emulation.setEmulatedMedia", features=wanted)


def at_sizes(page: Page, sizes: tuple[tuple[int, int], ...], *, dark: bool) -> Iterator[str]:
    """The page at each size, one after the other; then as wide as a laptop again, where the tour goes on."""
    media(page, dark=dark)
    for width, height in sizes:
        page.resize(width, height)
        page.run_drawn("return 0")
        yield f"{width}x{height}{'-dark' if dark else ''}"
    page.resize(1280, 800)


def check(name: str, page: Page, source: str) -> list[str]:
    """All findings at a stop: three sizes, light and dark."""
    return [
        f"{name} {size}: {one}"
        for dark in (False, True)
        for size in at_sizes(page, CHECKED_SIZES, dark=dark)
        for one in findings(page, source, int(size.partition("x")[0]))
    ]


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="keep a picture of each stop at each size in this folder")
    parser.add_argument("--check", action="store_true", help="run axe-core at each stop")
    parser.add_argument("--only", default="", help="stops whose name has this in it")
    parser.add_argument("--language", default="en", help="of the browser")
    parser.add_argument("--dark", action="store_true", help="pictures of dark pages")
    wish = parser.parse_args()
    if wish.pictures is not None:
        wish.pictures.mkdir(parents=True, exist_ok=True)
    source = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8") if wish.check else ""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        host = PageHost(Path(name))
        try:
            with windows() as any_window:
                window = partial(any_window, language=wish.language)
                for stop, page in tour(host, window, Path(name)):
                    if wish.only not in stop:
                        continue
                    found += check(stop, page, source) if wish.check else []
                    if wish.pictures is not None:
                        for size in at_sizes(page, SIZES, dark=wish.dark):
                            data = page.picture()
                            (wish.pictures / f"{stop}-{size}-{wish.language}.png").write_bytes(data)
                    print(stop, flush=True)
        finally:
            host.close()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
