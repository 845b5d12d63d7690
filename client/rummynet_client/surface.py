"""How the client shows itself: on the full screen, in sentences line by line, or as lines for programs."""

import os
import sys
from collections.abc import Mapping
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
