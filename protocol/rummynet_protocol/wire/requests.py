"""What a client asks of the host. Each has ``n``, the client's own running number."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rummynet_protocol.shapes import maybe, octets, octets_to, one_of, option_map, row, shaped, words
from rummynet_protocol.wire.fields import (
    entry_index,
    game_number,
    request_number,
    seat_number,
    seat_statements,
    table_number,
)


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table."""

    kind: ClassVar = "create"
    n: int = shaped(request_number)
    variant: str = shaped(words(20))
    options: dict[str, Any] = shaped(option_map)
    name: str = shaped(words(200))


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat (None: the first free one); seats are renumbered without gaps when the game begins."""

    kind: ClassVar = "sit"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    seat: int | None = shaped(maybe(seat_number))


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave the seat, before or after a game."""

    kind: ClassVar = "stand"
    n: int = shaped(request_number)
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready (or not) to begin; the game begins when all who sit, two at least, are ready.

    ``signed`` is the person's consent, (payload, signature) of kind ``ready``; None to withdraw it.
    """

    kind: ClassVar = "ready"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    signed: tuple[bytes, bytes] | None = shaped(maybe(row(octets_to(1024), octets(64))))


@dataclass(frozen=True, slots=True)
class Watch:
    """Follow a table as a spectator: its log from the beginning, then as it grows."""

    kind: ClassVar = "watch"
    n: int = shaped(request_number)
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop watching."""

    kind: ClassVar = "leave"
    n: int = shaped(request_number)
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat to the table."""

    kind: ClassVar = "say"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    text: str = shaped(words(4000))


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Have the host start a bot for a free seat (``add``) or remove one (``remove``)."""

    kind: ClassVar = "bot"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    do: str = shaped(one_of("add", "remove"))
    strategy: str = shaped(words(20))


@dataclass(frozen=True, slots=True)
class Submit:
    """A statement signed for a game's log: a part in a ceremony, an action, a vote.

    ``what`` is the signature's kind.
    """

    kind: ClassVar = "submit"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    game: int = shaped(game_number)
    what: str = shaped(seat_statements)
    payload: bytes = shaped(octets_to(1024))
    signature: bytes = shaped(octets(64))


@dataclass(frozen=True, slots=True)
class AskLog:
    """The log from this index on, and the openings of the asker's cards in the round being played."""

    kind: ClassVar = "log"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    start: int = shaped(entry_index)


@dataclass(frozen=True, slots=True)
class AskView:
    """The position as the asker may see it, and its legal actions: for clients without rules of their own."""

    kind: ClassVar = "ask-view"
    n: int = shaped(request_number)
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class Here:
    """A sign of life at the table, as every other request there is."""

    kind: ClassVar = "here"
    n: int = shaped(request_number)
    table: int = shaped(table_number)


@dataclass(frozen=True, slots=True)
class Manage:
    """Request of a table's owner: pause or resume it, hand it to the person in ``seat``, free or admit that seat.

    ``resume`` may be asked for by any player while the owner is away: more than half of them are enough.
    """

    kind: ClassVar = "manage"
    n: int = shaped(request_number)
    table: int = shaped(table_number)
    do: str = shaped(one_of("pause", "resume", "hand-on", "remove", "admit"))
    seat: int | None = shaped(maybe(seat_number))


Request = Create | Sit | Stand | Ready | Watch | Leave | Say | SeatBot | Submit | AskLog | AskView | Here | Manage
