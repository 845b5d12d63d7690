"""Who may connect: limits for each address and each key, and priority for those who play.

Connections that have not proven a key are few; beyond that number the oldest one of the address with the most is
dropped. After the proof a person who sits at a table is admitted to a full host too: the newest connection among those
that do least is dropped, first from the address with the most. So is anybody else, in the place of one of a larger
crowd that is at no table, or else of the one at no table that has asked for nothing for longest.
"""

from collections import Counter
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final, Protocol

from rummynet.host.limits.bounds import Bounds
from rummynet.host.limits.token_bucket import TokenBuckets
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import sentence

# What a person does, in the order in which connections are dropped for others: a game with an empty chair waits, and
# spoils the evening of all who sit there, while who watches or reads the list loses nothing.
NOWHERE: Final = 0
WATCHES: Final = 1
SITS: Final = 2
PLAYS: Final = 3
# A person at no table of a full host who has asked for nothing for this long no longer reads the list of tables.
LINGER_SECONDS: Final = 60


class HostFull(Refusal):
    """The host, or the address, has as many connections as it may."""

    code = "full"


class GreetsTooOften(Refusal):
    """A key has connected more often than it may."""

    code = "too_fast"


def places(lobby: Lobby) -> dict[bytes, int]:
    """What each key does at the tables, as one of the constants above; keys that do nothing are left out."""
    found: dict[bytes, int] = {}
    for table in lobby.tables.values():
        sits = PLAYS if table.stage == "playing" else SITS
        does = dict.fromkeys(table.seating.watchers, WATCHES)
        does |= {seat.key: sits for seat in table.seating.seats.values()}
        for key, place in does.items():
            found[key] = max(place, found.get(key, NOWHERE))
    return found


class PooledConnection(Protocol):
    """A connection as admission sees it."""

    @property
    def key(self) -> bytes | None:
        """The key that it has proven."""

    @property
    def group(self) -> str:
        """Its address group."""

    @property
    def asked_at(self) -> float:
        """When it has asked for anything last, or came."""


class Admission:
    """Admits connections. ``ungreeted`` have not proven a key; ``greeted`` have, the host's own bots excepted.

    Both are in the order of arrival.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.ungreeted: dict[PooledConnection, None] = {}
        self.greeted: dict[PooledConnection, None] = {}
        self._by_key: dict[bytes, PooledConnection] = {}
        self.set_bounds(bounds)

    def __len__(self) -> int:
        return len(self.ungreeted) + len(self.greeted)

    def set_bounds(self, bounds: Bounds) -> None:
        """Set new bounds; the buckets begin full."""
        self._bounds = bounds
        self._dials = TokenBuckets(bounds.dials_burst, bounds.dials_per_second)
        self._greetings = TokenBuckets(bounds.greetings_per_minute, bounds.greetings_per_minute / 60)

    def may_dial(self, group: str, now: float) -> bool:
        """Whether a connection of this group may begin TLS; if so it is counted."""
        return self._dials.take(group, now)

    def add_ungreeted(self, connection: PooledConnection) -> PooledConnection | None:
        """Count a new connection. Return the one to drop for it if there are too many."""
        self.ungreeted[connection] = None
        if len(self.ungreeted) <= self._bounds.ungreeted:
            return None
        ((busiest, _),) = Counter(one.group for one in self.ungreeted).most_common(1)
        return next(one for one in self.ungreeted if one.group == busiest)

    def admit(self, connection: PooledConnection, key: bytes, lobby: Lobby, now: float) -> PooledConnection | None:
        """Admit a connection that has proven *key*. Return the one to drop for it, if any.

        The host's own bots are exempt from limits. Raises HostFull, GreetsTooOften.
        """
        if key in lobby.bots:
            self.ungreeted.pop(connection, None)
            return None
        if not self._greetings.take(key, now):
            raise GreetsTooOften(sentence("you connect too often; wait a minute and connect again"))
        dropped = self._connection_to_drop(connection, key, lobby, now)
        self.ungreeted.pop(connection, None)
        self.greeted[connection] = None
        self._by_key[key] = connection
        return dropped

    def remove(self, connection: PooledConnection) -> None:
        """Remove a connection that has ended."""
        self.ungreeted.pop(connection, None)
        self.greeted.pop(connection, None)
        if connection.key is not None and self._by_key.get(connection.key) is connection:
            del self._by_key[connection.key]

    def _connection_to_drop(
        self, connection: PooledConnection, key: bytes, lobby: Lobby, now: float
    ) -> PooledConnection | None:
        """The connection to drop for this one; None if there is space.

        An older connection of the same key ends anyway, so its place counts as free. Raises HostFull.
        """
        bounds, old = self._bounds, self._by_key.get(key)
        here = sum(one.group == connection.group for one in self.greeted) - (
            old is not None and old.group == connection.group
        )
        crowded = here >= bounds.per_address
        if not crowded and len(self.greeted) - (old is not None) < bounds.connections:
            return None
        does = places(lobby)
        among = connection.group if crowded else None
        # Among equals only a group that is no smaller than ours when it has lost one: else two groups of one size would
        # drop each other in turn.
        dropped = self._least_active(does, does.get(key, NOWHERE), here + 1, among)
        dropped = dropped or self._longest_idle(does, now - LINGER_SECONDS, among)
        if dropped is not None:
            return dropped
        if crowded:
            most = bounds.per_address
            raise HostFull(
                sentence(
                    "this host allows {most} connections from your address; end one of them and try again", most=most
                )
            )
        raise HostFull(sentence("this host has reached its limit of connections; try again later"))

    def _longest_idle(self, does: Mapping[bytes, int], before: float, group: str | None) -> PooledConnection | None:
        """The one at no table that has asked for nothing for longest, if since *before*; with *group* one of these."""
        idle = (
            one
            for one in self.greeted
            if group in (None, one.group) and (one.key or b"") not in does and one.asked_at < before
        )
        return min(idle, key=lambda one: one.asked_at, default=None)

    def _least_active(
        self, does: Mapping[bytes, int], place: int, crowd: int, group: str | None
    ) -> PooledConnection | None:
        """The connection to drop for a key with this *place*; None if there is none.

        Candidates do less than *place*, or as much if their group has more than *crowd* connections. With *group* only
        its connections are candidates. Of those that do least the one of the largest group, and there the newest, is
        chosen.
        """
        sizes = Counter(one.group for one in self.greeted)
        ranked = (
            (does.get(one.key or b"", NOWHERE), -sizes[one.group], -arrival, one)
            for arrival, one in enumerate(self.greeted)
            if group in (None, one.group)
        )
        found = [rank for rank in ranked if rank[0] < place or (rank[0] == place and -rank[1] > crowd)]
        return min(found)[3] if found else None  # no two have one arrival


# The longest prefix that is usually assigned to one customer (RFC 6177): its holder has 2^64 addresses, and limits
# by address would bind nobody.
IPV6_BITS: Final = 64


def address_group(host: str) -> str:
    """The group that *host* is counted in: an IPv4 address (also one written as IPv6), or the /64 of an IPv6 address.

    Text that is no address (a transport without one) is its own group.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.is_loopback:
        return str(address)
    prefix = int(address) >> (128 - IPV6_BITS) << (128 - IPV6_BITS)
    return f"{IPv6Address(prefix)}/{IPV6_BITS}"
