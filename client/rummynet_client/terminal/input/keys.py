"""The key bindings. The table that players read is in ``help``; a test compares the two."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rummynet_client.terminal.input.cards import (
    press_enter,
    start_calling,
    stop_calling,
    take_offer,
    throw_out,
    turn_offers,
)
from rummynet_client.terminal.input.lobby import at_seats, bind_lobby, in_lobby, in_menu, take_key
from rummynet_client.terminal.pages.page import CURTAIN
from rummynet_client.terminal.state.choice import MOST_OFFERED
from rummynet_protocol.actions import Draw

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

_PAGES: Final = {"?": "help", "m": "melds", "e": "review", "g": "rounds", "w": "why"}
_LEAF: Final = 8  # lines for a page key: a third of a usual screen, so that lines just read stay in sight


def bindings(screen: Screen) -> KeyBindings:
    """The key bindings of this screen, one set each for cards, open page, question, and command line.

    Those of the lobby, the menu of a new table and the seats before a game are in ``lobby_keys``.
    """
    keys = KeyBindings()
    at_line = Condition(lambda: screen.app.layout.has_focus(screen.typing))
    at_question = Condition(lambda: bool(screen.view.question)) & ~at_line
    at_curtain = Condition(lambda: screen.page == CURTAIN) & ~at_line & ~at_question
    at_page = Condition(lambda: bool(screen.page)) & ~at_curtain & ~at_line & ~at_question
    # One set at a time: a key must not play a card behind a page or a question.
    is_free = ~at_line & ~at_page & ~at_curtain & ~at_question
    at_tables = Condition(lambda: in_lobby(screen)) & is_free
    at_menu = Condition(lambda: in_menu(screen)) & is_free
    seats = Condition(lambda: at_seats(screen)) & is_free
    at_cards = is_free & ~at_tables & ~at_menu & ~seats
    bind_lobby(keys, screen, at_tables, at_menu, seats, at_cards)
    _moving(keys, screen, at_cards)
    _picking(keys, screen, at_cards)
    _acting(keys, screen, at_cards)
    _talking(keys, screen, at_cards | seats, is_free)
    _reading(keys, screen, at_cards | seats, at_page)
    _bind(keys, "?", at_tables | at_menu, lambda: screen.open_page("help"))
    _bind(keys, "q", at_tables | seats | at_cards | at_curtain, screen.quit)
    for number in range(1, MOST_OFFERED + 1):
        # The default value binds each key to its own number; mypy cannot infer such a lambda ([misc]), here and below.
        _bind(keys, str(number), at_tables, lambda number=number: _sit(screen, number))  # type: ignore[misc]
    _at_curtain(keys, screen, at_curtain)
    _asked(keys, screen, at_question)
    _typing(keys, screen, at_line)

    # Eager: leaving must work whatever is half pressed.
    @keys.add("c-c", eager=True)
    @keys.add("<sigint>")
    def _interrupt(event: KeyPressEvent) -> None:
        screen.interrupt()

    return keys


def _bind(keys: KeyBindings, name: str, when: object, do: Callable[[], None], *, eager: bool = False) -> None:
    keys.add(name, filter=when, eager=eager)(lambda event: do())  # type: ignore[arg-type]


def _moving(keys: KeyBindings, screen: Screen, at_cards: object) -> None:
    def moved(step: int) -> None:
        screen.choice = screen.choice.moved(screen.get_model(), step)

    def jumped(last: bool) -> None:
        screen.choice = screen.choice.jumped(screen.get_model(), last)

    def shifted(step: int) -> None:
        screen.choice = screen.choice.shifted(screen.get_model(), step)

    def switched() -> None:
        screen.choice = screen.choice.switched(screen.get_model())

    def stepped(step: int) -> None:
        screen.choice = screen.choice.stepped(screen.get_model(), step)

    for name, step in (("left", -1), ("right", 1)):
        _bind(keys, name, at_cards, lambda step=step: moved(step))  # type: ignore[misc]
    for name, last in (("home", False), ("end", True)):
        _bind(keys, name, at_cards, lambda last=last: jumped(last))  # type: ignore[misc]
    for name, step in (("<", -1), (">", 1)):
        _bind(keys, name, at_cards, lambda step=step: shifted(step))  # type: ignore[misc]
    _bind(keys, "tab", at_cards, switched)
    for name, step in (("up", -1), ("down", 1)):
        _bind(keys, name, at_cards, lambda step=step: stepped(step))  # type: ignore[misc]


def _picking(keys: KeyBindings, screen: Screen, at_cards: object) -> None:
    def pick() -> None:
        screen.choose(screen.choice.toggled(screen.get_model()))

    def undo() -> None:
        screen.choose(screen.choice.undone())

    def clear() -> None:
        stop_calling(screen)
        screen.choose(screen.choice.cleared())

    def sort() -> None:
        screen.choice = screen.choice.reordered()

    _bind(keys, "space", at_cards, pick)
    _bind(keys, "u", at_cards, undo)
    # Eager: prompt_toolkit has longer bindings that begin with escape (Alt and a key), and would wait for their rest.
    _bind(keys, "escape", at_cards, clear, eager=True)
    _bind(keys, "s", at_cards, sort)


def _acting(keys: KeyBindings, screen: Screen, at_cards: object) -> None:
    def verify_or_vote() -> None:
        if not take_key(screen, "v"):
            screen.run_command("verify")

    _bind(keys, "d", at_cards, lambda: screen.submit_action(Draw()))
    _bind(keys, "t", at_cards, lambda: throw_out(screen))
    _bind(keys, "r", at_cards, lambda: start_calling(screen))
    _bind(keys, "o", at_cards, lambda: turn_offers(screen))
    _bind(keys, "h", at_cards, lambda: screen.run_command("hint"))
    _bind(keys, "v", at_cards, verify_or_vote)
    _bind(keys, "p", at_cards, lambda: _again(screen))
    _bind(keys, "enter", at_cards, lambda: press_enter(screen))
    for number in range(1, MOST_OFFERED + 1):
        _bind(keys, str(number), at_cards, lambda number=number: take_offer(screen, number - 1))  # type: ignore[misc]


def _again(screen: Screen) -> None:
    """Be ready for the next game or to come in with the next round, or not yet after all."""
    take_key(screen, "p")


def _sit(screen: Screen, number: int) -> None:
    """In the lobby, sit down at the table with this number."""
    if any(row.table == number for row in screen.get_model().lobby):
        screen.run_command(f"sit {number}")


def _talking(keys: KeyBindings, screen: Screen, at_table: object, anywhere: object) -> None:
    _bind(keys, ":", anywhere, lambda: screen.open_prompt(""))
    _bind(keys, "c", at_table, lambda: screen.open_prompt("say "))


def _reading(keys: KeyBindings, screen: Screen, at_table: object, at_page: object) -> None:
    for name, page in _PAGES.items():
        _bind(keys, name, at_table, lambda page=page: screen.open_page(page))  # type: ignore[misc]
    _bind(keys, "pageup", at_table, lambda: screen.scroll(_LEAF))
    _bind(keys, "pagedown", at_table, lambda: screen.scroll(-_LEAF))
    _bind(keys, "<any>", at_page, lambda: screen.open_page(""))
    for name, lines in (("up", -1), ("down", 1)):
        _bind(keys, name, at_page, lambda lines=lines: screen.scroll(lines))  # type: ignore[misc]
    for name, pages in (("pageup", -1), ("pagedown", 1), ("space", 1)):
        _bind(keys, name, at_page, lambda pages=pages: screen.scroll(pages * _page_lines()))  # type: ignore[misc]
    _bind(keys, "w", at_page, lambda: screen.open_page("why"))
    at_review = Condition(lambda: screen.page == "review") & at_page  # type: ignore[operator]
    for name, rounds in (("left", -1), ("right", 1)):
        _bind(keys, name, at_review, lambda rounds=rounds: screen.turn_round(rounds))  # type: ignore[misc]


def _at_curtain(keys: KeyBindings, screen: Screen, at_curtain: object) -> None:
    """Enter goes on; a key that was meant for the table does nothing, so that the end of a round is seen."""

    def again() -> None:
        if screen.get_model().is_between_games:
            screen.open_page("")
            _again(screen)

    def verify() -> None:
        screen.open_page("")
        screen.run_command("verify")

    _bind(keys, "<any>", at_curtain, lambda: None)
    _bind(keys, "enter", at_curtain, screen.go_on)
    _bind(keys, "escape", at_curtain, screen.go_on, eager=True)
    for name, page in (("e", "review"), ("g", "rounds"), ("w", "why"), ("?", "help")):
        _bind(keys, name, at_curtain, lambda page=page: screen.open_page(page))  # type: ignore[misc]
    _bind(keys, "v", at_curtain, verify)
    _bind(keys, "p", at_curtain, again)
    _bind(keys, "c", at_curtain, lambda: screen.open_prompt("say "))
    _bind(keys, ":", at_curtain, lambda: screen.open_prompt(""))
    for name, lines in (("up", -1), ("down", 1), ("pageup", -_LEAF), ("pagedown", _LEAF)):
        _bind(keys, name, at_curtain, lambda lines=lines: screen.scroll(lines))  # type: ignore[misc]


def _page_lines() -> int:
    """The lines by which a page is turned: all that are shown but two, which stay in sight."""
    # Two more are the foot of the page and the line that counts the rest.
    return max(_LEAF, get_app().output.get_size().rows - 4)


def _asked(keys: KeyBindings, screen: Screen, at_question: object) -> None:
    keys.add("<any>", filter=at_question)(lambda event: screen.answer_question(event.data))  # type: ignore[arg-type]


def _typing(keys: KeyBindings, screen: Screen, at_line: object) -> None:
    def complete() -> None:
        if screen.typing.complete_state:
            screen.typing.complete_next()
        else:
            screen.typing.start_completion(insert_common_part=True)

    _bind(keys, "enter", at_line, lambda: screen.typing.validate_and_handle())
    _bind(keys, "escape", at_line, screen.close_prompt, eager=True)
    _bind(keys, "tab", at_line, complete)
