"""``chaos --cluster --log`` has a line for each fault as soon as it is over, and ``--minutes`` ends the faults."""

import asyncio
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cluster import cluster_faults
from cluster.cluster_faults import ClusterHosts, FaultPlan, Pauses, cause_faults

FAULT = "kill a host"


class IdleHosts(ClusterHosts):
    """No processes."""

    def __init__(self) -> None:
        self.url = ""
        self.place = SimpleNamespace(faults={FAULT: 1}, left_out={})  # type: ignore[assignment]
        self.server = SimpleNamespace(run=lambda statement, url: [(1,)])  # type: ignore[assignment]

    def lines(self, text: str) -> int:
        return 0


@pytest.fixture
def lines_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """At each fault the number of lines that the log had."""
    counts = list[int]()

    async def cause(hosts: ClusterHosts, fault: str, chance: random.Random) -> None:
        path = tmp_path / "log"
        counts.append(len(path.read_text().splitlines()) if path.exists() else 0)

    monkeypatch.setattr(cluster_faults, "CALM_SECONDS", 0.0)
    monkeypatch.setattr(cluster_faults, "cause_fault", cause)
    return counts


def run(plan: FaultPlan) -> dict[str, Any]:
    chance = random.Random(1)
    chance.uniform = lambda a, b: 0.0  # type: ignore[method-assign]
    return asyncio.run(cause_faults(IdleHosts(), Pauses(), plan, chance))


def test_each_fault_is_in_the_log_before_the_next(tmp_path: Path, lines_before: list[int]) -> None:
    figures = run(FaultPlan(3, log=tmp_path / "log"))
    assert figures["faults"] == {FAULT: 3}
    assert lines_before == [0, 1, 2]
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert lines == [{"fault": FAULT, "seconds": 0.0, "promotions": 0, "still": 0}] * 3


def test_no_fault_begins_after_the_minutes(lines_before: list[int]) -> None:
    assert run(FaultPlan(3, minutes=0.0))["faults"] == {}
    assert lines_before == []
