"""``rummynet play --teach``: the first round, on the screen or line by line, without a host.

Both end with a question whether to go on at a table with bots.
"""

import time
from collections.abc import Callable, Iterable

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.spoken_cards import cards_words, hand_words
from rummynet_client.core.spoken.table_words import pile_words
from rummynet_client.core.text.commands import QUIT_WORDS
from rummynet_client.core.views.lesson import Lesson
from rummynet_client.language import _
from rummynet_client.storage.settings import ActiveSettings
from rummynet_client.surface import Surface, typed_lines, write_text
from rummynet_client.terminal.lesson_screen import LessonScreen
from rummynet_protocol import notation
from rummynet_protocol.text import harmless


def teach(likes: ActiveSettings, surface: Surface) -> int | None:
    """Give the lesson. Returns the exit status; None if the person wants to go on at a table with bots."""
    return on_screen(likes) if surface is Surface.SCREEN else by_lines(typed_lines())


def on_screen(likes: ActiveSettings) -> int | None:
    """The lesson on the whole terminal."""
    import asyncio

    shown = LessonScreen(Lesson(), time.monotonic, settings=likes.settings)
    status = asyncio.run(shown.run())
    return None if shown.goes_on else status


def by_lines(spoken: Iterable[str], write: Callable[[str], object] = write_text) -> int | None:
    """The lesson in sentences: the own hand, the table, what to do; a command a line."""
    lesson = Lesson()

    def tell(lines: Iterable[str]) -> None:
        for line in lines:
            write(harmless(line))

    tell(_step_lines(lesson))
    for text in spoken:
        word = text.strip().lower()
        if word in QUIT_WORDS:
            break
        if lesson.is_done and word in ("ready", "play"):
            return None
        if word in _AGAIN or lesson.is_done:
            tell(_step_lines(lesson))
        elif word:
            lesson.take_input(text)
            tell([lesson.refusal_text, _how(lesson)] if lesson.refusal_text else _step_lines(lesson))
    return 0


_AGAIN = ("what", "hand", "table", "help", "scores")  # words that ask to be told again


def _step_lines(lesson: Lesson) -> list[str]:
    if lesson.is_done:
        how = _("Say 'ready' to play with them, 'quit' to leave.")
        return [lesson.model.lines[-1], f"{lesson.instruction} {how}"]
    model: ViewModel = lesson.model
    position = model.position or {}
    lines = [_("You hold {cards}.", cards=hand_words(model.hand)), pile_words(model)]
    lines += [_("On the table: {cards}.", cards=cards_words(meld["cards"])) for meld in position["melds"]]
    return [*lines, lesson.instruction, _how(lesson)]


def _how(lesson: Lesson) -> str:
    return _(
        "Type {how}, or 'hint' to have it done for you.",
        how=notation.text(lesson.wanted) if lesson.wanted is not None else "",
    )
