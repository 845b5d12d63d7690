"""Discovery with a fake Zeroconf and a clock that is set by hand."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, cast

import pytest
from zeroconf import DNSCache, DNSIncoming, DNSOutgoing, RecordUpdate  # type: ignore[attr-defined]

from rummynet.host.discovery.advertiser import service
from rummynet_client.net import discover
from rummynet_client.net.discover import CannotListen, NetworkWatch
from rummynet_protocol.wire.announcement import Announcement, instance
from tests.support.errors import raises

SAID = Announcement("Kitchen", "sha256:" + "ab" * 32, 1, 1, ("keilty",), 3, 1)
_ANSWER = 0x8400


class Ears:
    """Zeroconf without a network: a cache, a listener, and the queries that were sent."""

    def __init__(self) -> None:
        self.zeroconf = self
        self.cache = DNSCache()
        self.asked: list[DNSOutgoing] = []
        self.listener: Any = None
        self.closed = False
        self.trouble: Exception | None = None

    def async_add_listener(self, listener: object, question: None) -> None:
        self.listener = listener

    def async_remove_listener(self, listener: object) -> None:
        self.listener = None

    async def async_wait_for_start(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    def async_send(self, question: DNSOutgoing) -> None:
        self.asked.append(question)

    async def async_update_interfaces(self) -> None:
        pass

    async def async_close(self) -> None:
        self.closed = True

    def hear(self, said: Announcement, ttl: int | None = None, addresses: tuple[str, ...] = ("192.0.2.9",)) -> None:
        """A packet with the announcement; *ttl* 0 is a goodbye."""
        info = service(said, addresses, 7866, instance(said))
        out = DNSOutgoing(_ANSWER)
        for record in (info.dns_pointer(ttl), info.dns_service(ttl), info.dns_text(ttl), *info.dns_addresses(ttl)):
            out.add_answer_at_time(record, 0)
        for packet in out.packets():
            heard = DNSIncoming(packet)
            answers: list[Any] = heard.answers()
            self.listener.async_update_records(
                self, heard.now, [RecordUpdate(one, self.cache.async_get_unique(one)) for one in answers]
            )
            self.cache.async_add_records([one for one in answers if not one.is_expired(heard.now)])
            self.listener.async_update_records_complete()


def watching(do: Callable[[NetworkWatch, Ears, list[float]], Awaitable[None]]) -> Ears:
    ears, now = Ears(), [1000.0]

    async def go() -> None:
        async with NetworkWatch(lambda: cast(Any, ears), lambda: now[0]) as watch:
            await asyncio.sleep(0)
            await do(watch, ears, now)

    asyncio.run(go())
    return ears


def test_a_farewell_and_a_change_are_seen() -> None:
    async def do(watch: NetworkWatch, ears: Ears, now: list[float]) -> None:
        ears.hear(SAID)
        other = Announcement("Kitchen", "sha256:" + "cd" * 32, 1, 1, ())
        ears.hear(other)
        assert [host.announcement.fingerprint for host in watch.hosts()] == [SAID.fingerprint, other.fingerprint]
        ears.hear(other, ttl=0)
        assert [host.announcement.fingerprint for host in watch.hosts()] == [SAID.fingerprint]

    watching(do)


def test_records_that_are_no_host_are_passed_over() -> None:
    async def do(watch: NetworkWatch, ears: Ears, now: list[float]) -> None:
        ears.hear(Announcement("x", "no key at all", 1, 1, ()))
        assert watch.hosts() == ()

    watching(do)


def test_no_ears_are_said_with_what_to_do() -> None:
    def deaf() -> NoReturn:
        raise OSError("address in use")

    async def go() -> None:
        async with NetworkWatch(deaf):
            pass

    with raises(CannotListen, "cannot_listen", "address in use"):
        asyncio.run(go())


def test_without_ipv6_it_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def opened(interfaces: object, ip_version: object) -> str:
        asked.append(ip_version)
        if len(asked) == 1:
            raise OSError("no IPv6")
        return "ears"

    monkeypatch.setattr(discover, "AsyncZeroconf", opened)
    assert str(discover.open_zeroconf()) == "ears"
    assert len(asked) == 2
    assert not logging.getLogger("zeroconf").isEnabledFor(logging.CRITICAL)
