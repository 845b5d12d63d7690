"""What the second verifier finds in bytes."""

from __future__ import annotations

import stranger_verify
from stranger.files import records_of
from stranger.forms import Fault
from stranger.log import Log

from tests.stranger.handmade import Handmade


def found(made: Handmade | bytes) -> str | None:
    """The check that fails, or None."""
    records, cut = records_of(made if isinstance(made, bytes) else made.transcript())
    assert not cut
    try:
        stranger_verify.walk(Log(), records)
    except Fault as fault:
        return fault.check
    return None


def dealt(players: int = 2, **options: int) -> Handmade:
    """A Keilty game just after its first deal."""
    made = Handmade(players, options=options)
    made.begin()
    made.commits()
    made.seal(bytes(range(52)))
    made.deal()
    return made
