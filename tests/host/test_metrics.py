"""The figures for Prometheus: what they count, that docs/host.md lists all of them, and that they identify nobody."""

import asyncio
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from rummynet.host.cluster.membership import HostRecord, Neighbours
from rummynet.host.metrics import MOST_CONNECTIONS, PAGES_AT_ONCE, PAGES_PER_SECOND, FigurePages, MetricsCollector
from rummynet.host.ops.counts import Histogram
from rummynet_protocol.wire.messages import Create, Sit
from tests.support.dialling import Building

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
MONITORING = ROOT / "packaging" / "deploy" / "monitoring"


def figures(building: Building) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(MetricsCollector(building.factory, building.journal.path.parent))
    lines = generate_latest(registry).decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def test_the_page_names_every_figure(building: Building) -> None:
    building.guest("Ann")
    building.guest("Ann")
    assert {name.partition("{")[0] for name in figures(building)} - {word for word in names()} == set()
    building.logbook.warn("a line")
    assert figures(building).items() >= {
        "rummynet_connections": 2, "rummynet_ungreeted": 0, "rummynet_people": 1, "rummynet_clocks": 0,
        "rummynet_messages_total": 4, 'rummynet_log_lines_total{level="warning"}': 1,
        'rummynet_goodbyes_total{code="replaced"}': 1,
    }.items()  # fmt: skip
    assert {count for _, count in Histogram().buckets()} == {0}
    assert [value for name, value in figures(building).items() if name.startswith("rummynet_build{")] == [1]


def test_the_room_on_the_disk_is_in_bytes(building: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_bavail=3, f_frsize=4096))
    assert figures(building)["rummynet_free_bytes"] == 3 * 4096


def names() -> set[str]:
    return {word.partition("{")[0] for word in PAGE.split("`") if word.startswith("rummynet_")}


def test_many_connections_cost_little_and_keep_nobody_out(building: Building) -> None:
    async def dial() -> None:
        loop = asyncio.get_running_loop()
        site = pages(building)
        port = site.listen(loop, "127.0.0.1", 0)
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_CONNECTIONS + 3)]
        for reader, _ in lines[:3]:
            assert await reader.read() == b""
        for reader, writer in lines[3:]:
            writer.write(b"GET /healthz HTTP/1.1\r\n\r\n")
            assert b"200 OK" in await reader.read()
        for _, writer in lines:
            writer.close()
        (await site.server).close()

    asyncio.run(dial())


def test_a_shuffle_that_a_seat_leaves_alone_is_counted(building: Building, stream: io.StringIO) -> None:
    ann, bob = people = [building.guest(name) for name in ("Ann", "Bob")]
    ann.ask(Create, "keilty", {}, "a table")
    for seat, one in enumerate(people):
        one.ask(Sit, 1, seat)
    bob.person.silent = {"reveal"}
    for one in people:
        one.ready(1)
    building.clock.advance(building.dispatcher.lobby.context.limits.reveal_seconds + 1)
    building.settle()
    assert figures(building)["rummynet_voided_shuffles_total"] == 1
    assert "a shuffle is voided table=1 id=" in stream.getvalue()


def expressions() -> Iterator[str]:
    dashboard = json.loads((MONITORING / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yaml = pytest.importorskip("yaml")  # of the tools for documents
    (group,) = yaml.safe_load((MONITORING / "rummynet.rules.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert rule.keys() <= {"alert", "expr", "for", "annotations"} and rule["annotations"].keys() == {
            "summary",
            "do",
        }
        yield rule["expr"]


class OneOfThree:
    """A cluster with two other hosts, one of them gone."""

    neighbours = Neighbours({n: HostRecord(n, "club", (), silent, False, 1, 0) for n, silent in ((2, 1.0), (3, 9.0))})
    takeovers, beat_seconds = 4, 0.01


def test_alerts_and_dashboard_name_figures_that_there_are(building: Building) -> None:
    named = {name for one in expressions() for name in re.findall(r"\b(?:rummynet|process)_\w+", one)}
    assert len(named) > 20
    building.guest("Ann")
    building.guest("Ann")
    building.factory.cluster = OneOfThree()  # type: ignore[assignment]
    shown = page(pages(building), b"metrics")[1]
    assert named - set(re.findall(r"^\w+", shown, re.MULTILINE)) == set()
    files = building.journal.path.parent.glob("journal.sqlite3*")
    size = sum(one.stat().st_size for one in files if not one.name.endswith("-shm"))
    assert "rummynet_cluster_hosts 2.0" in shown and f"rummynet_journal_bytes {float(size)}" in shown


def pages(building: Building, unready: Callable[[], str | None] = lambda: None) -> FigurePages:
    return FigurePages(building.clock.seconds, building.factory, building.journal.path.parent, unready)


def page(site: FigurePages, name: bytes) -> tuple[str, str]:
    """Status line and body of a page."""
    head, _, body = site.answer(b"GET /" + name + b" HTTP/1.0\r\n\r\n").partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), body.decode()


@pytest.mark.parametrize(
    ("line", "status"),
    [(b"GET /", 404), (b"POST /metrics", 405), (b"", 405), (b"HEAD /readyz", 200), (b"GET /healthz?x HTTP/1.1", 200)],
)
def test_what_is_no_page_is_said(building: Building, line: bytes, status: int) -> None:
    assert pages(building).answer(line + b"\r\n\r\n").split()[1] == str(status).encode()


def test_a_host_says_whether_it_lives_and_whether_players_can_come(building: Building) -> None:
    troubles: list[str | None] = [None, "the disk is away"]
    site = pages(building, lambda: troubles.pop(0))
    assert page(site, b"healthz")[1] == page(site, b"readyz")[1] == "ok\n"
    status, body = page(site, b"readyz")
    assert " 503 " in status and body == "the disk is away\n"


def test_who_asks_too_often_is_refused_until_some_time_has_passed(building: Building) -> None:
    site = pages(building)
    answers = [page(site, b"healthz")[0].split()[1] for _ in range(PAGES_AT_ONCE + 1)]
    assert answers == ["200"] * PAGES_AT_ONCE + ["429"]
    building.clock.advance(1)
    assert [page(site, b"healthz")[0].split()[1] for _ in range(PAGES_PER_SECOND + 1)][-2:] == ["200", "429"]
