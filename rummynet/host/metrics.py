"""``--metrics [ADDR:]PORT``: figures for Prometheus at ``/metrics``, and at ``/healthz`` and ``/readyz`` one word.

No figure identifies a person, a card or a table.
"""

import asyncio
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from rummynet import __version__
from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.limits.token_bucket import TokenBucket
from rummynet.host.net.ports import bound_socket
from rummynet.host.storage.host_key import JOURNAL

# One Prometheus needs one; beyond, the oldest is closed, so who opens many keeps nobody out and costs few files.
MOST_CONNECTIONS: Final = 16
# A page takes a host a few milliseconds. Prometheus asks once in many seconds, a few people may look as well.
PAGES_PER_SECOND: Final = 5
PAGES_AT_ONCE: Final = 20
LEVELS: Final = ("warning", "error")  # of the log, that are counted
GAME_EVENTS: Final = {"begun": "a game begins", "ended": "a game ends", "called_off": "a game is called off"}
IDLE_SECONDS: Final = 30  # a scrape takes no time
TEXT: Final = "text/plain; charset=utf-8"


class MetricsCollector(Collector):
    """Collects the figures at each scrape. *folder* is where the host's files are; None: they are not measured."""

    def __init__(self, factory: HostFactory, folder: Path | None = None) -> None:
        self._factory, self._folder = factory, folder

    def collect(self) -> Iterator[Metric]:
        """One metric family after another."""
        factory, dispatcher, lobby = self._factory, self._factory.dispatcher, self._factory.dispatcher.lobby
        counts, limits, bounds = dispatcher.counts, factory.context.limits, factory.bounds
        tables, seats = (
            lobby.tables.values(),
            [seat for one in lobby.tables.values() for seat in one.seating.seats.values()],
        )
        bots, playing = sum(seat.bot for seat in seats), sum(table.stage == "playing" for table in tables)
        for name, says, value in (
            ("connections", "Connections, greeted or not", len(factory.connections)),
            ("ungreeted", "Connections without a proven key", len(factory.admission.ungreeted)),
            ("people", "Keys that have greeted and are connected", len(lobby.people)),
            ("clocks", "Clocks that run", len(dispatcher.timers)),
            ("unsent_bytes", "Bytes that wait for slow readers", factory.unsent.bytes),
            ("unhandled", "Connections whose messages wait", len(factory.scheduler)),
            ("held_updates", "States of tables held back", len(dispatcher.updates)),
            ("unrecorded", "Effects that wait for the disk", dispatcher.unrecorded),
        ):
            yield GaugeMetricFamily(f"rummynet_{name}", says, value)
        yield _labelled(
            GaugeMetricFamily, "tables", "Open tables", "stage", waiting=len(tables) - playing, playing=playing
        )
        yield _labelled(GaugeMetricFamily, "seats", "Seats taken", "by", person=len(seats) - bots, bot=bots)
        room = {
            "connections": bounds.connections - len(factory.connections),
            "tables": limits.tables - len(tables),
            "bots": limits.bots - bots,
        }
        yield _labelled(GaugeMetricFamily, "room", "What the limits leave", "of", **room)
        yield CounterMetricFamily("rummynet_messages", "Messages that have come", factory.messages_received)
        yield CounterMetricFamily("rummynet_slow_readers", "Connections cut for reading too slowly", factory.too_slow)
        away = {"dials": factory.turned_away, "ungreeted": factory.displaced}
        happened = counts.happened
        for name, says, label, values in (
            ("turned_away", "Connections closed or dropped for others", "why", away),
            ("goodbyes", "Connections that the host ended", "code", dict(sorted(factory.goodbyes.items()))),
            ("games", "Games of this run", "what", {what: happened[says] for what, says in GAME_EVENTS.items()}),
            ("log_lines", "Events, logged or left out", "level", {one: factory.logbook.lines[one] for one in LEVELS}),
        ):
            yield _labelled(CounterMetricFamily, name, says, label, **values)
        yield CounterMetricFamily("rummynet_voided_shuffles", "Shuffles voided", happened["a shuffle is voided"])
        for name, says, histogram in (
            ("write_seconds", "What a group of rows takes to be durable", counts.write),
            ("answer_seconds", "From the first request of a group of changes to its answer", counts.answer),
        ):
            yield HistogramMetricFamily(
                f"rummynet_{name}", says, buckets=histogram.buckets(), sum_value=histogram.seconds
            )
        build = GaugeMetricFamily("rummynet_build", "1, with the version", labels=["version", "python"])
        build.add_metric([__version__, platform.python_version()], 1)
        yield build
        yield from self._sizes()
        cluster = factory.cluster
        if cluster is not None:
            alive = 1 + sum(host.alive for host in cluster.neighbours.hosts.values())
            yield GaugeMetricFamily("rummynet_cluster_hosts", "Living hosts with this journal, this one too", alive)
            yield CounterMetricFamily("rummynet_cluster_takeovers", "Tables taken over", cluster.takeovers)
            yield GaugeMetricFamily(
                "rummynet_cluster_beat_seconds", "How long the last beat took", cluster.beat_seconds
            )

    def _sizes(self) -> Iterator[Metric]:
        if self._folder is None:
            return
        journal = 0
        for more in ("", "-wal"):
            with suppress(FileNotFoundError):  # SQLite removes its own beside the journal
                journal += (self._folder / f"{JOURNAL}{more}").stat().st_size
        yield GaugeMetricFamily(
            "rummynet_journal_bytes", "Size of the journal's file, with what is not merged", journal
        )
        free = os.statvfs(self._folder)
        yield GaugeMetricFamily("rummynet_free_bytes", "Room on the disk of the files", free.f_bavail * free.f_frsize)


def _labelled(
    family: type[GaugeMetricFamily | CounterMetricFamily], name: str, says: str, label: str, **values: int
) -> Metric:
    found = family(f"rummynet_{name}", says, labels=[label])
    for one, value in values.items():
        found.add_metric([one], value)
    return found


class FigurePages:
    """Answers requests, one a connection. *unready* returns why players cannot be served now, None if they can.

    Answers are made in the loop's thread, so nothing changes meanwhile.
    """

    def __init__(
        self, seconds: Callable[[], float], factory: HostFactory, folder: Path | None, unready: Callable[[], str | None]
    ) -> None:
        self._seconds, self._unready = seconds, unready
        self._registry = CollectorRegistry()
        self._registry.register(MetricsCollector(factory, folder))
        ProcessCollector(registry=self._registry)
        self._left = TokenBucket(PAGES_AT_ONCE, PAGES_PER_SECOND, seconds())
        self._open: dict[asyncio.StreamWriter, None] = {}

    def answer(self, request: bytes) -> bytes:
        """What a request gets, which begins with method and path; 429 who asks too often."""
        method, path = (*request.partition(b"?")[0].split(maxsplit=2), b"", b"")[:2]
        status, kind, body = "200 OK", TEXT, b"ok\n"
        if not self._left.take(self._seconds()):
            status, body = "429 Too Many Requests", b"too many requests; ask less often\n"
        elif method not in (b"GET", b"HEAD"):
            status, body = "405 Method Not Allowed", b"a page can only be fetched\n"
        elif path == b"/metrics":
            kind, body = CONTENT_TYPE_LATEST, generate_latest(self._registry)
        elif path == b"/readyz" and (trouble := self._unready()) is not None:
            status, body = "503 Service Unavailable", f"{trouble}\n".encode()
        elif path not in (b"/healthz", b"/readyz"):
            status, body = "404 Not Found", b"the pages are /metrics, /healthz and /readyz\n"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        return head.encode() + (b"" if method == b"HEAD" else body)

    def listen(self, loop: asyncio.AbstractEventLoop, host: str, port: int) -> int:
        """Listen there until the process ends; return the port. Raises OSError."""
        sock = bound_socket(host, port)
        self.server = loop.create_task(asyncio.start_server(self._serve, sock=sock))
        return int(sock.getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open[writer] = None
        if len(self._open) > MOST_CONNECTIONS:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.transport.abort()
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(IDLE_SECONDS):
                writer.write(self.answer(await reader.readuntil(b"\r\n\r\n")))
                await writer.drain()
        self._open.pop(writer, None)
        writer.close()
