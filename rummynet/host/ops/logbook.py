"""The host's log on standard error: one line an event, with its fields; texts of players only in quotes.

A line never holds a card, a secret or an unescaped character that somebody else chose. Files, rotation and shipping
are the system's business.
"""

import json
import time
import traceback
from typing import Final, TextIO

LEVELS: Final = ("debug", "info", "warning", "error")


class Logbook:
    """Writes to *stream* what is of ``level`` or above. Values of fields are shown as Python literals.

    With *as_json* each line is a JSON object: ``time``, ``level``, ``event``, and the fields beside them.
    """

    def __init__(self, stream: TextIO, level: str = "info", as_json: bool = False) -> None:
        self._stream = stream
        self._as_json = as_json
        self.level = level

    def detail(self, says: str, **fields: object) -> None:
        """Something only of interest to who looks for a fault."""
        self._line("debug", says, fields)

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
        if LEVELS.index(level) < LEVELS.index(self.level):
            return
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        if self._as_json:
            line = json.dumps({"time": stamp, "level": level, "event": says} | fields, default=str)
        else:
            line = f"{stamp} {level} {says}" + "".join(f" {name}={value!a}" for name, value in fields.items())
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            pass  # nobody reads the log: no reason to stop the games
