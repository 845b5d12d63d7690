"""What the host keeps from this client on a connection that stands: answers to its requests, and its own cards.

Nothing here proves anything: a network can be slow too. What lasts is a doubt, and is kept with the host's key.
"""

from typing import Final

from rummynet_client.core.session.watches import BLIND, LONGEST_TICK, UNANSWERED, WATCHES

UNANSWERED_MILLIS: Final = WATCHES[UNANSWERED].millis
"""How long a request for the log, or a consent, may have no answer: as long as an action may. Entries that come
meanwhile may be those that anybody gets, so they do not count as one."""
BLIND_MILLIS: Final = WATCHES[BLIND].millis
"""How long own cards may be missing. They come right behind their entry, on the same connection."""


class Withheld:
    """How long things have been missing at one table."""

    def __init__(self) -> None:
        self._missing = {UNANSWERED: 0, BLIND: 0}
        """By kind of incident: milliseconds."""

    def connection_lost(self) -> None:
        """Begin to count anew."""
        self._missing = dict.fromkeys(self._missing, 0)

    def tick(self, millis: int, *, asks: bool, is_blind: bool) -> list[str]:
        """Add *millis* of connected time. Returns the kinds of incidents that are due now, each once."""
        due = list[str]()
        for kind, lacks, most in ((UNANSWERED, asks, UNANSWERED_MILLIS), (BLIND, is_blind, BLIND_MILLIS)):
            before = self._missing[kind]
            self._missing[kind] = before + min(millis, LONGEST_TICK) if lacks else 0
            due += [kind] if before < most <= self._missing[kind] else []
        return due
