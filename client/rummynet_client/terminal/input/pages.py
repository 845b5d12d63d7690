"""What lies over the table or below it: the open page, the answers to commands, a question that waits for a key."""

import math
from collections.abc import Callable
from typing import Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.terminal.pages.page import ROUND_RESULT
from rummynet_client.terminal.state.screen_state import Question
from rummynet_protocol.actions import Action

PAGE_OF: Final = {"scores": "rounds", "table": "melds", "review": "review", "why": "why", "help keys": "help"}
"""Commands answered by opening a page."""
# A second Enter, or one held too long, comes within this; what is meant for the table behind takes longer to read.
CLOSING_SECONDS: Final = 0.5


class Pages:
    """The open page and how far it is turned; log and chat and how far they are turned back; the answers."""

    def __init__(
        self, get_model: Callable[[], ViewModel], send_command: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._get_model, self._send, self._clock = get_model, send_command, clock
        self.page = ""
        """The name of the open page, "" for the table; ``scrolled`` is the number of lines it is scrolled down."""
        self.scrolled = 0
        self.opened_at = -math.inf
        self._closed_at = -math.inf
        self.rounds_back = 0  # how many rounds before the last one the review page shows
        self.scrolled_back = 0  # number of lines that log and chat are scrolled back
        self.answers: tuple[str, ...] = ()  # the answers to query commands, shown until the next key

    def open(self, name: str) -> None:
        """Open a page; an empty name goes back to the table, or to the result of a round while the next one waits."""
        if not name and self.page != ROUND_RESULT and self._get_model().break_left:
            name = ROUND_RESULT
        if self.page and not name:
            self._closed_at = self._clock()
        # Answers belong to the page that shows them: left behind, they would cover the table.
        if not name or self.page == "answers":
            self.answers = ()
        self.page, self.scrolled, self.rounds_back, self.opened_at = name, 0, 0, self._clock()

    @property
    def is_closing(self) -> bool:
        """Whether a page was closed a moment ago: a key typed now was still meant for it."""
        return not self.page and self._clock() - self._closed_at < CLOSING_SECONDS

    def put_away(self) -> None:
        """Close the page by a key that plays nothing: the next one is not that key held too long."""
        self.open("")
        self._closed_at = -math.inf

    def stop_motion(self) -> None:
        """Show at once what the open page only comes to."""
        self.opened_at = -math.inf

    def go_on(self) -> None:
        """Put the result of the round away; the next round need not wait any longer.

        Not at once: that key was meant for the table, and nobody has read the result.
        """
        if self._clock() - self.opened_at < CLOSING_SECONDS:
            return
        if self._get_model().break_left:
            self.run_command("next")
        self.open("")

    def turn_round(self, rounds: int) -> None:
        """On the review page: show a later round, or if negative an earlier one."""
        earliest = max(0, len(self._get_model().reviews) - 1)
        self.rounds_back, self.scrolled = min(earliest, max(0, self.rounds_back - rounds)), 0

    def scroll(self, lines: int) -> None:
        """Scroll the open page down, or log and chat back; negative: the other way."""
        if self.page:
            self.scrolled = max(0, self.scrolled + lines)
        else:
            most = len(self._get_model().lines) + len(self._get_model().chat)
            self.scrolled_back = min(most, max(0, self.scrolled_back + lines))

    def tell(self, sentence: str) -> None:
        """Add a sentence to the answers."""
        self.answers = (*self.answers, sentence)

    def tell_dead_key(self) -> None:
        """Say that a key does nothing, and where the keys are."""
        self.tell(_("This key does nothing now; ? lists the keys."))

    def run_command(self, text: str) -> None:
        """Carry out a command, or open the page that answers it."""
        self.answers = ()
        rounds = [f"review {one.round}" for one in self._get_model().reviews]
        if text in PAGE_OF:
            self.open(PAGE_OF[text])
        elif text in rounds:
            self.open("review")
            # After ``open``, which goes to the last round.
            self.rounds_back = len(rounds) - 1 - rounds.index(text)
        elif text:
            self._send(text)


class Questions:
    """The question that waits for a key, if there is one."""

    def __init__(self) -> None:
        self.question: Question | None = None

    def ask(self, text: str, *answers: tuple[str, str | Action]) -> None:
        """Ask a question; each answer is (key, action or command)."""
        self.question = Question(text, answers)

    def answer(self, key: str) -> str | Action:
        """Close the question. Returns what this key answers; "" is no."""
        question, self.question = self.question, None
        return dict(question.answers).get(key, "") if question is not None else ""
