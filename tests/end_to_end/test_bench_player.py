"""The player of ``scripts/bench.py``: an older form of its requests would leave its figures without a host.

And the calls that an action costs a host, which docs/performance.md gives.
"""

from typing import Any

import msgpack
from benchmarks.host_calls import calls_per_action, profile
from benchmarks.lean_table import LeanTable

from rummynet.rules.varieties import variety
from rummynet_protocol.wire.message_codec import read_message
from rummynet_protocol.wire.messages import Create


def test_it_opens_its_table_with_a_request_that_the_protocol_has() -> None:
    sent: list[dict[str, Any]] = []
    table = LeanTable(
        variety("keilty"), {}, 2, bytes(32), lambda seat, m, fields: sent.append({"m": m, **fields}), lambda: 0
    )
    table.open()
    assert isinstance(read_message(msgpack.packb({"n": 1, **sent[0]})), Create)


def test_an_action_costs_a_host_few_calls_the_same_in_every_run() -> None:
    figures = profile(5)
    assert 240 < figures["calls_per_action"] <= 278, calls_per_action()
    assert len(figures["calls"]) == 5 and calls_per_action(20) == calls_per_action(20)
