"""The one thread that writes: the disk may stand still, the reactor may not.

A ``Write`` is called in the reactor's thread with what is to be done and whom to tell how that went. It is given one
thing at a time: whoever writes waits for the answer before the next.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

Work = Callable[[], None]
Told = Callable[[Exception | None], None]
"""Called in the reactor's thread, with what went wrong or None."""
Write = Callable[[Work, Told], None]


def at_once(work: Work, told: Told) -> None:
    """Write in the thread that asks, and tell before returning: for a host without a reactor that runs."""
    told(_outcome(work))


class JournalWriter:
    """A ``Write`` with a thread of its own, which ends with the process, whatever the disk does by then."""

    def __init__(self, reactor: Any) -> None:  # noqa: ANN401 - Twisted's own type
        self._reactor = reactor
        self._wanted: SimpleQueue[tuple[Work, Told]] = SimpleQueue()
        threading.Thread(target=self._run, name="journal", daemon=True).start()

    def __call__(self, work: Work, told: Told) -> None:
        """Do it in the thread."""
        self._wanted.put((work, told))

    def _run(self) -> None:
        while True:
            work, told = self._wanted.get()
            self._reactor.callFromThread(told, _outcome(work))


def _outcome(work: Work) -> Exception | None:
    try:
        work()
    except Exception as problem:
        return problem
    return None
