"""The last lines said at each table, for those who come later. In memory alone: a restart of the host forgets them."""

from collections import deque
from typing import Final

from rummynet_protocol.wire.messages import Said

KEPT: Final = 20
"""Lines of a table."""


class ChatHistory:
    """Lines of chat by table."""

    def __init__(self) -> None:
        self._lines: dict[int, deque[Said]] = {}

    def add_line(self, line: Said) -> None:
        """Somebody said this."""
        self._lines.setdefault(line.table, deque(maxlen=KEPT)).append(line)

    def lines(self, table: int) -> tuple[Said, ...]:
        """The last that was said there, oldest first."""
        return tuple(self._lines.get(table, ()))

    def remove_table(self, table: int) -> None:
        """The table is no more."""
        self._lines.pop(table, None)
