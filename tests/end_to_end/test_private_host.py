"""The host behind ``play`` and ``demo`` ends with the program that started it, however that ends."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.programs import PATIENCE

HOLDING = """
import sys, tempfile
from pathlib import Path
from rummynet_client.hosting import private_host

with tempfile.TemporaryDirectory(dir=sys.argv[1]) as own, private_host(Path(own), "private") as host:
    print(host.where[1], flush=True)
    sys.stdin.read()
"""


@contextmanager
def holding(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A program that holds a private host, and the host's port."""
    words = [sys.executable, "-c", HOLDING, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            yield program, int(program.stdout.readline())
        finally:
            program.kill()


def is_there(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    except ConnectionResetError:
        return True  # its port closes at this moment
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_end_or_without_its_terminal_it_leaves_nothing_behind(number: int, tmp_path: Path) -> None:
    with holding(tmp_path) as (program, port):
        assert is_there(port)
        program.send_signal(number)
        assert program.wait(PATIENCE) == 128 + number
        assert not is_there(port) and list(tmp_path.iterdir()) == []


def test_killed_it_takes_the_host_with_it(tmp_path: Path) -> None:
    with (
        holding(tmp_path) as (program, port),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as caller,
    ):
        program.kill()
        program.wait(PATIENCE)
        try:
            assert caller.recv(1) == b""  # the host has ended, or has lost patience with one who says nothing
        except ConnectionResetError:
            pass
        end = time.monotonic() + PATIENCE
        while is_there(port):  # the system closes what a program had open in an order of its own
            assert time.monotonic() < end
