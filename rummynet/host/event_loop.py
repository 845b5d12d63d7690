"""The host's event loop: asyncio's, or uvloop where it is installed, and Twisted's reactor on top of it.

Connections use the loop itself. Timers, processes and the page of figures use the reactor.
"""

import asyncio
import atexit
import signal
import time
from functools import cache
from typing import Any

from twisted.internet import asyncioreactor
from twisted.internet.process import reapAllProcesses

from rummynet.host.ops.logbook import Logbook


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
        return asyncio.SelectorEventLoop()
    return uvloop.new_event_loop()
