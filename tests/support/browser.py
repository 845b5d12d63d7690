"""A headless Chromium, driven by Playwright: pages that are read by scripts and touched where a finger would.

It is the system's where there is one, else the one that web/ has as a package (``scripts/build_web --install``).
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, TimeoutError, sync_playwright
from playwright.sync_api import Page as Tab

from tests.support.programs import PATIENCE as PATIENCE

WEB: Final = Path(__file__).parents[2] / "web"
_SWITCHES: Final = (
    "--disable-gpu", "--disable-quic", "--ignore-certificate-errors", "--hide-scrollbars", "--mute-audio", "--lang=en",
)  # fmt: skip
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_PACKED: Final = """
import packed from "@sparticuz/chromium";
console.log(JSON.stringify([await packed.executablePath(), process.env.LD_LIBRARY_PATH ?? ""]));
"""
_LOST: Final = re.compile(r"WebSocket connection to|net::ERR_|Failed to load resource")
_PLACE: Final = """
return new Promise((then) => requestAnimationFrame(() => setTimeout(then))).then(() => {
const one = document.querySelector(arguments[0]);
if (!one || one.disabled) return null;
one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
const box = one.getClientRects()[0];
if (!box || !box.width || !box.height || getComputedStyle(one).visibility !== "visible") return null;
const [dx, dy] = one.closest(".hand") ? [10, 20] : [box.width / 2, box.height / 2];
const top = document.elementFromPoint(box.x + dx, box.y + dy);
return one.contains(top) ? [box.x + dx, box.y + dy, dx, dy] : null;
});
"""
"""Where the first of these can be tapped once the page has drawn what it knows, in the window and in itself.

It is the middle, of a card of the hand the corner, if nothing lies over that."""


@cache
def chromium() -> tuple[str, dict[str, str]] | None:
    """Where Chromium is, and what its environment needs besides; None where there is none."""
    if found := next(filter(None, map(shutil.which, _NAMES)), None):
        return found, {}
    if not (WEB / "node_modules" / "@sparticuz" / "chromium").exists() or shutil.which("node") is None:
        return None
    # It unpacks itself into the folder for temporary files, with the libraries that it needs if it believes to be
    # in a place that has none.
    unpacked = WEB / "node_modules" / ".chromium"
    unpacked.mkdir(exist_ok=True)
    place = {**os.environ, "TMPDIR": str(unpacked), "AWS_LAMBDA_JS_RUNTIME": "nodejs22.x"}
    line = ["node", "--input-type=module", "-e", _PACKED]
    told = subprocess.run(line, cwd=WEB, env=place, stdout=subprocess.PIPE, text=True, check=True)
    path, libraries = json.loads(told.stdout.splitlines()[-1])
    # Its own list of fonts looks for them where its makers unpack it; without a font no text is drawn.
    fonts = unpacked / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{unpacked}/fonts</dir></fontconfig>")
    return path, {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(fonts)}


class Page:
    """One page. Selectors are CSS's; scripts are the body of a function that has its values in ``arguments``."""

    def __init__(self, context: BrowserContext, width: int, height: int, first: str = "") -> None:
        """*first* runs in each document before its own scripts."""
        self._tab: Tab = context.new_page()
        self._tab.set_default_timeout(1000 * PATIENCE)
        self._told: list[str] = []
        self._uncaught: list[str] = []
        self._tab.on("console", self._note)
        self._tab.on("pageerror", lambda problem: self._uncaught.append(str(problem)))
        self._session = context.new_cdp_session(self._tab)
        if first:
            self.before(first)
        self._is_phone = width < 600
        self.resize(width, height)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._told.append(message.text)

    def cdp(self, method: str, **fields: object) -> dict[str, Any]:
        """Ask Chromium, by the Chrome DevTools Protocol."""
        answer: dict[str, Any] = self._session.send(method, fields)
        return answer

    def before(self, script: str) -> None:
        """Have this run in each document before its own scripts."""
        self._tab.add_init_script(script)

    def open(self, url: str) -> None:
        try:
            self._tab.goto(url)
        except Error as problem:
            if "ERR_NETWORK_CHANGED" not in str(problem):
                raise
            self._tab.goto(url)  # a test beside this one has made an interface; a person would load again

    def reload(self) -> None:
        self._tab.reload()

    def back(self) -> None:
        self._tab.go_back()

    def resize(self, width: int, height: int) -> None:
        self.cdp(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def run(self, script: str, *values: object) -> Any:  # noqa: ANN401 - JSON
        """What the script returns; a promise is waited for."""
        return self._tab.evaluate(f"(values) => (function () {{ {script} }}).apply(window, values)", list(values))

    def run_drawn(self, script: str) -> Any:  # noqa: ANN401 - JSON
        """The same once the page has drawn what it knows: it draws once in a frame."""
        return self.run(
            f"""return new Promise((then) => requestAnimationFrame(() => setTimeout(() =>
            then((function () {{ {script} }})()))))"""
        )

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def count(self, selector: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def until(self, holds: Callable[[], Any], what: str = "") -> Any:  # noqa: ANN401 - whatever holds
        end = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < end, f"waited for {what}; the page says: {self.text('body')}"
            self._tab.wait_for_timeout(20)
        return found

    def tap(self, selector: str) -> None:
        """Tap the first of these where it can be seen, as a finger does: what lies over it gets the tap."""
        self.until(lambda: self.try_tap(selector), selector)

    def try_tap(self, selector: str) -> bool:
        """Tap the first of these if it is there, shown and not covered; whether it was."""
        if len(self._tab.context.pages) > 1:
            self._tab.bring_to_front()  # a tab behind another one draws seldom or never
        if (place := self.run(_PLACE, selector)) is None:
            return False
        with suppress(TimeoutError):  # it moved meanwhile, and then was covered or went
            is_idle = self.run("return document.querySelector(arguments[0])?.ariaDisabled === 'true'", selector)
            at: Any = {"x": place[2], "y": place[3]}
            # What cannot be played says why.
            self._tab.locator(selector).first.click(timeout=1000, force=is_idle, position=at)
            return True
        return False

    def drag(self, start: str, end: str) -> None:
        """Drag as a mouse does: pressed, moved in two steps, let go."""
        (x, y, *_), (to_x, to_y, *_) = (self.until(partial(self.run, _PLACE, one), one) for one in (start, end))
        self._tab.mouse.move(x, y)
        self._tab.mouse.down()
        self._tab.mouse.move(x, y - 12)
        self._tab.mouse.move(to_x + 4, to_y, steps=4)
        self._tab.mouse.up()

    def type(self, selector: str, text: str) -> None:
        """Type at the end of a field, or at a button; into a file's field its path."""
        field = self._tab.locator(selector).first
        if field.get_attribute("type") == "file":
            field.set_input_files(text)
            return
        field.focus()
        if self.run("return document.activeElement.selectionStart !== undefined"):
            self.keys("End")
        self._tab.keyboard.type(text)

    def keys(self, *names: str) -> None:
        """Press keys by the names that ``KeyboardEvent.key`` has for them."""
        for name in names:
            self._tab.keyboard.press(name)

    def touch(self, x: float, y: float) -> None:
        """A finger in the window of a phone, a click elsewhere."""
        if not self._is_phone:
            self._tab.mouse.click(x, y)
            return
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def uncaught(self) -> list[str]:
        """Exceptions that nobody caught, since they were asked for last."""
        told, self._uncaught[:] = [*self._uncaught], []
        return told

    def complaints(self) -> list[str]:
        """What the browser's console has to complain of since it was asked last, lost connections apart."""
        told, self._told[:] = [line for line in self._told if not _LOST.search(line)], []
        return [*told, *self.uncaught()]

    def picture(self) -> bytes:
        """The window as PNG."""
        return self._tab.screenshot()

    def another(self) -> "Page":
        """Another tab of the same window."""
        size = self.run("return [innerWidth, innerHeight]")
        return Page(self._tab.context, *size)

    def close(self) -> None:
        self._tab.close()


_OPEN: Final[list[Callable[..., BrowserContext]]] = []
OpenWindow = Callable[..., AbstractContextManager[Page]]
"""Takes width, height, ``dark`` and ``language``, none of which need be given."""


@contextmanager
def contexts() -> Iterator[Callable[..., BrowserContext]]:
    """One headless Chromium, or the one that is open: Playwright takes no second one in a thread.

    What is called makes a context: pages that share what they keep, with nothing kept yet.
    """
    if _OPEN:
        yield _OPEN[0]
        return
    found = chromium()
    if found is None:
        pytest.skip("there is no Chromium; scripts/build_web --install has one")
    path, environment = found
    if node := shutil.which("node"):  # Playwright's own one wants a library that a small Debian lacks
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*_SWITCHES], env={**os.environ, **environment})

        def context(*, dark: bool = False, language: str = "en") -> BrowserContext:
            return browser.new_context(
                ignore_https_errors=True, locale=language, reduced_motion="reduce", no_viewport=True,
                color_scheme="dark" if dark else "light",
            )  # fmt: skip

        _OPEN.append(context)
        try:
            yield context
        finally:
            _OPEN.clear()
            browser.close()


@contextmanager
def windows() -> Iterator[OpenWindow]:
    """One headless Chromium, for windows that each begin with nothing kept."""
    with contexts() as context:

        @contextmanager
        def window(width: int = 1280, height: int = 800, **wish: Any) -> Iterator[Page]:  # noqa: ANN401
            own = context(**wish)
            try:
                yield Page(own, width, height)
            finally:
                with suppress(Error):
                    own.close()

        yield window


@contextmanager
def browser(width: int = 1280, height: int = 800, language: str = "en") -> Iterator[Page]:
    """One page of a headless Chromium of its own."""
    with windows() as window, window(width, height, language=language) as page:
        yield page
