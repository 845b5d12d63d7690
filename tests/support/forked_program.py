"""The command ``rummynet`` as a process of its own, forked from one that has loaded it: most of a start is loading.

What a program says about a file does not depend on how it came to be loaded; tests of the start itself, of hosts and of
terminals start theirs anew.
"""

import json
import os
import resource
import runpy
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
LOADED = (
    "rummynet_cli.main", "rummynet_cli.parser", "rummynet_cli.verbs.verify", "rummynet_cli.verbs.replay",
    "rummynet_cli.verbs.stats", "rummynet_cli.verbs.host", "rummynet.host.run_host",
    "rummynet_cli.verbs.join", "rummynet_client.core.views.host_list", "rummynet_client.seek",
)  # fmt: skip


def run(
    words: Sequence[str], env: dict[str, str], memory: int | None = None, seconds: int = 0
) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end with these words, environment, and at most *memory* bytes of address space.

    After so many *seconds*, if any are given, it is ended by a signal.
    """
    with TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        asked = {"words": [*words], "env": env, "memory": memory, "seconds": seconds, "out": str(out), "err": str(err)}
        source = _source()
        assert source.stdin is not None and source.stdout is not None
        source.stdin.write(json.dumps(asked) + "\n")
        source.stdin.flush()
        status = int(source.stdout.readline())
        return subprocess.CompletedProcess([*words], status, out.read_text("utf-8"), err.read_text("utf-8"))


@cache
def _source() -> "subprocess.Popen[str]":
    """The process that is forked; it ends with its standard input, so with the tests."""
    command = [sys.executable, "-m", "tests.support.forked_program"]
    path = os.pathsep.join(sys.path)
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )


def _serve() -> dict[str, Any] | None:
    """Fork for every request. Returns it in the new process; None in the first one, at the end of its input."""
    while line := os.read(0, 2**20):  # requests come one at a time
        child = os.fork()
        if not child:
            asked: dict[str, Any] = json.loads(line)
            return asked
        _, status = os.waitpid(child, 0)
        os.write(1, b"%d\n" % os.waitstatus_to_exitcode(status))
    return None


def _become(asked: dict[str, Any]) -> None:
    """Take the request's files, environment and limit in place of the source's."""
    for number, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, asked["out"], os.O_WRONLY | os.O_CREAT),
        (2, asked["err"], os.O_WRONLY | os.O_CREAT),
    ):
        opened = os.open(path, flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(asked["env"])
    if asked["memory"] is not None:
        resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    signal.alarm(asked["seconds"])
    sys.argv = ["rummynet", *asked["words"]]


def _run() -> int:
    try:
        runpy.run_module("rummynet", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def _end(status: int) -> NoReturn:
    """End as an interpreter does, but leave the memory to the system: taking down what was loaded takes longest."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    for _name in LOADED:
        import_module(_name)
    _asked = _serve()
    if _asked is not None:
        _become(_asked)
        _end(_run())
