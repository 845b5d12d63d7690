"""What keys and clicks do in the lobby, in the menu of a new table, and with people and bots at a table."""

from collections.abc import Callable, Sequence

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.terminal.input.pages import Questions
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_client.terminal.state.table_offers import MENU, TableOffer, game_offers, lobby_offers, table_offers
from rummynet_protocol.values import replace


class LobbyInput:
    """The cursors and the menu of lobby and table, and the offers there."""

    def __init__(
        self, get_model: Callable[[], ViewModel], questions: Questions, run_command: Callable[[str], None],
        is_enter_new: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._get_model, self._questions, self._run_command = get_model, questions, run_command
        self._is_enter_new = is_enter_new
        self.state = LobbyState()

    def _set(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)

    # -- where the player is

    @property
    def is_menu_open(self) -> bool:
        """Whether the menu of a new table is open."""
        return self.state.menu is not None and self._get_model().table is None

    @property
    def shows_tables(self) -> bool:
        """Whether the tables are shown."""
        return self.state.menu is None and self._get_model().table is None

    @property
    def shows_seats(self) -> bool:
        """Whether the seats of a table are shown."""
        return self.state.shows_seats(self._get_model())

    # -- offers

    def _offers(self) -> Sequence[TableOffer]:
        """What can be done with people and tables now."""
        return self._offers_in(self._get_model())

    def _offers_in(self, model: ViewModel) -> Sequence[TableOffer]:
        if model.table is None:
            return lobby_offers(model, self.state)
        return game_offers(model, self.state) if model.table.stage == "playing" else table_offers(model, self.state)

    def take_key(self, key: str) -> bool:
        """Carry out the offer of this key; of several ask which. False if there is none."""
        fitting = [offer for offer in self._offers() if offer.key == key]
        if len(fitting) == 1:
            self._take(fitting[0])
        elif fitting:
            # At most nine: a digit answers.
            numbered = [(str(number), offer.commands[0]) for number, offer in enumerate(fitting[:9], 1)]
            which = " · ".join(
                f"{number} {offer.says}" for (number, _does), offer in zip(numbered, fitting, strict=False)
            )
            self._questions.ask(_("Which? {which}", which=which), *numbered)
        return bool(fitting)

    def take_first(self) -> None:
        """Enter: carry out the offer that comes next, if one does."""
        offer = self.enter_offer(self._get_model())
        if offer is not None and not self._is_enter_new():
            self._take(offer)

    def enter_offer(self, model: ViewModel) -> TableOffer | None:
        """What Enter does where this is shown."""
        return next((offer for offer in self._offers_in(model) if offer.by_enter), None)

    def _take(self, offer: TableOffer) -> None:
        """Carry out an offer, after its question if it has one."""
        if offer.commands == (MENU,):
            self._set(menu=TableMenu())
        elif offer.asks:
            self._questions.ask(offer.asks, ("y", offer.commands[0]))
        else:
            self._set(exchange="")
            for command in offer.commands:
                self._run_command(command)

    # -- the tables

    def move_table(self, step: int) -> None:
        """The cursor to another table, round the ends."""
        model = self._get_model()
        here = self.state.table_row(model)
        if here is not None:
            rows = [row.table for row in model.lobby]
            self._set(table=rows[(rows.index(here.table) + step) % len(rows)])

    def sit(self, number: int) -> None:
        """Sit down at the table with this number."""
        if any(row.table == number for row in self._get_model().lobby):
            self._run_command(f"sit {number}")

    # -- the menu

    def change_menu(self, how: Callable[..., TableMenu], *by: int | str) -> None:
        """Change the menu while it is open: *how* is a method of ``TableMenu``."""
        if self.state.menu is not None:
            self._set(menu=how(self.state.menu, *by))

    def submit_menu(self) -> None:
        """Enter: what was typed is taken; else the table is opened, unless the rules have something against it."""
        menu = self.state.menu
        if menu is None:
            return
        checked = menu.checked()
        self._set(menu=checked)
        # After typing, Enter only takes the value: the table must not open with a number that nobody has seen in place.
        if menu.typed or checked.problem:
            return
        self._set(menu=None)
        if checked.is_far:
            self._run_command("invite")
        self._run_command(checked.wish.command)

    def close_menu(self) -> None:
        """Escape: back to the tables; where the menu is all there is, away."""
        menu = self.state.menu
        self._set(menu=None)
        if menu is not None and menu.is_company:
            self._run_command("quit")

    # -- the seats

    def move_seat(self, step: int) -> None:
        """The cursor to another seat, round the ends."""
        seats = [seat.seat for seat in self._get_model().seats]
        if seats:
            at = seats.index(self.state.seat) + step if self.state.seat in seats else 0 if step > 0 else -1
            self._set(seat=seats[at % len(seats)], exchange="")

    def change_level(self, step: int) -> None:
        """Another level for the bot under the cursor, else for the next bot."""
        self.state = self.state.next_level(self._get_model(), step)

    def clear(self) -> None:
        """Escape: no level to exchange for, then no seat, then the last game's table again."""
        if self.state.exchange:
            self._set(exchange="")
        elif self.state.seat is not None:
            self._set(seat=None)
        else:
            self._set(is_open=False)

    def toggle_seats(self) -> None:
        """Between two games: the seats in place of the last game's table, or the table again."""
        if self._get_model().is_between_games:
            self._set(is_open=not self.state.is_open)

    # -- the mouse

    def click(self, what: str, number: int) -> None:
        """A click on a line, an arrow or an offer."""
        step = 1 if what == "more" else -1
        if self.is_menu_open:
            if what == "do":
                self.close_menu() if number else self.submit_menu()
                return
            self.change_menu(TableMenu.pointed, number)
            if what != "row":
                self.change_menu(TableMenu.changed, step)
        elif what == "do":
            offers = self._offers()
            if number < len(offers):
                self._take(offers[number])
        elif what == "row" and self.shows_tables:
            here = self.state.table_row(self._get_model())
            if here is not None and here.table == number:
                self.take_first()
            else:
                self._set(table=number)
        elif what == "row":
            self._set(seat=number, exchange="")
        else:
            self.change_level(step)

    def turn_wheel(self, step: int) -> bool:
        """The wheel moves the cursor in lobby and menu; False elsewhere."""
        if self.is_menu_open:
            self.change_menu(TableMenu.moved, step)
        elif self.shows_tables:
            self.move_table(step)
        else:
            return False
        return True
