"""Tables that go to other hosts of a cluster and come from them: who is sent where, and what waits until that is known.

With a host by itself nothing of this happens.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from rummynet.host.net.table_updates import Peer
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.message_codec import TableRow
from rummynet_protocol.wire.messages import Ping, Redirect, Request

# The first reading may have begun before the table was handed over or opened; the next one has seen it.
READINGS_UNTIL_KNOWN: Final = 2
"""Readings of the others' tables that may not know yet who has a table that went from here, or one that is new."""

# Some 10 MB at a kilobyte each: while the database is away they wait for it, whoever sends them.
MOST_HELD: Final = 10_000  # requests held; a connection that sends one more is closed

NEW_TABLE: Final = 0  # under which requests for a new table are held; no table has this number

HeldRequest = tuple[bytes, Request | Ping, Peer, bytes]
"""A request to a table that no host has just now, or for a new one that has no number yet: the key of who sent it, the
request, the connection, its body. A ping waits behind such a request of the same connection: its pong says that all
before it was answered."""


class Cluster(Protocol):
    """The other hosts with the same journal, as the dispatcher sees them."""

    def is_unsure(self) -> bool:
        """Whether another host may have taken our tables over, for all that we know."""

    def addresses_of(self, table: int) -> tuple[str, ...] | None:
        """Where another host has this table; empty while nobody has it, None if there is no such table elsewhere."""

    def addresses_here(self) -> tuple[str, ...]:
        """Where this host accepts connections."""

    def other_addresses(self) -> tuple[str, ...]:
        """Where the others accept connections."""

    def person_came(self, key: bytes) -> None:
        """A person has connected: one with a seat elsewhere is sent there unless they ask for something here first."""

    def place_for_new_table(self) -> tuple[str, ...]:
        """Where a new table had better be opened; empty for here."""

    def bot_made(self, table: int, key: bytes) -> None:
        """A bot was made for a table; its folder is complete."""


class TableMoves:
    """The tables that went, and the people and requests that follow them. *lobby* has the tables that are here."""

    def __init__(self, lobby: Lobby) -> None:
        self.cluster: Cluster | None = None
        self.awaited = set[int]()  # tables of the host's last run that are not here yet
        self._lobby = lobby
        self._held: dict[int, list[HeldRequest]] = {}  # by table the requests that wait for it
        self._departed: dict[int, int] = {}
        """By table that went to another host how many more readings of the others' tables may not know it yet."""
        self._unheard: dict[int, int] = {}
        """By table that nobody is known to have and a request is for, how many more readings may not know it yet; with
        none left it does not exist."""
        self._strays: dict[int, dict[Peer, None]] = {}
        """Peers at tables that went to another host, until it is known which one."""

    @property
    def has_strays(self) -> bool:
        """Whether people at tables that went to other hosts have not been sent on."""
        return any(self._strays.values())

    # -- people and requests

    def is_elsewhere(self, key: bytes, request: Request | Ping, peer: Peer, body: bytes) -> bool:
        """Whether another host answers the request, for all that is known: its sender is redirected, or waits."""
        if isinstance(request, Ping):
            # A pong says that all before it was answered, so it waits behind held requests of the same connection.
            return self._is_behind_held(key, request, peer)
        table = getattr(request, "table", None)
        # A new table waits for all of them: how many there may be depends on how many there are.
        if self.awaited and (table is None or table in self.awaited):
            self._hold(table or NEW_TABLE, (key, request, peer, body))
            return True
        if self.cluster is None:
            return False
        if table is None:
            if self._redirect(peer, None):
                return True
            if self._lobby.numbers.next:
                return False
            # Numbers are on their way (``TableNumbers.wanted``).
            self._hold(NEW_TABLE, (key, request, peer, body))
            return True
        if table in self._lobby.tables:
            return False
        if (
            self.cluster.addresses_of(table) is None
            and table not in self._departed
            and not self._unheard.setdefault(table, READINGS_UNTIL_KNOWN)
        ):
            return False  # there is no such table: the lobby says so
        if not self._redirect(peer, table):
            self._hold(table, (key, request, peer, body))
        return True

    def _hold(self, table: int, held: HeldRequest) -> None:
        if sum(len(one) for one in self._held.values()) < MOST_HELD:
            self._held.setdefault(table, []).append(held)
        else:
            held[2].goodbye(
                "too_fast", sentence("too many requests wait for tables of other hosts; connect again later")
            )

    def is_stray(self, peer: Peer) -> bool:
        """Whether something that the peer was owed went with a table, and it has not been sent on yet."""
        return any(peer in strays for strays in self._strays.values())

    def _is_behind_held(self, key: bytes, ping: Ping, peer: Peer) -> bool:
        for table, held in self._held.items():
            if any(one[2] is peer for one in held):
                self._hold(table, (key, ping, peer, b""))
                return True
        return False

    def disconnected(self, peer: Peer) -> None:
        """A connection has ended."""
        for strays in self._strays.values():
            strays.pop(peer, None)

    def add_strays(self, table: int, peers: Iterable[Peer]) -> None:
        """These peers waited for something of a table that another host has."""
        self._strays.setdefault(table, {}).update(dict.fromkeys(peers))

    def send_on(self, table: int, peers: Iterable[Peer] = ()) -> None:
        """Redirect these peers, and who else was at the table, to the host that has it as soon as one has."""
        strays = self._strays.pop(table, {})
        strays.update(dict.fromkeys(peers))
        if table in self._lobby.tables and self.cluster is not None:
            self._redirect_here(table, strays)
            return
        left = {peer: None for peer in strays if not self._redirect(peer, table)}
        if left:
            self._strays[table] = left

    def _redirect(self, peer: Peer, table: int | None) -> bool:
        """Send a peer to the host that has this table or, with None, room for a new one; False if none has."""
        assert self.cluster is not None
        where = self.cluster.addresses_of(table) if table is not None else self.cluster.place_for_new_table()
        if where:
            peer.redirect(Redirect(table, where))
        return bool(where)

    def _redirect_here(self, table: int, peers: Iterable[Peer]) -> None:
        """The table is back: what these peers asked meanwhile has no answer, so they ask again."""
        here = self.cluster.addresses_here() if self.cluster is not None else ()
        for peer in peers:
            peer.redirect(Redirect(table, here))

    # -- tables

    def next_awaited(self) -> int | None:
        """The table to bring next, first what somebody has asked for; None if all are here."""
        return next((table for table in self._held if table in self.awaited), min(self.awaited, default=None))

    def departed(self, table: int) -> None:
        """Another host has a table of ours, and may not have said so yet."""
        self._departed[table] = READINGS_UNTIL_KNOWN

    def arrived(self, table: int) -> list[HeldRequest]:
        """A table is here, or numbers for NEW_TABLE are: return the requests that waited for it."""
        self._departed.pop(table, None)
        self._redirect_here(table, self._strays.pop(table, ()))
        return self._held.pop(table, [])

    def complete_rows(self, rows: Mapping[int, TableRow | None]) -> tuple[dict[int, TableRow], bool]:
        """A reading of the others' tables, with those that it may not know yet; and whether there are others yet."""
        shown = self._lobby.rows.elsewhere
        earlier = {number: shown[number] for number in self._departed if number in shown}
        self._departed = {number: left - 1 for number, left in self._departed.items() if left > 1}
        self._unheard = {number: left - 1 for number, left in self._unheard.items() if left}
        known = {number: row for number, row in rows.items() if row is not None}
        return {**earlier, **known}, bool(self._departed) or known != rows

    def retry(self) -> list[HeldRequest]:
        """After a reading: send on whom it says where to. Return the requests that waited, to be asked again."""
        for table in list(self._strays):  # a copy: ``send_on`` changes it
            self.send_on(table)
        # All are asked again: who is still without a table comes back here.
        held, self._held = self._held, {}
        return [one for requests in held.values() for one in requests]
