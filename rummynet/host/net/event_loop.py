"""The host's event loop: asyncio's, or uvloop where it is installed; its timers, and calls from other threads."""

import asyncio
import atexit
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from rummynet.host.ops.logbook import Logbook
from rummynet.steady_clock import awake_seconds

# uvloop counts in milliseconds: a shorter wait would be none, and the loop would turn without a pause.
SHORTEST: Final = 0.001  # seconds that the loop can wait at the least


class DelayedCall(Protocol):
    """A call that is due."""

    def active(self) -> bool:
        """Whether it has neither run nor been cancelled."""

    def cancel(self) -> None:
        """Do not run it."""

    def getTime(self) -> float:
        """When it is due."""


class Time(Protocol):
    """Timers, ``LoopTime`` or a clock that a test moves, such as Twisted's, whose names these are."""

    def seconds(self) -> float:
        """Monotonic time."""

    def callLater(self, delay: float, function: Callable[..., object], /, *arguments: Any) -> DelayedCall:  # noqa: ANN401
        """Call a function after so many seconds."""


class LoopCall:
    """A ``DelayedCall`` at ``due`` (``awake_seconds``)."""

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
        """As ``DelayedCall.active``."""
        return self._handle is not None

    def cancel(self) -> None:
        """As ``DelayedCall.cancel``."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def getTime(self) -> float:
        """As ``DelayedCall.getTime``."""
        return self.due


class LoopTime:
    """``Time`` of the loop, and calls from and in other threads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    seconds = staticmethod(awake_seconds)  # monotonic time

    def callLater(self, delay: float, function: Callable[..., object], *arguments: Any) -> LoopCall:  # noqa: ANN401
        """Call a function after this many seconds; with 0 in the loop's next turn, after sockets have been polled."""
        return LoopCall(self._loop, delay, function, arguments)

    def callFromThread(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401
        """Call a function in the loop's thread; to be used from another one."""
        self._loop.call_soon_threadsafe(function, *arguments)

    def callInThread(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401
        """Call a function in another thread."""
        self._loop.run_in_executor(None, function, *arguments)

    def spawn(self, protocol: asyncio.SubprocessProtocol, words: Sequence[str]) -> None:
        """Start a process; the protocol's connection is lost if it cannot be started."""

        async def start() -> None:
            try:
                await self._loop.subprocess_exec(lambda: protocol, *words)
            except OSError as problem:
                protocol.connection_lost(problem)

        self._starting = self._loop.create_task(start())

    def stop(self) -> None:
        """End the loop."""
        self._loop.stop()


def log_failures(loop: asyncio.AbstractEventLoop, logbook: Logbook) -> None:
    """Log exceptions that nobody has caught in the loop's callbacks; asyncio's own handler would print their values."""

    def note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        logbook.trouble("unexpected", context.get("exception") or RuntimeError(context["message"]))

    loop.set_exception_handler(note)


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's, if it is installed; closed with the process, as threads of it may still call."""
    loop: asyncio.AbstractEventLoop
    try:
        import uvloop
    except ImportError:
        loop = asyncio.SelectorEventLoop()  # the extra ``fast`` is not installed; all works, with more processor time
    else:
        loop = uvloop.new_event_loop()
    atexit.register(loop.close)
    return loop
