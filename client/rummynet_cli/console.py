"""What a command shows and asks at a terminal: how far it is, and questions that are answered by yes or no."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rummynet_client.language import _
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


def is_anybody_there() -> bool:
    """Whether a question would be seen, and could be answered."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def yes_or_no(question: str, enter: bool) -> bool:
    """Ask until the answer is one; *enter* is what Enter alone means, and the end of input."""
    choices = _("[Y/n]") if enter else _("[y/N]")
    prompt = harmless(f"{question} {choices} ")
    while True:
        sys.stderr.write(prompt)
        sys.stderr.flush()
        answer = sys.stdin.readline().strip().lower()
        if not answer:
            return enter
        if answer in ("y", "yes", "j", "ja"):  # German's too, whatever the language: neither word means no
            return True
        if answer in ("n", "no", "nein"):
            return False
        prompt = harmless(_("Type y or n: "))
