"""The player of ``scripts/bench.py``: an older form of its requests would leave its figures without a host."""

from typing import Any

import msgpack
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
