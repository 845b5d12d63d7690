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

ANSWERED_KEYS: Final[Keys] = (
    ("h", N_("next move")), ("p", N_("next puzzle")), (":create GAME", N_("of one game")),
    ("q", N_("quit")),
)  # fmt: skip
"""After the answer: nothing is played at this table any more."""


class PuzzleScreen(Screen):
    """A screen whose table is that of a puzzle. ``goes_on`` is set when the player wants the next one."""

    goes_on = False

    def __init__(
        self, table: PuzzleTable, describe: Callable[[], str], answered: Callable[[], None],
        clock: Callable[[], float], *, settings: Settings, input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        """*describe* gives the sentences; *answered* is called once, after the answer."""
        self.table, self.describe, self._answered = table, describe, answered
        super().__init__(
            lambda: table.model, self._take, clock, settings=settings, footer=self._own_keys, input=input, output=output
        )
        self._new_cards = table.new_cards

    def _take(self, text: str | Action) -> None:
        was_done = self.table.is_done
        if text in QUIT_WORDS:
            self.leave()
        elif self.table.take_input(text):
            self.goes_on = True
            self.leave()
        elif self.table.is_done and not was_done:
            self._answered()
        self._new_cards = self.table.new_cards

    def _own_keys(self) -> Keys | None:
        return ANSWERED_KEYS if self.table.is_done and not self.pages.page else None

    def guidance(self) -> str:
        """The question and what to do, or what is told after the answer."""
        if not self.table.is_done:
            return f"{self.describe()} ▶ " + _("play it; h shows the answer, which counts as wrong.")
        return self.describe()
