"""What connections may cost this host: limits and message costs."""

from collections.abc import Mapping
from typing import Final

from rummynet_protocol.codec import DEEPEST, MOST_BYTES, MOST_ITEMS
from rummynet_protocol.values import Value
from rummynet_protocol.wire import messages

# What a message costs of all limits by rate; 1 by default. A unit is about a twentieth of a millisecond of the host's
# time. Without weights, 1000 requests a second for whole logs would be as cheap to ask for as 1000 pings.
WEIGHTS: Final[Mapping[type[messages.Message], int]] = {
    messages.AskLog: 50,
    messages.Watch: 50,
    messages.Create: 20,
    messages.SeatBot: 20,
    messages.Sit: 5,
    messages.Stand: 5,
    messages.Ready: 5,
    messages.Leave: 5,
    messages.Manage: 5,
    messages.Say: 3,
    messages.Submit: 2,
}


class Bounds(Value):
    """Limits of one connection, one person, one address, or all together. Seconds where a name ends so."""

    # Time until the key is proven, TLS included: weak Wi-Fi takes some of it, and a silent connection holds a place of
    # ``ungreeted``.
    greeting_seconds: int = 10
    ping_seconds: int = 20  # between two pings: a dead connection has to be noticed within a turn
    # Silence after which the connection is closed: two pings without an answer, as a phone that wakes up may miss one.
    idle_seconds: int = 60
    # Time to flush a bye before the connection is aborted: a peer that does not read would hold socket and buffers for
    # good.
    farewell_seconds: int = 3
    # Connections that have greeted. With the defaults of all limits the process stays below 400 MB (docs/host.md).
    connections: int = 1000
    # Of these, from one address: a family behind a router is one, and a dozen laptops use a tenth (docs/host.md).
    per_address: int = 100
    # Connections that have not proven a key; beyond it the oldest of the busiest address is dropped.
    ungreeted: int = 200
    # New connections from one address in the long run. TLS is the expensive part of one, and comes after this check.
    dials_per_second: int = 10
    dials_burst: int = 200  # at once: all players of a club whose router restarted come back together
    # Greetings of one key: a client on a bad line dials again every second, and each greeting is answered with the
    # lobby.
    greetings_per_minute: int = 120
    # Weighed messages of one connection: no person and no bot comes near, two programs that play each other may.
    messages_per_second: int = 1000
    burst: int = 2000  # at once, weighed; more closes the connection: nothing a client does in one go costs as much
    # Weighed messages of one connection that are handled before those of connections that send more: a person who plays
    # needs less.
    share_per_second: int = 10
    share_burst: int = 200  # at once: joining, watching and asking for a log cost some hundred
    # Weighed messages of all connections together that have used up their share, while others wait: 25 ms of each
    # second, so those who ask little hardly notice.
    spare_per_second: int = 500
    chat_per_minute: int = 30  # lines of one person; more are refused: nobody types a line every two seconds for long
    chat_per_minute_address: int = 240  # eight people who all write as fast as they may
    # Requests of one person that change a table (sitting, standing, readiness, watching, leaving, managing): nobody
    # clicks twice a second for a minute, and each change is told to a whole table.
    changes_per_minute: int = 120
    changes_per_minute_address: int = 900  # seven or eight such people
    # Tables that one person opens: enough to try options, and the list of tables stays readable for others.
    tables_per_minute: int = 10
    tables_per_minute_address: int = 30  # three such people
    # Open tables of the people at one address: a tenth of the host's (``Limits.tables``), so that ten strangers fill it
    # and one does not.
    tables_per_address: int = 20
    tables_at_once: int = 8  # at which one person sits or watches: each tells this person of its changes
    bots_per_address: int = 12  # at tables of the people at one address: half of the host's (``Limits.bots``)
    # Bots that people at one address call: to start one costs the machine more than anything else that can be asked
    # for.
    bots_per_minute: int = 15
    # Bytes that may wait for a slow reader before it is cut off; it can reconnect and ask for what it missed.
    unread_bytes: int = 8 * 1024 * 1024
    # Bytes that may wait for all slow readers, beyond which the slowest are cut off: part of the 400 MB of
    # docs/host.md.
    unread_total_bytes: int = 64 * 1024 * 1024
    # Longest message that is read; a longer one is refused by its length alone. Below 8192 honest messages may not fit.
    frame_bytes: int = MOST_BYTES
    items: int = MOST_ITEMS  # longest list or map inside a message: a small message may not ask for a large object
    # Deepest nesting inside a message: no message of the protocol is deeper, and recursion ends here.
    depth: int = DEEPEST
    name_characters: int = (
        messages.NAME
    )  # to which names of people and tables are cut: the most that the protocol carries
    chat_characters: int = messages.SAYING  # to which lines of chat are cut: the most that the protocol carries
