"""Another home, behind a router of its own: some of the players are there, and come by codes."""

import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from networks.two_homes import (
    RELAY,
    RENDEZVOUS,
    enter,
    networks,
    open_code,
    server,
    set_cable,
    space,
    started,
    until,
)

from rummynet.far.codes import FarPlace

LOSSES: Final = {"far-cable": 60.0, "far-relay": 10.0, "far-sleep": 60.0, "far-rendezvous": 60.0}
"""What is lost in turn, and for how many real seconds."""
_HOMES: Final = "nat"
"""Both routers: the usual kind."""


class OtherHome:
    """Two homes, a mailbox server and a relay between them. The one who makes it is in the first home from then on."""

    def __init__(self, folder: Path, every: float) -> None:
        """Something is to be lost each *every* real seconds."""
        self._folder, self.every = folder, every
        self._running = ExitStack()
        self._running.enter_context(networks(_HOMES, _HOMES))
        self._servers = {name: self._start(name) for name in ("rendezvous", "relay")}
        enter("ha")
        self.before: Final = ("nsenter", f"--net=/run/netns/{space('hb')}")
        """What runs a program there, in front of its words."""
        self._next = every
        self._turn = 0
        self._used: set[str] = set()

    @property
    def host_words(self) -> tuple[str, ...]:
        """More words for a host."""
        return ("--far", "--far-codes", "4", "--rendezvous", RENDEZVOUS, "--relay", RELAY)

    def link(self, host: Path) -> str:
        """What somebody new there types after ``join``, for the host with this folder."""
        try:
            code = open_code(host, self._used)
        except TimeoutError as problem:
            raise RuntimeError(str(problem)) from None  # the session ends
        self._used.add(code)
        return FarPlace(code, RENDEZVOUS, RELAY).link

    def due(self, seconds: float) -> str:
        """What is to be lost now, so many seconds after the beginning; "" if nothing is."""
        if seconds < self._next:
            return ""
        self._next = seconds + self.every
        self._turn += 1
        return list(LOSSES)[self._turn % len(LOSSES) - 1]

    def lose(self, kind: str) -> None:
        """Take the cable out, or kill a server."""
        if kind == "far-cable":
            set_cable(_HOMES, is_in=False)
        else:
            server_process = self._servers[kind.removeprefix("far-")]
            server_process.kill()
            server_process.wait()

    def mend(self, kind: str) -> None:
        """Put it in again, or start it again."""
        if kind == "far-cable":
            set_cable(_HOMES, is_in=True)
        else:
            name = kind.removeprefix("far-")
            self._servers[name] = self._start(name)

    def close(self) -> None:
        """Take all of it away."""
        self._running.close()

    def _start(self, name: str) -> "subprocess.Popen[str]":
        says, *words = server(name, self._folder)
        process, lines = self._running.enter_context(started("wan", *words))
        until(lines, says)
        return process
