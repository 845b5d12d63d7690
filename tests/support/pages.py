"""A host with pages as a program, browsers that open them, and players that do not think.

Tests are skipped where the machine lacks one of these.
"""

import base64
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.free_port import free_port as free_port
from tests.support.programs import PATIENCE as PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
DRIVER = shutil.which("chromedriver") or ""
WEB = Path(__file__).parents[2] / "web"
_SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--ignore-certificate-errors", "--disable-dev-shm-usage", "--force-prefers-reduced-motion",
)  # fmt: skip


def need_pages() -> None:
    """Skip the test unless Node can run the pages' client."""
    if shutil.which("node") is None or not (WEB / "node_modules").exists():
        pytest.skip("Node and what web/ needs are not installed; scripts/build_web installs it")


@cache
def _judge() -> "subprocess.Popen[str]":
    """The verifier of the pages in a process that ends with this one: its standard input closes then."""
    line = ["node", "tests/agree.js"]
    return subprocess.Popen(line, cwd=WEB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def page_verdict(data: bytes) -> dict[str, Any]:
    """What the verifier of the pages finds: ``verdict``, ``check``, ``record``, ``status`` and more."""
    need_pages()
    judge = _judge()
    assert judge.stdin is not None and judge.stdout is not None
    judge.stdin.write(base64.b64encode(data).decode() + "\n")
    judge.stdin.flush()
    found: dict[str, Any] = json.loads(judge.stdout.readline())
    return found


def coached(page: str, table: int) -> int:
    """The status that a host's coach answers with in the end, for seat 0 in the first game of the table."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    while True:
        try:
            with urllib.request.urlopen(f"{page}/coach/{table}/1/0", context=context) as answer:
                if answer.status != 202:
                    return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code


class PageHost:
    """``rummynet host --web`` on this machine; ``url`` is where its pages are. It can be killed and started again."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._data, self._words = folder / "host", words
        self._folder = folder
        self._web = free_port()
        self.address = f"127.0.0.1:{free_port()}"
        self.url = f"https://127.0.0.1:{self._web}"
        self._players: list[subprocess.Popen[str]] = []
        self._errors = folder / "host.log"
        self.start()

    def start(self) -> None:
        line = ["host", "--bind", "127.0.0.1", "--port", self.address.rpartition(":")[2], "--web", str(self._web)]
        with self._errors.open("ab") as errors:
            self.process = _rummynet(*line, "--no-announce", "--data", str(self._data), *self._words, stderr=errors)
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        assert first.startswith(b"listening "), (first, self._errors.read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def player(self, **wish: object) -> "subprocess.Popen[str]":
        """A program that plays with the client of the pages and does not think, at a ``table`` or one that it opens."""
        file = wish.pop("file", "")
        line = [
            "node",
            "--experimental-websocket",
            "--no-warnings",
            "tests/play_game.js",
            self.url,
            json.dumps(wish),
            str(file),
        ]
        made = subprocess.Popen(
            line, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "NODE_TLS_REJECT_UNAUTHORIZED": "0"},
        )  # fmt: skip
        self._players.append(made)
        return made

    def bot(self, table: int, count: int = 1) -> None:
        """Bots that act at once, and play again as long as they are asked to."""
        line = [sys.executable, "-m", "rummynet", "bot", "--fast", "--count", str(count), "--table", str(table)]
        data = self._folder / f"bots-{table}"
        self._players.append(
            subprocess.Popen(
                [*line, "--data", str(data), self.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                text=True, env={**os.environ, "RUMMYNET_HOME": str(data)},
            )
        )  # fmt: skip

    def log(self) -> str:
        return self._errors.read_text()

    def processor_seconds(self) -> float:
        """The processor time that the host has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        for player in self._players:
            player.kill()
            player.communicate()
        self.kill()


def _rummynet(*words: str, stderr: Any) -> "subprocess.Popen[bytes]":  # noqa: ANN401 - as subprocess has it
    return subprocess.Popen((sys.executable, "-m", "rummynet", *words), stdout=subprocess.PIPE, stderr=stderr)


class Page:
    """A browser with a page. Selectors are CSS's."""

    def __init__(self, driver: Any) -> None:  # noqa: ANN401 - selenium's own types
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)

    def resize(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def run(self, script: str, *values: object) -> Any:  # noqa: ANN401 - JSON
        return self.driver.execute_script(script, *values)

    def run_drawn(self, script: str) -> Any:  # noqa: ANN401 - JSON
        """The same once the page has drawn what it knows: it draws once in a frame."""
        return self.driver.execute_async_script(
            f"requestAnimationFrame(() => setTimeout(() => arguments[0]((() => {{{script}}})())))"
        )

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def count(self, selector: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def until(self, holds: Callable[[], Any], what: str = "") -> Any:  # noqa: ANN401 - whatever holds
        end = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < end, f"waited for {what}; the page says: {self.text('body')}"
            time.sleep(0.02)
        return found

    def tap(self, selector: str) -> None:
        """Tap the first of these where it can be seen, as a finger does: what lies over it gets the tap."""
        self.until(lambda: self.try_tap(selector), selector)

    def try_tap(self, selector: str) -> bool:
        """Tap the first of these if it is there and shown; whether it was."""
        return self._try_with(selector, lambda one: one.click())

    def type(self, selector: str, text: str) -> None:
        self.until(lambda: self._try_with(selector, lambda one: one.send_keys(text)), selector)

    def _try_with(self, selector: str, act: Callable[[Any], None]) -> bool:
        from selenium.common import exceptions
        from selenium.webdriver.common.by import By

        try:
            act(self.driver.find_element(By.CSS_SELECTOR, selector))
        except (
            exceptions.NoSuchElementException,
            exceptions.StaleElementReferenceException,  # it was drawn anew, or went
            exceptions.ElementNotInteractableException,  # it is in the page from its beginning on, and shown later
            exceptions.ElementClickInterceptedException,  # it moved meanwhile; what covers it for good stays
        ):
            return False
        return True

    def complaints(self) -> list[str]:
        """What the browser's console has to complain of, lost connections apart."""
        lines = [
            entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
        ]
        return [line for line in lines if not re.search(r"WebSocket connection to|net::ERR_", line)]


OpenWindow = Callable[..., AbstractContextManager[Page]]
"""Takes width and height, which need not be given."""


@contextmanager
def browser(folder: Path, width: int = 1280, height: int = 800, language: str = "en") -> Iterator[Page]:
    """A headless Chromium with a profile of its own in *folder*."""
    with _chromium(folder, language) as driver:
        page = Page(driver)
        page.resize(width, height)
        yield page


@contextmanager
def windows(folder: Path, language: str = "en") -> Iterator[OpenWindow]:
    """One headless Chromium, with a profile in *folder*, for windows that each begin with nothing kept."""
    with _chromium(folder, language) as driver:

        @contextmanager
        def window(width: int = 1280, height: int = 800) -> Iterator[Page]:
            first = driver.current_window_handle
            driver.switch_to.new_window("tab")
            try:
                driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
                driver.get_log("browser")  # what an earlier window complained of
                page = Page(driver)
                page.resize(width, height)
                yield page
            finally:
                driver.close()
                driver.switch_to.window(first)

        yield window


@contextmanager
def _chromium(folder: Path, language: str) -> Iterator[Any]:
    if not CHROMIUM or not DRIVER:
        pytest.skip("Chromium and its driver are not installed")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in (*_SWITCHES, f"--user-data-dir={folder / 'profile'}", f"--lang={language}"):
        options.add_argument(switch)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()
