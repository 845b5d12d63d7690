"""The host's log on standard error: one line an event, with its fields; texts of players only in quotes.

A line never holds a card, a secret or an unescaped character that somebody else chose.
"""

import time
import traceback
from typing import TextIO


class Logbook:
    """Writes to *stream*. Values of fields are shown as Python literals."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def note(self, says: str, **fields: object) -> None:
        """Something that happened."""
        self._line("info", says, fields)

    def warn(self, says: str, **fields: object) -> None:
        """Something that somebody may have to look after."""
        self._line("warning", says, fields)

    def trouble(self, says: str, error: BaseException, **fields: object) -> None:
        """A mistake of ours: where it happened, by files and lines, without any values."""
        where = traceback.extract_tb(error.__traceback__)
        places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(where))
        self._line("error", says, {**fields, "error": type(error).__name__, "at": places})

    def _line(self, level: str, says: str, fields: dict[str, object]) -> None:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        shown = "".join(f" {name}={value!a}" for name, value in fields.items())
        try:
            self._stream.write(f"{stamp} {level} {says}{shown}\n")
            self._stream.flush()
        except (OSError, ValueError):
            pass  # nobody reads the log: no reason to stop the games
