"""Who plays: the key, the secret, randomness, time, and what earlier runs of this client have kept."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rummynet_client.core.session.incidents import Incident
from rummynet_protocol.fairness.signing import Signer

Random = Callable[[int], bytes]
"""``random(n)`` gives n unpredictable bytes."""
Recall = Callable[[bytes], bytes]
"""``recall(log)`` gives what is kept of the log with this id, b"" if there is nothing."""


class PlayerClock(Protocol):
    """The player's own time: milliseconds of a clock with a name."""

    def now(self) -> tuple[bytes, int]:
        """The clock's name, and what it shows."""

    def renew(self) -> None:
        """Begin another clock, under another name."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who we are, and what the core takes from outside."""

    signer: Signer
    secret: bytes
    """What contributions to shuffles are derived from; it never leaves this machine."""
    random: Random
    clock: PlayerClock
    recall: Recall
    """The transcript."""
    recall_private: Recall
    """The private records beside it (``private_records``)."""
    past: Callable[[bytes], tuple[Incident, ...]]
    """What happened before with the host that has this key, as far as it has not been put away."""
