"""After every test of a table: killed at that moment, the host would come back with the very same tables."""

from collections.abc import Iterator

import pytest

from tests.support.journal import again, anatomy, from_checkpoint
from tests.support.people import TableHarness


@pytest.fixture(autouse=True)
def comes_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    halls: list[TableHarness] = []
    make = TableHarness.__post_init__

    def noted(hall: TableHarness) -> None:
        make(hall)
        halls.append(hall)

    monkeypatch.setattr(TableHarness, "__post_init__", noted)
    yield
    for hall in halls:
        for one in again(hall.rows, hall.house):
            assert anatomy(one.table) == anatomy(hall.lobby.tables[one.table.number])
        for table in hall.lobby.tables.values():
            if table.stage == "waiting":
                clocks = {clock: due for clock, due in hall.clocks.items() if clock.table == table.number}
                fresh, found = from_checkpoint(table, clocks)
                assert (anatomy(fresh), found) == (anatomy(table), clocks)
