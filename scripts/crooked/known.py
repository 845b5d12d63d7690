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
    Known("a pause or an order that no log shows", "denied", frozenset({"refuse-paused"}), "AB refuse-paused@0:Ann"),
    Known("a pause or an order that no log shows", "denied", frozenset({"refuse-order"}), "AB refuse-order@1:Ann"),
    Known("a pause or an order that no log shows", "turn-lost", frozenset({"refuse-paused", "refuse-order"}), ""),
)  # fmt: skip


def is_known(gains: Iterable[str], ids: Collection[str]) -> bool:
    """Whether each of these gains, from these deviations, is known."""
    return all(any(one.gain == gain and one.ids & set(ids) for one in KNOWN) for gain in gains)
