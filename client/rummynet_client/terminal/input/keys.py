"""The key bindings. The table that players read is in ``help``; a test compares the two."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition, Filter, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.language import _
from rummynet_client.terminal.input.command_line import CommandLine
from rummynet_client.terminal.input.cursor import CardOffers, Cursor
from rummynet_client.terminal.input.lobby_input import LobbyInput
from rummynet_client.terminal.input.pages import PAGE_OF, Pages, Questions
from rummynet_client.terminal.pages.page import ROUND_RESULT
from rummynet_client.terminal.pages.round_result import has_coach
from rummynet_client.terminal.state.choice import MOST_OFFERED, Choice
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.actions import Draw

INTERRUPTED: Final = 130  # the exit status after Ctrl-C, as in shells: 128 and the number of SIGINT
_PAGES: Final = {VERBS[word.split(" ")[0]].key: page for word, page in PAGE_OF.items()}
_UP_DOWN: Final = {"up": -1, "down": 1}
_LEFT_RIGHT: Final = {"left": -1, "right": 1}
_NUMBERS: Final = {str(number): number for number in range(1, MOST_OFFERED + 1)}
_LETTERS: Final = {verb.key: verb.key for verb in VERBS.values() if verb.key}
"""Of what is said to the table. Those that mean something else where cards lie are bound later."""
_LEAF: Final = 8  # lines for a page key: a third of a usual screen, so that lines just read stay in sight
_LAST: Final = 999  # more lines than any menu has; ``TableMenu.pointed`` stops at the last
_LEAVE: Final = ":leave"  # the answer of a question that ends the screen


class _Keys(KeyBindings):
    """Key bindings whose handlers need no event."""

    def bind(self, name: str, when: FilterOrBool, do: Callable[[], object], *, eager: bool = False) -> None:
        def handle(event: KeyPressEvent) -> None:
            do()

        self.add(name, filter=when, eager=eager)(handle)

    def bind_each(self, when: FilterOrBool, do: Callable[..., object], by: Mapping[str, int | str]) -> None:
        for name, value in by.items():
            self.bind(name, when, partial(do, value))


def bindings(
    get_model: Callable[[], ViewModel], cursor: Cursor, offers: CardOffers, lobby: LobbyInput, pages: Pages,
    questions: Questions, line: CommandLine, leave: Callable[[int], None], fits: Callable[[], bool],
) -> KeyBindings:  # fmt: skip
    """The key bindings of a player, one set each for cards, lobby, menu, seats, open page, question, command line.

    *leave* ends the screen with an exit status; *fits*: the terminal is large enough for what the keys act on.
    """
    keys = _Keys()
    at_line = line.is_open
    at_question = Condition(lambda: questions.question is not None) & ~at_line
    is_seen = Condition(fits) & ~at_line & ~at_question
    at_round_result = Condition(lambda: pages.page == ROUND_RESULT) & is_seen
    at_page = Condition(lambda: bool(pages.page)) & ~at_round_result & is_seen
    # One set at a time: a key must not play a card behind a page or a question, or a card that nobody sees.
    is_free = is_seen & ~at_page & ~at_round_result
    # A key pressed twice, or held too long, on the page: what would act waits a moment, what can be undone does not.
    settled = ~Condition(lambda: pages.is_closing)
    at_tables = Condition(lambda: lobby.shows_tables) & is_free
    at_menu = Condition(lambda: lobby.is_menu_open) & is_free
    at_seats = Condition(lambda: lobby.shows_seats) & is_free
    at_cards = is_free & ~at_tables & ~at_menu & ~at_seats
    keys.bind("<any>", is_free & ~at_menu & settled, pages.tell_dead_key)
    _menu(keys, lobby, at_menu, settled)
    _lobby(keys, lobby, pages, at_tables & settled, at_seats & settled, at_cards & settled)
    _looking(keys, cursor, lobby, at_tables, at_seats, at_cards)
    _calling(keys, cursor, offers, at_cards)
    _acting(keys, cursor, offers, at_cards & settled & ~Condition(lambda: cursor.is_calling))
    _commands(keys, lobby, pages, at_cards, settled)
    _talking(keys, line, at_cards | at_seats | at_round_result, is_free | at_round_result)
    _reading(keys, pages, at_cards | at_seats, at_page)
    _round_result(keys, get_model, lobby, pages, at_round_result)
    keys.bind("?", at_tables, partial(pages.open, "help"))
    keys.bind("?", at_menu, partial(pages.open, "menu"))
    unseen = ~Condition(fits) & ~at_line & ~at_question
    _leaving(keys, get_model, offers, pages, questions, line, leave, at_question,
             ((at_tables | at_seats | at_cards) & settled) | at_round_result | unseen)  # fmt: skip
    _typing(keys, line)
    return keys


def _menu(keys: _Keys, lobby: LobbyInput, at_menu: Filter, settled: Filter) -> None:
    for how, by in (
        (TableMenu.moved, {"up": -1, "down": 1, "tab": 1, "s-tab": -1}),
        (TableMenu.changed, {"left": -1, "right": 1, "space": 1}),
        (TableMenu.pointed, {"home": 0, "end": _LAST}),
        (TableMenu.turned, {"pageup": -_LEAF, "pagedown": _LEAF}),
        (TableMenu.with_typed, {char: char for char in "0123456789,"}),
    ):
        keys.bind_each(at_menu, partial(lobby.change_menu, how), by)
    for name in ("backspace", "delete"):
        keys.bind(name, at_menu, partial(lobby.change_menu, TableMenu.rubbed_out))
    keys.bind("enter", at_menu & settled, lobby.submit_menu)
    # Eager: prompt_toolkit has longer bindings that begin with escape (Alt and a key), and would wait for their rest.
    keys.bind("escape", at_menu, lobby.close_menu, eager=True)


def _lobby(keys: _Keys, lobby: LobbyInput, pages: Pages, at_tables: Filter, at_seats: Filter, at_cards: Filter) -> None:
    """The lobby, the seats before a game, and the offers about people and table during one."""

    def take(key: str) -> None:
        if not lobby.take_key(key):
            pages.tell_dead_key()

    keys.bind_each(at_tables, lobby.sit, _NUMBERS)
    keys.bind_each(at_tables | at_seats | at_cards, take, _LETTERS)
    keys.bind("enter", at_tables | at_seats, lobby.take_first)
    keys.bind("b", at_cards | at_seats, lobby.toggle_seats)
    keys.bind("escape", at_seats, lobby.clear, eager=True)


def _looking(
    keys: _Keys, cursor: Cursor, lobby: LobbyInput, at_tables: Filter, at_seats: Filter, at_cards: Filter
) -> None:
    """The cursors and the order of the hand: nothing here is told to anybody."""
    keys.bind_each(at_tables, lobby.move_table, _UP_DOWN)
    keys.bind_each(at_seats, lobby.move_seat, _UP_DOWN)
    keys.bind_each(at_seats, lobby.change_level, _LEFT_RIGHT)
    keys.bind_each(at_cards, partial(cursor.move, Choice.moved), _LEFT_RIGHT)
    keys.bind_each(at_cards, partial(cursor.move, Choice.stepped), _UP_DOWN)
    keys.bind_each(at_cards, partial(cursor.move, Choice.jumped), {"home": False, "end": True})
    keys.bind_each(at_cards, partial(cursor.move, Choice.shifted), {"<": -1, ">": 1})
    keys.bind("tab", at_cards, partial(cursor.move, Choice.switched))
    keys.bind("s", at_cards, cursor.sort)


def _calling(keys: _Keys, cursor: Cursor, offers: CardOffers, at_cards: Filter) -> None:
    """Calling a rummy, which must lose no time; picking cards for it, and what gives it up."""
    is_calling = Condition(lambda: cursor.is_calling)
    keys.bind("r", at_cards, cursor.start_calling)
    keys.bind("space", at_cards & is_calling, cursor.pick)
    keys.bind("u", at_cards & is_calling, cursor.undo)
    keys.bind("escape", at_cards & is_calling, cursor.clear, eager=True)
    keys.bind("enter", at_cards & is_calling, offers.press_enter)


def _acting(keys: _Keys, cursor: Cursor, offers: CardOffers, at_cards: Filter) -> None:
    """Picking cards, and what is done with them while no rummy is called.

    While one is, the line under the hand names the call alone, and nothing else may be played.
    """
    keys.bind("space", at_cards, cursor.pick)
    keys.bind("u", at_cards, cursor.undo)
    keys.bind("escape", at_cards, cursor.clear, eager=True)
    keys.bind("enter", at_cards, offers.press_enter)
    keys.bind("d", at_cards, partial(offers.submit, Draw()))
    keys.bind("t", at_cards, offers.throw_out)
    keys.bind("o", at_cards, offers.turn)
    keys.bind_each(at_cards, lambda number: offers.take(number - 1), _NUMBERS)


def _commands(keys: _Keys, lobby: LobbyInput, pages: Pages, at_cards: Filter, settled: Filter) -> None:
    def verify_or_vote() -> None:
        if not lobby.take_key("v"):
            pages.run_command("verify")

    keys.bind("v", at_cards & settled, verify_or_vote)
    keys.bind("h", at_cards, partial(pages.run_command, "hint"))


def _talking(keys: _Keys, line: CommandLine, at_table: Filter, anywhere: Filter) -> None:
    keys.bind(":", anywhere, partial(line.open, ""))
    keys.bind("c", at_table, partial(line.open, "say "))


def _reading(keys: _Keys, pages: Pages, at_table: Filter, at_page: Filter) -> None:
    def turn(leaves: int) -> None:
        pages.scroll(leaves * _page_lines())

    keys.bind_each(at_table, pages.open, _PAGES)
    keys.bind_each(at_table, pages.scroll, {"pageup": _LEAF, "pagedown": -_LEAF})
    keys.bind("<any>", at_page, partial(pages.open, ""))
    keys.bind("escape", at_page, pages.put_away, eager=True)
    keys.bind_each(at_page, pages.scroll, _UP_DOWN)
    keys.bind_each(at_page, turn, {"pageup": -1, "pagedown": 1, "space": 1})
    keys.bind("w", at_page, partial(pages.open, "why"))
    keys.bind_each(Condition(lambda: pages.page == "review") & at_page, pages.turn_round, _LEFT_RIGHT)


def _page_lines() -> int:
    """The lines by which a page is turned: all that are shown but two, which stay in sight."""
    # Two more are the foot of the page and the line that counts the rest.
    return max(_LEAF, get_app().output.get_size().rows - 4)


def _round_result(
    keys: _Keys, get_model: Callable[[], ViewModel], lobby: LobbyInput, pages: Pages, at_round_result: Filter
) -> None:
    """Enter goes on; a key that was meant for the table does nothing, so that the end of a round is seen."""

    def again() -> None:
        if get_model().is_between_games:
            pages.open("")
            lobby.take_key("p")

    def verify() -> None:
        pages.open("")
        pages.run_command("verify")

    keys.bind("<any>", at_round_result, pages.stop_motion)
    keys.bind("enter", at_round_result, pages.go_on)
    keys.bind("escape", at_round_result, pages.go_on, eager=True)
    keys.bind_each(at_round_result, pages.open, {name: page for name, page in _PAGES.items() if page != "melds"})
    keys.bind("v", at_round_result, verify)
    keys.bind("p", at_round_result, again)
    coached = Condition(lambda: get_model().over is not None and has_coach(get_model()))
    keys.bind("t", at_round_result & coached, partial(pages.run_command, "coach game"))
    keys.bind_each(at_round_result, pages.scroll, {**_UP_DOWN, "pageup": -_LEAF, "pagedown": _LEAF})


def _leaving(
    keys: _Keys, get_model: Callable[[], ViewModel], offers: CardOffers, pages: Pages, questions: Questions,
    line: CommandLine, leave: Callable[[int], None], at_question: Filter, elsewhere: Filter,
) -> None:  # fmt: skip
    """The keys that leave, and those that answer a question, which may be the one whether to leave."""

    def is_playing() -> bool:
        """Whether the player has a seat in a game that goes on."""
        model = get_model()
        return model.state is not None and model.me is not None and model.over is None and not model.called_off

    def ask(command: str) -> None:
        # Not ``open``: between two rounds it would put the result of the round over the question.
        pages.page, pages.answers = "", ()
        says = _("Leave? y or ctrl-c leaves, any other key stays.")
        if get_model().seats:  # a lesson and a puzzle have none
            says = _("Leave the game? y or ctrl-c leaves, any other key stays. You keep your seat.")
        questions.ask(says, ("y", command))

    def quit() -> None:
        if is_playing():
            ask("quit")
        else:
            pages.run_command("quit")

    def interrupt() -> None:
        """Clear the line being typed, or ask whether to leave the game; a second time leave."""
        answers = questions.question.answers if questions.question is not None else ()
        is_asked = not {_LEAVE, "quit"}.isdisjoint(dict(answers).values())
        if line.is_open():
            line.clear()
        elif is_asked or not is_playing():
            leave(INTERRUPTED)
        else:
            ask(_LEAVE)

    def answer(event: KeyPressEvent) -> None:
        command = questions.answer(event.data)
        if command == _LEAVE:
            leave(INTERRUPTED)
        elif command:
            offers.send(command)
        elif not pages.page:
            pages.open("")  # between two rounds the result of the round comes back

    keys.add("<any>", filter=at_question)(answer)
    keys.bind("q", elsewhere, quit)
    # Eager: leaving must work whatever is half pressed.
    keys.bind("c-c", True, interrupt, eager=True)
    keys.bind("<sigint>", True, interrupt)


def _typing(keys: _Keys, line: CommandLine) -> None:
    keys.bind("enter", line.is_open, line.submit)
    keys.bind("escape", line.is_open, line.close, eager=True)
    keys.bind("tab", line.is_open, line.complete)
