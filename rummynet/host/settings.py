"""The limits of a host as its operator may set them: the section ``[limits]`` of the file given with ``--config``.

docs/host.md lists every key with its default and what it does; a test keeps that list and this one the same.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rummynet.host.bounds import Bounds
from rummynet.table.house import Limits
from rummynet_protocol.codec import DEEPEST, MOST_BYTES, MOST_ITEMS
from rummynet_protocol.errors import Refusal
from rummynet_protocol.wire.messages import MOST_TABLES, NAME, SAYING

DAY: Final = 86_400


class BadLimit(Refusal):
    """A limit in the configuration does not exist, or cannot have this value."""

    code = "config"


@dataclass(frozen=True, slots=True)
class Limit:
    """One key of ``[limits]``: a whole number from *least* to *most*."""

    name: str
    least: int
    most: int
    says: str

    @property
    def default(self) -> int:
        """What holds where the file does not say."""
        found: int = getattr(Bounds() if self.name in _BOUNDS else Limits(), self.name)
        return found

    def read(self, value: object) -> int:
        """The value from a file. Raises BadLimit."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            shown = repr(value)[:40]
            raise BadLimit(
                f"the limit {self.name} is set to {shown}; write a whole number from {self.least} to {self.most}"
            )
        return value


_BOUNDS: Final = {part.name for part in dataclasses.fields(Bounds)}

LIMITS: Final = (
    Limit("connections", 2, 100_000, "connections in all; one more is told `full`"),
    Limit("per_address", 1, 100_000, "connections of one address; one more is told `full`"),
    Limit("greeting_seconds", 1, 600, "time to finish TLS and the greeting; then `greeting`"),
    Limit("ping_seconds", 1, 3600, "silence after which the host asks whether a client is still there"),
    Limit("idle_seconds", 2, DAY, "silence after which it says `idle`"),
    Limit("farewell_seconds", 1, 60, "how long a client may take to read a goodbye before it is cut off"),
    Limit("frame_bytes", 4096, MOST_BYTES, "longest message; a longer one is refused by its length, `remote_protocol`"),
    Limit("items", 64, MOST_ITEMS, "longest list or map inside a message; else `remote_protocol`"),
    Limit("depth", 4, DEEPEST, "deepest nesting inside a message; else `remote_protocol`"),
    Limit(
        "messages_per_second",
        1,
        1_000_000,
        "messages of one connection, in the long run (see below); more is `too_fast`",
    ),
    Limit("burst", 64, 1_000_000, "messages of one connection at once (see below); more is `too_fast`"),
    Limit("unread_bytes", 65_536, 2**30, "what may wait for a client that does not read; then it is cut off"),
    Limit("chat_per_minute", 1, 10_000, "lines of chat of one person; more are refused with `chat`"),
    Limit("chat_characters", 1, SAYING, "length to which a line of chat is cut"),
    Limit("name_characters", 1, NAME, "length to which names of people and tables are cut"),
    Limit("tables", 1, MOST_TABLES, "tables open at once; one more is refused with `too_many_tables`"),
    Limit("tables_each", 1, MOST_TABLES, "of these, opened by one person"),
    Limit("watchers", 0, 1000, "people who watch one table; one more is refused with `full`"),
    Limit("lobby_millis", 0, 60_000, "changes of the lobby are told at most this often, in milliseconds"),
    Limit("reveal_seconds", 2, 3600, "time for a part of a shuffle; a silent seat is then put down as away"),
    Limit("grace_seconds", 0, DAY, "after this a seat whose player is gone is free, while no game is played"),
    Limit(
        "lost_seconds", 0, DAY, "least time of a turn for one whose connection is lost; an owner's table is handed on"
    ),
    Limit("empty_seconds", 1, 30 * DAY, "after this a waiting table with nobody at it is closed"),
    Limit("abandoned_seconds", 1, 365 * DAY, "after this a game in which nobody is connected is called off"),
)
"""Every key, in the order of the page."""


def read_limits(values: Mapping[str, object]) -> tuple[Bounds, Limits]:
    """Both kinds of limits with these set otherwise. Raises BadLimit."""
    known = {limit.name: limit for limit in LIMITS}
    found: dict[str, int] = {}
    for name, value in values.items():
        if name not in known:
            raise BadLimit(f"there is no limit {name[:40]!r}; docs/host.md lists them all: {', '.join(known)}")
        found[name] = known[name].read(value)
    bounds = dataclasses.replace(Bounds(), **{name: value for name, value in found.items() if name in _BOUNDS})
    limits = {name: value for name, value in found.items() if name not in _BOUNDS}
    if bounds.idle_seconds <= bounds.ping_seconds:
        raise BadLimit(
            f"idle_seconds ({bounds.idle_seconds}) has to be more than ping_seconds ({bounds.ping_seconds}), or nobody "
            "could answer in time"
        )
    return bounds, dataclasses.replace(Limits(), **limits)  # type: ignore[arg-type]
