"""Order of one player's statements, and log time compared with the player's own clock."""

import pytest
from hypothesis import strategies as st

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import Acting, Agreed, Statement, hash_statement

LOG, KEY, OTHER, HEAD = (bytes([n]) * 32 for n in range(1, 5))
CLOCK = b"my clock"


def agreed(n: int = 0, prev: bytes = bytes(32), log: bytes = LOG) -> Agreed:
    return Agreed(log, n, prev, HEAD, CLOCK, 0, HEAD, HEAD)


def acting(n: int, prev: bytes, log: bytes = LOG) -> Acting:
    return Acting(log, n, prev, HEAD, CLOCK, 0, HEAD, 1, "draw")


def add(order: StatementOrder, said: Statement, key: bytes = KEY) -> None:
    order.check(key, said)
    order.add(key, said, hash_statement(said))


def refused(order: StatementOrder, said: Statement, key: bytes = KEY) -> None:
    with pytest.raises(Cheat) as caught:
        order.check(key, said)
    assert caught.value.check == "statement-order"


class TestOrder:
    def test_the_first_is_a_consent_and_number_0_follows_nothing(self) -> None:
        order = StatementOrder(LOG)
        refused(order, acting(0, bytes(32)))
        refused(order, agreed(0, OTHER))
        add(order, agreed(0))


times = st.integers(0, 10_000)
said = st.tuples(st.sampled_from([b"a" * 8, b"b" * 8]), times, st.none() | times, times)
