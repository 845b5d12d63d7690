"""Completion of the command line: commands, and the legal actions as they are written."""

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from rummynet_client.core.text import handbook
from rummynet_client.core.text.card_letters import in_letters
from rummynet_client.core.views.view_model import ViewModel
from rummynet_protocol import notation


class Commands(Completer):
    """Completes what is typed by what can be typed at this moment."""

    def __init__(self, look: Callable[[], ViewModel]) -> None:
        self._look = look

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Whole lines that begin with what is typed."""
        typed_so_far = document.text_before_cursor
        for line in handbook.complete(
            typed_so_far, [in_letters(notation.text(action)) for action in self._look().legal()]
        ):
            yield Completion(line, start_position=-len(typed_so_far))
