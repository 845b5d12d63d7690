"""The server name in the first bytes of a TLS client: real hellos, cut and altered."""

import ssl
import struct
from collections.abc import Callable

import pytest

from rummynet.host.net.client_hello import MOST_HELLO, MOST_RECORDS, server_name
from rummynet_client.net.tls import context

HEADER = 5


def hello(name: str | None, alpn: tuple[str, ...] = ()) -> bytes:
    """What OpenSSL sends first, for this server name."""
    tls = context()
    if alpn:
        tls.set_alpn_protocols(list(alpn))
    outgoing = ssl.MemoryBIO()
    connection = tls.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname=name)
    with pytest.raises(ssl.SSLWantReadError):
        connection.do_handshake()
    return outgoing.read()


def records(message: bytes, size: int) -> bytes:
    """A handshake message in records of *size* bytes."""
    pieces = [message[at : at + size] for at in range(0, len(message), size)]
    return b"".join(b"\x16\x03\x01" + struct.pack(">H", len(piece)) + piece for piece in pieces)


def made(extensions: bytes, **parts: bytes) -> bytes:
    """A hello with these extensions, whose other *parts* are the usual ones."""
    usual = {
        "version": b"\x03\x03",
        "random": bytes(32),
        "session": b"\0",
        "ciphers": b"\0\x02\x13\x01",
        "none": b"\1\0",
    }
    body = b"".join({**usual, **parts}.values()) + struct.pack(">H", len(extensions)) + extensions
    return records(b"\x01" + len(body).to_bytes(3, "big") + body, 2**14)


def extension(kind: int, body: bytes) -> bytes:
    return struct.pack(">HH", kind, len(body)) + body


def names(*entries: tuple[int, bytes]) -> bytes:
    """The extension server_name with these names."""
    rows = b"".join(bytes([kind]) + struct.pack(">H", len(name)) + name for kind, name in entries)
    return extension(0, struct.pack(">H", len(rows)) + rows)


@pytest.mark.parametrize("name", ["process-2", "a", "club.example", "x" * 63 + ".example"])
def test_the_name_of_a_real_client_is_read(name: str) -> None:
    assert server_name(hello(name)) == name


def test_a_client_without_a_name_and_one_that_names_a_number_have_none() -> None:
    assert server_name(hello(None)) == server_name(hello("127.0.0.1")) == server_name(hello("::1")) == ""


def test_a_name_has_no_case() -> None:
    assert server_name(made(names((0, b"Process-2")))) == "process-2"


def test_a_hello_that_is_cut_anywhere_is_waited_for() -> None:
    whole = hello("process-2")
    assert [at for at in range(len(whole)) if server_name(whole[:at]) is not None] == []
    assert server_name(whole + b"and what follows it") == "process-2"


@pytest.mark.parametrize("count", [2, 3, MOST_RECORDS])
def test_a_hello_in_several_records_is_read_as_in_one(count: int) -> None:
    message = hello("process-2")[HEADER:]
    parts = records(message, -(-len(message) // count))
    assert server_name(parts) == "process-2"
    assert [at for at in range(len(parts)) if server_name(parts[:at]) is not None] == []


def test_a_hello_in_tiny_records_has_no_name() -> None:
    assert server_name(records(hello("process-2")[HEADER:], 1)) == ""


def test_a_hello_of_several_segments_is_read() -> None:
    """One with a post-quantum key share is larger than a segment; here protocols take the room."""
    large = hello("process-2", tuple(f"protocol-{number}" for number in range(300)))
    assert 3000 < len(large) < MOST_HELLO
    assert server_name(large) == "process-2" and server_name(large[:1460]) is None


@pytest.mark.parametrize(
    "received",
    [
        b"GET / HTTP/1.1\r\n",
        b"\x15\x03\x01\0\x02\x01\0",  # an alert
        b"\x16\x02\x01\0\x05\x01\0\0\x01\0",  # SSL 2
        b"\x16\x03\x01\0\0",  # an empty record
        b"\x16\x03\x01\x40\x01\x01",  # a record that is too long
        b"\x16\x03\x01\0\x04\x02\0\0\0",  # a message of the server's
        b"\x16\x03\x01\0\x04\x01\xff\xff\xff",  # a hello of 16 MiB
        b"\x16\x03\x01\0\x04\x01\0\0\0",  # a hello of nothing
    ],
)
def test_what_is_no_hello_has_no_name_and_is_not_waited_for(received: bytes) -> None:
    assert server_name(received) == ""


@pytest.mark.parametrize(
    "received",
    [
        made(b""),
        made(names()),
        made(names((0, b""))),
        made(names((1, b"process-2"))),
        made(names((0, b"process-2"), (0, b"process-3"))),
        made(names((0, b"process-2"), (1, b"x"))),
        made(names((0, "prozeß-2".encode()))),
        made(names((0, b"process-2")) + names((0, b"process-3"))),
        made(names((0, b"process-2")) + b"\0"),
        made(extension(0, b"\0\x0c\0\0\x09process-2x")),
        made(extension(0, b"\0\xff\0\0\x09process-2")),
        made(extension(0, b"")),
        made(names((0, b"process-2")), version=b"\x03\x00"),
        made(names((0, b"process-2")), session=b"\x21" + bytes(33)),
        made(names((0, b"process-2")), ciphers=b"\0\0"),
        made(names((0, b"process-2")), none=b"\0"),
    ],
)
def test_what_the_standard_does_not_allow_has_no_name(received: bytes) -> None:
    assert server_name(received) == ""


def test_extensions_before_and_after_it_do_not_matter() -> None:
    around = extension(10, b"\0\x02\0\x1d"), extension(51, bytes(1200))
    assert server_name(made(around[0] + names((0, b"process-2")) + around[1])) == "process-2"


def test_a_hello_that_is_altered_anywhere_is_read_or_refused_but_never_fails() -> None:
    whole = hello("process-2")
    alterations: list[Callable[[int], int]] = [lambda one: one ^ 1, lambda one: one ^ 0x80, lambda _: 0, lambda _: 255]
    for at in range(len(whole)):
        for alter in alterations:
            found = server_name(whole[:at] + bytes([alter(whole[at])]) + whole[at + 1 :])
            assert found is None or isinstance(found, str)


def test_more_is_not_waited_for_without_end() -> None:
    endless = records(b"\x01\0\x3f\xff" + bytes(2**14), 2**13)
    assert server_name(endless[: MOST_HELLO - 1]) is None
    assert server_name(endless[:MOST_HELLO]) == ""
