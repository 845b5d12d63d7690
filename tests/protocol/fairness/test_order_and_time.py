"""Order of one player's statements, and log time compared with the player's own clock."""

import pytest

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import Acting, Agreed, Statement, hash_statement
from rummynet_protocol.fairness.time_bound import TimeBound

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


def test_the_room_that_a_clock_leaves_the_log() -> None:
    bound = TimeBound()
    bound.add(CLOCK, 1_000, 2_000)
    assert bound.room_millis(CLOCK, 3_000, 2_500) == 1_510 and bound.room_millis(HEAD[:8], 3_000, 2_500) is None
    assert bound.lead_millis(CLOCK, 3_000, 5_000) == 990
