"""Whether the person sits at something that a screen can be drawn on."""

import os
import sys
from collections.abc import Mapping


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a terminal at both ends, and one that can draw."""
    draws = environment.get("TERM") not in ("", "dumb", "unknown")
    return draws and sys.stdin.isatty() and sys.stdout.isatty()
