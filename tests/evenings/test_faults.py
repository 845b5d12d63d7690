"""Each mended fault, taken back in, is found by the machine; so is one of each kind that nobody has met."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from session_play.breaks import BREAKS, check_fits

from tests.support.browser import chromium

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(BREAKS))
def test_a_fault_can_be_taken_back_in(name: str) -> None:
    check_fits(name, ROOT)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BREAKS))
def test_a_fault_is_found(name: str, tmp_path: Path) -> None:
    if chromium() is None or shutil.which("node") is None:
        pytest.skip("Chromium and Node are not installed")
    command = [sys.executable, str(ROOT / "scripts" / "evenings"), "--minutes", "3", "--break", name, "--first-finding"]
    ran = subprocess.run(
        [*command, *BREAKS[name].session, "--evidence", str(tmp_path)], capture_output=True, text=True, cwd=tmp_path
    )
    assert ran.returncode == 1, ran.stderr[-2000:]
    told = json.loads(ran.stdout.splitlines()[-1])
    assert BREAKS[name].found_as in told["by_kind"], told
