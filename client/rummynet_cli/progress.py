"""One line of progress on a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rummynet_protocol.text import harmless

# Three lines a second: fast enough to see that it moves; a write for each record would slow the work it reports.
PROGRESS_SECONDS: Final = 0.3
_WIDTH: Final = 70  # a terminal of 80 columns keeps the line in one row: a wrapped one cannot be written over by \r


@contextmanager
def progress_line() -> Iterator[Callable[[str], None] | None]:
    """A function that shows a text on a terminal now and then; None in a pipe. No text, or the end, clears it."""
    if not sys.stderr.isatty():
        yield None
        return
    due, is_shown = time.monotonic() + PROGRESS_SECONDS, False

    def clear() -> None:
        nonlocal is_shown
        if is_shown:
            is_shown = False
            sys.stderr.write(f"\r{'':<{_WIDTH}}\r")
            sys.stderr.flush()

    def show(says: str) -> None:
        nonlocal due, is_shown
        if not says:
            clear()
        elif time.monotonic() >= due:
            due, is_shown = time.monotonic() + PROGRESS_SECONDS, True
            sys.stderr.write(f"\r{harmless(says)[:_WIDTH]:<{_WIDTH}}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        clear()
