"""Connections by script: all that each is sent, when it ends, and what the host's log says.

RUMMYNET_REWRITE=1 rewrites what is indented. Right where a change was meant to change that: look at each line that
differs before committing.
"""

from pathlib import Path

import pytest

from tests.support.scripted_host import HostScript


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "scripts").glob("*.txt")), ids=lambda path: path.stem)
def test_all_that_a_host_does_for_its_connections_in_a_script(path: Path, tmp_path: Path) -> None:
    HostScript(tmp_path).follows(path)
