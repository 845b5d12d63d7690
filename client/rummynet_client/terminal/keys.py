"""Which key does what. The table people read is in ``help``; a test holds the two together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rummynet_client.terminal.choice import MOST_OFFERED, face

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

INTERRUPTED = 130
"""The exit status after ctrl-c, as shells have it."""


def bindings(screen: Screen) -> KeyBindings:
    """The keys of this screen: one set while playing, one while typing a command."""
    keys = KeyBindings()
    _playing(keys, screen)
    _typing(keys, screen)

    @keys.add("c-c", eager=True)
    @keys.add("<sigint>")
    def _leave(event: KeyPressEvent) -> None:
        screen.leave(INTERRUPTED)

    return keys


def _playing(keys: KeyBindings, screen: Screen) -> None:
    at_cards = Condition(lambda: not screen.app.layout.has_focus(screen.typing) and not screen.helping)
    at_help = Condition(lambda: screen.helping)

    @keys.add("<any>", filter=at_help)
    def _close(event: KeyPressEvent) -> None:
        screen.helping = False

    @keys.add("?", filter=at_cards)
    def _help(event: KeyPressEvent) -> None:
        screen.helping = True

    for name, step in (("left", -1), ("right", 1)):
        keys.add(name, filter=at_cards)(_moves(screen, step))
    for name, step in (("<", -1), (">", 1)):
        keys.add(name, filter=at_cards)(_shifts(screen, step))

    @keys.add("tab", filter=at_cards)
    @keys.add("up", filter=at_cards)
    @keys.add("down", filter=at_cards)
    def _row(event: KeyPressEvent) -> None:
        screen.choice = screen.choice.switched(screen.look())

    @keys.add("space", filter=at_cards)
    def _pick(event: KeyPressEvent) -> None:
        screen.told = ()
        screen.choice = screen.choice.toggled(screen.look())

    @keys.add("escape", filter=at_cards, eager=True)
    def _back(event: KeyPressEvent) -> None:
        screen.told = ()
        screen.choice = screen.choice.cleared()

    @keys.add("s", filter=at_cards)
    def _sort(event: KeyPressEvent) -> None:
        screen.choice = screen.choice.reordered()

    _acting(keys, screen, at_cards)


def _moves(screen: Screen, step: int):  # type: ignore[no-untyped-def]  # noqa: ANN202 - prompt_toolkit's own type
    def move(event: KeyPressEvent) -> None:
        screen.choice = screen.choice.moved(screen.look(), step)

    return move


def _shifts(screen: Screen, step: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
    def shift(event: KeyPressEvent) -> None:
        screen.choice = screen.choice.shifted(screen.look(), step)

    return shift


def _acting(keys: KeyBindings, screen: Screen, at_cards: Condition) -> None:
    @keys.add("d", filter=at_cards)
    def _draw(event: KeyPressEvent) -> None:
        screen.act("draw")

    @keys.add("t", filter=at_cards)
    def _throw(event: KeyPressEvent) -> None:
        picture = screen.look()
        picked = [card for row, card in screen.choice.picked if row == "hand"]
        card = picked[0] if len(picked) == 1 else screen.choice.under(picture) if screen.choice.row == "hand" else None
        if card is not None:
            screen.act(f"throw {face(card)}")

    @keys.add("r", filter=at_cards)
    def _rummy(event: KeyPressEvent) -> None:
        screen.prompt(screen.choice.call())

    @keys.add(":", filter=at_cards)
    def _command(event: KeyPressEvent) -> None:
        screen.prompt("")

    @keys.add("c", filter=at_cards)
    def _chat(event: KeyPressEvent) -> None:
        screen.prompt("say ")

    @keys.add("enter", filter=at_cards)
    def _enter(event: KeyPressEvent) -> None:
        _offer(screen, 0)

    for number in range(MOST_OFFERED):

        @keys.add(str(number + 1), filter=at_cards)
        def _digit(event: KeyPressEvent, number: int = number) -> None:
            _offer(screen, number)


def _offer(screen: Screen, number: int) -> None:
    """Do what is offered under this number."""
    picture = screen.look()
    found = screen.choice.offers(picture) if picture.may_act else []
    if number < len(found):
        screen.act(found[number])


def _typing(keys: KeyBindings, screen: Screen) -> None:
    at_line = Condition(lambda: screen.app.layout.has_focus(screen.typing))

    @keys.add("enter", filter=at_line)
    def _enter(event: KeyPressEvent) -> None:
        screen.typing.validate_and_handle()

    @keys.add("escape", filter=at_line, eager=True)
    def _back(event: KeyPressEvent) -> None:
        screen.close_prompt()

    @keys.add("tab", filter=at_line)
    def _complete(event: KeyPressEvent) -> None:
        if screen.typing.complete_state:
            screen.typing.complete_next()
        else:
            screen.typing.start_completion(insert_common_part=True)
