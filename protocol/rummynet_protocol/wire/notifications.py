"""What the host sends without being asked: the lobby, the table, the log of a game."""

from typing import Annotated, Any, ClassVar

from rummynet_protocol.shapes import (
    integer,
    list_of,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    row,
    words,
    yes_no,
)
from rummynet_protocol.values import Value
from rummynet_protocol.wire.fields import (
    ADDRESS,
    FAR_MILLIS,
    MOST_ADDRESSES,
    MOST_KNOCKS,
    MOST_TABLES,
    NAME,
    SAYING,
    entry_index,
    game_number,
    seat_number,
    signed_statement,
    table_number,
)
from rummynet_protocol.wire.sentence_form import sentence


class LobbyShown(Value):
    """The tables: (number, name, variant, stage, names of the seated, seats at most, spectators, closed, sealed)."""

    kind: ClassVar = "lobby"
    tables: Annotated[
        tuple[tuple[int, str, str, str, tuple[str, ...], int, int, bool, bool], ...],
        list_of(
            row(
                table_number,
                words(NAME),
                words(20),
                one_of("waiting", "playing"),
                list_of(words(NAME), 12),
                integer(1, 12),
                integer(0, 10_000),
                yes_no,
                yes_no,
            ),
            MOST_TABLES,
        ),
    ]
    more: Annotated[int, integer(0, 2**31)] = 0  # further tables, which the message has no room for
    far: Annotated[tuple[int, ...], list_of(table_number, MOST_TABLES)] = ()
    """Tables of this host at which somebody sits who is far."""


class TableShown(Value):
    """One table, for its members: options, and each seat's (number, key, name, ready, connected, bot)."""

    kind: ClassVar = "table"
    table: Annotated[int, table_number]
    name: Annotated[str, words(NAME)]
    variant: Annotated[str, words(20)]
    options: Annotated[dict[str, Any], option_map]
    stage: Annotated[str, one_of("waiting", "playing")]
    game: Annotated[int, integer(0, 2**31)]  # the number of the game being played or played last; 0 before the first
    seats: Annotated[
        tuple[tuple[int, bytes, str, bool, bool, bool], ...],
        list_of(row(seat_number, octets(32), words(NAME), yes_no, yes_no, yes_no), 12),
    ]
    # More are there but not named: nobody reads a longer list, and the message has to stay small.
    spectators: Annotated[tuple[str, ...], list_of(words(NAME), 100)]
    # With `before` it makes the log id, so that people can sign their consent before there is a log.
    id: Annotated[bytes, octets(32)]  # the table's id in its logs
    before: Annotated[bytes, octets(32)]
    """The last head of the log of ``game`` once that is over; zeros before game 1. The next log continues from it."""
    coming: Annotated[int, integer(0, 12)] = 0  # bots that were asked for and have no seat yet
    asking: Annotated[tuple[int, ...], list_of(seat_number, 12)] = ()
    """Seats that want to join the running game and wait for the owner to admit them."""
    owner: Annotated[bytes | None, maybe(octets(32))] = None
    """The key of the person who may manage the table; None while nobody who could is there."""
    paused: Annotated[bool, yes_no] = False
    levels: Annotated[tuple[tuple[int, str], ...], list_of(row(seat_number, words(20)), 12)] = ()
    """The strategies of the host's bots, by seat."""
    paused_millis: Annotated[int, integer(0, 2**53)] = 0
    closed: Annotated[bool, yes_no] = False  # only people whom the owner lets in can sit down
    knocks: Annotated[tuple[tuple[bytes, str], ...], list_of(row(octets(32), words(NAME)), MOST_KNOCKS)] = ()
    """Key and name of those who asked for a seat and were not let in, the newest last."""
    delays: Annotated[tuple[tuple[int, int], ...], list_of(row(seat_number, integer(FAR_MILLIS, 2**31)), 12)] = ()
    """(seat, milliseconds to the host and back) of those who are far."""


class Closed(Value):
    """The table is closed, for those who were there."""

    kind: ClassVar = "closed"
    table: Annotated[int, table_number]


class LogEntry(Value):
    """Entry ``index`` of a game's log, its bytes, and the host's signature (kind ``head``) over the head after it."""

    kind: ClassVar = "entry"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    index: Annotated[int, entry_index]
    entry: Annotated[bytes, octets_to(60_000)]
    signature: Annotated[bytes, octets(64)]


class Openings(Value):
    """For one seat alone: (position, card, salt, path) of cards dealt to it or drawn by it."""

    kind: ClassVar = "openings"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    round: Annotated[int, integer(1, 100_000)]
    epoch: Annotated[int, integer(0, 255)]
    cards: Annotated[
        tuple[tuple[int, int, bytes, bytes], ...],
        list_of(row(integer(0, 215), integer(0, 215), octets(32), octets_to(256)), 216),
    ]


class Said(Value):
    """A line of chat; ``seat`` is None for a spectator and for the host."""

    kind: ClassVar = "said"
    table: Annotated[int, table_number]
    name: Annotated[str, words(NAME)]
    seat: Annotated[int | None, maybe(seat_number)]
    text: Annotated[str, sentence(SAYING)]
    by: Annotated[str, one_of("player", "watcher", "host")]


class Race(Value):
    """A valid call that came too late: ``seat`` was ``millis`` behind ``winner``; its signed call is the evidence."""

    kind: ClassVar = "race"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    seat: Annotated[int, seat_number]
    winner: Annotated[int, seat_number]
    millis: Annotated[int, integer(0, 2**31)]
    payload: Annotated[bytes, octets_to(1024)]
    signature: Annotated[bytes, octets(64)]


class Dropped(Value):
    """For one seat alone: a statement that had been acknowledged is refused after all, as if by ``refused``."""

    kind: ClassVar = "dropped"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    statement: Annotated[bytes, octets(32)]  # the hash of the statement
    code: Annotated[str, words(30)]
    says: Annotated[str, sentence(400)]
    signed: Annotated[bytes, octets(64)]
    head: Annotated[bytes, octets(32)]
    evidence: Annotated[tuple[str, bytes, bytes] | None, maybe(signed_statement)] = None


class ClockShown(Value):
    """A clock runs for a seat: ``action`` will be done for it after ``millis``; 0 stops the display."""

    kind: ClassVar = "clock"
    table: Annotated[int, table_number]
    seat: Annotated[int, seat_number]
    action: Annotated[str, words(400)]
    millis: Annotated[int, integer(0, 2**31)]
    stage: Annotated[str, one_of("running", "warning", "lost")] = "running"
    """``warning``: it has nearly run out. ``lost``: the player is not connected, and the longer time runs."""


class HostsShown(Value):
    """Where the other hosts with this key accept connections, when that is no longer as the welcome said."""

    kind: ClassVar = "hosts"
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)]


Notification = LobbyShown | TableShown | Closed | LogEntry | Openings | Said | Race | Dropped | ClockShown
