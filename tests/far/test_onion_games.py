"""Real programs in two homes over a real Tor network, which runs on loopback."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.onion_network import Relay
from tests.support.far_servers import code_of, join, listed, open_short_game, play_whole_game, transcript_of_both
from tests.support.programs import Program, program

# A Tor network takes a minute to agree with itself, longer where many programs wait for two cores.
pytestmark = pytest.mark.long


@contextmanager
def onion_host(folder: Path, *more: str) -> Iterator[Program]:
    words = ("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Inn", "--data", str(folder))
    folder.mkdir(exist_ok=True)
    with program(*words, "--onion", *more, home=folder) as started:
        started.until_kind("listening")
        yield started


class Reader:
    """Reads what passes between these ports on loopback, where it may."""

    def __init__(self, ports: set[int]) -> None:
        self.seen = bytearray()
        self.may_read = sys.platform == "linux" and os.geteuid() == 0
        if self.may_read:
            self._ports = ports
            self._sock = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
            self._sock.bind(("lo", 0))
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**24)
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while packet := self._sock.recv(65536 + 64):
            at = (packet[0] & 15) * 4
            if packet[9] == 6 and {int.from_bytes(packet[at + n : at + n + 2]) for n in (0, 2)} & self._ports:
                self.seen += packet[at:]


def test_two_guests_play_a_whole_game_and_the_relays_read_nothing(tmp_path: Path, onions: list[Relay]) -> None:
    homes = [tmp_path / "anna-in-the-north", tmp_path / "berta-in-the-south"]
    reader = Reader({one.or_port for one in onions})
    with onion_host(tmp_path / "host", "--far-codes", "2") as host:
        first = code_of(tmp_path / "host")
        links = [first, code_of(tmp_path / "host", but=first)]
        with program(*join(homes[0], links[0]), home=homes[0]) as anna:
            open_short_game(anna)
            with program(*join(homes[1], links[1]), home=homes[1]) as berta:
                play_whole_game([anna, berta], homes)
        transcript = transcript_of_both(host, homes)
    if reader.may_read:
        seen = bytes(reader.seen)
        assert len(seen) > len(transcript)
        words = (b"in-the-north", b"in-the-south", b"keilty", b"create", b"sha256:", transcript[200:232])
        assert not any(word in seen for word in words)


def test_a_guest_comes_back_after_the_host_was_killed_until_the_invitation_is_taken_back(
    tmp_path: Path, onions: list[Relay]
) -> None:
    folder, home = tmp_path / "host", tmp_path / "ann"
    with onion_host(folder) as host:
        link = code_of(folder)
        with program(*join(home, link), home=home) as ann:
            for line in ("create keilty", "sit 1"):
                ann.say(line)
            ann.until(lambda line: line.startswith("seat ") and "me=true" in line)
            host.stop(signal.SIGKILL)
            with onion_host(folder):
                ann.until_kind("bye")
                ann.until_kind("welcome")
                ann.say("table")
                ann.until(lambda line: line.startswith("seat seat=0 ") and "me=true" in line)
                guest = next(line.split()[0] for line in listed(folder) if "guest" in line)
                remove = [sys.executable, "-m", "rummynet", "host", "--data", str(folder), "--far-remove", guest]
                assert subprocess.run(remove).returncode == 0
                ann.until_kind("bye")
                ann.process.kill()


def test_bots_and_the_doctor_come_by_the_link_of_a_player_who_plays_on(tmp_path: Path, onions: list[Relay]) -> None:
    home = tmp_path / "ann"
    with onion_host(tmp_path / "host"):
        link = code_of(tmp_path / "host")
        with program(*join(home, link), home=home) as ann:
            ann.say("create keilty")
            ann.say("sit 1")
            ann.until(lambda line: line.startswith("seat ") and "me=true" in line)
            with program("bot", link, "--count", "2", "--table", "1", "--fast", home=home):
                ann.until(lambda line: line.startswith("seat seat=2 ") and "ready=true" in line)
                line = [sys.executable, "-m", "rummynet", "doctor", link, "--data", str(home)]
                told = subprocess.run(line, capture_output=True, text=True).stdout
                assert "ok   TLS" in told and "ok   greeting" in told
            assert ann.end() == 0
