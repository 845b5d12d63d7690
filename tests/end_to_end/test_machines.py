"""Machines and networks as they are: each test is a fault that a host had on one, as it was told."""

import errno
import fcntl
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue

import pytest
from cluster.host_networks import why_no_networks
from cryptography import x509
from networks.two_homes import inside, namespaces, run, space, started, until

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.web.web_certificate import FILE, own_identity
from rummynet.host.web.web_server import WebServer, WebSettings, own_names
from rummynet.keyfile import HOST_KEY, secret
from rummynet_cli.main import main
from tests.support.daemons import Start
from tests.support.errors import raises
from tests.support.programs import PATIENCE

WIFI = "192.168.1.20"
ASK = """
import ssl, sys, urllib.request
context = ssl._create_unverified_context()
print(urllib.request.urlopen("https://127.0.0.1:7867/invitation", context=context).read().decode())
print(ssl.get_server_certificate(("127.0.0.1", 7867)))
"""


class Machine:
    """A namespace without interfaces but loopback; ``host`` starts a host there and returns its lines."""

    def __init__(self, name: str, folder: Path, running: ExitStack) -> None:
        self.name, self._folder, self.running = name, folder, running

    def do(self, *lines: str) -> None:
        for line in lines:
            inside(self.name, line)

    def plug(self, address: str, gateway: str, name: str = "wlan0") -> None:
        """A network whose router nobody needs to be."""
        self.do(f"ip link add {name} type veth peer name {name}-air", f"ip link set {name}-air up")
        self.do(f"ip addr add {address} dev {name} " + "nodad" * (":" in address), f"ip link set {name} up")
        self.do(f"ip route add default via {gateway}")

    def lease(self, address: str) -> None:
        """Another address in the place of WIFI."""
        self.do(f"ip addr del {WIFI}/24 dev wlan0", f"ip addr add {address}/24 dev wlan0")
        self.do("ip route add default via 192.168.1.1")

    def host(self, *words: str) -> "Queue[str]":
        """The lines of a host that listens; *words* are added to its command."""
        command = ("-m", "rummynet", "host", "--data", str(self._folder / self.name), *words)
        lines = self.running.enter_context(started(self.name, *command))[1]
        until(lines, "listening ")
        return lines

    def invitation(self) -> tuple[str, set[str]]:
        """The link that a page on this machine shows to others, and the addresses in the certificate."""
        words = ["ip", "netns", "exec", space(self.name), sys.executable, "-c", ASK]
        url, _, pem = subprocess.run(words, check=True, capture_output=True, text=True).stdout.partition("\n")
        names = x509.load_pem_x509_certificate(pem.encode()).extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        )
        return str(json.loads(url)["url"]), set(map(str, names.value.get_values_for_type(x509.IPAddress)))


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    if (why := why_no_networks()) is not None:
        pytest.skip(why)
    with namespaces("host", "copy"), ExitStack() as running:
        yield Machine("host", tmp_path, running)


def connected(*both: Machine) -> None:
    """Two machines on one network."""
    run(f"ip link add wlan0 netns {space('host')} type veth peer name wlan0 netns {space('copy')}")
    for number, one in enumerate(both, 20):
        one.do(f"ip addr add 192.168.1.{number}/24 dev wlan0", "ip link set wlan0 up")
        one.do("ip route add default via 192.168.1.1")


def join_line(lines: "Queue[str]") -> str:
    return until(lines, "join with: ").split("rummynet://")[1]


def test_an_older_bridge_does_not_lead_every_phone_to_itself(machine: Machine) -> None:
    machine.do("ip link add docker0 type bridge", "ip addr add 172.17.0.1/16 dev docker0", "ip link set docker0 up")
    machine.do("ip tuntap add tun0 mode tun", "ip addr add 10.8.0.2/24 dev tun0", "ip link set tun0 up")
    machine.plug("10.0.0.2/24", "10.0.0.1", "eth0")
    machine.do("ip route del default")
    machine.plug(f"{WIFI}/24", "192.168.1.1")
    lines = machine.host("--invite", "--web", "7867")
    assert WIFI in until(lines, "in a browser")
    assert join_line(lines).startswith(WIFI)
    assert "10.0.0.2" in until(lines, "or: "), "a second network comes second"
    assert machine.invitation()[0].startswith(f"https://{WIFI}:7867/")


def test_the_invitation_follows_a_network_that_comes_up_and_a_new_lease(machine: Machine) -> None:
    machine.do("ip link set lo down")
    lines = machine.host("--invite", "--web", "7867")
    assert join_line(lines).startswith("127.0.0.1"), "no interface is up"
    machine.do("ip link set lo up")
    for address in (WIFI, "192.168.1.77"):
        if address == WIFI:
            machine.plug(f"{WIFI}/24", "192.168.1.1")
        else:
            machine.lease(address)
        assert join_line(lines).startswith(address)
        url, named = machine.invitation()
        assert url.startswith(f"https://{address}:7867/") and address in named


def test_a_network_of_ipv6_alone(machine: Machine) -> None:
    machine.plug("fd77::20/64", "fd77::1")
    assert join_line(machine.host("--invite")).startswith("[fd77::20]:7866")


def test_of_two_hosts_with_one_key_the_later_ends(machine: Machine, tmp_path: Path) -> None:
    copy = Machine("copy", tmp_path, machine.running)
    connected(machine, copy)
    (tmp_path / "host" / "identity").mkdir(parents=True, mode=0o700)
    secret(tmp_path / "host" / "identity", HOST_KEY)
    shutil.copytree(tmp_path / "host", tmp_path / "copy")
    until(machine.host(), "announced")
    assert f"this one's key runs at {WIFI}:7866" in until(copy.host(), "another host")


def test_a_guest_finds_a_host_whose_address_is_another_now(machine: Machine, tmp_path: Path) -> None:
    guest = Machine("copy", tmp_path, machine.running)
    connected(machine, guest)
    link = until(machine.host("--invite"), "join with: ").split()[-1]
    machine.lease("192.168.1.77")
    words = ("-m", "rummynet", "join", link, "--json", "--data", str(tmp_path / "guest"))
    until(machine.running.enter_context(started("copy", *words))[1], '"kind": "welcome"')


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Büro", ("xn--bro-hoa", "xn--bro-hoa.local")),
        ("pi.home.example.", ("pi.home.example", "pi.local")),
        ("p" * 63, ("p" * 63, "p" * 63 + ".local")),
        ("p" * 64, ()),
        ("a..b", ()),
        ("two words", ()),
    ],
)
def test_names_of_machines_that_a_browser_asks_by(
    name: str, known: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert own_names() == (*known, "localhost")
    own_identity(tmp_path, own_names(), ("127.0.0.1",), datetime.now(UTC))


def test_a_certificate_is_renewed_while_the_host_runs(tmp_path: Path) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    server = WebServer(WebSettings(0), tmp_path, lambda: (WIFI,), lambda: now)
    first = server.certificate
    now += timedelta(days=300)
    server.renew()
    assert server.certificate == first
    now += timedelta(days=90)
    server.renew()
    assert server.certificate != first
    given, kept = tmp_path / "given.pem", tmp_path / FILE
    shutil.copy(kept, given)
    server = WebServer(WebSettings(0, given), tmp_path, lambda: (WIFI,), lambda: now)
    before = server.certificate
    own_identity(tmp_path, ("other",), (), now)
    shutil.copy(kept, given)
    server.renew()
    assert server.certificate != before


def test_a_file_system_without_locks_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    with raises(JournalError, "journal", "no locks"):
        SqliteJournal(tmp_path / "journal.sqlite3")


def test_an_operator_reaches_a_host_whose_folder_has_a_long_path(
    start: Start, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / ("long" * 30))
    start("--data", data)
    assert main(["admin", "say", "The", "host", "moves", "--data", data]) == 0, "a sentence needs no quotes"
    assert "said at 0 tables" in capfd.readouterr().out


def test_an_empty_key_file_of_a_new_host_is_made_again_and_that_of_another_is_lost(
    start: Start, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "identity"
    folder.mkdir(parents=True, mode=0o700)
    (folder / HOST_KEY).touch(0o600)
    start().stop()
    assert (folder / HOST_KEY).stat().st_size == 65
    (folder / HOST_KEY).write_bytes(b"")
    command = [sys.executable, "-m", "rummynet", "host", "--data", str(tmp_path / "data"), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)  # a process has one reactor
    assert ended.returncode == 2 and "is lost, and players know this host by it" in ended.stderr


def test_a_host_without_a_place_for_transcripts_goes_on(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data" / "host").mkdir(parents=True)
    (tmp_path / "data" / "host" / "transcripts").touch()
    assert start().stop() == 0


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('name = ""', None),
        ('name = "' + "n" * 400 + '"', f"name='{'n' * 32}'"),
        ('name = "a\\u0000\\nb"', "name='a b'"),
    ],
)
def test_a_name_that_cannot_be_shown_is_told(start: Start, tmp_path: Path, text: str, wanted: str | None) -> None:
    (tmp_path / "host.toml").write_text(text)
    host = start("--config", str(tmp_path / "host.toml"))
    host.stop()
    said = host.errors.read()
    assert ("another name" in said) is (wanted is not None) and (wanted or "hosting") in said


@pytest.mark.parametrize(
    ("text", "key"), [("webname = 'x'", "web-name"), ("[limit]", "limits"), ("[limits]\nconections = 3", "connections")]
)
def test_a_mistyped_key_is_told_the_nearest(
    tmp_path: Path, text: str, key: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "host.toml"
    path.write_text(text)
    assert main(["host", "--config", str(path), "--data", str(tmp_path / "data")]) == 2
    assert re.search(rf"did you mean '?{key}'?\?", capfd.readouterr().err)
