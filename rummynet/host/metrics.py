"""``--metrics PORT``: figures for Prometheus at http://127.0.0.1:PORT/metrics, on loopback only.

No figure identifies a person, a card or a table.
"""

from collections.abc import Iterator
from typing import Any, Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.twisted import MetricsResource
from twisted.protocols.policies import WrappingFactory
from twisted.web.resource import Resource
from twisted.web.server import Site

from rummynet.host.connections.host_protocol import HostFactory

LOOPBACK = "127.0.0.1"
# One Prometheus needs one; beyond, the oldest is closed, so who opens many keeps nobody out and costs few files.
MOST_CONNECTIONS: Final = 16
IDLE_SECONDS: Final = 30  # a scrape takes no time; a client that comes again later connects again


class MetricsCollector(Collector):
    """Collects the figures at each scrape; nothing is counted for it alone."""

    def __init__(self, factory: HostFactory) -> None:
        self._factory = factory

    def collect(self) -> Iterator[Metric]:
        """One metric family after another."""
        factory, lobby = self._factory, self._factory.dispatcher.lobby
        tables = list(lobby.tables.values())
        yield GaugeMetricFamily("rummynet_connections", "Connections, greeted or not", len(factory.connections))
        yield GaugeMetricFamily(
            "rummynet_ungreeted", "Connections without a proven key", len(factory.admission.ungreeted)
        )
        yield GaugeMetricFamily("rummynet_people", "Keys that have greeted and are connected", len(lobby.people))
        stages = GaugeMetricFamily("rummynet_tables", "Open tables", labels=["stage"])
        for stage in ("waiting", "playing"):
            stages.add_metric([stage], sum(table.stage == stage for table in tables))
        yield stages
        seats = [seat for table in tables for seat in table.seating.seats.values()]
        taken = GaugeMetricFamily("rummynet_seats", "Seats taken", labels=["by"])
        taken.add_metric(["person"], sum(not seat.bot for seat in seats))
        taken.add_metric(["bot"], sum(seat.bot for seat in seats))
        yield taken
        yield GaugeMetricFamily("rummynet_clocks", "Clocks that run", len(factory.dispatcher.timers))
        yield GaugeMetricFamily("rummynet_unsent_bytes", "Bytes that wait for slow readers", factory.unsent.bytes)
        yield GaugeMetricFamily("rummynet_unhandled", "Connections whose messages wait", len(factory.scheduler))
        yield GaugeMetricFamily("rummynet_held_updates", "States of tables held back", len(factory.dispatcher.updates))
        yield GaugeMetricFamily("rummynet_unrecorded", "Effects that wait for the disk", factory.dispatcher.unrecorded)
        yield CounterMetricFamily("rummynet_messages", "Messages that have come", factory.messages_received)
        yield CounterMetricFamily("rummynet_slow_readers", "Connections cut for reading too slowly", factory.too_slow)
        away = CounterMetricFamily("rummynet_turned_away", "Connections closed or dropped for others", labels=["why"])
        away.add_metric(["dials"], factory.turned_away)
        away.add_metric(["ungreeted"], factory.displaced)
        yield away
        goodbyes = CounterMetricFamily("rummynet_goodbyes", "Connections that the host ended", labels=["code"])
        for code, times in sorted(factory.goodbyes.items()):
            goodbyes.add_metric([code], times)
        yield goodbyes
        cluster = factory.cluster
        if cluster is not None:
            alive = 1 + sum(host.alive for host in cluster.neighbours.hosts.values())
            yield GaugeMetricFamily("rummynet_cluster_hosts", "Living hosts with this journal, this one too", alive)
            yield CounterMetricFamily("rummynet_cluster_takeovers", "Tables taken over", cluster.takeovers)
            yield GaugeMetricFamily(
                "rummynet_cluster_beat_seconds", "How long the last beat took", cluster.beat_seconds
            )


class FewConnections(WrappingFactory):
    """Closes the oldest connection when there are too many."""

    noisy = False

    def __init__(self, site: Site) -> None:
        super().__init__(site)  # type: ignore[no-untyped-call]

    def registerProtocol(self, p: Any) -> None:  # noqa: ANN401 - Twisted's own types
        """Count a connection."""
        super().registerProtocol(p)  # type: ignore[no-untyped-call]
        while len(self.protocols) > MOST_CONNECTIONS:
            oldest = next(iter(self.protocols))
            del self.protocols[oldest]
            oldest.transport.abortConnection()

    def unregisterProtocol(self, p: Any) -> None:  # noqa: ANN401
        """Count it no longer, if it is still counted."""
        self.protocols.pop(p, None)


def serve(reactor: Any, port: int, factory: HostFactory) -> Any:  # noqa: ANN401 - Twisted's own types
    """Listen on this loopback port (0: any) and return the listening port. Raises CannotListenError."""
    registry = CollectorRegistry()
    registry.register(MetricsCollector(factory))
    root = Resource()
    root.putChild(b"metrics", MetricsResource(registry))  # type: ignore[no-untyped-call]
    # Loopback only: the page has no password.
    return reactor.listenTCP(port, FewConnections(Site(root, timeout=IDLE_SECONDS)), interface=LOOPBACK)
