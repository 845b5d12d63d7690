"""Evenings by script: every effect of each input, in order.

RUMMYNET_REWRITE=1 rewrites what is indented. Right where a change was meant to change what people are sent, what is
journalled or when a timer rings: look at each line that differs before committing.
"""

import os
from pathlib import Path

import pytest

from tests.support.scripted import Script

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_all_that_a_table_does_in_a_scripted_evening(path: Path) -> None:
    script, lines = Script(), path.read_text().splitlines()
    script.run(lines)
    if os.environ.get("RUMMYNET_REWRITE"):
        path.write_text("\n".join(script.told) + "\n")
    else:
        assert script.told == lines
