"""Pages of the hosts of one cluster: each stays at the host that it was opened at, and plays at tables of all."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import BytesMessage, CloseConnection, Request

from rummynet.host.web.web_connection import SUBPROTOCOL
from rummynet_protocol.wire.messages import HostsShown, Welcome
from tests.support.callers import Caller
from tests.support.cluster import ClusterPrograms, cluster
from tests.support.pages import OpenWindow, Page, coached, free_port
from tests.support.postgres import PostgresServer, postgres_server  # noqa: F401 - a fixture
from tests.support.programs import Program, bots
from tests.web.test_browser_pages import asked, hand

pytestmark = pytest.mark.drawn(1)

OWNER = "SELECT h.addresses[1] FROM leases l JOIN hosts h ON h.id = l.owner WHERE l.tbl = {}"


class PageCluster:
    """Hosts with pages, by number: the program, its address and where its pages are."""

    def __init__(self, programs: ClusterPrograms, server: PostgresServer, url: str) -> None:
        self.programs, self.server, self.url = programs, server, url
        self.hosts: dict[int, Program] = {}
        self.addresses: dict[int, str] = {}
        self.pages: dict[int, str] = {}

    def start(self, number: int, *more: str, port: int = 0) -> None:
        port = port or free_port()
        self.hosts[number], self.addresses[number] = self.programs.host(number, "--web", str(port), *more)
        self.pages[number] = f"https://127.0.0.1:{port}"

    def owner(self, table: int) -> str:
        ((address,),) = self.server.run(OWNER.format(table), self.url)
        return str(address)

    def table_at(self, number: int, name: str, options: str = "first_starter=1") -> tuple[Program, int]:
        """A person at a table of this host."""
        person = self.programs.join(self.addresses[number], name)
        person.until_kind("lobby")
        person.say(f"create keilty {options}")
        table = int(person.until(lambda line: "created=" in line).rpartition("=")[2])
        person.say(f"sit {table}")
        person.until_kind("table")
        assert self.owner(table) == self.addresses[number]
        return person, table


@pytest.fixture
def hosts(tmp_path: Path, postgres_server: PostgresServer) -> Iterator[PageCluster]:  # noqa: F811
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs:
        made = PageCluster(programs, postgres_server, url)
        made.start(1)
        made.start(2)
        yield made


class PageByHand(Caller):
    """A page's connection at the host with this address, greeted."""

    def __init__(self, url: str, place: str, name: str) -> None:
        address = url.removeprefix("https://")
        self.dial(int(address.rpartition(":")[2]), name)
        self._socket, self.is_closed = WSConnection(ConnectionType.CLIENT), False
        ask = Request(address, f"/wire?at={quote(place)}", subprotocols=[SUBPROTOCOL])
        self.tls.sendall(self._socket.send(ask))
        assert self.read() == b""
        self.raw(bytes(32))
        proof = b""
        while len(proof) < 96:
            proof += self.read()
        self.greet(proof[:32])
        (self.welcome,) = self.heard(Welcome)

    def raw(self, data: bytes) -> None:
        self.tls.sendall(self._socket.send(BytesMessage(data)))

    def read(self) -> bytes:
        self._socket.receive_data(super().read())
        events = list(self._socket.events())
        self.is_closed |= any(isinstance(event, CloseConnection) for event in events)
        return b"".join(bytes(event.data) for event in events if isinstance(event, BytesMessage))


def sit_down(page: Page, url: str, table: int) -> None:
    page.open(url)
    page.type("#name", "Anna")
    page.tap("form .main")
    page.tap(f"[data-key='sit {table}']")
    page.tap("[data-key=ready]")


@pytest.mark.slow
def test_a_page_plays_at_a_table_of_another_host_and_goes_on_when_that_dies(
    hosts: PageCluster, window: OpenWindow
) -> None:
    ben, table = hosts.table_at(2, "Ben")
    with window(390, 844) as page:
        sit_down(page, hosts.pages[1], table)
        ben.say("ready")
        page.until(lambda: asked(page), "a turn")
        television = page.another()
        television.open(f"{hosts.pages[1]}/watch")
        television.until(lambda: television.count(".table .player.turn") == 1, "the turn")
        cards = hand(page)
        hosts.hosts[2].stop(signal.SIGKILL)
        page.until(lambda: hosts.owner(table) == hosts.addresses[1], "the takeover")
        page.until(lambda: page.text(".trouble") == "" and hand(page) == cards and asked(page), "the same hand")
        page.tap(".stock.useful")
        page.until(lambda: len(hand(page)) == len(cards) + 1, "the card drawn")
        television.until(
            lambda: television.text(".state") == "" and television.count(".table .player.turn") == 1, "it again"
        )
        assert page.complaints() == television.complaints() == []
        assert hosts.hosts[1].stop() == 0
        assert "Traceback" not in hosts.hosts[1].errors()


@pytest.mark.slow
def test_a_page_goes_on_at_any_host_that_its_name_leads_to(hosts: PageCluster, window: OpenWindow) -> None:
    """As where one name has the addresses of all hosts: the page's host dies, and another one answers there."""
    ben, table = hosts.table_at(1, "Ben")
    with window(390, 844) as page:
        sit_down(page, hosts.pages[1], table)
        ben.say("ready")
        page.until(lambda: asked(page), "a turn")
        cards = hand(page)
        hosts.hosts[1].stop(signal.SIGKILL)
        page.until(lambda: hosts.owner(table) == hosts.addresses[2], "the takeover")
        hosts.start(3, port=int(hosts.pages[1].rpartition(":")[2]))
        page.until(lambda: page.text(".trouble") == "" and hand(page) == cards and asked(page), "the same hand")
        page.tap(".stock.useful")
        page.until(lambda: len(hand(page)) == len(cards) + 1, "the card drawn")
        assert page.complaints() == []


@pytest.mark.slow
def test_a_host_that_ends_closes_the_pages_that_it_passed_on(hosts: PageCluster) -> None:
    with ExitStack() as ended:

        def opened(number: int, place: str) -> PageByHand:
            page = PageByHand(hosts.pages[number], place, f"dot {place}")
            ended.callback(page.close)
            return page

        for number, other in ((1, 2), (2, 1)):  # hosts hear of each other about once a second
            here = opened(number, "")
            while not here.welcome.addresses and not here.heard(HostsShown):
                assert here.hear()
            (shown, *_) = [here.welcome] if here.welcome.addresses else here.heard(HostsShown)
            assert shown.addresses == (hosts.addresses[other],)
        page = opened(1, hosts.addresses[2])
        assert page.welcome.addresses == (hosts.addresses[1],), "it is another one that welcomes it"
        assert hosts.hosts[1].stop() == 0
        while not page.is_closed and not page.is_over:
            page.read()
        assert page.is_closed, "the host ends the WebSocket properly"


@pytest.mark.slow
def test_any_host_tells_what_cost_a_player_most(hosts: PageCluster, tmp_path: Path) -> None:
    ben, table = hosts.table_at(2, "Ben", "deals=1")
    ben.say("stand")
    with bots(tmp_path, hosts.addresses[2], table) as playing:
        assert playing.wait() == 0
    assert coached(hosts.pages[1], table) == 200
