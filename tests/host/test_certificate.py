import os
import socket
import ssl
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding

from rummynet.host.net.certificate import OwnDials, certificate, server_context
from rummynet_client.net.tls import context
from rummynet_protocol.fairness.signing import Signer

SEED = b"\x51" * 32


def test_the_certificate_holds_the_identity_key_and_is_signed_by_it() -> None:
    made = certificate(SEED)
    key = made.public_key()
    assert isinstance(key, Ed25519PublicKey)
    assert key.public_bytes_raw() == Signer(SEED).public
    made.verify_directly_issued_by(made)


def test_it_is_the_same_bytes_every_time_and_other_bytes_for_another_host() -> None:
    assert certificate(SEED) == certificate(SEED)
    assert certificate(SEED) != certificate(b"\x52" * 32)


def test_it_does_not_run_out() -> None:
    made = certificate(SEED)
    assert made.not_valid_before_utc.year == 1970
    assert made.not_valid_after_utc.year == 9999


def protocol(folder: Path) -> tuple[str | None, bool, bytes | None]:
    """What a client of this certificate's TLS sees: the version, whether there is a ticket, the certificate."""
    server_in, server_out = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = server_context(SEED, folder).wrap_bio(server_in, server_out, server_side=True)
    client = context().wrap_bio(server_out, server_in)
    for end in (client, server, client, server):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    server.write(b"x")
    assert client.read() == b"x"
    session = client.session
    assert session is not None
    return client.version(), session.has_ticket, client.getpeercert(True)


def test_it_is_shown_in_tls_1_3_without_tickets(tmp_path: Path) -> None:
    assert protocol(tmp_path) == ("TLSv1.3", False, certificate(SEED).public_bytes(Encoding.DER))


def copy(source: socket.socket, to: socket.socket) -> None:
    """Pass on what comes, and that nothing more does."""
    while data := source.recv(65536):
        to.sendall(data)
    to.shutdown(socket.SHUT_WR)


def serve_once(listener: socket.socket, context: ssl.SSLContext) -> None:
    """A host that takes one connection."""
    taken, _ = listener.accept()
    with suppress(OSError), context.wrap_socket(taken, server_side=True) as tls:
        tls.recv(1)


def pass_on_once(listener: socket.socket, port: int) -> None:
    """Somebody in between, for one connection."""
    taken, _ = listener.accept()
    with taken, socket.create_connection(("127.0.0.1", port)) as onward, ThreadPoolExecutor() as pool:
        pool.submit(copy, taken, onward)
        pool.submit(copy, onward, taken)


@pytest.mark.parametrize("is_copy", [False, True])
@pytest.mark.parametrize("is_passed_on", [False, True])
def test_a_host_that_meets_itself_is_no_copy(tmp_path: Path, is_copy: bool, is_passed_on: bool) -> None:
    dials, met = OwnDials(), server_context(SEED, tmp_path)
    if not is_copy:
        dials.watch(met)
    with (
        socket.create_server(("127.0.0.1", 0)) as host,
        socket.create_server(("127.0.0.1", 0)) as between,
        ThreadPoolExecutor() as pool,
    ):
        pool.submit(serve_once, host, met)
        if is_passed_on:
            pool.submit(pass_on_once, between, host.getsockname()[1])
        at = (between if is_passed_on else host).getsockname()[1]
        assert dials.key_of_another("127.0.0.1", at, 10.0) == (Signer(SEED).public if is_copy else b"")
    assert dials.key_of_another("127.0.0.1", at, 10.0) == b"", "nobody is there"


Loading = list[tuple[bytes, bytes, list[str]]]
"""Of each loaded pair: certificate and key as they were read, and the files that there were in the folder."""


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loading:
    """What is loaded, by a process that can open no path of a pipe."""
    load, found = ssl.SSLContext.load_cert_chain, Loading()

    def loading(self: ssl.SSLContext, public: str, secret: str) -> None:
        assert all(stat.S_IMODE(os.stat(path).st_mode) == 0o600 for path in (public, secret))
        found.append((Path(public).read_bytes(), Path(secret).read_bytes(), sorted(os.listdir(tmp_path))))
        load(self, public, secret)

    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: not str(path).startswith("/dev/fd") and exists(path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", loading)
    return found


def test_where_a_pipe_has_no_path_files_are_made_for_the_owner_and_removed(tmp_path: Path, loaded: Loading) -> None:
    (tmp_path / "key.tmp").write_text("of a host that was killed")
    (tmp_path / "key.tmp").chmod(0o644)
    assert protocol(tmp_path)[0] == "TLSv1.3"
    ((public, secret, names),) = loaded
    assert b"CERTIFICATE" in public and b"PRIVATE KEY" in secret and b"PRIVATE KEY" not in public
    assert names == ["certificate.tmp", "key.tmp"] and list(tmp_path.iterdir()) == []


def test_the_files_are_removed_whatever_happens(
    tmp_path: Path, loaded: Loading, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(self: ssl.SSLContext, public: str, secret: str) -> None:
        assert len(list(tmp_path.iterdir())) == 2
        raise ssl.SSLError("no such cipher")

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", failing)
    with pytest.raises(ssl.SSLError):
        server_context(SEED, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="a system where a pipe has no path")
def test_the_key_is_on_no_disk_and_in_no_open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load, modes = ssl.SSLContext.load_cert_chain, list[int]()

    def loading(self: ssl.SSLContext, public: str, secret: str) -> None:
        assert list(tmp_path.iterdir()) == []
        modes.extend(os.stat(path).st_mode for path in (public, secret))
        load(self, public, secret)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", loading)
    before = os.listdir("/dev/fd")
    server_context(SEED, tmp_path)
    assert [stat.S_ISFIFO(mode) for mode in modes] == [True, True]
    assert os.listdir("/dev/fd") == before
