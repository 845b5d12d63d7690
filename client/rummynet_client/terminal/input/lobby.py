"""What keys and clicks do in the lobby, in the menu of a new table, and with people and bots at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rummynet_client.language import _
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_client.terminal.state.table_offers import (
    MENU,
    TableOffer,
    game_offers,
    lobby_offers,
    table_offers,
)
from rummynet_protocol.values import replace

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

LETTERS: Final = ("s", "w", "n", "p", "a", "x", "l", "i", "C", "H", "P")
"""The keys of offers in the lobby and at a table before a game."""
IN_GAME: Final = ("a", "l", "E", "H", "P", "i")
"""Those during a game and after it; ``v`` and ``p`` have other meanings there too."""
_PAGE: Final = 8  # lines for a page key, as elsewhere in the client


def in_menu(screen: Screen) -> bool:
    """Whether the menu of a new table is open."""
    return screen.view.lobby.menu is not None and screen.get_model().table is None


def in_lobby(screen: Screen) -> bool:
    """Whether the tables are shown."""
    return screen.view.lobby.menu is None and screen.get_model().table is None


def at_seats(screen: Screen) -> bool:
    """Whether the seats of a table are shown."""
    model = screen.get_model()
    is_open = screen.view.lobby.is_open and model.is_between_games
    return model.table is not None and (model.position is None or is_open)


def bind_lobby(keys: KeyBindings, screen: Screen, tables: Any, menu: Any, seats: Any, cards: Any) -> None:  # noqa: ANN401
    """Add the bindings; the conditions are those of the list of tables, the menu, the seats and the cards."""

    def bind(name: str, when: Any, do: Callable[[], object], *, eager: bool = False) -> None:  # noqa: ANN401
        def handle(event: KeyPressEvent) -> None:
            do()

        keys.add(name, filter=when, eager=eager)(handle)

    for name, step in (("up", -1), ("down", 1)):
        bind(name, tables, lambda step=step: move_table(screen, step))  # type: ignore[misc]
        bind(name, menu, lambda step=step: _in_menu(screen, lambda it: it.moved(step)))  # type: ignore[misc]
        bind(name, seats, lambda step=step: _move_seat(screen, step))  # type: ignore[misc]
    for name, step in (("left", -1), ("right", 1)):
        bind(name, menu, lambda step=step: _in_menu(screen, lambda it: it.changed(step)))  # type: ignore[misc]
        bind(name, seats, lambda step=step: _change_level(screen, step))  # type: ignore[misc]
    for name, key_step in (("tab", 1), ("s-tab", -1)):
        bind(name, menu, lambda step=key_step: _in_menu(screen, lambda it: it.moved(step)))  # type: ignore[misc]
    # More lines than any menu has; ``pointed`` stops at the last.
    for name, at in (("home", 0), ("end", 999)):
        bind(name, menu, lambda at=at: _in_menu(screen, lambda it: it.pointed(at)))  # type: ignore[misc]
    for name, page in (("pageup", -_PAGE), ("pagedown", _PAGE)):
        bind(name, menu, lambda page=page: _in_menu(screen, lambda it: it.pointed(it.at + page)))  # type: ignore[misc]
    for char in "0123456789,":
        bind(char, menu, lambda char=char: _in_menu(screen, lambda it: it.with_typed(char)))  # type: ignore[misc]
    for name in ("backspace", "delete"):
        bind(name, menu, lambda: _in_menu(screen, TableMenu.rubbed_out))
    bind("space", menu, lambda: _in_menu(screen, lambda it: it.changed(1)))
    bind("enter", menu, lambda: submit_menu(screen))
    bind("escape", menu, lambda: close_menu(screen), eager=True)
    bind("enter", tables | seats, lambda: take_first(screen))
    bind("escape", seats, lambda: _clear(screen), eager=True)
    for letter in LETTERS:
        bind(letter, tables | seats, lambda letter=letter: take_key(screen, letter))  # type: ignore[misc]
    for letter in IN_GAME:
        bind(letter, cards, lambda letter=letter: take_key(screen, letter))  # type: ignore[misc]
    bind("b", cards | seats, lambda: _toggle_seats(screen))


# -- offers


def offers_now(screen: Screen) -> Sequence[TableOffer]:
    """What can be done with people and tables now."""
    model, lobby = screen.get_model(), screen.view.lobby
    if model.table is None:
        return lobby_offers(model, lobby)
    return game_offers(model) if model.table.stage == "playing" else table_offers(model, lobby)


def take_key(screen: Screen, key: str) -> bool:
    """Carry out the offer of this key; of several ask which. False if there is none."""
    fitting = [offer for offer in offers_now(screen) if offer.key == key]
    if len(fitting) == 1:
        take(screen, fitting[0])
    elif fitting:
        # At most nine: a digit answers.
        numbered = [(str(number), offer.commands[0]) for number, offer in enumerate(fitting[:9], 1)]
        which = " · ".join(f"{number} {offer.says}" for (number, _does), offer in zip(numbered, fitting, strict=False))
        screen.ask(_("Which? {which}", which=which), *numbered)
    return bool(fitting)


def take_first(screen: Screen) -> None:
    """Enter: carry out the offer that comes next, if one does."""
    for offer in offers_now(screen):
        if offer.by_enter:
            take(screen, offer)
            return


def take(screen: Screen, offer: TableOffer) -> None:
    """Carry out an offer, after its question if it has one."""
    lobby = screen.view.lobby
    if offer.commands == (MENU,):
        _set(screen, replace(lobby, menu=TableMenu()))
    elif offer.asks:
        screen.ask(offer.asks, ("y", offer.commands[0]))
    else:
        _set(screen, replace(lobby, exchange=""))
        for command in offer.commands:
            screen.run_command(command)


# -- the lobby


def move_table(screen: Screen, step: int) -> None:
    """The cursor to another table, round the ends."""
    model, lobby = screen.get_model(), screen.view.lobby
    here = lobby.listed(model)
    if here is not None:
        rows = [row.table for row in model.lobby]
        _set(screen, replace(lobby, table=rows[(rows.index(here.table) + step) % len(rows)]))


# -- the menu


def submit_menu(screen: Screen) -> None:
    """Enter: what was typed is taken; else the table is opened, unless the rules have something against it."""
    menu = screen.view.lobby.menu
    if menu is None:
        return
    checked = menu.checked()
    _set(screen, replace(screen.view.lobby, menu=checked))
    # After typing, Enter only takes the value: the table must not open with a number that nobody has seen in place.
    if menu.typed or checked.problem:
        return
    _set(screen, replace(screen.view.lobby, menu=None))
    screen.run_command(checked.wish.command)


def close_menu(screen: Screen) -> None:
    """Escape: back to the tables; where the menu is all there is, away."""
    menu = screen.view.lobby.menu
    _set(screen, replace(screen.view.lobby, menu=None))
    if menu is not None and menu.is_company:
        screen.leave()


def _in_menu(screen: Screen, change: Callable[[TableMenu], TableMenu]) -> None:
    menu = screen.view.lobby.menu
    if menu is not None:
        _set(screen, replace(screen.view.lobby, menu=change(menu)))


# -- the seats


def _move_seat(screen: Screen, step: int) -> None:
    seats = [seat.seat for seat in screen.get_model().seats]
    lobby = screen.view.lobby
    if seats:
        at = seats.index(lobby.seat) + step if lobby.seat in seats else 0 if step > 0 else -1
        _set(screen, replace(lobby, seat=seats[at % len(seats)], exchange=""))


def _change_level(screen: Screen, step: int) -> None:
    _set(screen, screen.view.lobby.next_level(screen.get_model(), step))


def _clear(screen: Screen) -> None:
    """Escape: no level to exchange for, then no seat, then the last game's table again."""
    lobby = screen.view.lobby
    if lobby.exchange:
        _set(screen, replace(lobby, exchange=""))
    elif lobby.seat is not None:
        _set(screen, replace(lobby, seat=None))
    else:
        _set(screen, replace(lobby, is_open=False))


def _toggle_seats(screen: Screen) -> None:
    if screen.get_model().is_between_games:
        _set(screen, replace(screen.view.lobby, is_open=not screen.view.lobby.is_open))


# -- the mouse


def click_lobby(screen: Screen, what: str, number: int) -> None:
    """A click on a line, an arrow or an offer."""
    lobby = screen.view.lobby
    if in_menu(screen):
        _click_menu(screen, what, number)
    elif what == "do":
        offers = offers_now(screen)
        if number < len(offers):
            take(screen, offers[number])
    elif what == "row" and in_lobby(screen):
        here = lobby.listed(screen.get_model())
        if here is not None and here.table == number:
            take_first(screen)
        else:
            _set(screen, replace(lobby, table=number))
    elif what == "row":
        _set(screen, replace(lobby, seat=number, exchange=""))
    else:
        _change_level(screen, 1 if what == "more" else -1)


def _click_menu(screen: Screen, what: str, number: int) -> None:
    match what:
        case "do":
            close_menu(screen) if number else submit_menu(screen)
        case "less" | "more":
            _in_menu(screen, lambda menu: menu.pointed(number).changed(1 if what == "more" else -1))
        case _:
            _in_menu(screen, lambda menu: menu.pointed(number))


def turn_lobby_wheel(screen: Screen, step: int) -> bool:
    """The wheel moves the cursor in lobby and menu; False elsewhere."""
    if in_menu(screen):
        _in_menu(screen, lambda menu: menu.moved(step))
    elif in_lobby(screen):
        move_table(screen, step)
    else:
        return False
    return True


def _set(screen: Screen, lobby: LobbyState) -> None:
    screen.view = replace(screen.view, lobby=lobby)
