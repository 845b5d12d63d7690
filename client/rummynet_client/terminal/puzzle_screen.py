"""A puzzle on the screen: the table of any game, with the question, and after the answer the reason, under the hand."""

from collections.abc import Callable
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from rummynet_client.core.text.commands import QUIT_WORDS
from rummynet_client.core.views.puzzle_table import PuzzleTable
from rummynet_client.language import N_, _
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.pages.help import Keys
from rummynet_client.terminal.screen import Screen
from rummynet_protocol.actions import Action

ANSWERED_KEYS: Final[Keys] = (("h", N_("how it can go on")), ("p", N_("the next puzzle")), ("ctrl-c", N_("leave")))
"""After the answer: nothing is played at this table any more."""


class PuzzleScreen(Screen):
    """A screen whose table is that of a puzzle. ``goes_on`` is set when the player wants the next one."""

    table: PuzzleTable
    describe: Callable[[], str]
    goes_on = False

    def guidance(self) -> str:
        """The question and what to do, or what is told after the answer."""
        if not self.table.is_done:
            return f"{self.describe()} ▶ " + _("play it; h shows the answer.")
        return self.describe()


def puzzle_screen(
    table: PuzzleTable,
    describe: Callable[[], str],
    answered: Callable[[], None],
    clock: Callable[[], float],
    *,
    settings: Settings,
    input: Input | None = None,
    output: Output | None = None,
) -> PuzzleScreen:
    """The screen of this puzzle. *describe* gives the sentences; *answered* is called once, after the answer."""

    def do(text: str | Action) -> None:
        was_done = table.is_done
        if text in QUIT_WORDS:
            shown.leave()
        elif table.take_input(text):
            shown.goes_on = True
            shown.leave()
        elif table.is_done and not was_done:
            answered()

    def keys() -> Keys | None:
        return ANSWERED_KEYS if table.is_done and not shown.pages.page else None

    shown = PuzzleScreen(lambda: table.model, do, clock, settings=settings, footer=keys, input=input, output=output)
    shown.table, shown.describe = table, describe
    return shown
