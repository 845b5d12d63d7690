"""The rows of the lobby: one for each table here, as it is and as it was last sent, and those of other hosts."""

from collections.abc import Iterable, Mapping

from rummynet.rules.sealed_decks import is_sealed
from rummynet.table.table import Table
from rummynet_protocol.values import replace
from rummynet_protocol.wire.message_codec import TableRow, lobby
from rummynet_protocol.wire.messages import LobbyShown


def lobby_row(table: Table) -> TableRow:
    """A table's row of the lobby."""
    names = tuple(seat.name for seat in table.seating.seats.values())
    most, watching = table.seating.most, len(table.seating.watchers)
    # All that an action changes is left out, so that a game sends no updates of the lobby.
    closed, sealed = table.entrance.closed, is_sealed(table.options)
    return table.number, table.name, table.variety.name, table.stage, names, most, watching, closed, sealed


class LobbyRows:
    """All rows. With other hosts ``elsewhere`` has those of their tables, by number, which are shown with ours."""

    def __init__(self) -> None:
        self.elsewhere: Mapping[int, TableRow] = {}
        self.is_partial = False
        """There may be tables at other hosts that are not in ``elsewhere``: what is not shown may be open."""
        self._sent: dict[int, TableRow] = {}
        self._current: dict[int, TableRow] = {}
        """The tables as they were after the last input: everybody who connects is sent them."""

    def message(self) -> LobbyShown:
        """The message that shows the lobby."""
        found = lobby(sorted({**self.elsewhere, **self._current}.values()))
        # ``more`` tells a client that a table it does not see may exist, so it does not take its own for closed.
        return replace(found, more=found.more + 1) if self.is_partial else found

    def mark_sent(self) -> None:
        """The lobby was sent to everybody as it is now."""
        self._sent = self._current.copy()

    def update(self, touched: Iterable[int], tables: Mapping[int, Table]) -> bool:
        """Recompute the rows of these tables; returns whether one differs from what was sent."""
        is_changed = False
        for number in touched:
            table = tables.get(number)
            if table is not None:
                self._current[number] = lobby_row(table)
            else:
                self._current.pop(number, None)
            is_changed = is_changed or self._sent.get(number) != self._current.get(number)
        return is_changed

    def show_elsewhere(self, rows: Mapping[int, TableRow], is_partial: bool) -> bool:
        """Set the rows of other hosts' tables; returns whether that has changed anything."""
        if (rows, is_partial) == (self.elsewhere, self.is_partial):
            return False
        self.elsewhere, self.is_partial = rows, is_partial
        return True

    def adopt_table(self, table: Table) -> None:
        """Add a table that was restored from the journal."""
        # Taken as sent: it is no news. Whoever connects is sent it anyway, and in a cluster it was in the lobby before.
        self._sent[table.number] = self._current[table.number] = lobby_row(table)

    def give_up_table(self, table: Table) -> None:
        """Another host has this table; it stays open there."""
        self._sent.pop(table.number, None)
        self._current.pop(table.number, None)
        # Until the next reading of the database names it: else it would vanish from the lobby for a moment.
        self.elsewhere = {**self.elsewhere, table.number: lobby_row(table)}
