"""Rows of the journal. Each is durable before anything that follows from it is sent.

Together they determine a table: what is not here can be computed from what is. A checkpoint replaces all inputs before
it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rummynet_protocol.values import Value


class TableOpened(Value):
    """A table was created with these options, all of them. The host's name and limits at that time stay the table's."""

    table: int
    name: str
    variant: str
    options: Mapping[str, Any]
    by: bytes
    unix: int
    host: str
    limits: Mapping[str, Any]
    id: bytes  # 32 random bytes that identify the table in its logs


class TableClosed(Value):
    """The table was closed, at this Unix time; only the logs of its games are still needed."""

    table: int
    why: str
    unix: int


class InputRecorded(Value):
    """An input that changed the table, packed by ``table_history.pack_input``, with its time.

    The table is the newest checkpoint with the inputs after it, applied in order. ``shared`` are parts of the bytes, in
    order, that an entry which it has caused may have too, so that a journal need not keep them twice.
    """

    unprinted: ClassVar = ("body", "shared")
    table: int
    ms: int
    unix: int
    body: bytes
    shared: tuple[bytes, ...] = ()


class Checkpoint(Value):
    """The whole table between two games or rounds, packed by ``pack_checkpoint``; older inputs are not needed.

    ``games`` is the number of games that are over; a start does not read what the journal has of them. Of the game
    being played it reads the entries from ``entries`` on, and secrets drawn for later rounds than ``round``.
    """

    unprinted: ClassVar = ("body",)
    table: int
    ms: int
    unix: int
    games: int
    body: bytes
    entries: int = 0
    round: int = 0


class GameBegun(Value):
    """A game began; from now on the seats are numbered as in ``players`` (key, name)."""

    table: int
    game: int
    log: bytes  # the log's id
    players: tuple[tuple[bytes, str], ...]
    unix: int


class EntryLogged(Value):
    """Entry ``index`` of a game's log, with the host's signature over the head after it."""

    table: int
    game: int
    index: int
    entry: bytes
    signature: bytes


class SecretKept(Value):
    """The host's two secrets for an epoch, kept before anything that follows from them is sent."""

    unprinted: ClassVar = ("deck", "pub")
    table: int
    game: int
    round: int
    epoch: int
    deck: bytes
    pub: bytes


class GameClosed(Value):
    """The game was played to its end (``played``) or called off; its log is complete."""

    table: int
    game: int
    played: bool


JournalRow = TableOpened | TableClosed | InputRecorded | Checkpoint | GameBegun | EntryLogged | SecretKept | GameClosed
