"""The host's event loop: asyncio's, or uvloop where it is installed, and Twisted's reactor on top of it.

Connections use the loop itself, and so do timers and what comes from the journal's thread (``LoopTime``): Twisted's
reactor needs two turns of the loop for each. Processes, announcements and the operator's socket use the reactor.
"""

import asyncio
import atexit
import signal
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from twisted.internet import asyncioreactor
from twisted.internet.process import reapAllProcesses

from rummynet.host.ops.logbook import Logbook
from rummynet.steady_clock import awake_seconds

# uvloop counts in milliseconds: a shorter wait would be none, and the loop would turn without a pause.
SHORTEST: Final = 0.001  # seconds that the loop can wait at the least


@cache
def install() -> tuple[asyncio.AbstractEventLoop, Any]:
    """Make the loop and install the reactor on it, at the first call: a process has one reactor."""
    loop = _new_loop()
    atexit.register(loop.close)
    asyncio.set_event_loop(loop)
    asyncioreactor.install(loop)
    from twisted.internet import reactor

    # Timers must not expire early or late when the system's clock is set.
    reactor.seconds = time.monotonic  # type: ignore[method-assign, assignment, unused-ignore]
    return loop, reactor


class LoopCall:
    """A call that is due at ``due`` (``awake_seconds``), as Twisted's ``IDelayedCall`` has it."""

    __slots__ = ("_arguments", "_function", "_handle", "_loop", "due")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, delay: float, function: Callable[..., object], arguments: tuple[Any, ...]
    ) -> None:
        self.due = awake_seconds() + delay
        self._loop, self._function, self._arguments = loop, function, arguments
        self._handle: asyncio.Handle | None = (
            loop.call_later(delay, self._run) if delay > 0 else loop.call_soon(self._run)
        )

    def _run(self) -> None:
        left = self.due - awake_seconds()
        # The loop counts in milliseconds, and may be half of one early. Its clock may be slewed: a twelfth of a turn
        # early would be before its time in the log.
        if left > 0:
            self._handle = self._loop.call_later(max(left, SHORTEST), self._run)
            return
        self._handle = None
        self._function(*self._arguments)

    def active(self) -> bool:
        """Whether it has neither run nor been cancelled."""
        return self._handle is not None

    def cancel(self) -> None:
        """Do not run it."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def getTime(self) -> float:
        """When it is due."""
        return self.due


class LoopTime:
    """The timers of the loop, with the names of Twisted's ``IReactorTime``, and calls from other threads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    seconds = staticmethod(awake_seconds)  # monotonic time

    def callLater(self, delay: float, function: Callable[..., object], *arguments: Any) -> LoopCall:  # noqa: ANN401
        """Call a function after this many seconds; with 0 in the loop's next turn, after sockets have been polled."""
        return LoopCall(self._loop, delay, function, arguments)

    def callFromThread(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401
        """Call a function in the loop's thread; to be used from another one."""
        self._loop.call_soon_threadsafe(function, *arguments)


def log_failures(loop: asyncio.AbstractEventLoop, logbook: Logbook) -> None:
    """Log exceptions that nobody has caught in the loop's callbacks; asyncio's own handler would print their values."""

    def note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        logbook.trouble("unexpected", context.get("exception") or RuntimeError(context["message"]))

    loop.set_exception_handler(note)


def reap_on_sigchld(reactor: Any) -> None:  # noqa: ANN401 - Twisted's own type
    """Notice the end of processes. To be called once the reactor runs.

    Python writes the numbers of signals to one descriptor; uvloop's takes the place of the one that Twisted waits at.
    """
    signal.signal(signal.SIGCHLD, lambda *_: reactor.callFromThread(reapAllProcesses))
    signal.siginterrupt(signal.SIGCHLD, False)


def _new_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:
        return asyncio.SelectorEventLoop()  # the extra ``fast`` is not installed; all works, with more processor time
    return uvloop.new_event_loop()
