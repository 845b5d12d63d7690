"""The newest lines of chat at each table, for those who join later. Kept in memory only, lost at a restart."""

from collections import deque
from typing import Final

from rummynet_protocol.wire.messages import Said

KEPT: Final = 20
"""Lines per table."""


class ChatHistory:
    """Lines of chat by table."""

    def __init__(self) -> None:
        self._lines: dict[int, deque[Said]] = {}

    def add_line(self, line: Said) -> None:
        """Add a line to its table's history; beyond KEPT the oldest is dropped."""
        self._lines.setdefault(line.table, deque(maxlen=KEPT)).append(line)

    def lines(self, table: int) -> tuple[Said, ...]:
        """The table's newest lines, oldest first."""
        return tuple(self._lines.get(table, ()))

    def remove_table(self, table: int) -> None:
        """Delete the history of a closed table."""
        self._lines.pop(table, None)
