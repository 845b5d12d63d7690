"""What a host that ends waits for. No reactor runs."""

import io
import sqlite3
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from twisted.internet.task import Clock

from rummynet.host.ops.logbook import Logbook
from rummynet.host.service import DISK_SECONDS, FAREWELL_SECONDS, Service
from rummynet.host.web.carried import Carrier
from rummynet.host.web.web_server import WebServer, WebSettings
from tests.support.dialling import Wire


class Reactor(Clock):
    """A clock moved by hand, until the host stops it."""

    running = True

    def stop(self) -> None:
        self.running = False


@pytest.mark.parametrize("seconds", [FAREWELL_SECONDS / 2, FAREWELL_SECONDS])
def test_a_host_with_nobody_of_its_own_waits_for_the_pages_that_it_passes_on(seconds: float, tmp_path: Path) -> None:
    carried: set[Any] = {"a page at a table of another host"}
    end = Mock()
    carrier = cast(Carrier, SimpleNamespace(carried=carried, end=end))
    reactor = Reactor()
    service = Service(reactor, reactor, tmp_path, "host", Logbook(io.StringIO()))
    service.web = WebServer(WebSettings(0, plain=True), tmp_path, tuple, datetime.now, carrier)
    service.end(0)
    reactor.advance(seconds - 0.1)
    assert reactor.running and end.called
    if seconds < FAREWELL_SECONDS:
        carried.clear()
    reactor.advance(0.1)
    assert not reactor.running


def test_a_client_that_does_not_read_is_not_waited_for_any_longer(tmp_path: Path) -> None:
    reactor = Reactor()
    service = Service(reactor, reactor, tmp_path / "new", "host", Logbook(io.StringIO()))
    deaf = service.factory.build_protocol("192.0.2.1")
    assert deaf is not None
    deaf.connection_made(Wire())
    service.end(0)
    reactor.advance(FAREWELL_SECONDS - 0.1)
    assert reactor.running and service.factory.connections and service.dispatcher.lobby.numbers.next == 1
    assert (tmp_path / "new" / "host").stat().st_mode & 0o777 == 0o700
    reactor.advance(0.1)
    assert not reactor.running
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        service.journal.next_table()


def test_a_disk_that_stalls_leaves_a_second_for_goodbyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reactor = Reactor()
    service = Service(reactor, reactor, tmp_path, "host", Logbook(io.StringIO()))
    guest, wire = service.factory.build_protocol("192.0.2.1"), Wire()
    assert guest is not None
    guest.connection_made(wire)
    monkeypatch.setattr(service.dispatcher, "close", lambda _then: None)  # it never has all of it
    service.end(0)
    service.end(1)
    reactor.advance(DISK_SECONDS - 0.1)
    assert reactor.running and not wire.closed
    reactor.advance(0.1)
    assert wire.closed and "the disk" in str(service.trouble)
    guest.connection_lost()
    reactor.advance(0.1)
    assert not reactor.running
    assert DISK_SECONDS <= FAREWELL_SECONDS - 1 and service.status == 0
