"""Addresses and keys of onion services, and the host's port for them with a ``tor`` that has no network."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from rummynet.far.codes import FarPlace
from rummynet.far.onion import check_onion, onion_address
from rummynet.far.tor_process import TorProcess
from rummynet.far.way_process import NoEngine
from rummynet.host.far.far_port import FarSettings
from rummynet.host.far.guest_list import GuestList
from rummynet.host.far.onion_port import OnionPort
from rummynet.host.ops.logbook import Logbook
from rummynet_client.net.way import way_to
from rummynet_protocol.wire.address import BadAddress
from rummynet_protocol.wire.invitation import read_place
from tests.support.errors import raises

needs_tor = pytest.mark.skipif(shutil.which("tor") is None, reason="tor is not installed")


def test_a_mistyped_address_is_noticed_before_anybody_is_asked(tmp_path: Path) -> None:
    address = onion_address(bytes(range(32)))
    assert check_onion(address) and check_onion(address.upper()) and not check_onion("onion.example")
    for damaged in (address[1:], "b" + address[1:], "x.onion", ".onion"):
        with raises(BadAddress, "address", "damaged"), way_to(f"rummynet://{damaged}", tmp_path):
            pass


def test_no_tor_is_started_where_the_network_meant_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rummynet.far.tor_process.check", lambda: None)
    monkeypatch.setattr("subprocess.Popen", lambda *words, **more: pytest.fail("started"))
    monkeypatch.setenv("RUMMYNET_TORRC", str(tmp_path / "gone"))
    with raises(NoEngine, "no_far", "cannot be read"):
        TorProcess(tmp_path / "tor", [])


class Home:
    """The port of a host in this folder."""

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop, **settings: object) -> None:
        self.now, self.log = 1_800_000_000.0, StringIO()
        self.shown: list[FarPlace] = []
        self.came: list[tuple[socket.socket, str, int | None]] = []
        self.loop = loop
        self.visitors: list[socket.socket] = []
        self.guests = GuestList(folder)
        self.port = OnionPort(
            loop, folder / "host", self.guests, lambda *came: self.came.append(came), Logbook(self.log),
            FarSettings(onion=True, **settings), "sha256:" + 64 * "a", lambda: self.now,  # type: ignore[arg-type]
            lambda place, until, table: self.shown.append(place),
        )  # fmt: skip

    def end(self) -> None:
        self.port.end()
        for sock in [*self.visitors, *(came[0] for came in self.came)]:
            sock.close()

    def visit(self, name: str) -> socket.socket:
        """What Tor does when somebody has come to this service."""
        sock = socket.socket(socket.AF_UNIX)
        self.visitors.append(sock)
        sock.connect(str(self.port.path_of(name)))
        before = len(self.came)
        while len(self.came) == before:
            self.loop.run_until_complete(asyncio.sleep(0))
        return sock


@needs_tor
def test_an_invitation_is_an_address_that_tor_serves_and_stays_until_it_is_taken_back(tmp_path: Path) -> None:
    loop = asyncio.new_event_loop()
    home = Home(tmp_path, loop, hours=2, table=4)
    place = read_place(home.shown[0].link)
    (one,) = home.guests
    hostname = tmp_path / "host" / "onion" / one.name / "hostname"
    while not hostname.exists():
        assert not home.port.tor.has_ended
    assert (hostname.read_text().strip(), place.fingerprint) == (place.host, "sha256:" + 64 * "a")
    # Somebody comes: counted by the invitation, for its table alone; the next invitation is opened.
    home.visit(one.name)
    assert home.came[0][1:] == (f"far:{one.name}", 4)
    home.port.look()
    assert len(home.shown) == 2 and home.shown[1] != home.shown[0]
    home.end()
    # The host is started again: the same addresses, and nothing new.
    home = Home(tmp_path, loop, hours=2, table=4)
    assert not home.shown and len(list(home.guests)) == 2
    there = home.visit(one.name)
    # The unused one expires, the guest does not.
    home.now += 3 * 3600
    home.port.look()
    assert {other.name for other in home.guests if other.is_guest} == {one.name}
    assert len(home.shown) == 1
    # Taken back: the guest's connection ends, and there is no such service any more.
    home.guests.take_back(one.name)
    home.port.look()
    assert there.recv(1) == b""
    torrc = (tmp_path / "host" / "onion" / "torrc").read_text()
    assert one.name not in torrc and torrc.startswith("# No test reaches") and "DisableNetwork 1" in torrc
    while hostname.parent.exists():  # Tor may write once more before it reads its new configuration
        home.port.look()
    home.end()
    loop.close()


@needs_tor
def test_a_tor_that_has_ended_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.new_event_loop()
    begun = loop.time()
    monkeypatch.setattr(loop, "time", lambda: begun)
    home = Home(tmp_path, loop)
    first = home.port.tor.process
    first.kill()
    first.wait()
    home.port.look()
    assert home.port.tor.process is first  # not at once
    monkeypatch.setattr(loop, "time", lambda: begun + 2)
    home.port.look()
    assert not home.port.tor.has_ended and "tor has ended" in home.log.getvalue()
    home.end()
    assert home.port.tor.has_ended
    loop.close()


def test_a_host_without_tor_says_what_to_install(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "rummynet", "host", "--onion", "--data", str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PATH": str(tmp_path)})
    assert ended.returncode and "install the program tor" in ended.stderr and "Traceback" not in ended.stderr


def test_onion_is_in_place_of_far(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "rummynet", "host", "--onion", "--far", "--data", str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True)
    assert ended.returncode == 2 and "in place of --far" in ended.stderr
