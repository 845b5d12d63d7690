"""What connections may cost this host: limits and message costs."""

from collections.abc import Mapping
from typing import Final

from rummynet_protocol.codec import DEEPEST, MOST_BYTES, MOST_ITEMS
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import (
    NAME,
    SAYING,
    AskLog,
    AskView,
    Create,
    Leave,
    Manage,
    Message,
    Ready,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    Watch,
)

WEIGHTS: Final[Mapping[type[Message], int]] = {
    AskLog: 50,
    Watch: 50,
    Create: 20,
    SeatBot: 20,
    AskView: 20,
    Sit: 5,
    Stand: 5,
    Ready: 5,
    Leave: 5,
    Manage: 5,
    Say: 3,
    Submit: 2,
}
"""Rate-limit cost by message type; 1 by default. A unit is about a twentieth of a millisecond of the host's time."""


class Bounds(Value):
    """Limits of one connection, one person, one address, or all together. Seconds where a name ends so."""

    greeting_seconds: int = 10
    """Time until the key is proven, TLS included."""
    ping_seconds: int = 20
    """Silence after which a ping is sent."""
    idle_seconds: int = 60
    """Silence after which the connection is closed."""
    farewell_seconds: int = 3
    """Time to flush a bye before the connection is aborted."""
    connections: int = 1000
    """Connections that have greeted."""
    per_address: int = 100
    """Of these, from one address."""
    ungreeted: int = 200
    """Connections that have not proven a key; beyond it the oldest of the busiest address is dropped."""
    dials_per_second: int = 10
    """New connections from one address."""
    dials_burst: int = 200
    """New connections from one address at once."""
    greetings_per_minute: int = 120
    """Greetings of one key."""
    messages_per_second: int = 1000
    burst: int = 2000
    """Messages of one connection at once; more closes it."""
    share_per_second: int = 10
    """Messages of one connection that are handled before those of connections that send more."""
    share_burst: int = 200
    spare_per_second: int = 500
    """Messages of all connections together that have used up their share, while others wait."""
    chat_per_minute: int = 30
    """Lines of chat of one person; more are refused."""
    chat_per_minute_address: int = 240
    changes_per_minute: int = 120
    """Requests of one person that change a table: sitting, standing, readiness, watching, leaving, managing."""
    changes_per_minute_address: int = 900
    tables_per_minute: int = 10
    """Tables that one person opens."""
    tables_per_minute_address: int = 30
    tables_per_address: int = 20
    """Open tables of the people at one address."""
    tables_at_once: int = 8
    """Tables at which one person sits or watches."""
    bots_per_address: int = 12
    """Bots at tables of the people at one address."""
    bots_per_minute: int = 15
    """Bots that people at one address call."""
    unread_bytes: int = 8 * 1024 * 1024
    """Bytes that may wait for a slow reader before it is cut off; it can reconnect and ask for what it missed."""
    unread_total_bytes: int = 64 * 1024 * 1024
    """Bytes that may wait for all slow readers; beyond it the slowest are cut off."""
    frame_bytes: int = MOST_BYTES
    """Longest message that is read; a longer one is refused by its length alone."""
    items: int = MOST_ITEMS
    """Longest list or map inside a message."""
    depth: int = DEEPEST
    """Deepest nesting of lists and maps inside a message."""
    name_characters: int = NAME
    """Names of people and tables are cut to this length."""
    chat_characters: int = SAYING
    """Lines of chat are cut to this length."""
