"""The advertiser with a responder that records calls."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from zeroconf import IPVersion, ServiceInfo

from rummynet.host.discovery import advertiser as module
from rummynet.host.discovery.advertiser import Advertiser, open_responder
from rummynet.host.ops.logbook import Logbook
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced, read_txt

SAID = Announcement("Kitchen", "sha256:" + "ab" * 32, 1, 1, ("keilty",))
TABLE = TableAnnounced(1, "keilty", "waiting", 1, 6, "t")


class FakeResponder:
    """Records the calls; raises ``trouble`` where it is set."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Any]] = []
        self.trouble: Exception | None = None

    def _note(self, what: str, info: ServiceInfo | None = None) -> None:
        if self.trouble is not None and what != "close":
            raise self.trouble
        self.said.append((what, read_txt(info.properties) if info else None))

    def register_service(self, info: ServiceInfo, *, allow_name_change: bool) -> None:
        assert allow_name_change
        self._note("register", info)

    def update_service(self, info: ServiceInfo) -> None:
        self._note("update", info)

    def update_interfaces(self) -> None:
        self._note("interfaces")

    def close(self) -> None:
        self._note("close")

    @property
    def done(self) -> list[str]:
        return [what for what, _ in self.said]


class AdvertiserHarness:
    """An advertiser and its parts; ``said``, ``here`` and ``blind`` (addresses cannot be read) may be changed."""

    def __init__(self, bind: str = "0.0.0.0") -> None:
        self.responder, self.log = FakeResponder(), io.StringIO()
        self.said: Announcement = SAID
        self.here: tuple[str, ...] = ("192.0.2.1", "2001:db8::1")
        self.blind = False
        self.opened: list[str] = []
        self.under_way: asyncio.Event | None = None  # what threads wait for
        self.advertiser = Advertiser(
            Logbook(self.log), lambda: self.said, bind, 7866,
            responder=self.open, addresses=self.addresses, in_thread=self.in_thread,
        )  # fmt: skip

    async def in_thread(self, do: Callable[..., Any], *given: object) -> object:
        if self.under_way is not None:
            await self.under_way.wait()
        return do(*given)

    def addresses(self) -> tuple[str, ...]:
        if self.blind:
            raise OSError("no interfaces")
        return self.here

    def open(self, bind: str) -> Any:  # noqa: ANN401 - in the place of Zeroconf
        self.opened.append(bind)
        return self.responder

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.001)

    @property
    def lines(self) -> list[str]:
        return self.log.getvalue().splitlines()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.001)


def announced(work: Callable[[AdvertiserHarness], Awaitable[None]], **changed: object) -> AdvertiserHarness:
    """One that was run during this work, and has ended."""

    async def both() -> AdvertiserHarness:
        harness = AdvertiserHarness()
        for name, value in changed.items():
            setattr(harness, name, value)
        task = asyncio.create_task(harness.advertiser.run())
        await work(harness)
        harness.advertiser.stop()
        await task
        assert harness.advertiser.is_silent
        return harness

    return asyncio.run(both())


class TestWhatIsAnnounced:
    def test_it_announces_changes_and_new_interfaces_and_withdraws(self) -> None:
        async def work(harness: AdvertiserHarness) -> None:
            await harness.until(lambda: harness.responder.said == [("register", SAID)])
            harness.said = replace(SAID, open=1, tables=(TABLE,))
            await harness.until(lambda: harness.responder.said[1:] == [("update", harness.said)])
            harness.here = ("198.51.100.1",)
            await harness.until(lambda: len(harness.responder.done) == 4)
            assert not harness.advertiser.is_silent

        harness = announced(work)
        assert harness.responder.done == ["register", "update", "interfaces", "update", "close"]
        assert len(harness.lines) == 1 and "announced on the local network" in harness.lines[0]


class TestTrouble:
    def test_failing_is_one_line_and_is_tried_again(self) -> None:
        async def work(harness: AdvertiserHarness) -> None:
            harness.responder.trouble = OSError("no network")
            await harness.until(lambda: len(harness.opened) == 6)
            assert harness.responder.done == ["close"] * 6
            (line,) = harness.lines
            assert "not announced on the local network; players can join by the address" in line
            assert "no network" in line
            harness.responder.trouble = None
            await harness.until(lambda: harness.responder.done[-1] == "register")

        announced(work)

    def test_addresses_that_cannot_be_read_are_one_line_too(self) -> None:
        harness = announced(lambda harness: harness.until(lambda: bool(harness.lines)), blind=True)
        assert len(harness.lines) == 1

    def test_stopping_waits_for_what_is_under_way(self) -> None:
        async def work(harness: AdvertiserHarness) -> None:
            harness.under_way = asyncio.Event()
            await asyncio.sleep(0)
            harness.advertiser.stop()
            await asyncio.sleep(0.01)
            assert not harness.advertiser.is_silent and not harness.responder.done
            harness.under_way.set()

        assert announced(work).responder.done == ["register", "close"]


class TestOpening:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, object]]:
        """The arguments that Zeroconf was called with; with IPv6 it fails."""
        seen: list[tuple[object, object]] = []

        def opened(interfaces: object, ip_version: object = None, use_asyncio: object = None) -> str:
            seen.append((interfaces, ip_version))
            if ip_version is IPVersion.All:
                raise OSError("no IPv6")
            return "radio"

        monkeypatch.setattr(module, "Zeroconf", opened)
        return seen

    def test_without_ipv6_it_is_ipv4(self, asked: list[tuple[object, object]]) -> None:
        assert str(open_responder("0.0.0.0")) == "radio"
        assert [version for _, version in asked] == [IPVersion.All, IPVersion.V4Only]

    @pytest.mark.parametrize(
        ("bind", "used"), [("192.0.2.1", "192.0.2.1"), ("127.0.0.1", "127.0.0.1"), ("::1", "127.0.0.1")]
    )
    def test_one_address_is_one_interface(self, bind: str, used: str, asked: list[tuple[object, object]]) -> None:
        open_responder(bind)
        assert asked == [([used], None)]
