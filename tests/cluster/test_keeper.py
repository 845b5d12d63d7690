"""Runs of the tests that are broken off leave no server and no folder behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.postgres import why_not
from tests.support.programs import PATIENCE

BREAKS_OFF = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs in the background ignore it
sys.path[:0] = [os.getcwd(), "scripts"]
from tests.support.postgres import running_server
with running_server() as server:
    print(server.process.pid, server.folder, flush=True)
    sys.stdin.read()
"""


def is_running(pid: int) -> bool:
    """Whether the process is there, and no zombie that nobody has waited for yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_with_the_tests_that_started_it(sign: signal.Signals) -> None:
    tests = subprocess.Popen(
        (sys.executable, "-c", BREAKS_OFF), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    with tests:
        assert tests.stdout is not None
        number, folder = tests.stdout.readline().split()
        assert is_running(int(number)) and Path(folder).is_dir()
        tests.send_signal(sign)
        tests.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while is_running(int(number)) or Path(folder).exists():
            assert time.monotonic() < until, (number, folder)
            time.sleep(0.05)
