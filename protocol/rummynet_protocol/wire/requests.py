"""What a client asks of the host. Each has ``n``, the client's own running number."""

from typing import Annotated, Any, ClassVar, Final

from rummynet_protocol.fairness.entries import MOST_BLOB
from rummynet_protocol.shapes import maybe, octets, octets_to, one_of, option_map, row, words, yes_no
from rummynet_protocol.values import Value
from rummynet_protocol.wire.fields import (
    action_index,
    entry_index,
    game_number,
    request_number,
    seat_number,
    seat_statements,
    table_number,
)

# One request with a word for all of them: each has the same question, whether the asker is the owner.
MANAGED: Final = ("pause", "resume", "hand-on", "remove", "admit", "close-seats", "open-seats", "let-in")


class Create(Value):
    """Open a table; ``closed``: only people whom its owner lets in can sit down."""

    kind: ClassVar = "create"
    n: Annotated[int, request_number]
    variant: Annotated[str, words(20)]
    options: Annotated[dict[str, Any], option_map]
    name: Annotated[str, words(200)]
    closed: Annotated[bool, yes_no] = False


class Sit(Value):
    """Take a seat (None: the first free one); seats are renumbered without gaps when the game begins.

    At a table whose seats are closed, or from which the asker was removed, it is refused as a *knock*, which the owner
    is shown.
    """

    kind: ClassVar = "sit"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    seat: Annotated[int | None, maybe(seat_number)]


class Stand(Value):
    """Leave the seat, before or after a game."""

    kind: ClassVar = "stand"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Ready(Value):
    """Ready (or not) to begin; the game begins when all who sit, two at least, are ready.

    ``signed`` is the person's consent, (payload, signature) of kind ``ready``; None to withdraw it.
    """

    kind: ClassVar = "ready"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    signed: Annotated[tuple[bytes, bytes] | None, maybe(row(octets_to(1024), octets(64)))]


class Watch(Value):
    """Follow a table as a spectator: its log from the beginning, then as it grows."""

    kind: ClassVar = "watch"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Leave(Value):
    """Stop watching."""

    kind: ClassVar = "leave"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Say(Value):
    """A line of chat to the table."""

    kind: ClassVar = "say"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    # Shortened by the host to SAYING characters: a pasted text should lose its end, not the connection.
    text: Annotated[str, words(4000)]


class SeatBot(Value):
    """Have the host start a bot for a free seat (``add``) or remove one (``remove``)."""

    kind: ClassVar = "bot"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    do: Annotated[str, one_of("add", "remove")]
    strategy: Annotated[str, words(20)]


class Submit(Value):
    """A statement signed for a game's log: a part in a ceremony, an action, a vote, a wish to end the game.

    ``what`` is the signature's kind.
    """

    kind: ClassVar = "submit"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    what: Annotated[str, seat_statements]
    # FAIRNESS.md, "Statements"
    payload: Annotated[bytes, octets_to(1024)]
    signature: Annotated[bytes, octets(64)]
    # The statement holds its hash (SEALED.md, "Statements and entries").
    blob: Annotated[bytes, octets_to(MOST_BLOB)] = b""
    """What stands beside the statement with a sealed deck: a part, or the proof of an action."""


class AskLog(Value):
    """The log from this index on, and the openings of the asker's cards in the round being played."""

    kind: ClassVar = "log"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    start: Annotated[int, entry_index]


class AskView(Value):
    """The position as the asker may see it, and its legal actions from *start* on: for clients without own rules."""

    kind: ClassVar = "ask-view"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    # Above 0 for the rest of a list that is too long for one answer.
    start: Annotated[int, action_index] = 0


class Here(Value):
    """A sign of life at the table, as every other request there is."""

    kind: ClassVar = "here"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Manage(Value):
    """Request of a table's owner: pause or resume it, hand it to the person in ``seat``, free or admit that seat.

    ``resume`` may be asked for by any player while the owner is away, or after a long pause: more than half of the
    others are enough. ``close-seats`` lets nobody sit down but those whom the owner lets in by their ``key``.
    """

    kind: ClassVar = "manage"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    do: Annotated[str, one_of(*MANAGED)]
    seat: Annotated[int | None, maybe(seat_number)]
    key: Annotated[bytes | None, maybe(octets(32))] = None  # whom to let in


Request = Create | Sit | Stand | Ready | Watch | Leave | Say | SeatBot | Submit | AskLog | AskView | Here | Manage
