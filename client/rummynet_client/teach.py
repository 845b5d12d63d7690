"""``rummynet play --teach``: the first round, on the screen or line by line, without a host."""

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from rummynet_client.core.spoken.card_words import cards_words, hand_words
from rummynet_client.core.spoken.table_words import top_words
from rummynet_client.core.views.lesson import STEPS, Lesson
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.storage.settings import ActiveSettings
from rummynet_protocol.text import harmless


def on_screen(likes: ActiveSettings) -> int:
    """The lesson on the whole terminal; the exit status."""
    import asyncio

    from rummynet_client.terminal.screen import Screen

    lesson = Lesson()

    def do(text: str) -> None:
        if text == "quit":
            shown.leave()
            return
        lesson.take_input(text)
        shown.view = replace(shown.view, lesson=lesson.instruction)

    shown = Screen(lambda: lesson.model, do, time.monotonic, settings=likes.settings)
    shown.view = replace(shown.view, lesson=lesson.instruction)
    return asyncio.run(shown.run())


def by_lines(spoken: Iterable[str] = sys.stdin, write: Callable[[str], object] = sys.stdout.write) -> int:
    """The lesson in sentences: the own hand, the table, what to do; a command a line."""
    lesson = Lesson()
    for line in _told(lesson):
        write(line + "\n")
    for text in spoken:
        if not text.strip():
            continue
        if text.strip() == "quit":
            break
        lesson.take_input(text)
        for line in [harmless(lesson.refusal_text)] if lesson.refusal_text else _told(lesson):
            write(line + "\n")
        if lesson.step_index == len(STEPS):
            break
    return 0


def _told(lesson: Lesson) -> list[str]:
    if lesson.step_index == len(STEPS):
        return [lesson.model.lines[-1], lesson.instruction]
    model: ViewModel = lesson.model
    position = model.position or {}
    lines = [_("You hold {cards}.", cards=hand_words(model.hand)), top_words(model)]
    for number, meld in enumerate(position["melds"]):
        lines.append(_("Meld {number}: {cards}.", number=number, cards=cards_words(meld["cards"])))
    return ["", *lines, lesson.instruction, _("Without keys you type it: {how}", how=STEPS[lesson.step_index].action)]
