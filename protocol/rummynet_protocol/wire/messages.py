"""The messages between client and host, as records. PROTOCOL.md says who may send which when.

On the wire a message is one frame holding a MessagePack map with ``m`` (the kind) and the fields below. Unknown keys
are ignored, unknown kinds are refused. A client's request carries ``n``, its own running number; the host answers each
with exactly one ``done`` or ``refused`` of the same ``n``. Tables are numbers that the host gives out.
"""

from typing import Annotated, Any, ClassVar, Final

from rummynet_protocol.fairness.entries import MOST_BLOB
from rummynet_protocol.fairness.transcript import MOST_STATEMENT, REFUSABLE
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
from rummynet_protocol.wire.sentence_form import sentence

# As many as a line of a phone shows beside points and cards; longer ones would have to be cut everywhere.
NAME: Final = 32  # characters of a person's, host's or table's name
# A line or two on a phone; the request may have more, which the host cuts (PROTOCOL.md, `say`).
SAYING: Final = 500  # characters of a line of chat
# More is no list to choose from, and with long names not even 200 fit a frame (`message_codec.lobby`).
MOST_TABLES: Final = 200  # tables that the lobby names
MOST_KNOCKS: Final = 8
"""People who ask for a seat that a table names: as many as the smaller tables have seats. Keys are free, so the newest
push out the oldest."""

# 253 of a DNS name, a colon and a port make 259.
ADDRESS: Final = 300  # characters of a host's address, with its port
# A client tries them in turn, and nobody waits for more; a host leaves the rest out. All together have 19 KiB.
MOST_ADDRESSES: Final = 64  # addresses that a message names
# People see a card some 200 ms after each other; a quarter of that decides races. No network of one home takes as long.
FAR_MILLIS: Final = 50
"""From so many milliseconds to the host and back a person is far, and a race for a rummy not fair."""
LAST_SEAT: Final = 11  # Vegas rummy has twelve seats
"""Number of the last seat of the largest table."""

request_number = integer(0, 2**31)
table_number = integer(1, 2**31)
game_number = integer(1, 2**31)
entry_index = integer(0, 2**31)
seat_number = integer(0, LAST_SEAT)
version_number = integer(0, 65535)
# Without `ready`, which has a request of its own, and `last-word`, which is sent to nobody.
seat_statements = one_of("nonce-commit", "nonce", "commit", "reveal", "key", "part", "root", "action", "vote")
signed_statement = row(one_of(*REFUSABLE), octets_to(MOST_STATEMENT), octets(64))
"""Kind, payload and signature of a statement."""


class Message(Value):
    """What a client or a host sends."""

    kind: ClassVar[str]


# -- requests of a client

# One request with a word for all of them: each has the same question, whether the asker is the owner.
MANAGED: Final = ("pause", "resume", "hand-on", "remove", "admit", "close-seats", "open-seats", "let-in")


class Create(Message):
    """Open a table; ``closed``: only people whom its owner lets in can sit down."""

    kind: ClassVar = "create"
    n: Annotated[int, request_number]
    variant: Annotated[str, words(20)]
    options: Annotated[dict[str, Any], option_map]
    name: Annotated[str, words(200)]
    closed: Annotated[bool, yes_no] = False


class Sit(Message):
    """Take a seat (None: the first free one); seats are renumbered without gaps when the game begins.

    At a table whose seats are closed, or from which the asker was removed, it is refused as a *knock*, which the owner
    is shown.
    """

    kind: ClassVar = "sit"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    seat: Annotated[int | None, maybe(seat_number)]


class Stand(Message):
    """Leave the seat, before or after a game."""

    kind: ClassVar = "stand"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Ready(Message):
    """Ready (or not) to begin; the game begins when all who sit, two at least, are ready.

    ``signed`` is the person's consent, (payload, signature) of kind ``ready``; None to withdraw it.
    """

    kind: ClassVar = "ready"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    signed: Annotated[tuple[bytes, bytes] | None, maybe(row(octets_to(1024), octets(64)))]


class Watch(Message):
    """Follow a table as a spectator: its log from the beginning, then as it grows."""

    kind: ClassVar = "watch"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Leave(Message):
    """Stop watching."""

    kind: ClassVar = "leave"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Say(Message):
    """A line of chat to the table."""

    kind: ClassVar = "say"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    # Shortened by the host to SAYING characters: a pasted text should lose its end, not the connection.
    text: Annotated[str, words(4000)]


class SeatBot(Message):
    """Have the host start a bot for a free seat (``add``) or remove one (``remove``)."""

    kind: ClassVar = "bot"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    do: Annotated[str, one_of("add", "remove")]
    strategy: Annotated[str, words(20)]


class Submit(Message):
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


class AskLog(Message):
    """The log from this index on, and the openings of the asker's cards in the round being played."""

    kind: ClassVar = "log"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]
    start: Annotated[int, entry_index]


class Here(Message):
    """A sign of life at the table, as every other request there is."""

    kind: ClassVar = "here"
    n: Annotated[int, request_number]
    table: Annotated[int, table_number]


class Manage(Message):
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


Request = Create | Sit | Stand | Ready | Watch | Leave | Say | SeatBot | Submit | AskLog | Here | Manage


# -- what the host sends without being asked: the lobby, the table, the log of a game


class LobbyShown(Message):
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


class TableShown(Message):
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


class Closed(Message):
    """The table is closed, for those who were there."""

    kind: ClassVar = "closed"
    table: Annotated[int, table_number]


class LogEntry(Message):
    """Entry ``index`` of a game's log, its bytes, and the host's signature (kind ``head``) over the head after it."""

    kind: ClassVar = "entry"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    index: Annotated[int, entry_index]
    entry: Annotated[bytes, octets_to(60_000)]
    signature: Annotated[bytes, octets(64)]


class Openings(Message):
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


class Said(Message):
    """A line of chat; ``seat`` is None for a spectator and for the host."""

    kind: ClassVar = "said"
    table: Annotated[int, table_number]
    name: Annotated[str, words(NAME)]
    seat: Annotated[int | None, maybe(seat_number)]
    text: Annotated[str, sentence(SAYING)]
    by: Annotated[str, one_of("player", "watcher", "host")]


class Race(Message):
    """A valid call that came too late: ``seat`` was ``millis`` behind ``winner``; its signed call is the evidence."""

    kind: ClassVar = "race"
    table: Annotated[int, table_number]
    game: Annotated[int, game_number]
    seat: Annotated[int, seat_number]
    winner: Annotated[int, seat_number]
    millis: Annotated[int, integer(0, 2**31)]
    payload: Annotated[bytes, octets_to(1024)]
    signature: Annotated[bytes, octets(64)]


class Dropped(Message):
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


class ClockShown(Message):
    """A clock runs for a seat: ``action`` will be done for it after ``millis``; 0 stops the display."""

    kind: ClassVar = "clock"
    table: Annotated[int, table_number]
    seat: Annotated[int, seat_number]
    action: Annotated[str, words(400)]
    millis: Annotated[int, integer(0, 2**31)]
    stage: Annotated[str, one_of("running", "warning", "lost")] = "running"
    """``warning``: it has nearly run out. ``lost``: the player is not connected, and the longer time runs."""


class HostsShown(Message):
    """Where the other hosts with this key accept connections, when that is no longer as the welcome said."""

    kind: ClassVar = "hosts"
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)]


Notification = LobbyShown | TableShown | Closed | LogEntry | Openings | Said | Race | Dropped | ClockShown


# -- the greeting


class Forwarded(Message):
    """Another host with the same key, before the hello of a person whose page it serves: where that page is.

    ``signature`` is the host's own (kind ``forwarded``) over ``address``. TLS keeps it between hosts, so no guest ever
    has one to use.
    """

    kind: ClassVar = "forwarded"
    address: Annotated[str, words(ADDRESS)]
    signature: Annotated[bytes, octets(64)]


class Hello(Message):
    """Client, first: the protocol versions it supports, its name and its public key."""

    kind: ClassVar = "hello"
    low: Annotated[int, version_number]
    high: Annotated[int, version_number]
    # Longer than NAME: the host cleans and shortens it, as a name may shrink by that.
    name: Annotated[str, words(200)]
    key: Annotated[bytes, octets(32)]
    agent: Annotated[str, words(64)]


class Challenge(Message):
    """Host: the version chosen and 32 random bytes to be signed."""

    kind: ClassVar = "challenge"
    version: Annotated[int, version_number]
    nonce: Annotated[bytes, octets(32)]


class Proof(Message):
    """Client: its signature (kind ``hello``) over the challenge and the host's key."""

    kind: ClassVar = "proof"
    signature: Annotated[bytes, octets(64)]


class Welcome(Message):
    """Host: the client's key is proven. ``name`` is the client's name as cleaned and shown to others."""

    kind: ClassVar = "welcome"
    host_name: Annotated[str, words(NAME)]
    name: Annotated[str, words(NAME)]
    agent: Annotated[str, words(64)]
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)] = ()
    """Where the other hosts with this key accept connections."""


# -- answers


class Done(Message):
    """The request was carried out. ``table`` is the number of the table it made, if it made one."""

    kind: ClassVar = "done"
    n: Annotated[int, request_number]
    table: Annotated[int | None, maybe(table_number)]


class Refused(Message):
    """The request was not carried out and nothing has changed.

    ``signed`` is the host's signature (kind ``refusal``) that a submitted statement will never stand in the log, and
    ``head`` that of the log when it was refused; both None for requests without a statement, and where the statement
    is not the asker's. ``evidence`` is, with the code ``order``, a newer statement of the asker's: kind, payload,
    signature.
    """

    kind: ClassVar = "refused"
    n: Annotated[int, request_number]
    code: Annotated[str, words(30)]
    says: Annotated[str, sentence(400)]
    signed: Annotated[bytes | None, maybe(octets(64))] = None
    head: Annotated[bytes | None, maybe(octets(32))] = None
    evidence: Annotated[tuple[str, bytes, bytes] | None, maybe(signed_statement)] = None


class Redirect(Message):
    """Host, the last message: another host with the same key has the table, or room for a new one.

    What has no answer was not carried out; it may be sent there again. ``table`` is None for a new table.
    """

    kind: ClassVar = "redirect"
    table: Annotated[int | None, maybe(table_number)]
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)]


# -- either way


class Ping(Message):
    """Request for a sign of life, answered by a pong of the same number."""

    kind: ClassVar = "ping"
    number: Annotated[int, request_number]


class Pong(Message):
    """The answer to a ping."""

    kind: ClassVar = "pong"
    number: Annotated[int, request_number]


class Bye(Message):
    """The last message: why the connection ends."""

    kind: ClassVar = "bye"
    code: Annotated[str, words(30)]
    says: Annotated[str, sentence(400)]


KINDS: Final[dict[str, type[Message]]] = {kind.kind: kind for kind in Message.__subclasses__()}
