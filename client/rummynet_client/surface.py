"""How the client shows itself: on the full screen, in sentences line by line, or as lines for programs."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import Final, TextIO


class Surface(Enum):
    """One of the three."""

    SCREEN = "screen"
    PLAIN = "plain"
    JSON = "json"


def chosen_surface(plain: bool, json: bool) -> Surface:
    """The surface asked for; the full screen where nothing else was asked for and it can be drawn."""
    if json:
        return Surface.JSON
    return Surface.PLAIN if plain or not has_screen() else Surface.SCREEN


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether standard input and output are a terminal that can draw."""
    # Without TERM it can: Windows sets none.
    draws = environment.get("TERM") not in ("", "dumb", "unknown")
    return draws and sys.stdin.isatty() and sys.stdout.isatty()


CHECKS: Final = "      "  # indents the second row of a check: under its text, whose first word is ``ok`` or ``FAIL``


def write_text(text: str, stream: TextIO | None = None, indent: str = "") -> None:
    """Write lines at once, to standard output if to no other stream: at a terminal they break between words.

    In a pipe they stay whole. *indent* begins the further rows of a line.
    """
    stream = stream or sys.stdout
    if stream.isatty():
        columns = max(20, shutil.get_terminal_size().columns)  # fewer would part words
        text = "\n".join(
            textwrap.fill(
                line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
                replace_whitespace=False,
            )
            for line in text.splitlines()
        )  # fmt: skip
    stream.write(text + "\n")
    stream.flush()


def line_writer(surface: Surface) -> Callable[[str], object]:
    """What writes a line: one for programs is whole also at a terminal, where somebody looks on."""
    return partial(print, flush=True) if surface is Surface.JSON else write_text


_LONGEST = 16_384  # as in the client: a pipe without line ends fills no memory


def typed_lines() -> Iterator[str]:
    """The lines of standard input. Unbuffered: what follows the lesson is left for the game."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        while line := source.readline(_LONGEST):
            yield line.decode("utf-8", "replace")
