"""What is known to go unseen today. Who mends a finding takes its lines away; a test fails until that is done."""

from collections.abc import Collection, Iterable
from typing import Final

from rummynet_protocol.values import Value


class Known(Value):
    """A gain that nobody sees yet."""

    finding: str
    gain: str
    """As the oracle calls it."""
    ids: frozenset[str]
    """Any of these deviations gives it."""
    script: str
    """A script that shows it."""


KNOWN: Final = (
    Known("a pause that no log shows", "denied", frozenset({"refuse-paused"}), "AB refuse-paused@0:Ann"),
    Known("a pause that no log shows", "turn-lost", frozenset({"refuse-paused"}), ""),
    Known(
        "a shuffle that was not shown, then voided", "re-dealt", frozenset({"lobby-more", "delay", "hold-entries"}), "",
    ),
    # An action is left unread, and then the parts of a shuffle until the game is called off for its voids: a client
    # counts no time in a shuffle, since an honest host has nothing to log then.
    Known("a part kept back, then voided", "kept", frozenset({"lobby-more"}), ""),
    Known(
        "entries kept back until the clock has run out", "turn-lost", frozenset({"hold-entries", "delay", "drop"}),
        "AF turn=20 hold-entries@10:Ann=40",
    ),
    Known(
        "entries kept back until the clock has run out", "denied",
        frozenset({"hold-entries", "delay", "keep-statement", "drop"}), "",
    ),
    Known(
        "entries kept back until the clock has run out", "turn-lost",
        frozenset({"keep-statement", "refuse-too_many", "show-paused", "keep-openings"}), "",
    ),
)  # fmt: skip


def is_known(gains: Iterable[str], ids: Collection[str]) -> bool:
    """Whether each of these gains, from these deviations, is known."""
    return all(any(one.gain == gain and one.ids & set(ids) for one in KNOWN) for gain in gains)
