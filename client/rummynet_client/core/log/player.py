"""The player: key, secret, randomness, time, and access to the logs that earlier runs have kept."""

from collections.abc import Callable
from typing import Protocol

from rummynet_client.core.log.computing import Computations
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.values import Value, field

Random = Callable[[int], bytes]  # ``random(n)`` returns n unpredictable bytes
Recall = Callable[[bytes], bytes]  # ``recall(log)`` returns what is kept of the log with this id, b"" if nothing is


class PlayerClock(Protocol):
    """The player's clock: named, in milliseconds."""

    def now(self) -> tuple[bytes, int]:
        """The clock's name and its time in milliseconds."""

    def wall(self) -> int:
        """Unix time in milliseconds: all that a program knows of the time before it was started."""

    def renew(self) -> None:
        """Switch to another clock with another name."""


class UnfinishedGame(Value):
    """A game of this player's that an earlier run has not followed to its end."""

    log: bytes
    table: bytes  # the name of its table, as in ``open``
    game: int
    head: bytes  # the last head that is kept
    at: int = 0  # Unix time in milliseconds when its last entry was kept; 0 if unknown


class Player(Value):
    """The player, and what the core takes from outside."""

    signer: Signer
    secret: bytes  # secret from which contributions to shuffles are derived; it never leaves this machine
    random: Random
    clock: PlayerClock
    recall: Recall  # reads a transcript
    recall_private: Recall  # reads the private records beside it (``private_records``)
    computations: Computations = field(default_factory=Computations)
    """Reads which games at the host with this key have no end on the disk, and no incident that says so."""
