"""Bytes that no browser sends, at the port for browsers: nothing but an end of the connection comes of them."""

import io
import random
from pathlib import Path

import pytest

from tests.support.dialling import Building
from tests.support.web_dialling import AUTHORITY, ORIGIN, WebWire, connect, get

UPGRADE = get(
    "/wire", Origin=ORIGIN, Upgrade="websocket", Connection="Upgrade", Sec_WebSocket_Version="13",
    Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==", Sec_WebSocket_Protocol="rummynet",
)  # fmt: skip
CASES = 400


@pytest.fixture
def building(tmp_path: Path) -> Building:
    return Building(tmp_path, io.StringIO())


def spoiled(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, left out or doubled."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(found))
        match chance.randrange(4):
            case 0:
                found[at] = chance.randrange(256)
            case 1:
                del found[at]
            case 2:
                found[at:at] = found[at : at + chance.randint(1, 30)]
            case _:
                found[at:at] = chance.randbytes(chance.randint(1, 10))
    return bytes(found)


def test_requests_that_are_nearly_right(building: Building) -> None:
    chance = random.Random(5)
    for number in range(CASES):
        connection, wire = connect(building, f"10.{number % 200}.0.{number // 200}")
        for piece in (
            spoiled(UPGRADE if number % 2 else get("/", Accept_Encoding="gzip"), chance),
            chance.randbytes(40),
        ):
            connection.data_received(piece)
        answer = wire.value()
        assert not answer or answer.startswith(b"HTTP/1.1 ")
        assert b"Traceback" not in answer
        connection.connection_lost()
    assert building.factory.connections == set()


def test_frames_that_are_nearly_right(building: Building) -> None:
    chance = random.Random(6)
    for number in range(CASES):
        web = WebWire(building, f"10.{number % 200}.1.{number // 200}")
        assert web.is_open
        data = bytes([0x82, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9]) * 3 + b"\x89\x80\0\0\0\0" + b"\x88\x82\0\0\0\0\x03\xe8"
        for _ in range(3):
            web.connection.data_received(spoiled(data, chance))
        web.connection.data_received(chance.randbytes(200))
        web.connection.connection_lost()
    assert building.factory.connections == set() and building.failures == []


@pytest.mark.parametrize("size", [126, 65_536, 2**40, 2**63 - 1])
def test_a_frame_that_says_it_is_long_is_not_waited_for_in_memory(building: Building, size: int) -> None:
    """Its bytes go to the inbox as they come, and the first four of these name a message that is too long."""
    web = WebWire(building, "10.0.0.1")
    length = b"\xfe" + size.to_bytes(2, "big") if size < 65_536 else b"\xff" + size.to_bytes(8, "big")
    web.connection.data_received(b"\x82" + length + b"\0\0\0\0" + b"\xff" * 126)
    assert web.wire.closed


def test_a_log_that_is_flooded_says_nothing_of_what_came(tmp_path: Path) -> None:
    stream = io.StringIO()
    building = Building(tmp_path, stream)
    connection, _ = connect(building)
    connection.data_received(b"GET /\x1b[2Jsecret HTTP/1.1\r\nHost: " + AUTHORITY.encode() + b"\r\n\r\n")
    assert "secret" not in stream.getvalue()
