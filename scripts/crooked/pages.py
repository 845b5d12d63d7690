"""Honest people who play on a page: the client core of the pages under Node, one process for all runs.

A page judges its host by itself. What a person sees and does is taken from the client core of the program, which
follows the same messages, signs nothing that is sent, and whose judgement does not count.
"""

import atexit
import base64
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummynet_client.core.log.player import Player
from rummynet_client.core.session.session import Session
from rummynet_client.core.session.watch.incidents import Incident, to_line
from rummynet_client.core.text.commands import BeReady, Do, OpenTable, PlayAction
from rummynet_protocol import notation
from rummynet_protocol.codec import WIDEST
from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.framing import FrameReader
from rummynet_protocol.wire.message_codec import read_message
from rummynet_protocol.wire.messages import Closed, LobbyShown, LogEntry, Openings, TableShown, Welcome
from tests.support.fake_host import Guest, bytes_of

WEB: Final = Path(__file__).parents[2] / "web"
ORIGIN: Final = b"https://host"
CHALLENGE: Final = 32
FOLLOWED: Final = (LobbyShown, TableShown, Closed, LogEntry, Openings)
"""What the core of the program is told: all but answers to requests, which are the page's."""


def has_node() -> bool:
    """Whether pages can be played."""
    return shutil.which("node") is not None and (WEB / "node_modules").exists()


class _Node:
    """The process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["node", WEB / "tests" / "page_worker.js"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self._process.kill)

    def tell(self, **line: object) -> dict[str, Any]:
        """One line, and its answer."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the client of the pages has ended; its error is above")
        told: dict[str, Any] = json.loads(answer)
        return told


@cache
def node() -> _Node:
    """The process, started once."""
    return _Node()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


class PageSession:
    """A page's session: the core in Node, and beside it that of the program, which follows."""

    def __init__(self, guest: "PageGuest", followed: Session) -> None:
        self.followed = followed
        self.host_key = b""
        self.state: dict[str, Any] = {}
        self.out: list[bytes] = []
        self._guest = guest
        self._frames = FrameReader(WIDEST.bytes)
        self._greets = False

    @property
    def game(self) -> Any:  # noqa: ANN401 - of the followed session
        """The game as the person sees it."""
        return self.followed.game

    @property
    def is_silent(self) -> bool:
        """Whether the page shows that the host does not answer."""
        return bool(self.state.get("silent"))

    @property
    def lacks_cards(self) -> bool:
        """Whether the page has not been shown all of its cards: the program beside it asks for nothing."""
        return bool(self.state.get("lacks"))

    @property
    def _presence(self) -> Any:  # noqa: ANN401 - of the followed session
        return self.followed._presence

    def tell(self, do: str, **more: object) -> None:
        """One line to the page, and what it sends then."""
        self.state = told = node().tell(id=self._guest.id, do=do, ms=self._guest.clock.ms, **more)
        for text in told["send"]:
            data = base64.b64decode(text)
            if self._greets:
                self._greets = False
                self._prove(data)
            else:
                self.out.append(data)
        if told["problem"]:
            raise RemoteProtocolError(told["problem"])

    def _prove(self, challenge: bytes) -> None:
        """The host's key for this origin, in place of a certificate (PROTOCOL.md, "Browsers")."""
        assert len(challenge) == CHALLENGE
        by = self._guest.host.sign("web", H("web", self.host_key, challenge, ORIGIN))
        self.tell("bytes", data=_text(self.host_key + by))

    def connected(self, host: bytes) -> None:
        """There is a connection."""
        self.host_key, self._greets, self._frames = host, True, FrameReader(WIDEST.bytes)
        self.followed.connected(host)
        self.followed._outbox.connection = None  # it sends nothing
        self.followed.take_output()
        self.tell("connect")

    def connection_lost(self, code: str, says: str, again: bool) -> None:
        """It is gone."""
        self.followed.connection_lost(code, says, again)
        self.tell("lost")
        self.out.clear()

    def receive(self, data: bytes) -> None:
        """Bytes of the host. Raises RemoteProtocolError."""
        self.tell("bytes", data=_text(data))
        for body in self._frames.feed(data):
            message = read_message(body, WIDEST)
            if isinstance(message, Welcome):
                self.followed._presence._has_reconnected = False
            elif isinstance(message, FOLLOWED):
                self.followed._presence.handle_message(message)
        self.followed.take_output()

    def tick(self) -> None:
        """A second has passed."""
        self.tell("tick")

    def apply_command(self, command: object) -> None:
        """What the person does."""
        match command:
            case OpenTable(variant, options, name):
                fields = {"variant": variant, "options": dict(options), "name": name, "closed": False}
                self.tell("ask", kind="create", fields=fields)
            case Do("sit", (table,)):
                self.tell("ask", kind="sit", fields={"table": table, "seat": None})
            case Do("bot", (do, level)):
                self.tell("ask", kind="bot", fields={"table": 1, "do": do, "strategy": level})
            case BeReady(yes):
                self.tell("ready", yes=yes)
            case Do("here"):
                self.tell("ask", kind="here", fields={"table": 1})
            case PlayAction(action):
                self.tell("act", text=notation.text(action))
            case Do("vote", (seat, *no)):
                self.tell("vote", about=seat, yes=not no)
            case Do("stand"):
                self.tell("ask", kind="stand", fields={"table": 1})
            case Do("incidents", ("clear",)):
                self.tell("clear")
            case _:  # left out in silence, the game on a page goes another way, and its page seems to miss something
                raise ValueError(f"a page of the machine does not know how to do {command!r}")


class PageGuest(Guest):
    """Somebody whose seat is a page. *browser*: the one whose storage it has."""

    def __init__(self, name: str, host: Signer, seed: int, browser: "PageGuest | None" = None) -> None:
        self.host, self.seed = host, seed
        self.id: str = name if browser is None else f"{name} {browser.id}"
        super().__init__(name)
        key, secret = self._keys(name)
        node().tell(
            id=self.id, do="open", ms=self.clock.ms, name=name, key=_text(key), secret=_text(secret),
            seed=f"{seed} {self.id}", browser=browser.id if browser is not None else "",
        )  # fmt: skip

    @staticmethod
    def _keys(name: str) -> tuple[bytes, bytes]:
        random = bytes_of(f"guest {name}")
        return random(32), random(32)

    def start(self) -> Any:  # noqa: ANN401 - it does as a session does
        """The page, loaded (again)."""
        is_again = isinstance(getattr(self, "session", None), PageSession)
        nothing = lambda log: b""  # noqa: E731
        player = Player(self.signer, self.secret, self.random, self.clock, nothing, nothing)
        self.session = PageSession(self, Session(player, self.name, "tests"))  # type: ignore[assignment]
        if is_again:
            self.session.tell("load")  # type: ignore[attr-defined]
        return self.session

    def bring_out(self) -> list[bytes]:
        page: Any = self.session
        out, page.out = page.out, []
        self.sent += out
        return list(out)

    @property
    def incidents(self) -> list[str]:
        """What the page keeps with the host's key."""
        page: Any = self.session
        found = [Incident(one["kind"], log=one["log"], check=one["check"], says=one["says"], place=one["place"])
                 for one in page.state.get("incidents", ())]  # fmt: skip
        return [to_line(page.host_key.hex(), one) for one in found]

    @incidents.setter
    def incidents(self, lines: list[str]) -> None:
        pass

    @property
    def kept(self) -> dict[bytes, bytes]:
        """The files of the page's games."""
        files = node().tell(id=self.id, do="files")["files"]
        return {bytes.fromhex(log): base64.b64decode(file) for log, file in files.items()}

    @kept.setter
    def kept(self, files: dict[bytes, bytes]) -> None:
        pass

    @property
    def is_acting(self) -> bool:
        """Whether an action is on its way."""
        page: Any = self.session
        return bool(page.state.get("acting"))

    @property
    def has_stopped(self) -> bool:
        """Whether the page, or what is followed beside it, takes no further part in the game."""
        page: Any = self.session
        return bool(page.state.get("stopped")) or (page.game is not None and page.game.follower.cheat is not None)

    @property
    def doubts_host(self) -> bool:
        """Whether something was found about the host, voids aside."""
        return any('"kind": "void"' not in line for line in self.incidents)

    def second_run(self) -> Guest:
        """Another page of the same browser."""
        return PageGuest(self.name, self.host, self.seed, self)
