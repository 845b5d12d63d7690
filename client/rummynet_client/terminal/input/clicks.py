"""What the mouse does: a click is the card, offer or key that is drawn there, a turn of the wheel scrolls."""

from collections.abc import Callable

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.views.meld_order import meld_order
from rummynet_client.terminal.drawing.styled_text import CLICKABLE_KEYS, Mark
from rummynet_client.terminal.input.cursor import CardOffers, Cursor
from rummynet_client.terminal.input.lobby_input import LobbyInput
from rummynet_client.terminal.input.pages import Pages


class Clicks:
    """Does what a mark stands for; a key that is clicked is returned, for the screen to press it."""

    def __init__(
        self, get_model: Callable[[], ViewModel], cursor: Cursor, offers: CardOffers, lobby: LobbyInput, pages: Pages
    ) -> None:
        self._get_model = get_model
        self._cursor, self._offers, self._lobby, self._pages = cursor, offers, lobby, pages

    def click(self, mark: Mark | None) -> str:
        """A click on a place with this mark: a card or meld is picked, an offer taken. Returns the key, "" for none."""
        # A page covers the table: only its melds can be pointed at, which then closes it.
        if mark is None or (self._pages.page and not (self._pages.page == "melds" and mark[0] == "melds")):
            return ""
        what, number = mark
        position = self._get_model().position
        match what:
            case "key":
                return CLICKABLE_KEYS[number]
            case "row" | "less" | "more" | "do":
                self._lobby.click(what, number)
            case "offer":
                self._offers.take(number - 1)
            case "melds" if position is not None:
                self._pages.open("")
                self._cursor.point("melds", meld_order(position).index(number))
            case "pile" | "hand":
                self._cursor.point("pile" if what == "pile" else "hand", number)
        return ""

    def click_footer(self, mark: Mark | None) -> str:
        """A click on the last line. Returns the key that is written there; on a page the one that goes back."""
        if self._pages.page:
            return "enter"
        return CLICKABLE_KEYS[mark[1]] if mark is not None else ""

    def turn_wheel(self, up: int) -> None:
        """A turn of the wheel, 1 up or -1 down: in lists the choice moves, elsewhere the page or the log scrolls."""
        if self._pages.page or not self._lobby.turn_wheel(-up):
            # Three lines a notch, as terminals scroll. Up is fewer lines down a page, and more lines back in the log.
            self._pages.scroll(-3 * up if self._pages.page else 3 * up)
