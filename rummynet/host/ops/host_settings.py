"""The limits of a host as its operator may set them: the section ``[limits]`` of the file given with ``--config``.

docs/host.md lists every key with its default and effect; a test compares that list with this one.
"""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from rummynet.files import MOST_CONFIG, read_file
from rummynet.host.limits.bounds import Bounds
from rummynet.host.ops.logbook import LEVELS
from rummynet.table.api.host_context import Limits
from rummynet_protocol.codec import DEEPEST, MOST_BYTES, MOST_ITEMS
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.messages import MOST_TABLES, NAME, SAYING

DAY: Final = 86_400


class BadConfig(Refusal):
    """The configuration has a limit that does not exist or cannot have this value, or cannot be read again."""

    code = "config"


class Limit(Value):
    """One key of ``[limits]``: an integer from *least* to *most*; ``says`` is its description on the page."""

    name: str
    least: int
    most: int
    says: str

    @property
    def default(self) -> int:
        """The value where the file does not set one."""
        found: int = getattr(Bounds() if self.name in _BOUNDS else Limits(), self.name)
        return found

    def read(self, value: object) -> int:
        """Validate the value from a file. Raises BadConfig."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            shown = repr(value)[:40]
            raise BadConfig(
                f"the limit {self.name} is set to {shown}; write a whole number from {self.least} to {self.most}"
            )
        return value


_BOUNDS: Final = frozenset(Bounds.__struct_fields__)

LIMITS: Final = (
    Limit("connections", 2, 100_000, "people connected at once; beyond, one at no table goes (see below), or `full`"),
    Limit("per_address", 1, 100_000, "of these, from one address; beyond, `full`, unless they sit at a table"),
    Limit("ungreeted", 2, 100_000, "connections that have not greeted; beyond, the busiest address loses its oldest"),
    Limit("dials_per_second", 1, 100_000, "new connections of one address, in the long run; more are closed at once"),
    Limit("dials_burst", 1, 100_000, "new connections of one address at once; more are closed at once"),
    Limit("greetings_per_minute", 1, 100_000, "times that one person connects; more is `too_fast`"),
    Limit("greeting_seconds", 1, 600, "time to finish TLS and the greeting; then `greeting`"),
    Limit("ping_seconds", 1, 3600, "how often the host asks whether a client is still there, and how far"),
    Limit("idle_seconds", 2, DAY, "silence after which it says `idle`"),
    Limit("farewell_seconds", 1, 60, "how long a client may take to read a goodbye before it is cut off"),
    Limit("frame_bytes", 4096, MOST_BYTES, "longest message; a longer one is refused by its length, `remote_protocol`"),
    Limit("items", 64, MOST_ITEMS, "longest list or map inside a message; else `remote_protocol`"),
    Limit("depth", 4, DEEPEST, "deepest nesting inside a message; else `remote_protocol`"),
    Limit("messages_per_second", 1, 1_000_000, "messages of a connection in the long run (see below); else `too_fast`"),
    Limit("burst", 64, 1_000_000, "messages of a connection at once (see below); else `too_fast`"),
    Limit("share_per_second", 1, 1_000_000, "messages of one connection that wait for nobody who sends more"),
    Limit("share_burst", 1, 1_000_000, "such messages of one connection at once"),
    Limit("spare_per_second", 100, 1_000_000, "messages beyond these shares, of all together, while there are others"),
    Limit("unread_bytes", 65_536, 2**30, "what may wait for a client that does not read; then it is cut off"),
    Limit("unread_total_bytes", 65_536, 2**34, "what may wait for all of them; then the slowest are cut off"),
    Limit("chat_per_minute", 1, 10_000, "lines of chat of one person; more are refused with `chat`"),
    Limit("chat_per_minute_address", 1, 100_000, "lines of chat of all people at one address"),
    Limit("changes_per_minute", 1, 100_000, "times that one person sits, watches and the like; else `too_often`"),
    Limit("changes_per_minute_address", 1, 1_000_000, "the same for all people at one address"),
    Limit("chat_characters", 1, SAYING, "length to which a line of chat is cut"),
    Limit("name_characters", 1, NAME, "length to which names of people and tables are cut"),
    Limit("tables", 1, 5000, "tables open at once; one more is refused with `too_many_tables`"),
    Limit("tables_each", 1, MOST_TABLES, "of these, opened by one person"),
    Limit("tables_per_address", 1, 5000, "of these, opened by all people at one address"),
    Limit("tables_per_minute", 1, 10_000, "tables that one person opens; more are refused with `too_many_tables`"),
    Limit("tables_per_minute_address", 1, 10_000, "tables that all people at one address open"),
    Limit("tables_at_once", 1, MOST_TABLES, "tables at which one person sits or watches"),
    Limit("bots_per_address", 0, 1000, "bots at tables opened from one address; beyond, `too_many_bots`"),
    Limit("bots_per_minute", 1, 10_000, "bots that people at one address call"),
    Limit("watchers", 0, 1000, "people who watch one table; one more is refused with `full`"),
    Limit("bots", 0, 1000, "bots at all tables; one more is refused with `too_many_bots`"),
    Limit("bots_each", 0, 1000, "of these, asked for by one person"),
    Limit("bot_millis", 0, 60_000, "bots are started one after another, so many milliseconds apart"),
    Limit("alone_seconds", 1, DAY, "after this bots of a table where nobody is connected stop, until somebody is back"),
    Limit("changes_per_hour", 10, 1_000_000, "changes of a table by a person in a game (see below); else `too_many`"),
    Limit("lobby_millis", 0, 60_000, "changes of the lobby are told at most this often, in milliseconds"),
    Limit("table_millis", 0, 60_000, "changes of a table are told to each at it at most this often, in milliseconds"),
    Limit("reveal_seconds", 10, 3600, "time for a part of a shuffle; a silent seat is then put down as away"),
    Limit("grace_seconds", 0, DAY, "after this a seat whose player is gone is free, while no game is played"),
    Limit("lost_seconds", 0, DAY, "least time of a turn without a connection; an owner's table is handed on"),
    Limit("empty_seconds", 1, 30 * DAY, "then an empty waiting table is closed; below 600 some players see a doubt"),
    Limit("unused_seconds", 1, 30 * DAY, "the same for a table at which no game was played yet"),
    Limit("abandoned_seconds", 1, 365 * DAY, "after this a game in which nobody is connected is called off"),
)
"""Every key, in the order of the page."""


def read_limits(values: Mapping[str, object]) -> tuple[Bounds, Limits]:
    """Defaults overridden by these values. Raises BadConfig."""
    known = {limit.name: limit for limit in LIMITS}
    found: dict[str, int] = {}
    for name, value in values.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"docs/host.md lists them all: {', '.join(known)}"
            raise BadConfig(f"there is no limit {name[:40]!r}; {hint}")
        found[name] = known[name].read(value)
    bounds = replace(Bounds(), **{name: value for name, value in found.items() if name in _BOUNDS})
    limits = {name: value for name, value in found.items() if name not in _BOUNDS}
    if bounds.idle_seconds <= bounds.ping_seconds:
        raise BadConfig(
            f"idle_seconds ({bounds.idle_seconds}) has to be more than ping_seconds ({bounds.ping_seconds}), or nobody "
            "could answer in time"
        )
    return bounds, replace(Limits(), **limits)


class LiveSettings(Value):
    """What SIGHUP reads again; all else (address, port, data, name) needs a restart.

    ``log_level`` is None where the file does not set it.
    """

    bounds: Bounds
    limits: Limits
    log_level: str | None


def read_live(path: str) -> LiveSettings:
    """The file's current settings. Raises BadConfig."""
    try:
        values = tomllib.loads(read_file(path, MOST_CONFIG).decode())
    except OSError as problem:
        raise BadConfig(f"{path} cannot be read ({problem.strerror})") from None
    except (ValueError, RecursionError) as problem:
        raise BadConfig(f"{path} is no TOML file: {problem}") from None
    limits, level = values.get("limits", {}), values.get("log_level", values.get("log-level"))
    if not isinstance(limits, dict):
        raise BadConfig(f"{path} sets limits to {limits!r}; write them as a section: [limits], then name = number")
    if level is not None and level not in LEVELS:
        raise BadConfig(f"{path} sets log_level to {level!r}; it is one of {', '.join(LEVELS)}")
    try:
        return LiveSettings(*read_limits(limits), level)
    except BadConfig as problem:
        raise BadConfig(f"{path}: {problem}") from None
