"""The messages between client and host, as records. PROTOCOL.md says who may send which when.

On the wire a message is one frame holding a MessagePack map with ``m`` (the kind) and the fields below. Unknown keys
are ignored, unknown kinds are refused. A client's request carries ``n``, its own running number; the host answers each
with exactly one ``done``, ``refused`` or ``view`` of the same ``n``. Tables are numbers that the host gives out.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

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
from rummynet_protocol.wire.sentence_form import sentence

NAME: Final = 32
"""Characters of a person's, host's or table's name."""
SAYING: Final = 500
"""Characters of a line of chat."""
MOST_TABLES: Final = 200
"""Tables that the lobby names."""

LAST_SEAT: Final = 11
"""Number of the last seat of the largest table."""

_request = whole(0, 2**31)
_table = whole(1, 2**31)
_game = whole(1, 2**31)
_index = whole(0, 2**31)
_seat = whole(0, LAST_SEAT)
_version = whole(0, 65535)
_seat_kinds = one_of("nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote")


# -- the greeting


@dataclass(frozen=True, slots=True)
class Hello:
    """Client, first: the protocol versions it supports, its name and its public key."""

    kind: ClassVar = "hello"
    low: int = shaped(_version)
    high: int = shaped(_version)
    name: str = shaped(words(200))
    key: bytes = shaped(octets(32))
    agent: str = shaped(words(64))


@dataclass(frozen=True, slots=True)
class Challenge:
    """Host: the version chosen and 32 random bytes to be signed."""

    kind: ClassVar = "challenge"
    version: int = shaped(_version)
    nonce: bytes = shaped(octets(32))


@dataclass(frozen=True, slots=True)
class Proof:
    """Client: its signature (kind ``hello``) over the challenge and the host's key."""

    kind: ClassVar = "proof"
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class Welcome:
    """Host: the client's key is proven. ``name`` is the client's name as cleaned and shown to others."""

    kind: ClassVar = "welcome"
    host_name: str = shaped(words(NAME))
    name: str = shaped(words(NAME))
    agent: str = shaped(words(64))


# -- requests (each has n)


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table."""

    kind: ClassVar = "create"
    n: int = shaped(_request)
    variant: str = shaped(words(20))
    options: dict[str, Any] = shaped(option_map)
    name: str = shaped(words(200))


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat (None: the first free one); seats are renumbered without gaps when the game begins."""

    kind: ClassVar = "sit"
    n: int = shaped(_request)
    table: int = shaped(_table)
    seat: int | None = shaped(maybe(_seat))


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave the seat, before or after a game."""

    kind: ClassVar = "stand"
    n: int = shaped(_request)
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready (or not) to begin; the game begins when all who sit, two at least, are ready.

    ``signed`` is the person's consent, (payload, signature) of kind ``ready``; None to withdraw it.
    """

    kind: ClassVar = "ready"
    n: int = shaped(_request)
    table: int = shaped(_table)
    signed: tuple[bytes, bytes] | None = shaped(maybe(row(octets_to(1024), octets(64))))


@dataclass(frozen=True, slots=True)
class Watch:
    """Follow a table as a spectator: its log from the beginning, then as it grows."""

    kind: ClassVar = "watch"
    n: int = shaped(_request)
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop watching."""

    kind: ClassVar = "leave"
    n: int = shaped(_request)
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat to the table."""

    kind: ClassVar = "say"
    n: int = shaped(_request)
    table: int = shaped(_table)
    text: str = shaped(words(4000))


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Have the host start a bot for a free seat (``add``) or remove one (``remove``)."""

    kind: ClassVar = "bot"
    n: int = shaped(_request)
    table: int = shaped(_table)
    do: str = shaped(one_of("add", "remove"))
    strategy: str = shaped(words(20))


@dataclass(frozen=True, slots=True)
class Submit:
    """A statement signed for a game's log: a part in a ceremony, an action, a vote.

    ``what`` is the signature's kind.
    """

    kind: ClassVar = "submit"
    n: int = shaped(_request)
    table: int = shaped(_table)
    game: int = shaped(_game)
    what: str = shaped(_seat_kinds)
    payload: bytes = shaped(octets_to(1024))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class AskLog:
    """The log from this index on, and the openings of the asker's cards in the round being played."""

    kind: ClassVar = "log"
    n: int = shaped(_request)
    table: int = shaped(_table)
    start: int = shaped(_index)


@dataclass(frozen=True, slots=True)
class AskView:
    """The position as the asker may see it, and its legal actions: for clients without rules of their own."""

    kind: ClassVar = "ask-view"
    n: int = shaped(_request)
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class Here:
    """A sign of life at the table, as every other request there is."""

    kind: ClassVar = "here"
    n: int = shaped(_request)
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class Manage:
    """Request of a table's owner: pause or resume it, hand it to the person in ``seat``, free or admit that seat.

    ``resume`` may be asked for by any player while the owner is away: more than half of them are enough.
    """

    kind: ClassVar = "manage"
    n: int = shaped(_request)
    table: int = shaped(_table)
    do: str = shaped(one_of("pause", "resume", "hand-on", "remove", "admit"))
    seat: int | None = shaped(maybe(_seat))


# -- answers


@dataclass(frozen=True, slots=True)
class Done:
    """The request was carried out. ``table`` is the number of the table it made, if it made one."""

    kind: ClassVar = "done"
    n: int = shaped(_request)
    table: int | None = shaped(maybe(_table))


@dataclass(frozen=True, slots=True)
class Refused:
    """The request was not carried out and nothing has changed.

    ``signed`` is the host's signature (kind ``refusal``) that a submitted statement will never stand in the log; None
    for requests without a statement, and where the statement is not the asker's.
    """

    kind: ClassVar = "refused"
    n: int = shaped(_request)
    code: str = shaped(words(30))
    says: str = shaped(sentence(400))
    signed: bytes | None = shaped(maybe(octets(64)), default=None)


@dataclass(frozen=True, slots=True)
class View:
    """The answer to ask-view: JSON text of ``{"position": …, "seat": …, "legal": [...]}``; calls are never listed."""

    kind: ClassVar = "view"
    n: int = shaped(_request)
    json: str = shaped(words(60_000))


# -- notifications of the host


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """The tables: (number, name, variant, stage, names of the seated, seats at most, spectators)."""

    kind: ClassVar = "lobby"
    tables: tuple[tuple[int, str, str, str, tuple[str, ...], int, int], ...] = shaped(
        listed(
            row(
                _table,
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
    table: int = shaped(_table)
    name: str = shaped(words(NAME))
    variant: str = shaped(words(20))
    options: dict[str, Any] = shaped(option_map)
    stage: str = shaped(one_of("waiting", "playing"))
    game: int = shaped(whole(0, 2**31))
    """The number of the game being played or played last; 0 before the first."""
    seats: tuple[tuple[int, bytes, str, bool, bool, bool], ...] = shaped(
        listed(row(_seat, octets(32), words(NAME), yes_no, yes_no, yes_no), 12)
    )
    spectators: tuple[str, ...] = shaped(listed(words(NAME), 100))
    id: bytes = shaped(octets(32))
    """The table's id in its logs."""
    before: bytes = shaped(octets(32))
    """The last head of the log of ``game`` once that is over; zeros before game 1. The next log continues from it."""
    coming: int = shaped(whole(0, 12), default=0)
    """Bots that were asked for and have no seat yet."""
    asking: tuple[int, ...] = shaped(listed(_seat, 12), default=())
    """Seats that want to join the running game and wait for the owner to admit them."""
    owner: bytes | None = shaped(maybe(octets(32)), default=None)
    """The key of the person who may manage the table; None while nobody who could is there."""
    paused: bool = shaped(yes_no, default=False)
    levels: tuple[tuple[int, str], ...] = shaped(listed(row(_seat, words(20)), 12), default=())
    """The strategies of the host's bots, by seat."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed, for those who were there."""

    kind: ClassVar = "closed"
    table: int = shaped(_table)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Entry ``index`` of a game's log, its bytes, and the host's signature (kind ``head``) over the head after it."""

    kind: ClassVar = "entry"
    table: int = shaped(_table)
    game: int = shaped(_game)
    index: int = shaped(_index)
    entry: bytes = shaped(octets_to(60_000))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class Openings:
    """For one seat alone: (position, card, salt, path) of cards dealt to it or drawn by it."""

    kind: ClassVar = "openings"
    table: int = shaped(_table)
    game: int = shaped(_game)
    round: int = shaped(whole(1, 100_000))
    epoch: int = shaped(whole(0, 255))
    cards: tuple[tuple[int, int, bytes, bytes], ...] = shaped(
        listed(row(whole(0, 215), whole(0, 215), octets(32), octets_to(256)), 216)
    )


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat; ``seat`` is None for a spectator and for the host."""

    kind: ClassVar = "said"
    table: int = shaped(_table)
    name: str = shaped(words(NAME))
    seat: int | None = shaped(maybe(_seat))
    text: str = shaped(sentence(SAYING))
    by: str = shaped(one_of("player", "watcher", "host"))


@dataclass(frozen=True, slots=True)
class Race:
    """A valid call that came too late: ``seat`` was ``millis`` behind ``winner``; its signed call is the evidence."""

    kind: ClassVar = "race"
    table: int = shaped(_table)
    game: int = shaped(_game)
    seat: int = shaped(_seat)
    winner: int = shaped(_seat)
    millis: int = shaped(whole(0, 2**31))
    payload: bytes = shaped(octets_to(1024))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class Dropped:
    """For one seat alone: a statement that had been acknowledged is refused after all, as if by ``refused``."""

    kind: ClassVar = "dropped"
    table: int = shaped(_table)
    game: int = shaped(_game)
    statement: bytes = shaped(octets(32))
    """The hash of the statement."""
    code: str = shaped(words(30))
    says: str = shaped(sentence(400))
    signed: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class ClockShown:
    """A clock runs for a seat: ``action`` will be done for it after ``millis``; 0 stops the display."""

    kind: ClassVar = "clock"
    table: int = shaped(_table)
    seat: int = shaped(_seat)
    action: str = shaped(words(400))
    millis: int = shaped(whole(0, 2**31))
    stage: str = shaped(one_of("running", "warning", "lost"), default="running")
    """``warning``: it has nearly run out. ``lost``: the player is not connected, and the longer time runs."""


# -- either way


@dataclass(frozen=True, slots=True)
class Ping:
    """Request for a sign of life, answered by a pong of the same number."""

    kind: ClassVar = "ping"
    number: int = shaped(_request)


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    kind: ClassVar = "pong"
    number: int = shaped(_request)


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message: why the connection ends."""

    kind: ClassVar = "bye"
    code: str = shaped(words(30))
    says: str = shaped(sentence(400))


Request = Create | Sit | Stand | Ready | Watch | Leave | Say | SeatBot | Submit | AskLog | AskView | Here | Manage
Notification = LobbyShown | TableShown | Closed | LogEntry | Openings | Said | Race | Dropped | ClockShown
Message = Hello | Challenge | Proof | Welcome | Request | Done | Refused | View | Notification | Ping | Pong | Bye
KINDS: Final[dict[str, type[Message]]] = {kind.kind: kind for kind in Message.__args__}
