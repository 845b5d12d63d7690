"""Evenings by script: every effect of each input, in order.

RUMMYNET_REWRITE=1 rewrites what is indented. Right where a change was meant to change what people are sent, what is
journalled or when a timer rings: look at each line that differs before committing.
"""

from pathlib import Path

import pytest

from tests.support.scripted_table import TableScript


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "scripts").glob("*.txt")), ids=lambda path: path.stem)
def test_all_that_a_table_does_in_a_scripted_evening(path: Path) -> None:
    TableScript().follows(path)
