"""What a host of a cluster knows of the others, whatever tells it: their tables, and who goes to which."""

from typing import Any, Final

from rummynet.host.cluster.membership import Neighbours
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.dispatch.table_arrivals import show_elsewhere
from rummynet.host.dispatch.table_moves import NEW_TABLE

# Tables that this host may have more than another before new ones go there: a redirect costs a player a new
# connection, a few tables cost a host nothing.
SPREAD: Final = 3
# Time for what a person with a seat elsewhere wants here: a client that names a table does so with its first message;
# a person who says nothing has come back to play.
RETURN_SECONDS: Final = 0.5


class OtherHosts:
    """The others as the dispatcher sees them. All methods are called in the reactor's thread."""

    def __init__(self, dispatcher: Dispatcher, reactor: Any) -> None:  # noqa: ANN401 - Twisted's own type
        self._dispatcher, self._reactor = dispatcher, reactor
        self.neighbours = Neighbours()
        self.addresses: tuple[str, ...] = ()
        self._has_read = False  # whether the neighbours have been read since the start
        self._failed: dict[int, int] = {}  # by table that could not be resumed its token

    @property
    def draining(self) -> bool:
        """Whether its tables go to the others."""
        return False

    def addresses_of(self, table: int) -> tuple[str, ...] | None:
        """As ``Cluster.addresses_of``."""
        # A host that has just started says of no table that it does not exist: a player sent here by a host that is
        # gone would hold the end of the game against this one.
        if not self._has_read:
            return ()
        found = self.neighbours.tables.get(table)
        if found is None or table in self._failed:
            return None
        owner = self.neighbours.hosts.get(found.owner)
        return owner.addresses if owner is not None and owner.alive else ()

    def addresses_here(self) -> tuple[str, ...]:
        """As ``Cluster.addresses_here``."""
        return self.addresses

    def table_of(self, key: bytes) -> int | None:
        """A table of another host at which this person has a seat; None if they are at one here."""
        tables = self._dispatcher.lobby.tables.values()
        is_here = any(key in table.seating.members for table in tables)
        elsewhere = (table for table, one in self.neighbours.tables.items() if key in one.members)
        return None if is_here else next(elsewhere, None)

    def person_came(self, key: bytes) -> None:
        """As ``Cluster.person_came``."""
        if self.table_of(key) is not None:
            self._reactor.callLater(RETURN_SECONDS, self._send_home, key)

    def _send_home(self, key: bytes) -> None:
        table = self.table_of(key)
        if table is not None:
            self._dispatcher.send_on(table, (key,))

    def place_for_new_table(self) -> tuple[str, ...]:
        """As ``Cluster.place_for_new_table``."""
        ours, limit = len(self._dispatcher.lobby.tables), self._dispatcher.lobby.context.limits.tables
        others = [host for host in self.neighbours.hosts.values() if host.alive and not host.draining and host.room > 0]
        best = min(others, key=lambda host: host.tables, default=None)
        if best is None or not (self.draining or ours >= limit or ours > best.tables + SPREAD):
            return ()
        return best.addresses

    def open_held(self) -> None:
        """There are numbers for new tables: open those that wait for one."""
        for held in self._dispatcher.moves.arrived(NEW_TABLE):
            self._dispatcher.handle_request(*held)
        self._dispatcher.schedule_flush()

    def other_addresses(self) -> tuple[str, ...]:
        """Where the other living hosts are."""
        return tuple(one for host in self.neighbours.hosts.values() if host.alive for one in host.addresses)

    def addresses_with(self, address: str) -> tuple[str, ...]:
        """All addresses of the living host with this *address*, this one first; empty if no other host has it."""
        for host in self.neighbours.hosts.values():
            if host.alive and address in host.addresses:
                return (address, *(one for one in host.addresses if one != address))
        return ()

    def open_elsewhere(self) -> dict[int, str]:
        """By open table of another host the first address of that."""
        hosts = self.neighbours.hosts
        return {
            table: hosts[one.owner].addresses[0]
            for table, one in self.neighbours.tables.items()
            if one.owner in hosts and hosts[one.owner].addresses
        }

    def neighbours_read(self, neighbours: Neighbours) -> None:
        """The others' tables as they are now: show them, and send people on to them."""
        known = self.other_addresses()
        before, self.neighbours, self._has_read = self.neighbours, neighbours, True
        if (addresses := self.other_addresses()) != known:
            self._dispatcher.show_hosts(addresses)
        rows = {number: one.row for number, one in neighbours.tables.items() if number not in self._failed}
        show_elsewhere(self._dispatcher, rows)
        for number, one in neighbours.tables.items():
            was = before.tables.get(number)
            owner, earlier = neighbours.hosts.get(one.owner), before.hosts.get(one.owner)
            is_news = was is None or was.owner != one.owner or earlier is None or not earlier.alive
            if is_news and owner is not None and owner.alive:
                self._dispatcher.send_on(number, [key for key in one.members if self.table_of(key) == number])
