"""After every test of a table: a host killed at that moment would restore the very same tables.

And whoever came just then would be shown them as they are.
"""

from collections.abc import Iterator

import pytest

from rummynet.table.lobby.lobby_rows import lobby_row
from rummynet_protocol.sealed.mix_proof import check_mix
from tests.support.journal import comes_back
from tests.support.people import TableHarness, remembered


@pytest.fixture(autouse=True)
def restores_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    harnesses: list[TableHarness] = []
    make = TableHarness.__post_init__

    def record_harness(harness: TableHarness) -> None:
        make(harness)
        harnesses.append(harness)

    monkeypatch.setattr(TableHarness, "__post_init__", record_harness)
    monkeypatch.setattr("rummynet_protocol.sealed.round_cards.check_mix", remembered(check_mix))
    yield
    for harness in harnesses:
        if not harness.lobby.rows.elsewhere:
            assert harness.lobby.rows.message().tables == tuple(map(lobby_row, harness.lobby.tables.values()))
        comes_back(harness)
