"""Browsers at the host: pages, the WebSocket, who may open one, limits. No reactor runs."""

import gzip
import io
import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from wsproto.connection import ConnectionState
from wsproto.events import BytesMessage, Ping, Pong, TextMessage

from rummynet.host.limits.bounds import Bounds
from rummynet.host.web.web_connection import LONGEST_HEAD, WebFactory, invitation
from rummynet.host.web.web_origins import WebOrigins
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.messages import Bye
from tests.support.dialling import Building
from tests.support.people import HOST, Person
from tests.support.web_dialling import AUTHORITY, HTML, WebDialler, WebWire, connect, fetch, get, web_factory


def page_guest(building: Building, name: str = "Ann") -> WebDialler:
    person = Person(name, lambda: round(1000 * building.clock.seconds()), b"c" * 8)
    made = WebDialler(building, person)
    building.diallers.append(made)
    return made


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def headers(answer: bytes) -> dict[str, str]:
    lines = answer.split(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
    return {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}


# -- pages


def test_a_page_comes_with_everything_that_holds_it_in(building: Building) -> None:
    answer = fetch(building, get())
    assert status(answer) == 200 and answer.endswith(HTML)
    found = headers(answer)
    assert found["content-type"] == "text/html; charset=utf-8"
    assert found["x-content-type-options"] == "nosniff" and found["referrer-policy"] == "no-referrer"
    assert found["x-frame-options"] == "DENY" and found["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in found
    policy = found["content-security-policy"]
    first, second = (b64encode(sha256(text).digest()).decode() for text in (b"let a = 1 < 2;", b"a"))
    style = b64encode(sha256(b"b { color: red }").digest()).decode()
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{first}' 'sha256-{second}'; style-src 'sha256-{style}'; "
        "img-src 'self' data:; "
        f"connect-src 'self' wss://{AUTHORITY}; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_a_page_comes_compressed_to_browsers_that_say_so_and_not_twice(building: Building) -> None:
    answer = fetch(building, get(Accept_Encoding="gzip, br"))
    found = headers(answer)
    assert found["content-encoding"] == "gzip" and gzip.decompress(answer.split(b"\r\n\r\n", 1)[1]) == HTML
    again = fetch(building, get(If_None_Match=found["etag"]))
    assert [status(one) for one in (answer, again)] == [200, 304] and again.endswith(b"\r\n\r\n")


def test_head_has_the_same_head_and_no_body(building: Building) -> None:
    whole = fetch(building, get())
    assert fetch(building, get().replace(b"GET", b"HEAD", 1)) == whole.split(b"\r\n\r\n")[0] + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("authority", "places", "wanted"),
    [
        ("10.0.0.7:7867", ("192.168.1.7",), "10.0.0.7:7867"),
        ("127.0.0.1:7867", ("192.168.1.7", "10.0.0.7"), "192.168.1.7:7867"),
        ("[::1]:7867", ("fd00::1",), "[fd00::1]:7867"),
        ("localhost", ("cards.example",), "cards.example"),
        ("127.0.0.1:7867", (), "127.0.0.1:7867"),
    ],
)
def test_an_invitation_names_a_place_that_others_reach(
    building: Building, authority: str, places: tuple[str, ...], wanted: str
) -> None:
    made = web_factory(building)
    source = WebFactory(made.host, made.pages, made.origins, made.signer, made.coach, lambda: places, warns=True)
    found = invitation(source, authority)
    assert found["url"] == f"https://{wanted}/#{key_fingerprint(HOST.public)[7:]}"
    assert found["warns"] is True and str(found["code"]).startswith("<svg xmlns") and " viewBox=" in str(found["code"])
    answer = fetch(building, get("/invitation"))
    assert status(answer) == 200 and json.loads(answer.split(b"\r\n\r\n")[1])["warns"] is False


@pytest.mark.parametrize(
    ("request_bytes", "wanted"),
    [
        (get("/nothing"), 404),
        (get("/coach/1/1"), 404),
        (get("/../../etc/passwd"), 404),
        (get().replace(b"GET", b"POST", 1), 405),
        (get("/wire"), 426),
        (get(Host="evil.example"), 403),
        (get(Host="host.local.evil.example:7867"), 403),
        (get(Host="host.local@evil.example"), 403),
        (get(Host="host.local; script-src *"), 403),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\n\r\n", 403),
        (get().replace(b"\r\n\r\n", b"\r\nHost: host.local:7867\r\n\r\n"), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: host.local\r\nX: " + b"x" * LONGEST_HEAD, 400),
    ],
)
def test_what_is_no_request_for_a_page_is_refused_in_one_line(
    building: Building, request_bytes: bytes, wanted: int
) -> None:
    connection, wire = connect(building)
    connection.data_received(request_bytes)
    assert status(wire.value()) == wanted
    assert wire.value().count(b"\n") < 20 and wire.closed
    assert building.factory.dispatcher.peers == ()


@pytest.mark.parametrize("host", ["192.168.1.7", "192.168.1.7:7867", "[fd00::1]:7867", "HOST.LOCAL", "host.local."])
def test_the_host_is_reached_by_its_names_and_by_any_address(building: Building, host: str) -> None:
    assert status(fetch(building, get(Host=host))) == 200


def test_a_long_page_waits_for_a_slow_reader(building: Building) -> None:
    connection, wire = connect(building)
    connection.pause_writing()
    connection.data_received(get())
    assert wire.value() == b"" and not wire.closed
    connection.resume_writing()
    assert wire.value().endswith(HTML) and wire.closed


def test_a_browser_that_says_nothing_is_hung_up_on(building: Building) -> None:
    _, wire = connect(building)
    building.clock.advance(building.factory.bounds.greeting_seconds)
    assert wire.closed and wire.value() == b""


# -- the WebSocket


EVIL = ("https://evil.example", "https://host.local:7867.evil.example")


@pytest.mark.parametrize("origin", [*EVIL, "http://host.local:7867", "https://host.local", "null"])
def test_the_pages_of_other_sites_get_no_connection(building: Building, origin: str) -> None:
    web = WebWire(building, "10.0.0.1", origin)
    assert not web.is_open and status(web.answer) == 403 and web.closed


def test_a_program_without_a_page_may_connect(building: Building) -> None:
    assert WebWire(building, "10.0.0.1", None).is_open
    assert WebOrigins(["host.local"], secure=True).page_origin(b"evil.example", None) is None


def test_text_ends_the_connection(building: Building) -> None:
    web = WebWire(building, "10.0.0.1")
    web.send_event(TextMessage("hello"))
    assert web.wire.aborted


def test_pings_are_answered_but_not_while_the_page_does_not_read(building: Building) -> None:
    web = WebWire(building, "10.0.0.1")
    web.send_event(Ping(b"x"))
    assert [type(one) for one in web.events()] == [Pong]
    web.connection.pause_writing()
    web.send_event(Ping(b"y"))
    assert web.events() == []


@pytest.fixture
def narrow(tmp_path: Path, stream: io.StringIO) -> Iterator[Building]:
    made = Building(tmp_path, stream, Bounds(messages_per_second=10, burst=60, per_address=1, dials_burst=4))
    yield made
    made.close()


def test_empty_frames_cost_as_much_as_messages(narrow: Building) -> None:
    web = WebWire(narrow, "10.0.0.1")
    flood = b"".join(web.socket.send(BytesMessage(b"")) for _ in range(100))
    web.connection.data_received(flood)
    assert web.wire.aborted


def test_pages_and_programs_of_one_address_are_counted_together(narrow: Building) -> None:
    narrow.guest("Ann")
    page = page_guest(narrow, "Bob")
    bye = page.greet()
    assert isinstance(bye, Bye) and bye.code == "full" and page.web.socket.state is ConnectionState.REMOTE_CLOSING
    assert narrow.factory.build_protocol("10.0.0.1") is not None
    assert narrow.factory.build_protocol("10.0.0.1") is None, "pages dial as others do"
