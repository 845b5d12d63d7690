"""Whether a screen can be drawn."""

import os
import sys
from collections.abc import Mapping


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether standard input and output are a terminal that can draw."""
    draws = environment.get("TERM") not in ("", "dumb", "unknown")
    return draws and sys.stdin.isatty() and sys.stdout.isatty()
