"""The lesson on the screen: the table of any game, with what to do and the next key under the hand."""

from collections.abc import Callable

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from rummynet_client.core.text.commands import QUIT_WORDS
from rummynet_client.core.views.lesson import Lesson
from rummynet_client.language import _
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.lesson_keys import Press, next_press
from rummynet_client.terminal.screen import Screen
from rummynet_protocol.actions import Action


class LessonScreen(Screen):
    """A screen whose table is the lesson's. ``goes_on`` is set when the person wants to play with bots after it."""

    lesson: Lesson
    goes_on = False

    def press(self) -> Press:
        """What to press next, from where the cursor is."""
        is_typing = self.app.layout.has_focus(self.typing)
        return next_press(
            self.lesson.wanted, self.lesson.model, self.choice, self.view, page=self.page, typing=is_typing
        )

    def guidance(self) -> str:
        """The instruction of the step, and the next key."""
        text = f"{self.lesson.instruction} ▶ {self.press().says}."
        return text if self.lesson.is_done else _("{text} (h does it for you)", text=text)


def lesson_screen(
    lesson: Lesson,
    clock: Callable[[], float],
    *,
    settings: Settings,
    input: Input | None = None,
    output: Output | None = None,
) -> LessonScreen:
    """The screen of this lesson."""

    def do(text: str | Action) -> None:
        if text in QUIT_WORDS:
            shown.leave()
        elif text == "ready" and lesson.is_done:
            shown.goes_on = True
            shown.leave()
        else:
            lesson.take_input(text)

    shown = LessonScreen(lambda: lesson.model, do, clock, settings=settings, input=input, output=output)
    shown.lesson = lesson
    return shown
