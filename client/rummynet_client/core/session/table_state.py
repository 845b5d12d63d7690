"""The state of lobby, table, seats, chat and clock, as the host showed it last."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from rummynet.bots.characters import ANYBODY, character_named
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.text import news
from rummynet_client.language import translated
from rummynet_protocol.lookalikes import all_distinct
from rummynet_protocol.wire.messages import NAME, ClockShown, LobbyShown, Said, TableShown

_MOST_CHAT: Final = 200  # chosen: an evening's talk; somebody who floods it only pushes out older lines


class TableState:
    """Follows the host's messages about tables and emits news of changes."""

    def __init__(self, me: bytes, outbox: Outbox) -> None:
        self.lobby: tuple[news.TableListed, ...] = ()
        self.lobby_more = 0  # further tables that the lobby does not name
        self.table: news.TableChanged | None = None
        self.seats: dict[int, news.SeatTaken] = {}
        self.chat: deque[news.ChatSaid] = deque(maxlen=_MOST_CHAT)
        self._said_at: deque[tuple[int, int]] = deque(maxlen=_MOST_CHAT)  # in which game, behind how many sentences
        self.clock: news.ClockChanged | None = None
        self.joining: int | None = None
        self._me, self._outbox = me, outbox
        self.lobby_received = False  # the lobby has been received once

    @property
    def seat(self) -> int | None:
        """The own seat at the table; None without one."""
        return next((seat for seat, taken in self.seats.items() if taken.me), None)

    def has_own_seat(self, message: TableShown) -> bool:
        """Whether the player has a seat at this table."""
        return any(key == self._me for _, key, *_ in message.seats)

    def update_lobby(self, message: LobbyShown) -> None:
        """Process the lobby. The first one is news by itself, later a table that opens while the player is at none."""
        known = {row.table for row in self.lobby}
        tables = (news.TableListed(*row, far=row[0] in message.far) for row in message.tables)
        # A host keeps a table that all have left for some minutes, so that they can come back: no reason to show it
        # before those where somebody waits.
        self.lobby = tuple(sorted(tables, key=lambda row: row.stage == "waiting" and not row.players))
        self.lobby_more = message.more
        if not self.lobby_received:
            self.lobby_received = True
            self._outbox.add_news(news.LobbyListed(self.lobby, self.lobby_more))
        elif self.table is None and not message.more:  # of more tables than it names any may come into sight
            self._outbox.add_news(*(news.NewTable(row) for row in self.lobby if row.table not in known))

    def update_table(self, message: TableShown) -> None:
        """Process the state of the current table, or of the one being joined."""
        owner = next((seat for seat, key, *_ in message.seats if key == message.owner), None)
        # A correct host admits no look-alike names; making them distinct here defeats a host that does.
        names = all_distinct((*(name for _, _, name, *_ in message.seats), *message.spectators), NAME)
        seats = len(message.seats)
        fresh = news.TableChanged(
            message.table, message.name, message.variant, message.stage, message.options, names[seats:],
            message.coming, message.asking, owner, message.paused,
            message.closed, all_distinct([name for _, name in message.knocks], NAME),
        )  # fmt: skip
        if fresh != self.table:
            self.table = fresh
            self._outbox.add_news(fresh)
        before, self.seats = self.seats, self._seated(message, names)
        self._outbox.add_news(*(news.SeatFreed(seat) for seat in sorted(set(before) - set(self.seats))))
        self._outbox.add_news(*(taken for seat, taken in self.seats.items() if before.get(seat) != taken))

    def _seated(self, message: TableShown, names: Sequence[str]) -> dict[int, news.SeatTaken]:
        levels, delays = dict(message.levels), dict(message.delays)
        return {
            seat: news.SeatTaken(
                seat, name, key == self._me, ready, connected, bot, _level(levels.get(seat, ""), name),
                delays.get(seat, 0),
            )
            for (seat, key, _, ready, connected, bot), name in zip(message.seats, names, strict=False)
        }  # fmt: skip

    def clear_table(self) -> None:
        """Reset the state: the client is at no table any longer."""
        if self.table is not None:
            self._outbox.add_news(news.LeftTable(self.table.table))
        self.table, self.seats, self.clock = None, {}, None
        self._said_at.clear()
        self.chat.clear()  # the host sends the last lines again to anybody who returns

    def chat_since(self, game: int, told: int) -> tuple[int, ...]:
        """How many of the *told* sentences of this game came after each line of the chat."""
        return tuple(told - at if number == game else told for number, at in self._said_at)

    def add_chat(self, message: Said, game: int = 0, told: int = 0) -> None:
        """Process a line of chat; *told* sentences of this game came before it."""
        seat = self.seats.get(message.seat) if message.seat is not None else None
        # A host says of a bot's line only whose seat it is; its sentences are translated here, a person's never.
        by = "bot" if message.by == "player" and seat is not None and seat.bot else message.by
        text = translated(message.text) if by in ("host", "bot") else message.text
        line = news.ChatSaid(message.name, message.seat, by, text)
        self.chat.append(line)
        self._said_at.append((game, told))
        self._outbox.add_news(line)

    def update_clock(self, message: ClockShown) -> None:
        """Process a clock of the current table."""
        if self.table is not None and message.table == self.table.table:
            ran = news.ClockChanged(message.seat, message.action, message.millis, message.stage)
            self.clock = ran if message.millis else None
            self._outbox.add_news(ran)


def _level(level: str, name: str) -> str:
    """The level or the character of a bot with this name; who came as anybody is known by the name."""
    return (character_named(name) or level) if level == ANYBODY else level
