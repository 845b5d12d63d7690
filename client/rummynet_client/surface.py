"""How the client shows itself: on the full screen, in sentences line by line, or as lines for programs."""

import os
import sys
from collections.abc import Iterator, Mapping
from enum import Enum


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


_LONGEST = 16_384  # as in the client: a pipe without line ends fills no memory


def typed_lines() -> Iterator[str]:
    """The lines of standard input. Unbuffered: what follows the lesson is left for the game."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        while line := source.readline(_LONGEST):
            yield line.decode("utf-8", "replace")
