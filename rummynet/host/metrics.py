"""``--metrics [ADDR:]PORT``: figures for Prometheus at ``/metrics``, and at ``/healthz`` and ``/readyz`` one word.

No figure identifies a person, a card or a table.
"""

import os
import platform
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from twisted.protocols.policies import WrappingFactory
from twisted.web.resource import Resource
from twisted.web.server import Request, Site

from rummynet import __version__
from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.limits.token_bucket import TokenBucket
from rummynet.host.ops.counts import Histogram
from rummynet.host.storage.host_key import JOURNAL

# One Prometheus needs one; beyond, the oldest is closed, so who opens many keeps nobody out and costs few files.
MOST_CONNECTIONS: Final = 16
# A page takes a host a few milliseconds. Prometheus asks once in many seconds, a few people may look as well.
PAGES_PER_SECOND: Final = 5
PAGES_AT_ONCE: Final = 20
GAME_EVENTS: Final = {"begun": "a game begins", "ended": "a game ends", "called_off": "a game is called off"}
IDLE_SECONDS: Final = 30  # a scrape takes no time; a client that comes again later connects again


class MetricsCollector(Collector):
    """Collects the figures at each scrape. *folder* is where the host's files are; None: they are not measured."""

    def __init__(self, factory: HostFactory, folder: Path | None = None) -> None:
        self._factory, self._folder = factory, folder

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
        build = GaugeMetricFamily("rummynet_build", "1, with the version", labels=["version", "python"])
        build.add_metric([__version__, platform.python_version()], 1)
        yield build
        yield from self._happened()
        yield from self._room(len(tables), sum(seat.bot for seat in seats))
        yield from self._sizes()
        cluster = factory.cluster
        if cluster is not None:
            alive = 1 + sum(host.alive for host in cluster.neighbours.hosts.values())
            yield GaugeMetricFamily("rummynet_cluster_hosts", "Living hosts with this journal, this one too", alive)
            yield CounterMetricFamily("rummynet_cluster_takeovers", "Tables taken over", cluster.takeovers)
            yield GaugeMetricFamily(
                "rummynet_cluster_beat_seconds", "How long the last beat took", cluster.beat_seconds
            )

    def _happened(self) -> Iterator[Metric]:
        counts, logbook = self._factory.dispatcher.counts, self._factory.logbook
        games = CounterMetricFamily("rummynet_games", "Games of this run", labels=["what"])
        for what, says in GAME_EVENTS.items():
            games.add_metric([what], counts.happened[says])
        yield games
        yield CounterMetricFamily("rummynet_voided_shuffles", "Shuffles voided", counts.happened["a shuffle is voided"])
        lines = CounterMetricFamily("rummynet_log_lines", "Events, logged or left out", labels=["level"])
        for level in ("warning", "error"):
            lines.add_metric([level], logbook.lines[level])
        yield lines
        yield _histogram("rummynet_write_seconds", "What a group of rows takes to be durable", counts.write)
        yield _histogram(
            "rummynet_answer_seconds", "From the first request of a group of changes to its answer", counts.answer
        )

    def _room(self, tables: int, bots: int) -> Iterator[Metric]:
        limits, bounds = self._factory.context.limits, self._factory.bounds
        room = GaugeMetricFamily("rummynet_room", "What the limits leave", labels=["of"])
        room.add_metric(["connections"], bounds.connections - len(self._factory.connections))
        room.add_metric(["tables"], limits.tables - tables)
        room.add_metric(["bots"], limits.bots - bots)
        yield room

    def _sizes(self) -> Iterator[Metric]:
        if self._folder is None:
            return
        journal = _bytes(self._folder / f"{JOURNAL}{more}" for more in ("", "-wal"))
        yield GaugeMetricFamily(
            "rummynet_journal_bytes", "Size of the journal's file, with what is not merged", journal
        )
        free = os.statvfs(self._folder)
        yield GaugeMetricFamily("rummynet_free_bytes", "Room on the disk of the files", free.f_bavail * free.f_frsize)


def _bytes(files: Iterable[Path]) -> int:
    total = 0
    for file in files:
        try:
            total += file.stat().st_size
        except FileNotFoundError:
            continue  # SQLite removes its own beside the journal
    return total


def _histogram(name: str, says: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(name, says, buckets=histogram.buckets(), sum_value=histogram.seconds)


class Page(Resource):
    """What *answer* returns: status, media type, body. The reactor's thread asks it, so nothing changes meanwhile."""

    isLeaf = True

    def __init__(self, answer: Callable[[], tuple[int, str, bytes]]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._answer = answer

    def render_GET(self, request: Request) -> bytes:
        """The page."""
        status, kind, body = self._answer()
        request.setResponseCode(status)
        request.setHeader(b"content-type", kind.encode())
        return body


def one_word(trouble: str | None) -> tuple[int, str, bytes]:
    """For load balancers and service managers: ``ok``, or with status 503 what is the trouble."""
    return 503 if trouble is not None else 200, "text/plain; charset=utf-8", f"{trouble or 'ok'}\n".encode()


class FewPages(Resource):
    """The root of the pages: who asks too often gets status 429, as each page takes the host's time."""

    def __init__(self, reactor: Any) -> None:  # noqa: ANN401 - Twisted's own types
        super().__init__()  # type: ignore[no-untyped-call]
        self._reactor = reactor
        self._pages = TokenBucket(PAGES_AT_ONCE, PAGES_PER_SECOND, reactor.seconds())

    def getChildWithDefault(self, path: bytes, request: Any) -> Any:  # noqa: ANN401
        """The page of this name."""
        if not self._pages.take(self._reactor.seconds()):
            return Page(lambda: (429, "text/html", b"too many requests; ask less often\n"))
        return super().getChildWithDefault(path, request)  # type: ignore[no-untyped-call]


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


def pages(reactor: Any, factory: HostFactory, folder: Path | None, unready: Callable[[], str | None]) -> Site:  # noqa: ANN401
    """The pages. *unready* returns why players cannot be served now, None if they can."""
    registry = CollectorRegistry()
    registry.register(MetricsCollector(factory, folder))
    ProcessCollector(registry=registry)
    root = FewPages(reactor)
    root.putChild(b"metrics", Page(lambda: (200, CONTENT_TYPE_LATEST, generate_latest(registry))))
    root.putChild(b"healthz", Page(lambda: one_word(None)))
    root.putChild(b"readyz", Page(lambda: one_word(unready())))
    return Site(root, timeout=IDLE_SECONDS, reactor=reactor)


def serve(reactor: Any, host: str, port: int, site: Site) -> Any:  # noqa: ANN401 - Twisted's own types
    """Listen there (port 0: any) and return the listening port. Raises CannotListenError."""
    return reactor.listenTCP(port, FewConnections(site), interface=host)
