"""The thread that writes the journal: disk access may block, the reactor must not.

A ``Write`` is called in the reactor's thread with the work and a callback for its outcome. It is given one piece of
work at a time: the next call comes after the callback.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

Work = Callable[[], None]
WriteDone = Callable[[Exception | None], None]  # called in the reactor's thread with the exception, or None on success
Write = Callable[[Work, WriteDone], None]


class JournalWriter:
    """A ``Write`` with its own daemon thread of this *name*: a stuck disk cannot keep the process from ending."""

    def __init__(self, reactor: Any, name: str = "journal") -> None:  # noqa: ANN401 - Twisted's own type
        self._reactor = reactor
        self._wanted: SimpleQueue[tuple[Work, WriteDone]] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def __call__(self, work: Work, done: WriteDone) -> None:
        """Queue the work for the thread."""
        self._wanted.put((work, done))

    def _run(self) -> None:
        while True:
            work, done = self._wanted.get()
            self._reactor.callFromThread(done, outcome(work))


def outcome(work: Work) -> Exception | None:
    """Do the work; the exception that it raised, or None."""
    try:
        work()
    except Exception as problem:
        return problem
    return None
