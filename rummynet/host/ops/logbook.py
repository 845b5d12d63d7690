"""The host's log on standard error: one line an event, with its fields; text from players only in quotes.

A line never contains a card, a secret or an unescaped character of someone else's choice. Files, rotation and shipping
are left to the system.
"""

import json
import time
import traceback
from collections import Counter
from typing import Final, TextIO

LEVELS: Final = ("info", "warning", "error")
# What the command has said to the person at a terminal in sentences (``run_host.SayOpen``).
_SAID: Final = ("pages", "hosting", "announced on the local network")


class Logbook:
    """Writes events of ``level`` or above to *stream*. Values of fields are shown as Python literals.

    With *as_json* each line is a JSON object: ``time``, ``level``, ``event``, and the fields beside them. At a terminal
    lines are short: the local time, no level that is usual, and nothing that stands there already.
    """

    def __init__(self, stream: TextIO, level: str = "info", as_json: bool = False) -> None:
        self._stream = stream
        self._as_json = as_json
        self._is_read = not as_json and stream.isatty()
        self.level = level
        self.lines = Counter[str]()  # by level how many events came, also those that ``level`` leaves out

    def note(self, says: str, **fields: object) -> None:
        """Log an event at level info."""
        self._line("info", says, fields)

    def warn(self, says: str, **fields: object) -> None:
        """Log at level warning: the operator may have to act."""
        self._line("warning", says, fields)

    def trouble(self, says: str, error: BaseException, **fields: object) -> None:
        """Log a fault of ours at level error: exception type and traceback locations, without any values."""
        where = traceback.extract_tb(error.__traceback__)
        places = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(where))
        # Places and types only: a value in a message could be a card, a secret or a player's text.
        self._line("error", says, {**fields, "error": type(error).__name__, "at": places})

    def _line(self, level: str, says: str, fields: dict[str, object]) -> None:
        self.lines[level] += 1
        if LEVELS.index(level) < LEVELS.index(self.level):
            return
        if self._is_read and says in _SAID:
            return
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())  # UTC: logs of several hosts can be merged
        if self._as_json:
            line = json.dumps({"time": stamp, "level": level, "event": says} | fields, default=str)
        else:
            usual = time.strftime("%H:%M") if level == "info" else f"{time.strftime('%H:%M')} {level}"
            start = usual if self._is_read else f"{stamp} {level}"
            line = f"{start} {says}" + "".join(f" {name}={value!a}" for name, value in fields.items())
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            pass  # a closed or full log must not stop the games
