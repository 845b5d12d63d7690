"""Lines of standard input, for what is answered line by line without a host."""

import sys
from collections.abc import Iterator

_LONGEST = 16_384  # as in the client: a pipe without line ends fills no memory


def typed_lines() -> Iterator[str]:
    """The lines of standard input. Unbuffered: what follows the lesson is left for the game."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        while line := source.readline(_LONGEST):
            yield line.decode("utf-8", "replace")
