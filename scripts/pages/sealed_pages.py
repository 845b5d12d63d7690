#!/usr/bin/env python3
"""A sealed table with a page in a headless Chromium: how long it computes, and what happens when somebody is lost.

    scripts/pages/sealed_pages.py deal       the first deal of four seats, one of them a page whose processor is
                                                   four times slower; how long it took, and its longest tasks
    scripts/pages/sealed_pages.py deal --slower 1 --deck plain
    scripts/pages/sealed_pages.py lost                   two pages and a program that is killed in the first round: two
                                                   minutes later both pages give it up, and play the round to its end

Prints a line of JSON. Tasks are those of the page's main thread, in milliseconds of processor time: no touch is
answered while one runs. ``lost`` checks the file of a page with both verifiers; exit status 1 if one refuses it. Needs
built pages, Chromium with its driver, and selenium.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from pages.page_tour import NEXT, SET  # noqa: E402
from pages.play_pages import FILE  # noqa: E402

from rummynet.verifier.offline import check  # noqa: E402
from rummynet_protocol.fairness.entries import HostPart, Scored, read_entry  # noqa: E402
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript  # noqa: E402
from tests.support.pages import Page, PageHost, browser, page_verdict  # noqa: E402

MOST_SECONDS: Final = 420.0  # two minutes until somebody can be given up, and a round on a busy machine
LAST_SECONDS: Final = 5.0  # in which the file is kept where the round has not ended
TRACED: Final = ["toplevel", "devtools.timeline", "v8"]
DECKS: Final = ("plain", "sealed")
"""In the order of the form, which counts them."""
HAND: Final = 3  # cards: a short round
HAS_HAND: Final = "return document.querySelectorAll('.hand .card-button').length"


def enter(page: Page, url: str, name: str) -> None:
    """Open the page of the host under this name."""
    page.open(url)
    page.type("#name", name)
    page.tap("form .main")


def open_table(page: Page, **options: object) -> None:
    """Open a table of Keilty with these options by the form of the page."""
    page.until(lambda: page.count("#variant"), "the form of a new table")
    page.run(SET, "variant", "keilty")
    page.run(SET, "bots", "0")
    page.tap(".lobby details summary")
    for name, value in options.items():
        page.run(SET, f"option-{name}", str(value))
    page.run("document.querySelector('.lobby form button.main').scrollIntoView()")
    page.tap(".lobby form button.main")
    page.until(lambda: page.count(".seated li") == 1, "the seat")


def bots(host: PageHost, data: Path, count: int) -> "subprocess.Popen[bytes]":
    """A program with so many players that act at once, at the first table."""
    line = [sys.executable, "-m", "rummynet", "bot", "--fast", "--count", str(count), "--table", "1"]
    return subprocess.Popen(
        [*line, "--data", str(data), host.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "RUMMYNET_HOME": str(data)},
    )  # fmt: skip


def deal(slower: int, deck: str) -> dict[str, Any]:
    """From the page's consent to its hand: seconds, and the longest tasks of its main thread."""
    with tempfile.TemporaryDirectory() as folder:
        host, players = PageHost(Path(folder)), None
        try:
            with browser(Path(folder), 360, 740) as page:
                enter(page, host.url, "Anna")
                open_table(page, deck=DECKS.index(deck))
                players = bots(host, Path(folder) / "bots", 3)
                page.until(lambda: page.count(".seated li") == 4, "the bots")
                page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": slower})
                trace = Trace(page)
                page.tap("[data-key=ready]")
                began = time.monotonic()
                end = began + MOST_SECONDS
                while not page.run(HAS_HAND) and time.monotonic() < end:
                    time.sleep(0.2)
                seconds = time.monotonic() - began
                page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
                tasks = longest_tasks(trace.events())
        finally:
            if players is not None:
                players.kill()
                players.wait()
            host.close()
    return {"deck": deck, "slower": slower, "seconds": round(seconds, 2), "longest_ms": tasks}


class Trace:
    """What the browser does from now on, by its DevTools protocol: the driver itself offers no trace."""

    def __init__(self, page: Page) -> None:
        import websocket  # comes with selenium

        where = page.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urlopen(f"http://{where}/json/version") as answer:
            self._socket = websocket.create_connection(json.load(answer)["webSocketDebuggerUrl"], suppress_origin=True)
        self._send("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": TRACED})
        self._socket.recv()

    def _send(self, method: str, **values: object) -> None:
        self._socket.send(json.dumps({"id": 1, "method": method, "params": values}))

    def events(self) -> list[dict[str, Any]]:
        """All that was traced; ends it."""
        self._send("Tracing.end")
        found: list[dict[str, Any]] = []
        while (message := json.loads(self._socket.recv())).get("method") != "Tracing.tracingComplete":
            found += message.get("params", {}).get("value", [])
        self._socket.close()
        return found


def longest_tasks(found: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """The longest tasks of the page's main thread, each with the longest of what it did."""
    mains = {(e["pid"], e["tid"]) for e in found if e.get("args", {}).get("name") == "CrRendererMain"}
    mine = [e for e in found if (e.get("pid"), e.get("tid")) in mains and e.get("ph") == "X"]
    tasks = [e for e in mine if e["name"].endswith("RunTask") and "tdur" in e]
    tasks.sort(key=lambda e: -e["tdur"])

    def inside(task: dict[str, Any]) -> str:
        parts = [
            e for e in mine if task["ts"] <= e["ts"] <= task["ts"] + task["dur"] and not e["name"].endswith("RunTask")
        ]
        parts.sort(key=lambda e: -e.get("dur", 0))
        return ", ".join(f"{e['name']} {e.get('dur', 0) / 1000:.0f}" for e in parts[:3])

    return [(round(task["tdur"] / 1000, 1), inside(task)) for task in tasks[:5]]


def lost() -> dict[str, Any]:
    """A program is killed; the pages give it up and play on."""
    with tempfile.TemporaryDirectory() as folder:
        host, killed = PageHost(Path(folder)), None
        try:
            with browser(Path(folder) / "anna") as anna, browser(Path(folder) / "ben") as ben:
                killed = sit(host, Path(folder), anna, ben)
                killed.kill()
                end, data, given_up = time.monotonic() + MOST_SECONDS, b"", 0
                while time.monotonic() < end and not is_scored(data):
                    given_up += step(anna) + step(ben)
                    if anna.count("[data-key='go-on']") or time.monotonic() > end - LAST_SECONDS:
                        data = file_of(anna)
        finally:
            if killed is not None:
                killed.kill()
                killed.wait()
            host.close()
    records = [one.entry for one in read_transcript(data).records if isinstance(one, EntryRecord)]
    report, other = check(data, partial=True), page_verdict(data)
    return {
        "given_up": given_up,
        "opened": sum(isinstance(read_entry(one), HostPart) for one in records), "scored": is_scored(data),
        "verified": report.verified, "check": report.check, "page": other["verdict"], "page_check": other["check"],
    }  # fmt: skip


def is_scored(data: bytes) -> bool:
    """Whether the file holds a round to its end."""
    if not data:
        return False
    return any(isinstance(one, EntryRecord) and isinstance(read_entry(one.entry), Scored)
               for one in read_transcript(data).records)  # fmt: skip


def sit(host: PageHost, folder: Path, anna: Page, ben: Page) -> "subprocess.Popen[bytes]":
    """The pages and the program are dealt a hand. Returns the program."""
    anna.driver.set_script_timeout(60)
    enter(anna, host.url, "Anna")
    open_table(anna, deck=DECKS.index("sealed"), hand=HAND)
    enter(ben, host.url, "Ben")
    ben.tap("[data-key='sit 1']")
    program = bots(host, folder / "bots", 1)
    for page in (anna, ben):
        page.until(lambda page=page: page.count(".seated li") == 3, "the seats")
        page.tap("[data-key=ready]")
    for page in (anna, ben):
        page.until(lambda page=page: page.run(HAS_HAND), "the hand")
    return program


def step(page: Page) -> bool:
    """Do what a player would: give up whose program is lost, or play. Returns whether it gave somebody up."""
    if page.try_tap("[data-key^='gone ']"):
        page.driver.switch_to.alert.accept()
        return True
    found = page.run(NEXT)
    if found and found[1] not in ("go-on", ""):
        what, name = found
        page.try_tap(f".offers [data-action='{name}']" if what == "act" else f"[data-key='{name}']")
    time.sleep(0.05)
    return False


def file_of(page: Page) -> bytes:
    """The game's file as the page's menu offers it."""
    page.tap("[data-key=menu]")
    page.tap("[data-key='tab fair']")
    data = bytes(page.driver.execute_async_script(FILE))
    page.try_tap("[data-key=close]")
    return data


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("deal", "lost"))
    parser.add_argument("--slower", type=int, default=4, help="how many times slower the page's processor is")
    parser.add_argument("--deck", choices=DECKS, default="sealed")
    wish = parser.parse_args()
    if wish.what == "deal":
        print(json.dumps(deal(wish.slower, wish.deck)), flush=True)
        return 0
    found = lost()
    print(json.dumps(found), flush=True)
    good = found["verified"] and found["page_check"] is None and found["opened"] == 1 and found["scored"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
