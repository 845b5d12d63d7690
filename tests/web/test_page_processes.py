"""Pages of ``host --processes 2``: one port and one certificate, tables in both processes, either of them killed."""

import os
import signal
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import BytesMessage, CloseConnection, Request

from rummynet.host.web.web_connection import SUBPROTOCOL
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import (
    Bye,
    Challenge,
    Done,
    Hello,
    Message,
    Proof,
    Redirect,
    Refused,
    Watch,
    Welcome,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.host.test_processes import guest, pid_of
from tests.support.pages import OpenWindow, PageHost, coached
from tests.support.people import Person
from tests.support.programs import Program, bots
from tests.web.test_browser_pages import asked, hand


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PageHost]:
    host = PageHost(tmp_path, "--processes", "2", "--name", "club")
    yield host
    host.process.terminate()
    host.process.wait()
    host.close()


@pytest.fixture
def ended() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def two_tables(host: PageHost, ended: ExitStack, folder: Path) -> list[tuple[Program, int]]:
    """A person at a table in each process."""
    tables: list[tuple[Program, int]] = []
    for name in ("ann", "ben"):
        person = guest(ended, folder, host.address, name)
        person.say("create keilty first_starter=1")
        table = int(person.until(lambda line: "created=" in line).rpartition("=")[2])
        person.say(f"sit {table}")
        tables.append((person, table))
    return tables


def started_anew(host: PageHost, number: int, before: int) -> bool:
    """Whether the process with this number is another one."""
    with suppress(KeyError):
        return pid_of(host.process.pid, number) != before
    return False


class PageByHand:
    """A page's connection at the process with this address, greeted; the certificate that it was shown."""

    def __init__(self, url: str, place: str, name: str) -> None:
        host, port = url.removeprefix("https://").split(":")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.sock = context.wrap_socket(socket.create_connection((host, int(port)), 60))
        self.certificate = self.sock.getpeercert(binary_form=True)
        self._socket, self._connection = WSConnection(ConnectionType.CLIENT), Connection(Role.CLIENT)
        ask = Request(f"{host}:{port}", f"/wire?at={quote(place)}", subprotocols=[SUBPROTOCOL])
        self.sock.sendall(self._socket.send(ask))
        self._came = b""
        self._person = Person(name, lambda: 0, b"c" * 8)
        self._receive()
        self._send(bytes(32))
        while len(self._came) < 96:
            self._receive()
        key, self._came = self._came[:32], self._came[96:]
        self.say(Hello(VERSIONS[0], VERSIONS[-1], name, self._person.key, "test/1"))
        challenge = self.hear(Challenge)
        payload = hello_payload(key, challenge.nonce, self._person.key)
        self.say(Proof(self._person.signer.sign("hello", payload)))
        self.welcome = self.hear(Welcome)

    def watch(self, table: int) -> Done | Redirect:
        """Ask for a table, which may have been opened just now in the other process."""
        self.say(Watch(1, table))
        found: Done | Redirect | Refused = self.hear(Done, Redirect, Refused)
        assert not isinstance(found, Refused), found
        return found

    def say(self, message: Message) -> None:
        self._send(self._connection.send(message))

    def hear(self, *kinds: type[Any]) -> Any:  # noqa: ANN401 - one of these kinds
        """The first message of one of these kinds."""
        while True:
            for message in self._connection.receive(self._came):
                self._came = b""
                if isinstance(message, kinds):
                    return message
            self._came = b""
            self._receive()

    def _send(self, data: bytes) -> None:
        self.sock.sendall(self._socket.send(BytesMessage(data)))

    def is_closed(self) -> bool:
        """Whether the host ends the WebSocket properly, as it does now."""
        while data := self.sock.recv(65536):
            self._socket.receive_data(data)
            if any(isinstance(event, CloseConnection) for event in self._socket.events()):
                return True
        return False

    def _receive(self) -> None:
        data = self.sock.recv(65536)
        assert data, "the host has ended the connection"
        self._socket.receive_data(data)
        for event in self._socket.events():
            if isinstance(event, BytesMessage):
                self._came += bytes(event.data)


@pytest.mark.slow
def test_every_process_passes_a_page_on_to_the_one_that_has_its_table(
    host: PageHost, ended: ExitStack, tmp_path: Path
) -> None:
    tables = [table for _, table in two_tables(host, ended, tmp_path)]
    owners: set[tuple[int, str]] = set()
    places = [f"{host.address}/process-{number}" for number in (1, 2)]
    certificates: set[bytes | None] = set()
    pages: list[PageByHand] = []
    """Those at a table."""
    for _ in range(2):  # the processes get connections in turn, so each of these comes to both
        for place, other in (places, places[::-1]):
            for table in tables:
                page = PageByHand(host.url, place, f"dot {len(pages)}")
                ended.callback(page.sock.close)
                certificates.add(page.certificate)
                (named,) = page.welcome.addresses
                assert named == other
                found = page.watch(table)
                if isinstance(found, Redirect):
                    assert found.addresses == (named,)
                else:
                    pages.append(page)
                owners.add((table, other if isinstance(found, Redirect) else place))
    assert len(certificates) == 1
    assert {table for table, _ in owners} == set(tables) and len(owners) == 2, "each table is at one of them"
    assert {place for _, place in owners} == set(places)
    host.process.terminate()
    for page in pages:
        assert page.hear(Bye).code == "closing", "the last word comes through another process too"
        page.sock.close()


@pytest.mark.slow
def test_each_process_tells_what_cost_a_player_most_also_after_a_restart(
    host: PageHost, ended: ExitStack, tmp_path: Path
) -> None:
    ann = guest(ended, tmp_path, host.address, "ann")
    ann.say("create keilty deals=1")
    table = int(ann.until(lambda line: "created=" in line).rpartition("=")[2])
    with bots(tmp_path, host.address, table) as playing:
        assert playing.wait() == 0
    host.process.terminate()
    host.process.communicate()
    host.start()
    assert coached(host.url, table) == 200, "asked again and again, each process in turn"


@pytest.mark.slow
def test_a_page_plays_at_a_table_of_either_process_and_a_television_shows_both_and_a_kill_costs_no_card(
    host: PageHost, ended: ExitStack, window: OpenWindow, tmp_path: Path
) -> None:
    tables = two_tables(host, ended, tmp_path)
    with window(390, 844) as page:
        page.open(host.url)
        page.type("#name", "Anna")
        page.tap("form .main")
        (ann, elsewhere), (ben, table) = tables
        page.tap(f"[data-key='watch {elsewhere}']")
        page.tap("[data-key=back]")
        page.tap(f"[data-key='sit {table}']")  # in the other process
        page.tap("[data-key=ready]")
        ben.say("ready")
        page.until(lambda: hand(page), "the deal")
        ann.say("bot add random")
        ann.say("ready")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open(f"{host.url}/watch")
        page.until(lambda: page.count(".table .player.turn") == 2, "the turn at both tables")
        television = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.until(lambda: asked(page), "a turn")
        cards = hand(page)
        for number in (1, 2):
            before = pid_of(host.process.pid, number)
            os.kill(before, signal.SIGKILL)
            page.until(partial(started_anew, host, number, before), "the process")
            page.until(lambda: page.text(".trouble") == "" and hand(page) == cards, "the same hand")
        page.tap(".stock.useful")
        page.until(lambda: len(hand(page)) == len(cards) + 1, "the card drawn")
        page.driver.switch_to.window(television)
        page.until(lambda: page.text(".state") == "" and page.count(".table .player.turn") == 2, "both again")
        assert page.complaints() == []
        page.driver.close()
        page.driver.switch_to.window(first)
