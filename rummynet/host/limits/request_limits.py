"""What a person and an address may ask for, on whatever connection: chat, changes, tables, bots.

Tables know keys and no addresses; limits that depend on addresses are applied here, before a request reaches a table.
"""

from rummynet.host.limits.bounds import Bounds
from rummynet.host.limits.token_bucket import TokenBuckets
from rummynet.table.api.refusals import TooManyBots, TooManyTables, TooMuchChat, TooOften
from rummynet.table.lobby.lobby import Lobby
from rummynet.table.table import Table
from rummynet_protocol.text import clean
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Create, Leave, Manage, Ready, Request, Say, SeatBot, Sit, Stand, Watch


class _Rate:
    """What a person, and all people at an address, may ask for in a minute."""

    def __init__(self, of_person: int, of_address: int) -> None:
        self.of_person, self.of_address = (TokenBuckets(most, most / 60) for most in (of_person, of_address))

    def take(self, key: bytes, group: str, now: float) -> bool:
        """Count one request, unless it is one too many: who is refused costs the others at the address nothing."""
        return self.of_address.has(group, now) and self.of_person.take(key, now) and self.of_address.take(group, now)


class RequestLimits:
    """Refuses requests beyond the limits and counts the others."""

    def __init__(self, bounds: Bounds, lobby: Lobby) -> None:
        self._lobby = lobby
        self._groups: dict[bytes, str] = {}
        """Address group from which each key connected last, kept while it is connected or has opened a table."""
        self.set_bounds(bounds)

    def __len__(self) -> int:
        """Keys whose address is known."""
        return len(self._groups)

    def set_bounds(self, bounds: Bounds) -> None:
        """Set new bounds; the buckets begin full."""
        self._bounds = bounds
        self._chat = _Rate(bounds.chat_per_minute, bounds.chat_per_minute_address)
        self._changes = _Rate(bounds.changes_per_minute, bounds.changes_per_minute_address)
        self._opened = _Rate(bounds.tables_per_minute, bounds.tables_per_minute_address)
        self._started = TokenBuckets(bounds.bots_per_minute, bounds.bots_per_minute / 60)

    def record_address(self, key: bytes, group: str) -> None:
        """Record the address group of a key: tables that the key has opened count for that group."""
        # Twice as many as can be connected: whoever has opened a table and left still counts, and each look at all of
        # them frees as many as have come since the last one.
        if len(self._groups) > 2 * self._bounds.connections:
            kept = {table.by for table in self._lobby.tables.values()} | self._lobby.people.keys()
            self._groups = {one: where for one, where in self._groups.items() if one in kept}
        self._groups[key] = group

    def admit(self, key: bytes, group: str, request: Request, now: float) -> Request:
        """The request with its texts cut to what this host allows.

        Raises TooMuchChat, TooManyTables, TooOften, TooManyBots.
        """
        match request:
            case Say(text=text):
                self._check_chat(key, group, now)
                return replace(request, text=clean(text, self._bounds.chat_characters))
            case Create(name=name):
                self._check_opening(key, group, now)
                return replace(request, name=clean(name, self._bounds.name_characters))
            case Sit(table=table) | Watch(table=table):
                self._check_places(key, table)
                self._check_changes(key, group, now)
            case Stand() | Ready() | Leave() | Manage():
                self._check_changes(key, group, now)
            case SeatBot(do=do):
                self._check_changes(key, group, now)
                if do == "add":
                    self._check_bots(request.table, group, now)
        return request

    def _check_chat(self, key: bytes, group: str, now: float) -> None:
        most = self._bounds.chat_per_minute
        if not self._chat.of_address.has(group, now):
            raise TooMuchChat("people at your address have said too much within a minute; wait a little")
        if not self._chat.take(key, group, now):
            raise TooMuchChat("you have said {most} lines within a minute; wait a little and say it again", most=most)

    def _check_opening(self, key: bytes, group: str, now: float) -> None:
        most = self._bounds.tables_per_address
        if len(self._opened_at(group)) >= most:
            raise TooManyTables("people at your address have already opened {most} tables; use one of them", most=most)
        if not self._opened.take(key, group, now):
            raise TooManyTables("tables are opened too fast; wait a minute, or use one that is open")

    def _check_changes(self, key: bytes, group: str, now: float) -> None:
        if not self._changes.take(key, group, now):
            raise TooOften("you did that too often within a minute; wait a little")

    def _check_places(self, key: bytes, table: int) -> None:
        most = self._bounds.tables_at_once
        tables = self._lobby.tables.values()
        if sum(one.number != table and key in one.seating.members for one in tables) >= most:
            raise TooManyTables("you are already at {most} tables; leave one of them first", most=most)

    def _check_bots(self, table: int, group: str, now: float) -> None:
        bounds, tables = self._bounds, self._lobby.tables
        here = tables.get(table)
        owner = self._groups.get(here.by, group) if here is not None else group
        theirs = sum(_bots(tables[one]) for one in self._opened_at(owner))
        free = self._lobby.context.limits.bots - sum(map(_bots, tables.values()))
        if theirs >= bounds.bots_per_address:
            most = bounds.bots_per_address
            raise TooManyBots("tables opened from one address can have {most} bots; remove one first", most=most)
        if 0 < free <= theirs:  # half of what there is, half of the rest, and so on: some are left for newcomers
            raise TooManyBots("this host keeps its last bots for tables opened from other addresses")
        if not self._started.take(group, now):
            raise TooManyBots("bots are called too fast; wait a minute")

    def _opened_at(self, group: str) -> list[int]:
        """The open tables of people at this address."""
        return [one.number for one in self._lobby.tables.values() if self._groups.get(one.by) == group]


def _bots(table: Table) -> int:
    """Bots that sit at the table or are being started for it."""
    return table.bots.coming + sum(seat.bot for seat in table.seating.seats.values())
