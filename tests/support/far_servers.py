"""A real mailbox server and a real transit relay on loopback, and a tap before the relay that reads, cuts and holds."""

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.forked_program import run
from tests.support.programs import Program, program
from tests.support.typist import Typist, play_out


class TwistedServer:
    """A plugin of ``twist`` at a port; 0 for a free one."""

    def __init__(self, *words: str, port: int = 0) -> None:
        line = [sys.executable, "-m", "twisted", "--log-format", "text", *words]
        self.process = subprocess.Popen(
            [*line, "--port", f"tcp:{port}:interface=127.0.0.1"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        for said in self.process.stdout:
            found = re.search(r"(?:Site|ServerFactory|Transit).* starting on (\d+)", said)
            if found:
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"{words[0]} has not started")
        self._draining = threading.Thread(target=self.process.stdout.read, daemon=True)  # else it would block
        self._draining.start()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self._draining.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Tap:
    """Passes connections on to *port* and keeps all bytes; while ``is_open`` is False it refuses and cuts them."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.seen = bytearray()
        self.is_open = True
        self._socks: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                sock, _ = self._server.accept()
                if not self.is_open:
                    sock.close()
                    continue
                try:
                    there = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    sock.close()
                    continue
                self._socks += [sock, there]
                for one, other in ((sock, there), (there, sock)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.seen += data
                other.sendall(data)
        for sock in (one, other):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self.is_open = False
        for sock in self._socks:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_open = True

    def stop(self) -> None:
        self.cut()
        with suppress(OSError):  # it is stopped already
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for sock in self._socks:
            sock.close()


class FarServers:
    """Both servers, each with a tap before it."""

    def __init__(self, mailbox: TwistedServer, relay: TwistedServer) -> None:
        self.mailbox, self.relay = Tap(mailbox.port), Tap(relay.port)
        self.words = (
            "--rendezvous", f"ws://127.0.0.1:{self.mailbox.port}/v1", "--relay", f"tcp:127.0.0.1:{self.relay.port}",
        )  # fmt: skip

    def stop(self) -> None:
        self.mailbox.stop()
        self.relay.stop()


@contextmanager
def servers() -> Iterator[tuple[TwistedServer, TwistedServer]]:
    mailbox = TwistedServer("wormhole-mailbox", "--channel-db", ":memory:")
    try:
        relay = TwistedServer("transitrelay")
        try:
            yield mailbox, relay
        finally:
            relay.stop()
    finally:
        mailbox.stop()


@contextmanager
def far_host(folder: Path, far: FarServers, *more: str) -> Iterator[Program]:
    words = ("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Inn", "--data", str(folder))
    with program(*words, "--far", *far.words, *more, home=folder) as started:
        started.until_kind("listening")
        yield started


def listed(folder: Path) -> list[str]:
    """The lines of ``--far-list``."""
    ended = run(["host", "--far-list", "--data", str(folder)], os.environ)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def code_of(folder: Path, *, but: str = "") -> str:
    """An open code of the host, other than *but*, as soon as there is one."""
    while True:
        for line in listed(folder):
            _, open_code, code = line.partition("open: rummynet join ")
            if open_code and code != but:
                return code


def join(folder: Path, code: str, far: FarServers | None = None) -> tuple[str, ...]:
    return ("join", code, "--json", "--name", folder.name, "--data", str(folder), *(far.words if far else ()))


def open_short_game(anna: Program) -> None:
    """A table with a game that two people play to its end in some seconds."""
    anna.until_kind("lobby")
    anna.say("create keilty target=40 reshuffle_limit=1")
    anna.until(lambda line: line.startswith("table created="))


def play_whole_game(both: Sequence[Program], homes: Sequence[Path]) -> None:
    """Two guests, each in a home, play at table 1 until the game has ended and they have verified it; they end."""
    for one in both:
        one.say("sit 1")
        one.until(lambda line: line.startswith("seat ") and "me=true" in line)
    both[0].until(lambda line: line.startswith("seat seat=1 "))
    for one in both:
        one.say("ready")
    play_out([Typist(one, folder) for one, folder in zip(both, homes, strict=True)])
    for one in both:
        one.say("verify")
        assert "verified=true" in one.until(lambda line: "verified=" in line)
        assert one.end() == 0


def transcript_of_both(host: Program, homes: Sequence[Path]) -> bytes:
    """End the host, and see that it counted both guests by themselves; the game's transcript, at the first one's."""
    assert host.stop() == 0
    # Each is counted by an identity of its own, not as one address of all.
    peers = {word for word in host.errors().split() if word.startswith("peer=")}
    assert len(peers) == 2 and all(one.startswith("peer='far:") for one in peers)
    transcript = next((homes[0] / "transcripts").glob("*.rummy")).read_bytes()
    assert homes[1].name.encode() in transcript
    return transcript
