"""A headless Chromium, driven by WebDriver (https://www.w3.org/TR/webdriver2/) with the standard library."""

import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver hands out elements."""
FLAGS: Final = (
    "--headless",
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


def missing() -> str | None:
    """Why no browser can be driven here; None if one can."""
    if shutil.which("chromedriver") is None:
        return "there is no chromedriver"
    if _binary() is None:
        return "there is no chromium"
    return None


def _binary() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One window of a browser with a profile of its own; a context."""

    def __init__(
        self, profile: Path, *, width: int = 1280, height: int = 800, dark: bool = False, language: str = "en"
    ) -> None:
        """Nothing is started before ``with``."""
        self._profile = profile
        self._wish = (width, height, dark, language)
        self._session = ""
        self._base = ""

    def __enter__(self) -> Self:
        driver = shutil.which("chromedriver")
        assert driver is not None
        self._process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "successfully on port " in line:
                self._base = "http://127.0.0.1:" + line.rsplit("on port ", 1)[1].strip().rstrip(".")
                break
        width, height, dark, language = self._wish
        arguments = [
            *FLAGS,
            f"--user-data-dir={self._profile}",
            f"--window-size={width},{height}",
            f"--lang={language}",
        ]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {
            "binary": _binary(),
            "args": arguments,
            "mobileEmulation": {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 1, "touch": width < 600}
            },
            "prefs": {"intl.accept_languages": language},
        }
        wanted = {
            "alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"},
            }
        }
        try:
            self._session = self._ask("POST", "/session", {"capabilities": wanted})["sessionId"]
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._session:
                self._ask("DELETE", f"/session/{self._session}")
        finally:
            self._process.terminate()
            self._process.wait(10)
            assert self._process.stdout is not None
            self._process.stdout.close()

    def _ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as problem:
            raise AssertionError(json.load(problem)["value"]["message"]) from None

    def _in_session(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        return self._ask(method, f"/session/{self._session}{path}", body)

    def open(self, url: str) -> None:
        """Load a page."""
        self._in_session("POST", "/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401
        """What the script returns, which has the arguments in a list of this name."""
        return self._in_session("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, css: str) -> str:
        """The element; AssertionError if there is none."""
        found: str = self._in_session("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]
        return found

    def click(self, css: str) -> None:
        """Click, or tap, where the element is: it has to be seen and not covered."""
        self._in_session("POST", f"/element/{self.find(css)}/click", {})

    def type(self, css: str, text: str) -> None:
        """Type into the element; into a file's field its path."""
        self._in_session("POST", f"/element/{self.find(css)}/value", {"text": text})

    def text(self, css: str) -> str:
        """The text of the element as it is seen."""
        found: str = self._in_session("GET", f"/element/{self.find(css)}/text")
        return found

    def wait(self, script: str, *arguments: object, seconds: float = 60) -> Any:  # noqa: ANN401
        """The first true value that the script returns; AssertionError after a long while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if found := self.run(script, *arguments):
                return found
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def complaints(self) -> list[str]:
        """What the browser's console holds since it was read last."""
        return [one["message"] for one in self._in_session("POST", "/se/log", {"type": "browser"})]

    def picture(self) -> bytes:
        """The window as PNG."""
        import base64

        return base64.b64decode(self._in_session("GET", "/screenshot"))
