"""A private host: the real daemon as a child process, on loopback only, for ``demo`` and ``play``."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import read_address

# A host is there within seconds, on a small machine with a cold disk later; one that says nothing for so long hangs.
_START_SECONDS: Final = 60
# A host that ends has its rows on disk already and says goodbye within three seconds; then it is killed, which loses
# nothing.
_END_SECONDS: Final = 10
_SIGNALLED: Final = 128  # base of shells' exit statuses for a process ended by a signal
END_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a program: sent by a person, the system, or a terminal that was closed."""


class HostFailed(RummynetError):
    """The private host did not start."""

    code = "host_failed"


class PrivateHost(Value):
    """A running host: its address, the fingerprint of its key, and its data directory."""

    where: tuple[str, int]
    fingerprint: str
    data: Path

    @property
    def transcripts(self) -> list[Path]:
        """The host's own transcripts, sorted by name."""
        return sorted(self.data.rglob("*.rummy"))


@contextmanager
def private_host(data: Path, name: str, *more: str) -> Iterator[PrivateHost]:
    """Start a host with this data directory, and end it at the end, everything durable. Raises HostFailed.

    *more*: further flags of ``rummynet host``.
    """
    flags = ("--bind", "127.0.0.1", "--port", "0", "--data", str(data), "--no-announce", "--name", name, *more)
    with (data / "host.log").open("wb") as log:
        child = subprocess.Popen(
            (sys.executable, "-m", "rummynet.host.bots.bot_process", "host", *flags),
            stdin=subprocess.PIPE,  # the host ends when this pipe closes, in whatever way this process ended
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for this process, which then ends the host
        )
    try:
        with _exit_on_signals():
            yield _listening(child, data)
    finally:
        _end(child)


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turn signals that end the program into SystemExit, so that the host is ended and temporary files removed."""
    # ``signal.signal`` works in the main thread only.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _exit) for number in END_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit(number: int, _: object) -> None:
    sys.exit(_SIGNALLED + number)


def _listening(child: "subprocess.Popen[bytes]", data: Path) -> PrivateHost:
    """Read the host's first line. Raises HostFailed if there is none."""
    assert child.stdout is not None
    # ``readline`` takes no timeout; a killed child ends it.
    too_long = threading.Timer(_START_SECONDS, child.kill)
    too_long.start()
    try:
        line = child.stdout.readline().decode("ascii", "replace").split()
    finally:
        too_long.cancel()
    match line:
        case ["listening", where, "fingerprint", fingerprint]:
            return PrivateHost(read_address(where), fingerprint, data)
    child.wait(_END_SECONDS)
    log_lines = (data / "host.log").read_text("utf-8", "replace").strip().splitlines()
    raise HostFailed(
        _("the private host did not start: {says}", says=log_lines[-1] if log_lines else _("it said nothing"))
    )


def _end(child: "subprocess.Popen[bytes]") -> None:
    child.terminate()
    try:
        child.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()
