import json
from pathlib import Path
from typing import Any

import pytest

from rummynet_protocol import codec
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statements import Statement, read_statement
from rummynet_protocol.values import asdict
from tests.support.cases import case

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "protocol/vectors/fairness.json").read_text("utf-8"))
ALL = [read_statement(one["kind"], bytes.fromhex(one["payload"])) for one in VECTORS["statements"]]
EDGES: dict[str, tuple[Any, Any, Any, Any]] = {
    "n": (-1, 0, 2**31, 2**31 + 1),
    "t": (-1, 0, 2**53, 2**53 + 1),
    "round": (0, 1, 100_000, 100_001),
    "do": (1, "", "d" * 400, "d" * 401),
    "about": (-1, 0, 11, 12),
}
"""By field: below, lowest, highest, above."""


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.kind))
def test_every_number_and_text_has_its_own_edges(one: Statement) -> None:
    values = asdict(one)
    for name in EDGES.keys() & values.keys():
        with case(name):
            below, lowest, highest, above = EDGES[name]
            for good in (lowest, highest):
                assert getattr(read_statement(one.kind, codec.pack(values | {name: good})), name) == good
            for kind, bad in ((one.kind, below), (one.kind, above), ("none", lowest)):
                with pytest.raises(Cheat):
                    read_statement(kind, codec.pack(values | {name: bad}))
