from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host_harness import HostHarness


@pytest.fixture
def step(tmp_path: Path) -> Iterator[HostHarness]:
    made = HostHarness(tmp_path)
    yield made
    made.close()
