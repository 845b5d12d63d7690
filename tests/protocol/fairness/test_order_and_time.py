"""Order of one player's statements, and log time compared with the player's own clock."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    def test_a_chain_is_followed(self) -> None:
        order = StatementOrder(LOG)
        said: Statement = agreed()
        add(order, said)
        for n in range(1, 5):
            assert order.next(KEY) == (n, hash_statement(said))
            said = acting(n, hash_statement(said))
            add(order, said)

    def test_numbers_may_be_left_out_and_then_nothing_is_known_of_prev(self) -> None:
        order = StatementOrder(LOG)
        add(order, agreed(3, OTHER))
        add(order, acting(9, OTHER))
        refused(order, acting(10, OTHER))
        add(order, acting(10, order.newest[KEY].hash))

    def test_an_older_number_or_the_same_is_refused(self) -> None:
        order = StatementOrder(LOG)
        add(order, agreed())
        add(order, acting(5, OTHER))
        for n in (0, 1, 4, 5):
            refused(order, acting(n, OTHER))

    def test_the_first_is_a_consent_and_number_0_follows_nothing(self) -> None:
        order = StatementOrder(LOG)
        refused(order, acting(0, bytes(32)))
        refused(order, agreed(0, OTHER))
        add(order, agreed(0))

    def test_each_player_has_a_chain(self) -> None:
        order = StatementOrder(LOG)
        add(order, agreed())
        refused(order, acting(1, order.newest[KEY].hash), OTHER)
        add(order, agreed(), OTHER)
        assert order.next(b"new") == (0, bytes(32))

    def test_another_log_is_refused(self) -> None:
        refused(StatementOrder(LOG), agreed(log=OTHER))


times = st.integers(0, 10_000)
said = st.tuples(st.sampled_from([b"a" * 8, b"b" * 8]), times, st.none() | times, times)


class TestTime:
    @given(st.lists(said, max_size=12))
    def test_the_one_number_kept_of_each_clock_decides_as_all_pairs_do(
        self, statements: list[tuple[bytes, int, int | None, int]]
    ) -> None:
        bound, kept = TimeBound(), 0
        for clock, own, head, entry in statements:
            try:
                bound.check(clock, own, head)
            except Cheat:
                break
            bound.add(clock, own, entry)
            kept += 1
        naive = next((n + 1 for n in range(len(statements)) if self._bad(statements[: n + 1])), None)
        assert naive == (None if kept == len(statements) else kept + 1)

    def _bad(self, statements: list[tuple[bytes, int, int | None, int]]) -> bool:
        last = statements[-1]
        return any(self._leads(one, last) for one, later in combinations(statements, 2) if later is last)

    def _leads(self, first: tuple[bytes, int, int | None, int], later: tuple[bytes, int, int | None, int]) -> bool:
        if first[0] != later[0]:
            return False
        passed = later[1] - first[1]
        logged = None if later[2] is None else later[2] - first[3]
        return passed < 0 or (logged is not None and logged > Fraction(201, 200) * passed + 1000)

    def test_a_client_asks_the_same_when_an_entry_comes(self) -> None:
        bound = TimeBound()
        assert not bound.leads(CLOCK, 0, 10**9)
        bound.add(CLOCK, 500, 100)
        assert not bound.leads(CLOCK, 1500, 2105)
        assert bound.leads(CLOCK, 1500, 2106)

    @given(st.floats(-0.0005, 0.0005), st.floats(-0.0005, 0.0005), st.integers(0, 30 * 24 * 3_600_000))
    def test_clocks_that_are_slewed_against_each_other_for_a_month_are_no_fault(
        self, hosts: float, own: float, passed: int
    ) -> None:
        bound = TimeBound()
        bound.add(CLOCK, 0, 0)
        assert not bound.leads(CLOCK, int(passed * (1 + own)), int(passed * (1 + hosts)))
