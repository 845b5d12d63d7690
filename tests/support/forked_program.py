"""The command ``rummynet`` as a process of its own, forked from one that has loaded it: most of a start is loading.

What a program does depends on that nowhere; tests of the start itself and of terminals start theirs anew.
"""

import atexit
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, NoReturn

ROOT: Final = Path(__file__).parents[2]
LOADED: Final = (
    "rummynet_cli.main", "rummynet_cli.parser", "rummynet_cli.verbs.verify", "rummynet_cli.verbs.replay",
    "rummynet_cli.verbs.stats", "rummynet_cli.verbs.host", "rummynet.host.run_host", "rummynet.host.web.web_server",
    "rummynet.host.web.web_coach", "rummynet_cli.verbs.join", "rummynet_client.core.views.host_list",
    "rummynet_client.seek", "rummynet_client.line_client", "rummynet_cli.verbs.bot", "rummynet_client.bots.bot_players",
    "rummynet.bots.strategies.named",
)  # fmt: skip
MOST: Final = 100_000
"""Bytes of what is asked of the source, which is mostly an environment."""
_asking: Final = threading.Lock()


class Forked(subprocess.Popen[str]):
    """A running command; with at most *memory* bytes of address space, ended by a signal after *seconds*, if given."""

    def __init__(
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        cwd: Path = ROOT,
        stdin: int | None = None,
        stdout: int | None = subprocess.PIPE,
        stderr: int | IO[bytes] | None = subprocess.PIPE,
        memory: int | None = None,
        seconds: int = 0,
    ) -> None:
        umask = os.umask(0)
        os.umask(umask)
        place = {"env": {**env}, "cwd": str(cwd), "umask": umask, "memory": memory, "seconds": seconds}
        self._asked = {"words": [*words], **place}
        super().__init__([*words], stdin=stdin, stdout=stdout, stderr=stderr, text=True)

    def _execute_child(self, *given: Any) -> None:  # noqa: ANN401 - as Popen gives them: the ends of three pipes are in
        """Have the source fork, in place of what Popen does itself."""
        pipes = given[10:16]
        told, tells = os.pipe()
        nothing = os.open(os.devnull, os.O_RDWR)
        streams = [nothing if one == -1 else one for one in (pipes[0], pipes[3], pipes[5])]
        with _asking:
            source = _source()
            socket.send_fds(source, [json.dumps(self._asked).encode()], [*streams, tells])
            self.pid = int(source.recv(20))
        self._told = os.fdopen(told, "rb", buffering=0)
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]
        os.close(nothing)
        os.close(tells)

    def _try_wait(self, flags: int) -> tuple[int, int]:
        """As ``os.waitpid``: it is a child of the source, which tells how it ended."""
        if flags & os.WNOHANG and not select.select([self._told], [], [], 0)[0]:
            return 0, 0
        with self._told:
            return self.pid, int(self._told.read(20) or signal.SIGKILL)  # the source was ended itself

    def _internal_poll(self, *_: Any) -> int | None:  # noqa: ANN401 - what Popen needs at its own end
        if self.returncode is None:
            pid, status = self._try_wait(os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def run(
    words: Sequence[str], env: Mapping[str, str], memory: int | None = None, seconds: int = 0, said: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end; it reads what is *said*."""
    with Forked(words, env, stdin=None if said is None else subprocess.PIPE, memory=memory, seconds=seconds) as process:
        out, errors = process.communicate(said)
    return subprocess.CompletedProcess([*words], process.returncode, out, errors)


@cache
def _source() -> socket.socket:
    """How to ask the process that is forked; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.support.forked_program", str(theirs.fileno())]
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with theirs:
        source = subprocess.Popen(command, cwd=ROOT, env=place, pass_fds=[theirs.fileno()])
    atexit.register(source.wait)  # its time counts with the tests'
    atexit.register(ours.close)
    return ours


def _serve(asking: socket.socket) -> dict[str, Any] | None:
    """Fork for every request, and tell how each ended. Returns it in the new process; None in the first at its end."""
    running: dict[int, int] = {}  # by process: where to tell it
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # tests that are interrupted end what they have started
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    while True:
        ready = select.select([asking.fileno(), woken], [], [])[0]
        if woken in ready:
            os.read(woken, MOST)
            while running and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                with suppress(BrokenPipeError), os.fdopen(running.pop(ended[0]), "wb", buffering=0) as tells:
                    tells.write(b"%d" % ended[1])
        if asking.fileno() in ready:
            line, streams, _, _ = socket.recv_fds(asking, MOST, 4)
            if not line:
                return None
            child = os.fork()
            if not child:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for number, one in enumerate(streams[:3]):
                    os.dup2(one, number)
                for one in (*streams, *running.values(), woken, wakes):
                    os.close(one)
                asking.close()
                asked: dict[str, Any] = json.loads(line)
                return asked
            running[child] = streams[3]
            for one in streams[:3]:
                os.close(one)
            asking.send(b"%d" % child)


def _become(asked: dict[str, Any]) -> None:
    """Take the request's folder, environment, mask and limits in place of the source's."""
    os.chdir(asked["cwd"])
    os.umask(asked["umask"])
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
    for stream in (sys.stdout, sys.stderr):
        with suppress(BrokenPipeError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    for _name in LOADED:
        import_module(_name)
    gc.freeze()
    _requested = _serve(socket.socket(fileno=int(sys.argv[1])))
    if _requested is not None:
        _become(_requested)
        _end(_run())
