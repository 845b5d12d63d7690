"""What a table does, as rows of the journal: each is durable before anybody is told of it.

Together they are the whole truth about a table: what is not here can be computed from what is. A checkpoint takes the
place of all inputs before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was created with these options, all of them; the host's name and limits then are the table's for good."""

    table: int
    name: str
    variant: str
    options: Mapping[str, Any]
    by: bytes
    unix: int
    host: str
    limits: Mapping[str, Any]
    id: bytes
    """32 random bytes: the table's name in its logs."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed, at this Unix time: nothing of it is needed any more but its games' logs."""

    table: int
    why: str
    unix: int


@dataclass(frozen=True, slots=True)
class InputRecorded:
    """An input that changed the table, as ``story`` packs it, with its time.

    In their order, from the newest checkpoint on, they are the table.
    """

    table: int
    ms: int
    unix: int
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The whole table between two games, as ``checkpoint`` packs it: the inputs before it are not needed any more.

    ``games`` is how many games have been played at the table; what the journal has of these is not read at a start.
    """

    table: int
    ms: int
    unix: int
    games: int
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game began; the seats are numbered as in ``players`` (key, name) from now on."""

    table: int
    game: int
    log: bytes
    """The log's id."""
    players: tuple[tuple[bytes, str], ...]
    unix: int


@dataclass(frozen=True, slots=True)
class EntryLogged:
    """Entry ``index`` of a game's log, with the host's signature over the head after it."""

    table: int
    game: int
    index: int
    entry: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class SecretKept:
    """The host's two secrets for an epoch, before anything that follows from them is told."""

    table: int
    game: int
    round: int
    epoch: int
    deck: bytes = field(repr=False)
    pub: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The game came to its end (``played``) or was called off; its log gets no more entries."""

    table: int
    game: int
    played: bool


JournalRow = TableOpened | TableClosed | InputRecorded | Checkpoint | GameBegun | EntryLogged | SecretKept | GameClosed
