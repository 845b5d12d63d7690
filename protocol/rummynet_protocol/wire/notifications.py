"""What the host sends without being asked: the lobby, the table, the log of a game."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rummynet_protocol.shapes import (
    listed,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    row,
    shaped,
    whole,
    words,
    yes_no,
)
from rummynet_protocol.wire.fields import (
    ADDRESS,
    MOST_ADDRESSES,
    MOST_TABLES,
    NAME,
    SAYING,
    entry_index,
    game_number,
    seat_number,
    table_number,
)
from rummynet_protocol.wire.sentence_form import sentence


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """The tables: (number, name, variant, stage, names of the seated, seats at most, spectators)."""

    kind: ClassVar = "lobby"
    tables: tuple[tuple[int, str, str, str, tuple[str, ...], int, int], ...] = shaped(
        listed(
            row(
                table_number,
                words(NAME),
                words(20),
                one_of("waiting", "playing"),
                listed(words(NAME), 12),
                whole(1, 12),
                whole(0, 10_000),
            ),
            MOST_TABLES,
        )
    )
    more: int = shaped(whole(0, 2**31), default=0)
    """Further tables, which the message has no room for."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """One table, for its members: options, and each seat's (number, key, name, ready, connected, bot)."""

    kind: ClassVar = "table"
    table: int = shaped(table_number)
    name: str = shaped(words(NAME))
    variant: str = shaped(words(20))
    options: dict[str, Any] = shaped(option_map)
    stage: str = shaped(one_of("waiting", "playing"))
    game: int = shaped(whole(0, 2**31))
    """The number of the game being played or played last; 0 before the first."""
    seats: tuple[tuple[int, bytes, str, bool, bool, bool], ...] = shaped(
        listed(row(seat_number, octets(32), words(NAME), yes_no, yes_no, yes_no), 12)
    )
    spectators: tuple[str, ...] = shaped(listed(words(NAME), 100))
    id: bytes = shaped(octets(32))
    """The table's id in its logs."""
    before: bytes = shaped(octets(32))
    """The last head of the log of ``game`` once that is over; zeros before game 1. The next log continues from it."""
    coming: int = shaped(whole(0, 12), default=0)
    """Bots that were asked for and have no seat yet."""
    asking: tuple[int, ...] = shaped(listed(seat_number, 12), default=())
    """Seats that want to join the running game and wait for the owner to admit them."""
    owner: bytes | None = shaped(maybe(octets(32)), default=None)
    """The key of the person who may manage the table; None while nobody who could is there."""
    paused: bool = shaped(yes_no, default=False)
    levels: tuple[tuple[int, str], ...] = shaped(listed(row(seat_number, words(20)), 12), default=())
    """The strategies of the host's bots, by seat."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed, for those who were there."""

    kind: ClassVar = "closed"
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Entry ``index`` of a game's log, its bytes, and the host's signature (kind ``head``) over the head after it."""

    kind: ClassVar = "entry"
    table: int = shaped(table_number)
    game: int = shaped(game_number)
    index: int = shaped(entry_index)
    entry: bytes = shaped(octets_to(60_000))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class Openings:
    """For one seat alone: (position, card, salt, path) of cards dealt to it or drawn by it."""

    kind: ClassVar = "openings"
    table: int = shaped(table_number)
    game: int = shaped(game_number)
    round: int = shaped(whole(1, 100_000))
    epoch: int = shaped(whole(0, 255))
    cards: tuple[tuple[int, int, bytes, bytes], ...] = shaped(
        listed(row(whole(0, 215), whole(0, 215), octets(32), octets_to(256)), 216)
    )


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat; ``seat`` is None for a spectator and for the host."""

    kind: ClassVar = "said"
    table: int = shaped(table_number)
    name: str = shaped(words(NAME))
    seat: int | None = shaped(maybe(seat_number))
    text: str = shaped(sentence(SAYING))
    by: str = shaped(one_of("player", "watcher", "host"))


@dataclass(frozen=True, slots=True)
class Race:
    """A valid call that came too late: ``seat`` was ``millis`` behind ``winner``; its signed call is the evidence."""

    kind: ClassVar = "race"
    table: int = shaped(table_number)
    game: int = shaped(game_number)
    seat: int = shaped(seat_number)
    winner: int = shaped(seat_number)
    millis: int = shaped(whole(0, 2**31))
    payload: bytes = shaped(octets_to(1024))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class Dropped:
    """For one seat alone: a statement that had been acknowledged is refused after all, as if by ``refused``."""

    kind: ClassVar = "dropped"
    table: int = shaped(table_number)
    game: int = shaped(game_number)
    statement: bytes = shaped(octets(32))
    """The hash of the statement."""
    code: str = shaped(words(30))
    says: str = shaped(sentence(400))
    signed: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class ClockShown:
    """A clock runs for a seat: ``action`` will be done for it after ``millis``; 0 stops the display."""

    kind: ClassVar = "clock"
    table: int = shaped(table_number)
    seat: int = shaped(seat_number)
    action: str = shaped(words(400))
    millis: int = shaped(whole(0, 2**31))
    stage: str = shaped(one_of("running", "warning", "lost"), default="running")
    """``warning``: it has nearly run out. ``lost``: the player is not connected, and the longer time runs."""


@dataclass(frozen=True, slots=True)
class HostsShown:
    """Where the other hosts with this key accept connections, when that is no longer as the welcome said."""

    kind: ClassVar = "hosts"
    addresses: tuple[str, ...] = shaped(listed(words(ADDRESS), MOST_ADDRESSES))


Notification = LobbyShown | TableShown | Closed | LogEntry | Openings | Said | Race | Dropped | ClockShown
