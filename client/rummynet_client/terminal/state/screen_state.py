"""What only this player has: scroll position, muted chat, question; cursors and menu in the lobby. Pure."""

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.table_wish import USUAL_LEVEL, next_level
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value, replace


class LobbyState(Value):
    """Cursors and the open menu; not sent to anybody."""

    table: int | None = None  # the number of the table under the cursor; None for the first
    is_going: bool = False
    """The player is on the way to a table that was named or is opened: no list of tables is wanted."""
    menu: TableMenu | None = None  # the menu of a new table, while it is open
    seat: int | None = None  # the seat under the cursor, at a table before a game
    level: str = USUAL_LEVEL  # how the next bot is to play
    exchange: str = ""  # the level for which the bot under the cursor would be exchanged; "" for none
    is_open: bool = False  # between two games: the seats are shown in place of the last game's table
    invitation: str | None = None
    """What is asked before somebody from another home is invited, "" for nothing; None where that cannot be done."""

    def table_row(self, model: ViewModel) -> news.TableListed | None:
        """The table under the cursor: the first one if that is gone."""
        return next((row for row in model.lobby if row.table == self.table), model.lobby[0] if model.lobby else None)

    def seat_row(self, model: ViewModel) -> news.SeatTaken | None:
        """The player under the cursor."""
        return next((seat for seat in model.seats if seat.seat == self.seat), None)

    def shows_seats(self, model: ViewModel) -> bool:
        """Whether the seats of the table are shown: before the first cards, and between two games if wanted."""
        return model.table is not None and (model.position is None or (self.is_open and model.is_between_games))

    def next_level(self, model: ViewModel, step: int) -> "LobbyState":
        """Another level for the bot under the cursor, else for the next bot."""
        seat = self.seat_row(model)
        if seat is None or not seat.bot:
            return replace(self, level=next_level(self.level, step))
        level = next_level(self.exchange or seat.level, step)
        return replace(self, exchange="" if level == seat.level else level)

    def fitted(self, model: ViewModel) -> "LobbyState":
        """Adapt to changes: at a table there is no menu, and who has left is under no cursor."""
        menu = self.menu if model.table is None else None
        seat = self.seat if self.seat_row(model) is not None else None
        return replace(self, menu=menu, seat=seat, exchange=self.exchange if seat is not None else "",
                       is_open=self.is_open and model.is_between_games)  # fmt: skip


class Question(Value):
    """A question that waits for a key."""

    text: str
    answers: tuple[tuple[str, str | Action], ...]  # (key, action or command); any other key answers no


class ScreenState(Value):
    """How the player looks at the table; not sent to anybody."""

    scrolled_back: int = 0  # number of lines that log and chat are scrolled back; 0 shows the newest
    muted: bool = False  # chat is hidden
    bots_talk: bool = True  # what bots say is shown
    lesson: str = ""  # the current instruction of a lesson, shown above the offers
    new_cards: tuple[str, ...] = ()  # the cards of the hand that were added last
    question: Question | None = None  # the question that waits for a key
    offers_from: int = 0  # index of the first offer that is shown
    changed: frozenset[str] = frozenset()  # cards that were laid, thrown or taken a moment ago
    dealt: int | None = None  # how many cards of the hand have been dealt so far; None: all
    record: str = ""  # the running score of these players over the games that were kept, after a game
    is_calling: bool = False  # a rummy is being called: the card under the cursor is what is called
    lobby: LobbyState = LobbyState()  # cursors and menu of the lobby and of a table before a game
