"""A headless Chromium by the Chrome DevTools Protocol over a pipe: one process, a window for each page.

A pipe and not WebDriver: with a dozen pages each question is a millisecond, and pages get their fast clock before
anything of theirs runs (``Page.addScriptToEvaluateOnNewDocument``).
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Final

from session_play.programs import ends_with_us

PATIENCE: Final = 30.0
"""Seconds for an answer; a loaded machine starts a renderer in some."""
SWITCHES: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--ignore-certificate-errors", "--disable-dev-shm-usage",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--mute-audio",
    "--disable-backgrounding-occluded-windows", "--lang=en", "--remote-debugging-pipe", "--disable-quic",
)  # fmt: skip


class BrowserGone(Exception):
    """The browser, or the page, is not there (any more)."""


def binary() -> str | None:
    """Where Chromium is; None where it is not."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One Chromium with a profile."""

    def __init__(self, profile: Path) -> None:
        there, self._to = os.pipe()
        self._from, back = os.pipe()
        # 3 and 4 are what Chromium reads and writes: the ends are moved away first, in case they are these numbers
        read, write = (fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (there, back))

        def prepare() -> None:
            ends_with_us()
            os.dup2(read, 3)
            os.dup2(write, 4)

        found = binary()
        assert found is not None
        self._errors = (profile.parent / "chromium.txt").open("ab")
        profile.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            [found, *SWITCHES, f"--user-data-dir={profile}", "about:blank"], preexec_fn=prepare,
            close_fds=False, stdout=self._errors, stderr=self._errors, start_new_session=True,
            env={**os.environ, "LANGUAGE": "en", "LANG": "C.UTF-8"},
        )  # fmt: skip
        for one in (there, back, read, write):
            os.close(one)
        os.set_blocking(self._from, False)
        self._number, self._rest = 0, b""
        self._answers: dict[int, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Ask. Raises BrowserGone if there is no answer, or an error."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": fields}
        if session:
            message["sessionId"] = session
        try:
            os.write(self._to, json.dumps(message).encode() + b"\0")
        except OSError as problem:
            raise BrowserGone(str(problem)) from None
        until = time.monotonic() + PATIENCE
        while self._number not in self._answers:
            if time.monotonic() > until:
                raise BrowserGone(f"no answer to {method}")
            self._read(0.5)
        answer = self._answers.pop(self._number)
        if "error" in answer:
            raise BrowserGone(f"{method}: {answer['error'].get('message')}")
        found: dict[str, Any] = answer["result"]
        return found

    def _read(self, wait: float) -> None:
        if not select.select([self._from], [], [], wait)[0]:
            if self.process.poll() is not None:
                raise BrowserGone("the browser has ended")
            return
        try:
            data = os.read(self._from, 1 << 20)
        except BlockingIOError:
            return
        if not data:
            raise BrowserGone("the browser has ended")
        *whole, self._rest = (self._rest + data).split(b"\0")
        for one in map(json.loads, whole):
            if "id" in one:
                self._answers[one["id"]] = one
            elif one["method"] in ("Runtime.exceptionThrown", "Inspector.targetCrashed"):
                self.events.append(one)

    def close(self) -> None:
        """End it."""
        import signal

        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for one in (self._to, self._from):
            os.close(one)
        self._errors.close()


class Window:
    """A page in a window; ``width`` below 600 is a phone, touched by a finger."""

    def __init__(self, browser: Browser, width: int, height: int, first: str) -> None:
        self.browser, self.is_phone = browser, width < 600
        self._target = browser.call(
            "Target.createTarget", url="about:blank", newWindow=True, width=width, height=height
        )["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=first)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=self.is_phone
        )
        if self.is_phone:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True)

    def call(self, method: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
        """Ask this page."""
        return self.browser.call(method, self._session, **fields)

    def open(self, url: str) -> None:
        """Go there."""
        self.call("Page.navigate", url=url)

    def run(self, script: str, *values: object) -> Any:  # noqa: ANN401 - JSON
        """What a function with this body returns, called with these values; a promise is waited for."""
        expression = f"(function () {{ {script} }}).apply(null, {json.dumps(values)})"
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserGone(str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def touch(self, x: float, y: float) -> None:
        """A finger on a phone, a click elsewhere."""
        if self.is_phone:
            self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self) -> bytes:
        """PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def problems(self) -> list[str]:
        """Exceptions that nobody caught, since they were asked for last."""
        mine = [one for one in self.browser.events if one.get("sessionId") == self._session]
        self.browser.events = [one for one in self.browser.events if one.get("sessionId") != self._session]
        details = [one["params"].get("exceptionDetails", {}) for one in mine]
        return [str(one.get("exception", {}).get("description") or one.get("text")) for one in details if one]

    def close(self) -> None:
        """Close the tab, as a person does in passing: nothing of the page is asked."""
        self.browser.call("Target.closeTarget", targetId=self._target)
