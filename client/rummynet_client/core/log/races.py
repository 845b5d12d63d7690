"""Checks the evidence of a race of two calls: the late call signed for this round, the winner's in the log."""

from dataclasses import dataclass, field

from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Entry
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.fairness.statements import Acting, read_statement
from rummynet_protocol.wire.messages import Race


@dataclass(slots=True)
class Races:
    """The positions and calls of the newest dealt round."""

    _round: int = 0
    _positions: dict[bytes, int] = field(default_factory=dict)  # head to the index of the entry that made the position
    _calls: list[tuple[int, int]] = field(default_factory=list)  # (entry index, seat) of each call

    def add_entry(self, entry: Entry, head: bytes, index: int, *, makes_position: bool) -> None:
        """Record an entry of the log; *head* is the head after it."""
        if isinstance(entry, CardsDealt):
            self._round, self._positions, self._calls = entry.round, {}, []
        if makes_position:
            self._positions[head] = index
        if isinstance(entry, Acted) and notation.is_call(entry.do):
            self._calls.append((index, entry.seat))

    def race_holds(self, race: Race, log: bytes, session: bytes, keys: tuple[bytes, ...]) -> bool:
        """Whether the evidence holds. By how much the call was late cannot be verified."""
        if race.seat >= len(keys) or race.winner >= len(keys) or race.seat == race.winner:
            return False
        try:
            verify(keys[race.seat], Acting.kind, race.payload, race.signature)
            statement = read_statement(Acting.kind, race.payload)
        except (BadSignature, Cheat):
            return False
        if not isinstance(statement, Acting) or (statement.log, statement.session, statement.round) != (
            log,
            session,
            self._round,
        ):
            return False
        aimed = self._positions.get(statement.head)
        return notation.is_call(statement.do) and any(
            aimed is not None and index > aimed and seat == race.winner for index, seat in self._calls
        )
