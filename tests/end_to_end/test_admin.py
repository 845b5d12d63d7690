"""``rummynet admin`` at a host that runs, and without one."""

from pathlib import Path

import pytest

from rummynet_cli.main import main
from tests.support.daemons import Start
from tests.support.programs import PATIENCE


def test_the_command_reaches_a_host_that_runs_and_says_when_none_does(
    start: Start, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    host = start()
    assert main(["admin", "limits", "tables=11", "--data", data]) == 0
    assert "tables = 11" in capfd.readouterr().out
    assert main(["admin", "close", "3", "--data", data]) == 1
    assert "no such table" in capfd.readouterr().err
    assert (tmp_path / "data" / "host" / "admin.sock").stat().st_mode & 0o077 == 0
    assert main(["admin", "maintenance", "0", "--data", data]) == 0
    assert host.process.wait(PATIENCE) == 0
    assert main(["admin", "tables", "--data", data]) == 3
    assert "no host runs" in capfd.readouterr().err
