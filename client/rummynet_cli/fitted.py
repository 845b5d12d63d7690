"""Long lines at a terminal break between words; into a pipe each stays one line."""

import shutil
import textwrap
from typing import Final, TextIO

_INDENT: Final = "      "  # under the text of a check, whose first word is ``ok`` or ``FAIL``


def fitted(text: str, stream: TextIO) -> str:
    """The lines of *text* as they are written to *stream*."""
    if not stream.isatty():
        return text
    columns = max(20, shutil.get_terminal_size().columns)  # fewer would part words
    return "\n".join(
        textwrap.fill(
            line, columns, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False,
            drop_whitespace=True, replace_whitespace=False,
        )
        for line in text.splitlines()
    )  # fmt: skip
