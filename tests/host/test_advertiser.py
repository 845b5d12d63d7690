"""The advertiser with a responder that records calls, and a clock that the test advances."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import Clock
from zeroconf import DNSCache, IPVersion, ServiceInfo  # type: ignore[attr-defined]

from rummynet.host.discovery import advertiser as module
from rummynet.host.discovery.advertiser import DIAL_SECONDS, LOOK_SECONDS, RETRY_SECONDS, Advertiser, open_responder
from rummynet.host.ops.logbook import Logbook
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.announcement import SERVICE, Announcement, TableAnnounced, instance, read_txt, short

KEY = bytes(32)
SAID = Announcement("Kitchen", key_fingerprint(KEY), 1, 1, ("keilty",))
OTHER = f"copied {short(SAID.fingerprint)}.{SERVICE}"
TABLE = TableAnnounced(1, "keilty", "waiting", 1, 6, "t")


class FakeResponder:
    """Records the calls; raises ``trouble`` where it is set."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Any]] = []
        self.trouble: Exception | None = None
        self.cache = DNSCache()

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

    def __init__(self, in_thread: Callable[..., "Deferred[Any]"] = maybeDeferred, bind: str = "0.0.0.0") -> None:
        self.clock, self.responder, self.log = Clock(), FakeResponder(), io.StringIO()
        self.said: Announcement = SAID
        self.here: tuple[str, ...] = ("192.0.2.1", "2001:db8::1")
        self.blind = False
        self.opened: list[str] = []
        self.proves, self.asked, self.copies = KEY, list[object](), list[object]()
        self.advertiser = Advertiser(
            self.clock, Logbook(self.log), lambda: self.said, bind, 7866,
            responder=self.open, addresses=self.addresses, in_thread=in_thread,
            copied=lambda *told: self.copies.append(told), dials=self,  # type: ignore[arg-type]
        )  # fmt: skip

    def key_of_another(self, *asked: object) -> bytes:
        self.asked.append(asked)
        return self.proves

    def addresses(self) -> tuple[str, ...]:
        if self.blind:
            raise OSError("no interfaces")
        return self.here

    def open(self, bind: str) -> Any:  # noqa: ANN401 - in the place of Zeroconf
        self.opened.append(bind)
        return self.responder

    @property
    def lines(self) -> list[str]:
        return self.log.getvalue().splitlines()


class TestWhatIsAnnounced:
    def test_it_announces_changes_and_withdraws(self) -> None:
        harness = AdvertiserHarness()
        assert harness.advertiser.is_silent
        harness.advertiser.start()
        assert harness.responder.said == [("register", SAID)]
        (line,) = harness.lines
        assert f"announced on the local network name={instance(SAID)!r} addresses={harness.here}" in line
        harness.said = replace(SAID, open=1, tables=(TABLE,))
        harness.clock.advance(LOOK_SECONDS)
        assert harness.responder.said[1:] == [("update", harness.said)]
        gone: list[None] = []
        harness.advertiser.stop().addCallback(gone.append)
        assert gone == [None] and harness.advertiser.is_silent
        assert harness.responder.done[-1] == "close"
        assert not harness.clock.getDelayedCalls() and harness.lines == [line]

    def test_new_addresses_bring_new_interfaces(self) -> None:
        harness = AdvertiserHarness()
        harness.advertiser.start()
        harness.here = ("198.51.100.1",)
        harness.clock.advance(LOOK_SECONDS)
        assert harness.responder.done == ["register", "interfaces", "update"]

    @pytest.mark.parametrize(
        ("name", "address", "port", "key", "asked"),
        [
            (OTHER, "192.0.2.3", 7866, KEY, 1),
            (OTHER, "192.0.2.1", 7867, KEY, 1),
            (OTHER, "192.0.2.3", 7866, b"", 3),
            (OTHER, "192.0.2.1", 7866, KEY, 0),
            (OTHER, "192.0.2.3", 0, KEY, 0),
            (instance(SAID), "192.0.2.3", 7866, KEY, 0),
            (f"another's.{SERVICE}", "192.0.2.3", 7866, KEY, 0),
        ],
    )
    @pytest.mark.parametrize("is_first", [True, False])
    def test_a_copy_that_proves_the_key_is_told_once(
        self, name: str, address: str, port: int, key: bytes, asked: int, is_first: bool
    ) -> None:
        harness, place = AdvertiserHarness(), ServiceInfo(SERVICE, name, port=port, parsed_addresses=[address])
        harness.proves = key
        harness.advertiser.start()
        harness.clock.pump([LOOK_SECONDS] * (0 if is_first else 5))
        harness.responder.cache.async_add_records(
            [place.dns_pointer(), place.dns_service(), place.dns_text(), *place.dns_addresses()]
        )
        harness.clock.pump([LOOK_SECONDS] * (61 if is_first else 86))
        assert harness.asked == [(address, port, DIAL_SECONDS)] * asked
        assert harness.copies == [(f"{address}:{port}", is_first)] * (asked == 1)


class TestTrouble:
    def test_failing_is_one_line_and_is_tried_again(self) -> None:
        harness = AdvertiserHarness()
        harness.responder.trouble = OSError("no network")
        harness.advertiser.start()
        harness.clock.pump([RETRY_SECONDS] * 5)
        assert len(harness.opened) == 6
        assert harness.responder.done == ["close"] * 6
        (line,) = harness.lines
        assert "not announced on the local network; players can join by the address" in line and "no network" in line
        harness.responder.trouble = None
        harness.clock.advance(RETRY_SECONDS)
        assert harness.responder.done[-1] == "register" and len(harness.lines) == 2
        harness.here, harness.responder.trouble = (), OSError("again")
        harness.clock.advance(LOOK_SECONDS)
        assert "again" in harness.lines[-1]

    def test_addresses_that_cannot_be_read_are_one_line_too(self) -> None:
        harness = AdvertiserHarness()
        harness.blind = True
        harness.advertiser.start()
        assert len(harness.lines) == 1
        harness.advertiser.stop()
        assert harness.advertiser.is_silent

    def test_stopping_waits_for_what_is_under_way(self) -> None:
        under_way: list[tuple[Deferred[Any], Callable[[], Any]]] = []

        def in_thread(do: Callable[..., Any], *args: object) -> "Deferred[Any]":
            under_way.append((Deferred(), lambda: do(*args)))
            return under_way[-1][0]

        def finish() -> None:
            deferred, do = under_way.pop(0)
            deferred.callback(do())

        harness = AdvertiserHarness(in_thread)
        harness.advertiser.start()
        harness.advertiser.stop()
        assert len(under_way) == 1 and not harness.advertiser.is_silent
        finish()
        assert harness.responder.done == ["register"] and not harness.advertiser.is_silent
        finish()
        assert harness.responder.done == ["register", "close"] and harness.advertiser.is_silent
        assert not harness.clock.getDelayedCalls()


class TestOpening:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, object]]:
        """The arguments that Zeroconf was called with; with IPv6 it fails."""
        seen: list[tuple[object, object]] = []

        def opened(interfaces: object, ip_version: object = None, use_asyncio: object = None) -> str:
            assert use_asyncio is False, "it has a thread of its own"
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
