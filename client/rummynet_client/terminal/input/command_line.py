"""The line on which commands are typed, in the place of the footer, with completion."""

from collections.abc import Callable, Sequence
from os.path import commonprefix

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput

from rummynet_client.core.session.answers import fitting_lines
from rummynet_client.core.session.view_model import ViewModel


class CommandLine:
    """The command line: below the window *table* in place of the window *foot*, with the focus, while it is open."""

    def __init__(
        self, get_model: Callable[[], ViewModel], run_command: Callable[[str], None], table: Window, foot: Window
    ) -> None:
        self._get_model, self._run_command, self._table = get_model, run_command, table
        self._turned: Sequence[str] = ()  # what Tab goes through
        self._buffer = Buffer(multiline=False, accept_handler=self._submit, name="command")
        line = Window(BufferControl(self._buffer, input_processors=[BeforeInput(":")]), height=1, style="class:keys")
        self.is_open = Condition(lambda: self.layout.has_focus(self._buffer))
        self.layout = Layout(
            HSplit([table, ConditionalContainer(line, self.is_open), ConditionalContainer(foot, ~self.is_open)])
        )

    @property
    def text(self) -> str | None:
        """What is typed; None while the line is not open."""
        return self._buffer.text if self.is_open() else None

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
        """Complete what is typed as far as it is clear, or by the first of what fits; pressed again, by the next."""
        typed = self._buffer.text
        if typed in self._turned:
            text = self._turned[(self._turned.index(typed) + 1) % len(self._turned)]
        else:
            fitting = fitting_lines(self._get_model(), typed)
            common = commonprefix(fitting)  # noqa: RUF071 - of characters
            text = common if len(common) > len(typed) else fitting[0] if fitting else typed
            self._turned = fitting if len(fitting) > 1 else ()
        self._buffer.document = Document(text, len(text))

    def submit(self) -> None:
        """Run what is typed, and close the line."""
        self._buffer.validate_and_handle()

    def _submit(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        self.close()
        self._run_command(text)
        return False
