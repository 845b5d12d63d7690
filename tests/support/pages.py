"""A host with pages as a program, browsers that open them, and players that do not think.

Tests are skipped where the machine lacks one of these.
"""

import base64
import json
import os
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import PATIENCE as PATIENCE
from tests.support.browser import WEB as WEB
from tests.support.browser import OpenWindow as OpenWindow
from tests.support.browser import Page as Page
from tests.support.browser import browser as browser
from tests.support.browser import windows as windows
from tests.support.forked_program import Forked
from tests.support.free_port import free_port as free_port


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
            words = (*line, "--no-announce", "--data", str(self._data), *self._words)
            self.process = Forked(words, os.environ, stderr=errors)
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        assert first.startswith("listening "), (first, self._errors.read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def player(self, **wish: object) -> "subprocess.Popen[str]":
        """A program that plays with the client of the pages and does not think, at a ``table`` or one that it opens."""
        flags = ("--experimental-websocket", "--no-warnings")
        line = ["node", *flags, "tests/play_game.js", self.url, json.dumps(wish)]
        made = subprocess.Popen(
            line, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "NODE_TLS_REJECT_UNAUTHORIZED": "0"},
        )  # fmt: skip
        self._players.append(made)
        return made

    def bot(self, table: int, count: int = 1) -> None:
        """Bots that act at once, and play again as long as they are asked to."""
        data, nothing = self._folder / f"bots-{table}", subprocess.DEVNULL
        words = ["bot", "--fast", "--count", str(count), "--table", str(table), "--data", str(data), self.address]
        env = {**os.environ, "RUMMYNET_HOME": str(data)}
        self._players.append(Forked(words, env, stdout=nothing, stderr=nothing))

    def log(self) -> str:
        return self._errors.read_text()

    def close(self) -> None:
        for player in self._players:
            player.kill()
            player.communicate()
        self.kill()
