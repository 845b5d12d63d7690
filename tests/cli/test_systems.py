"""What is asked of the system: everything but the host runs without what only Linux and macOS have."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet_cli.main import main

ROOT = Path(__file__).parents[2]
PACKAGES = ("rummynet", "client/rummynet_cli", "client/rummynet_client", "protocol/rummynet_protocol")
POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}


def unguarded(tree: ast.Module) -> Iterator[str]:
    """The modules that are imported when this one is, whatever the system."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


def test_only_the_host_imports_what_windows_lacks() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert len(files) > 200
    found = [path for path in files if POSIX & set(unguarded(ast.parse(path.read_text("utf-8"))))]
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    assert [name for name in names if not name.startswith("rummynet/host/")] == []


def test_a_system_that_cannot_host_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert main(["host", "--port", "0"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rummynet: this system cannot host") and told.err.count("\n") == 1
