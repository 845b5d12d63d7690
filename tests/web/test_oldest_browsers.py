"""The pages in browsers that are too old for them, or nearly: what newer ones have is taken away before they begin.

An old Chromium cannot be installed here, so this is today's without what came after the oldest that web/build.js names.
"""

import json
import re
from pathlib import Path

import pytest

from rummynet.pages import page_text
from tests.support.pages import OpenWindow, PageHost
from tests.web.test_browser_pages import asked, hand, sit_down, try_tap

pytestmark = pytest.mark.drawn(1)

ROOT = Path(__file__).parents[2]
NEWER = (
    "Object.hasOwn", "Object.groupBy", "Map.groupBy", "structuredClone", "AggregateError", "WeakRef",
    "FinalizationRegistry", "Promise.any", "Promise.withResolvers", "Array.fromAsync", "crypto.randomUUID",
    "AbortSignal.timeout", "AbortSignal.any", "reportError", "scheduler", "navigator.locks", "navigator.userActivation",
    "navigator.wakeLock", "navigator.canShare", "navigator.share", "CompressionStream", "DecompressionStream",
    *(f"{kind}.prototype.{name}" for kind in ("Array", "Uint8Array")
      for name in ("at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with")),
    *(f"String.prototype.{name}" for name in ("at", "replaceAll", "isWellFormed", "toWellFormed")),
    *(f"{kind}.prototype.{name}" for kind in ("Element", "Document", "DocumentFragment") for name in (
        "replaceChildren", "moveBefore", "checkVisibility", "setHTMLUnsafe", "getHTML")),
    *(f"Set.prototype.{name}" for name in ("union", "intersection", "difference", "isSubsetOf")),
    *(f"Iterator.prototype.{name}" for name in ("map", "filter", "toArray", "some", "every", "find", "take")),
    "Uint8Array.fromHex", "Uint8Array.fromBase64",
)  # fmt: skip
"""What came to Chrome behind 79, to Firefox behind 78 or to Safari behind 14.1, as far as it was thought of."""
OLDER = f"""
for (const path of {json.dumps(NEWER)}) {{
  const names = path.split(".");
  const last = names.pop();
  const holder = names.reduce((one, name) => one?.[name], globalThis);
  if (holder?.[last] !== undefined && !delete holder[last]) holder[last] = undefined;
  const gone = {{ value: undefined, configurable: true, writable: true }};
  if (holder?.[last] !== undefined) Object.defineProperty(holder, last, gone);
}}
window.isOlder = Object.hasOwn === undefined && [].at === undefined && document.body?.replaceChildren === undefined;
"""


def test_in_the_oldest_browser_a_turn_is_played(host: PageHost, window: OpenWindow) -> None:
    host.player(variant="keilty", options={"target": 500, "break_seconds": 0})
    with window(360, 740) as page:
        page.before(OLDER)
        sit_down(page, host)
        assert page.run("return window.isOlder"), "what the page has of these is its own"
        page.until(lambda: hand(page), "the hand")
        turns = 0
        while turns < 3 and (found := page.until(lambda: asked(page), "a turn"))[0] != "over":
            try_tap(page, *found)
            turns += found[0] == "act"
        assert page.complaints() == []
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".table .card"), "the game on the other page")
        assert page.complaints() == []


@pytest.fixture
def served(host: PageHost) -> list[str]:
    return [f"{host.url}/", *(f"{host.url}/{name}" for name in ("watch", "verify", "invite"))]


def test_a_browser_that_is_too_old_is_told_so_by_its_name(served: list[str], window: OpenWindow) -> None:
    for old in ("CSS.supports = () => false;", "delete window.BigInt;", "document.createElement = null;"):
        with window(390, 844) as page:
            page.before(old)
            for url in served:
                page.open(url)
                says = page.text("body")
                assert re.search(r"Chrome \d+ is too old for this page\. It needs Chrome 79,", says), (old, url)


def test_without_its_script_a_page_says_what_is_wrong(served: list[str], window: OpenWindow) -> None:
    with window(390, 844) as page:
        page.cdp("Emulation.setScriptExecutionDisabled", value=True)
        for url in served:
            page.open(url)
            page.cdp("Emulation.setScriptExecutionDisabled", value=False)
            assert "it needs Chrome 79, Firefox 78, Safari 14.1 or newer" in page.text("#boot"), url
            page.cdp("Emulation.setScriptExecutionDisabled", value=True)


def test_the_documentation_names_the_oldest_browsers_that_the_pages_are_built_for() -> None:
    for document, name in (("browser.md", "seat"), ("pages.md", "replay")):
        (oldest,) = set(re.findall(r"It needs ((?:\w+ [\d.]+(?:, )?)+) or newer", page_text(name)))
        words = " ".join((ROOT / "docs" / document).read_text("utf-8").split())
        assert f"{oldest} or newer" in words, document
