"""The messages between client and host, as records. PROTOCOL.md says who may send which when.

On the wire a message is one frame holding a MessagePack map with ``m`` (the kind) and the fields below. Unknown keys
are ignored, unknown kinds are refused. A client's request carries ``n``, its own running number; the host answers each
with exactly one ``done``, ``refused`` or ``view`` of the same ``n``. Tables are numbers that the host gives out.

Requests and notifications are defined in modules of their own; all kinds are imported from here.
"""

from typing import Annotated, ClassVar, Final

from rummynet_protocol.shapes import list_of, maybe, octets, words
from rummynet_protocol.values import Value
from rummynet_protocol.wire.fields import (
    ADDRESS,
    LAST_SEAT,
    MOST_ADDRESSES,
    MOST_TABLES,
    MOST_VIEW,
    NAME,
    SAYING,
    request_number,
    signed_statement,
    table_number,
    version_number,
)
from rummynet_protocol.wire.notifications import (
    ClockShown,
    Closed,
    Dropped,
    HostsShown,
    LobbyShown,
    LogEntry,
    Notification,
    Openings,
    Race,
    Said,
    TableShown,
)
from rummynet_protocol.wire.requests import (
    AskLog,
    AskView,
    Create,
    Here,
    Leave,
    Manage,
    Ready,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    Watch,
)
from rummynet_protocol.wire.sentence_form import sentence

# -- the greeting


class Forwarded(Value):
    """Another host with the same key, before the hello of a person whose page it serves: where that page is.

    ``signature`` is the host's own (kind ``forwarded``) over ``address``. TLS keeps it between hosts, so no guest ever
    has one to use.
    """

    kind: ClassVar = "forwarded"
    address: Annotated[str, words(ADDRESS)]
    signature: Annotated[bytes, octets(64)]


class Hello(Value):
    """Client, first: the protocol versions it supports, its name and its public key."""

    kind: ClassVar = "hello"
    low: Annotated[int, version_number]
    high: Annotated[int, version_number]
    # Longer than NAME: the host cleans and shortens it, as a name may shrink by that.
    name: Annotated[str, words(200)]
    key: Annotated[bytes, octets(32)]
    agent: Annotated[str, words(64)]


class Challenge(Value):
    """Host: the version chosen and 32 random bytes to be signed."""

    kind: ClassVar = "challenge"
    version: Annotated[int, version_number]
    nonce: Annotated[bytes, octets(32)]


class Proof(Value):
    """Client: its signature (kind ``hello``) over the challenge and the host's key."""

    kind: ClassVar = "proof"
    signature: Annotated[bytes, octets(64)]


class Welcome(Value):
    """Host: the client's key is proven. ``name`` is the client's name as cleaned and shown to others."""

    kind: ClassVar = "welcome"
    host_name: Annotated[str, words(NAME)]
    name: Annotated[str, words(NAME)]
    agent: Annotated[str, words(64)]
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)] = ()
    """Where the other hosts with this key accept connections."""


# -- answers


class Done(Value):
    """The request was carried out. ``table`` is the number of the table it made, if it made one."""

    kind: ClassVar = "done"
    n: Annotated[int, request_number]
    table: Annotated[int | None, maybe(table_number)]


class Refused(Value):
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


class View(Value):
    """The answer to ask-view: JSON text of ``{"position": …, "seat": …, "legal": [...], "more": 0}``.

    Calls are never listed. ``more`` is how many actions follow those of ``legal``.
    """

    kind: ClassVar = "view"
    n: Annotated[int, request_number]
    json: Annotated[str, words(MOST_VIEW)]


class Redirect(Value):
    """Host, the last message: another host with the same key has the table, or room for a new one.

    What has no answer was not carried out; it may be sent there again. ``table`` is None for a new table.
    """

    kind: ClassVar = "redirect"
    table: Annotated[int | None, maybe(table_number)]
    addresses: Annotated[tuple[str, ...], list_of(words(ADDRESS), MOST_ADDRESSES)]


# -- either way


class Ping(Value):
    """Request for a sign of life, answered by a pong of the same number."""

    kind: ClassVar = "ping"
    number: Annotated[int, request_number]


class Pong(Value):
    """The answer to a ping."""

    kind: ClassVar = "pong"
    number: Annotated[int, request_number]


class Bye(Value):
    """The last message: why the connection ends."""

    kind: ClassVar = "bye"
    code: Annotated[str, words(30)]
    says: Annotated[str, sentence(400)]


Message = (
    Forwarded
    | Hello
    | Challenge
    | Proof
    | Welcome
    | Request
    | Done
    | Refused
    | View
    | Notification
    | HostsShown
    | Redirect
    | Ping
    | Pong
    | Bye
)
KINDS: Final[dict[str, type[Message]]] = {kind.kind: kind for kind in Message.__args__}

__all__ = [
    "KINDS",
    "LAST_SEAT",
    "MOST_ADDRESSES",
    "MOST_TABLES",
    "NAME",
    "SAYING",
    "AskLog",
    "AskView",
    "Bye",
    "Challenge",
    "ClockShown",
    "Closed",
    "Create",
    "Done",
    "Dropped",
    "Forwarded",
    "Hello",
    "Here",
    "HostsShown",
    "Leave",
    "LobbyShown",
    "LogEntry",
    "Manage",
    "Message",
    "Notification",
    "Openings",
    "Ping",
    "Pong",
    "Proof",
    "Race",
    "Ready",
    "Redirect",
    "Refused",
    "Request",
    "Said",
    "Say",
    "SeatBot",
    "Sit",
    "Stand",
    "Submit",
    "TableShown",
    "View",
    "Watch",
    "Welcome",
]
