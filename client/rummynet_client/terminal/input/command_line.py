"""The line on which commands are typed, in the place of the footer, with completion."""

from collections.abc import Callable, Iterable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput

from rummynet_client.core.session.answers import words_now
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import verbs
from rummynet_client.core.text.card_names import in_letters
from rummynet_protocol import notation


class _Commands(Completer):
    """Completes what is typed by what can be typed at this moment."""

    def __init__(self, get_model: Callable[[], ViewModel]) -> None:
        self._get_model = get_model

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Whole lines that begin with what is typed."""
        typed_so_far = document.text_before_cursor
        model = self._get_model()
        actions = [in_letters(notation.text(action)) for action in model.legal()]
        for line in verbs.complete(typed_so_far, actions, words_now(model)):
            yield Completion(line, start_position=-len(typed_so_far))


class CommandLine:
    """The command line: below the window *table* in place of the window *foot*, with the focus, while it is open."""

    def __init__(
        self, get_model: Callable[[], ViewModel], run_command: Callable[[str], None], table: Window, foot: Window
    ) -> None:
        self._run_command, self._table = run_command, table
        self._buffer = Buffer(
            completer=_Commands(get_model), multiline=False, accept_handler=self._submit, name="command"
        )
        line = Window(BufferControl(self._buffer, input_processors=[BeforeInput(":")]), height=1, style="class:keys")
        self.is_open = Condition(lambda: self.layout.has_focus(self._buffer))
        self.layout = Layout(
            HSplit([table, ConditionalContainer(line, self.is_open), ConditionalContainer(foot, ~self.is_open)])
        )

    @property
    def text(self) -> str:
        """What is typed; "" while the line is not open."""
        return self._buffer.text if self.is_open() else ""

    def open(self, text: str) -> None:
        """Open the line with this text."""
        self._buffer.document = Document(text, len(text))
        self.layout.focus(self._buffer)

    def close(self) -> None:
        """Clear and close the line."""
        self._buffer.reset()
        self.leave()

    def leave(self) -> None:
        """Close the line; what is typed there stays."""
        self.layout.focus(self._table)

    def clear(self) -> None:
        """Clear the line, or if it is empty close it."""
        if self._buffer.text:
            self._buffer.reset()
        else:
            self.close()

    def complete(self) -> None:
        """Complete what is typed, or show the next completion."""
        if self._buffer.complete_state:
            self._buffer.complete_next()
        else:
            self._buffer.start_completion(insert_common_part=True)

    def submit(self) -> None:
        """Run what is typed, and close the line."""
        self._buffer.validate_and_handle()

    def _submit(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        self.close()
        self._run_command(text)
        return False
