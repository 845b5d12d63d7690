"""The figures for Prometheus: what they count, that docs/host.md lists all of them, and that they identify nobody."""

from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web.resource import Resource
from twisted.web.server import Site

from rummynet.host.metrics import IDLE_SECONDS, MOST_CONNECTIONS, FewConnections, MetricsCollector
from rummynet_protocol.wire.messages import Create, Sit
from tests.support.dialling import Building

PAGE = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")


def figures(building: Building) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(MetricsCollector(building.factory))
    lines = generate_latest(registry).decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def test_they_count_connections_people_tables_seats_and_goodbyes(building: Building) -> None:
    ann = building.guest("Ann")
    building.guest("Bob")
    building.dial("Cid")
    ann.ask(Create, "keilty", {}, "secret table")
    ann.ask(Sit, 1, None)
    shown = figures(building)
    assert (shown["rummynet_connections"], shown["rummynet_people"]) == (3, 2)
    assert shown['rummynet_tables{stage="waiting"}'] == 1 and shown['rummynet_seats{by="person"}'] == 1
    assert shown["rummynet_messages_total"] == 6
    building.guest("Ann")
    assert figures(building)['rummynet_goodbyes_total{code="replaced"}'] == 1
    assert not [name for name in shown if "Ann" in name or "secret" in name]


def test_the_page_names_every_figure(building: Building) -> None:
    building.guest("Ann")
    building.guest("Ann")
    assert {name.partition("{")[0] for name in figures(building)} - {word for word in names()} == set()


def names() -> set[str]:
    return {word.partition("{")[0] for word in PAGE.split("`") if word.startswith("rummynet_")}


def test_many_connections_cost_little_and_keep_nobody_out() -> None:
    factory = FewConnections(Site(Resource(), timeout=IDLE_SECONDS))
    lines = [StringTransport() for _ in range(MOST_CONNECTIONS + 3)]
    for line in lines:
        factory.buildProtocol(None).makeConnection(line)
    assert [line.disconnecting for line in lines] == [True] * 3 + [False] * MOST_CONNECTIONS
    assert len(factory.protocols) == MOST_CONNECTIONS


def test_who_says_nothing_is_let_go() -> None:
    clock, line = Clock(), StringTransport()
    site = Site(Resource(), timeout=IDLE_SECONDS, reactor=clock)
    protocol = FewConnections(site).buildProtocol(None)
    protocol.makeConnection(line)
    clock.advance(IDLE_SECONDS - 1)
    assert not line.disconnecting
    clock.advance(2)
    assert line.disconnecting
